"""Codes counted, listed, drawn, scored and bred: the compiled kernel against the plain one."""

from __future__ import annotations

from collections import Counter
from functools import partial
from importlib import import_module
from itertools import permutations, product
from random import Random

import kernel_oracle as plain
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind_core.errors import BadArgument
from mastermind_core.heuristics.kernels import Breeding, SampledOptions
from mastermind_core.heuristics.kernels import plain as plain_heuristics
from mastermind_core.kernels import CodeShape
from mastermind_core.kernels.codes import plain as plain_codes
from mastermind_core.kernels.codes import plain_consistent
from mastermind_core.kernels.codes.plain_consistent import counted

from .conftest import NATIVE

needs_native = pytest.mark.skipif(not NATIVE, reason="no native kernel was built")

SHAPE = CodeShape(5, 2, True, True)
OPTIONS = SampledOptions(3000, 300, 600, 6, 200, 1500, 150, 30, 6, 60, 20, 1780, 270)


HEURISTICS = "heuristics.kernels"


def of_kind(kind, what):
    return import_module(f"mastermind_core.{what}.{kind}")


def compiled(what):
    return of_kind("compiled", what)


@pytest.fixture(params=["plain", pytest.param("compiled", marks=needs_native)], scope="module")
def kernels(request):
    """Run a test on both kernels: a function from their last name."""
    return partial(of_kind, request.param)


@st.composite
def questions(draw, most_holes=6, most_colours=8):
    """Draw a shape and a history: of a secret as a rule, sometimes of anything."""
    holes = draw(st.integers(1, most_holes))
    repeats = draw(st.booleans())
    colours = draw(st.integers(1 if repeats else holes, max(most_colours, holes)))
    code = st.binary(min_size=holes, max_size=holes).map(
        lambda raw: bytes(c % colours for c in raw)
    )
    guesses, shape = draw(st.lists(code, max_size=5)), CodeShape(colours, holes, repeats, True)
    if draw(st.integers(0, 4)):
        secret = draw(code if repeats else st.permutations(range(colours)))[:holes]
        return shape, [(g, *plain.pegs(g, bytes(secret))) for g in guesses]
    peg = st.integers(0, holes + 1)
    return shape, [(g, draw(peg), draw(peg)) for g in guesses]


def all_codes(shape):
    colours, holes, repeats, _ = shape
    codes = (
        product(range(colours), repeat=holes) if repeats else permutations(range(colours), holes)
    )
    return map(bytes, codes)


def fitting(shape, history):
    return [
        code
        for code in all_codes(shape)
        if all(plain.pegs(guess, code) == (black, white) for guess, black, white in history)
    ]


@given(questions(most_holes=4, most_colours=5), st.data())
def test_counts_lists_and_draws_are_those_of_a_filter(kernels, question, data):
    kernel = kernels("kernels.codes")
    colours, holes = question[0][:2]
    expected = fitting(*question)
    assert kernel.count_consistent(*question) == len(expected)
    start = bytes(data.draw(st.lists(st.integers(0, colours - 1), min_size=holes, max_size=holes)))
    limit = data.draw(st.integers(0, 30))
    later = [code for code in expected if code >= start]
    assert kernel.list_consistent(*question, limit, start) == b"".join(later[:limit])
    assert kernel.list_consistent(*question, limit) == b"".join(expected[:limit])
    drawn = kernel.sample_consistent(*question, limit, 5)
    cut = [drawn[at : at + holes] for at in range(0, len(drawn), holes)]
    assert len(set(cut)) == len(cut) == min(limit, len(expected))
    assert set(cut) <= set(expected)
    assert drawn == kernel.sample_consistent(*question, limit, 5)


@needs_native
@given(questions(), st.integers(0, 40))
def test_larger_games_are_counted_and_listed_as_the_reference_does(question, limit):
    kernel = compiled("kernels.codes")
    assert kernel.count_consistent(*question) == plain_codes.count_consistent(*question)
    listed = plain_codes.list_consistent(*question, limit)
    assert kernel.list_consistent(*question, limit) == listed


@needs_native
def test_the_walk_and_the_counts_list_the_same(monkeypatch):
    kernel = compiled("kernels.codes")
    history = [(bytes([0, 0, 1, 1, 2]), 1, 1)]
    listed = kernel.list_consistent(
        CodeShape(8, 5, True, True), history, 50, bytes([3, 3, 0, 7, 1])
    )
    monkeypatch.setattr(kernel, "_MOST_LISTED", 0)
    assert (
        kernel.list_consistent(CodeShape(8, 5, True, True), history, 50, bytes([3, 3, 0, 7, 1]))
        == listed
    )


@given(st.data())
def test_populations_score_as_pegs(kernels, data):
    kernel = kernels("kernels.codes")
    holes = data.draw(st.integers(1, 18))
    colour = st.integers(0, data.draw(st.sampled_from([0, 3, 12, 63, 255])))
    code = st.lists(colour, min_size=holes, max_size=holes).map(bytes)
    guesses = data.draw(st.lists(code, max_size=4))
    codes = data.draw(st.lists(code, max_size=40))
    scores = [plain.pegs(guess, code) for guess in guesses for code in codes]
    joined = b"".join(guesses), b"".join(codes)
    matrix = kernels(HEURISTICS).score_matrix(holes, *joined)
    assert matrix.typecode == "H"
    assert list(matrix) == [black * (holes + 1) + white for black, white in scores]
    blocks = kernel.population_blocks(holes, *joined)
    assert blocks.typecode == "I"
    width = (holes + 1) ** 2
    assert len(blocks) == width * len(guesses)
    for row in range(len(guesses)):
        sizes = Counter(matrix[row * len(codes) : (row + 1) * len(codes)])
        assert list(blocks[row * width : (row + 1) * width]) == [sizes[at] for at in range(width)]
    history = [(guess, data.draw(st.integers(0, 40)), at) for at, guess in enumerate(guesses)]
    blacks, whites = kernels(HEURISTICS).distances(holes, joined[1], history)
    assert blacks.typecode == whites.typecode == "I"
    for code, far_black, far_white in zip(codes, blacks, whites, strict=True):
        answers = [plain.pegs(guess, code) for guess in guesses]
        pairs = list(zip(answers, history, strict=True))
        assert far_black == sum(abs(got[0] - turn[1]) for got, turn in pairs)
        assert far_white == sum(abs(got[1] - turn[2]) for got, turn in pairs)


@pytest.mark.parametrize("holes", [15, 16, 17, 254, 255])
def test_populations_of_long_codes_score_as_pegs(kernels, holes):
    random = Random(holes)
    guess, code = (bytes(random.choices(range(256), k=holes)) for _ in range(2))
    kernel, pegs = kernels("kernels.codes"), [plain.pegs(guess, other) for other in (code, guess)]
    blocks = kernel.population_blocks(holes, guess, code + guess)
    assert {at: size for at, size in enumerate(blocks) if size} == Counter(
        black * (holes + 1) + white for black, white in pegs
    )
    far = kernels(HEURISTICS).distances(holes, code + guess, [(guess, holes, 3)])
    assert [*zip(*far, strict=True)] == [(holes - b, abs(w - 3)) for b, w in pegs]


@pytest.mark.parametrize("repeats", [True, False])
def test_every_code_is_drawn_as_often(kernels, repeats):
    question = (
        CodeShape(7, 4, repeats, True),
        [(bytes([0, 1, 2, 3]), 1, 1), (bytes([0, 2, 4, 4]), 1, 0)],
    )
    expected = fitting(*question)
    assert len(expected) > 15
    size = len(expected) // 3
    counts = Counter()
    for seed in range(300):
        drawn = kernels("kernels.codes").sample_consistent(*question, size, seed)
        counts.update(drawn[at : at + 4] for at in range(0, len(drawn), 4))
    assert set(counts) == set(expected)
    share = size / len(expected)
    mean, degrees = 300 * share, len(expected) - 1
    # Draws without return vary less, by the share that is not drawn.
    chi = sum((counts[code] - mean) ** 2 / mean for code in expected) / (1 - share)
    assert abs(chi - degrees) < 5 * (2 * degrees) ** 0.5


def test_a_large_game_is_counted(kernels):
    kernel = kernels("kernels.codes")
    opening = bytes([0, 0, 1, 1, 2, 2, 3, 4])
    scores = [(black, white) for black in range(9) for white in range(9 - black)]
    shape = CodeShape(12, 8, True, True)
    counts = [kernel.count_consistent(shape, [(opening, *score)]) for score in scores]
    assert sum(counts) == 12**8
    assert counts[scores.index((2, 1))] == 17117820


@needs_native
def test_counts_may_be_over_64_bits():
    kernel = compiled("kernels.codes")
    shape = CodeShape(64, 16, True, True)
    assert kernel.count_consistent(shape, []) == 64**16
    drawn = kernel.sample_consistent(shape, [], 3, 1)
    assert len({drawn[at : at + 16] for at in range(0, 48, 16)}) == 3


@needs_native
def test_what_is_too_large_for_the_compiled_kernel_is_left_to_the_plain_one():
    kernel = compiled("kernels.codes")
    assert kernel.count_consistent(CodeShape(2, 18, True, True), []) == 2**18
    shape = CodeShape(100, 2, True, True)
    assert kernel.count_consistent(shape, [(bytes([99, 0]), 1, 0)]) == 198
    assert kernel.list_consistent(shape._replace(secret_repeats=False), [], 2) == bytes(
        [0, 1, 0, 2]
    )


@needs_native
def test_codes_whose_counts_need_too_much_memory_are_walked(monkeypatch):
    kernel = compiled("kernels.codes")
    monkeypatch.setattr(kernel, "_consistent", lambda *_: None)
    question = CodeShape(5, 3, True, True), [(bytes([0, 1, 2]), 1, 1)]
    codes = fitting(*question)
    assert kernel.count_consistent(*question) == len(codes)
    assert kernel.count_soon(*question) is None
    drawn = kernel.sample_consistent(*question, 4, 9)
    assert len({drawn[at : at + 3] for at in range(0, 12, 3)} & set(codes)) == 4
    assert kernel.sample_consistent(*question, 99, 9) == b"".join(
        codes[rank] for rank in kernel.draw_ranks(len(codes), 99, 9)
    )
    assert kernel.list_consistent(*question, 7) == b"".join(codes[:7])
    monkeypatch.setattr(kernel, "_MOST_WALKED", len(codes))
    kernel._walked.cache_clear()
    assert kernel.count_consistent(*question) is kernel.sample_consistent(*question, 4, 9) is None
    kernel._walked.cache_clear()


@pytest.mark.parametrize(("limit", "value"), [("STATES", 100), ("STEPS", 100)])
def test_plain_counts_end_at_their_limits(monkeypatch, limit, value):
    monkeypatch.setattr(plain_consistent, limit, value)
    plain_consistent.counted.cache_clear()
    shape = CodeShape(9, 6, True, True)
    question = shape, [(bytes([0, 1, 2, 3, 4, 5]), 1, 1), (bytes([0, 2, 1, 6, 7, 7]), 0, 2)]
    assert plain_codes.count_consistent(*question) is None
    assert plain_codes.count_soon(*question) is None
    assert plain_codes.sample_consistent(*question, 3, 1) is None
    assert plain_codes.count_consistent(shape, []) == 9**6
    plain_consistent.counted.cache_clear()
    monkeypatch.undo()
    assert plain_codes.count_consistent(*question) > 1000


@pytest.mark.unwatched
@needs_native
def test_what_cannot_be_counted_is_unknown_soon():
    secret, guess, other = (Random(seed).choices(range(16), k=16) for seed in range(3))
    history = [(bytes(code), *plain.pegs(code, secret)) for code in (guess, other)]
    kernel = compiled("kernels.codes")
    assert kernel.count_consistent(CodeShape(16, 16, True, True), history) is None
    assert kernel.sample_consistent(CodeShape(16, 16, True, True), history, 5, 1) is None


@needs_native
@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda native: native.consistent((5, 17, True, True), [], 9), "1 to 16"),
        (lambda native: native.consistent((256, 2, True, True), [], 1000), "1 to 255"),
        (lambda native: native.consistent((2, 3, False, True), [], 9), "at least as many"),
        (lambda native: native.consistent(SHAPE, [(b"\0\5", 0, 0)], 9), "below 5"),
        (lambda native: native.consistent(SHAPE, [(b"\0", 0, 0)], 9), "2 bytes"),
        (lambda native: native.consistent(SHAPE, [(b"\0\0", -1, 1)], 9), "from 0"),
        (lambda native: native.consistent(SHAPE, [(b"\0\0", 1)], 9), "turns"),
        (lambda native: native.consistent(SHAPE, [], 10**9).codes([0]), "two words"),
        (lambda native: native.score_matrix(2, b"\0", b"\0\0"), "codes of 2 bytes"),
        (lambda native: native.score_matrix(2, 7, b"\0\0"), "buffer"),
        (lambda native: native.distances(256, bytes(256), []), "1 to 255"),
        (lambda native: native.population_blocks(256, bytes(256), bytes(256)), "1 to 255"),
        (lambda native: native.random_codes((2, 2, True, True), 5, 1), "than there are codes"),
        (lambda native: native.breed(SHAPE, b"\0\0", [], (0, 0, 0, 0), 1), "one a code"),
        (lambda native: native.breed(SHAPE, b"\0\0", [0], (0, 0, 0, 0), 1), "sum from 1"),
        (lambda native: native.breed(SHAPE, b"\0\0", [2**32], (0,) * 4, 1), "below 2"),
        (lambda native: native.sampled_guess(SHAPE, [], 1, (2, *OPTIONS[1:])), "sample"),
        (
            lambda native: native.sampled_guess(SHAPE, [], 1, (9, *OPTIONS[1:])),
            "at most the sample",
        ),
        (lambda native: native.sampled_guess(SHAPE, [], 1, (*OPTIONS[:-1], 0)), "per_bit: .*1000"),
    ],
)
def test_bad_arguments_are_refused_at_the_border(call, words):
    with pytest.raises(BadArgument, match=words):
        call(import_module("mastermind_core.kernels._native"))


@needs_native
@given(questions(most_holes=18, most_colours=30), st.integers(2, 30), st.integers(0, 2**64 - 1))
def test_breeding_is_the_same_draw_for_draw(question, size, state):
    shape, random = question[0], Random(state)
    size = min(size, shape.colours if shape.secret_repeats else 1)
    kernel = compiled(HEURISTICS)
    drawn = kernel.random_codes(shape, size, state)
    assert drawn == plain_heuristics.random_codes(shape, size, state)
    population, state = drawn
    for _ in range(3):
        weights = [random.randrange(1, 1000) for _ in range(size)]
        breeding = Breeding(*(random.randrange(2**32 + 1) for _ in range(4)))
        bred = kernel.breed(shape, population, weights, breeding, state)
        assert bred == plain_heuristics.breed(shape, population, weights, breeding, state)
        population, state = bred


@given(questions(most_holes=4, most_colours=6), st.integers(0, 2**64 - 1))
def test_sampled_guesses_are_codes_and_the_same_again(kernels, question, seed):
    kernel = kernels(HEURISTICS)
    shape, history = question
    found = kernel.guess(shape, history, seed, OPTIONS)
    assert found == kernel.guess(shape, history, seed, OPTIONS)
    guess, scored = found
    fits = fitting(*question)
    assert len(guess) == (shape.holes if fits else 0)
    assert all(colour < shape.colours for colour in guess)
    assert scored >= min(1, len(fits))
    if 0 < len(fits) <= 2:
        assert guess == fits[0]


@needs_native
def test_sampled_openings_are_the_patterns_of_least_cost():
    opening = compiled(HEURISTICS).opening
    patterns = {(4, 6): "0123", (5, 8): "00123", (6, 9): "001123", (8, 12): "00112234"}
    for (holes, colours), pattern in patterns.items():
        found = opening(CodeShape(colours, holes, True, True), OPTIONS)
        assert found == bytes(map(int, pattern))
    assert opening(CodeShape(9, 8, False, False), OPTIONS) == bytes(range(8))
    assert opening(CodeShape(7, 9, True, True), OPTIONS) is None


# Both kernels draw the same codes for a seed, in one order that is written down


@needs_native
@given(questions(), st.integers(0, 40), st.integers(0, 2**64 - 1))
def test_both_kernels_draw_the_same_codes(question, size, seed):
    drawn = compiled("kernels.codes").sample_consistent(*question, size, seed)
    assert drawn == plain_codes.sample_consistent(*question, size, seed)


@given(questions(most_holes=4, most_colours=5))
def test_every_rank_is_another_code(question):
    shape, history = question
    codes = counted(shape, tuple(history))
    ranked = [codes.code(rank) for rank in range(codes.total)]
    assert sorted(ranked) == fitting(*question)


@needs_native
@pytest.mark.parametrize(
    ("colours", "holes", "repeats"),
    [(12, 8, True), (3, 12, True), (14, 6, False), (100, 4, True), (255, 3, True), (255, 2, False)],
)
def test_larger_games_too(colours, holes, repeats):
    random = Random(colours)
    kernel = compiled("kernels.codes")
    for turns in range(4):
        secret = bytes(
            random.sample(range(colours), holes) if not repeats else [7 % colours] * holes
        )
        guesses = [bytes(random.choices(range(colours), k=holes)) for _ in range(turns)]
        history = [(guess, *plain.pegs(guess, secret)) for guess in guesses]
        question = CodeShape(colours, holes, repeats, True), history
        assert kernel.count_consistent(*question) == plain_codes.count_consistent(*question)
        drawn = kernel.sample_consistent(*question, 20, turns)
        assert drawn == plain_codes.sample_consistent(*question, 20, turns)
        assert kernel.fits(*question) is plain_codes.fits(*question) is True
        count = kernel.count_consistent(*question)
        assert kernel.count_soon(*question) == plain_codes.count_soon(*question) == count


@pytest.mark.unwatched
@needs_native
def test_what_takes_long_to_find_out_is_not_known(monkeypatch):
    monkeypatch.setattr(plain_consistent, "STATES", 10_000)
    random = Random(1)
    secret = bytes(random.choices(range(12), k=16))
    guesses = [bytes(random.choices(range(12), k=16)) for _ in range(8)]
    history = [(guess, *plain.pegs(guess, secret)) for guess in guesses]
    shape = CodeShape(12, 16, True, True)
    assert compiled("kernels.codes").fits(shape, history) in {True, None}
    assert compiled("kernels.codes").fits(shape, [(guesses[0], 16, 1)]) is False
    assert compiled("kernels.codes").count_soon(shape, history) is None
    assert plain_codes.count_soon(shape, history) is None
    assert compiled("kernels.codes").count_soon(shape, [(guesses[0], 16, 1)]) == 0
