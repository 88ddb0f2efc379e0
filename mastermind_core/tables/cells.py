"""The cells of a table: unknown ones, and those with several states."""

from __future__ import annotations

from typing import Any, NamedTuple

from mastermind_core.game import is_nan

#: The answer of an unknown cell.
UNKNOWN = "unknown"

#: The maximum number of answers of a question by default. A question with many answers would
#: otherwise be asked first only because it has many, and none of them would fit new rows.
FEW_ANSWERS = 4


class Either(tuple[Any, ...]):
    """The possible answers of a row with several states, such as "red or blue"."""

    __slots__ = ()

    def __str__(self) -> str:
        return " or ".join(map(str, self))


class Interval(NamedTuple):
    """A cell of a table with the numbers, the days or the times from a minimum to a maximum.

    A row with such a cell fits each of them.

    Attributes:
        low: The minimum, which is included.
        high: The maximum, which is included.

    >>> str(Interval(2, 9))
    '2 to 9'
    """

    low: Any
    high: Any

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"

    def __repr__(self) -> str:
        return f"Interval({self.low!r}, {self.high!r})"


def states_of(cell: object) -> tuple[Any, ...]:
    """Return the possible answers of a cell."""
    return cell if isinstance(cell, Either) else (cell,)


def is_unknown(cell: object) -> bool:
    """Return whether a cell is None, NaN, the missing value of a library, or several states."""
    return is_missing(cell) or isinstance(cell, Either)


def is_missing(cell: object) -> bool:
    """Return whether a cell is None, NaN or the missing value of a library."""
    return cell is None or type(cell).__name__ == "MaskedConstant" or is_nan(cell)


def is_mark(cell: object) -> bool:
    """Return whether a string stands for an unknown number in a column of numbers."""
    text = cell.strip().casefold() if isinstance(cell, str) else None
    return text in {"", "na", "n/a", "nan", "null", "none", "?", "-", "."}  # made once
