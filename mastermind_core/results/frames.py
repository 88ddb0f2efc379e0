"""Data frames and graphs by optional packages, and lists with one HTML table."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, TypeVar

from mastermind_core.errors import missing
from mastermind_core.results import Shown

Item = TypeVar("Item")


def make_frame(rows: Iterable[Iterable[Any]], columns: Iterable[str]) -> Any:
    """Return a ``pandas.DataFrame`` of rows; raise :class:`MissingExtra` without pandas.

    A row has a value for each column.
    """
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise missing("to_frame(), unlike to_dict(),", "pandas") from None
    names = list(columns)
    return pandas.DataFrame([dict(zip(names, row, strict=True)) for row in rows], columns=names)


def empty_graph() -> Any:
    """Return a ``networkx.DiGraph``; raise :class:`MissingExtra` without networkx."""
    try:
        return import_module("networkx").DiGraph()
    except ImportError:
        raise missing("to_networkx(), unlike to_dict(),", "networkx") from None


class Rows(Shown, list[Item]):
    """A list of results of one game, with one table as its HTML representation."""

    __slots__ = ("like",)

    def __init__(self, items: Iterable[Item], game: Any):
        """Store the results, with an example of a guess and of a score for their format."""
        super().__init__(items)
        self.like = (game.guesses[0], next(iter(game.endstates), None))
