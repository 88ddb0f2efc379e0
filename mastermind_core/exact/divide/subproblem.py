"""What is known of sets of secrets and of the guesses on them: an AND/OR graph of bounds.

A *subproblem* costs as much as the cheapest of its guesses (OR), and a guess the sum of the blocks
that its answers leave (AND). Bounds rise from the blocks to the root, as in the additive AND/OR
graphs of Martelli and Montanari (1973). A cost is a total. Where only the number of guesses is
limited it is 0 for a set that can be found and ``IMPOSSIBLE`` for one that cannot: no secret
weighs anything then, and the same sums hold.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from heapq import heapify, heapreplace

from attrs import define, field, frozen

from mastermind_core.exact.divide.job import Job
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import IMPOSSIBLE, NO_LIMIT
from mastermind_core.kernels.shared.flat_trees import joined
from mastermind_core.kernels.types import FlatTree

Key = tuple[bytes, Objective, int, int, tuple[int, ...]]


@frozen(eq=False)
class Question:
    """What is asked of a set: its least cost within so many steps, by paths within the ``purse``.

    ``weight`` is what its secrets weigh together, times the price of the next guess; it is 0 where
    only steps and paths count. ``prices`` are what is left of those of a path. ``history`` are the
    guesses that led to it; ``first``, where it is not empty, are the only guesses that its tree may
    begin with.
    """

    candidates: array[int]
    objective: Objective
    steps: int
    weight: int
    history: tuple[int, ...] = ()
    first: tuple[int, ...] = ()
    purse: int = NO_LIMIT
    prices: tuple[int, ...] = ()

    @property
    def digest(self) -> bytes:
        """Return what tells it from other questions in a file."""
        return self.job((), 0, 0).subproblem

    def job(self, first: tuple[int, ...], below: int, nodes: int) -> Job:
        """Return a job about the set, or about some of its guesses."""
        content = self.candidates.tobytes()
        own = self.history, first, below, nodes, self.purse, self.prices
        return Job(content, self.objective, self.steps, *own)


@define(eq=False)
class Blocks:
    """The blocks of a guess, as (score, secrets, subproblem or None where the game is over).

    ``open`` are the subproblems without a value; ``spent`` is what the others and the secrets cost.
    """

    listed: Sequence[tuple[int, int, Subproblem | None]]
    spent: int
    open: list[Subproblem] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin with the smallest."""
        self.open = sorted(self.subproblems, key=lambda part: len(part.question.candidates))

    @property
    def subproblems(self) -> Iterator[Subproblem]:
        """Yield the blocks that are not over."""
        return (part for _, _, part in self.listed if part is not None)

    @property
    def total(self) -> int:
        """Return what all cost at least, together."""
        return self.spent + sum(part.lower for part in self.open)

    def close(self) -> None:
        """Count those that have a value as spent: it stays what it is."""
        self.spent += sum(part.lower for part in self.open if part.value is not None)
        self.open = [part for part in self.open if part.value is None]


@define(eq=False)
class RootGuess:
    """A guess on a subproblem with a lower bound, which is its cost when ``exact``.

    Of guesses that cost the same, the one with the least ``place`` is taken. ``blocks`` are there
    once the guess is split; ``tree`` is there where a job has found it.
    """

    guess: int
    bound: int
    place: int = 0
    exact: bool = False
    tree: FlatTree | None = None
    blocks: Blocks | None = None

    @property
    def waits(self) -> bool:
        """Return whether jobs are about the guess itself: it has no cost yet, and is not split."""
        return not self.exact and self.blocks is None

    def raise_bound(self) -> bool:
        """Raise the bound to what the blocks say; return whether that tells anything new."""
        if self.exact or self.blocks is None:
            return False
        self.blocks.close()
        bound = min(IMPOSSIBLE, self.blocks.total)
        exact = bound >= IMPOSSIBLE or not self.blocks.open
        if bound <= self.bound and not exact:
            return False
        self.bound, self.exact = max(bound, self.bound), exact
        return True

    def flat(self) -> FlatTree:
        """Return the tree that begins with the guess; only when its cost is exact."""
        if self.blocks is None or self.tree is not None:
            assert self.tree is not None
            return self.tree
        parts = (
            (score, size, None if part is None else part.flat())
            for score, size, part in self.blocks.listed
        )
        return joined(self.guess, parts)


class Listing:
    """The guesses of a subproblem, in the order in which ties are broken.

    A guess that is not listed costs at least ``rest``, or is like one that is listed. ``split`` are
    the guesses with blocks, in the order in which they were split. ``incumbent`` is the least cost
    of an exact guess, with the place of the first that has it.
    """

    def __init__(self, guesses: Sequence[RootGuess], rest: int, split: Sequence[RootGuess] = ()):
        self.guesses, self.rest, self.split = guesses, rest, list(split)
        self.incumbent = (IMPOSSIBLE, len(guesses))
        for place, guess in enumerate(guesses):
            guess.place = place
            self.note(guess)
        self._bounds = [(guess.bound, guess.place) for guess in guesses]
        heapify(self._bounds)

    def note(self, guess: RootGuess) -> None:
        """Make a guess the incumbent if it is the best."""
        listed = guess.place < len(self.guesses) and self.guesses[guess.place] is guess
        if listed and guess.exact:
            self.incumbent = min(self.incumbent, (guess.bound, guess.place))

    @property
    def lower(self) -> int:
        """Return what any guess costs at least."""
        bounds = self._bounds
        while bounds:
            bound, place = bounds[0]
            if self.guesses[place].bound == bound:
                return min(bound, self.rest)
            # Bounds only rise: an old one is replaced when it is the least.
            heapreplace(bounds, (self.guesses[place].bound, place))
        return self.rest


@define(eq=False)
class Subproblem:
    """A question with what is known of its answer: ``lower`` <= ``value`` <= ``upper``.

    It is in one of three states. It is *closed* while nothing is known of its guesses below
    ``lower``, and a job about the whole set is the next step. It is *open* while its ``listing``
    has guesses to look at. It is *solved* when it has a ``value``.

    ``wide`` is the same set with any number of steps, which costs no more. ``parents`` are the
    guesses that leave the set, each with the subproblem that it is a guess on.
    """

    question: Question
    lower: int = 0
    upper: int = IMPOSSIBLE
    value: int | None = None
    tree: FlatTree | None = None
    listing: Listing = field(factory=lambda: Listing((), 0), repr=False)
    wide: Subproblem | None = field(default=None, repr=False)
    parents: list[tuple[Subproblem, RootGuess]] = field(factory=list, repr=False)

    @property
    def closed(self) -> bool:
        """Return whether no listed guess can raise its bound any more."""
        return self.lower >= self.listing.rest

    def settled(self, below: int) -> bool:
        """Return whether it is solved, or known not to cost less than a limit."""
        return self.value is not None or self.lower >= below

    def solve(self, value: int, tree: FlatTree | None = None) -> None:
        """Note its value."""
        self.value = self.lower = value
        self.tree = tree

    def limit(self, guess: RootGuess, below: int) -> int:
        """Return the bound from which a guess need not be looked at any more.

        Of guesses that cost the same the first is taken, as in the kernel's search: one that comes
        before the incumbent is done with only when it is worse.
        """
        cost, place = self.listing.incumbent
        earlier = guess.place < place and cost < IMPOSSIBLE
        ties = earlier and self.question.objective == Objective.MEAN
        return min(below, cost + ties, self.upper + 1)

    def matters(self, root: Subproblem, known: dict[Subproblem, bool]) -> bool:
        """Return whether the root may still depend on it; ``known`` has what was said of others."""
        if self not in known:
            known[self] = self.value is None and (
                self is root
                or any(
                    not guess.exact
                    and guess.bound < above.limit(guess, max(above.listing.rest, 1))
                    and above.matters(root, known)
                    for above, guess in self.parents
                )
            )
        return known[self]

    def update(self, changed: Sequence[RootGuess] = ()) -> None:
        """Conclude what follows from guesses that have changed, here and above."""
        for guess in changed:
            self.listing.note(guess)
        if self.value is None and self.listing.rest:
            self.lower = max(self.lower, self.listing.lower)
            if self.lower >= IMPOSSIBLE:
                self.value = IMPOSSIBLE
            elif self._incumbent_is_best():
                self.value = self.lower = self.listing.incumbent[0]
        for parent, guess in self.parents:
            if guess.raise_bound():
                parent.update([guess])

    def _incumbent_is_best(self) -> bool:
        cost, place = self.listing.incumbent
        return cost <= self.lower and all(
            one.bound >= self.limit(one, IMPOSSIBLE) or one.place == place
            for one in self.listing.guesses
        )

    def flat(self) -> FlatTree:
        """Return a tree of its value, or that of its incumbent."""
        if self.tree is not None:
            return self.tree
        return self.listing.guesses[self.listing.incumbent[1]].flat()
