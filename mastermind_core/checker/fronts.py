"""What parts of a set cost at least, where no guess both ends most and tells most apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mastermind_core.checker.glances import IMPOSSIBLE
from mastermind_core.checker.patterns import Shape


class Front:
    """Bounds by the shapes of all guesses that no other surpasses, where secrets weigh 1.

    The bounds of 0, 1, 2, ... secrets are there as long as they rise ever faster: as long as no
    division of a set is better than one into even parts.

    >>> front = Front([(1, 1), (0, 2), (0, 1)], 5)
    >>> [front.part(size) for size in range(6)], front.after(6, 0, 2)
    ([0, 1, 3, 6, 10, 14], 18)
    """

    def __init__(self, shapes: Iterable[Shape], most: int):
        front: list[Shape] = []
        for ended, blocks in sorted(set(shapes), reverse=True):
            if (ended or blocks > 1) and not any(blocks <= other for _, other in front):
                front.append((ended, blocks))
        self._totals = [0]
        for size in range(1, most + 1):
            least = min((self._divided(size, *shape) for shape in front), default=IMPOSSIBLE)
            if least >= IMPOSSIBLE or not self._rises(least):
                break
            self._totals.append(least)

    def part(self, size: int) -> int:
        """Bound the total of so many secrets of the set; 0 where nothing is known."""
        return self._totals[size] if size < len(self._totals) else 0

    def after(self, size: int, ended: int, blocks: int) -> int:
        """Bound the total of so many with a first guess of some shape; 0 where nothing is known."""
        if blocks and -(-max(size - ended, 0) // blocks) >= len(self._totals):
            return 0
        return self._divided(size, ended, blocks)

    def _rises(self, least: int) -> bool:
        before: Sequence[int] = self._totals[-2:]
        return len(before) < 2 or least - before[1] >= before[1] - before[0]

    def _divided(self, size: int, ended: int, blocks: int) -> int:
        rest = max(size - ended, 0)
        if not rest:
            return size
        if not blocks or -(-rest // blocks) == size:
            return IMPOSSIBLE
        part, larger = divmod(rest, blocks)
        below = (blocks - larger) * self._totals[part]
        return size + below + (larger * self._totals[part + 1] if larger else 0)
