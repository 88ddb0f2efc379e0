"""Results as tables of pandas, where pandas is installed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from mastermind_core.errors import MissingExtra


def make_frame(rows: Iterable[Mapping[str, Any]], columns: Iterable[str]) -> Any:
    """Return a ``pandas.DataFrame`` of rows; raise :class:`MissingExtra` without pandas."""
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise MissingExtra(
            "to_frame() needs pandas, which is not installed: install pandas, or use to_dict()"
        ) from None
    return pandas.DataFrame([dict(row) for row in rows], columns=list(columns))
