"""The description of a table before a game is made of it: its columns, and every obstacle."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from datetime import date
from typing import Any

from attrs import frozen
from more_itertools import duplicates_everseen, map_reduce

from mastermind_core.errors import counted, shown
from mastermind_core.results import Shown
from mastermind_core.tables.cells import UNKNOWN, Either, is_missing, is_unknown, states_of
from mastermind_core.tables.reading import Table, is_number, read_table
from mastermind_core.tables.rows import asked_columns, read_rows

#: The minimum share of numbers among the strings of a column that is reported.
_MOSTLY = 0.5

#: A day in a form that has several readings, such as 12/31/2026.
_DAY = re.compile(r"[0-9]{1,4}[/.][0-9]{1,2}[/.][0-9]{1,4}")


@frozen
class Column:
    """A column of a table, and the questions that ask for it.

    Attributes:
        name: The name.
        kind: "numbers", "times", "values" or "sets of values".
        questions: The number of questions.
        answers: The number of different answers to each.
        unknown: The number of unknown cells.
        remark: A fault that the column may have, or an empty string.
    """

    name: Any
    kind: str
    questions: int
    answers: int
    unknown: int
    remark: str

    def __str__(self) -> str:
        asked = f"{counted(self.questions, 'question')} with {counted(self.answers, 'answer')}"
        gaps = f", {counted(self.unknown, 'unknown cell')}" if self.unknown else ""
        return f"{self.name}: {self.kind}, {asked}{gaps}" + (f"; {self.remark}" * bool(self.remark))


@frozen
class TableReport(Shown):
    """The columns of a table, and all obstacles to a game, each with a remedy.

    Attributes:
        rows: The number of rows.
        columns: The columns.
        obstacles: The reasons why ``FiniteGame.from_table`` would refuse the table.
    """

    rows: int
    columns: tuple[Column, ...]
    obstacles: tuple[str, ...]

    def __str__(self) -> str:
        head = f"{counted(self.rows, 'row')}, {counted(len(self.columns), 'column')}"
        return "\n".join([head, *map(str, self.columns), *self.obstacles])


def describe(
    table: object,
    *,
    by: object = None,
    id: object = None,  # noqa: A002 - the usual name of such a column
    cuts: object = None,
    questions: str | None = None,
) -> TableReport:
    """Return the columns of a table, and all obstacles to a game of it at once.

    Args:
        table: A table, as in ``FiniteGame.from_table``.
        by: Each row's class.
        id: Each row's name.
        cuts: Thresholds for numeric columns.
        questions: The form of the questions.

    Returns:
        A :class:`TableReport`.

    Raises:
        BadArgument: If the table cannot be read, or an option is not valid.

    >>> print(describe({"size": [1, 2, None, 4, 5, 6], "wet": [0, 0, 1, 1, 1, 0]}, by=[*"aabbab"]))
    6 rows, 2 columns
    size: numbers, 4 questions with 2 answers, 1 unknown cell
    wet: values, 1 question with 2 answers
    unknown cells: 1 cell of 1 column; pass unknown="both", "chance", "answer" or "never"
    """
    raw = read_table(table).columns
    read, goals, _ = read_rows(table, by=by, named=id, repeats=True)
    how = {"cuts": cuts, "questions": questions, "banded": False, "unknown": "answer"}
    bands, split = asked_columns(read, None if by is None else goals, how)
    columns = []
    for name, cells in read.columns.items():
        remark = _remark(raw[name], cells)
        columns.append(_column(name, cells, bands.get(name), remark, split=name in split))
    equal = _equal_rows(read, goals, has_classes=by is not None)
    obstacles = [*_repeated(read.ids), *_gaps(columns), *equal]
    return TableReport(len(read.ids), tuple(columns), tuple(obstacles))


def _column(
    name: Hashable, cells: Sequence[Any], bands: Sequence[Any] | None, remark: str, *, split: bool
) -> Column:
    """Return the description of a column, whose cells may be in bands or asked by value."""
    known = {cell for cell in cells if not is_unknown(cell)}
    gaps = sum(map(is_missing, cells))
    if bands is not None:
        kind = "times" if any(isinstance(cell, date) for cell in known) else "numbers"
        different = {band for cell in bands for band in states_of(cell)} - {None, UNKNOWN}
        return Column(name, kind, len(different) - 1, 2, gaps, remark)
    sets = any(isinstance(cell, Either) for cell in cells)
    kind = "sets of values" if sets else "values"
    n_questions, answers = (len(known), 2) if split else (1, len(known))
    return Column(name, kind, n_questions, answers, gaps, remark)


def _remark(raw: Sequence[Any], cells: Sequence[Any]) -> str:
    """Return a remark on a column, from its cells before and after they were read."""
    pairs = zip(raw, cells, strict=True)
    marks = [cell for cell, number in pairs if isinstance(cell, str) and number is None]
    if marks:
        return f"{counted(len(marks), 'cell')} {shown(marks[0])} among numbers, read as unknown"
    texts = [*dict.fromkeys(cell for cell in cells if isinstance(cell, str))]
    numeric = [*map(is_number, texts)]
    if _MOSTLY * len(texts) < sum(numeric) < len(texts):
        other = texts[numeric.index(False)]
        return f"{sum(numeric)} of {len(texts)} strings are numbers, but not {shown(other)}"
    if len({*cells}) == 1 < len(cells):
        return "all rows have the same value: it asks nothing"
    if texts and all(map(_DAY.fullmatch, texts)):
        return f"days such as {shown(texts[0])} are values: write 2026-12-31 to ask for times"
    if len(texts) == len(cells) > 1:
        return "each row has its own value: pass it as id=, or leave it out"
    return ""


def _repeated(ids: Sequence[Hashable]) -> Iterator[str]:
    """Yield the obstacle if rows share a name."""
    names = [*dict.fromkeys(duplicates_everseen(ids))]
    if names:
        yield (
            f"id: {counted(len(names), 'name')} of several rows, such as {shown(names[0])}; pass "
            "other names, or leave out id="
        )


def _gaps(columns: Sequence[Column]) -> Iterator[str]:
    """Yield the arguments that admit unknown cells."""
    gaps = [column.unknown for column in columns if column.unknown]
    if gaps:
        yield (
            f"unknown cells: {counted(sum(gaps), 'cell')} of {counted(len(gaps), 'column')}; pass "
            'unknown="both", "chance", "answer" or "never"'
        )


def _equal_rows(table: Table, goals: Sequence[Hashable], *, has_classes: bool) -> Iterator[str]:
    """Yield the argument that admits rows with equal cells and different goals."""
    rows = zip(*table.columns.values(), strict=True)
    keys = [tuple(None if is_unknown(cell) else cell for cell in row) for row in rows]
    groups = map_reduce(range(len(goals)), keys.__getitem__)
    mixed = [places for places in groups.values() if len({goals[at] for at in places}) > 1]
    if not mixed:
        return
    first, second = (shown(table.ids[at]) for at in mixed[0][:2])
    what = "of several classes" if has_classes else "that nothing distinguishes"
    admit = 'duplicates="class"' if has_classes else 'duplicates="merge", or by='
    yield (
        f"equal rows {what}: {counted(len(mixed), 'group')}, such as {first} and {second}; "
        f"pass {admit}"
    )
