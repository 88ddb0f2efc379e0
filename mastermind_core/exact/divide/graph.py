"""A graph with bounds for sets and their guesses, which chooses the next job.

The cost of a *block* is the cost of its cheapest guess, and a guess costs as much as the blocks
that its answers leave. This is an AND/OR graph, whose bounds rise to the root, as in Martelli and
Montanari (1973). A cost is a total. If the objective only limits paths, no secret has a weight. The
cost is 0 for a set that can be found and ``IMPOSSIBLE`` for one that cannot, so the same sums hold.

A block is requested as a whole. If its job ends without a proof, its guesses are requested, in the
order of remaining entropy. A guess that is too hard for a job is split into its blocks. The proven
result does not depend on the workers or on their order, because the bounds of a block meet at one
value. Among guesses with the same total, the first in the tie order is taken.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from attrs import define, evolve, field

from mastermind_core.exact.divide.workers import HIGHEST_LIMIT, Job, JobContext
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact.bounds import filled
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import IMPOSSIBLE, NO_LIMIT, Found
from mastermind_core.kernels.shared.flat_trees import joined, price_after
from mastermind_core.kernels.shared.plain_scores import over
from mastermind_core.kernels.types import Criterion, FlatTree

#: If a block has at most this many guesses, each is split at once: it is more than a job.
NARROW = 64

#: The minimum number of guesses of a job once a block has a tree: a job has overhead.
FEWEST = 16

#: The maximum number of guesses that are ranked by entropy. Ranking more does not pay.
RANKED = 1024


@define(eq=False)
class Guess:
    """A guess on a block with a lower bound, which is its cost when ``exact``.

    Among guesses of equal cost, the one with the smallest ``place`` is taken. After a split,
    ``parts`` has a score, its secrets and their block (None if the game is over) for each score.
    ``paid`` is the cost of the guess itself.
    """

    above: Block
    number: int
    place: int
    bound: int
    exact: bool = False
    asked: bool = False
    tree: FlatTree | None = None
    parts: Sequence[tuple[int, int, Block | None]] | None = None
    paid: int = 0

    @property
    def blocks(self) -> Iterator[Block]:
        """Yield the blocks of a guess that is split."""
        return (block for _, _, block in self.parts or () if block is not None)

    @property
    def total(self) -> int:
        """Return the lower bound that follows from its blocks."""
        return min(IMPOSSIBLE, self.paid + sum(block.lower for block in self.blocks))

    def raise_bound(self) -> None:
        """Raise the bound of a split guess to the sum over its blocks."""
        if not self.exact:
            self.bound = max(self.bound, self.total)
            self.exact = self.bound >= IMPOSSIBLE or all(block.exact for block in self.blocks)

    def reach(self, bound: int, tree: FlatTree | None = None) -> None:
        """Raise the bound, which is the cost of the guess if there is a tree that attains it."""
        self.tree = tree or self.tree
        self.bound = max(self.bound, _cost(bound))
        self.exact = self.exact or self.bound >= IMPOSSIBLE or self.tree is not None

    def flat(self) -> FlatTree:
        """Return the optimal tree that begins with the guess, if its cost is exact."""
        if self.parts is None:
            assert self.tree is not None
            return self.tree
        below = ((at, n, None if block is None else block.flat()) for at, n, block in self.parts)
        return joined(self.number, below)


@define(eq=False)
class Block:
    """A set with bounds of its minimum cost, which is ``lower`` when ``exact``.

    ``job`` requests all of it. Once such a job ran out of nodes, ``guesses`` are its first guesses
    in the tie order, and ``order`` has them in the order of trial. All other guesses cost at least
    ``rest``. Jobs have ``patience`` times the usual nodes.
    """

    job: Job
    lower: int
    weight: int
    patience: int = 1
    exact: bool = False
    asked: bool = False
    tried: int = 0
    rest: int = 0
    tree: FlatTree | None = None
    guesses: Sequence[Guess] = ()
    order: Sequence[Guess] = ()
    parents: list[Guess] = field(factory=list)

    @property
    def candidates(self) -> array[int]:
        """Return the secrets."""
        return array("I", memoryview(self.job.candidates).cast("I"))

    @property
    def by_paths(self) -> bool:
        """Return whether only paths are limited."""
        return self.job.objective == Objective.WORST

    @property
    def best(self) -> Guess | None:
        """Return the cheapest guess with a known cost, the first among equals."""
        known = (one for one in self.guesses if one.exact and one.bound < IMPOSSIBLE)
        return min(known, key=lambda one: one.bound, default=None)

    def settled(self, below: int) -> bool:
        """Return whether its cost is known, or known to reach a limit."""
        return self.exact or self.lower >= below

    def open(self, below: int = IMPOSSIBLE) -> Iterator[tuple[Guess, int]]:
        """Yield the guesses that may be optimal, each with the cost that it has to stay below."""
        best = self.best
        below = min(below, self.rest)
        for one in self.order:
            limit = below
            if best is not None:
                ties = one.place < best.place and not self.by_paths
                limit = min(limit, best.bound + ties)
            if not one.exact and one.bound < limit:
                yield one, limit

    def update(self) -> None:
        """Update the bounds from its guesses' bounds, here and in all parents."""
        if not self.exact and self.rest:
            least = min((one.bound for one in self.guesses), default=IMPOSSIBLE)
            self.lower = max(self.lower, min(least, self.rest))
            best = self.best
            if self.lower >= IMPOSSIBLE:
                self.exact = True
            elif best is not None and best.bound <= self.lower and not any(self.open()):
                self.lower = best.bound
                self.exact = True
                self.tree = best.flat()
        for guess in self.parents:
            before = guess.bound, guess.exact
            guess.raise_bound()
            if before != (guess.bound, guess.exact):
                guess.above.update()

    def conclude(self, found: Found, none: int) -> None:
        """Take the result of a job about the whole block: a tree, or the bound that it has none."""
        if found.tree is not None:
            self.lower = 0 if self.by_paths else found.total
            self.exact = True
            self.tree = found.tree
            return
        self.lower = max(self.lower, none)
        self.exact = none >= IMPOSSIBLE
        self.rest = self.lower
        self.guesses = self.order = ()

    def flat(self) -> FlatTree:
        """Return an optimal tree."""
        assert self.tree is not None
        return self.tree


class Asked(NamedTuple):
    """A job with its block, and with its guesses if it is about some of them only."""

    block: Block
    guesses: Sequence[Guess]
    job: Job


class Graph:
    """The blocks of a search: ``lanes`` jobs run at once, with ``span`` nodes each."""

    def __init__(self, context: JobContext, lanes: int, span: int):
        self._context = context
        self._lanes = lanes
        self.span = span
        self._blocks: dict[Job, Block] = {}

    def block(self, job: Job) -> Block:
        """Return the one block of all jobs that ask for the same set."""
        n = len(job.candidates) // 4
        costs = self._context.scores.costs
        steps = n if job.steps < 0 else min(job.steps, n)  # so many are always enough
        free = not costs or job.budget >= steps * max(costs)
        job = evolve(job, steps=steps, budget=NO_LIMIT if free else job.budget)
        key = evolve(job, history=())
        if key not in self._blocks:
            weight = 0
            if job.objective == Objective.MEAN:
                own = self._context.task.question.weights
                ids = memoryview(job.candidates).cast("I")
                weight = sum(own[at] for at in ids) if own else n
            lower = weight * price_after(job.prices, 0) * min(costs, default=1)
            scores = self._context.scores
            if weight and scores.ends_one and not (costs or scores.goals):
                lower = max(lower, filled(n, 1, scores.n_scores - sum(scores.final), job.prices))
            self._blocks[key] = Block(job, lower, weight)
        return self._blocks[key]

    def next(self, root: Block, below: int) -> Asked | None:
        """Return the next job, if possible about a block without a job in flight.

        Jobs about one block take less work in sequence, as each uses the results of the previous.
        """
        asked = self._ask(root, below, crowded=False)
        if asked is None and not root.settled(below):
            asked = self._ask(root, below, crowded=True)
        return asked

    def _ask(self, block: Block, below: int, *, crowded: bool) -> Asked | None:
        """Return the next job for a block, if it may have one now."""
        if block.asked or block.settled(below):
            return None
        if block.lower >= block.rest:  # the bounds of its guesses do not reach further
            block.asked = True
            return self._asked(block, (), block.job.first, below)
        waiting = []
        flying = False
        for guess, limit in block.open(below):
            if guess.parts is None and not guess.asked:
                waiting.append((guess, limit))
                continue
            asked = self._ask_parts(guess, limit, crowded=crowded)
            if asked is not None or not crowded:
                return asked
            flying = True
        if not waiting or (flying and block.best is None and block.job.history):
            return None  # without the cost of the first guess, each other one takes longer
        if len(block.guesses) <= NARROW and not block.job.history:
            self._split(waiting[0][0])
            return self._ask(block, below, crowded=crowded)
        return self._ask_guesses(block, waiting)

    def _ask_parts(self, guess: Guess, limit: int, *, crowded: bool) -> Asked | None:
        """Return the next job for the blocks of a guess that is split, the smallest first.

        A guess in flight has none.
        """
        if guess.asked:
            return None
        slack = limit - guess.total
        for part in sorted(guess.blocks, key=lambda one: len(one.job.candidates)):
            asked = self._ask(part, part.lower + slack, crowded=crowded)
            if asked is not None:
                return asked
        return None

    def _ask_guesses(self, block: Block, waiting: Sequence[tuple[Guess, int]]) -> Asked:
        """Return the job of one guess or, once the block has a tree, of several."""
        count = 1
        if block.best is not None:
            count = max(FEWEST, min(block.tried, len(waiting) // (2 * self._lanes)))
        chosen = sorted((guess for guess, _ in waiting[:count]), key=lambda one: one.place)
        block.tried += count
        for guess in chosen:
            guess.asked = True
        limit = max(limit for _, limit in waiting[:count])
        return self._asked(block, chosen, tuple(guess.number for guess in chosen), limit)

    def _asked(
        self, block: Block, guesses: Sequence[Guess], first: tuple[int, ...], below: int
    ) -> Asked:
        nodes = self.span if guesses or block.job.history else 1  # one lists the first guesses
        below = min(below, HIGHEST_LIMIT)
        nodes = nodes * block.patience
        return Asked(block, guesses, evolve(block.job, first=first, below=below, nodes=nodes))

    def drop(self, asked: Asked) -> None:
        """Note that a job is no longer in flight."""
        asked.block.asked = asked.block.asked and bool(asked.guesses)
        for guess in asked.guesses:
            guess.asked = False

    def learn(self, asked: Asked, found: Found) -> None:
        """Add a result, and update all bounds that depend on it."""
        self.drop(asked)
        block, guesses, job = asked
        if not found.proven and not found.openings:  # it ended before it looked at any guess
            block.patience *= 4
            return
        none = IMPOSSIBLE if block.by_paths else _cost(max(found.lower_bound, job.below))
        if found.proven and not guesses:
            block.conclude(found, none)
        elif found.proven:
            _add_proven(guesses, found, none)
        else:
            if not guesses:
                self._open(block, found, none)
            _add_openings(guesses or block.guesses, found, none)
            hard = [one for one in guesses if not one.exact and one.bound < job.below]
            if hard and len(hard) == len(guesses):
                self._split(hard[0])
        block.update()

    def _open(self, block: Block, found: Found, rest: int) -> None:
        """List the remaining guesses. A guess that was listed before keeps its bounds."""
        known = {one.number: one for one in block.guesses}
        numbers = (number for number, _, _ in found.openings)
        block.guesses = [known.get(n) or Guess(block, n, 0, block.lower) for n in numbers]
        for place, guess in enumerate(block.guesses):
            guess.place = place
        block.rest, block.order = rest, self._in_order_of_trial(block)

    def _in_order_of_trial(self, block: Block) -> Sequence[Guess]:
        """Return the guesses of a block by ascending remaining entropy."""
        if len(block.guesses) > RANKED:  # bounds of words sort as well
            return sorted(block.guesses, key=lambda one: one.bound)
        candidates = block.candidates
        costs = [0, *(round(1024 * n * math.log2(n)) for n in range(1, len(candidates) + 1))]
        numbers = sorted(one.number for one in block.guesses)
        criterion = Criterion("sum", costs, numbers, self._context.task.question.pool)
        ranked = kernels.greedy.ranked_guesses(self._context.scores, candidates, criterion)
        places = {number: place for place, number in enumerate(ranked)}
        last = len(places)
        return sorted(block.guesses, key=lambda one: (places.get(one.number, last), one.place))

    def _split(self, guess: Guess) -> None:
        """Replace a guess by its blocks."""
        scores = self._context.scores
        job = guess.above.job
        price = scores.costs[guess.number] if scores.costs else price_after(job.prices, 0)
        if 0 <= job.budget < price:
            guess.bound, guess.exact = IMPOSSIBLE, True
            return guess.above.update()
        below = evolve(
            job,
            steps=job.steps - 1,
            history=(*job.history, guess.number),
            first=(),
            budget=NO_LIMIT if job.budget < 0 else job.budget - price,
            prices=job.prices[1:] or job.prices,
        )
        parts: list[tuple[int, int, Block | None]] = []
        for score, secrets in kernels.greedy.split(scores, guess.number, guess.above.candidates):
            block = None
            if not over(scores, score, secrets):
                block = self.block(evolve(below, candidates=secrets.tobytes()))
                block.parents.append(guess)
            parts.append((score, len(secrets), block))
        guess.parts, guess.paid = parts, price * guess.above.weight
        guess.raise_bound()
        return guess.above.update()


def _add_proven(guesses: Sequence[Guess], found: Found, none: int) -> None:
    """Add the proven result of a job about some guesses: the best tree that begins with one.

    Guesses after the one of the tree cost at least as much, and those before it more.
    """
    if found.tree is None:
        for guess in guesses:
            guess.reach(none)
        return
    by_paths = guesses[0].above.by_paths
    value = 0 if by_paths else found.total
    best = found.tree.guesses[0]
    later = by_paths
    for guess in guesses:
        if guess.number == best:
            guess.reach(value, found.tree)
            later = True
        else:
            guess.reach(value + (not later))


def _add_openings(guesses: Sequence[Guess], found: Found, none: int) -> None:
    """Add the bounds of guesses that a job reached before it was stopped."""
    best = None if found.tree is None else found.tree.guesses[0]
    reached = {guess: (bound, exact) for guess, bound, exact in found.openings}
    for guess in guesses:
        by_paths = guess.above.by_paths
        bound, exact = reached.get(guess.number, (none, by_paths))
        known = 0 if by_paths and not exact else bound
        guess.reach(known, found.tree if exact and guess.number == best else None)


def _cost(bound: int) -> int:
    """Return a bound as a cost. A bound from the highest limit of a job on is impossible."""
    return IMPOSSIBLE if bound >= HIGHEST_LIMIT else bound
