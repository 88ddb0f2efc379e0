"""Table rows as sets of bits, with class weights."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeAlias

from attrs import define, field

from mastermind_core.table import ScoreTable

#: A weight for each row: the sum of factors whose sets have the row.
Planes: TypeAlias = tuple[tuple[int, int], ...]

#: The maximum number of sets of rows whose likeliest class is stored.
_MOST_STORED = 1 << 19


def planes(numbers: Iterable[tuple[int, int]]) -> Planes:
    """Return the planes for pairs of a row and its weight.

    >>> planes([(0, 1), (1, 1), (2, 5)])
    ((1, 3), (5, 4))
    """
    values: dict[int, int] = {}
    bits: dict[int, int] = {}
    for row, number in numbers:
        if number:
            values[number] = values.get(number, 0) | 1 << row
            for place in range(number.bit_length()):
                if number >> place & 1:
                    bits[1 << place] = bits.get(1 << place, 0) | 1 << row
    return tuple(min(values, bits, key=len).items())


def weigh(weights: Planes, rows: int) -> int:
    """Return the weight of some rows."""
    return sum(factor * (plane & rows).bit_count() for factor, plane in weights)


class Leaf(NamedTuple):
    """The class to name for some rows, the weight of the others, and the impurity."""

    name: int
    wrong: int
    impurity: float


class Split(NamedTuple):
    """A question as sets of rows by answer, with its cost."""

    guess: int
    price: int
    answers: dict[int, int]


@define(eq=False)
class BitRows:
    """The rows of a compiled table.

    Attributes:
        table: The table.
        names: The classes.
        shares: For each row the probability of each class, by its index.
    """

    table: ScoreTable
    names: Sequence[Hashable]
    shares: Sequence[Mapping[int, Fraction]]
    everything: int = field(init=False)
    #: The weight of a row in questions, and in errors.
    weights: Planes = field(init=False)
    wrongs: Planes = field(init=False)
    #: The unit of the weights of errors.
    unit: int = field(init=False)
    #: The part of each row's weight that no name avoids.
    floors: Planes = field(init=False)
    splits: list[Split] = field(init=False)
    #: The classes, the heaviest first: the index, the total weight and the weights by row.
    classes: list[tuple[int, int, Planes]] = field(init=False)
    _leaves: dict[int, Leaf] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        table = self.table
        weights = [*enumerate(table.weights)]
        parts = (share.denominator for own in self.shares for share in own.values())
        self.unit = lcm(*parts)
        self.everything = sum(1 << row for row, weight in weights if weight)
        self.weights = planes(weights)
        self.wrongs = planes((row, weight * self.unit) for row, weight in weights)
        certain = [max(own.values()) for own in self.shares]
        self.floors = planes((row, self.part(row, 1 - certain[row])) for row, _ in weights)
        self.classes = sorted(self._weights_of_classes(), key=lambda own: -own[1])
        self.splits = [*self._different_splits()]

    def part(self, row: int, share: Fraction) -> int:
        """Return a share in a row's weight, in error units."""
        return int(self.table.weights[row] * self.unit * share)

    def _weights_of_classes(self) -> Iterator[tuple[int, int, Planes]]:
        members: dict[int, list[tuple[int, int]]] = {}
        for row, own in enumerate(self.shares):
            for name, share in own.items():
                members.setdefault(name, []).append((row, self.part(row, share)))
        for name, pairs in members.items():
            yield name, sum(number for _, number in pairs), planes(pairs)

    def _different_splits(self) -> Iterator[Split]:
        """Yield the questions, only the cheapest of those that split all rows in the same way."""
        table = self.table
        cheapest: dict[frozenset[int], Split] = {}
        for guess in range(len(table.guesses.items)):
            blocks = table.split(guess, table.everything)
            answers = {score: sum(1 << row for row in block) for score, block in blocks}
            split = Split(guess, table.costs[guess] if table.costs else 1, answers)
            key = frozenset(answers.values())
            if key not in cheapest or split.price < cheapest[key].price:
                cheapest[key] = split
        return (split for key, split in cheapest.items() if len(key) > 1)

    def leaf(self, rows: int) -> Leaf:
        """Return the class to name for some rows."""
        found = self._leaves.get(rows)
        if found is None:
            if len(self._leaves) >= _MOST_STORED:
                self._leaves.clear()
            found = self._leaves[rows] = self._leaf(rows)
        return found

    def _leaf(self, rows: int) -> Leaf:
        total = left = weigh(self.wrongs, rows)
        name = most = squares = 0
        for own, weight, weights in self.classes:
            if left == 0:
                break
            if weight:
                here = weigh(weights, rows)
                left -= here
                squares += here * here
                if here > most:
                    name = own
                    most = here
        return Leaf(name, total - most, total - squares / total if total else 0.0)

    def floor(self, rows: int, most: int) -> int:
        """Return a lower bound on the weight of errors with a maximum number of names."""
        least = weigh(self.floors, rows)
        if most >= len(self.classes):
            return least
        total = weigh(self.wrongs, rows)
        here = sorted((weigh(own, rows) for _, _, own in self.classes), reverse=True)
        return max(least, total - sum(here[:most]))


def blocks_of(split: Split, rows: int) -> list[int]:
    """Return the blocks of some rows by answer, without empty ones."""
    return [block for answer in split.answers.values() if (block := answer & rows)]


def shares_of(table: ScoreTable) -> tuple[list[Hashable], list[dict[int, Fraction]]]:
    """Return the classes of a table, and for each row the probability of each class."""
    places = {name: at for at, name in enumerate(table.names)}
    shares = []
    for goal, secret in zip(table.goals, table.secrets.items, strict=True):
        own = {goal: Fraction(getattr(secret, "certainty", 1))}
        for name, share in getattr(secret, "others", ()):
            own[places.setdefault(name, len(places))] = share
        shares.append(own)
    return [*places], shares
