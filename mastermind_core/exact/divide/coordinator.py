"""A search split into jobs, whose answer is the same whoever does them and when.

Jobs are chosen from what is known when somebody is free. What is proven does not depend on that,
and among equals the first guess in one order is taken, so neither does the tree. A search for the
least worst case takes any tree that does: there results are taken in the order of their jobs.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

from mastermind_core.exact.divide import pace
from mastermind_core.exact.divide.job import HIGHEST_LIMIT, Job, JobContext
from mastermind_core.exact.divide.subproblem import Key, RootGuess, Subproblem, learn
from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.kernels.exact.bounds import filled
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import IMPOSSIBLE, Found
from mastermind_core.kernels.shared.plain_scores import PlainScores
from mastermind_core.kernels.types import Criterion

#: Guesses of a subproblem whose worst case is looked for go into so many jobs, of no fewer than so
#: many guesses each.
_PARTS, _FEWEST = 4, 16

#: Pairs of a game that are gone through for a bound.
_COUNTED = 1 << 27

#: Secrets of a block that is searched where it is met: sending it off takes longer.
_TINY = 8

#: Guesses with the least bounds, which are put in an order of their own.
_RANKED = 1024


class Hands(Protocol):
    """Who does jobs."""

    def put(self, job: Job) -> None:
        """Take a job on."""

    def take(self, jobs: Mapping[Job, object], *, in_order: bool) -> tuple[Job, Found | None]:
        """Wait for the result of one of some jobs, of the first if in order; None to stop."""

    def recall(self, job: Job) -> bool:
        """Give a job up that nobody has begun; say whether that could be done."""

    def kept(self, subproblem: Subproblem) -> Iterable[tuple[Job, Found]]:
        """Return the results that an earlier search left about a set."""


class StoppedError(Exception):
    """The end of a search whose budget is spent; it never leaves this package."""


class Asked(NamedTuple):
    """A job with what it is about: a subproblem, or some of its guesses."""

    subproblem: Subproblem
    guesses: Sequence[RootGuess]
    job: Job

    def forget(self) -> None:
        """Note that nobody does the job any more."""
        if not self.guesses:
            self.subproblem.asked = False
            return
        self.subproblem.flying -= 1
        for guess in self.guesses:
            guess.asked = False
        waiting = [one for one in self.guesses if not one.exact and not one.blocks]
        self.subproblem.pending.extendleft(reversed(waiting))


class Coordinator:
    """A large search that is done by small jobs."""

    def __init__(
        self,
        context: JobContext,
        hands: Hands,
        report: Callable[[], None],
        nodes: int,
        workers: int,
    ):
        self._context, self._hands, self._report = context, hands, report
        self._most_nodes = nodes
        self._pace = pace.pace(context.scores, workers)
        self._steady = pace.pace(context.scores, 1).span
        self._subproblems: dict[Key, Subproblem] = {}
        self._own = greedy_kernel()
        self._crowded = False
        self.nodes = self.answered = self.waiting = 0

    @cached_property
    def _widths(self) -> tuple[int, int]:
        """How many secrets a guess ends, and how many blocks it leaves, at most.

        To know it of a wide game takes time, in which no worker should have to wait.
        """
        scores, final = self._context.scores, self._context.final
        n, ends = scores.n_secrets, [score for score, over in enumerate(final) if over]
        if not isinstance(scores, PlainScores) and not scores.is_table and len(ends) == 1:
            return 1, len(final) - 1  # a code ends itself
        if scores.n_guesses * n > _COUNTED:
            return n, len(final)
        rows = (self._own.row(scores, guess) for guess in range(scores.n_guesses))
        return max(sum(map(row.count, ends)) for row in rows), len(final) - len(ends)

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
        key = (candidates.tobytes(), objective, steps)
        if key in self._subproblems:
            return self._subproblems[key]
        weights = self._context.weights
        weight = 0
        if objective == Objective.MEAN:
            weight = sum(weights[c] for c in candidates) if weights else n
        fresh = Subproblem(candidates, objective, steps, weight, history, first, lower=weight)
        if weight and (history or not self._context.warms_up):
            fresh.lower = self.size_bound(fresh)
        if objective == Objective.MEAN and steps < n:
            fresh.wide = self._subproblems.get((candidates.tobytes(), objective, n))
            fresh.lower = max(fresh.lower, fresh.wide.lower if fresh.wide is not None else 0)
        self._subproblems[key] = fresh
        if objective == Objective.MEAN:
            self._remember(fresh)
        return fresh

    def size_bound(self, subproblem: Subproblem) -> int:
        """Return what a set costs at least, whatever its guesses tell."""
        return max(subproblem.lower, filled(len(subproblem.candidates), *self._widths))

    def _remember(self, subproblem: Subproblem) -> None:
        """Take in what an earlier search left about a subproblem."""
        for job, found in self._hands.kept(subproblem):
            places = {one.guess: one for one in subproblem.guesses}
            asked = [] if job.first == subproblem.first else [places.get(g) for g in job.first]
            if None not in asked:
                self._learn(Asked(subproblem, [one for one in asked if one], job), found)

    def settle(self, root: Subproblem, below: int) -> None:
        """Put jobs until the value of a subproblem is known, or known not to be so low."""
        in_order = root.objective == Objective.WORST
        lanes = pace.LANES if in_order else self._pace.lanes
        flight: dict[Job, Asked] = {}
        while not root.settled(below):
            while len(flight) < lanes and (asked := self._next(root, below)) is not None:
                flight[asked.job] = asked
                self._hands.put(asked.job)
            if root.settled(below):
                break
            self.waiting = len(flight)
            self._report()
            job, found = self._hands.take(flight, in_order=in_order)
            if found is None:
                raise StoppedError
            self.answered += 1
            asked = flight.pop(job)
            asked.forget()
            self._learn(asked, found)
            if not in_order:
                self._recall(flight, root)
        # What is in flight is not waited for: whoever wants it next has to ask again.
        for asked in flight.values():
            self._hands.recall(asked.job)
            asked.forget()

    def _recall(self, flight: dict[Job, Asked], root: Subproblem) -> None:
        """Give up jobs of which nothing depends any more, where nobody has begun them."""
        known: dict[Subproblem, bool] = {}
        for job, asked in list(flight.items()):
            if not asked.subproblem.matters(root, known) and self._hands.recall(job):
                del flight[job]
                asked.forget()

    def _learn(self, asked: Asked, found: Found) -> None:
        """Take in a result, and what follows from it."""
        subproblem, guesses, job = asked
        self.nodes += found.nodes
        free = subproblem.objective == Objective.WORST
        hard = learn(subproblem, guesses, job, found)
        if not free and not guesses and subproblem.guesses:
            self._order(subproblem)
        if hard is not None:
            self._split(subproblem, hard)
        # What is asked of a set as a whole tells of all guesses.
        subproblem.update(guesses or subproblem.guesses)

    def _order(self, subproblem: Subproblem) -> None:
        """Put the guesses of a subproblem in an order: what leaves least to tell comes first.

        Those of a large set stay in the order of their bounds, as they do where nothing is divided:
        all workers would wait for another, and the best of a game of words is as early in this one.
        """
        n = len(subproblem.candidates)
        subproblem.trial = subproblem.guesses
        if not self._wide(subproblem):
            costs = [0, *(round(1024 * size * math.log2(size)) for size in range(1, n + 1))]
            scores = self._context.scores
            head = sorted(one.guess for one in subproblem.guesses[:_RANKED])
            criterion = Criterion("sum", costs, head, self._context.pool)
            ranked = self._own.ranked_guesses(scores, subproblem.candidates, criterion)
            places = {guess: place for place, guess in enumerate(ranked)}
            last = len(places)
            subproblem.trial = sorted(
                subproblem.guesses, key=lambda one: (places.get(one.guess, last), one.place)
            )
        subproblem.restart()

    def _next(self, root: Subproblem, below: int) -> Asked | None:
        """Return the next job: if possible about a set that none of those in flight is about.

        What is asked about one set after the other takes less work, as each job knows the results
        of those before it.
        """
        self._crowded = False
        asked = self._ask(root, below)
        if asked is None and not root.settled(below):
            self._crowded = True
            asked = self._ask(root, below)
        return asked

    def _ask(self, subproblem: Subproblem, below: int) -> Asked | None:
        """Return the next job that serves a subproblem, if none of those in flight has to."""
        if subproblem.asked or subproblem.settled(below):
            return None
        if subproblem.lower >= subproblem.opened:
            subproblem.asked = True
            nodes = self._nodes_for(subproblem)
            return Asked(subproblem, (), self._job(subproblem, subproblem.first, below, nodes))
        below = min(below, subproblem.opened)
        if subproblem.objective == Objective.WORST:
            return self._ask_in_order(subproblem, below)
        for guess in subproblem.split:
            limit = subproblem.limit(guess, below)
            if guess.exact or guess.bound >= limit:
                continue
            asked = self._ask_blocks(subproblem, guess, limit)
            if asked is not None or not self._crowded:
                return asked
        if subproblem.flying and (not self._crowded or self._hoping(subproblem)):
            return None
        return self._ask_next(subproblem, below)

    def _ask_next(self, subproblem: Subproblem, below: int) -> Asked | None:
        """Return a job about the next guesses that have not been split."""
        if not subproblem.pending and not subproblem.flying:
            subproblem.restart()
        chosen: list[RootGuess] = []
        limits: list[int] = []
        size = 0
        while subproblem.pending and (not size or len(chosen) < size):
            guess = subproblem.pending.popleft()
            limit = subproblem.limit(guess, below)
            if guess.exact or guess.blocks or guess.asked or guess.bound >= limit:
                continue
            if not size:
                if self._narrow(subproblem):
                    self._split(subproblem, guess)
                    subproblem.update([guess])
                    return self._ask(subproblem, below)
                size = self._chunk(subproblem)
            chosen.append(guess)
            limits.append(limit)
        if not chosen:
            return None
        subproblem.tried += len(chosen)
        nodes = self._span if self._wide(subproblem) else 2 * self._pace.probe * len(chosen)
        return self._ask_guesses(subproblem, chosen, max(limits), min(self._span, nodes))

    @property
    def _span(self) -> int:
        """Return the nodes of a job: the longer a search takes, the larger its jobs may be."""
        grown = min(self._steady, self.nodes // (20 * self._pace.lanes))
        return max(self._pace.span, grown)

    def _pairs(self, subproblem: Subproblem) -> int:
        return len(subproblem.candidates) * int(self._context.scores.n_guesses)

    def _nodes_for(self, subproblem: Subproblem) -> int:
        """Return the nodes for a subproblem as a whole; one where that would be in vain."""
        if subproblem.objective == Objective.WORST:
            return self._steady
        return 1 if self._wide(subproblem) else self._pace.probe

    def _wide(self, subproblem: Subproblem) -> bool:
        """Say whether a search of the whole set would be in vain."""
        return self._pairs(subproblem) > self._pace.hopeless

    def _narrow(self, subproblem: Subproblem) -> bool:
        """Say whether each guess is likely to be more than a job."""
        few = len(subproblem.guesses) <= pace.NARROW
        # The first set of all is larger than any block of it, and is split for whoever is free.
        size = self._pairs(subproblem) if subproblem.history else 2 * self._pairs(subproblem)
        return few and size > 2 * self._pace.hopeless

    def _hoping(self, subproblem: Subproblem) -> bool:
        """Say whether few guesses wait for the total of the first, which is a limit for them.

        Without it they take longer than with it, and than it takes.
        """
        few = len(subproblem.guesses) <= pace.NARROW
        return few and bool(subproblem.history) and subproblem.best()[0] >= IMPOSSIBLE

    def _chunk(self, subproblem: Subproblem) -> int:
        """Return how many guesses go into a job: few of the first, which are hard to refute.

        Few of the last, too, so that nobody waits for long; but what a job takes that tells
        nothing is worth some guesses. One at a time, too, where the limit is likely to be
        lower soon: some of the first take as long as many do below the total of the best.
        """
        lanes, tried = self._pace.lanes, subproblem.tried
        if self._wide(subproblem):
            hoping = not subproblem.history and subproblem.best()[0] >= IMPOSSIBLE
            alone = pace.HOPING * lanes if hoping else lanes
            tried = tried if tried >= alone else 1
        elif tried:
            tried = max(tried, pace.SECOND)
        in_time = self._pace.pairs * self._span // self._pace.span // self._pairs(subproblem)
        share = max(pace.FEWEST, -(-len(subproblem.pending) // (2 * lanes)))
        return max(1, min(tried, in_time, share))

    def _ask_in_order(self, subproblem: Subproblem, below: int) -> Asked | None:
        """Return a job for a worst case, which depends on nothing but the results so far."""
        unsplit: list[RootGuess] = []
        for guess in sorted(subproblem.guesses, key=lambda one: one.bound):
            limit = subproblem.limit(guess, below)
            if guess.exact or guess.asked or guess.bound >= limit:
                continue
            if not guess.blocks:
                unsplit.append(guess)
                continue
            if unsplit:
                break
            asked = self._ask_blocks(subproblem, guess, limit)
            if asked is not None:
                return asked
        if not unsplit:
            return None
        chosen = unsplit[: max(_FEWEST, -(-len(unsplit) // _PARTS))]
        limit = max(subproblem.limit(guess, below) for guess in chosen)
        return self._ask_guesses(subproblem, chosen, limit, self._steady)

    def _ask_guesses(
        self, subproblem: Subproblem, guesses: Sequence[RootGuess], limit: int, nodes: int
    ) -> Asked:
        """Return a job about some guesses, in the order of ties, below a limit."""
        guesses = sorted(guesses, key=lambda one: one.place)
        for guess in guesses:
            guess.asked = True
        subproblem.flying += 1
        first = tuple(guess.guess for guess in guesses)
        return Asked(subproblem, guesses, self._job(subproblem, first, limit, nodes))

    def _ask_blocks(self, subproblem: Subproblem, guess: RootGuess, limit: int) -> Asked | None:
        """Return a job about a block of a guess that has been split."""
        slack = limit - guess.total
        for part in guess.waiting:
            asked = self._ask(part, part.lower + slack)
            if asked is not None:
                return asked
        return None

    def _job(self, subproblem: Subproblem, first: tuple[int, ...], below: int, nodes: int) -> Job:
        left = nodes if self._most_nodes < 0 else self._most_nodes - self.nodes
        if left <= 0:
            raise StoppedError
        return subproblem.job(first, min(below, HIGHEST_LIMIT), min(nodes, left))

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
        guess.divide(blocks, subproblem.weight)
        subproblem.split.append(guess)
        if subproblem.objective == Objective.MEAN:
            for part in guess.parts:
                if len(part.candidates) <= _TINY and not part.settled(HIGHEST_LIMIT):
                    self._search_here(part)
        # A part may be known already, and then nobody tells of it again.
        guess.add_up()

    def _search_here(self, part: Subproblem) -> None:
        """Search a block of a few secrets to its end."""
        job = self._job(part, (), HIGHEST_LIMIT, self._steady)
        self._learn(Asked(part, (), job), self._context.answer(job))
