"""A tree for all rows of a table at once: the numbers of the rows are split at each node."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import cached_property
from itertools import compress
from operator import ne, not_
from typing import Any

from mastermind_core.errors import BadArgument, shown
from mastermind_core.tables.cells import is_unknown
from mastermind_core.tables.keys import (
    Path,
    Step,
    find,
    follow,
    heaviest,
    number_of,
    result_of,
    step_of,
)
from mastermind_core.tables.reading import Table
from mastermind_core.tree import Node, ids_of

#: The end of the branch with the most weight, which depends on the node and not on its guess.
_LIKELY = -1


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
    def has_gaps(self) -> bool:
        """Return True if a column of numbers has NaN."""
        return any(map(ne, self.cells, self.cells))

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


class _Question:
    """A guess of a tree with some answers. Its ends are the places of their branches.

    The nodes with one guess share a question, so each different cell is looked up once.
    """

    def __init__(self, step: Step, column: _Cells, unseen: str) -> None:
        self.step = step
        self.column = column
        self.unseen = unseen
        bands = step.bands
        sides = [(low is None, high is None) for low, high, _ in bands]
        #: Whether the question is a threshold with both sides.
        self.is_threshold = sides == [(True, False), (False, True)] and bands[0][1] == bands[1][0]
        self._ends: dict[int, tuple[int | None, bool]] = {}
        if self.is_threshold:
            self._threshold = number_of(bands[0][1])
            self._is_time = isinstance(self._threshold, datetime.datetime)
            self._low, self._high = bands[0][2], bands[1][2]

    def end(self, place: int) -> tuple[int | None, bool]:
        """Return the end for a cell by its place, and whether the cell is unseen."""
        if place not in self._ends:
            cell = self.column.known[place]
            seen = find(self.step, cell, "error")
            end = find(self.step, cell, self.unseen) if seen is None else seen
            self._ends[place] = end, seen is None
        return self._ends[place]

    def split_numbers(self, rows: Sequence[int], groups: list[list[int]]) -> Sequence[int]:
        """Give the rows of a threshold with numbers to their sides. Return the other rows."""
        if not self.is_threshold:
            return rows
        column = self.column
        threshold = self._threshold
        if not column.is_numeric or self._is_time:
            return self._split_others(rows, groups[self._low], groups[self._high])
        cells = column.cells
        is_low = [cells[row] <= threshold for row in rows]
        groups[self._low] = [*compress(rows, is_low)]
        if len(groups[self._low]) == len(rows):
            return []
        above = [*compress(rows, map(not_, is_low))]
        if not column.has_gaps:
            groups[self._high] = above
            return []
        groups[self._high] = [row for row in above if cells[row] > threshold]
        return [row for row in above if cells[row] != cells[row]]

    def _split_others(self, rows: Sequence[int], low: list[int], high: list[int]) -> list[int]:
        """Add the rows that the threshold can be compared with to its sides."""
        numbers = self.column.numbers
        others = []
        for row in rows:
            number = numbers[row]
            if number is None or isinstance(number, datetime.datetime) is not self._is_time:
                others.append(row)
            else:
                (low if number <= self._threshold else high).append(row)
        return others


class _Split:
    """The rows of a table on their way through a tree."""

    def __init__(self, table: Table, unseen: str) -> None:
        self.table = table
        self.unseen = unseen
        self.columns: dict[Any, _Cells] = {}
        self.questions: dict[Any, _Question] = {}
        self.guessed = set[int]()
        self.refused = set[int]()

    def paths(self, tree: Node) -> list[Path]:
        """Return the path of each row."""
        everything = range(len(self.table.ids))
        ends: list[Any] = [None] * len(everything)
        waiting: list[tuple[Any, Any, Sequence[int], list[Any]]] = [(tree, None, everything, [])]
        while waiting:
            node, branch, rows, asked = waiting.pop()
            if node is None or (branch is None and node.over):
                secrets = tree.table.everything if branch is None else ids_of(branch)
                result = result_of(tree.table, secrets)
                known = Path(result, asked, guessed=False)
                guessed = Path(result, asked, guessed=True)
                for row in rows:
                    ends[row] = guessed if row in self.guessed else known
                continue
            below = [*asked, node.guess]
            groups = self._split(node, rows)
            for followed, group in zip(node.branches, groups, strict=True):
                if group:
                    waiting.append((followed.subtree, followed, group, below))
        if self.refused:  # the error of the first row
            _path(tree, self.table, min(self.refused), self.unseen)
        return ends

    def _split(self, node: Node, rows: Sequence[int]) -> list[list[int]]:
        """Return the rows that take each branch of a node."""
        question = self._question(node)
        groups: list[list[int]] = [[] for _ in node.branches]
        others = question.split_numbers(rows, groups)
        if not others:
            return groups
        places = question.column.places
        likely = None
        for row in others:
            end, guessed = question.end(places[row])
            if end is None:
                self.refused.add(row)
                continue
            if end == _LIKELY:
                likely = heaviest(node) if likely is None else likely
                end = likely
            groups[end].append(row)
            if guessed:
                self.guessed.add(row)
        return groups

    def _question(self, node: Node) -> _Question:
        key = node.guess_id, tuple(branch.score for branch in node.branches)
        if key not in self.questions:
            step = step_of(node, range(len(node.branches)), likely=_LIKELY)
            self.questions[key] = _Question(step, self._column(step.column), self.unseen)
        return self.questions[key]

    def _column(self, name: object) -> _Cells:
        if name not in self.columns:
            if name not in self.table.columns:
                raise BadArgument(f"the table has no column {shown(name)}")
            self.columns[name] = _Cells(self.table.columns[name])
        return self.columns[name]
