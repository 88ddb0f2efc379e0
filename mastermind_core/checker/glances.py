"""What a block costs at least by what guesses tell apart in it, without a lemma about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from mastermind_core.checker.patterns import Patterns, Shape

#: More than any total, and more than any number of a file: no strategy does it.
IMPOSSIBLE = 1 << 200

#: Secrets of all blocks together that are remembered, and shapes of sets.
_REMEMBERED, _SHAPES = 1 << 23, 1 << 16


def capacities(steps: int, ended: int, blocks: int, enough: int) -> list[int]:
    """Return the most secrets that 0, 1, 2, ... guesses can end, till they are enough."""
    found = [0]
    width = max(ended, 1)
    for _ in range(steps):
        if found[-1] >= enough:
            break
        found.append(found[-1] + width)
        width *= blocks
    return found


class Memo:
    """Bounds of sets, worked out when they are first asked for.

    When the sets hold more secrets together than may be remembered, all are forgotten.
    """

    def __init__(self, work_out: Callable[..., int], most: int):
        self._work_out, self._most = work_out, most
        self._seen: dict[tuple[Any, ...], int] = {}
        self._kept = 0

    def __call__(self, block: tuple[int, ...], *left: int) -> int:
        """Return the bound of a set with what is left to find it."""
        key = block, *left
        found = self._seen.get(key)
        if found is None:
            self._kept += len(block)
            if self._kept > self._most:
                self._seen.clear()
                self._kept = len(block)
            found = self._seen[key] = self._work_out(*key)
        return found


class Glances:
    """Bounds of blocks of secrets that weigh 1: the least that the short cut says of any guess."""

    def __init__(self, patterns: Patterns, *, winners_only: bool):
        self._patterns, self._winners_only = patterns, winners_only
        self._remembered = Memo(self._look, _REMEMBERED)

    def least(self, block: tuple[int, ...], left: int) -> int:
        """Return the bound of a block for which so many guesses are left, at least one."""
        return self._remembered(block, min(left, len(block)))

    def _look(self, block: tuple[int, ...], steps: int) -> int:
        most, winners = self._patterns.shapes(block)
        # Of guesses that end nothing, those that leave most blocks have the least bound.
        if most > 1 and not self._winners_only:
            winners.add((0, most))
        return _least(len(block), steps, frozenset(winners))


@lru_cache(_SHAPES)
def _least(size: int, steps: int, shapes: frozenset[Shape]) -> int:
    within = capacities(
        steps - 1,
        max((ended for ended, _ in shapes), default=0),
        max((blocks for _, blocks in shapes), default=0),
        size,
    )
    return min((_short_cut(size, *shape, within) for shape in shapes), default=IMPOSSIBLE)


def _short_cut(size: int, ended: int, blocks: int, within: list[int]) -> int:
    if not blocks:
        return size
    if ended + blocks * within[-1] < size:
        return IMPOSSIBLE
    left = (size - ended - blocks * capacity for capacity in within)
    return size + sum(some for some in left if some > 0)
