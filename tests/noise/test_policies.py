"""Optimal policies: dead ends, deep games, circles, and searches that are stopped at any point."""

from __future__ import annotations

import os
import signal
from fractions import Fraction
from itertools import count
from unittest.mock import patch

import pytest
from clock import turned_clock

import mastermind_core as mc
from mastermind_core.errors import Interrupted
from mastermind_core.strategies.parts import OF_NOISE

STRATEGIES = ("entropy", *OF_NOISE)
HALF = Fraction(1, 2)


def coins(error):
    """Return a game of two coins, told apart by a toss that lies with a probability."""
    toss = mc.FiniteGame(["toss"], "AB", lambda guess, secret: secret, goal=lambda secret: secret)
    return mc.noisy(toss, error)


def likely(table, **how):
    """Return a game of a table of the probability of "yes", by question and secret."""
    secrets = range(len(next(iter(table.values()))))
    plain = mc.FiniteGame(list(table), secrets, lambda q, s: s, goal=lambda s: s)

    def chances(question, secret):
        yes = Fraction(table[question][secret])
        return {"yes": yes, "no": 1 - yes}

    return mc.noisy(plain, likelihood=chances, **how)


def codes():
    return mc.noisy(mc.Mastermind(colours=2, holes=2), Fraction(1, 5))


@pytest.mark.parametrize("again", ["fresh", "same"])
def test_guesses_that_lead_to_a_dead_end_are_left_out(again):
    """The cheap question may leave two secrets that nothing tells apart; the other never does."""
    table = {"trap": [1, 1, 0, 0], "whole": [1, 0, 1, 0], "rest": [0, 1, 1, 0]}
    game = likely(table, again=again)
    best = mc.optimal(game, confidence=1)
    assert (best.mean, best.accuracy, best.proven) == (2, 1, True)
    twins = likely({"first": [1, 0, 0], "coin": [HALF] * 3}, again=again)
    best = mc.optimal(mc.weighted(twins, [2, 1, 1]), confidence=HALF)
    assert (best.mean, best.tree) == (0, None)
    best = mc.optimal(mc.weighted(twins, [1, 1, 1]), confidence=HALF)
    assert (best.mean, best.accuracy) == (1, Fraction(2, 3))
    with pytest.raises(mc.errors.NoStrategy, match="no policy reaches the confidence"):
        mc.optimal(twins, confidence=Fraction(9, 10))


def test_a_trap_that_is_cheap_is_avoided():
    """With the answers to a question fixed, asking the half-true one first may end nowhere."""
    table = {"weak": [1, HALF], "sure": [1, 0]}
    game = mc.priced(likely(table, again="same"), {"weak": 1, "sure": 10})
    best = mc.optimal(game, confidence=1)
    # After "no" to the weak question the second secret is certain; after "yes" it costs 10 more.
    assert best.mean == min(10, 1 + Fraction(3, 4) * 10)


@pytest.mark.slow
def test_a_deep_policy_needs_no_recursion():
    # The majority of an even number of tosses is that of one toss less.
    even, odd = (mc.optimal(coins(Fraction(1, 5)), max_steps=steps) for steps in (20, 19))
    assert even.accuracy == odd.accuracy
    deep = mc.optimal(coins(Fraction(0)), max_steps=1000)
    assert (deep.accuracy, deep.mean) == (1, 1)
    stopped = mc.optimal(coins(Fraction(1, 5)), max_steps=400, nodes=1000)
    assert stopped.bound >= stopped.accuracy > Fraction(99, 100)


def test_a_policy_with_circles_is_a_strategy():
    game = coins(Fraction(1, 5))
    best = mc.optimal(game, confidence=0.95)
    for limit in (0.95, None):
        found = mc.length_distribution(game, best, confidence=limit)
        assert (found.expected, found.accuracy) == (best.mean, best.accuracy)
    limited = mc.length_distribution(game, best, max_steps=4)
    assert max(limited) == 4


def told(game, **how):
    """Return a solution, and the number of beliefs whose answers were told for it."""
    belief = type(mc.Session(game)._views[-1].known)
    outcomes, beliefs = belief.outcomes, []

    def counted(belief, guess):
        beliefs.append(belief)
        return outcomes(belief, guess)

    with patch.object(belief, "outcomes", counted), turned_clock(1.0):
        return mc.optimal(game, seconds=1, **how), len(beliefs)


@pytest.mark.parametrize("how", [{"max_steps": 6}, {"max_steps": 6, "confidence": 0.9}], ids=str)
def test_the_policies_of_a_search_that_was_stopped_take_little_work(how):
    """The four policies of a large game are cut; to a confidence one is made of few answers."""
    game = mc.noisy(mc.Mastermind(holes=4, colours=3), Fraction(1, 10))
    stopped, beliefs = told(game, **how)
    assert beliefs < 2000
    assert not stopped.proven
    measured, bound = bounded(stopped, how)
    assert bound <= measured < (6 if "confidence" in how else Fraction(1, 5))
    again = mc.length_distribution(game, stopped, **how)
    assert (again.expected_cost, again.accuracy) == (stopped.mean, stopped.accuracy)


def test_a_policy_of_half_a_second_is_built_whole_though_the_search_has_no_time():
    """Four guesses by entropy take about that long, and no policy may be worse."""
    game = mc.noisy(mc.Mastermind(holes=3, colours=4), Fraction(1, 10))
    stopped, _ = told(game, max_steps=4)
    assert stopped.accuracy >= mc.length_distribution(game, "entropy", max_steps=4).accuracy


def test_the_symmetries_of_a_large_game_are_not_looked_for():
    """No time was given, so that only the number of beliefs ends the search."""
    game = mc.noisy(mc.Mastermind(holes=4, colours=5), Fraction(1, 10))
    compared = patch("mastermind_core.noise.symmetries._Comparison.holds", lambda *_: 1 / 0)
    with compared, turned_clock(1.0):
        assert mc.optimal(game, max_steps=1, nodes=1).accuracy > Fraction(1, 625)


def test_a_game_of_too_many_beliefs_asks_for_a_number_of_guesses():
    game = mc.noisy(mc.Mastermind(holes=4, colours=3), Fraction(1, 10))
    with pytest.raises(mc.errors.NoStrategy, match="or max_steps=, the maximum number of guesses"):
        told(game, confidence=0.9)


def bounded(solution, how):
    """Return the quantity that is minimized, and its lower bound."""
    if "confidence" in how:
        return solution.mean, solution.bound
    return 1 - solution.accuracy, 1 - solution.bound


LIMITS = [{"max_steps": 2}, {"max_steps": 3, "confidence": 0.6}, {"confidence": 0.7}]


@pytest.mark.parametrize("how", LIMITS, ids=str)
def test_a_search_that_is_stopped_is_no_worse_than_a_named_strategy(how):
    # The odds of the two questions are powers of two, so few beliefs are different.
    game = likely(
        {"weak": [Fraction(1, 3), Fraction(2, 3)], "strong": [Fraction(1, 5), Fraction(4, 5)]}
    )
    game = mc.priced(game, {"weak": 2, "strong": 3})
    best = mc.optimal(game, **how)
    least, bound = bounded(best, how)
    assert best.proven
    assert least == bound
    named = []
    for name in STRATEGIES:
        found = mc.length_distribution(game, name, **how)
        named.append(found.expected_cost if "confidence" in how else 1 - found.accuracy)
    for seconds in (0, 1, 2, 5, 20, 100):
        with turned_clock(1.0):
            stopped = mc.optimal(game, seconds=seconds, **how)
        measured, bound = bounded(stopped, how)
        assert bound <= least <= measured <= min(named)
        again = mc.length_distribution(game, stopped, **how)
        assert (again.expected_cost, again.accuracy) == (stopped.mean, stopped.accuracy)


@pytest.mark.parametrize("how", LIMITS, ids=str)
@pytest.mark.parametrize("look", [1, 9])
def test_ctrl_c_keeps_the_best_policy(how, look):
    """The clock presses Ctrl-C when the search looks at it, and its time is never up."""
    game, looks = codes(), count(1)

    def clock():
        if next(looks) == look:
            os.kill(os.getpid(), signal.SIGINT)
        return 0.0

    clocks = patch("mastermind_core.noise.policies.monotonic", clock)
    with clocks, pytest.raises(Interrupted) as stop:
        mc.optimal(game, seconds=1, **how)
    stopped = stop.value.solution
    assert not stopped.proven
    found = mc.length_distribution(game, "entropy", **how)
    if "confidence" in how:
        assert stopped.bound <= stopped.mean <= found.expected
    else:
        assert stopped.bound >= stopped.accuracy >= found.accuracy
