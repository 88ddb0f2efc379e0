"""Known least worst cases. "Two programs" agree on each row, neither of them this package."""

from __future__ import annotations

import pytest

import mastermind_core as mc

slow = pytest.mark.slow


def mastermind(holes, colours, repeats="both"):
    return mc.Mastermind(colours=colours, holes=holes, repeats=repeats)


# The answer on Stack Overflow has 4 for the 5 x 5 grid; two programs for the rest.
@pytest.mark.parametrize(("size", "least"), [(2, 2), (3, 3), (4, 4), (5, 4), (6, 5)])
def test_twod(size, least):
    assert mc.optimal_worst_case(mc.TwoD(size)) == least
    assert not mc.solution_exists(mc.TwoD(size), max_steps=least - 1)


# Rhodes, Search algorithms for Mastermind, theorem: c // 2 + 2. Two programs up to 10 colours.
@pytest.mark.parametrize("colours", range(2, 11))
def test_two_holes(colours):
    assert mc.optimal_worst_case(mastermind(2, colours)) == colours // 2 + 2


# Two programs.
@pytest.mark.parametrize(("colours", "least"), [(4, 4), (5, 5), (6, 5)])
def test_three_holes(colours, least):
    assert mc.optimal_worst_case(mastermind(3, colours)) == least


# Two programs.
@pytest.mark.parametrize(("colours", "least"), [(3, 4), (4, 4), (5, 4), (6, 5), (7, 5)])
def test_three_holes_without_repeats(colours, least):
    assert mc.optimal_worst_case(mastermind(3, colours, "none")) == least


# Two programs.
def test_four_holes_and_colours():
    assert mc.optimal_worst_case(mastermind(4, 4)) == 4


def test_greedy_entropy_is_not_optimal_in_twod():
    # The answer on Stack Overflow: five steps, where four would do.
    verdict = mc.is_greedy_optimal(mc.TwoD(5), objective="worst")
    assert not verdict
    assert (verdict.greedy, verdict.optimal) == (5, 4)
    assert mc.is_greedy_optimal(mc.TwoD(5), mc.strategies.knuth)


def test_optimal_in_the_worst_case_alone_is_not_optimal():
    game = mc.Mastermind(colours=4, holes=3)
    assert mc.is_greedy_optimal(game, "knuth", "worst")
    verdict = mc.is_greedy_optimal(game, "knuth")
    assert not verdict
    assert verdict.objective == "worst-then-mean"
    assert (verdict.greedy, verdict.optimal) == ((4, 216), (4, 206))


def test_the_keywords_of_optimal_limit_what_a_strategy_is_compared_with():
    game = mc.Mastermind(colours=4, holes=3)
    candidates = mc.optimal(game, "worst-then-mean", pool="candidates")
    verdict = mc.is_greedy_optimal(game, "knuth", pool="candidates", max_steps=4)
    assert verdict.optimal == (candidates.worst, candidates.total)
    begun = mc.is_greedy_optimal(game, "knuth", "mean", first_guess=(1, 1, 1))
    assert begun.optimal == mc.optimal(game, first_guess=(1, 1, 1)).total > 206


@pytest.mark.parametrize("objective", ["mean", "worst", "worst-then-mean"])
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_a_first_guess_that_is_no_candidate_is_in_no_pool_of_them(n, objective):
    guesses = [*range(n), *(f"below {k}" for k in range(1, n))]

    def answer(guess, secret):
        return guess == secret if isinstance(guess, int) else f"{secret < int(guess[-1])}"

    game = mc.FiniteGame(guesses, range(n), answer, endstates={True})
    assert mc.optimal(game, objective, first_guess="below 1").tree.guess == "below 1"
    for budget in ({}, {"seconds": 60}):
        with pytest.raises(mc.errors.NoStrategy, match="this pool"):
            mc.optimal(game, objective, pool="candidates", first_guess="below 1", **budget)


@slow
def test_greedy_entropy_is_optimal_in_the_stack_overflow_game():
    # Also the answer on Stack Overflow: "The greedy entropic approach is indeed optimal", 5 steps.
    game = mastermind(4, 6, "guesses")
    verdict = mc.is_greedy_optimal(game, strategy=mc.strategies.entropy, objective="worst")
    assert verdict
    assert (verdict.greedy, verdict.optimal) == (5, 5)
    assert verdict.lengths == {2: 7, 3: 55, 4: 229, 5: 69}
