"""The best tree that is known of every set, the incumbent, and what a set may cost in the end."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from mastermind_core.exact.anytime.sets import Sets
from mastermind_core.kernels.types import FlatTree

#: What is hoped of a set: so much less than its greedy tree, and than its incumbent.
_BELOW_GREEDY, _BELOW_INCUMBENT = 80, 200


class Incumbent(NamedTuple):
    """The best tree known of a set, within so many guesses.

    A set that was searched has the tree itself. One that is put together from the incumbents of
    its blocks has its first guess alone, and what it costs may be less by now.
    """

    total: int
    worst: int
    guess: int
    tree: FlatTree | None
    width: int = 0  # of the last pass that was through with the set
    proven: bool = False


class Incumbents:
    """Remember the incumbent of every set, over all passes."""

    def __init__(self, sets: Sets):
        self._sets = sets
        self._best: dict[tuple[bytes, int], Incumbent] = {}

    def of(self, candidates: array[int], steps: int) -> Incumbent | None:
        """Return the incumbent of a set, if it has one: that of no limit, where it is short."""
        known, free = self._best.get(_key(candidates, steps)), self.free(candidates)
        if free is None or not self._sets.fits(free.worst, steps):
            return known
        if known is None or (*self.value(free), -free.width) < (*self.value(known), -known.width):
            return free
        return known

    def free(self, candidates: array[int]) -> Incumbent | None:
        """Return the incumbent of a set within any number of guesses, if it has one."""
        return self._best.get(_key(candidates, len(candidates)))

    def keep(self, candidates: array[int], steps: int, found: Incumbent) -> None:
        """Keep a tree if it is better than the incumbent, and how hard was looked for one."""
        key = _key(candidates, steps)
        known = self._best.get(key)
        if known is None or self.value(found) < self.value(known) or found.proven:
            self._best[key] = found
        else:
            self._best[key] = known._replace(width=max(known.width, found.width))

    def passed(self, candidates: array[int], steps: int, width: int) -> Incumbent | None:
        """Note that a pass of a width is through with a set."""
        known = self.of(candidates, steps)
        if known is not None:
            known = self._best[_key(candidates, steps)] = known._replace(width=width)
        return known

    def value(self, found: Incumbent) -> tuple[int, int]:
        """Return what trees are compared by: the lesser is better."""
        by_worst = self._sets.task.objective.by_worst
        return (found.worst, found.total) if by_worst else (found.total, found.worst)

    def figures(self, candidates: array[int], steps: int) -> tuple[int, int] | None:
        """Return total and worst case of the incumbent, or of the greedy tree where it is short."""
        known = self.of(candidates, steps)
        if known is not None:
            return known.total, known.worst
        greedy = self._sets.known_greedy(candidates)
        if greedy is None or greedy.tree is None or not self._sets.fits(greedy.worst, steps):
            return None
        return greedy.total, greedy.worst

    def hoped(self, candidates: array[int], steps: int, width: int) -> int:
        """Return the total that a set may have if all goes well; a bound only from a width on."""
        known, weight = self.of(candidates, steps), self._sets.weight(candidates)
        known = known or self.free(candidates)  # which costs no more
        if known is not None and known.proven:
            return known.total
        if width >= self._sets.settings.careful:
            return weight
        if known is None:
            total = self._sets.greedy(candidates).total
            return max(weight, total - total // _BELOW_GREEDY)
        if known.width >= width:
            return known.total
        return max(weight, known.total * (_BELOW_INCUMBENT - 1) // _BELOW_INCUMBENT)

    def tree(self, candidates: array[int], steps: int) -> FlatTree | None:
        """Return the best tree of a set, put together from those of its blocks."""
        best = self.of(candidates, steps)
        if best is None:
            greedy = self._sets.known_greedy(candidates)
            if greedy is None or not self._sets.fits(greedy.worst, steps):
                return None
            return greedy.tree
        if best.tree is not None:
            return best.tree
        left = min(steps, len(candidates)) - 1
        return self._sets.joined(best.guess, candidates, lambda block: self.tree(block, left))


def _key(candidates: array[int], steps: int) -> tuple[bytes, int]:
    """Return the name of a set: n guesses are no limit for n secrets."""
    return candidates.tobytes(), min(steps, len(candidates))
