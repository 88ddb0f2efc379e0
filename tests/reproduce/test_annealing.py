"""Simulated annealing with its open choices, held to the registered strategy."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import pytest

import mastermind_core as mc
from mastermind_core.strategies import RhodesAnnealing
from reproduce.annealing import annealed

GAME = mc.Mastermind(colours=4, holes=3)

#: Games of each of two ways to play, many in a slow test.
GAMES = [300, pytest.param(2400, marks=pytest.mark.slow)]


def mean_and_error(lengths):
    games = sum(lengths.values())
    mean = sum(n * count for n, count in lengths.items()) / games
    squares = sum(n * n * count for n, count in lengths.items()) / games
    return mean, sqrt((squares - mean**2) / games)


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("near", ["hamming", "exchange"])
@pytest.mark.parametrize("rejected", ["again", "fitting"])
def test_games_are_as_long_as_those_of_the_strategy(near, rejected, games):
    strategy = RhodesAnnealing(near=near, rejected=rejected)
    one = mean_and_error(annealed(GAME, games, seed=1, near=near, rejected=rejected).lengths)
    other = mean_and_error(mc.simulate(GAME, strategy, games=games, seed=1).lengths)
    assert abs(one[0] - other[0]) < 4 * sqrt(one[1] ** 2 + other[1] ** 2)


@pytest.mark.slow
def test_a_query_that_is_asked_once_more_counts_and_codes_left_out_help():
    means = [
        mean_and_error(annealed(GAME, 2400, seed=2, **options).lengths)
        for options in ({"rejected": "same"}, {}, {"played": False})
    ]
    for (longer, one), (shorter, other) in pairwise(means):
        assert longer - shorter > 4 * sqrt(one**2 + other**2)
