"""Lists of words and tables of attributes from files; an error names the line that is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from attrs import field, frozen

from mastermind_core.errors import BadGame, shown
from mastermind_core.game.tabular import bad_line, csv_rows, text_lines
from mastermind_core.games.border import brief

_SHOWN = 40


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
    for number, text in enumerate(text_lines(path, kind), start=1):
        for word in text.lower().split():
            length = length or len(word)
            if not word.isprintable():
                raise bad_line(path, kind, number, f"has {_shown(word)}, which is no word")
            if len(word) != length:
                raise bad_line(
                    path,
                    kind,
                    number,
                    f"has {_shown(word)} of {len(word)} letters, where the words before have "
                    f"{length}",
                )
            if word in lines:
                raise bad_line(
                    path, kind, number, f"has {shown(word)} again, after line {lines[word]}"
                )
            lines[word] = number
    if not lines:
        raise BadGame(f"the {kind} {shown(str(path))} is empty: write a word a line")
    return tuple(sorted(lines))


def _strings(row: Any) -> tuple[str, ...]:
    if isinstance(row, str):
        raise BadGame(f"a row must be a list of texts, not the string {shown(row)}")
    try:
        return tuple(map(str, row))
    except Exception:
        raise BadGame(f"a row must be a list of texts, not {shown(row)}") from None


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
    header: tuple[str, ...] = ()
    rows: list[tuple[str, ...]] = []
    seen: dict[str, int] = {}
    for number, cells in csv_rows(path, "table"):
        where = f"line {number} of the table {shown(str(path))}"
        if header:
            check_row(tuple(cells), header, seen, number, where)
            rows.append(tuple(cells))
        else:
            header = tuple(cells)
            check_header(header, where)
    if not rows:
        raise BadGame(f"the table {shown(str(path))} is empty: write a header and a row each")
    return AttributeTable(header, rows)
