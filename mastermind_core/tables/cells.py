"""The cells of a table: unknown ones, and those with several states."""

from __future__ import annotations

from typing import Any

from mastermind_core.game import is_nan

#: The answer of an unknown cell.
UNKNOWN = "unknown"


class Either(tuple[Any, ...]):
    """The possible answers of a row with several states, such as "red or blue"."""

    __slots__ = ()

    def __str__(self) -> str:
        return " or ".join(map(str, self))


def states_of(cell: object) -> tuple[Any, ...]:
    """Return the possible answers of a cell."""
    return cell if isinstance(cell, Either) else (cell,)


def is_unknown(cell: object) -> bool:
    """Return whether a cell is None, NaN, the missing value of a library, or several states."""
    missing = cell is None or type(cell).__name__ == "MaskedConstant" or is_nan(cell)
    return missing or isinstance(cell, Either)
