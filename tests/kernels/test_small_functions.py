"""Tables, rows, blocks: every kernel against plain oracles."""

from __future__ import annotations

from array import array
from collections import Counter

import kernel_oracle as plain
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind_core.kernels import Rules, listening


@pytest.mark.parametrize(
    ("colours", "holes", "repeats"),
    [(6, 4, True), (3, 5, True), (5, 3, False), (1, 1, True), (12, 2, True), (3, 7, True)],
)
def test_codes_score_as_pegs(kernel, colours, holes, repeats):
    codes = plain.all_codes(colours, holes, repeats=repeats)[:300]
    secrets = codes[1::2] or codes
    ids, final = plain.score_ids(holes)
    table = kernel.code_table(plain.flat(codes), plain.flat(secrets), holes, ids)
    served = kernel.scores_from_codes(
        plain.flat(codes), plain.flat(secrets), holes, ids, Rules(final)
    )
    for number, guess in enumerate(codes):
        wanted = bytes(
            ids[black * (holes + 1) + white]
            for black, white in (plain.pegs(guess, secret) for secret in secrets)
        )
        assert table[number * len(secrets) :][: len(secrets)] == wanted
        assert bytes(kernel.row(served, number)) == wanted


@given(st.data())
def test_random_codes_score_as_pegs(kernel, data):
    holes = data.draw(st.integers(1, 17))
    colour = st.integers(0, data.draw(st.sampled_from([1, 3, 9, 255])))
    code = st.tuples(*[colour] * holes)
    guesses = data.draw(st.lists(code, min_size=1, max_size=5))
    secrets = data.draw(st.lists(code, min_size=1, max_size=40))
    ids, _ = plain.score_ids(holes)
    table = kernel.code_table(plain.flat(guesses), plain.flat(secrets), holes, ids)
    assert list(table) == [
        ids[black * (holes + 1) + white]
        for guess in guesses
        for black, white in (plain.pegs(guess, secret) for secret in secrets)
    ]


@given(st.data())
def test_words_score_letter_by_letter(kernel, data):
    length = data.draw(st.integers(1, 7))
    word = st.tuples(*[st.integers(97, data.draw(st.sampled_from([98, 100, 122])))] * length)
    guesses = data.draw(st.lists(word, min_size=1, max_size=4))
    secrets = data.draw(st.lists(word, min_size=1, max_size=40))
    table = kernel.word_table(plain.flat(guesses), plain.flat(secrets), length, "colours")
    assert list(table) == [plain.colours(g, s) for g in guesses for s in secrets]
    assert isinstance(table, memoryview if length > 5 else bytes)
    assert memoryview(table).itemsize == (2 if length > 5 else 1)
    table = kernel.word_table(plain.flat(guesses), plain.flat(secrets), length, "common")
    assert list(table) == [
        sum((Counter(g) & Counter(s)).values()) + (g == s) for g in guesses for s in secrets
    ]


def test_known_words(kernel):
    def colours(guess, secret):
        (found,) = kernel.word_table(guess.encode(), secret.encode(), 5, "colours")
        return "".join("-yg"[found // 3**place % 3] for place in (4, 3, 2, 1, 0))

    assert colours("speed", "abide") == "--y-y"
    assert colours("speed", "erase") == "y-yy-"
    assert colours("allee", "apple") == "gy--g"
    assert colours("salet", "salet") == "ggggg"


@st.composite
def tables(draw, max_scores=255):
    n_scores = draw(st.sampled_from([1, 2, 5, 14, 40, 70, max_scores]))
    n_guesses, n_secrets = draw(st.integers(1, 12)), draw(st.integers(1, 60))
    row = st.lists(st.integers(0, n_scores - 1), min_size=n_secrets, max_size=n_secrets)
    table = draw(st.lists(row, min_size=n_guesses, max_size=n_guesses))
    candidates = draw(st.lists(st.integers(0, n_secrets - 1), min_size=1, unique=True).map(sorted))
    return table, n_scores, candidates


@given(tables(), st.data())
def test_blocks(kernel, drawn, data):
    table, n_scores, candidates = drawn
    typecode = data.draw(st.sampled_from("BH"))
    guess = data.draw(st.integers(0, len(table) - 1))
    items = array(typecode, [score for row in table for score in row])
    final = [False] * n_scores
    scores = kernel.scores_from_table(items, len(table), len(table[0]), Rules(final))
    assert (scores.n_guesses, scores.n_secrets) == (len(table), len(table[0]))
    assert (scores.n_scores, scores.final) == (n_scores, tuple(final))
    wanted = plain.blocks(table, guess, candidates)
    ids = array("I", candidates)
    assert list(kernel.row(scores, guess)) == table[guess]
    assert dict(kernel.split(scores, guess, ids)) == {
        score: array("I", block) for score, block in wanted.items()
    }
    assert [score for score, _ in kernel.split(scores, guess, ids)] == list(wanted)
    sizes = kernel.block_sizes(scores, guess, ids)
    assert sizes == [len(wanted.get(score, ())) for score in range(n_scores)]
    for score in range(n_scores):
        assert list(kernel.filter_candidates(scores, guess, score, ids)) == wanted.get(score, [])
    assert list(ids) == candidates


def test_many_scores(kernel):
    table = array("H", range(600))
    scores = kernel.scores_from_table(table, 2, 300, Rules([False] * 600))
    assert list(kernel.row(scores, 1)) == list(range(300, 600))
    assert kernel.split(scores, 0, array("I", [7, 299])) == [
        (7, array("I", [7])),
        (299, array("I", [299])),
    ]


def test_progress_is_told_and_may_stop_the_work(kernel):
    class Enough(Exception):
        pass

    def stop(done, total):
        assert 0 < done <= total == 3000
        raise Enough

    codes = plain.flat(plain.all_codes(15, 3)[:3000])
    ids, _ = plain.score_ids(3)
    with pytest.raises(Enough), listening(stop):
        kernel.code_table(codes, codes * 20, 3, ids)
