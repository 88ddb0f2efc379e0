"""Lines of text files, and cells from files with separated values."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from mastermind_core.errors import BadGame, check_regular, reason_of, shown

#: The maximum number of bytes of a line in a text file.
MOST_LINE = 100_000

#: Separators of the cells of a file, and numbers with a decimal comma, which a file may have if its
#: separator is not a comma.
_SEPARATORS = ",;\t|"
_DECIMAL = re.compile(r"[-+]?\d+,\d+")


def text_lines(path: object, kind: str) -> Iterator[str]:
    """Yield the lines of a file in UTF-8, with at most one line in memory."""
    if not isinstance(path, (str, PathLike)):
        raise BadGame(f"path must be the name of the file of a {kind}, not {shown(path)}")
    try:
        check_regular(path)
        with Path(path).open("rb") as file:
            lines = iter(partial(file.readline, MOST_LINE + 1), b"")
            for number, line in enumerate(lines, start=1):
                if len(line) > MOST_LINE:
                    raise bad_line(path, kind, number, f"has over {MOST_LINE:,} bytes: cut it")
                try:
                    text = line.decode("utf-8-sig" if number == 1 else "utf-8")
                except UnicodeDecodeError:
                    message = "is not UTF-8: save the file as UTF-8"
                    raise bad_line(path, kind, number, message) from None
                if "\0" in text:
                    raise bad_line(path, kind, number, "has a zero byte: save the file as UTF-8")
                yield text
    except (OSError, ValueError) as error:
        if isinstance(error, BadGame):
            raise
        reason = reason_of(error)
        raise BadGame(f"the {kind} {shown(fspath(path))} cannot be read: {reason}") from None


def bad_line(path: Any, kind: str, number: int, what: str) -> BadGame:
    """Return the error for a line of a file."""
    return BadGame(f"line {number} of the {kind} {shown(fspath(path))} {what}")


def csv_rows(path: Any, kind: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number and the cells for each row in a CSV file, the header first.

    The separator is a tab in a .tsv file. In other files it is the comma, semicolon, tab or bar
    that gives the header the most cells. If it is not a comma, numbers may have a decimal comma.
    Empty rows are skipped.

    Raises:
        BadGame: If a row has another length than the header, or the file is empty or not a CSV.
    """
    lines = list(text_lines(path, kind))
    head = next(filter(str.strip, lines), "")
    read: Any = csv.reader(())
    width = 0
    try:
        by = {one: len(next(csv.reader([head], delimiter=one), ())) for one in _SEPARATORS}
        sign = "\t" if str(path).endswith(".tsv") else max(_SEPARATORS, key=by.__getitem__)
        read = csv.reader(lines, delimiter=sign, strict=True)
        for row in read:
            cells = [cell.strip() for cell in row]
            if not any(cells):
                continue
            width = width or len(cells)
            if len(cells) != width:
                message = f"has {len(cells)} values, where the header has {width}"
                raise bad_line(path, kind, read.line_num, message)
            if sign != ",":
                cells = [c.replace(",", ".") if _DECIMAL.fullmatch(c) else c for c in cells]
            yield read.line_num, cells
    except csv.Error as error:
        raise bad_line(path, kind, max(read.line_num, 1), f"is not CSV: {error}") from None
    if not width:
        raise BadGame(f"the {kind} {shown(fspath(path))} is empty: add a header and rows")
