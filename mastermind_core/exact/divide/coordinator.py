"""A search split into jobs, which are the same whoever does them and when.

Jobs are chosen from what earlier ones found, and their results are taken in the order in which they
were put: at any time a fixed number of jobs is in flight, however many workers there are.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from mastermind_core.exact.divide.job import HIGHEST_LIMIT, Job, JobContext
from mastermind_core.exact.divide.subproblem import Key, RootGuess, Subproblem, learn
from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import Found
from mastermind_core.kernels.shared.plain_scores import PlainScores

#: Jobs in flight, and nodes that one may search, with the plain kernel fewer.
LANES = 12
SPAN, SPAN_PLAIN = 100_000, 1_000

#: Guesses of a subproblem go into so many jobs, of no fewer than so many guesses each.
_PARTS, _FEWEST = 4, 16


def span(scores: Any) -> int:
    """Return how many nodes a job may search."""
    return SPAN_PLAIN if isinstance(scores, PlainScores) else SPAN


class Awaited(Protocol):
    """What waits for the result of a job; None when the search is to stop."""

    def __call__(self) -> Found | None:
        """Return the answer, or None."""


class StoppedError(Exception):
    """The end of a search whose budget is spent; it never leaves this package."""


class Asked(NamedTuple):
    """A job with what it is about: a subproblem, or some of its guesses."""

    subproblem: Subproblem
    guesses: Sequence[RootGuess]
    job: Job


class Coordinator:
    """A large search that is done by small jobs."""

    def __init__(
        self,
        context: JobContext,
        put: Callable[[Job], Awaited],
        report: Callable[[], None],
        nodes: int,
    ):
        self._context, self._put, self._report = context, put, report
        self._most_nodes = nodes
        self._span = span(context.scores)
        self._subproblems: dict[Key, Subproblem] = {}
        self._own = greedy_kernel()
        self.nodes = self.answered = self.waiting = 0

    def subproblem(
        self,
        candidates: array[int],
        objective: Objective,
        steps: int,
        history: tuple[int, ...] = (),
        first: tuple[int, ...] = (),
    ) -> Subproblem:
        """Return the subproblem of a set, one for all who ask."""
        n = len(candidates)
        # As many guesses as secrets are always enough where anything is.
        steps = n if steps < 0 else min(steps, n)
        weights = self._context.weights
        weight = 0
        if objective == Objective.MEAN:
            weight = sum(weights[c] for c in candidates) if weights else n
        fresh = Subproblem(candidates, objective, steps, weight, history, first, lower=weight)
        if objective == Objective.MEAN and steps < n:
            fresh.wide = self._subproblems.get((candidates.tobytes(), objective, n))
            fresh.lower = max(weight, fresh.wide.lower if fresh.wide is not None else 0)
        return self._subproblems.setdefault(fresh.key, fresh)

    def settle(self, root: Subproblem, below: int) -> None:
        """Put jobs until the value of a subproblem is known, or known not to be so low."""
        flight: deque[tuple[Asked, Awaited]] = deque()
        while not root.settled(below):
            while len(flight) < LANES and (asked := self._ask(root, below)) is not None:
                flight.append((asked, self._put(asked.job)))
            self.waiting = len(flight)
            self._report()
            (subproblem, guesses, job), awaited = flight.popleft()
            found = awaited()
            if found is None:
                raise StoppedError
            self.answered += 1
            self.nodes += found.nodes
            hard = learn(subproblem, guesses, job, found)
            if hard is not None:
                self._split(subproblem, hard)
            subproblem.update()
        # What is in flight is not waited for: whoever wants it next has to ask again.
        for asked, _ in flight:
            asked.subproblem.asked = False
            for guess in asked.guesses:
                guess.asked = False

    def _ask(self, subproblem: Subproblem, below: int) -> Asked | None:
        """Return the next job that serves a subproblem, if none of those in flight has to."""
        if subproblem.asked or subproblem.settled(below):
            return None
        if subproblem.lower >= subproblem.opened:
            subproblem.asked = True
            return Asked(subproblem, (), self._job(subproblem, subproblem.first, below))
        best, chosen = subproblem.best()
        below = min(below, subproblem.opened)
        unsplit: list[tuple[RootGuess, int]] = []
        order = sorted(range(len(subproblem.guesses)), key=lambda at: subproblem.guesses[at].bound)
        for at in order:
            guess = subproblem.guesses[at]
            limit = subproblem.limit(at, best, chosen, below)
            if guess.exact or guess.asked or guess.bound >= limit:
                continue
            if not guess.blocks:
                unsplit.append((guess, limit))
                continue
            if unsplit:
                break
            asked = self._ask_blocks(subproblem, guess, limit)
            if asked is not None:
                return asked
        return self._ask_guesses(subproblem, unsplit) if unsplit else None

    def _ask_guesses(
        self, subproblem: Subproblem, unsplit: Sequence[tuple[RootGuess, int]]
    ) -> Asked:
        """Return a job about some guesses, each with the limit below which it is of interest."""
        unsplit = unsplit[: max(_FEWEST, -(-len(unsplit) // _PARTS))]
        guesses = [guess for guess, _ in unsplit]
        for guess in guesses:
            guess.asked = True
        limit = max(limit for _, limit in unsplit)
        first = tuple(guess.guess for guess in guesses)
        return Asked(subproblem, guesses, self._job(subproblem, first, limit))

    def _ask_blocks(self, subproblem: Subproblem, guess: RootGuess, limit: int) -> Asked | None:
        """Return a job about a block of a guess that has been split."""
        parts = list(guess.parts)
        slack = limit - subproblem.weight - sum(part.lower for part in parts)
        for part in parts:
            asked = self._ask(part, part.lower + slack)
            if asked is not None:
                return asked
        return None

    def _job(self, subproblem: Subproblem, first: tuple[int, ...], below: int) -> Job:
        left = self._span if self._most_nodes < 0 else self._most_nodes - self.nodes
        if left <= 0:
            raise StoppedError
        return Job(
            subproblem.candidates.tobytes(),
            subproblem.objective,
            subproblem.steps,
            subproblem.history,
            first,
            min(below, HIGHEST_LIMIT),
            min(self._span, left),
        )

    def _split(self, subproblem: Subproblem, guess: RootGuess) -> None:
        """Put the blocks of a guess in its place."""
        blocks: list[tuple[int, int, Subproblem | None]] = []
        scores = self._context.scores
        for score, block in self._own.split(scores, guess.guess, subproblem.candidates):
            part = None
            if not self._context.final[score]:
                history = (*subproblem.history, guess.guess)
                part = self.subproblem(block, subproblem.objective, subproblem.steps - 1, history)
                part.parents.append((subproblem, guess))
            blocks.append((score, len(block), part))
        guess.blocks = blocks
        # A part may be known already, and then nobody tells of it again.
        guess.add_up(subproblem.weight)
