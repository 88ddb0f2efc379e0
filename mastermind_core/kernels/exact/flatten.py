"""A flatter tree where the least worst case cannot be proven: what is too deep is mended.

Of a greedy tree only some branches are too deep. A set there is searched for a tree within the
guesses that are left, if it is small; at a large one other guesses are tried, those first whose
greedy trees are flat, and what is too deep below them is mended in turn. The next round tries
twice as many guesses at each set, and searches twice as long.
"""

from __future__ import annotations

from array import array
from typing import Any

from mastermind_core.errors import GameTooLarge
from mastermind_core.kernels.exact.anytime import Improver, Settings, Solve
from mastermind_core.kernels.exact.budget import Deadline, TimeIsUpError
from mastermind_core.kernels.exact.fallback import size_bound
from mastermind_core.kernels.exact.task import WORST, Task
from mastermind_core.kernels.shared.flat_trees import joined
from mastermind_core.kernels.types import FlatTree

#: The width of a round that no wider one follows, and of a search that has said that nothing does.
_WIDEST, _NEVER = 1 << 12, 1 << 30

#: Secrets of all sets that a round may begin with: some 30 bytes each.
_MOST_KEPT = 10_000_000


class Flattener:
    """Remember of every set which trees were found, and how hard others were looked for."""

    def __init__(self, own: Any, scores: Any, task: Task, solve: Solve, deadline: Deadline):
        self._own, self._scores, self._task, self._solve = own, scores, task, solve
        self._deadline, self._settings = deadline, Settings()
        self._begin()

    def _begin(self) -> None:
        """Remember nothing."""
        posed = self._task._replace(objective=WORST)
        self._trees = Improver(self._own, self._scores, posed, self._solve, self._deadline)
        self._found: dict[tuple[bytes, int], FlatTree] = {}
        self._in_vain: dict[tuple[bytes, int], int] = {}

    def within(self, steps: int) -> FlatTree | None:
        """Return a tree of no more guesses, if one is found before the time is up."""
        key = self._task.candidates.tobytes(), steps
        width = 1
        try:
            while width <= _WIDEST and self._in_vain.get(key, 0) < _NEVER:
                if self._trees.kept > _MOST_KEPT:
                    self._begin()
                tree = self._mended(self._task.candidates, steps, width, root=True)
                if tree is not None:
                    return tree
                width *= 2
        except TimeIsUpError:
            pass
        return None

    def _mended(
        self, candidates: array[int], steps: int, width: int, *, root: bool = False
    ) -> FlatTree | None:
        self._deadline.check()
        key = candidates.tobytes(), steps
        if key in self._found or self._in_vain.get(key, 0) >= width:
            return self._found.get(key)
        tree = None if root else self._greedy(candidates, steps)
        if tree is None:
            posed = self._task._replace(candidates=candidates, objective=WORST)
            if size_bound(self._scores, posed) > steps:
                width = _NEVER
            elif len(candidates) <= self._settings.small and not (root and self._task.first):
                tree, width = self._searched(posed, steps, width)
            else:
                tree = self._with_other_guesses(candidates, steps, width, root=root)
        if tree is None:
            self._in_vain[key] = width
        else:
            self._found[key] = tree
        return tree

    def _greedy(self, candidates: array[int], steps: int) -> FlatTree | None:
        _, worst, tree = self._trees.greedy_value(candidates)
        return tree if worst <= steps else None

    def _searched(self, posed: Task, steps: int, width: int) -> tuple[FlatTree | None, int]:
        """Search a small set; return the tree, and how hard was looked for one."""
        asked = posed._replace(
            max_steps=steps,
            least_steps=steps,
            nodes=self._settings.nodes * width,
            seconds=self._deadline.left,
            symmetries=(),
            first=(),
            threads=1,
        )
        try:
            found = self._solve(self._scores, asked)
        except GameTooLarge:  # for the memory of a search
            return None, _NEVER
        if found.interrupted:
            raise KeyboardInterrupt
        return found.tree, _NEVER if found.proven else width

    def _with_other_guesses(
        self, candidates: array[int], steps: int, width: int, *, root: bool
    ) -> FlatTree | None:
        for guess in self._trees.promising(candidates, steps, width, root=root):
            blocks = sorted(self._trees.blocks(guess, candidates), key=len, reverse=True)
            keys = [(block.tobytes(), steps - 1) for block in blocks]
            if steps < 1 or any(self._in_vain.get(key, 0) >= width for key in keys):
                continue
            below = {}
            for key, block in zip(keys, blocks, strict=True):
                tree = self._mended(block, steps - 1, width)
                if tree is None:
                    break
                below[key[0]] = tree
            else:
                return joined(
                    guess,
                    (
                        (score, len(block), below.get(block.tobytes()))
                        for score, block in self._own.split(self._scores, guess, candidates)
                    ),
                )
        return None
