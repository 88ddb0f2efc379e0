"""Readers of tables and matrices: data frames, mappings, lists, arrays and files."""

from __future__ import annotations

import csv
import re
import sys
from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from math import isnan
from numbers import Real
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Protocol

from attrs import evolve, frozen
from more_itertools import duplicates_everseen, sliced

from mastermind_core.errors import (
    BadArgument,
    BadGame,
    GameTooLarge,
    check_regular,
    reason_of,
    shown,
)
from mastermind_core.game import is_nan
from mastermind_core.game.descriptions import Either, reader_of

#: The maximum number of bytes of a line in a text file.
MOST_LINE = 100_000

#: Separators of the cells of a file, and numbers with a decimal comma, which a file may have if its
#: separator is not a comma.
_SEPARATORS, _DECIMAL = ",;\t|", re.compile(r"[-+]?\d+,\d+")

#: The number up to which each integer is a float, so that a float may be written as an integer.
_EXACT = 1 << 53

#: The maximum number of rows or columns of a table.
_MOST_ROWS = 1 << 25

#: Cells of files without a value, in lower case: all but the first only in columns of numbers.
_MISSING = {"", "na", "n/a", "nan", "null", "none", "?", "-", "."}


@frozen
class Table:
    """Rows by id, and columns by name: ``columns[name][row]``.

    Attributes:
        ids: The ids of the rows.
        columns: The cells of each column, in the order of the rows.
        written: Whether the cells are the strings of a file.
    """

    ids: Sequence[Any]
    columns: dict[Any, Sequence[Any]]
    written: bool = False

    def rows(self) -> Iterator[dict[Any, Any]]:
        """Yield each row as a mapping of its cells by column."""
        for cells in zip(*self.columns.values(), strict=True):
            yield dict(zip(self.columns, cells, strict=True))


def read_table(data: Any) -> Table:
    """Return a table from a file of separated values, a frame, a matrix or a mapping.

    >>> read_table([[0, 1], [1, 1]]).columns
    {0: [0, 1], 1: [1, 1]}
    """
    if isinstance(data, (str, PathLike)):
        first = next(text_lines(data, "table"), "")
        if read := reader_of(fspath(data), first):
            text = "".join(text_lines(data, "table"))
            taxa, described = read(text, partial(bad_line, data, "table"))
            return evolve(_named(list(described), described.values()), ids=taxa)
        header, *rows = [cells for _, cells in csv_rows(data, "table")]
        table = _of_rows(header, rows)
        named: Any = {name: _with_gaps(cells) for name, cells in table.columns.items()}
        return evolve(table, columns=named, written=True)
    if isinstance(data, Mapping):
        return _from_mapping(data)
    if hasattr(data, "column_names"):  # a table of Arrow, or a batch of one
        return _named(list(data.column_names), map(_cells, data.columns))
    if hasattr(data, "collect"):  # a lazy frame
        return read_table(data.collect())
    if hasattr(data, "columns"):
        return _from_frame(data)
    if names := getattr(getattr(data, "dtype", None), "names", None):
        return _named(names, (_cells(data[name]) for name in names))
    if hasattr(data, "__array_interface__") and hasattr(data, "T"):
        columns = rows_of(data.T)
        return _named(range(len(columns)), columns)
    if isinstance(data, Sequence) and data:
        check_size(data, "the table")
        return _from_rows(data)
    raise BadArgument(
        "the table must be a data frame, a matrix, a mapping of columns, a list of rows or the "
        f"path of a CSV file, not {shown(data)}"
    )


def text_lines(path: Any, kind: str) -> Iterator[str]:
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
    """Yield the line number and the cells of each row of a CSV file, the header first.

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


def is_number(text: str) -> bool:
    """Return whether a string is a number, which may be infinite.

    >>> [*map(is_number, ["2.50", "-1e9", "inf", "1_000", "nan", "two"])]
    [True, True, True, False, False, False]
    """
    try:
        return "_" not in text and not isnan(float(text))
    except ValueError:
        return False


def as_numbers(cells: Sequence[Any], *, written: bool) -> Sequence[Any]:
    """Return the cells of a column with numbers for the strings of a file, and for decimals.

    If a cell is no number, the column stays as it is.

    >>> as_numbers(["1.0", "2.50", None], written=True), as_numbers(["1.0", "two"], written=True)
    ([1, 2.5, None], ['1.0', 'two'])
    """
    if isinstance(cells, (bytes, array)):
        return cells
    try:
        different = [cell for cell in dict.fromkeys(cells) if not is_unknown(cell)]
    except TypeError:  # a cell that is not hashable is reported later
        return cells
    if written:
        numeric = all(map(is_number, different))
    else:
        kinds = {*map(type, different)}
        numeric = Decimal in kinds and all(issubclass(kind, (Decimal, Real)) for kind in kinds)
    if not (numeric and different):
        return cells
    numbers: dict[Any, Any] = {}
    for cell in different:
        number = float(cell)
        whole = abs(number) < _EXACT and number.is_integer()
        numbers[cell] = int(number) if whole else number
    return [None if is_unknown(cell) else numbers[cell] for cell in cells]


def _with_gaps(cells: Sequence[str]) -> Sequence[str | None]:
    """Return the cells of a column with None for those that are empty.

    In a column of numbers other marks of missing values become None as well.
    """
    others = {cell for cell in cells if cell.casefold() not in _MISSING}
    numeric = any(others) and all(map(is_number, others))
    return [cell if cell in others or (cell and not numeric) else None for cell in cells]


def check_size(items: Any, what: str) -> None:
    """Raise GameTooLarge if something with a length has more items than a table may have."""
    try:
        size = len(items) if hasattr(items, "__len__") else 0
    except OverflowError:  # a range with more items than len() can say
        size = sys.maxsize
    if size > _MOST_ROWS:
        raise GameTooLarge(f"{what} has over {_MOST_ROWS:,} cells: take a sample of the rows")


def _cells(column: Any) -> list[Any]:
    """Return the cells of a column of any library as Python objects."""
    check_size(column, "a column of the table")
    for name in ("to_list", "tolist", "to_pylist"):
        if hasattr(column, name):
            return list(getattr(column, name)())
    return list(column)


def _from_mapping(data: Mapping[Any, Any]) -> Table:
    if not data:
        raise BadArgument("the table is empty: it needs a column")
    if all(isinstance(row, Mapping) for row in data.values()):
        return evolve(_from_rows(list(data.values())), ids=list(data))
    for name, column in data.items():
        if isinstance(column, (str, bytes)) or not isinstance(column, Iterable):
            raise BadArgument(f"column {shown(name)} must be a list of cells, not {shown(column)}")
    return _named(list(data), map(_cells, data.values()))


def _from_frame(data: Any) -> Table:
    table = _named([*data.columns], (_cells(data[name]) for name in data.columns))
    index: Any = getattr(data, "index", None)
    ids = index.to_list() if hasattr(index, "to_list") else table.ids
    # The index of a frame that was filtered or joined may have an entry twice.
    return evolve(table, ids=ids) if len({*ids}) == len(ids) else table


def _from_rows(rows: Sequence[Any]) -> Table:
    if all(isinstance(row, Mapping) for row in rows):
        names = list(dict.fromkeys(name for row in rows for name in row))
        return _named(names, ([row.get(name) for row in rows] for name in names))
    listed = rows_of(rows)
    widths = {len(row) for row in listed}
    if len(widths) > 1:
        raise BadArgument(f"the rows of the table have {min(widths)} to {max(widths)} cells")
    return _of_rows(range(widths.pop()), listed)


def _of_rows(names: Sequence[Any], rows: Sequence[Sequence[Any]]) -> Table:
    return _named(names, map(list, zip(*rows, strict=True)) if rows else ([] for _ in names))


def _named(names: Sequence[Any], columns: Iterable[Sequence[Any]]) -> Table:
    for twice in duplicates_everseen(names):
        raise BadArgument(f"the table has two columns {shown(twice)}: give each its own name")
    named = dict(zip(names, columns, strict=True))
    sizes = {len(column) for column in named.values()}
    if len(sizes) != 1 or not max(sizes):
        raise BadArgument(
            "the columns of the table must be equally long, and not empty: they have "
            f"{min(sizes, default=0)} to {max(sizes, default=0)} cells"
        )
    return Table(range(sizes.pop()), named)


def is_unknown(cell: Any) -> bool:
    """Return whether a cell is None, NaN, the missing value of a library, or several states."""
    missing = cell is None or type(cell).__name__ == "MaskedConstant" or is_nan(cell)
    return missing or isinstance(cell, Either)


def unknown_cells(table: Table) -> Iterator[tuple[int, Any]]:
    """Yield the index of the row and the name of the column of each unknown cell."""
    for name, column in table.columns.items():
        if isinstance(column, (bytes, array)):  # numbers: none is unknown
            continue
        try:
            if not any(map(is_unknown, dict.fromkeys(column))):
                continue
        except TypeError:
            raise BadGame(f"the column {shown(name)} has a cell that is not hashable") from None
        yield from ((at, name) for at, cell in enumerate(column) if is_unknown(cell))


#: The number of values of a byte.
BYTE = 256

#: The maximum number of distinct scores of a table, whose items have at most two bytes.
MOST_SCORES = 65535

#: Formats of memory that holds integers of other types than unsigned bytes.
_WHOLE = "hHiIlLqQ"


class Array(Protocol):
    """The protocol of an object with the array interface of numpy."""

    @property
    def __array_interface__(self) -> Any:
        """Return the address, the shape and the type of the items."""


def is_matrix(given: Any) -> bool:
    """Return whether an object is a matrix of scores, and not a function."""
    return not callable(given) and (
        hasattr(given, "__array_interface__")
        or (isinstance(given, Sequence) and not isinstance(given, (str, bytes)) and bool(given))
    )


def read_matrix(
    matrix: Any, n_rows: int, n_columns: int
) -> tuple[tuple[Hashable, ...], tuple[Sequence[int], ...]]:
    r"""Return the distinct items of a matrix, and its rows as indices of these items.

    >>> read_matrix([["no", "yes"], ["no", "no"]], 2, 2)
    (('no', 'yes'), (b'\x00\x01', b'\x00\x00'))
    """
    rows = rows_of(matrix)
    widths = {len(row) for row in rows}
    if len(rows) != n_rows or widths != {n_columns}:
        width = next(iter(widths - {n_columns}), n_columns)
        raise BadGame(
            f"the matrix has {len(rows)} rows of {width} scores, for {n_rows} guesses and "
            f"{n_columns} secrets: give one row per guess, with one score per secret"
        )
    return numbered(rows)


def numbered(
    rows: Iterable[Any], first: Sequence[Hashable] = ()
) -> tuple[tuple[Hashable, ...], tuple[Sequence[int], ...]]:
    """Return the distinct items of rows, by first occurrence, and the rows as indices of them.

    Equal items of different types are distinct, unless they are in the same row. The items of
    ``first`` have the first indices.
    """
    ids: dict[tuple[type, Any], int] = {(type(item), item): at for at, item in enumerate(first)}
    written: list[Sequence[int]] = []
    for at, row in enumerate(rows):
        try:
            items = dict.fromkeys(row)
        except TypeError:
            raise BadGame(f"row {at} of the matrix has a score that is not hashable") from None
        odd = [item for item in items if is_nan(item)]
        if odd:
            raise BadGame(f"the matrix has {shown(odd[0])}, which does not equal any answer")
        places = {item: ids.setdefault((type(item), item), len(ids)) for item in items}
        if len(ids) > BYTE:
            written.append(array("L", map(places.__getitem__, row)))
        elif isinstance(row, bytes):  # translate() is fast for large matrices
            written.append(row.translate(bytes(places.get(byte, 0) for byte in range(BYTE))))
        else:
            written.append(bytes(map(places.__getitem__, row)))
    return tuple(item for _, item in ids), tuple(written)


def rows_of(matrix: Any) -> Sequence[Any]:
    """Return the rows of a matrix, each a sequence of Python objects."""
    check_size(matrix, "the matrix")
    if isinstance(matrix, Sequence):
        rows = list(matrix)
        for at, row in enumerate(rows):
            if isinstance(row, (str, set, frozenset)) or not isinstance(row, Iterable):
                raise BadGame(f"row {at} of the matrix must be a list of scores, not {shown(row)}")
            check_size(row, f"row {at} of the matrix")
        return [list(row) for row in rows]
    view = _view(matrix)
    if view is not None:
        return view
    rows = matrix.tolist() if hasattr(matrix, "tolist") else list(matrix)
    if not all(isinstance(row, list) for row in rows):
        raise BadGame(f"a matrix has two dimensions: rows of scores, not {shown(matrix)}")
    return list(rows)


def _view(matrix: Any) -> Sequence[Any] | None:
    """Return the rows of an object with the buffer protocol, or None if it has no plain memory."""
    if hasattr(matrix, "mask"):  # masked items differ from those in memory
        return None
    try:
        view = memoryview(matrix)
        flat = view.tolist() if view.ndim != 2 else None
    except (TypeError, ValueError, NotImplementedError):
        return None
    if flat is not None:
        raise BadGame(f"a matrix has two dimensions: rows of scores, not {view.ndim}")
    width = view.shape[1] if view.shape else 0
    if width and view.format == "B":
        return list(sliced(view.tobytes(), width))
    if width and view.format in _WHOLE and hasattr(matrix, "astype"):
        narrow = matrix.astype("uint8")  # one byte per number, if every number fits
        if (narrow == matrix).all():
            return list(sliced(narrow.tobytes(), width))
    try:
        return view.tolist()
    except NotImplementedError:
        return None
