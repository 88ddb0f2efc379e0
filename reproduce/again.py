"""Two full runs with different seeds, compared: which verdicts the second turned.

A verdict that another run turns has to be marked as close on the page of the first.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import asdict, fields, frozen

from mastermind_core.errors import BadArgument
from reproduce.documents import DOCUMENTS
from reproduce.pages import Row, read_page

#: The name of the comparison beside the pages of the first run.
AGAIN = "again.csv"

_CLOSE = " (close)"


@frozen
class Again:
    """A figure that chance has a part in, as two runs computed and judged it."""

    document: str
    place: str
    subject: str
    figure: str
    claimed: str
    first: str
    second: str
    verdict: str
    again: str

    @property
    def flipped(self) -> bool:
        """Whether the second run judges otherwise, close or not."""
        return self.verdict.removesuffix(_CLOSE) != self.again.removesuffix(_CLOSE)

    @property
    def close(self) -> bool:
        """Whether the first run says that another might judge otherwise."""
        return self.verdict.endswith(_CLOSE)


def compare(first: Path, second: Path, names: Iterable[str] = DOCUMENTS) -> Iterator[Again]:
    """Yield the figures of the pages in two folders that chance has a part in, or that flipped."""
    for name in names:
        one, other = (read_page(folder / f"{name}.csv") for folder in (first, second))
        if list(map(_claim, one)) != list(map(_claim, other)):
            raise BadArgument(f"{first} and {second} do not have the same claims of {name}")
        for row, again in zip(one, other, strict=True):
            pair = Again(
                name, *_claim(row), row.computed, again.computed, row.verdict, again.verdict
            )
            if row.probability or again.probability or pair.flipped:
                yield pair


def _claim(row: Row) -> tuple[str, str, str, str]:
    return row.place, row.subject, row.figure, row.claimed


def compare_runs(first: Path, second: Path, names: Iterable[str] = DOCUMENTS) -> Iterator[str]:
    """Write the comparison beside the pages of the first run, and yield what flipped, as lines."""
    pairs = list(compare(first, second, names))
    with (first / AGAIN).open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, [part.name for part in fields(Again)], lineterminator="\n")
        table.writeheader()
        table.writerows(map(asdict, pairs))
    yield describe_again(pairs)
    for pair in filter(lambda pair: pair.flipped, pairs):
        where = f"{pair.document}, {pair.place}: {pair.subject}, {pair.figure or 'value'}"
        yield f"  {where}: {pair.first} {pair.verdict}, again {pair.second} {pair.again}"


def read_again(path: Path) -> list[Again]:
    """Read a comparison."""
    with path.open(encoding="utf-8", newline="") as file:
        return [Again(**row) for row in csv.DictReader(file)]


def describe_again(pairs: Iterable[Again]) -> str:
    """Say in a line how many verdicts flipped, and how many of these were not marked as close.

    >>> pair = Again("", "", "", "mean", "4.4", "4.41", "4.45", "holds (close)", "differs")
    >>> describe_again([pair])
    '1 figures by chance, played again: 1 verdicts flipped, 0 of them not marked as close'
    """
    listed = list(pairs)
    flipped = [pair for pair in listed if pair.flipped]
    sure = sum(not pair.close for pair in flipped)
    return (
        f"{len(listed)} figures by chance, played again: {len(flipped)} verdicts flipped, "
        f"{sure} of them not marked as close"
    )
