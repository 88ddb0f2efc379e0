"""Which job comes next: a set as a whole, some of its guesses, or a block of one that was split.

A set is tried as a whole first. Where that ends without a proof its guesses are tried, those that
leave least to tell first, as their costs become the limit of all others. What is too hard is split.
Nothing here changes a proof: whatever the order, the same bounds meet, and of equal guesses the
first in one fixed order is taken. Only jobs for a least worst case are asked in an order that
depends on nothing but results, as any tree will do there and the first that is found is taken.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

from attrs import define, field

from mastermind_core.exact.divide import pace
from mastermind_core.exact.divide.job import JobContext
from mastermind_core.exact.divide.ledger import Asked, Ledger
from mastermind_core.exact.divide.pace import Pace
from mastermind_core.exact.divide.subproblem import Listing, RootGuess, Subproblem
from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import IMPOSSIBLE
from mastermind_core.kernels.types import Criterion


@define
class Queue:
    """The guesses of a subproblem that wait for a job, and what is in flight.

    ``order`` are the guesses of ``listing`` as they are tried, ``pending`` those that wait;
    ``tried`` says how many have been asked about. ``whole`` is set while a job about the whole
    subproblem is in flight, and ``flying`` are the guesses that jobs in flight are about.
    """

    listing: Listing | None = None
    order: Sequence[RootGuess] = ()
    pending: deque[RootGuess] = field(factory=deque)
    tried: int = 0
    whole: bool = False
    flying: set[RootGuess] = field(factory=set)

    def restart(self) -> None:
        """Let all guesses wait that may still have to be looked at."""
        self.pending = deque(guess for guess in self.order if guess.waits)

    def drop(self, guesses: Sequence[RootGuess]) -> None:
        """Note that no job is about these guesses any more, or about the whole if there are none.

        Those without a cost wait again, before all others.
        """
        if not guesses:
            self.whole = False
        self.flying.difference_update(guesses)
        self.pending.extendleft(guess for guess in reversed(guesses) if guess.waits)


class Planner:
    """What chooses jobs, from what the ledger knows and what is in flight."""

    def __init__(self, context: JobContext, ledger: Ledger, rhythm: Pace):
        self._context, self._ledger, self._pace = context, ledger, rhythm
        self._steady = pace.steady(context.scores)
        self._queues: dict[Subproblem, Queue] = {}

    def next(self, root: Subproblem, below: int) -> Asked | None:
        """Return the next job, if possible about a set that none of those in flight is about.

        Jobs about one set take less work one after the other, as each knows the results of those
        before it.
        """
        asked = self._ask(root, below, crowded=False)
        if asked is None and not root.settled(below):
            asked = self._ask(root, below, crowded=True)
        return asked

    def drop(self, asked: Asked) -> None:
        """Note that a job is not in flight any more."""
        self._queue(asked.subproblem).drop(asked.guesses)

    def _queue(self, subproblem: Subproblem) -> Queue:
        if subproblem not in self._queues:
            self._queues[subproblem] = Queue()
        return self._queues[subproblem]

    def _ask(self, subproblem: Subproblem, below: int, *, crowded: bool) -> Asked | None:
        """Return the next job that serves a subproblem, if none of those in flight has to.

        When ``crowded``, jobs may be about a set that others in flight are about.
        """
        if subproblem.settled(below):
            return None
        queue, question = self._queue(subproblem), subproblem.question
        if queue.whole:
            return None
        if subproblem.closed:
            nodes = self._nodes_for(subproblem)
            job = self._ledger.job(subproblem, question.first, below, nodes)
            queue.whole = True
            return Asked(subproblem, (), job)
        below = min(below, subproblem.listing.rest)
        if question.objective == Objective.WORST:
            return self._ask_in_order(subproblem, below, crowded=crowded)
        for guess in subproblem.listing.split:
            limit = subproblem.limit(guess, below)
            if guess.exact or guess.bound >= limit:
                continue
            asked = self._ask_blocks(guess, limit, crowded=crowded)
            if asked is not None or not crowded:
                return asked
        if queue.flying and (not crowded or self._awaits_first(subproblem)):
            return None
        return self._ask_next(subproblem, below, crowded=crowded)

    def _ask_next(self, subproblem: Subproblem, below: int, *, crowded: bool) -> Asked | None:
        """Return a job about the next guesses that have not been split."""
        queue = self._queue(subproblem)
        if queue.listing is not subproblem.listing:
            queue.listing, queue.order = subproblem.listing, self._in_order_of_trial(subproblem)
            queue.restart()
        if not queue.pending and not queue.flying:
            queue.restart()
        chosen: list[RootGuess] = []
        limits: list[int] = []
        size = 0
        while queue.pending and (not size or len(chosen) < size):
            guess = queue.pending.popleft()
            limit = subproblem.limit(guess, below)
            if not guess.waits or guess in queue.flying or guess.bound >= limit:
                continue
            if not size:
                if self._is_narrow(subproblem):
                    self._ledger.split(subproblem, guess)
                    return self._ask(subproblem, below, crowded=crowded)
                size = self._chunk(subproblem, queue)
            chosen.append(guess)
            limits.append(limit)
        if not chosen:
            return None
        queue.tried += len(chosen)
        nodes = self._span if self._is_wide(subproblem) else 2 * self._pace.probe * len(chosen)
        return self._ask_guesses(subproblem, chosen, max(limits), min(self._span, nodes))

    def _ask_in_order(self, subproblem: Subproblem, below: int, *, crowded: bool) -> Asked | None:
        """Return a job for a worst case, which depends on nothing but the results so far."""
        flying = self._queue(subproblem).flying
        whole: list[RootGuess] = []
        for guess in sorted(subproblem.listing.guesses, key=lambda one: one.bound):
            limit = subproblem.limit(guess, below)
            if guess.exact or guess in flying or guess.bound >= limit:
                continue
            if guess.blocks is None:
                whole.append(guess)
                continue
            if whole:
                break
            asked = self._ask_blocks(guess, limit, crowded=crowded)
            if asked is not None:
                return asked
        if not whole:
            return None
        chosen = whole[: max(pace.LEAST_PART, -(-len(whole) // pace.PARTS))]
        limit = max(subproblem.limit(guess, below) for guess in chosen)
        return self._ask_guesses(subproblem, chosen, limit, self._steady)

    def _ask_guesses(
        self, subproblem: Subproblem, guesses: Sequence[RootGuess], limit: int, nodes: int
    ) -> Asked:
        """Return a job about some guesses, in the order of ties, below a limit."""
        guesses = sorted(guesses, key=lambda one: one.place)
        self._queue(subproblem).flying.update(guesses)
        first = tuple(guess.guess for guess in guesses)
        return Asked(subproblem, guesses, self._ledger.job(subproblem, first, limit, nodes))

    def _ask_blocks(self, guess: RootGuess, limit: int, *, crowded: bool) -> Asked | None:
        """Return a job about a block of a guess that has been split."""
        assert guess.blocks is not None
        slack = limit - guess.blocks.total
        for part in guess.blocks.open:
            asked = self._ask(part, part.lower + slack, crowded=crowded)
            if asked is not None:
                return asked
        return None

    def _in_order_of_trial(self, subproblem: Subproblem) -> Sequence[RootGuess]:
        """Return the guesses of a subproblem in the order of trial: the most telling first.

        Those of a wide set stay in the order of their bounds, as where nothing is divided: to rank
        them takes long, all workers would wait, and the best of a game of words comes early anyway.
        """
        guesses, candidates = subproblem.listing.guesses, subproblem.question.candidates
        if self._is_wide(subproblem):
            return guesses
        n = len(candidates)
        costs = [0, *(round(1024 * size * math.log2(size)) for size in range(1, n + 1))]
        head = sorted(one.guess for one in guesses[: pace.RANKED])
        criterion = Criterion("sum", costs, head, self._context.pool)
        ranked = greedy_kernel().ranked_guesses(self._context.scores, candidates, criterion)
        places = {guess: place for place, guess in enumerate(ranked)}
        last = len(places)
        return sorted(guesses, key=lambda one: (places.get(one.guess, last), one.place))

    @property
    def _span(self) -> int:
        """Return the nodes of a job: the longer a search takes, the larger its jobs may be."""
        grown = min(self._steady, self._ledger.nodes // (20 * self._pace.lanes))
        return max(self._pace.span, grown)

    def _nodes_for(self, subproblem: Subproblem) -> int:
        """Return the nodes for a subproblem as a whole; one where that would be in vain."""
        if subproblem.question.objective == Objective.WORST:
            return self._steady
        return 1 if self._is_wide(subproblem) else self._pace.probe

    def _pairs(self, subproblem: Subproblem) -> int:
        return len(subproblem.question.candidates) * int(self._context.scores.n_guesses)

    def _is_wide(self, subproblem: Subproblem) -> bool:
        """Return whether a search of the whole set would be in vain."""
        return self._pairs(subproblem) > self._pace.hopeless

    def _is_narrow(self, subproblem: Subproblem) -> bool:
        """Return whether each guess is likely to be more than a job."""
        few = len(subproblem.listing.guesses) <= pace.NARROW
        # The root is larger than any block of it, and is split for whoever is free.
        pairs = self._pairs(subproblem)
        size = pairs if subproblem.question.history else 2 * pairs
        return few and size > 2 * self._pace.hopeless

    def _awaits_first(self, subproblem: Subproblem) -> bool:
        """Return whether the guesses of a set wait until the first of them has a cost.

        Below that cost most of them are refuted soon; without it each takes longer than the first.
        """
        few = len(subproblem.listing.guesses) <= pace.NARROW
        return few and bool(subproblem.question.history) and not self._has_incumbent(subproblem)

    def _has_incumbent(self, subproblem: Subproblem) -> bool:
        return subproblem.listing.incumbent[0] < IMPOSSIBLE

    def _chunk(self, subproblem: Subproblem, queue: Queue) -> int:
        """Return how many guesses go into a job.

        Few of the first, which are hard to refute, and few of the last, so that nobody waits long
        for a job. Between them not too few, as each job takes some time of its own. One at a time
        where the incumbent is likely to improve soon: below a lower limit guesses take less.
        """
        lanes, tried = self._pace.lanes, queue.tried
        if self._is_wide(subproblem):
            hoping = not subproblem.question.history and not self._has_incumbent(subproblem)
            alone = pace.HOPING * lanes if hoping else lanes
            tried = tried if tried >= alone else 1
        elif tried:
            tried = max(tried, pace.SECOND)
        in_time = self._pace.pairs * self._span // self._pace.span // self._pairs(subproblem)
        share = max(pace.FEWEST, -(-len(queue.pending) // (2 * lanes)))
        return max(1, min(tried, in_time, share))
