"""What is no guess, no secret, no history or no answer is refused in one line; large games too."""

from __future__ import annotations

from collections import Counter
from itertools import count
from math import comb

import pytest
from errors import one_line

import mastermind_core as mc

GAME = mc.Mastermind(colours=3, holes=3)
WORDS = mc.FiniteGame("abc", "abc", lambda guess, secret: guess == secret, {True})
LARGE = mc.Mastermind(colours=8, holes=12)
ONES = (1,) * 12


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mc.partition(GAME, "1123"), "'1123' is not a guess of"),
        (lambda: mc.partition(WORDS, "d"), "'d' is not a guess of"),
        (lambda: mc.partition(WORDS, [1]), r"\[1\] is not a guess of"),
        (lambda: mc.block_sizes(GAME, 5), "5 is not a guess of"),
        (lambda: mc.decision_entropy(GAME, (9, 9, 9)), r"\(9, 9, 9\) is not a guess of"),
        (lambda: mc.partition(GAME, (1, 1, 2), ["112"]), "candidates: '112' is not a secret of"),
        (lambda: mc.partition(WORDS, "a", "ad"), "candidates: 'd' is not a secret of"),
        (lambda: mc.partition(WORDS, "a", 7), "candidates must be a collection of secrets"),
        (lambda: mc.consistent(GAME, [(1, 2, 3)]), r"turn 1 must be a pair \(guess, score\)"),
        (lambda: mc.consistent(GAME, 3), "history must be a list of pairs"),
        (lambda: mc.consistent(GAME, ["ab"]), "turn 1 must be a pair"),
        (lambda: mc.consistent(GAME, [((4, 4, 4), (0, 0))]), r"\(4, 4, 4\) is not a guess of"),
    ],
)
def test_what_is_none_of_the_game_is_refused(call, message):
    with pytest.raises(mc.BadArgument, match=message) as raised:
        call()
    assert "\n" not in str(raised.value)


def test_something_else_than_a_game_is_refused():
    with pytest.raises(mc.BadGame, match="has no guesses"):
        mc.partition((1, 1, 2), GAME)


def test_codes_of_a_large_game_are_counted_behind_a_guess():
    sizes = mc.block_sizes(LARGE, ONES)
    # A code of k ones has k blacks; the other holes have seven colours each.
    assert sizes == {(k, 0): comb(12, k) * 7 ** (12 - k) for k in range(13)}
    assert mc.decision_entropy(LARGE, ONES) == pytest.approx(mc.entropy(sizes.values()), abs=1e-12)


def test_large_games_list_what_fits_and_nothing_else(monkeypatch):
    found = mc.consistent(LARGE, [(ONES, (11, 0))])
    assert len(found) == 12 * 7
    assert found == sorted(found)
    assert all(Counter(code)[1] == 11 for code in found)
    small = mc.Mastermind(colours=4, holes=4)
    history = [((1, 1, 2, 3), (1, 1)), ((1, 2, 4, 4), (0, 2))]
    wanted = mc.consistent(small, history)
    sizes = mc.block_sizes(small, (1, 1, 2, 3))
    monkeypatch.setattr("mastermind_core.partitions._SCORED", 10)
    assert mc.consistent(small, history) == wanted
    assert mc.block_sizes(small, (1, 1, 2, 3)) == sizes


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mc.partition(LARGE, ONES), "too many secrets to list"),
        (lambda: mc.consistent(LARGE, []), "68,719,476,736 codes are consistent, over 1,048,576"),
        (lambda: mc.consistent(LARGE, [(ONES, (0, 0))]), "13,841,287,201 codes are consistent"),
        (lambda: mc.consistent(mc.Mastermind(8, 40), []), "codes are consistent, over"),
    ],
)
def test_too_many_to_list_are_refused_before_they_are_made(call, message):
    with pytest.raises(mc.GameTooLarge, match=message):
        call()


def test_the_answer_that_contradicts_is_named_in_a_large_game():
    history = [(ONES, (11, 0)), ((2,) * 12, (2, 0)), ((3,) * 12, (0, 0))]
    with pytest.raises(mc.InconsistentHistory, match=r"answer 2, 2,0 to 2{12}, .*none of the 84"):
        mc.consistent(LARGE, history)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mc.best_decision(GAME, 5), "candidates must be a collection of secrets"),
        (lambda: mc.entropy(5), "entropy needs a collection of numbers, not 5"),
        (lambda: mc.entropy(["a", 1]), "entropy needs a collection of numbers"),
        (lambda: mc.entropy([1, float("nan")]), "entropy needs weights from 0"),
        (lambda: mc.ConsistentCodes(GAME, 3).count(), "history must be a list of pairs"),
        (lambda: mc.ConsistentCodes(GAME, [(1, 2, 3)]).count(), "turn 1 must be a pair"),
        (lambda: mc.ConsistentCodes(GAME, [(5, (1, 0))]).count(), "3 colours of the game, not 5"),
        (
            lambda: mc.ConsistentCodes(GAME).first("a"),
            "limit must be an integer from 0, not 'a'",
        ),
        (lambda: mc.ConsistentCodes(GAME).first(-1), "limit must be an integer from 0, not -1"),
        (
            lambda: mc.ConsistentCodes(GAME).sample(3, "x"),
            "seed must be an integer, .* not .x.",
        ),
    ],
)
def test_arguments_of_another_kind_are_refused(call, message):
    with pytest.raises(mc.BadArgument, match=message):
        call()


def test_a_split_of_any_items_is_another_function():
    with one_line(
        mc.BadArgument, "partition takes a game and a guess", "blocks_by(items, function)"
    ):
        mc.partition(range(1, 11), lambda number: number % 2)
    assert mc.blocks_by(range(1, 11), lambda number: number % 2).sizes == {1: 5, 0: 5}


@pytest.mark.parametrize("candidates", [lambda: range(10**12), count], ids=["long", "endless"])
@pytest.mark.parametrize("call", [mc.partition, mc.block_sizes], ids=["partition", "block_sizes"])
def test_candidates_are_read_until_one_is_not_a_secret(call, candidates):
    game = mc.FiniteGame(range(5), range(5), lambda guess, secret: guess == secret, [True])
    with one_line(mc.BadArgument, "candidates: 5 is not a secret"):
        call(game, 1, candidates())
    assert dict(mc.partition(game, 1, iter([0, 1]))) == {False: [0], True: [1]}
