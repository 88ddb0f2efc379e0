"""Read the tables of committed figures."""

from __future__ import annotations

import csv
import re
from pathlib import Path


def optima(text: str) -> list[list[str]]:
    """Read the columns that ``reproduce optima`` prints, their names first."""
    lines = text.splitlines()
    starts = [found.start() for found in re.finditer(r"\S+", lines[0])]
    ends = [*starts[1:], None]
    return [
        [line[start:end].strip() for start, end in zip(starts, ends, strict=True)] for line in lines
    ]


def ends(path: Path, number: int) -> list[list[str]]:
    """Read the first rows of a table, or the last ones where the number is below 0, names first."""
    with path.open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return [names, *(rows[:number] if number > 0 else rows[number:])]
