"""Data frames and graphs by optional packages, and lists with one HTML table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, TypeVar

from more_itertools import first

from mastermind_core.errors import missing
from mastermind_core.results.base import Shown

Item = TypeVar("Item")


def aligned(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    width: int | None = None,
    spare: Sequence[str] = (),
) -> list[str]:
    r"""Return the lines of a table, the first column at the left and the others at the right.

    Columns in ``spare`` are left out, the first one first, while a line is wider than ``width``.

    >>> print(*aligned(("name", "size", "ms"), [("ab", "100", "5")], 10, ["ms"]), sep="\n")
    name  size
    ab     100
    """
    lines = [head, *rows]
    first, *widths = (max(map(len, column)) for column in zip(*lines, strict=True))
    form = "  ".join([f"{{:<{first}}}", *(f"{{:>{wide}}}" for wide in widths)])
    text = [form.format(*line).rstrip() for line in lines]
    if not spare or width is None or max(map(len, text)) <= width:
        return text
    head, *rows = without(lines, spare[0])
    return aligned(head, rows, width, spare[1:])


def without(lines: Sequence[Sequence[str]], name: str) -> list[Sequence[str]]:
    """Return the lines of a table without a column. The first line is the heading."""
    kept = [at for at, head in enumerate(lines[0]) if head != name]
    return [[line[at] for at in kept] for line in lines]


def imported(module: str, what: str, package: str, extra: str = "") -> Any:
    """Import an optional module, or raise :class:`MissingExtra` without its package."""
    try:
        return import_module(module)
    except ImportError:
        raise missing(what, package, extra) from None


def make_frame(rows: Iterable[Iterable[Any]], columns: Iterable[str]) -> Any:
    """Return a ``pandas.DataFrame`` of rows, or raise :class:`MissingExtra` without pandas.

    A row has a value for each column.
    """
    pandas = imported("pandas", "to_frame(), unlike to_dict(),", "pandas")
    names = list(columns)
    return pandas.DataFrame([dict(zip(names, row, strict=True)) for row in rows], columns=names)


class Rows(Shown, list[Item]):
    """A list of results for one game. Its HTML representation is one table."""

    __slots__ = ("like",)

    def __init__(self, items: Iterable[Item], game: Any):
        """Store the results, with an example guess and score for their format."""
        super().__init__(items)
        self.like = (game.guesses[0], first(game.endstates, None))
