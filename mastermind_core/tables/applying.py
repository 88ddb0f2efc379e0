"""A tree for all rows of a table at once: the numbers of the rows are split at each node."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any

from mastermind_core.errors import BadArgument, shown
from mastermind_core.tables.cells import is_unknown
from mastermind_core.tables.keys import Path, Step, find, follow, number_of, result_of, step_of
from mastermind_core.tables.reading import Table
from mastermind_core.tree import Branch, Node, ids_of


class FullRow(dict[Any, Any]):
    """A row of a table, which has a cell in every column."""

    def __missing__(self, column: object) -> Any:
        raise BadArgument(f"the table has no column {shown(column)}")


class _Cells:
    """The cells of a column by row: as places among the different cells, and as numbers."""

    def __init__(self, cells: Sequence[Any]) -> None:
        self.cells = cells
        #: Whether each cell is a number, and so has a side of each threshold, unless it is NaN.
        self.is_numeric = {*map(type, cells)} <= {int, float}

    @cached_property
    def different(self) -> dict[tuple[type, Any], int]:
        """The different cells, in order. A cell that is not hashable raises TypeError."""
        # Equal cells of different types, such as 1 and True, may have different branches.
        pairs = zip(map(type, self.cells), self.cells, strict=True)
        return {pair: place for place, pair in enumerate(dict.fromkeys(pairs))}

    @cached_property
    def known(self) -> Sequence[Any]:
        """The different cells, with None for each one without a value."""
        return [None if is_unknown(cell) else cell for _, cell in self.different]

    @cached_property
    def places(self) -> Sequence[int]:
        """The place of each row's cell among the different ones."""
        pairs = zip(map(type, self.cells), self.cells, strict=True)
        return [*map(self.different.__getitem__, pairs)]

    @cached_property
    def numbers(self) -> Sequence[Any]:
        """The number or the time of each row, or None."""
        numbers = [*map(number_of, self.known)]
        return [numbers[place] for place in self.places]


def paths_of_table(tree: Node, table: Table, unseen: str) -> list[Path]:
    """Return the path for each row of a table.

    Args:
        tree: The tree.
        table: The table.
        unseen: The rule for unseen values.

    Raises:
        BadArgument: If the table lacks a column, or a row has a cell without a branch.
    """
    try:
        return _Split(table, unseen).paths(tree)
    except TypeError:  # a cell that is not hashable: the error names its row
        return [_path(tree, table, row, unseen) for row in range(len(table.ids))]


def _path(tree: Node, table: Table, row: int, unseen: str) -> Path:
    """Return the path of one row."""
    cells = FullRow({name: column[row] for name, column in table.columns.items()})
    return follow(tree, cells, unseen, f"row {shown(table.ids[row])}")


class _Split:
    """The rows of a table on their way through a tree."""

    def __init__(self, table: Table, unseen: str) -> None:
        self.table = table
        self.unseen = unseen
        self.columns: dict[Any, _Cells] = {}
        self.guessed = set[int]()
        self.refused = set[int]()

    def paths(self, tree: Node) -> list[Path]:
        """Return the path of each row."""
        everything = range(len(self.table.ids))
        ends: list[Any] = [None] * len(everything)
        waiting: list[tuple[Any, Any, Sequence[int], list[Any]]] = [(tree, None, everything, [])]
        while waiting:
            node, branch, rows, asked = waiting.pop()
            if node is None or node.over:
                secrets = tree.table.everything if branch is None else ids_of(branch)
                path = partial(Path, result_of(tree.table, secrets), asked)
                for row in rows:
                    ends[row] = path(row in self.guessed)
                continue
            below = [*asked, node.guess]
            for followed, group in self._split(node, rows):
                waiting.append((followed.subtree, followed, group, below))
        if self.refused:  # the error of the first row
            _path(tree, self.table, min(self.refused), self.unseen)
        return ends

    def _split(self, node: Node, rows: Sequence[int]) -> list[tuple[Branch, list[int]]]:
        """Return the branches of a node that rows take, with these rows."""
        step = step_of(node, node.branches)
        column = self._column(step.column)
        groups: dict[Branch, list[int]] = {branch: [] for branch in node.branches}
        others = _split_numbers(step, column, rows, groups)
        ends: dict[int, tuple[Any, bool]] = {}
        for row in others:
            place = column.places[row]
            if place not in ends:
                cell = column.known[place]
                seen = find(step, cell, "error")
                ends[place] = seen or find(step, cell, self.unseen), seen is None
            branch, guessed = ends[place]
            if branch is None:
                self.refused.add(row)
                continue
            groups[branch].append(row)
            if guessed:
                self.guessed.add(row)
        return [(branch, group) for branch, group in groups.items() if group]

    def _column(self, name: object) -> _Cells:
        if name not in self.columns:
            if name not in self.table.columns:
                raise BadArgument(f"the table has no column {shown(name)}")
            self.columns[name] = _Cells(self.table.columns[name])
        return self.columns[name]


def _split_numbers(
    step: Step, column: _Cells, rows: Sequence[int], groups: dict[Branch, list[int]]
) -> Sequence[int]:
    """Give the rows of a threshold with numbers to their branches and return the other rows."""
    if len(step.bands) != 2 or step.bands[0][1] != step.bands[1][0]:
        return rows
    threshold = number_of(step.bands[0][1])
    (_, _, low), (_, _, high) = step.bands
    times = isinstance(threshold, datetime.datetime)
    if column.is_numeric and not times:
        cells = column.cells
        groups[low] = [row for row in rows if cells[row] <= threshold]
        groups[high] = [row for row in rows if cells[row] > threshold]
        both = len(groups[low]) + len(groups[high])
        return [] if both == len(rows) else [row for row in rows if cells[row] != cells[row]]
    return _split_others(column, rows, threshold, groups[low], groups[high])


def _split_others(
    column: _Cells, rows: Sequence[int], threshold: object, low: list[int], high: list[int]
) -> list[int]:
    """Add the rows that a threshold can be compared with to its sides. Return the other rows."""
    times = isinstance(threshold, datetime.datetime)
    others = []
    for row in rows:
        number = column.numbers[row]
        if number is None or isinstance(number, datetime.datetime) is not times:
            others.append(row)
        else:
            (low if number <= threshold else high).append(row)
    return others
