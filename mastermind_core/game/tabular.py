"""Tables of hypotheses and tests as people have them: data frames, matrices, mappings, files."""

from __future__ import annotations

import csv
from array import array
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple

from attrs import evolve, frozen

from mastermind_core.errors import BadArgument, BadGame, check_regular, reason_of, shown
from mastermind_core.game.amounts import Exact, exact_numbers, fraction_of, listed
from mastermind_core.game.matrices import rows_of

#: Rows that those with unknown cells may become together.
MOST_VERSIONS = 1 << 16


class Version(NamedTuple):
    """A row with what its unknown cells are taken to be: pairs of a test and an answer."""

    row: Any
    taken: tuple[tuple[Any, Any], ...]

    def __str__(self) -> str:
        return f"{self.row} ({', '.join(f'{test}: {answer}' for test, answer in self.taken)})"


@frozen
class Table:
    """Rows by id, and columns by name: ``columns[name][row]``."""

    ids: Sequence[Any]
    columns: dict[Any, Sequence[Any]]

    def without(self, name: Any, what: str) -> tuple[Table, Sequence[Any]]:
        """Return the table without a column, and that column."""
        if name not in self.columns:
            names = ", ".join(map(shown, list(self.columns)[:5]))
            raise BadArgument(f"{what}: there is no column {shown(name)}; there are {names}")
        left = {own: column for own, column in self.columns.items() if own != name}
        return evolve(self, columns=left), self.columns[name]


def read_table(data: Any) -> Table:
    """Return a table of any kind: a file of comma-separated values, a frame, a matrix, a mapping.

    >>> read_table([[0, 1], [1, 1]]).columns
    {0: [0, 1], 1: [1, 1]}
    """
    if isinstance(data, (str, PathLike)):
        return _from_file(data)
    if isinstance(data, Mapping):
        return _from_mapping(data)
    if hasattr(data, "__dataframe__") and hasattr(data, "columns"):
        return _from_frame(data)
    if hasattr(data, "__array_interface__") and hasattr(data, "T"):
        columns = rows_of(data.T)
        return Table(range(len(data)), dict(enumerate(columns)))
    if isinstance(data, Sequence) and data:
        return _from_rows(data)
    raise BadArgument(
        "the table must be a data frame, a matrix, a mapping of columns, a list of rows or the "
        f"path of a CSV file, not {shown(data)}"
    )


def _from_file(path: str | PathLike[str]) -> Table:
    try:
        check_regular(path)
        with Path(path).open(newline="", encoding="utf-8") as file:
            header, *rows = [row for row in csv.reader(file) if row]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadArgument(f"cannot read {shown(fspath(path))}: {reason_of(error)}") from None
    except ValueError:
        raise BadArgument(f"{shown(fspath(path))} is empty: it needs a header") from None
    for number, row in enumerate(rows, start=2):
        if len(row) != len(header):
            raise BadArgument(
                f"{shown(fspath(path))}: row {number} has {len(row)} cells, "
                f"the header {len(header)}"
            )
    # An empty cell is unknown.
    return _named(header, [[cell or None for cell in row] for row in rows])


def _from_mapping(data: Mapping[Any, Any]) -> Table:
    if not data:
        raise BadArgument("the table is empty: it needs a column")
    if all(isinstance(row, Mapping) for row in data.values()):
        named = _from_rows(list(data.values()))
        return evolve(named, ids=list(data))
    for name, column in data.items():
        if not isinstance(column, Iterable):
            raise BadArgument(f"column {shown(name)} must be a list of cells, not {shown(column)}")
    return _checked({name: list(column) for name, column in data.items()})


def _from_frame(data: Any) -> Table:
    columns = {}
    for name in list(data.columns):
        column = data[name]
        columns[name] = column.to_list() if hasattr(column, "to_list") else list(column)
    table = _checked(columns)
    index: Any = getattr(data, "index", None)
    return evolve(table, ids=index.to_list()) if hasattr(index, "to_list") else table


def _from_rows(rows: Sequence[Any]) -> Table:
    if all(isinstance(row, Mapping) for row in rows):
        names = list(dict.fromkeys(name for row in rows for name in row))
        return _checked({name: [row.get(name) for row in rows] for name in names})
    listed = rows_of(rows)
    widths = {len(row) for row in listed}
    if len(widths) > 1:
        raise BadArgument(f"the rows of the table have {min(widths)} to {max(widths)} cells")
    return _named(range(widths.pop()), listed)


def _named(names: Sequence[Any], rows: Sequence[Sequence[Any]]) -> Table:
    if len(set(names)) < len(names):
        raise BadArgument("the table has two columns of one name")
    columns = map(list, zip(*rows, strict=True)) if rows else [[] for _ in names]
    return _checked(dict(zip(names, columns, strict=True)))


def _checked(columns: dict[Any, Any]) -> Table:
    sizes = {len(column) for column in columns.values()}
    if len(sizes) != 1 or not max(sizes):
        raise BadArgument(
            "the columns of the table must be equally long, and not empty: they have "
            f"{min(sizes, default=0)} to {max(sizes, default=0)} cells"
        )
    return Table(range(sizes.pop()), columns)


def is_unknown(cell: Any) -> bool:
    """Say whether a cell is empty: None, not a number, or what a frame has for that."""
    if cell is None or type(cell).__name__ in {"NAType", "NaTType"}:
        return True
    return isinstance(cell, float) and cell != cell


def unknown_cells(table: Table) -> Iterator[tuple[int, Any]]:
    """Yield the number of the row, and the name of the column, of each cell that is unknown."""
    for name, column in table.columns.items():
        if isinstance(column, (bytes, array)):  # of numbers
            continue
        try:
            if not any(map(is_unknown, dict.fromkeys(column))):
                continue
        except TypeError:
            raise BadGame(f"the column {shown(name)} has a cell that is not hashable") from None
        yield from ((at, name) for at, cell in enumerate(column) if is_unknown(cell))


def completed(table: Table) -> tuple[Table, list[int]]:
    """Return a table in which rows with unknown cells have a version for each answer they may be.

    Beside it stands, for each row, the number of the row that it was.
    """
    open_cells: dict[int, list[Any]] = {}
    for at, name in unknown_cells(table):
        open_cells.setdefault(at, []).append(name)
    if not open_cells:
        return table, list(range(len(table.ids)))
    answers: dict[Any, list[Hashable]] = {}
    for name in {name for names in open_cells.values() for name in names}:
        known = dict.fromkeys(table.columns[name])
        answers[name] = [cell for cell in known if not is_unknown(cell)]
        if not answers[name]:
            raise BadGame(f"the column {shown(name)} has no answer that is known: leave it out")
    total = sum(prod(len(answers[name]) for name in names) for names in open_cells.values())
    if total > MOST_VERSIONS:
        raise BadGame(
            f"the unknown cells may be filled in {total:,} ways, over {MOST_VERSIONS:,}: leave out "
            "columns or rows that have many"
        )
    ids: list[Any] = []
    of: list[int] = []
    columns: dict[Any, list[Any]] = {name: [] for name in table.columns}
    for at, own in enumerate(table.ids):
        names = open_cells.get(at, [])
        for cells in product(*(answers[name] for name in names)):
            taken = dict(zip(names, cells, strict=True))
            ids.append(Version(own, tuple(taken.items())) if names else own)
            of.append(at)
            for name, column in table.columns.items():
                columns[name].append(taken[name] if name in taken else column[at])
    return Table(ids, dict(columns)), of


@frozen
class Asked:
    """A table that is ready to be asked: no cell is unknown."""

    ids: Sequence[Any]
    columns: dict[Any, Sequence[Any]]
    weights: Sequence[Exact]
    goals: Sequence[Hashable]


def asked_table(data: Any, prior: Any, by: Any, named: Any, unknown: str) -> Asked:
    """Return a table with how likely its rows are, and what has to be known of each."""
    if not isinstance(unknown, str) or unknown not in {"refuse", "both"}:
        raise BadArgument(f'unknown must be "refuse" or "both", not {shown(unknown)}')
    rows = read_table(data)
    if named is not None:
        rows, ids = rows.without(named, "id")
        rows = evolve(rows, ids=ids)
    rows, priors = _beside(rows, prior, "prior", 1)
    rows, classes = _beside(rows, by, "by", None)
    if not rows.columns:
        raise BadArgument("the table has no column to ask for")
    whole, of = completed(rows) if unknown == "both" else (rows, list(range(len(rows.ids))))
    for at, column in unknown_cells(whole):
        raise BadGame(
            f"{shown(column)} of {shown(whole.ids[at])} is unknown: fill it in, or pass "
            'unknown="both"'
        )
    said = [1] * len(rows.ids) if priors is None else map(_number, priors)
    shares = exact_numbers("prior", said, rows.ids, zero=True)
    versions, goals = Counter(of), rows.ids if classes is None else classes
    weights = tuple(Fraction(shares[at]) / versions[at] for at in of)
    if set(weights) == {1}:
        weights = ()
    return Asked(whole.ids, whole.columns, weights, [goals[at] for at in of])


def _number(cell: Any) -> Any:
    """Return the number that a cell of a file says; anything else as it is."""
    if not isinstance(cell, str):
        return cell
    try:
        return fraction_of(cell)
    except ValueError:
        return cell


def _beside(
    table: Table, given: Any, name: str, missing: Any
) -> tuple[Table, Sequence[Any] | None]:
    """Return what is said of each row, by a column or beside the table, and the table without."""
    if given is None:
        return table, None
    if isinstance(given, str) or (isinstance(given, Hashable) and given in table.columns):
        return table.without(given, name)
    return table, listed(name, given, table.ids, "row", missing)
