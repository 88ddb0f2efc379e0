"""The compiled search for trees with errors, with the questions as chains of nested ones."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from mastermind_core.kernels import AtOnce, places_of
from mastermind_core.tables.bits import BitRows, Split, weigh
from mastermind_core.tables.kernels import running

#: The maximum weight of all rows in errors, and their weight times the highest price.
_MOST_WEIGHT = 1 << 50

#: The maximum number of questions and answers of a chain.
_MOST_RANKS = 1 << 16


@frozen(eq=False)
class Chains:
    """The compiled search.

    Attributes:
        search: The search of the kernel. It remembers the sets that it has looked at.
        splits: The questions by the numbers of the kernel.
        scale: The value of an error with weight 1, above any tree's weighted cost.
        highest: The highest price of a question.
    """

    search: Any
    splits: list[Split]
    scale: int
    highest: int

    def least(
        self, rows: int, steps: int, seconds: float, sets: int
    ) -> tuple[int, int, Split | None, int]:
        """Return bounds on the value of some rows, the first question of a tree, and all sets.

        Args:
            rows: The rows.
            steps: The maximum number of questions.
            seconds: A time budget. Without time the bounds are those that are known.
            sets: How many more sets of rows may be searched.
        """
        with AtOnce():
            found = self.search.least(array("I", places_of(rows)), steps, seconds, sets)
        low_errors, low_cost, errors, cost, question, searched = found
        low = low_errors * self.scale + low_cost
        split = None if question < 0 else self.splits[question]
        return low, errors * self.scale + cost, split, searched


def chains_of(rows: BitRows, scale: int) -> Chains | None:
    """Return the compiled search for some rows, or None without the kernel or for large weights."""
    highest = max((split.price for split in rows.splits), default=1)
    weight = max(
        weigh(rows.wrongs, rows.everything), weigh(rows.weights, rows.everything) * highest
    )
    chains = [*_nested(rows.splits)]
    widths = [len(chain) + len(chain[0].answers) for chain in chains]
    if running.ErrorTrees is None or weight > _MOST_WEIGHT or max(widths, default=0) > _MOST_RANKS:
        return None
    codes = array("H")
    for chain in chains:
        codes += _codes(chain, len(rows.shares))
    search = running.ErrorTrees(
        codes,
        [len(chain) for chain in chains],
        [len(chain[0].answers) - 2 for chain in chains],
        array("q", [chain[0].price for chain in chains]),
        *_classes(rows),
        array("q", rows.table.weights),
    )
    return Chains(search, [split for chain in chains for split in chain], scale, highest)


def _classes(rows: BitRows) -> tuple[array[int], array[int], array[int]]:
    """Return the first place for each row among the classes, these, and their weights."""
    begin = array("I", [0])
    classes = array("I")
    shares = array("q")
    for row, own in enumerate(rows.shares):
        for name, share in own.items():
            classes.append(name)
            shares.append(rows.part(row, share))
        begin.append(len(classes))
    return begin, classes, shares


def _nested(splits: Sequence[Split]) -> Iterator[list[Split]]:
    """Yield chains of questions whose first blocks grow. Blocks of further answers are equal.

    An example are the thresholds of a column, whose unknown cells have an answer of their own.
    """
    chain: list[Split] = []
    direction = 0
    for split in splits:
        own = _direction(chain[-1], split) if chain else 0
        if own and direction in {0, own}:
            chain.append(split)
            direction = own
            continue
        if chain:
            yield chain[:: direction or 1]
        chain = [split]
        direction = 0
    if chain:
        yield chain[:: direction or 1]


def _direction(one: Split, other: Split) -> int:
    """Return 1 if the first block grows from one question to another, -1 if it shrinks, else 0."""
    first, _, *groups = _blocks(one)
    second, _, *same = _blocks(other)
    if groups != same or one.price != other.price:
        return 0
    if not first & ~second:
        return 1
    return 0 if second & ~first else -1


def _blocks(split: Split) -> list[int]:
    """Return the blocks of a question in the order of its answers."""
    return [split.answers[answer] for answer in sorted(split.answers)]


def _codes(chain: Sequence[Split], n_rows: int) -> array[int]:
    """Return for each row how many questions of a chain it is above, or the number of its group."""
    codes = array("H", [len(chain)]) * n_rows
    _, _, *groups = _blocks(chain[0])
    before = 0
    for at, split in enumerate(chain):
        low, *_ = _blocks(split)
        for row in places_of(low & ~before):
            codes[row] = at
        before = low
    for number, group in enumerate(groups):
        for row in places_of(group):
            codes[row] = len(chain) + 1 + number
    return codes
