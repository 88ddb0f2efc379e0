"""Checks of the options of strategies, made when they are given: one line that names the option.

Each makes a validator for a field of attrs; :func:`guesses` is a converter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from mastermind_core.errors import BadArgument
from mastermind_core.strategies.resolve import shown

Validator = Callable[[Any, Any, Any], None]


def whole(least: int, most: int | None = None, *, or_none: bool = False) -> Validator:
    """Allow whole numbers from ``least`` (to ``most``), and None if it is an option."""
    upper = "" if most is None else f" to {most}"
    none = ", or None for no limit" if or_none else ""

    def check(_: Any, attribute: Any, value: Any) -> None:
        if value is None and or_none:
            return
        good = isinstance(value, int) and not isinstance(value, bool)
        if not good or value < least or (most is not None and value > most):
            raise BadArgument(
                f"{attribute.name} must be a whole number from {least}{upper}{none}, not "
                f"{shown(value)}"
            )

    return check


def number(
    least: float, most: float | None = None, *, over: bool = False, or_none: bool = False
) -> Validator:
    """Allow numbers from ``least``, or only those ``over`` it, (to ``most``)."""
    lower = f"over {least:g}" if over else f"from {least:g}"
    upper = "" if most is None else f" to {most:g}"
    none = ", or None for no limit" if or_none else ""

    def check(_: Any, attribute: Any, value: Any) -> None:
        if value is None and or_none:
            return
        good = isinstance(value, (int, float)) and not isinstance(value, bool)
        # Written so that nan fails every comparison.
        inside = good and (value > least if over else value >= least)
        if not inside or not value < float("inf") or (most is not None and value > most):
            raise BadArgument(
                f"{attribute.name} must be a number {lower}{upper}{none}, not {shown(value)}"
            )

    return check


def yes_or_no(_: Any, attribute: Any, value: Any) -> None:
    """Allow True and False."""
    if not isinstance(value, bool):
        raise BadArgument(f"{attribute.name} must be True or False, not {shown(value)}")


def chance(_: Any, attribute: Any, value: Any) -> None:
    """Allow numbers from 0 to 1."""
    good = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not good or not 0 <= value <= 1:
        raise BadArgument(f"{attribute.name} must be a chance from 0 to 1, not {shown(value)}")


def one_of(*values: Any) -> Validator:
    """Allow some values only."""
    quoted = [f'"{value}"' if isinstance(value, str) else repr(value) for value in values]
    names = f"{', '.join(quoted[:-1])} or {quoted[-1]}"

    def check(_: Any, attribute: Any, value: Any) -> None:
        if not any(type(value) is type(own) and value == own for own in values):
            raise BadArgument(f"{attribute.name} must be {names}, not {shown(value)}")

    return check


def flag(_: Any, attribute: Any, value: Any) -> None:
    """Allow True and False."""
    if not isinstance(value, bool):
        raise BadArgument(f"{attribute.name} must be True or False, not {shown(value)}")


def text(_: Any, attribute: Any, value: Any) -> None:
    """Allow text."""
    if not isinstance(value, str):
        raise BadArgument(f"{attribute.name} must be text, not {shown(value)}")


def of_kind(kind: type, example: str) -> Validator:
    """Allow values of a class, such as ``example``."""

    def check(_: Any, attribute: Any, value: Any) -> None:
        if not isinstance(value, kind):
            raise BadArgument(
                f"{attribute.name} must be a {kind.__name__} such as {example}, not {shown(value)}"
            )

    return check


def guesses(given: Iterable[Any]) -> tuple[Any, ...]:
    """Return an opening as a tuple of guesses; text is one guess, and so needs a list around it."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise BadArgument(
            f"opening (or fixed) must be a list of guesses, not {shown(given)}: write [guess]"
        )
    return tuple(given)
