"""The sets of candidates that a tree is put together from: their blocks and their greedy trees."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from mastermind_core.exact.deadline import Deadline
from mastermind_core.kernels.exact.task import Found, Task
from mastermind_core.kernels.shared.ctrl_c import AtOnce
from mastermind_core.kernels.shared.flat_trees import joined, measured
from mastermind_core.kernels.shared.orbits import first_of_orbits
from mastermind_core.kernels.shared.plain_scores import over
from mastermind_core.kernels.types import Criterion, FlatTree

if TYPE_CHECKING:
    from mastermind_core.kernels.choose import GreedyKernel

#: Searches a set as a task says.
Solve = Callable[[Any, Task], Found]

#: Secrets of which greedy trees are kept: some 25 bytes each.
_MOST_KEPT = 20_000_000


class Settings(NamedTuple):
    """What trees are put together with."""

    small: int = 400  # largest set that is searched
    nodes: int = 500  # sets that a search may look at
    ranked: int = 4  # guesses that are looked at for one that is tried
    cheap: int = 4  # guesses tried at a set of up to 4 * small for one at a larger set
    longer: int = 8  # times the nodes that the small sets of the best tree get after each pass
    careful: int = 32  # width from which every guess is tried with all effort


class GreedyTree(NamedTuple):
    """The greedy tree of a set: what it costs, and itself where it is kept."""

    total: int
    worst: int
    tree: FlatTree | None


class Sets:
    """How guesses split the sets of a task, and the greedy trees of those that were asked for."""

    def __init__(
        self,
        own: GreedyKernel,
        scores: Any,
        task: Task,
        deadline: Deadline,
        settings: Settings | None = None,
    ):
        self.own, self.scores, self.task, self.deadline = own, scores, task, deadline
        self.settings = settings or Settings()
        self.kept = 0  # secrets of the trees
        self._trees: dict[bytes, GreedyTree] = {}
        self._everything = array("I", range(scores.n_guesses))

    def split(self, guess: int, candidates: array[int]) -> list[tuple[int, array[int]]]:
        """Return the set behind each score of a guess."""
        return self.own.split(self.scores, guess, candidates)

    def blocks(self, guess: int, candidates: array[int]) -> Iterator[array[int]]:
        """Yield the sets that a guess leaves where the game is not over."""
        for score, block in self.split(guess, candidates):
            if not self.over(score, block):
                yield block

    def over(self, score: int, block: array[int]) -> bool:
        """Return whether the game is over for a set that gave a score."""
        return over(self.scores, score, block)

    def price(self, guess: int) -> int:
        """Return what a guess costs."""
        return self.scores.costs[guess] if self.scores.costs else 1

    def fits(self, worst: int, steps: int) -> bool:
        """Return whether a tree is within the guesses that are left, which costs do not limit."""
        return worst <= steps or bool(self.scores.costs)

    def weight(self, candidates: array[int]) -> int:
        """Return what a set weighs."""
        weights = self.task.weights
        return sum(weights[c] for c in candidates) if weights else len(candidates)

    def joined(
        self, guess: int, candidates: array[int], tree_of: Callable[[array[int]], FlatTree | None]
    ) -> FlatTree | None:
        """Return the tree of a guess and of the trees of its blocks, None where one has none."""
        below: list[tuple[int, int, FlatTree | None]] = []
        for score, block in self.split(guess, candidates):
            ended = self.over(score, block)
            tree = None if ended else tree_of(block)
            if tree is None and not ended:
                return None
            below.append((score, len(block), tree))
        return joined(guess, below)

    def searched(self, candidates: array[int], solve: Solve, width: int, **asked: Any) -> Found:
        """Search a set by itself, with so many times the nodes of the settings."""
        task = self.task._replace(
            candidates=candidates,
            nodes=self.settings.nodes * width,
            seconds=self.deadline.left,
            symmetries=(),
            first=(),
            threads=1,
            **asked,
        )
        return solve(self.scores, task)

    def known_greedy(self, candidates: array[int]) -> GreedyTree | None:
        """Return the greedy tree of a set if it was asked for before."""
        return self._trees.get(candidates.tobytes())

    def greedy(self, candidates: array[int]) -> GreedyTree:
        """Return the greedy tree of a set; one that gets stuck counts as the longest there is."""
        known = self.known_greedy(candidates)
        if known is None:
            self.deadline.check()
            criterion = self._criterion(self._everything)
            tree = self.own.greedy_tree(
                self.scores, candidates, criterion, progress=self.deadline.check
            )
            if tree.stuck >= 0:
                size = len(candidates)
                known = GreedyTree(2 * size * self.weight(candidates), size, None)
            else:
                figures = measured(self.own, self.scores, candidates, self.task.weights, tree)
                self.kept += len(candidates)
                known = GreedyTree(*figures, tree if self.kept < _MOST_KEPT else None)
            self._trees[candidates.tobytes()] = known
        return known

    def ranked(
        self, candidates: array[int], width: int, *, root: bool, counting: Sequence[int] = ()
    ) -> Iterable[int]:
        """Return so many guesses, the best first; at the root one of each orbit.

        What each secret counts may be said, in place of what it weighs.
        """
        order: Sequence[int] = (self.task.first or self._distinct) if root else self._everything
        criterion = self._criterion(order)
        if counting:
            criterion = Criterion("power", (), order, self.task.pool, 1, counting)
        self.deadline.check()
        with AtOnce():
            return self.own.ranked_guesses(self.scores, candidates, criterion, width)

    def _criterion(self, order: Sequence[int]) -> Criterion:
        """Return what guesses are chosen by; weighed, what it takes to name counts, too."""
        weights = self.task.weights
        combine = "ranks" if weights and not self.scores.goals else "power"
        if self.scores.shares_goals:
            combine = "pairs"
        return Criterion(combine, (), order, self.task.pool, 1, weights)

    @cached_property
    def _distinct(self) -> Sequence[int]:
        symmetries = (symmetry[0] for symmetry in self.task.symmetries)
        return first_of_orbits(symmetries, self.scores.n_guesses)
