"""What the result of a job tells of a subproblem: its value, a bound, or what its guesses cost.

A job that ended with a proof settles what it was about. One that ran out of nodes opens the
subproblem: it lists the guesses that are left, each with a bound, and jobs go on with these.
"""

from __future__ import annotations

from collections.abc import Sequence

from mastermind_core.exact.divide.job import HIGHEST_LIMIT, Job
from mastermind_core.exact.divide.subproblem import Listing, RootGuess, Subproblem
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import IMPOSSIBLE, Found


def cost_of(bound: int) -> int:
    """Return a bound as a cost: what is not below the highest limit of a job is impossible."""
    return IMPOSSIBLE if bound >= HIGHEST_LIMIT else bound


def note_result(
    subproblem: Subproblem, asked: Sequence[RootGuess], job: Job, found: Found
) -> RootGuess | None:
    """Take in the result of a job about a subproblem, or about some of its guesses.

    Return a guess that is too hard for a job, and has to be split.
    """
    by_steps = subproblem.question.objective == Objective.WORST
    if found.proven and not asked:
        _conclude_all(subproblem, found, by_steps=by_steps)
    elif found.proven:
        _conclude(asked, job.below, found, by_steps=by_steps)
    elif asked:
        return _take_bounds(asked, job.below, found, by_steps=by_steps)
    else:
        subproblem.upper = min(subproblem.upper, IMPOSSIBLE if by_steps else found.total)
        _open(subproblem, IMPOSSIBLE if by_steps else cost_of(job.below), found)
        guesses = subproblem.listing.guesses
        hard = _take_bounds(guesses, job.below, found, by_steps=by_steps)
        return hard if by_steps else None
    return None


def _conclude_all(subproblem: Subproblem, found: Found, *, by_steps: bool) -> None:
    """Note the value of a subproblem, or that no guess costs less than a bound."""
    if found.tree is not None:
        subproblem.solve(0 if by_steps else found.total, found.tree)
        return
    subproblem.lower = IMPOSSIBLE if by_steps else cost_of(found.lower_bound)
    subproblem.listing = Listing((), subproblem.lower)
    if subproblem.lower >= IMPOSSIBLE:
        subproblem.value = IMPOSSIBLE


def _conclude(asked: Sequence[RootGuess], below: int, found: Found, *, by_steps: bool) -> None:
    """Note the cost of the best of some guesses, and that none before it is as good."""
    none = IMPOSSIBLE if by_steps else cost_of(max(found.lower_bound, below))
    best = None if found.tree is None else found.tree.guesses[0]
    value = 0 if by_steps else found.total
    later = by_steps
    for guess in asked:
        if guess.guess == best:
            guess.bound, guess.exact, guess.tree = value, True, found.tree
            later = True
        else:
            least = none if best is None else value + (not later)
            guess.bound = max(guess.bound, least)
        guess.exact = guess.exact or guess.bound >= IMPOSSIBLE


def _open(subproblem: Subproblem, rest: int, found: Found) -> None:
    """List the guesses that are left; what was known of one stays known."""
    known = {one.guess: one for one in subproblem.listing.guesses}
    wide = () if subproblem.wide is None else subproblem.wide.listing.guesses
    least = {one.guess: one.bound for one in wide}
    weight = subproblem.question.weight
    guesses = [
        known.get(guess) or RootGuess(guess, least.get(guess, weight))
        for guess, _, _ in found.openings
    ]
    listed = {one.guess for one in guesses}
    split = [one for one in subproblem.listing.split if one.guess in listed]
    subproblem.listing = Listing(guesses, rest, split)


def _take_bounds(
    asked: Sequence[RootGuess], below: int, found: Found, *, by_steps: bool
) -> RootGuess | None:
    """Note the bounds of a search that was stopped; return its first guess if it settled none."""
    told = {guess: (bound, exact) for guess, bound, exact in found.openings}
    settled, first = False, None
    for guess in asked:
        bound, exact = told.get(guess.guess, (IMPOSSIBLE if by_steps else below, by_steps))
        if by_steps and not exact:
            bound = 0
        guess.bound = max(guess.bound, cost_of(bound))
        guess.exact = guess.exact or exact or guess.bound >= IMPOSSIBLE
        if exact and found.tree is not None and found.tree.guesses[0] == guess.guess:
            guess.tree = found.tree
        if guess.exact or guess.bound >= below:
            settled = True
        elif first is None and guess.blocks is None:
            first = guess
    return None if settled else first
