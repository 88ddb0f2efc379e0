"""A game that was changed after it was compiled is another game."""

from __future__ import annotations

import pytest

import mastermind_core as mc


class Changing:
    """A game whose parts may be set."""

    def __init__(self, n):
        self.guesses = self.secrets = list(range(n))
        self.endstates = {0}
        self.near = 1
        self.scored = 0

    def score(self, guess, secret):
        self.scored += 1
        return min(abs(guess - secret), self.near)


def total(game):
    return mc.optimal(game).total


@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.secrets.append(4),
        lambda game: game.secrets.pop(),
        lambda game: setattr(game, "secrets", [0, 1, 2]),
        lambda game: setattr(game, "guesses", [*range(4), 9]),
        lambda game: setattr(game, "near", 5),
    ],
)
def test_a_change_is_noticed(change):
    game = Changing(4)
    before = mc.compile_game(game)
    assert mc.compile_game(game) is before
    change(game)
    fresh = Changing(4)
    change(fresh)
    assert total(game) == total(fresh)
    assert mc.compile_game(game) is not before
    assert mc.replay(game, mc.lazy_tree(game, "knuth")).count == len(game.secrets)


def test_it_takes_four_scores_to_see_that_nothing_changed():
    game = Changing(40)
    mc.compile_game(game)
    scored = game.scored
    mc.compile_game(game)
    assert game.scored - scored == 4
    assert scored >= 1600
