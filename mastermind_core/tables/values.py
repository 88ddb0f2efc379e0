"""Questions about one value of a column: "colour is red"."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from mastermind_core.tables.cells import FEW_ANSWERS, UNKNOWN, is_unknown
from mastermind_core.tables.cutting import check_questions, spans_of
from mastermind_core.tables.reading import Table

#: The maximum number of answers, of all rows to all questions about a column, by default.
_MOST_BY_DEFAULT = 1 << 22


class Is(NamedTuple):
    """The question whether a column has a value.

    Attributes:
        column: The column's name.
        value: The value with the answer True.
    """

    column: Any
    value: Any

    def __str__(self) -> str:
        return f"{self.column} is {self.value}"

    def __repr__(self) -> str:
        return str(self)


def split_columns(
    table: Table, bands: Mapping[Any, Any], questions: str | None, *, chance: bool
) -> set[Any]:
    """Return the columns that are asked value by value.

    By default these are the columns with more than a few answers, unless each row of a large
    table has its own. Numbers without thresholds stay, as do columns without names, which
    are those of a matrix of scores. If answers are a matter of ``chance``, the values of an unknown
    cell exclude each other, so that its column is one question.
    """
    if questions == "values":
        return set()
    return {
        name
        for name, cells in table.columns.items()
        if name not in bands
        and _is_split(name, cells, by_default=questions is None)
        and not (chance and any(map(is_unknown, {*cells})))
    }


def _is_split(name: object, cells: Sequence[Any], *, by_default: bool) -> bool:
    """Return whether a column has enough different cells to be asked value by value."""
    n_different = len({*cells})
    if not by_default:
        return n_different > 2
    if isinstance(name, int) or spans_of(cells):
        return False
    return n_different > FEW_ANSWERS and n_different * len(cells) <= _MOST_BY_DEFAULT


def value_questions(
    columns: Mapping[Any, Sequence[Hashable]],
) -> dict[Any, list[tuple[Is, bytes]]]:
    """Return the questions about each value of some columns, with the answers of all rows.

    An answer is 0 for True and 1 for False.

    Raises:
        GameTooLarge: If the answers take too much memory.
    """
    different = {name: dict.fromkeys(cells) for name, cells in columns.items()}
    n_rows = max(map(len, columns.values()), default=0)
    check_questions(sum(map(len, different.values())), n_rows)
    made: dict[Any, list[tuple[Is, bytes]]] = {}
    for name, values in different.items():
        answers = {value: bytearray(b"\1" * n_rows) for value in values}
        for at, cell in enumerate(columns[name]):
            answers[cell][at] = 0
        # The question about unknown cells is the last of its column.
        ordered = sorted(values, key=lambda value: value == UNKNOWN)
        made[name] = [(Is(name, value), bytes(answers[value])) for value in ordered]
    return made
