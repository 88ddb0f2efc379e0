"""Games, trees and results in files: the JSON format of the package, and other notations."""

from __future__ import annotations

from typing import Any

from mastermind_core.files.documents import from_json, load, save, to_json
from mastermind_core.names import application

#: The exports of keys, which are functions of mastermind_core.tables.
_EXPORTS = ("to_couplets", "to_python", "to_sql")

__all__ = ["from_json", "load", "save", "to_json", *_EXPORTS]


def __getattr__(name: str) -> Any:
    """Import an export of keys at its first use."""
    if name not in _EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return application(name)
