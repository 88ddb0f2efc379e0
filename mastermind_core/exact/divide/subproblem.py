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
from heapq import heapify, heapreplace

from attrs import Factory, define, field

from mastermind_core.exact.divide.job import HIGHEST_LIMIT, Job
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import IMPOSSIBLE, Found
from mastermind_core.kernels.shared.flat_trees import joined
from mastermind_core.kernels.types import FlatTree

Key = tuple[bytes, Objective, int]


def cost_of(bound: int) -> int:
    """Return a bound as a cost: what is not below the highest limit of a job is impossible."""
    return IMPOSSIBLE if bound >= HIGHEST_LIMIT else bound


@define(eq=False)
class RootGuess:
    """A guess on a subproblem with its bound, which is its cost when exact.

    Of guesses that cost the same the one with the least ``place`` is taken. Once it is divided,
    ``waiting`` are the parts that have no value yet, and ``least`` is what the others cost.
    """

    guess: int
    bound: int
    place: int
    exact: bool = False
    tree: FlatTree | None = None
    blocks: Sequence[tuple[int, int, Subproblem | None]] = ()
    asked: bool = False
    waiting: list[Subproblem] = field(factory=list, repr=False)
    least: int = 0

    @property
    def parts(self) -> Iterator[Subproblem]:
        """Yield the subproblems behind its answers, if it has been split."""
        return (part for _, _, part in self.blocks if part is not None)

    def divide(self, blocks: Sequence[tuple[int, int, Subproblem | None]], weight: int) -> None:
        """Put blocks in its place: parts that wait for their value, the smallest first."""
        self.blocks = blocks
        self.waiting = sorted(self.parts, key=lambda part: len(part.candidates))
        self.least = weight

    def add_up(self) -> bool:
        """Raise its bound to what its parts say; return whether that tells anything new."""
        if self.exact or not self.blocks:
            return False
        # What has a value costs the same for ever.
        self.least += sum(part.lower for part in self.waiting if part.value is not None)
        self.waiting = [part for part in self.waiting if part.value is None]
        bound = min(IMPOSSIBLE, self.total)
        exact = bound >= IMPOSSIBLE or not self.waiting
        if bound <= self.bound and not exact:
            return False
        self.bound, self.exact = max(bound, self.bound), exact
        return True

    @property
    def total(self) -> int:
        """Return what its parts cost at least, together and with their secrets."""
        return self.least + sum(part.lower for part in self.waiting)

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
    _best: tuple[int, int] = field(default=(IMPOSSIBLE, 0), init=False, repr=False)
    _bounds: list[tuple[int, int]] = field(factory=list, init=False, repr=False)
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

    def matters(self, root: Subproblem, known: dict[Subproblem, bool]) -> bool:
        """Say whether something above it may still depend on its value; note that for all met."""
        if self not in known:
            known[self] = self.value is None and (
                self is root
                or any(
                    not guess.exact
                    and guess.bound < above.limit(guess, max(above.opened, 1))
                    and above.matters(root, known)
                    for above, guess in self.parents
                )
            )
        return known[self]

    def settled(self, below: int) -> bool:
        """Say whether its value is known, or known not to be so low."""
        return self.value is not None or self.lower >= below

    def list_guesses(self, guesses: list[RootGuess]) -> None:
        """Take these for its guesses, each at the place that it has there."""
        self.guesses = guesses
        self._best = (IMPOSSIBLE, len(guesses))
        for place, guess in enumerate(guesses):
            guess.place = place
            self._note(guess)
        self._bounds = [(guess.bound, guess.place) for guess in guesses]
        heapify(self._bounds)

    def _note(self, guess: RootGuess) -> None:
        """Take the cost of a guess for the best, if it is."""
        listed = guess.place < len(self.guesses) and self.guesses[guess.place] is guess
        if listed and guess.exact:
            self._best = min(self._best, (guess.bound, guess.place))

    def best(self) -> tuple[int, int]:
        """Return the least exact cost of a guess, and the place of the first that has it."""
        return self._best

    def _least(self) -> int:
        """Return the least bound of a guess. Bounds rise: what was least is looked at first."""
        bounds = self._bounds
        while bounds:
            bound, place = bounds[0]
            if self.guesses[place].bound == bound:
                return bound
            heapreplace(bounds, (self.guesses[place].bound, place))
        return self.opened

    def limit(self, guess: RootGuess, below: int) -> int:
        """Return the bound at which a guess need not be looked at any more.

        Of equal guesses the first is taken, as the search of the kernel does: one that comes before
        the best has to be worse.
        """
        best, chosen = self._best
        earlier = self.objective == Objective.MEAN and guess.place < chosen and best < IMPOSSIBLE
        return min(below, best + earlier, self.upper + 1)

    def update(self, changed: Sequence[RootGuess] = ()) -> None:
        """Conclude what follows from guesses of it, and tell the subproblems above."""
        for guess in changed:
            self._note(guess)
        if self.value is None and self.opened:
            best, chosen = self._best
            self.lower = max(self.lower, min(self.opened, self._least()))
            if self.lower >= IMPOSSIBLE:
                self.value = IMPOSSIBLE
            elif best <= self.lower and all(
                one.bound >= self.limit(one, IMPOSSIBLE) or one.place == chosen
                for one in self.guesses
            ):
                self.value = self.lower = best
        for parent, guess in self.parents:
            if guess.add_up():
                parent.update([guess])

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
            subproblem.list_guesses([])
            subproblem.trial, subproblem.split = [], []
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
    weight = subproblem.weight
    subproblem.list_guesses(
        [
            known.get(guess) or RootGuess(guess, least.get(guess, weight), 0)
            for guess, _, _ in found.openings
        ]
    )
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
