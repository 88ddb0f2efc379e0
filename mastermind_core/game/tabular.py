"""Games of tables: rows with unknown cells, classes, and weights."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

from attrs import evolve, frozen

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game import checked_goals, is_nan
from mastermind_core.game.amounts import Exact, exact_numbers, fraction_of, listed
from mastermind_core.game.reading import Table, read_table

#: The maximum number of rows that rows with unknown cells may expand to.
MOST_VERSIONS = 1 << 16


class Version(NamedTuple):
    """A row with values for its unknown cells.

    Attributes:
        row: The id of the row.
        taken: The assumed cells: pairs of a test and an answer.
    """

    row: Any
    taken: tuple[tuple[Any, Any], ...]

    def __str__(self) -> str:
        return f"{self.row} ({', '.join(f'{test}: {answer}' for test, answer in self.taken)})"

    def __repr__(self) -> str:
        return str(self)


def is_unknown(cell: Any) -> bool:
    """Return whether a cell is missing: None, NaN, or the missing value of a library."""
    return cell is None or type(cell).__name__ == "MaskedConstant" or is_nan(cell)


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


def completed(table: Table) -> tuple[Table, list[int]]:
    """Return a table with each row with unknown cells replaced by a version per possible answer.

    The second result is the index of the original row for each row.
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
            raise BadGame(f"the column {shown(name)} has no known answer: leave it out")
    total = sum(prod(len(answers[name]) for name in names) for names in open_cells.values())
    if total > MOST_VERSIONS:
        raise BadGame(
            f"the unknown cells may be filled in {total:,} ways, over {MOST_VERSIONS:,}: leave out "
            "columns or rows with many unknown cells"
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
class AskedTable:
    """A table without unknown cells, ready to be made a game.

    Attributes:
        ids: The ids of the rows, which are the secrets.
        columns: The cells of each test, in the order of the rows.
        weights: The weight of each row, or an empty tuple if all are equal.
        goals: The goal of each row.
    """

    ids: Sequence[Any]
    columns: dict[Any, Sequence[Any]]
    weights: Sequence[Exact]
    goals: Sequence[Hashable]


def asked_table(data: Any, prior: Any, by: Any, named: Any, unknown: str) -> AskedTable:
    """Return a table with the weights and the goals of its rows.

    Args:
        data: The table, of any kind.
        prior: The weights of the rows: a column, or values by row.
        by: The goals of the rows in the same form.
        named: The ids of the rows in the same form.
        unknown: "refuse" raises an error for unknown cells; "both" replaces them by every answer.
    """
    if not isinstance(unknown, str) or unknown not in {"refuse", "both"}:
        raise BadArgument(f'unknown must be "refuse" or "both", not {shown(unknown)}')
    table, taken = read_table(data), set[Any]()
    ids = _beside(table, taken, named, "id", None) or table.ids
    table = evolve(table, ids=ids)
    priors = _beside(table, taken, prior, "prior", 1) or [1] * len(ids)
    goals = checked_goals(ids, _beside(table, taken, by, "by", None) or ids)
    asked = {name: column for name, column in table.columns.items() if name not in taken}
    if not asked:
        raise BadArgument("the table has no column to ask for")
    table = evolve(table, columns=asked)
    whole, of = completed(table) if unknown == "both" else (table, list(range(len(ids))))
    for at, column in unknown_cells(whole):
        raise BadGame(
            f"{shown(column)} of {shown(whole.ids[at])} is unknown: fill it in, or pass "
            'unknown="both"'
        )
    shares = exact_numbers("prior", map(_number, priors), ids, zero=True)
    versions = Counter(of)
    weights = tuple(Fraction(shares[at]) / versions[at] for at in of)
    if set(weights) == {1}:
        weights = ()
    ready = AskedTable(whole.ids, whole.columns, weights, [goals[at] for at in of])
    _check_distinct(ready)
    return ready


def _check_distinct(table: AskedTable) -> None:
    """Raise BadGame if rows with equal cells have different goals."""
    first: dict[tuple[Any, ...], int] = {}
    for at, cells in enumerate(zip(*table.columns.values(), strict=True)):
        if table.weights and not table.weights[at]:
            continue
        other = first.setdefault(cells, at)
        if table.goals[other] != table.goals[at]:
            raise BadGame(
                f"no column distinguishes {shown(table.ids[other])} from {shown(table.ids[at])}: "
                "leave one out, add a column, or give both the same class"
            )


def _number(cell: Any) -> Any:
    """Return the number in a cell of a file, or the cell if it is not a number."""
    if not isinstance(cell, str):
        return cell
    try:
        return fraction_of(cell)
    except ValueError:
        return cell


def _beside(
    table: Table, taken: set[Any], given: Any, name: str, missing: Any
) -> Sequence[Any] | None:
    """Return a value per row, from a column (then added to ``taken``) or from a separate list."""
    if given is None:
        return None
    try:
        is_column = given in table.columns
    except TypeError:
        is_column = False
    if not is_column:
        if isinstance(given, str):
            names = ", ".join(map(shown, list(table.columns)[:5]))
            raise BadArgument(f"{name}: the table has no column {shown(given)}; it has {names}")
        if callable(given):
            return list(map(given, table.rows()))
        return listed(name, given, table.ids, "row", missing)
    taken.add(given)
    column = table.columns[given]
    for at, cell in enumerate(column):
        if is_unknown(cell):
            raise BadGame(f"{shown(given)} of {shown(table.ids[at])} is unknown: fill it in")
    return column
