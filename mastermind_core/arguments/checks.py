"""Arguments that callers give, checked: one line says what was expected and what came instead."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from math import inf
from numbers import Rational, Real
from operator import index
from typing import Any

from mastermind_core.errors import BadArgument, shown

_LARGEST = sys.float_info.max


def whole_number(
    name: str,
    value: Any,
    least: int = 0,
    most: int | None = None,
    *,
    none: str | None = None,
    of: str = "",
    error: type[Exception] = BadArgument,
) -> Any:
    """Return a whole number of a range, or refuse what is none.

    None is one of the values where ``none`` says what it means, which may be nothing at all.

    >>> whole_number("games", 3, 1), whole_number("depth", None, 1, none="for no limit")
    (3, None)
    >>> whole_number("limit", True, 1, of=" of bytes")
    Traceback (most recent call last):
    mastermind_core.errors.BadArgument: limit must be a whole number of bytes from 1, not True
    """
    if value is None and none is not None:
        return value
    given, value = value, plain_int(value)
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or value < least or (most is not None and value > most):
        reach = _reach(f"from {least}", most, none)
        raise error(f"{name} must be a whole number{of} {reach}, not {shown(given)}")
    return value


def plain_int(value: int) -> int:
    """Return a whole number of any library as an int; what is none comes back as it is.

    >>> plain_int(3), plain_int("3"), plain_int(True)
    (3, '3', True)
    """
    # A truth of numpy has __index__ in old versions.
    if isinstance(value, (bool, str, bytes)) or type(value).__name__ in {"bool", "bool_"}:
        return value
    try:
        return index(value)
    except TypeError:
        return value


def real_number(
    name: str,
    value: Any,
    least: float = 0,
    most: float | None = None,
    *,
    over: bool = False,
    none: str | None = None,
    error: type[Exception] = BadArgument,
) -> Any:
    """Return a number from ``least`` (or only ``over`` it) to ``most``, or refuse what is none.

    It is finite unless ``most`` is infinite.

    >>> real_number("chance", 0.5, most=1), real_number("seconds", 2, over=True)
    (0.5, 2)
    """
    if value is None and none is not None:
        return value
    given, value = value, plain_int(value)
    if isinstance(value, Real) and not isinstance(value, Rational | float):
        value = float(value)  # of numpy, say
    good = isinstance(value, (int, float)) and not isinstance(value, bool)
    # Written so that nan fails every comparison.
    inside = good and (value > least if over else value >= least)
    if not inside or not value <= (_LARGEST if most is None else most):
        reach = _reach(f"{'over' if over else 'from'} {least:g}", most, none)
        raise error(f"{name} must be a number {reach}, not {shown(given)}")
    return value


def kept(check: Callable[[str, Any], Any]) -> Callable[[Any, Any, Any], None]:
    """Return a validator of attrs that keeps what a check of a name and a value returns."""
    return lambda it, field, value: object.__setattr__(it, field.name, check(field.name, value))


def _reach(lower: str, most: float | None, none: str | None) -> str:
    upper = "" if most is None or most == inf else f" to {most}"
    return f"{lower}{upper}" if none is None else f"{lower}{upper}, or None {none}".rstrip()


def pairs_in(history: Any) -> list[tuple[Any, Any]]:
    """Return a history as pairs; refuse what is none, naming the turn."""
    if not isinstance(history, Iterable):
        raise BadArgument(f"history must be a list of pairs (guess, score), not {shown(history)}")
    turns = []
    for number, turn in enumerate(history, start=1):
        if not isinstance(turn, Sequence) or isinstance(turn, str) or len(turn) != 2:
            raise BadArgument(
                f"history: turn {number} must be a pair (guess, score), not {shown(turn)}"
            )
        turns.append((turn[0], turn[1]))
    return turns
