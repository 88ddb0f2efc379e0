"""Comparisons of games, and what the documents print in words, against counts of this file."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from statistics import mean, pvariance

import pytest

import mastermind_core as mc
from reproduce.annealing import accepted_by_step, zero_if_fitting
from reproduce.counting import UNDECIDED, falls, less
from reproduce.measuring import Measured, measure
from reproduce.printed import pegs_by_rule


def played(lengths, games=None):
    """Return a measurement of lengths, each as often as it is named."""
    return Measured(shares={n: Fraction(lengths.count(n)) for n in set(lengths)}, games=games)


SHORT, MIDDLE, LONG = (played([n, n + 1] * 50, 100) for n in (3, 4, 5))


def test_means_are_told_apart_from_two_standard_errors_on():
    # A mean of a hundred games of two lengths has a standard error of .05; of a difference .0707.
    for more, word in ((0.10, UNDECIDED), (0.16, "yes")):
        shares = {3: Fraction(round(100 * (0.5 - more))), 4: Fraction(round(100 * (0.5 + more)))}
        assert less(SHORT, Measured(shares=shares, games=100)) == word
    assert less(MIDDLE, SHORT) == "no"
    assert less(SHORT, MIDDLE, LONG) == "yes"
    assert less(SHORT, MIDDLE, SHORT) == UNDECIDED
    assert less(MIDDLE, LONG, SHORT, MIDDLE) == "no"


def test_a_chain_falls_if_each_of_its_steps_does():
    assert falls(LONG, MIDDLE, SHORT) == "yes"
    assert falls(LONG, MIDDLE, MIDDLE, SHORT) == UNDECIDED
    assert falls(LONG, SHORT, MIDDLE) == "no"


def test_games_without_chance_have_no_error():
    exact = mc.length_distribution(mc.Mastermind(colours=4, holes=3), "knuth")
    assert less(exact, played([4] * 9)) == "yes"


def test_a_comparison_takes_the_games_that_are_known():
    # Were the games played again, the first would not be longer than the second.
    call = "less(simulate(M(2, 3), rosu, 5, seed={seed}), simulate(M(2, 3), rosu, 6, seed={seed}))"
    known = {
        "simulate(M(2, 3), rosu, 5, seed=7)": LONG,
        "simulate(M(2, 3), rosu, 6, seed=7)": SHORT,
    }
    assert measure(call, 7, known).value == "no"
    assert measure(call, 7).value == UNDECIDED


@pytest.mark.parametrize("secret", ["1122", "1432", "1111"])
def test_the_rule_of_white_pegs_counts_each_peg_that_is_not_in_its_place(secret):
    for guess in map("".join, product("1234", repeat=4)):
        black = [a == b for a, b in zip(secret, guess, strict=True)]
        white = [peg in secret for peg, hit in zip(guess, black, strict=True) if not hit]
        assert pegs_by_rule(secret, guess) == f"{sum(black)}, {sum(white)}"


def test_a_score_is_zero_where_a_code_fits():
    assert zero_if_fitting(mc.Mastermind(colours=3, holes=2))


def test_the_chance_of_the_first_step_is_that_of_all_neighbours():
    game = mc.Mastermind(colours=3, holes=2)
    chances = [
        [
            min(1, 2 / (1 + abs(told[0] - own[0]) + abs(told[1] - own[1])))
            for near in game.guesses
            if sum(a != b for a, b in zip(near, query, strict=True)) == 1
            for own in [game.score(query, near)]
            if own != told
        ]
        for query in game.guesses
        for secret in game.secrets
        for told in [game.score(query, secret)]
    ]
    drawn = accepted_by_step(game, 3000, steps=1, seed=4)[0]
    every = [chance for row in chances for chance in row]
    # The queries are drawn, and each adds all of its neighbours.
    assert abs(drawn - mean(every)) < 6 * (pvariance(every) / len(every) / 30) ** 0.5 + 0.01
