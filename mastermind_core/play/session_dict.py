"""Guesses and scores as values that JSON can hold, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mastermind_core.errors import BadArgument, shown

#: What :func:`as_json` writes; a later form gets a later number.
VERSION = 1


def as_json(what: str, item: Any) -> Any:
    """Return a guess or a score as lists of numbers and texts.

    >>> as_json("guess", ("red", (1, True)))
    ['red', [1, True]]
    """
    if isinstance(item, tuple):
        return [as_json(what, part) for part in item]
    if item is None or isinstance(item, (str, int, float)):
        return item
    raise BadArgument(
        f"the {what} {shown(item)} is neither a number, a text nor a tuple of such: JSON cannot "
        "hold it"
    )


def tupled(item: Any) -> Any:
    """Return lists as tuples, all the way down."""
    return tuple(map(tupled, item)) if isinstance(item, list) else item


def history_of(data: Any) -> list[tuple[Any, Any]]:
    """Return the history that a dict of a session holds."""
    if not isinstance(data, Mapping) or data.get("kind") != "session":
        raise BadArgument(
            f"data must be the dict of a session, with kind 'session', not {shown(data)}"
        )
    if data.get("version") != VERSION:
        raise BadArgument(
            f"version must be {VERSION}, not {shown(data.get('version'))}: a later release wrote "
            "this"
        )
    turns = data.get("history")
    if not isinstance(turns, (list, tuple)) or not all(
        isinstance(turn, (list, tuple)) and len(turn) == len(("guess", "score")) for turn in turns
    ):
        raise BadArgument(f"history must be a list of pairs [guess, score], not {shown(turns)}")
    return [(tupled(guess), tupled(score)) for guess, score in turns]
