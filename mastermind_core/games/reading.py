"""Lists of words and tables of attributes from files; an error names the line that is wrong."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any

from attrs import field, frozen

from mastermind_core.errors import BadGame, check_regular, reason_of, shown
from mastermind_core.games.border import brief

#: Bytes that a line may have.
MOST_LINE = 100_000

_SHOWN = 40


def text_lines(path: str | Path, kind: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text file, numbered from 1; no more than a line is held in memory."""
    if not isinstance(path, (str, PathLike)):
        raise BadGame(f"path must be the name of the file of a {kind}, not {shown(path)}")
    try:
        check_regular(path)
        with Path(path).open("rb") as file:
            number = 0
            while line := file.readline(MOST_LINE + 1):
                number += 1
                if len(line) > MOST_LINE:
                    raise _bad(path, kind, number, f"has over {MOST_LINE:,} bytes: cut it")
                try:
                    text = line.decode("utf-8-sig" if number == 1 else "utf-8")
                except UnicodeDecodeError:
                    raise _bad(path, kind, number, "is no UTF-8: save the file as UTF-8") from None
                if "\0" in text:
                    raise _bad(path, kind, number, "has a zero byte: this is no text")
                yield number, text
    except (OSError, ValueError) as error:
        if isinstance(error, BadGame):
            raise
        reason = reason_of(error)
        raise BadGame(f"the {kind} {shown(str(path))} cannot be read: {reason}") from None


def _bad(path: str | Path, kind: str, number: int, what: str) -> BadGame:
    return BadGame(f"line {number} of the {kind} {shown(str(path))} {what}")


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")


def read_words(path: str | Path) -> tuple[str, ...]:
    """Read a list of words of one length, one a line, and return them sorted.

    Blank lines are passed over; capital letters are made small. A word that comes twice, or has
    another length than the first, is refused with its line.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "words.txt"
    ...     _ = path.write_text("score Fools")
    ...     read_words(path)
    ('fools', 'score')
    """
    kind = "word list"
    lines: dict[str, int] = {}
    length = 0
    for number, text in text_lines(path, kind):
        for word in text.lower().split():
            length = length or len(word)
            if not word.isprintable():
                raise _bad(path, kind, number, f"has {_shown(word)}, which is no word")
            if len(word) != length:
                raise _bad(
                    path,
                    kind,
                    number,
                    f"has {_shown(word)} of {len(word)} letters, where the words before have "
                    f"{length}",
                )
            if word in lines:
                raise _bad(path, kind, number, f"has {shown(word)} again, after line {lines[word]}")
            lines[word] = number
    if not lines:
        raise BadGame(f"the {kind} {shown(str(path))} is empty: write a word a line")
    return tuple(sorted(lines))


def _strings(row: Any) -> tuple[str, ...]:
    if isinstance(row, str):
        raise BadGame(f"a row must be a list of texts, not the string {shown(row)}")
    if not isinstance(row, Iterable):
        raise BadGame(f"a row must be a list of texts, not {shown(row)}")
    return tuple(map(str, row))


def _rows(rows: Any) -> tuple[tuple[str, ...], ...]:
    if not isinstance(rows, Iterable):
        raise BadGame(f"rows must be a list of rows, not {shown(rows)}")
    return tuple(map(_strings, rows))


@frozen(cache_hash=True)
class AttributeTable:
    """A table of attributes: a row each, its name first, then its value of each attribute.

    >>> table = AttributeTable(["name", "hair"], [["Alex", "black"], ["Anne", "white"]])
    >>> table.attributes, table.names, table.value("Anne", "hair")
    (('hair',), ('Alex', 'Anne'), 'white')
    """

    header: tuple[str, ...] = field(converter=_strings)
    rows: tuple[tuple[str, ...], ...] = field(converter=_rows, repr=brief("rows"))

    def __attrs_post_init__(self) -> None:
        check_header(self.header, "the table")
        if not self.rows:
            raise BadGame("the table is empty: a game needs at least one row")
        seen: dict[str, int] = {}
        for number, row in enumerate(self.rows, start=1):
            check_row(row, self.header, seen, number, f"row {number}")

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the rows are called."""
        return tuple(row[0] for row in self.rows)

    @property
    def attributes(self) -> tuple[str, ...]:
        """Return what the columns are called, without the first."""
        return self.header[1:]

    def value(self, name: str, attribute: str) -> str:
        """Return the value that a row has of an attribute."""
        row = self.rows[self.names.index(name)]
        return row[self.header.index(attribute)]


def check_header(header: tuple[str, ...], where: str) -> None:
    """Refuse a header without attributes, or with one twice."""
    if len(header) < 2:
        raise BadGame(f"{where} has no attributes: begin with a header such as name,hair,eyes")
    for name in header:
        if header.count(name) > 1 or not name:
            what = (
                f"has the attribute {shown(name)} twice"
                if name
                else "has an attribute without name"
            )
            raise BadGame(f"{where} {what}")


def check_row(
    row: tuple[str, ...], header: tuple[str, ...], seen: dict[str, int], number: int, where: str
) -> None:
    """Refuse a row of another length, without a name or with a name that came before."""
    if len(row) != len(header):
        raise BadGame(f"{where} has {len(row)} values, where the header has {len(header)}")
    if not row[0]:
        raise BadGame(f"{where} has no name")
    if row[0] in seen:
        raise BadGame(f"{where} has {_shown(row[0])} again, after {seen[row[0]]}")
    seen[row[0]] = number


def read_table(path: str | Path) -> AttributeTable:
    r"""Read a table of attributes from a CSV file: a header, then a row each, its name first.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "faces.csv"
    ...     _ = path.write_text("name,hair\nAlex,black")
    ...     read_table(path).value("Alex", "hair")
    'black'
    """
    kind = "table"
    read = csv.reader((text for _, text in text_lines(path, kind)), strict=True)
    header: tuple[str, ...] = ()
    rows: list[tuple[str, ...]] = []
    seen: dict[str, int] = {}
    try:
        for cells in read:
            row = tuple(cell.strip() for cell in cells)
            where = f"line {read.line_num} of the {kind} {shown(str(path))}"
            if not any(row):
                continue
            if not header:
                check_header(row, where)
                header = row
            else:
                check_row(row, header, seen, read.line_num, where)
                rows.append(row)
    except csv.Error as error:
        raise _bad(path, kind, read.line_num, f"is no CSV: {error}") from None
    if not rows:
        raise BadGame(f"the {kind} {shown(str(path))} is empty: write a header and a row each")
    return AttributeTable(header, rows)
