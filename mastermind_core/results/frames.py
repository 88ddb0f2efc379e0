"""Data frames and graphs where their packages are installed, and lists shown as one table."""

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
    """A list of results about one game, which a notebook shows as one table."""

    __slots__ = ("like",)

    def __init__(self, items: Iterable[Item], game: Any):
        """Take the results, and of their game a guess and an answer, for how it looks."""
        super().__init__(items)
        self.like = (game.guesses[0], next(iter(game.endstates), None))
