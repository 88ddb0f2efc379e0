"""Results as what other packages work with, where these are installed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from mastermind_core.errors import missing


def make_frame(rows: Iterable[Mapping[str, Any]], columns: Iterable[str]) -> Any:
    """Return a ``pandas.DataFrame`` of rows; raise :class:`MissingExtra` without pandas."""
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise missing("to_frame(), unlike to_dict(),", "pandas") from None
    return pandas.DataFrame([dict(row) for row in rows], columns=list(columns))


def empty_graph() -> Any:
    """Return a ``networkx.DiGraph``; raise :class:`MissingExtra` without networkx."""
    try:
        return import_module("networkx").DiGraph()
    except ImportError:
        raise missing("to_networkx(), unlike to_dict(),", "networkx") from None
