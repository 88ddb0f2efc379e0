"""A search that threads of this process share, and the time that it counts from its call."""

from __future__ import annotations

import pytest
from adhoc import games
from amounts import many
from clock import turned_clock
from errors import one_line
from hypothesis import given, settings
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.exact import SearchOptions

OBJECTIVES = ["worst", "mean", "worst-then-mean", "mean-then-worst"]


@settings(max_examples=many(30))
@given(games(weighted=True), st.sampled_from(OBJECTIVES))
def test_any_number_of_threads_finds_what_one_does(game, objective):
    alone = mc.optimal(game.finite(), objective)
    shared = [mc.optimal(game.finite(), objective, threads=threads) for threads in (2, 3)]
    for found in shared:
        assert found.proven == alone.proven
        figures = found.objective.figures
        assert figures(found.total, found.worst) == figures(alone.total, alone.worst)
        assert found.lower_bound == alone.lower_bound
    assert mc.to_text(shared[0]) == mc.to_text(shared[1])


def test_every_search_takes_threads():
    game = mc.TwoD(5)
    assert mc.optimal_worst_case(game, threads=2) == 4
    assert mc.solution_exists(game, 4, threads=2)
    assert not mc.is_greedy_optimal(game, threads=2)


def test_a_game_that_no_process_could_be_sent_is_shared_all_the_same():
    game = mc.FiniteGame(range(15), range(15), lambda guess, secret: guess - secret, {0})
    assert mc.optimal(game, threads=2).total == mc.optimal(game).total


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True])
def test_threads_are_a_number_from_one(threads):
    with one_line(mc.BadArgument, "threads", repr(threads)):
        mc.optimal(mc.TwoD(3), threads=threads)


def test_threads_and_workers_exclude_each_other():
    with one_line(mc.BadArgument, "threads, workers or an executor"):
        mc.optimal(mc.TwoD(3), threads=2, workers=2)


def test_the_time_of_a_budget_begins_with_the_call():
    """Scores that take most of the budget leave too little for the proof, unlike quick ones."""

    def proven(*, slow):
        def score(guess, secret):
            if slow:
                look()
            return guess - secret

        with turned_clock() as look:
            game = mc.FiniteGame(range(15), range(15), score, {0})
            return mc.optimal(game, seconds=0.3).proven

    assert proven(slow=False)
    assert not proven(slow=True)
    assert SearchOptions(seconds=0).seconds_left == 0
    assert SearchOptions().seconds_left < 0
