"""All that a divided search knows: its subproblems, one for each question, and the nodes spent.

A set that several guesses leave is one subproblem (as in a transposition table), so a result counts
wherever the set occurs. The ledger takes results in, splits a guess into blocks, and says what a
job may still cost. What is asked next is the planner's business.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from mastermind_core.exact.divide import pace
from mastermind_core.exact.divide.job import HIGHEST_LIMIT, Job, JobContext
from mastermind_core.exact.divide.results import note_result
from mastermind_core.exact.divide.subproblem import Blocks, Key, Question, RootGuess, Subproblem
from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.kernels.exact.bounds import filled
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import NO_LIMIT, Found
from mastermind_core.kernels.shared.flat_trees import price_after
from mastermind_core.kernels.shared.plain_scores import over

#: Results that an earlier search left about a question.
Kept = Callable[[Question], Iterable[tuple[Job, Found]]]


class StoppedError(Exception):
    """The end of a search whose budget is spent; it never leaves this package."""


class Asked(NamedTuple):
    """A job with what it is about: a subproblem, or some of its guesses."""

    subproblem: Subproblem
    guesses: Sequence[RootGuess]
    job: Job


class Ledger:
    """The subproblems of a search, what results say of them, and the nodes that these took."""

    def __init__(self, context: JobContext, kept: Kept, most_nodes: int):
        self._context, self._kept, self._most_nodes = context, kept, most_nodes
        self._subproblems: dict[Key, Subproblem] = {}
        self._own = greedy_kernel()
        self.nodes = 0

    def subproblem(
        self,
        candidates: array[int],
        objective: Objective,
        steps: int,
        history: tuple[int, ...] = (),
        first: tuple[int, ...] = (),
        purse: int = NO_LIMIT,
        prices: tuple[int, ...] = (),
    ) -> Subproblem:
        """Return the subproblem of a set, one for all who ask."""
        n = len(candidates)
        # As many guesses as secrets are always enough where anything is.
        steps = n if steps < 0 else min(steps, n)
        costs = self._context.scores.costs
        purse = NO_LIMIT if not costs or purse >= steps * max(costs) else purse
        key = (candidates.tobytes(), objective, steps, purse, prices)
        if key in self._subproblems:
            return self._subproblems[key]
        mean = objective == Objective.MEAN
        weights = self._context.weights
        weight = (sum(weights[c] for c in candidates) if weights else n) if mean else 0
        weight *= price_after(prices, 0)
        question = Question(candidates, objective, steps, weight, history, first, purse, prices)
        made = Subproblem(question, lower=weight * min(costs, default=1))
        if mean and (history or not self._context.warms_up):
            made.lower = self.size_bound(made)
        if mean and (steps < n or purse >= 0):
            made.wide = self._subproblems.get((*key[:2], n, NO_LIMIT, prices))
            made.lower = max(made.lower, made.wide.lower if made.wide is not None else 0)
        self._subproblems[key] = made
        if mean:
            self._remember(made)
        return made

    def size_bound(self, subproblem: Subproblem) -> int:
        """Return what a set costs at least by its size, whatever its guesses tell."""
        size = len(subproblem.question.candidates)
        if self._context.scores.goals or self._context.scores.costs:
            return subproblem.lower
        prices = subproblem.question.prices
        return max(subproblem.lower, filled(size, *self._widths, prices))

    @cached_property
    def _widths(self) -> tuple[int, int]:
        """How many secrets a guess ends, and how many blocks it leaves, at most.

        In a wide game it takes long to find out, and no worker should have to wait for it.
        """
        scores, final = self._context.scores, self._context.final
        n, ends = scores.n_secrets, [score for score, over in enumerate(final) if over]
        if scores.ends_one:
            return 1, len(final) - len(ends)
        if scores.n_guesses * n > pace.COUNTED:
            return n, len(final)
        rows = (self._own.row(scores, guess) for guess in range(scores.n_guesses))
        return max(sum(map(row.count, ends)) for row in rows), len(final) - len(ends)

    def _remember(self, subproblem: Subproblem) -> None:
        """Take in what an earlier search left about a subproblem."""
        for job, found in self._kept(subproblem.question):
            places = {one.guess: one for one in subproblem.listing.guesses}
            whole = job.first == subproblem.question.first
            asked = [] if whole else [places.get(guess) for guess in job.first]
            if None not in asked:
                self.learn(Asked(subproblem, [one for one in asked if one], job), found)

    def learn(self, asked: Asked, found: Found) -> None:
        """Take in a result, and what follows from it."""
        subproblem, guesses, job = asked
        self.nodes += found.nodes
        hard = note_result(subproblem, guesses, job, found)
        if hard is not None:
            self._split(subproblem, hard)
        # What is asked of a set as a whole tells of all guesses.
        subproblem.update(guesses or subproblem.listing.guesses)

    def split(self, subproblem: Subproblem, guess: RootGuess) -> None:
        """Put the blocks of a guess in its place, and conclude what is known of them."""
        self._split(subproblem, guess)
        subproblem.update([guess])

    def _split(self, subproblem: Subproblem, guess: RootGuess) -> None:
        question, context = subproblem.question, self._context
        history, steps = (*question.history, guess.guess), question.steps - 1
        price = context.scores.costs[guess.guess] if context.scores.costs else 1
        purse = NO_LIMIT if question.purse < 0 else question.purse - price
        prices = question.prices[1:] or question.prices
        blocks: list[tuple[int, int, Subproblem | None]] = []
        for score, block in self._own.split(context.scores, guess.guess, question.candidates):
            part = None
            if not over(context.scores, score, block):
                part = self.subproblem(
                    block, question.objective, steps, history, purse=purse, prices=prices
                )
                part.parents.append((subproblem, guess))
            blocks.append((score, len(block), part))
        guess.blocks = Blocks(blocks, price * question.weight)
        subproblem.listing.split.append(guess)
        if question.objective == Objective.MEAN:
            for part in guess.blocks.subproblems:
                if len(part.question.candidates) <= pace.TINY and not part.settled(HIGHEST_LIMIT):
                    self._search_here(part)
        # A block may have had a value before, and then nobody tells of it again.
        guess.raise_bound()

    def _search_here(self, part: Subproblem) -> None:
        """Search a block of a few secrets to its end."""
        job = self.job(part, (), HIGHEST_LIMIT, pace.steady(self._context.scores))
        self.learn(Asked(part, (), job), self._context.answer(job))

    def job(self, subproblem: Subproblem, first: tuple[int, ...], below: int, nodes: int) -> Job:
        """Return a job, within the nodes that are left of the budget."""
        left = nodes if self._most_nodes < 0 else self._most_nodes - self.nodes
        if left <= 0:
            raise StoppedError
        return subproblem.question.job(first, min(below, HIGHEST_LIMIT), min(nodes, left))
