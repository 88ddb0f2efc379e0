"""The codes that fit a history, against the plain filter of all codes."""

from __future__ import annotations

from collections import Counter
from random import Random

import game_oracle as oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.heuristics.kernels import running
from mastermind_core.kernels import choose as kernels


@st.composite
def questions(draw):
    """Draw a small game and a history: of a secret as a rule, sometimes of anything."""
    holes = draw(st.integers(1, 4))
    repeats = draw(st.sampled_from(["both", "guesses", "none"]))
    colours = draw(st.integers(1 if repeats == "both" else holes, 5))
    game = mc.Mastermind(colours=colours, holes=holes, repeats=repeats)
    guesses = draw(st.lists(st.sampled_from(list(game.guesses)), max_size=4))
    if draw(st.integers(0, 4)):
        secret = draw(st.sampled_from(list(game.secrets)))
        return game, [(guess, oracle.pegs(guess, secret)) for guess in guesses]
    pegs = st.tuples(st.integers(0, holes), st.integers(0, holes))
    return game, [(guess, draw(pegs)) for guess in guesses]


def fitting(game, history):
    return [
        code
        for code in game.secrets
        if all(oracle.pegs(guess, code) == score for guess, score in history)
    ]


@given(questions())
def test_count_and_truth_are_those_of_the_filter(question):
    game, history = question
    codes = ConsistentCodes(game, history)
    expected = fitting(game, history)
    assert codes.count() == len(expected)
    assert bool(codes) == bool(expected)


@given(questions(), st.integers(0, 50))
def test_first_lists_in_order(question, limit):
    game, history = question
    assert ConsistentCodes(game, history).first(limit) == fitting(game, history)[:limit]


@given(questions(), st.data())
def test_next_goes_on_from_anywhere_and_round(question, data):
    game, history = question
    start = data.draw(st.sampled_from(list(game.guesses)))
    expected = fitting(game, history)
    codes = ConsistentCodes(game, history)
    if not expected:
        with pytest.raises(mc.InconsistentHistory, match="no code is consistent"):
            codes.next(start)
        return
    later = [code for code in expected if code >= start]
    assert codes.next(start) == (later or expected)[0]
    assert codes.next() == expected[0]


@given(questions(), st.integers(0, 40), st.integers(0, 2**64 - 1))
def test_samples_are_different_consistent_codes(question, size, seed):
    game, history = question
    codes = ConsistentCodes(game, history)
    sample = codes.sample(size, Random(seed))
    expected = fitting(game, history)
    assert len(set(sample)) == len(sample) == min(size, len(expected))
    assert set(sample) <= set(expected)
    assert sample == codes.sample(size, Random(seed))


@pytest.mark.parametrize("repeats", ["both", "guesses", "none"])
def test_every_code_is_drawn_as_often(repeats):
    game = mc.Mastermind(colours=5, holes=3, repeats=repeats)
    history = [((1, 2, 3), oracle.pegs((1, 2, 3), (3, 2, 5)))]
    expected = fitting(game, history)
    codes = ConsistentCodes(game, history)
    random = Random(7)
    counts = Counter(codes.one(random) for _ in range(200 * len(expected)))
    assert set(counts) == set(expected)
    # Chi-square: its mean is one less than the number of codes, its variance twice that.
    degrees = len(expected) - 1
    statistic = sum((counts[code] - 200) ** 2 / 200 for code in expected)
    assert abs(statistic - degrees) < 5 * (2 * degrees) ** 0.5


def test_games_too_large_for_a_list_are_counted():
    game = mc.Mastermind(colours=12, holes=8)
    assert ConsistentCodes(game).count() == 12**8
    opening = (1, 1, 2, 2, 3, 3, 4, 5)
    scores = [(b, w) for b in range(9) for w in range(9 - b)]
    parts = [ConsistentCodes(game, [(opening, score)]).count() for score in scores]
    assert sum(parts) == 12**8
    assert parts[scores.index((7, 1))] == 0
    assert parts[scores.index((8, 0))] == 1


def test_an_impossible_history_has_no_codes():
    game = mc.Mastermind(colours=6, holes=4)
    codes = ConsistentCodes(game, [((1, 1, 2, 2), (4, 0)), ((1, 1, 1, 1), (0, 0))])
    assert not codes
    assert codes.count() == 0
    assert codes.sample(3, Random(1)) == []
    with pytest.raises(mc.InconsistentHistory, match="2 scores"):
        codes.one(Random(1))


@given(questions(), st.integers(0, 2**32))
def test_distances_are_sums_of_differences(question, seed):
    game, history = question
    coding = Coding(game)
    population = Random(seed).choices(list(game.guesses), k=5)
    written = b"".join(map(coding.encode, population))
    blacks, whites = running.distances(game.holes, written, coding.history(history))
    for code, black, white in zip(population, blacks, whites, strict=True):
        got = [oracle.pegs(guess, code) for guess, _ in history]
        wanted = [score for _, score in history]
        assert black == sum(abs(g[0] - w[0]) for g, w in zip(got, wanted, strict=True))
        assert white == sum(abs(g[1] - w[1]) for g, w in zip(got, wanted, strict=True))


@given(questions(), st.integers(0, 2**32))
def test_population_blocks_count_the_answers(question, seed):
    game, _ = question
    coding = Coding(game)
    random = Random(seed)
    guesses, codes = (random.choices(list(game.guesses), k=k) for k in (3, 7))
    blocks = kernels.codes.population_blocks(
        game.holes, b"".join(map(coding.encode, guesses)), b"".join(map(coding.encode, codes))
    )
    width = (game.holes + 1) ** 2
    assert len(blocks) == 3 * width
    for row, guess in enumerate(guesses):
        sizes = Counter(oracle.pegs(guess, code) for code in codes)
        for (black, white), size in sizes.items():
            assert blocks[row * width + black * (game.holes + 1) + white] == size
        assert sum(blocks[row * width : (row + 1) * width]) == len(codes)


@given(questions(), st.integers(0, 50), st.data())
def test_the_kernel_in_use_counts_and_lists_what_fits(question, limit, data):
    game, history = question
    coding = Coding(game)
    asked = coding.shape, coding.history(history)
    start = data.draw(st.sampled_from([b"", *map(coding.encode, game.guesses)]))
    used = kernels.codes
    fits = [coding.encode(code) for code in fitting(game, history)]
    assert used.count_consistent(*asked) == len(fits)
    later = [code for code in fits if code >= start]
    assert used.list_consistent(*asked, limit, start) == b"".join(later[:limit])


def test_what_is_no_game_of_codes_is_refused():
    with pytest.raises(mc.BadGame, match="game of codes"):
        Coding(mc.TwoD(3))
    with pytest.raises(mc.BadGame, match="255"):
        Coding(mc.Mastermind(colours=300, holes=2))
    game = mc.Mastermind(colours=3, holes=2)
    with pytest.raises(mc.BadArgument, match="not a colour"):
        ConsistentCodes(game, [((1, 9), (0, 0))]).count()
    with pytest.raises(mc.BadArgument, match="2 holes"):
        ConsistentCodes(game, [((1,), (0, 0))]).count()
    for score in ("yes", (1,), (-1, 0), 3):
        with pytest.raises(mc.BadArgument, match="black and white pegs"):
            ConsistentCodes(game, [((1, 2), score)]).count()


@pytest.mark.parametrize(("colours", "holes"), [(6, 4), (4, 5), (8, 5)])
@pytest.mark.parametrize("seed", range(4))
def test_however_long_a_history_is_the_codes_that_fit_are_counted(colours, holes, seed):
    random = Random(seed)
    game = mc.Mastermind(colours=colours, holes=holes)
    secret = random.choice(game.secrets)
    guesses = random.sample(game.guesses, 80)
    history = [(guess, oracle.pegs(guess, secret)) for guess in guesses]
    left = list(game.secrets)
    for turns, (guess, answer) in enumerate(history, start=1):
        left = [code for code in left if oracle.pegs(guess, code) == answer]
        if turns > 30:
            codes = ConsistentCodes(game, history[:turns])
            assert codes.count() == len(left)
            assert codes.first(1) == left[:1]
