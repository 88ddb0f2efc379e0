"""Readers for tables and matrices: data frames, mappings, lists, arrays and files."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AnySet
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from math import isfinite, isnan
from numbers import Integral, Real
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from attrs import evolve, frozen
from more_itertools import duplicates_everseen

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game import check_size, in_order, rows_of
from mastermind_core.notation import csv_rows
from mastermind_core.tables.cells import FEW_ANSWERS, Either, is_mark, is_unknown

#: The number up to which each integer is a float, so that a float may be written as an integer.
_EXACT = 1 << 53

#: The beginning of a day, such as 2026-12-31.
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

#: The formats of descriptions of taxa by the end of the name of a file.
_DESCRIPTIONS = {
    ".delta": "DELTA",
    ".dlt": "DELTA",
    ".nex": "Nexus",
    ".nexus": "Nexus",
    ".nxs": "Nexus",
}


@frozen
class Table:
    """Rows by id, and columns by name: ``columns[name][row]``.

    Attributes:
        ids: The rows' ids.
        columns: Each column's cells, in row order.
        written: Whether the cells are strings from a file.
    """

    ids: Sequence[Any]
    columns: dict[Any, Sequence[Any]]
    written: bool = False

    def rows(self) -> Iterator[dict[Any, Any]]:
        """Yield each row as a mapping from columns to cells."""
        for cells in zip(*self.columns.values(), strict=True):
            yield dict(zip(self.columns, cells, strict=True))


def read_table(data: Any) -> Table:
    """Return a table from a file with separated values, a frame, a matrix or a mapping.

    >>> read_table([[0, 1], [1, 1]]).columns
    {0: [0, 1], 1: [1, 1]}
    """
    if isinstance(data, (str, PathLike)):
        _check_ending(fspath(data))
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


def _check_ending(path: str) -> None:
    """Raise BadArgument for a description file, which a library for its field can read."""
    ending = Path(path).suffix.lower()
    if ending in _DESCRIPTIONS:
        raise BadArgument(
            f"{shown(path)} is a file of {_DESCRIPTIONS[ending]}, not of separated values: read it "
            "with a library of that format, and pass the rows as mappings"
        )


def is_number(text: str) -> bool:
    """Return whether a string is a number, which may be infinite.

    >>> [*map(is_number, ["2.50", "-1e9", "inf", "1_000", "nan", "two"])]
    [True, True, True, False, False, False]
    """
    try:
        return "_" not in text and not isnan(float(text))
    except ValueError:
        return False


def _days(cells: Sequence[str]) -> dict[str, date]:
    """Return strings as days or times in ISO 8601 form, or {} if one has neither."""
    if not all(isinstance(cell, str) and _DAY.match(cell) for cell in cells):
        return {}
    for kind in (date, datetime):
        with suppress(ValueError):
            return {cell: kind.fromisoformat(cell) for cell in cells}
    return {}


def _short(number: float) -> float:
    """Return a number as an integer if it is one that a float has exactly."""
    return int(number) if abs(number) < _EXACT and number.is_integer() else number


def as_states(cells: Sequence[Any]) -> Sequence[Any]:
    """Return a column's cells with each set's states as possible answers.

    >>> as_states([{"red"}, {"red", "blue"}, set()])
    ['red', ('blue', 'red'), None]
    """
    if isinstance(cells, (bytes, array)):
        return cells
    return [_states(cell) if isinstance(cell, (set, frozenset)) else cell for cell in cells]


def _states(states: AnySet[Any]) -> Any:
    """Return one state, several in order, or None for an empty set."""
    ordered = in_order(states, "the states of a cell")
    if len(ordered) == 1:
        return ordered[0]
    return Either(ordered) if ordered else None


def as_numbers(cells: Sequence[Any], *, written: bool) -> Sequence[Any]:
    """Return a column's cells with numbers for number strings, and for decimals.

    Strings that are days and times become days and times, except for a few in a frame. If a cell is
    something else, the column stays as it is.

    >>> as_numbers(["1.0", "2.50", None], written=True), as_numbers(["1.0", "two"], written=True)
    ([1, 2.5, None], ['1.0', 'two'])
    """
    if isinstance(cells, (bytes, array)):
        return cells
    try:
        different = [cell for cell in dict.fromkeys(cells) if not is_unknown(cell)]
    except TypeError:  # a cell that is not hashable is reported later
        return cells
    several = different and (written or len(different) > FEW_ANSWERS)
    read: dict[Any, Any] = _days(different) if several else _whole(different, cells)
    read = read or _written_numbers(different, written=written)
    return [None if is_unknown(cell) else read[cell] for cell in cells] if read else cells


def _whole(different: Sequence[Any], cells: Sequence[Any]) -> dict[Any, Any]:
    """Return an integer for each float of a column with unknown cells, or {} if one has a fraction.

    A frame has floats in a column of integers with an unknown cell.
    """
    if not all(isinstance(cell, float) and cell.is_integer() for cell in different):
        return {}
    return {cell: _short(cell) for cell in different} if any(map(is_unknown, cells)) else {}


def _written_numbers(cells: Sequence[Any], *, written: bool) -> dict[Any, Any]:
    """Return each cell's number, None for a missing-value mark, or {} if a cell has none.

    A few number strings stay strings if they do not come from a file, and no mark is among them.
    Floats and integers alone stay as they are.
    """
    others = [cell for cell in cells if not isinstance(cell, str)]
    marks = {*filter(is_mark, cells)}
    values = {*cells} - {*others} - marks
    if not (all(map(is_number, values)) and all(map(_is_real, others))):
        return {}
    mixed = marks or others or written or len(values) > FEW_ANSWERS
    if not (mixed if values else Decimal in map(type, others)):
        return {}
    numbers: dict[Any, Any] = {cell: _number(cell) for cell in (*values, *others)}
    return numbers | dict.fromkeys(marks)


def _number(cell: Any) -> int | float:
    """Return a cell's number: each integer exactly, and other numbers as floats.

    >>> _number("9007199254740993"), _number("1e3"), _number("inf")
    (9007199254740993, 1000, inf)
    """
    if isinstance(cell, Integral):
        return int(cell)
    number = float(cell)
    if isinstance(cell, str) and isfinite(number):
        with suppress(ValueError):  # a fraction or an exponent
            return int(cell)
    return _short(number)


def _is_real(cell: object) -> bool:
    return isinstance(cell, (Decimal, Real)) and not isinstance(cell, bool)


def _with_gaps(cells: Sequence[str]) -> Sequence[str | None]:
    """Return a column's cells with None for those that are empty.

    In a number column other marks for missing values become None as well.
    """
    others = {cell for cell in cells if not is_mark(cell)}
    numeric = any(others) and all(map(is_number, others))
    return [cell if cell in others or (cell and not numeric) else None for cell in cells]


def _cells(column: Any) -> list[Any]:
    """Return a column's cells from any library as Python objects."""
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
    if not any(sizes):
        raise BadArgument("the table has no cells: add rows")
    if len(sizes) != 1:
        raise BadArgument(
            "the columns of the table must be equally long: they have "
            f"{min(sizes, default=0)} to {max(sizes, default=0)} cells"
        )
    return Table(range(sizes.pop()), named)


def unknown_cells(table: Table) -> Iterator[tuple[int, Any]]:
    """Yield each unknown cell's row index and column name."""
    for name, column in table.columns.items():
        if isinstance(column, (bytes, array)):  # numbers: none is unknown
            continue
        try:
            if not any(map(is_unknown, dict.fromkeys(column))):
                continue
        except TypeError:
            raise BadGame(f"the column {shown(name)} has a cell that is not hashable") from None
        yield from ((at, name) for at, cell in enumerate(column) if is_unknown(cell))
