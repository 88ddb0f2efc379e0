"""Strategies that draw among equals, or look two answers ahead, where secrets have weights."""

from __future__ import annotations

from array import array
from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

import mastermind_core as mc
from mastermind_core.strategies import AnyBest, TwoPly

METRICS = {"expected_size": sum, "largest_block": max}


def weighed_game(seed, game):
    random = Random(seed)
    return mc.weighted(game, [random.choice([1, 2, 3, 10, 40]) for _ in game.secrets])


GAMES = [
    weighed_game(1, mc.TwoD(4)),
    weighed_game(2, mc.Mastermind(colours=4, holes=2)),
    weighed_game(3, mc.games.HigherLower(9)),
]
every_game = pytest.mark.parametrize("game", GAMES, ids=["twod", "mastermind", "higher-lower"])
every_metric = pytest.mark.parametrize("name", METRICS)


def blocks_of(game, guess, secrets):
    blocks = defaultdict(list)
    for secret in secrets:
        blocks[game.score(guess, secret)].append(secret)
    return blocks


def cost_of(game, name, blocks):
    weight = dict(zip(game.secrets, game.weights, strict=True))
    sizes = [sum(map(weight.get, block)) for block in blocks]
    return METRICS[name](size * size if name == "expected_size" else size for size in sizes)


def left_of(game, seed):
    secrets = list(game.secrets)
    return [secrets, sorted(Random(seed).sample(secrets, len(secrets) // 2))]


@every_metric
@every_game
def test_all_that_cost_least_by_weight_are_drawn_from(game, name):
    table = mc.compile_game(game)
    for secrets in left_of(game, 4):
        cost = {g: cost_of(game, name, blocks_of(game, g, secrets).values()) for g in game.guesses}
        telling = [
            guess
            for guess in game.guesses
            if len(blocks_of(game, guess, secrets)) > 1
            or set(blocks_of(game, guess, secrets)) <= set(game.endstates)
        ]
        least = min(map(cost.get, telling))
        best = [guess for guess in telling if cost[guess] == least]
        may_win = [g for g in best if set(blocks_of(game, g, secrets)) & set(game.endstates)]
        ids = array("I", map(table.secrets.__getitem__, secrets))
        options = AnyBest(name).options(table, ids)
        assert [table.guesses.items[at] for at in options] == (may_win or best)


@every_metric
@every_game
def test_two_plies_are_weighed_by_what_both_answers_leave(game, name):
    table = mc.compile_game(game)
    for secrets in left_of(game, 5):
        ids = array("I", map(table.secrets.__getitem__, secrets))
        for at, guess in enumerate(table.guesses.items):
            left = []
            for score, block in blocks_of(game, guess, secrets).items():
                if score in game.endstates or len(block) == 1:
                    left.append(block)
                    continue
                after = (list(blocks_of(game, one, block).values()) for one in game.guesses)
                left += min(after, key=lambda parts: cost_of(game, name, parts))
            assert TwoPly(name).cost(table, at, ids) == cost_of(game, name, left)


@pytest.mark.parametrize("name", ["entropy", "naming", "ranks", "expected_size", "largest_block"])
def test_trees_of_games_with_costs_and_goals_are_whole(name):
    even = weighed_game(6, mc.TwoD(3))
    for game in (
        mc.priced(even, lambda guess: Fraction(1, 2) + guess[0]),
        mc.identified(even),
        mc.identified(mc.priced(mc.TwoD(3), lambda guess: 1 + guess[1]), by=lambda one: one[0]),
    ):
        best = mc.optimal(game).total
        for strategy in (TwoPly(name), AnyBest(name)):
            tree = mc.lazy_tree(game, strategy)
            assert mc.replay(game, tree) == mc.length_distribution(game, tree)
            assert mc.cost_distribution(game, tree).total >= best
