"""How much of each document is on trial: its numbers, its figures, their rows, their verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

from reproduce.again import AGAIN, read_again
from reproduce.documents import DOCUMENTS, Document, document
from reproduce.judging import Word
from reproduce.pages import read_page, tally

_HEAD = (
    "document", "numbers", "claimed", "set aside", "left", "figures", "in a row", "judged",
    *get_args(Word), "flipped",
)  # fmt: skip


def inventory(folder: Path, names: Iterable[str] = DOCUMENTS) -> Iterator[str]:
    """Yield a table, a line a document and one of sums, from the data and the pages of a folder.

    Each number of a text is claimed in a figure, or set aside for a reason that the data give;
    each figure has a row on the page, and each row a verdict. What flipped is what the run of
    another seed beside the pages judges otherwise.
    """
    yield _line(_HEAD)
    sums = [0] * (len(_HEAD) - 1)
    for name in names:
        counts = _counts(document(name), folder)
        sums = [add + count for add, count in zip(sums, counts, strict=True)]
        yield _line((name, *map(str, counts)))
    yield _line(("all", *map(str, sums)))


def _counts(given: Document, folder: Path) -> list[int]:
    rows = read_page(folder / f"{given.name}.csv")
    words = tally(rows)
    verdicts = [words.get(word, 0) for word in get_args(Word)]
    claimed, aside = len(given.claimed), len(given.set_aside)
    numbers = len(given.numbers)
    left = numbers - claimed - aside
    again = read_again(folder / AGAIN) if (folder / AGAIN).exists() else []
    flipped = sum(pair.flipped for pair in again if pair.document == given.name)
    figures = [numbers, claimed, aside, left, given.figures]
    return [*figures, len(rows), sum(verdicts), *verdicts, flipped]


def _line(cells: Iterable[str]) -> str:
    widths = (len(head) for head in _HEAD)
    return "  ".join(
        cell.ljust(9) if at == 0 else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
