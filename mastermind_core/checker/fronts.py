"""Bounds of the parts of a set by lines, where no guess both ends most and distinguishes most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import frozen

from mastermind_core.checker.patterns import Shape
from mastermind_core.checker.reading import HUGE, Line, brief

#: Lines of a lemma: each takes as many steps as the set has secrets, for each shape.
_MOST = 64

#: A slope and an offset: m secrets of a set cost slope * m - offset or more.
Straight = tuple[int, int]


@frozen
class Lines:
    """Lower bounds for the parts of a set whose secrets weigh 1, by their number.

    >>> lines = Lines([(1, 0), (2, 1), (3, 3)])
    >>> [lines.part(size) for size in range(5)], lines.hold([(1, 1), (0, 2)], 3)
    ([0, 1, 3, 6, 9], True)
    >>> Lines([(2, 1), (3, 3)]).hold([(1, 1), (0, 4)], 4)
    False
    """

    lines: Sequence[Straight]

    def part(self, size: int) -> int:
        """Return a lower bound for the total of so many secrets."""
        return self.after(size, 0, 1)

    def after(self, size: int, ended: int, blocks: int) -> int:
        """Return a lower bound for what a guess leaves that ends some and makes some blocks."""
        rest = size - ended
        return max((slope * rest - blocks * offset for slope, offset in self.lines), default=0)

    def hold(self, shapes: Iterable[Shape], most: int) -> bool:
        """Return whether the bounds of 1, 2, ..., ``most`` secrets follow from those of fewer."""
        return all(
            self.part(size) <= size + max(0, self.after(size, *shape))
            for shape in shapes
            for size in range(1, most + 1)
        )


def read_lines(line: Line, value: Any) -> Lines:
    """Read the slopes and the offsets that a lemma names."""
    if type(value) is not list or len(value) > _MOST:
        raise line.wrong(f"lines must be a list of at most {_MOST}, not {brief(value)}")
    lines = [line.ids("lines", each, HUGE) for each in value]
    if any(len(each) != 2 for each in lines):
        raise line.wrong(f"lines must be pairs of a slope and an offset, not {brief(value)}")
    return Lines(tuple((slope, offset) for slope, offset in lines))
