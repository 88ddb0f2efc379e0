"""The criteria of an objective, and what they make each guess of a path cost."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from math import lcm

from attrs import evolve, frozen

from mastermind_core.checker.glances import IMPOSSIBLE
from mastermind_core.checker.reading import HUGE
from mastermind_core.game.amounts import in_units

_WHOLE = "[1-9][0-9]{0,18}"
_NUMBER = f"(?:0|{_WHOLE})(?:/{_WHOLE})?"
_PART = re.compile(f"mean|worst|within:{_WHOLE}|penalty:{_NUMBER}(?:,{_NUMBER})*")
_NONE = "is none on the number of guesses"
_TOO_LARGE = "takes numbers of 2**60 or more"

#: The name of a criterion that adds up what secrets cost, and its numbers.
_Sum = tuple[str, tuple[Fraction, ...]]


@frozen
class Criteria:
    """The criteria of an objective, and where the worst case stands among them: -1 is nowhere.

    ``prices`` are those of the guesses of a path, the last of them that of all after it. By them a
    tree comes to the sum of the figures of the criteria, each in its unit times its scale.
    """

    sums: tuple[_Sum, ...]
    worst_at: int
    scales: tuple[int, ...]
    units: tuple[Fraction, ...]
    prices: tuple[int, ...] = (1,)

    def priced(self, weight: int, longest: int) -> Criteria:
        """Return them with prices, for secrets of a weight and paths of no more guesses."""
        if not self.sums:
            raise ValueError(_NONE)
        costs = [0] * (longest + 1)
        scales: list[int] = []
        units: list[Fraction] = []
        for part in reversed(self.sums):
            given = [Fraction(0), *(_cost(part, length) for length in range(1, longest + 1))]
            own, unit = in_units(given)
            scales.insert(0, weight * costs[-1] + 1)
            units.insert(0, unit)
            costs = [scales[0] * cost + later for cost, later in zip(own, costs, strict=True)]
            bottom = lcm(*{number.denominator for number in given})
            if bottom >= HUGE or weight * costs[-1] >= HUGE:
                raise ValueError(_TOO_LARGE)
        prices = [after - before for before, after in pairwise(costs)]
        while prices[-2:] == prices[-1:] * 2:
            prices.pop()
        return evolve(self, scales=tuple(scales), units=tuple(units), prices=tuple(prices))

    def cost(self, length: int) -> int:
        """Return what a path of so many guesses costs."""
        some = self.prices[:length]
        return sum(some) + (length - len(some)) * self.prices[-1]

    def figures(self, total: int, worst: Fraction, unit: Fraction) -> tuple[Fraction, ...]:
        """Return the figures of the criteria in their order, for a total in a unit of secrets."""
        found = []
        for scale, own in zip(self.scales, self.units, strict=True):
            number, total = divmod(total, scale)
            found.append(number * own * unit)
        if self.worst_at >= 0:
            found.insert(self.worst_at, worst)
        return tuple(found)

    def wanted(self, total: int, worst: int, most: int | None) -> list[tuple[int | None, int]]:
        """Return what has to be known of all secrets: a limit of paths, the least total within it.

        Whoever is better in the worst case is worse in what comes before it.
        """
        at, head = self.worst_at, total
        if at < 0:
            return [(most, total)]
        for scale in self.scales[:at]:
            head %= scale
        head = total - head
        shorter = head + self.scales[at - 1] if at else IMPOSSIBLE
        facts = [(most, head)] if at else []
        last = [(worst, total)] if at < len(self.scales) else []
        return [*facts, (worst - 1, shorter), *last]


def read_criteria(text: str) -> Criteria:
    """Read an objective."""
    parts = text.split("-then-")
    if not all(map(_PART.fullmatch, parts)) or parts.count("worst") > 1:
        raise ValueError(_NONE)
    sums = tuple(_read(part) for part in parts if part != "worst")
    at = parts.index("worst") if "worst" in parts else -1
    return Criteria(sums, at, (1,) * len(sums), (Fraction(1),) * len(sums))


def _read(text: str) -> _Sum:
    name, _, rest = text.partition(":")
    if any(int(number) >= HUGE for number in re.findall("[0-9]+", rest)):
        raise ValueError(_TOO_LARGE)
    numbers = tuple(Fraction(number) for number in rest.split(",") if number)
    if any(after < before for before, after in pairwise(numbers)):
        raise ValueError("has penalties that fall")
    return name, numbers


def _cost(part: _Sum, length: int) -> Fraction:
    """Return what it costs to be found by a guess of this number."""
    name, numbers = part
    if name == "within":
        return Fraction(length > numbers[0])
    return numbers[min(length, len(numbers)) - 1] if name == "penalty" else Fraction(length)
