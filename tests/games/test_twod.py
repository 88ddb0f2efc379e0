"""The score of the grid game."""

from __future__ import annotations

from itertools import product

import pytest

import mastermind_core as mc


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_the_points_are_those_of_the_grid(size):
    game = mc.TwoD(size)
    assert list(game.guesses) == list(game.secrets) == list(product(range(size), repeat=2))


def test_the_score_compares_both_coordinates_at_once():
    game = mc.TwoD(4)
    for (a, b), (c, d) in product(game.guesses, game.secrets):
        less, greater, equal = game.score((a, b), (c, d))
        assert less == (max(a - c, b - d) <= 0)
        assert greater == (min(a - c, b - d) >= 0)
        assert equal == (less and greater) == ((a, b) == (c, d))
        assert game.score((c, d), (a, b)) == mc.games.Comparison(greater, less, equal)
        assert ((less, greater, equal) in game.endstates) == equal
