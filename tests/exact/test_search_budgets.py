"""Budgets of every search, what an unfinished one says, and Ctrl-C."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest
from errors import one_line

import mastermind_core as mc

#: A game whose proof takes a while in any kernel.
LONG = mc.Mastermind(colours=6, holes=4)


def test_an_existence_that_is_not_settled_is_none():
    # Greedy trees take six guesses; that five are enough is known, but not at once.
    assert mc.solution_exists(LONG, 4, nodes=0) is None
    assert mc.solution_exists(LONG, 6, nodes=0) is True
    assert mc.solution_exists(mc.TwoD(5), 3, seconds=600) is False


def test_a_worst_case_that_is_not_settled_is_none():
    game = mc.TwoD(9)
    assert mc.optimal_worst_case(game, nodes=0) is None
    assert mc.optimal_worst_case(mc.TwoD(4), seconds=600) == 4


def test_a_verdict_that_is_not_settled_says_so():
    verdict = mc.is_greedy_optimal(LONG, "knuth", "mean", nodes=0)
    assert not verdict.proven
    assert verdict.greedy >= verdict.optimal >= verdict.solution.lower_bound
    better = verdict.greedy > verdict.optimal
    assert verdict.answer is (False if better else None)
    assert not verdict


def test_a_bound_that_is_met_settles_a_verdict():
    game = mc.FiniteGame(range(8), range(8), lambda g, s: g == s, {True})
    verdict = mc.is_greedy_optimal(game, objective="worst", nodes=0)
    assert verdict.answer is None or verdict.answer == (verdict.greedy == 8)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"seconds": -1}, "seconds must be a number from 0, or None for no limit, not -1"),
        ({"seconds": float("nan")}, "seconds must be a number from 0"),
        ({"nodes": 1.5}, "nodes must be an integer from 0, or None for no limit, not 1.5"),
        ({"memory": 0}, "memory must be an integer from 1, or None for no limit, not 0"),
        ({"checkpoint": 3}, "checkpoint must be the name of a file, or None, not 3"),
        ({"checkpoint": b"x"}, "checkpoint must be the name of a file, or None, not b'x'"),
        ({"progress": 5}, "progress must be True for a bar, None, or a function"),
        ({"workers": "2"}, "workers must be an integer from 1, or None, not '2'"),
    ],
)
@pytest.mark.parametrize(
    "search",
    [
        mc.optimal,
        mc.optimal_worst_case,
        mc.is_greedy_optimal,
        lambda game, **given: mc.solution_exists(game, 3, **given),
    ],
)
def test_options_are_checked_in_every_search(search, wrong, words):
    with one_line(mc.BadArgument, words):
        search(mc.TwoD(3), **wrong)


def stop(*_):
    raise KeyboardInterrupt


@pytest.mark.parametrize("workers", [None, 1])
def test_ctrl_c_leaves_a_loop_with_what_was_found(workers):
    done = []

    def loop():
        for game in (mc.TwoD(6), mc.TwoD(7)):
            mc.optimal(game, progress=stop, workers=workers)
            done.append(game)

    with pytest.raises(KeyboardInterrupt) as stopped:
        loop()
    assert done == []
    assert isinstance(stopped.value, mc.errors.Interrupted)
    solution = stopped.value.solution
    assert solution.total >= solution.lower_bound
    assert mc.length_distribution(mc.TwoD(6), solution.tree).total == solution.total


def test_ctrl_c_in_other_searches():
    for search in (mc.optimal_worst_case, mc.is_greedy_optimal):
        with pytest.raises(KeyboardInterrupt):
            search(mc.TwoD(7), progress=stop)
    with pytest.raises(KeyboardInterrupt):
        mc.solution_exists(mc.TwoD(7), 4, progress=stop)


def test_an_interruption_says_what_it_has():
    empty = mc.errors.Interrupted()
    assert str(empty) == "the search was stopped before it found a solution"
    solution = mc.optimal(mc.TwoD(3))
    full = mc.errors.Interrupted(solution)
    assert str(full).endswith(str(solution))
    assert copy.copy(full).solution is solution
    assert pickle.loads(pickle.dumps(empty)).solution is None


class Heavy:
    """A game of one's own whose weights may be too large to count."""

    guesses = secrets = range(4)
    endstates = (0,)

    def __init__(self, power):
        self.weights = (2**power, 1, 1, 1)

    def score(self, guess, secret):
        return (guess > secret) - (guess < secret)


@pytest.mark.parametrize("power", [58, 60, 64, 70])
def test_weights_that_are_too_large_to_count(power):
    for options in ({}, {"workers": 1}):
        with one_line(mc.BadGame, "weights"):
            mc.optimal(Heavy(power), **options)


def test_weights_just_below():
    random = Random(3)
    weights = [random.randint(2**55, 2**56) for _ in range(4)]
    game = mc.FiniteGame(range(4), range(4), lambda g, s: (g > s) - (g < s), {0}, weights=weights)
    found = mc.optimal(game)
    totals = [
        sum(w * d for w, d in zip(weights, depths, strict=True))
        for depths in (
            [1, 3, 2, 3],
            [2, 1, 2, 3],
            [2, 1, 3, 2],
            [3, 2, 1, 2],
            [2, 3, 1, 2],
            [3, 2, 3, 1],
            [3, 3, 2, 1],
            [1, 2, 3, 4],
            [4, 3, 2, 1],
            [1, 2, 4, 3],
            [1, 4, 2, 3],
            [1, 4, 3, 2],
            [1, 3, 4, 2],
        )
    ]
    assert found.total <= min(totals)
    assert found.proven
