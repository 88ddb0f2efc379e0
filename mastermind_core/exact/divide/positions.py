"""Sets of secrets and the guesses on them: what is known of the top of a search, and what to ask.

A *position* is worth the least cost of its guesses, and a guess the sum of its blocks'. What is too
large to be searched at once is split: a position into its guesses, a guess into its blocks. Costs
are totals, or, where only the number of guesses is limited, 0 for a set that can be found and
``IMPOSSIBLE`` for one that cannot; then nothing weighs anything, and the same sums hold.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from attrs import Factory, define, field

from mastermind_core.exact.divide.questions import Question
from mastermind_core.kernels.exact.plain import IMPOSSIBLE, MEAN, WORST, Found
from mastermind_core.kernels.shared.flat_trees import joined
from mastermind_core.kernels.types import FlatTree

Key = tuple[bytes, int, int]


@define(eq=False)
class Opening:
    """Hold what is known of beginning with a guess: a bound, which is its cost when exact."""

    guess: int
    bound: int
    exact: bool = False
    tree: FlatTree | None = None
    blocks: Sequence[tuple[int, int, Position | None]] = ()
    asked: bool = False

    @property
    def parts(self) -> Iterator[Position]:
        """Yield the positions behind its answers, if it has been split."""
        return (position for _, _, position in self.blocks if position is not None)

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
class Position:
    """Hold what is known of a set: a lower bound, then its value, and the guesses meanwhile.

    ``opened`` says that guesses which are not in ``openings`` cost at least so much, or are like
    one that is there. ``wide`` is the same set with any number of guesses: it costs no more.
    """

    candidates: array[int]
    objective: int
    steps: int
    weight: int
    history: tuple[int, ...] = ()
    first: tuple[int, ...] = ()
    lower: int = 0
    value: int | None = None
    tree: FlatTree | None = None
    openings: list[Opening] = Factory(list)
    opened: int = 0
    asked: bool = False
    wide: Position | None = field(default=None, repr=False)
    parents: list[tuple[Position, Opening]] = field(factory=list, repr=False)

    @property
    def key(self) -> Key:
        """Return what tells it from other sets."""
        return self.candidates.tobytes(), self.objective, self.steps

    def settled(self, below: int) -> bool:
        """Say whether its value is known, or known not to be so low."""
        return self.value is not None or self.lower >= below

    def best(self) -> tuple[int, int]:
        """Return the least exact cost of a guess, and the place of the first that has it."""
        exact = ((one.bound, at) for at, one in enumerate(self.openings) if one.exact)
        return min(exact, default=(IMPOSSIBLE, len(self.openings)))

    def limit(self, at: int, best: int, chosen: int, below: int) -> int:
        """Return the bound at which a guess need not be looked at any more.

        Of equal guesses the first is taken, as the search of the kernel does: one that comes before
        the best has to be worse.
        """
        earlier = self.objective == MEAN and at < chosen and best < IMPOSSIBLE
        return min(below, best + earlier)

    def update(self) -> None:
        """Conclude what follows from its guesses, and tell the positions above."""
        if self.value is None and self.opened:
            best, chosen = self.best()
            bounds = [one.bound for one in self.openings]
            self.lower = max(self.lower, min([self.opened, *bounds]))
            if self.lower >= IMPOSSIBLE:
                self.value = IMPOSSIBLE
            elif best < IMPOSSIBLE and all(
                bound >= self.limit(at, best, chosen, IMPOSSIBLE) or at == chosen
                for at, bound in enumerate(bounds)
            ):
                self.value = self.lower = best
        for parent, opening in self.parents:
            if opening.blocks and not opening.exact:
                parts = list(opening.parts)
                bound = min(IMPOSSIBLE, parent.weight + sum(part.lower for part in parts))
                exact = bound >= IMPOSSIBLE or all(part.value is not None for part in parts)
                if bound > opening.bound or exact:
                    opening.bound, opening.exact = max(bound, opening.bound), exact
                    parent.update()

    def flat(self) -> FlatTree:
        """Return a tree of its value."""
        if self.tree is not None:
            return self.tree
        return self.openings[self.best()[1]].flat()


def learn(
    position: Position, asked: Sequence[Opening], question: Question, found: Found
) -> Opening | None:
    """Take in an answer about a position, or about some of its guesses.

    Return a guess that one worker cannot settle in the time that a question may take.
    """
    free = position.objective == WORST
    position.asked = False if not asked else position.asked
    for opening in asked:
        opening.asked = False
    if found.proven and not asked:
        if found.tree is not None:
            position.tree = found.tree
            position.value = position.lower = 0 if free else found.total
        else:
            position.opened = position.lower = IMPOSSIBLE if free else found.lower_bound
            position.value = IMPOSSIBLE if position.lower >= IMPOSSIBLE else None
            position.openings = []
        return None
    if found.proven:
        _conclude(asked, found, IMPOSSIBLE if free else max(found.lower_bound, question.below))
        return None
    if not asked:
        _open(position, question.below, found)
        asked = position.openings
    return _compare(asked, question.below, found, free=free)


def _conclude(asked: Sequence[Opening], found: Found, bound: int) -> None:
    """Note what is proven of guesses: the cost of the first best one, and that none is better."""
    best = None if found.tree is None else found.tree.guesses[0]
    later = False
    for opening in asked:
        if opening.guess == best:
            opening.bound, opening.exact, opening.tree = found.total, True, found.tree
            later = True
        elif found.tree is None:
            opening.bound = max(opening.bound, bound)
        else:
            opening.bound = max(opening.bound, found.total + (not later))
        opening.exact = opening.exact or opening.bound >= IMPOSSIBLE


def _open(position: Position, below: int, found: Found) -> None:
    """List the guesses that are left to look at."""
    known = {one.guess: one for one in position.openings}
    wide = position.wide.openings if position.wide is not None else ()
    least = {one.guess: one.bound for one in wide}
    position.openings = [
        known.get(guess) or Opening(guess, least.get(guess, position.weight))
        for guess, _, _ in found.openings
    ]
    position.opened = IMPOSSIBLE if position.objective == WORST else below


def _compare(asked: Sequence[Opening], below: int, found: Found, *, free: bool) -> Opening | None:
    """Note the bounds of a search that was stopped; return its first guess if it settled none."""
    told = {guess: (bound, exact) for guess, bound, exact in found.openings}
    settled, first = False, None
    for opening in asked:
        bound, exact = told.get(opening.guess, (IMPOSSIBLE if free else below, free))
        if free and not exact:
            bound = 0
        opening.bound = max(opening.bound, bound)
        opening.exact = opening.exact or exact or opening.bound >= IMPOSSIBLE
        if exact and found.tree is not None and found.tree.guesses[0] == opening.guess:
            opening.tree = found.tree
        if opening.exact or opening.bound >= below:
            settled = True
        elif first is None and not opening.blocks:
            first = opening
    return None if settled else first
