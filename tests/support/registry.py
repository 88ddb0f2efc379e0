"""Every sample of every registered game, every strategy and every metric, for parametrising."""

from __future__ import annotations

from functools import cache

import game_oracle as oracle
import pytest

import mastermind_core as mc

SAMPLES = [
    pytest.param(name, place, id=f"{name}-{'-'.join(map(str, options.values())) or place}")
    for name, entry in mc.GAMES.items()
    for place, options in enumerate(entry.samples)
]

#: The strategies that play by trees, by name, and the greedy strategy of every metric.
PLAYERS = {
    **{
        name: name
        for name, strategy in mc.STRATEGIES.items()
        if getattr(strategy, "needs_table", True)
    },
    **{f"greedy {name}": name for name in mc.METRICS},
}

#: Of the product of all samples and players every so many are quick; the others are marked slow.
#: Each sample meets some players, each player some samples: mutants of the package that fail
#: anywhere in the product fail in this part of it.
_EVERY = 7

PAIRS = [
    pytest.param(
        *sample.values,
        player,
        id=f"{sample.id}-{player}",
        marks=() if (row + column) % _EVERY == 0 else pytest.mark.slow,
    )
    for row, sample in enumerate(SAMPLES)
    for column, player in enumerate(PLAYERS)
]

every_sample = pytest.mark.parametrize(("name", "place"), SAMPLES)
every_pair = pytest.mark.parametrize(("name", "place", "player"), PAIRS)
every_metric = pytest.mark.parametrize("metric", list(mc.METRICS))


@cache
def sample(name, place):
    """Return a sample of a registered game."""
    entry = mc.GAMES[name]
    return entry.make(**entry.samples[place])


@cache
def strategy_of(player):
    """Return a registered strategy, or the greedy one of a metric."""
    name = PLAYERS[player]
    return mc.STRATEGIES[name] if player == name else mc.Greedy(mc.METRICS[name])


@cache
def tree_of(name, place, player):
    """Return the tree of a player on a sample; the tests share it."""
    return mc.lazy_tree(sample(name, place), strategy_of(player))


@cache
def least_worst_and_total(name, place):
    """Try all trees of a sample, if they are few; else return None."""
    game = sample(name, place)
    return oracle.least_worst_and_total(game) if len(game.secrets) <= 20 else None


@cache
def least_worst(name, place):
    """Return the least worst case of a sample, as the package finds it."""
    return mc.optimal_worst_case(sample(name, place))
