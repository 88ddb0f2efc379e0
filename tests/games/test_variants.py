"""Weights, costs and goals of any game: they change what is best, and nothing else."""

from __future__ import annotations

import pickle
from array import array
from decimal import Decimal
from fractions import Fraction

import game_oracle as oracle
import pytest
from errors import one_line
from registry import every_sample, sample

import mastermind_core as mc
from mastermind_core.table import find_symmetry


def weights_of(game):
    return [1 + place % 3 for place in range(len(game.secrets))]


@every_sample
def test_every_game_can_have_weights(name, place):
    game = sample(name, place)
    weights = weights_of(game)
    loaded = mc.weighted(game, weights)
    assert isinstance(loaded, mc.Game)
    assert isinstance(loaded, mc.games.Weighted)
    assert isinstance(loaded, mc.games.HistoryLegal) == isinstance(game, mc.games.HistoryLegal)
    assert loaded == mc.weighted(game, dict(zip(game.secrets, weights, strict=True)))
    assert pickle.loads(pickle.dumps(loaded)) == loaded
    assert hash(pickle.loads(pickle.dumps(loaded))) == hash(loaded)
    table, plain = mc.compile_game(loaded), mc.compile_game(game)
    assert list(table.weights) == weights
    for guess in range(len(game.guesses)):
        assert table.split(guess, table.everything) == plain.split(guess, plain.everything)
    for guess in game.guesses:
        assert loaded.parse_guess(loaded.format_guess(guess)) == guess


@every_sample
def test_the_least_weighted_total_is_that_of_all_trees(name, place):
    game = sample(name, place)
    if len(game.secrets) > 8:
        pytest.skip("too many trees to try them all")
    loaded = mc.weighted(game, weights_of(game))
    worst, total = oracle.least_worst_and_total(loaded)
    assert mc.optimal(loaded).total == total
    assert mc.optimal_worst_case(loaded) == worst


def test_generators_keep_the_weights():
    game = mc.Mastermind(colours=3, holes=2)
    variant = mc.weighted(game, lambda code: 2 if 3 in code else 1)
    kept = find_symmetry(variant, mc.compile_game(variant)).guesses
    assert len(kept) == 2  # the holes, and the colours 1 and 2
    assert len(list(game.generators())) == 3


def test_hard_mode_with_weights():
    game = mc.weighted(mc.Wordle(["abide", "speed", "erase"], hard=True), [5, 1, 1])
    assert mc.optimal(game, pool="legal").total == 5 + 2 + 2


def test_a_later_value_takes_the_place_of_an_earlier_one():
    game = mc.TwoD(2)
    assert mc.weighted(mc.weighted(game, [1, 2, 3, 4]), [4, 3, 2, 1]) == mc.weighted(
        game, [4, 3, 2, 1]
    )
    assert mc.identified(mc.identified(game, by=sum)) == mc.identified(game)
    assert mc.identified(game, by=lambda cell: cell) == mc.identified(game)


@pytest.mark.parametrize(
    ("given", "units", "unit"),
    [
        ([2, 4, 6, 8], (1, 2, 3, 4), 2),
        ([Fraction(1, 2), 1, Fraction(1, 3), 0], (3, 6, 2, 0), Fraction(1, 6)),
        ([0.5, 0.25, 0.125, 0.125], (4, 2, 1, 1), Fraction(1, 8)),
        ([0.1, 0.2, 0.3, 0.4], (1, 2, 3, 4), Fraction(1, 10)),
        ([Decimal("1.5"), 1, 1, 1], (3, 2, 2, 2), Fraction(1, 2)),
        (array("i", [5, 5, 5, 5]), (1, 1, 1, 1), 5),
        ({(0, 1): 3}, (1, 3, 1, 1), 1),
        (lambda cell: 1 + cell[0], (1, 1, 2, 2), 1),
    ],
)
def test_weights_in_their_units(given, units, unit):
    table = mc.compile_game(mc.weighted(mc.TwoD(2), given))
    assert (table.weights, table.weight_unit) == (units, unit)
    assert table.uniform == (set(units) <= {0, 1})
    assert list(table.everything) == [at for at, weight in enumerate(units) if weight]


def test_floats_without_a_common_denominator_are_parts_of_the_largest():
    weights = [1 / (rank + 0.7) for rank in range(100)]
    game = mc.weighted(mc.games.HigherLower(100), weights)
    table = mc.compile_game(game)
    assert table.weights[0] == 10**6
    for own, given in zip(table.weights, weights, strict=True):
        assert abs(own / 10**6 - given / weights[0]) < 1e-6


def test_numbers_of_numpy():
    numpy = pytest.importorskip("numpy")
    game = mc.TwoD(2)
    for kind in ("int64", "uint8", "float32", "float64"):
        made = mc.weighted(game, numpy.array([1, 2, 3, 4], kind))
        assert made == mc.weighted(game, [1, 2, 3, 4])
        assert {type(weight) for weight in made.weights} == {int}
    with one_line(mc.BadGame, "weight of (0, 0)", "True"):
        mc.weighted(game, numpy.array([True, True, True, False]))


def test_a_secret_of_weight_0_is_never_hidden():
    game = mc.weighted(mc.games.HigherLower(4), [0, 1, 1, 0])
    assert list(mc.compile_game(game).everything) == [1, 2]
    assert list(mc.compile_game(game).after([])) == [1, 2]


@pytest.mark.parametrize(
    ("make", "given", "parts"),
    [
        (mc.weighted, [1, 2], ("weights has 2 entries for 4 secrets",)),
        (mc.weighted, [1, 2, 3, -1], ("weight of (2, 2)", "number from 0", "-1")),
        (mc.weighted, [1, 2, 3, True], ("weight of (2, 2)", "True")),
        (mc.weighted, [1, 2, 3, float("nan")], ("weight of (2, 2)", "nan")),
        (mc.weighted, [0] * 4, ("all weights are 0",)),
        (mc.weighted, {1, 2, 3, 4}, ("in the order of the secrets", "{1, 2, 3, 4}")),
        (mc.weighted, "1111", ("in the order of the secrets", "'1111'")),
        (mc.weighted, 5, ("in the order of the secrets", "5")),
        (mc.weighted, [2**59, 1, 1, 1], ("2**60", "round the weights")),
        (mc.priced, [1, 2], ("costs has 2 entries for 4 guesses",)),
        (mc.priced, [1, 2, 3, 0], ("cost of (2, 2)", "number over 0", "0")),
        (mc.priced, [1, 2, 3, -1.5], ("cost of (2, 2)", "number over 0", "-1.5")),
        (mc.priced, {1, 2}, ("in the order of the guesses", "{1, 2}")),
        (mc.identified, [1, 2], ("by has 2 entries for 4 secrets",)),
        (mc.identified, [1, 2, 3, []], ("goal of (2, 2)", "not hashable", "[]")),
        (mc.identified, [1, 2, 3, float("nan")], ("goal of (2, 2)", "nan")),
    ],
)
def test_bad_numbers(make, given, parts):
    with one_line(mc.BadGame, *parts):
        make(mc.Mastermind(colours=2, holes=2), given)


def test_numbers_of_others_and_of_large_games():
    game = mc.Mastermind(colours=2, holes=2)
    with one_line(mc.BadArgument, "(1, 3)", "not a secret of"):
        mc.weighted(game, {(1, 3): 2})
    with one_line(mc.BadArgument, "(1, 3)", "not a guess of"):
        mc.priced(game, {(1, 3): 2})
    with one_line(mc.BadArgument, "(1, 3)", "not a secret of"):
        mc.identified(game, {(1, 3): 2})
    for colours, holes in ((12, 8), (30, 30)):
        large = mc.Mastermind(colours=colours, holes=holes)
        for make in (mc.weighted, mc.priced, mc.identified):
            with one_line(mc.BadGame, "too many"):
                make(large, [1])
        assert mc.identified(large).goals == "secret"


def test_a_matrix_of_numpy():
    numpy = pytest.importorskip("numpy")
    for kind in ("uint8", "int8", "int64", "uint16", "bool", "float64", "object"):
        for order in "CF":
            matrix = numpy.array([[0, 1, 1], [1, 1, 0]], kind, order=order)
            game = mc.FiniteGame("xy", "abc", matrix, goal=len)
            got = [[game.score(guess, secret) for secret in "abc"] for guess in "xy"]
            assert got == [[0, 1, 1], [1, 1, 0]]
            assert {type(score) for row in got for score in row} <= {int, bool, float}


@pytest.mark.parametrize(
    ("matrix", "parts"),
    [
        ([[0, 1], [1, 0]], ("2 rows of 2 scores", "2 guesses", "3 secrets")),
        ([[0, 1, 2]], ("1 rows of 3 scores",)),
        ([[0, 1, []], [1, 2, 3]], ("row 0", "not hashable")),
        ([[0, 1, float("nan")], [1, 2, 3]], ("nan", "does not equal any answer")),
        (["abc", "bcd"], ("row 0", "list of scores", "'abc'")),
        ([1, 2], ("row 0", "list of scores", "1")),
    ],
)
def test_a_matrix_that_does_not_fit(matrix, parts):
    with one_line(mc.BadGame, *parts):
        mc.FiniteGame("xy", "abc", matrix, goal=len)


@pytest.mark.parametrize("weight", ["1e99999999", "1e-99999999"])
def test_a_decimal_that_would_take_all_memory_is_no_number(weight):
    with one_line(mc.BadGame, "weight"):
        mc.weighted(mc.TwoD(2), [Decimal(weight), 1, 1, 1])
    assert mc.weighted(mc.TwoD(2), [Decimal("1e9"), 1, 1, 1]).weights[0] == 10**9
