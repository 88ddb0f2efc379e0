"""Weights in any game: they change the totals, and nothing else."""

from __future__ import annotations

import pickle

import oracle
import pytest
from errors import one_line
from registry import every_sample, sample

import mastermind_core as mc


def weights_of(game):
    return [1 + place % 3 for place in range(len(game.secrets))]


@every_sample
def test_every_game_can_have_weights(name, place):
    game = sample(name, place)
    weights = weights_of(game)
    loaded = mc.weighted(game, weights)
    assert isinstance(loaded, mc.Game)
    assert isinstance(loaded, mc.Weighted)
    assert isinstance(loaded, mc.HistoryLegal) == isinstance(game, mc.HistoryLegal)
    assert loaded == mc.weighted(game, dict(zip(game.secrets, weights, strict=True)))
    assert pickle.loads(pickle.dumps(loaded)) == loaded
    assert hash(pickle.loads(pickle.dumps(loaded))) == hash(loaded)
    table, plain = mc.compile_game(loaded), mc.compile_game(game)
    assert list(table.weights) == weights
    for guess in range(len(game.guesses)):
        assert table.split(guess, table.everything) == plain.split(guess, plain.everything)
    for guess in game.guesses:
        assert loaded.parse_guess(loaded.show_guess(guess)) == guess


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
    kept = list(mc.weighted(game, lambda code: 2 if 3 in code else 1).generators())
    assert len(kept) == 2  # the holes, and the colours 1 and 2
    assert len(list(game.generators())) == 3


def test_hard_mode_with_weights():
    game = mc.weighted(mc.Wordle(["abide", "speed", "erase"], hard=True), [5, 1, 1])
    assert mc.optimal(game, pool="legal").total == 5 + 2 + 2


@pytest.mark.parametrize(
    ("weights", "parts"),
    [
        ([1, 2], ("2 numbers for 4 secrets",)),
        ([1, 2, 3, 0], ("weight of (2, 2)", "integer from 1", "0")),
        ([1, 2, 3, True], ("weight of (2, 2)", "True")),
        ([1, 2, 3, 1.5], ("weight of (2, 2)", "1.5")),
        ({1, 2, 3, 4}, ("in the order of the secrets", "{1, 2, 3, 4}")),
        ("1111", ("in the order of the secrets", "'1111'")),
        (5, ("in the order of the secrets", "5")),
    ],
)
def test_bad_weights(weights, parts):
    with one_line(mc.BadGame, *parts):
        mc.weighted(mc.Mastermind(colours=2, holes=2), weights)


def test_weights_of_other_secrets_and_of_large_games():
    with one_line(mc.BadArgument, "(1, 3)", "no secret of"):
        mc.weighted(mc.Mastermind(colours=2, holes=2), {(1, 3): 2})
    for colours, holes in ((12, 8), (30, 30)):
        with one_line(mc.BadGame, "too many secrets"):
            mc.weighted(mc.Mastermind(colours=colours, holes=holes), [1])
