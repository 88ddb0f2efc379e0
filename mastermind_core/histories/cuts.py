"""How commits cut a history's suspects: cells whose suspects no run distinguishes.

Suspects are commits that may be the first bad one. In a line, a cell is an interval, and sums over
it are prefix sums, subtracted. With merges, a cell is a bit set, and the suspects among a commit's
ancestors are counted. The last cell has the case that no commit is bad.

A question has the information I = h(A) - C. Here A is the probability that a run fails, and C is
the answer's mean entropy if the first bad commit is known. Both are linear in the cells' shares
among the commit's ancestors, so I is concave within a cell in a line.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import log2

from attrs import define, field, frozen

from mastermind_core.errors import BadArgument
from mastermind_core.games.parts import BASE, History

#: The steps of a bisection on a share, the weight of a cell that is left out of sums, the maximum
#: number of different weights with merges, and of the partitions that are kept.
_STEPS, _NEGLIGIBLE, _MOST_CLASSES, _MOST_KEPT = 40, 1e-9, 64, 32

#: The maximum number of sets of suspects whose counts are kept.
_MOST_COUNTS = 256


@frozen(eq=False)
class Segment:
    """Suspects that no run distinguishes.

    Attributes:
        mass: The prior probability.
        inside: For each commit that was run, whether the suspects are among its ancestors.
        start: The first suspect's index. In a line, the others follow it.
        end: The index after the last suspect. It is ``start`` itself if no commit is bad.
        mask: The suspects as bits, with merges.
    """

    mass: float
    inside: tuple[bool, ...]
    start: int = 0
    end: int = 0
    mask: int = 0

    @property
    def size(self) -> int:
        """Count the suspects."""
        return self.mask.bit_count() if self.mask else self.end - self.start

    @property
    def bits(self) -> float:
        """Return the entropy of equally likely suspects in bits."""
        return log2(self.size) if self.size else 0.0


@frozen(eq=False)
class Curve:
    """A belief's prediction for the next answer, with numbers inside and outside each cell."""

    #: The probability of the belief, if there are several.
    share: float
    #: The posterior probability of each cell.
    weights: Sequence[float]
    #: The probability of "fail" if the suspects are ancestors of the commit, or are not.
    inside: Sequence[float]
    outside: Sequence[float]


def entropy(chance: float) -> float:
    """Return the entropy in bits for two answers, one with this probability."""
    if not 0 < chance < 1:
        return 0.0
    return -chance * log2(chance) - (1 - chance) * log2(1 - chance)


@define(eq=False)
class LineCuts:
    """The cuts in a line."""

    history: History
    weights: Sequence[float]
    none: float
    #: The prior probability of the suspects before each commit; empty if all are equal.
    _sums: Sequence[float] = field(init=False)

    def __attrs_post_init__(self) -> None:
        total = sum(self.weights)
        shares = (weight * (1 - self.none) / total for weight in self.weights)
        self._sums = [*accumulate(shares, initial=0.0)] if self.weights else ()

    def _mass(self, start: int, end: int) -> float:
        if self._sums:
            return self._sums[end] - self._sums[start]
        return (end - start) * (1 - self.none) / len(self.history.commits)

    def cells(self, asked: tuple[int, ...]) -> Sequence[Segment]:
        """Return the cells after some commits have run."""
        n = len(self.history.commits)
        ends = sorted({*(index + 1 for index in asked if index != BASE), n})
        cells, start = [], 0
        for end in ends:
            inside = tuple(end <= index + 1 for index in asked)
            cells.append(Segment(self._mass(start, end), inside, start, end))
            start = end
        if self.none:
            cells.append(Segment(self.none, (False,) * len(asked), n, n))
        return cells

    def gains(
        self,
        cells: Sequence[Segment],
        curves: Sequence[Curve],
        allowed: Callable[[int], bool],
        *,
        every: bool = False,
    ) -> Iterator[tuple[int, float]]:
        """Yield commits with a run's information: the best ones in each cell, and its end."""
        sums = [_LineSums(curve) for curve in curves]
        if allowed(BASE):
            yield BASE, _information([line.within(0) for line in sums], 0.0)
        for number, cell in enumerate(cells):
            if cell.start == cell.end:
                continue
            lines = [line.within(number) for line in sums]
            if every:
                indices: Iterator[int] = filter(allowed, range(cell.start, cell.end))
            else:
                indices = self._around(cell, _best_share(lines), allowed)
            for index in indices:
                yield index, _information(lines, self._share(cell, index))

    def _share(self, cell: Segment, index: int) -> float:
        """Return a cell's share up to a commit."""
        if index + 1 == cell.end:
            return 1.0
        return self._mass(cell.start, index + 1) / cell.mass if cell.mass else 0.0

    def _around(self, cell: Segment, share: float, allowed: Callable[[int], bool]) -> Iterator[int]:
        """Yield the commits that may be run next to a cell's share, and the last one."""
        if self._sums:
            middle = bisect_left(self._sums, self._sums[cell.start] + share * cell.mass) - 2
        else:
            middle = cell.start + int(share * (cell.end - cell.start)) - 1
        below = range(min(middle, cell.end - 1), cell.start - 1, -1)
        above = range(max(middle + 1, cell.start), cell.end)
        found = {next((i for i in side if allowed(i)), None) for side in (below, above)}
        if allowed(cell.end - 1):
            found.add(cell.end - 1)
        return iter(sorted(index for index in found if index is not None))

    def members(self, cell: Segment) -> Iterator[tuple[int, float]]:
        """Yield a cell's suspects with their shares, the largest share first."""
        suspects = range(cell.start, cell.end)
        if not self.weights:
            return ((index, 1 / len(suspects)) for index in suspects)
        weighed = filter(self.weights.__getitem__, suspects)
        ranked = sorted(weighed, key=lambda index: -self.weights[index])
        return ((index, self._mass(index, index + 1) / cell.mass) for index in ranked)

    def spread(self, cell: Segment) -> float:
        """Return the entropy of the first bad commit in bits if it is in a cell."""
        if self.weights:
            return -sum(share * log2(share) for _, share in self.members(cell))
        return cell.bits


#: The probability of "fail" and the mean entropy as linear functions of a share, and the
#: probability of the belief: (share, A at 0, slope of A, C at 0, slope of C).
Line = tuple[float, float, float, float, float]


class _LineSums:
    """A curve's sums before and after each cell in a line."""

    def __init__(self, curve: Curve) -> None:
        self.curve = curve
        inside = [*zip(curve.weights, curve.inside, strict=True)]
        outside = [*zip(curve.weights, curve.outside, strict=True)]
        self._before = _sums(inside)
        self._after = [total[::-1] for total in _sums(outside[::-1])]

    def within(self, number: int) -> Line:
        """Return A and C for a cell's share before a commit, as functions."""
        curve, weight = self.curve, self.curve.weights[number]
        inside, outside = curve.inside[number], curve.outside[number]
        fails = self._before[0][number] + self._after[0][number]
        bits = self._before[1][number] + self._after[1][number]
        return (
            curve.share,
            fails,
            weight * (inside - outside),
            bits,
            weight * (entropy(inside) - entropy(outside)),
        )


def _sums(pairs: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    fails = accumulate((weight * chance for weight, chance in pairs), initial=0.0)
    bits = accumulate((weight * entropy(chance) for weight, chance in pairs), initial=0.0)
    return [*fails], [*bits]


def _information(lines: Sequence[Line], share: float) -> float:
    """Return the information at a cell's share, the mean over several beliefs."""
    return sum(
        part * (entropy(fails + share * more) - bits - share * added)
        for part, fails, more, bits, added in lines
    )


def _best_share(lines: Sequence[Line]) -> float:
    """Return the share at which a concave information is highest."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _slope(lines, middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _slope(lines: Sequence[Line], share: float) -> float:
    total = 0.0
    for part, fails, more, _, added in lines:
        chance = fails + share * more
        odds = log2((1 - chance) / chance) if 0 < chance < 1 else 0.0
        total += part * (more * odds - added)
    return total


def max_information(inside: float, outside: float) -> float:
    """Return the capacity of a run in bits.

    Args:
        inside: The probability that it fails if it should.
        outside: The probability that it fails if it should not.
    """
    bits = entropy(outside)
    lines = [(1.0, outside, inside - outside, bits, entropy(inside) - bits)]
    return _information(lines, _best_share(lines))


@define(eq=False)
class GraphCuts:
    """The cuts in a history with merges."""

    history: History
    weights: Sequence[float]
    none: float
    _kept: dict[tuple[int, ...], Sequence[Segment]] = field(factory=dict)
    #: For a set of suspects, their number among the ancestors of each commit.
    _counts: dict[int, Sequence[int]] = field(factory=dict)
    #: For a part of a set of suspects, the set and the other part.
    _wholes: dict[int, tuple[int, int]] = field(factory=dict)
    _total: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        n = len(self.history.commits)
        weights = self.weights or [1.0] * n
        if len({*weights}) > _MOST_CLASSES:
            raise BadArgument(
                f"the commits have over {_MOST_CLASSES} different weights, too many for a history "
                "with merges: round them"
            )
        bits: dict[float, bytearray] = {}
        for index, weight in enumerate(weights):
            bits.setdefault(weight, bytearray(n // 8 + 1))[index // 8] |= 1 << index % 8
        masks = {weight: int.from_bytes(own, "little") for weight, own in bits.items()}
        self._total = sum(weights) / (1 - self.none)
        cells = [
            Segment(weight * mask.bit_count() / self._total, (), mask=mask)
            for weight, mask in masks.items()
            if weight
        ]
        if self.none:
            cells.append(Segment(self.none, ()))
        self._kept[()] = cells

    def _counted(self, mask: int) -> Sequence[int]:
        """Count some suspects among each commit's ancestors."""
        if mask not in self._counts:
            if len(self._counts) > _MOST_COUNTS:
                self._counts.clear()
            whole, other = self._wholes.get(mask, (0, 0))
            if whole in self._counts and other in self._counts:
                pairs = zip(self._counts[whole], self._counts[other], strict=True)
                self._counts[mask] = [count - less for count, less in pairs]
            else:
                self._counts[mask] = [(old & mask).bit_count() for old in self.history.ancestors]
        return self._counts[mask]

    def cells(self, asked: tuple[int, ...]) -> Sequence[Segment]:
        """Return the cells after some commits have run."""
        if asked not in self._kept:
            if len(self._kept) > _MOST_KEPT:
                self._kept = {(): self._kept[()]}
            before = self.cells(asked[:-1])
            self._kept[asked] = [part for cell in before for part in self._split(cell, asked[-1])]
        return self._kept[asked]

    def _split(self, cell: Segment, commit: int) -> Iterator[Segment]:
        """Yield a cell's parts: a commit's ancestors, and others."""
        mask = 0 if commit == BASE else cell.mask & self.history.ancestors[commit]
        rest = cell.mask ^ mask
        if not mask or not rest:
            yield Segment(cell.mass, (*cell.inside, bool(mask)), mask=cell.mask)
            return
        share = mask.bit_count() / cell.mask.bit_count()
        self._wholes[mask] = cell.mask, rest
        self._wholes[rest] = cell.mask, mask
        yield Segment(cell.mass * share, (*cell.inside, True), mask=mask)
        yield Segment(cell.mass * (1 - share), (*cell.inside, False), mask=rest)

    def gains(
        self,
        cells: Sequence[Segment],
        curves: Sequence[Curve],
        allowed: Callable[[int], bool],
        *,
        every: bool = False,
    ) -> Iterator[tuple[int, float]]:
        """Yield all commits that may be run, with a run's information."""
        total = [0.0] * (len(self.history.commits) + 1)
        for curve in curves:
            told = self._told(cells, curve)
            total = [gain + curve.share * more for gain, more in zip(total, told, strict=True)]
        return ((index, gain) for index, gain in enumerate(total, BASE) if allowed(index))

    def _told(self, cells: Sequence[Segment], curve: Curve) -> list[float]:
        """Return the information from running the base and each commit, by one belief."""
        rows = zip(cells, curve.weights, curve.inside, curve.outside, strict=True)
        base, less = 0.0, 0.0
        fails = bits = [0.0] * len(self.history.commits)
        for cell, weight, inside, outside in rows:
            base += weight * outside
            less += weight * entropy(outside)
            if weight < _NEGLIGIBLE or not cell.mask:
                continue
            each = weight / cell.size
            slope, added = each * (inside - outside), each * (entropy(inside) - entropy(outside))
            counts = self._counted(cell.mask)
            fails = [chance + slope * count for chance, count in zip(fails, counts, strict=True)]
            if added:
                bits = [known + added * count for known, count in zip(bits, counts, strict=True)]
        pairs = zip(fails, bits, strict=True)
        return [entropy(base) - less, *(entropy(base + a) - less - b for a, b in pairs)]

    def members(self, cell: Segment) -> Iterator[tuple[int, float]]:
        """Yield a cell's suspects with their shares, which are equal."""
        mask, share = cell.mask, 1 / cell.mask.bit_count() if cell.mask else 0.0
        while mask:
            low = mask & -mask
            yield low.bit_length() - 1, share
            mask ^= low

    def spread(self, cell: Segment) -> float:
        """Return the entropy of the first bad commit in bits if it is in a cell."""
        return cell.bits


#: A partition of a history's suspects into cells, and sums over them.
Cuts = LineCuts | GraphCuts


def cuts_of(history: History, weights: Sequence[float], none: float) -> Cuts:
    """Return a history's cuts.

    Args:
        history: The history.
        weights: Each commit's prior weight, empty if they are equal.
        none: The prior probability that no commit is bad.
    """
    return (
        LineCuts(history, weights, none) if history.is_line else GraphCuts(history, weights, none)
    )
