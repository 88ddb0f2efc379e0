"""Least sets of guesses that are asked at once, against trying all sets."""

from __future__ import annotations

from itertools import combinations

import pytest
from adhoc import games
from errors import one_line
from hypothesis import given

import mastermind_core as mc


def tells_all(game, guesses):
    answers = {tuple(game.score(guess, secret) for guess in guesses) for secret in game.secrets}
    return len(answers) == len(game.secrets)


def least_by_trying(game):
    """Try all sets of guesses, the small ones first; None where not even all of them do."""
    for size in range(len(game.guesses) + 1):
        if any(tells_all(game, some) for some in combinations(game.guesses, size)):
            return size
    return None


@given(games(guesses=7, secrets=7))
def test_random_games(game):
    least = least_by_trying(game)
    if least is None:
        with one_line(mc.BadGame, "the same score for every guess"):
            mc.studies.static_guesses(game)
    else:
        found = mc.studies.static_guesses(game)
        assert found.proven
        assert len(found) == found.lower_bound == least
        assert tells_all(game, found.guesses)


@pytest.mark.parametrize(
    "game",
    [
        mc.Mastermind(colours=3, holes=2),
        mc.Mastermind(colours=2, holes=3),
        mc.BullsAndCows(digits=4, places=2),
        mc.TwoD(3),
        mc.games.HiddenCell((3, 3), distance="king"),
        mc.games.OddCoin(3),
        mc.games.GroupTesting(items=4, bad=2, answer="count"),
    ],
)
def test_games_with_symmetries(game):
    found = mc.studies.static_guesses(game)
    assert found.proven
    assert len(found) == least_by_trying(game)
    assert tells_all(game, found.guesses)


def test_a_search_that_stops_says_what_it_knows():
    game = mc.games.BlackPegs(colours=4, holes=3)
    found = mc.studies.static_guesses(game, nodes=50)
    assert not found.proven
    assert found.lower_bound <= 6 <= len(found)
    assert tells_all(game, found.guesses)
    assert "at least" in str(found)


def test_what_cannot_be_searched_is_refused():
    with one_line(mc.GameTooLarge, "too many pairs"):
        mc.studies.static_guesses(mc.Mastermind(colours=6, holes=4))
    with one_line(mc.BadArgument, "nodes must be an integer from 1", "0"):
        mc.studies.static_guesses(mc.TwoD(2), nodes=0)


class Told:
    """A game of rows that declares one symmetry: guesses change places, secrets do not."""

    secrets, endstates = range(8), frozenset({"no end"})

    def __init__(self, rows, move):
        self.rows, self.move = rows, move
        self.guesses = tuple(rows)

    def score(self, guess, secret):
        return self.rows[guess][secret]

    def generators(self):
        return [(self.move, lambda secret: secret)]


def swap(one, other):
    return lambda guess: {one: other, other: one}.get(guess, guess)


#: Three guesses tell all secrets, q is always among them; without q it takes four.
ROWS = {
    "useless": "aaaaaaaa",
    "p": "accababb",
    "q": "ccacbbbb",
    "r": "baccccbb",
    "s": "caacacca",
    "t": "acbacaaa",
}


def test_a_symmetry_that_is_false_is_refused_and_proves_nothing():
    """Believed, q is left out with the useless guess, and four guesses are "proven minimum"."""
    honest = Told(ROWS, lambda guess: guess)
    assert least_by_trying(honest) == len(mc.studies.static_guesses(honest)) == 3
    with one_line(mc.BadGame, "generator 1 is not a symmetry", "'useless'"):
        mc.studies.static_guesses(Told(ROWS, swap("useless", "q")))


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (lambda guess: "another", "takes the guess 'useless' to 'another', which is not a guess"),
        (lambda guess: [], "takes the guess 'useless' to [], which is not a guess"),
        (lambda guess: "p", "takes two of its guesses to the same one: not a permutation"),
    ],
)
def test_a_symmetry_that_is_none(move, said):
    with one_line(mc.BadGame, "generator 1", said):
        mc.studies.static_guesses(Told(ROWS, move))
