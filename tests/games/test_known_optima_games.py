"""Small proven optima of every game: published figures, and those that trying all trees gives."""

from __future__ import annotations

import pickle
from math import ceil, floor, log, log2

import game_oracle as oracle
import pytest

import mastermind_core as mc
from mastermind_core.notation import scores_of

TABLE = mc.games.AttributeTable(
    ["name", "size", "legs"],
    [["ant", "small", "6"], ["cat", "big", "4"], ["cow", "big", "4"], ["owl", "small", "2"]],
)

#: Small games, and their least worst case and least total over all trees.
SMALL = [
    (mc.games.BlackPegs(colours=2, holes=3), 4, 21),
    (mc.games.BlackPegs(colours=3, holes=2), 4, 25),
    (mc.games.BlackPegs(colours=3, holes=3, repeats="none"), 4, 15),
    (mc.games.Combinations(colours=3, holes=3), 3, 25),
    (mc.games.Combinations(colours=5, holes=2, repeats="none"), 4, 30),
    (mc.Jotto(["least", "slate", "stale", "tales", "fools"], answer="common"), 4, 12),
    (mc.games.OpenJotto(length=2, letters="abc"), 3, 21),
    (mc.games.Quordle(["abide", "speed", "erase"], boards=2), 2, 12),
    (mc.games.HigherLower(7), 3, 17),
    (mc.games.HigherLower((3, 2)), 2, 11),
    (mc.games.GuessWho(TABLE), 3, 10),
    (mc.games.GuessWho(TABLE, questions="attributes"), 3, 9),
    (mc.games.OddCoin(3), 3, 15),
    (mc.games.OddCoin(4, fault="heavy"), 3, 9),
    (mc.games.HiddenCell((3, 3)), 3, 21),
    (mc.games.HiddenCell((3, 3), distance="king"), 4, 25),
    (mc.games.HiddenCell((3, 3), distance="straight"), 3, 20),
    (mc.games.GroupTesting(items=4), 3, 10),
    (mc.games.GroupTesting(items=3, bad=3, exactly=False), 4, 28),
    (mc.games.GroupTesting(items=4, bad=2, answer="count"), 4, 17),
]


@pytest.mark.parametrize(("game", "worst", "total"), SMALL, ids=lambda item: repr(item)[:40])
def test_the_least_of_all_trees(game, worst, total):
    assert oracle.least_worst_and_total(game) == (worst, total)
    assert mc.optimal_worst_case(game) == worst
    assert mc.optimal(game).total == total


@pytest.mark.parametrize("game", [game for game, _, _ in SMALL], ids=lambda item: repr(item)[:40])
def test_every_option_is_written_read_and_copied(game):
    copy = pickle.loads(pickle.dumps(game))
    assert copy == game
    assert hash(copy) == hash(game)
    assert mc.from_json(mc.to_json(game)) == game
    for guess in game.guesses:
        assert game.parse_guess(game.format_guess(guess)) == guess
        for secret in game.secrets:
            score = game.score(guess, secret)
            assert score in scores_of(game)
            assert game.parse_score(game.format_score(score)) == score


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 8, 15, 16, 100])
def test_binary_search_is_the_best_for_a_number(size):
    assert mc.optimal_worst_case(mc.games.HigherLower(size)) == floor(log2(size)) + 1


@pytest.mark.parametrize("sizes", [(3, 3), (4, 2), (7, 7), (3, 3, 3)])
def test_numbers_are_searched_side_by_side(sizes):
    assert mc.optimal_worst_case(mc.games.HigherLower(sizes)) == floor(log2(max(sizes))) + 1


@pytest.mark.parametrize("coins", range(2, 10))
def test_coins_of_a_known_fault(coins):
    # ceil(log3 n) weighings, and the accusation.
    weighings = next(w for w in range(4) if 3**w >= coins)
    assert mc.optimal_worst_case(mc.games.OddCoin(coins, fault="heavy")) == weighings + 1


@pytest.mark.parametrize(
    ("coins", "weighings"), [(3, 2), (4, 3), (5, 3), pytest.param(6, 3), (7, 3)]
)
def test_coins_of_either_fault(coins, weighings):
    # Dyson: (3^w - 3) / 2 coins at most with w weighings, so 3 for two and 12 for three of them.
    assert coins <= (3**weighings - 3) // 2
    assert coins > (3 ** (weighings - 1) - 3) // 2
    assert mc.optimal_worst_case(mc.games.OddCoin(coins)) == weighings + 1


@pytest.mark.parametrize("items", range(1, 9))
def test_one_bad_item_is_found_by_halving(items):
    # ceil(log2 n) tests tell it; the last of them may be spared by accusing one of two.
    assert mc.optimal_worst_case(mc.games.GroupTesting(items)) == (
        1 if items == 1 else ceil(log2(items)) + 1
    )


@pytest.mark.parametrize("size", [2, 3, 4, 6, (7, 3), (2, 9)])
def test_two_corners_tell_all_cells_apart(size):
    # Melter and Tomescu: the metric dimension of a grid is 2.
    game = mc.games.HiddenCell(size)
    assert len(mc.studies.static_guesses(game)) == 2
    assert mc.studies.static_guesses(game).proven
    assert mc.optimal_worst_case(game) <= 3


@pytest.mark.parametrize(("holes", "least"), list(enumerate([1, 2, 3, 4, 4, 5], start=1)))
def test_the_metric_dimension_of_hypercubes(holes, least):
    # OEIS A303735.
    found = mc.studies.static_guesses(mc.games.BlackPegs(colours=2, holes=holes))
    assert found.proven
    assert len(found) == least


@pytest.mark.parametrize("colours", range(2, 7))
def test_static_black_pegs_of_two_holes(colours):
    # ceil((4c - 1) / 3) questions, the last of which is the secret (Jaeger and Drewes, 2016).
    found = mc.studies.static_guesses(mc.games.BlackPegs(colours=colours, holes=2))
    assert found.proven
    assert len(found) + 1 == ceil((4 * colours - 1) / 3)


@pytest.mark.parametrize("colours", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_static_black_pegs_of_three_holes(colours):
    # floor(3c / 2) + 1 questions, the last of which is the secret (Jaeger and Drewes, 2018).
    found = mc.studies.static_guesses(mc.games.BlackPegs(colours=colours, holes=3))
    assert found.proven
    assert len(found) + 1 == 3 * colours // 2 + 1


def test_guesses_of_colours_without_order_are_told_by_counting():
    # An answer to four holes is one of five numbers, and one of them ends the game.
    game = mc.games.Combinations(colours=4, holes=4)
    worst = mc.optimal_worst_case(game)
    assert worst >= ceil(log(len(game.secrets), len(game.scores)))
    assert mc.optimal(game).worst >= worst
