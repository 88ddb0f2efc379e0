"""Sets of secrets and the guesses on them: what is known of the top of a search, and what to ask.

A *subproblem* costs as much as the cheapest of its guesses, and a guess the sum of its blocks. What
is too large for one job is split: a subproblem into its guesses, a guess into its blocks. Costs are
totals, or, where only the number of guesses is limited, 0 for a set that can be found and
``IMPOSSIBLE`` for one that cannot; then nothing weighs anything, and the same sums hold.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from operator import attrgetter

from attrs import Factory, define, field

from mastermind_core.exact.divide.job import HIGHEST_LIMIT, Job
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import IMPOSSIBLE, Found
from mastermind_core.kernels.shared.flat_trees import joined
from mastermind_core.kernels.types import FlatTree

Key = tuple[bytes, Objective, int]
_bound_of = attrgetter("bound")


def cost_of(bound: int) -> int:
    """Return a bound as a cost: what is not below the highest limit of a job is impossible."""
    return IMPOSSIBLE if bound >= HIGHEST_LIMIT else bound


@define(eq=False)
class RootGuess:
    """A guess on a subproblem with its bound, which is its cost when exact.

    Of guesses that cost the same the one with the least ``place`` is taken.
    """

    guess: int
    bound: int
    place: int
    exact: bool = False
    tree: FlatTree | None = None
    blocks: Sequence[tuple[int, int, Subproblem | None]] = ()
    asked: bool = False

    @property
    def parts(self) -> Iterator[Subproblem]:
        """Yield the subproblems behind its answers, if it has been split."""
        return (part for _, _, part in self.blocks if part is not None)

    def add_up(self, weight: int) -> bool:
        """Raise its bound to what its parts say; return whether that tells anything new."""
        if self.exact or not self.blocks:
            return False
        bound = min(IMPOSSIBLE, weight + sum(part.lower for part in self.parts))
        exact = bound >= IMPOSSIBLE or all(part.value is not None for part in self.parts)
        if bound <= self.bound and not exact:
            return False
        self.bound, self.exact = max(bound, self.bound), exact
        return True

    def flat(self) -> FlatTree:
        """Return the tree that it begins; only when its cost is exact."""
        if self.tree is not None:
            return self.tree
        return joined(
            self.guess,
            (
                (score, size, None if part is None else part.flat())
                for score, size, part in self.blocks
            ),
        )


@define(eq=False)
class Subproblem:
    """A set of secrets with a lower bound, then its value, and the guesses meanwhile.

    ``opened`` says that guesses which are not in ``guesses`` cost at least so much, or are like
    one that is there. ``wide`` is the same set with any number of guesses: it costs no more.

    Some strategy has a total of ``upper``.

    ``trial`` are the guesses in the order in which they are tried, ``pending`` those of them that
    wait for it, ``split`` those of which the blocks are looked at; ``tried`` have been asked about,
    in ``flying`` jobs that are on the way.
    """

    candidates: array[int]
    objective: Objective
    steps: int
    weight: int
    history: tuple[int, ...] = ()
    first: tuple[int, ...] = ()
    lower: int = 0
    value: int | None = None
    tree: FlatTree | None = None
    guesses: list[RootGuess] = Factory(list)
    opened: int = 0
    upper: int = IMPOSSIBLE
    asked: bool = False
    trial: list[RootGuess] = field(factory=list, repr=False)
    pending: deque[RootGuess] = field(factory=deque, repr=False)
    split: list[RootGuess] = field(factory=list, repr=False)
    tried: int = 0
    flying: int = 0
    _best: tuple[int, int] | None = field(default=None, init=False, repr=False)
    wide: Subproblem | None = field(default=None, repr=False)
    parents: list[tuple[Subproblem, RootGuess]] = field(factory=list, repr=False)

    @property
    def key(self) -> Key:
        """Return what tells it from other sets."""
        return self.candidates.tobytes(), self.objective, self.steps

    @property
    def digest(self) -> bytes:
        """Return what tells it from other sets in a file."""
        return self.job((), 0, 0).subproblem

    def job(self, first: tuple[int, ...], below: int, nodes: int) -> Job:
        """Return a job about it, or about some of its guesses."""
        return Job(
            self.candidates.tobytes(),
            self.objective,
            self.steps,
            self.history,
            first,
            below,
            nodes,
        )

    def restart(self) -> None:
        """Let all guesses wait that may still have to be looked at."""
        self.pending = deque(one for one in self.trial if not one.exact and not one.blocks)

    def matters(self, root: Subproblem) -> bool:
        """Say whether something above it may still depend on its value."""
        if self.value is not None:
            return False
        return self is root or any(
            not guess.exact
            and guess.bound < above.limit(guess, max(above.opened, 1))
            and above.matters(root)
            for above, guess in self.parents
        )

    def settled(self, below: int) -> bool:
        """Say whether its value is known, or known not to be so low."""
        return self.value is not None or self.lower >= below

    def best(self) -> tuple[int, int]:
        """Return the least exact cost of a guess, and the place of the first that has it."""
        if self._best is None:
            exact = ((one.bound, one.place) for one in self.guesses if one.exact)
            self._best = min(exact, default=(IMPOSSIBLE, len(self.guesses)))
        return self._best

    def limit(self, guess: RootGuess, below: int) -> int:
        """Return the bound at which a guess need not be looked at any more.

        Of equal guesses the first is taken, as the search of the kernel does: one that comes before
        the best has to be worse.
        """
        best, chosen = self.best()
        earlier = self.objective == Objective.MEAN and guess.place < chosen and best < IMPOSSIBLE
        return min(below, best + earlier, self.upper + 1)

    def update(self) -> None:
        """Conclude what follows from its guesses, and tell the subproblems above."""
        self._best = None
        if self.value is None and self.opened:
            best, chosen = self.best()
            least = min(map(_bound_of, self.guesses), default=self.opened)
            self.lower = max(self.lower, min(self.opened, least))
            if self.lower >= IMPOSSIBLE:
                self.value = IMPOSSIBLE
            elif best <= self.lower and all(
                one.bound >= self.limit(one, IMPOSSIBLE) or one.place == chosen
                for one in self.guesses
            ):
                self.value = self.lower = best
        for parent, guess in self.parents:
            if guess.add_up(parent.weight):
                parent.update()

    def flat(self) -> FlatTree:
        """Return a tree of its value."""
        if self.tree is not None:
            return self.tree
        return self.guesses[self.best()[1]].flat()


def learn(
    subproblem: Subproblem, asked: Sequence[RootGuess], job: Job, found: Found
) -> RootGuess | None:
    """Take in the answer to a job about a subproblem, or about some of its guesses.

    Return a guess that one worker cannot settle in the time that a job may take.
    """
    free = subproblem.objective == Objective.WORST
    if found.proven and not asked:
        if found.tree is not None:
            subproblem.tree = found.tree
            subproblem.value = subproblem.lower = 0 if free else found.total
        else:
            bound = IMPOSSIBLE if free else cost_of(found.lower_bound)
            subproblem.opened = subproblem.lower = bound
            subproblem.value = IMPOSSIBLE if bound >= IMPOSSIBLE else None
            subproblem.guesses, subproblem.trial, subproblem.split = [], [], []
            subproblem.restart()
        return None
    if found.proven:
        bound = IMPOSSIBLE if free else cost_of(max(found.lower_bound, job.below))
        _conclude(asked, found, bound, free=free)
        return None
    if not asked:
        subproblem.upper = min(subproblem.upper, IMPOSSIBLE if free else found.total)
        _open(subproblem, job.below, found)
        hard = _compare(subproblem.guesses, job.below, found, free=free)
        return hard if free else None
    return _compare(asked, job.below, found, free=free)


def _conclude(asked: Sequence[RootGuess], found: Found, bound: int, *, free: bool) -> None:
    """Note what is proven of guesses: the cost of the first best one, and that none is better."""
    best = None if found.tree is None else found.tree.guesses[0]
    value = 0 if free else found.total
    later = free
    for guess in asked:
        if guess.guess == best:
            guess.bound, guess.exact, guess.tree = value, True, found.tree
            later = True
        elif found.tree is None:
            guess.bound = max(guess.bound, bound)
        else:
            guess.bound = max(guess.bound, value + (not later))
        guess.exact = guess.exact or guess.bound >= IMPOSSIBLE


def _open(subproblem: Subproblem, below: int, found: Found) -> None:
    """List the guesses that are left to look at."""
    known = {one.guess: one for one in subproblem.guesses}
    wide = subproblem.wide.guesses if subproblem.wide is not None else ()
    least = {one.guess: one.bound for one in wide}
    subproblem.guesses = [
        known.get(guess) or RootGuess(guess, least.get(guess, subproblem.weight), place)
        for place, (guess, _, _) in enumerate(found.openings)
    ]
    for place, one in enumerate(subproblem.guesses):
        one.place = place
    free = subproblem.objective == Objective.WORST
    subproblem.opened = IMPOSSIBLE if free else cost_of(below)


def _compare(
    asked: Sequence[RootGuess], below: int, found: Found, *, free: bool
) -> RootGuess | None:
    """Note the bounds of a search that was stopped; return its first guess if it settled none."""
    told = {guess: (bound, exact) for guess, bound, exact in found.openings}
    settled, first = False, None
    for guess in asked:
        bound, exact = told.get(guess.guess, (IMPOSSIBLE if free else below, free))
        if free and not exact:
            bound = 0
        guess.bound = max(guess.bound, cost_of(bound))
        guess.exact = guess.exact or exact or guess.bound >= IMPOSSIBLE
        if exact and found.tree is not None and found.tree.guesses[0] == guess.guess:
            guess.tree = found.tree
        if guess.exact or guess.bound >= below:
            settled = True
        elif first is None and not guess.blocks:
            first = guess
    return None if settled else first
