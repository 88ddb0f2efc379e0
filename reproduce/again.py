"""Two full runs with different seeds, compared: which verdicts the second turned.

What another run may turn has to be open on the page of the first.
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
        """Whether both runs call the figure settled, and judge it differently."""
        return "open" not in (self.verdict, self.again) and self.verdict != self.again

    @property
    def opened(self) -> bool:
        """Whether it is settled in the first run, and open in the second."""
        return self.verdict != "open" and self.again == "open"


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
    """Write the comparison beside the pages of the first run, and yield what turned, as lines."""
    pairs = list(compare(first, second, names))
    with (first / AGAIN).open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, [part.name for part in fields(Again)], lineterminator="\n")
        table.writeheader()
        table.writerows(map(asdict, pairs))
    yield describe_again(pairs)
    for pair in filter(lambda pair: pair.flipped or pair.opened, pairs):
        where = f"{pair.document}, {pair.place}: {pair.subject}, {pair.figure or 'value'}"
        yield f"  {where}: {pair.first} {pair.verdict}, again {pair.second} {pair.again}"


def read_again(path: Path) -> list[Again]:
    """Read a comparison."""
    with path.open(encoding="utf-8", newline="") as file:
        return [Again(**row) for row in csv.DictReader(file)]


def describe_again(pairs: Iterable[Again]) -> str:
    """Say in a line how many verdicts flipped, are open, or were open to the second run alone.

    >>> pair = Again("", "", "", "mean", "4.4", "4.41", "4.45", "holds", "differs")
    >>> describe_again([pair])
    '1 figures by chance, played again: 1 flipped, 0 open, 0 more open in the second run'
    """
    listed = list(pairs)
    flipped = sum(pair.flipped for pair in listed)
    left = sum(pair.verdict == "open" for pair in listed)
    return (
        f"{len(listed)} figures by chance, played again: {flipped} flipped, {left} open, "
        f"{sum(pair.opened for pair in listed)} more open in the second run"
    )
