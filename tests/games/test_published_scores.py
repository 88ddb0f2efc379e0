"""Answers that sources print, scored again."""

from __future__ import annotations

import pytest

import mastermind_core as mc


@pytest.mark.parametrize(
    ("guess", "secret", "pegs"),
    [
        ("fools", "score", (1, 1)),  # J. Dennis, answer on Stack Overflow
        ("guess", "fools", (1, 0)),
    ],
)
def test_jotto_with_pegs(guess, secret, pegs):
    assert mc.Jotto(["fools", "guess", "score"]).score(guess, secret) == pegs


def test_mastermind():
    # The first example of the question on Stack Overflow, and two guesses of S. de Graaf (2019).
    game = mc.Mastermind(colours=("yellow", "blue", "green", "red", "orange", "purple"), holes=4)
    secret = game.parse_guess("blue green orange red")
    assert game.score(game.parse_guess("yellow blue green red"), secret) == (1, 2)
    assert game.score(game.parse_guess("blue orange red purple"), secret) == (1, 2)
    numbers = mc.Mastermind(colours=6, holes=4)
    assert numbers.score((5, 1, 1, 1), (1, 2, 1, 4)) == (1, 1)
    assert numbers.score((1, 3, 1, 3), (1, 2, 1, 4)) == (2, 0)


def test_bulls_and_cows():
    # Wikipedia, Bulls and cows: the secret 4271 and the guess 1234 make one bull and two cows.
    game = mc.BullsAndCows()
    assert game.score((1, 2, 3, 4), (4, 2, 7, 1)) == game.parse_score("1 bull and 2 cows")


@pytest.mark.parametrize(
    ("secret", "score"),
    [("abide", "..y.y"), ("erase", "y.yy."), ("steal", "g.g.."), ("crepe", ".ygy.")],
)
def test_the_wordle_rule_for_a_letter_that_comes_twice(secret, score):
    # The guess speed, the usual example of the rule: its second e is yellow only where the secret
    # has a second one.
    game = mc.Wordle([secret], others=["speed"])
    assert game.score("speed", secret) == score


def test_twod():
    # The Stack Overflow answer: no less, no greater, the same.
    game = mc.TwoD(5)
    assert game.score((1, 2), (1, 4)) == (True, False, False)
    assert game.score((3, 1), (1, 3)) == (False, False, False)
    assert game.score((2, 2), (2, 2)) == (True, True, True)


@pytest.mark.long
@pytest.mark.slow
def test_twelve_coins_with_three_weighings():
    # Dyson: no fewer than three weighings, and three do; the naming of the coin is one guess more.
    game = mc.games.OddCoin(12)
    assert mc.solution_exists(game, 4)
    assert not mc.solution_exists(game, 3)
