"""A good tree where none can be proven: greedy on top, exact below, better with every pass.

A pass tries so many guesses at each large set, in the order of a greedy criterion, and puts
together the best trees of their blocks; small blocks are searched exactly with a budget of sets.
The next pass tries twice as many. Whatever was found stays, so a pass may end at any moment.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from mastermind_core.errors import GameTooLarge
from mastermind_core.kernels.exact.budget import Deadline, TimeIsUpError
from mastermind_core.kernels.exact.task import POOL_LEGAL, Found, Task
from mastermind_core.kernels.shared.flat_trees import joined
from mastermind_core.kernels.types import Criterion, FlatTree

#: Searches a set as a task says.
Solve = Callable[[Any, Task], Found]


class Settings(NamedTuple):
    """What a pass begins with: the largest set that is searched, and with how many nodes."""

    small: int = 400
    nodes: int = 3000


class Best(NamedTuple):
    """The best tree known of a set: its value, and itself or its first guess."""

    total: int
    worst: int
    guess: int
    tree: FlatTree | None
    width: int  # guesses that were tried, or sets that the search might look at
    proven: bool


class Improver:
    """Remember the best tree of every set that was looked at, over all passes."""

    def __init__(
        self,
        own: Any,
        scores: Any,
        task: Task,
        solve: Solve,
        deadline: Deadline,
        settings: Settings | None = None,
    ):
        self._own, self._scores, self._task, self._solve = own, scores, task, solve
        self._deadline, self._settings = deadline, settings or Settings()
        self._best: dict[tuple[bytes, int], Best] = {}

    def passes(self, most: int = 256) -> None:
        """Try 1, 2, 4, … guesses a set until the time is up."""
        width = 1
        while width <= most and not self._deadline.over:
            try:
                self._look(self._task.candidates, self.steps, width, root=True)
            except TimeIsUpError:
                return
            width *= 2

    def tree(self) -> FlatTree | None:
        """Return the best tree of all candidates, if there is one."""
        return self._tree(self._task.candidates, self.steps, root=True)

    @property
    def steps(self) -> int:
        """Return the most guesses that a tree may take."""
        most = len(self._task.candidates)
        return most if self._task.max_steps < 0 else min(self._task.max_steps, most)

    def _look(
        self, candidates: array[int], steps: int, width: int, *, root: bool = False
    ) -> Best | None:
        """Look at a set with so much effort; return the best that is known of it."""
        self._deadline.check()
        steps = min(steps, len(candidates))
        if steps < 1:
            return None
        known = self._best.get((candidates.tobytes(), steps))
        if known is not None and (known.proven or known.width >= width):
            return known
        if len(candidates) <= self._settings.small and not (root and self._task.first):
            with suppress(GameTooLarge):  # for the memory of a search
                return self._search(candidates, steps, width)
        for guess in self._ranked(candidates, width, root=root):
            self._try(candidates, steps, width, guess)
        return self._best.get((candidates.tobytes(), steps))

    def _search(self, candidates: array[int], steps: int, width: int) -> Best | None:
        """Search a small set; without a tree it has none, or none was found."""
        task = self._task._replace(
            candidates=candidates,
            max_steps=steps,
            nodes=self._settings.nodes * width,
            seconds=self._deadline.left,
            symmetries=(),
            first=(),
            threads=1,
        )
        found = self._solve(self._scores, task)
        if found.tree is not None:
            guess = found.tree.guesses[0]
            best = Best(found.total, found.worst, guess, found.tree, width, found.proven)
            self._keep(candidates, steps, best)
        if found.interrupted:
            raise KeyboardInterrupt
        return self._best.get((candidates.tobytes(), steps))

    def _try(self, candidates: array[int], steps: int, width: int, guess: int) -> None:
        """Put together the best trees of the blocks of a guess, if they make a better one."""
        weights = self._task.weights
        total = sum(weights[c] for c in candidates) if weights else len(candidates)
        worst, proven = 1, False
        blocks = self._own.split(self._scores, guess, candidates)
        for score, block in sorted(blocks, key=lambda part: len(part[1])):
            if self._scores.final[score]:
                continue
            below = self._look(block, steps - 1, width)
            if below is None:
                return
            total, worst = total + below.total, max(worst, below.worst + 1)
        self._keep(candidates, steps, Best(total, worst, guess, None, width, proven))

    def _keep(self, candidates: array[int], steps: int, best: Best) -> None:
        key = candidates.tobytes(), steps
        known = self._best.get(key)
        if known is None or self._value(best) < self._value(known) or best.proven:
            self._best[key] = best
        else:
            self._best[key] = known._replace(width=max(known.width, best.width))

    def _value(self, best: Best) -> tuple[int, int]:
        if self._task.objective.by_worst:
            return best.worst, best.total
        return best.total, best.worst

    def _ranked(self, candidates: array[int], width: int, *, root: bool) -> array[int]:
        everything = range(self._scores.n_guesses)
        order = self._task.first if root and self._task.first else everything
        criterion = Criterion("power", (), order, self._task.pool)
        ranked: array[int] = self._own.ranked_guesses(self._scores, candidates, criterion, width)
        return ranked

    def _tree(self, candidates: array[int], steps: int, *, root: bool = False) -> FlatTree | None:
        steps = min(steps, len(candidates))
        best = self._best.get((candidates.tobytes(), steps))
        if best is None:
            return None
        if best.tree is not None:
            return best.tree
        below: list[tuple[int, int, FlatTree | None]] = []
        for score, block in self._own.split(self._scores, best.guess, candidates):
            tree = None if self._scores.final[score] else self._tree(block, steps - 1)
            if tree is None and not self._scores.final[score]:
                return None
            below.append((score, len(block), tree))
        return joined(best.guess, below)


def can_improve(task: Task) -> bool:
    """Say whether a task can be put together from its parts: not where the way to a set counts."""
    return task.pool != POOL_LEGAL and len(task.candidates) > 0
