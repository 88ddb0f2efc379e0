"""Validators of what strategies are given, for fields of attrs: one line that names the field.

:func:`guesses` is a converter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import field

from mastermind_core.arguments import kept, real_number, whole_number
from mastermind_core.errors import BadArgument, shown

Validator = Callable[[Any, Any, Any], None]


def whole(least: int, most: int | None = None, *, or_none: bool = False) -> Validator:
    """Allow whole numbers from ``least`` (to ``most``), and None if it is an option."""
    none = "for no limit" if or_none else None
    return kept(lambda name, value: whole_number(name, value, least, most, none=none))


def number(
    least: float, most: float | None = None, *, over: bool = False, or_none: bool = False
) -> Validator:
    """Allow numbers from ``least``, or only those ``over`` it, (to ``most``)."""
    none = "for no limit" if or_none else None
    return kept(lambda name, value: real_number(name, value, least, most, over=over, none=none))


def yes_or_no(_: Any, attribute: Any, value: Any) -> None:
    """Allow True and False."""
    if not isinstance(value, bool):
        raise BadArgument(f"{attribute.name} must be True or False, not {shown(value)}")


#: Allows numbers from 0 to 1.
chance = number(0, 1)


def text(_: Any, attribute: Any, value: Any) -> None:
    """Allow text."""
    if not isinstance(value, str):
        raise BadArgument(f"{attribute.name} must be text, not {shown(value)}")


def named(name: str) -> Any:
    """Return a field for the name of a strategy."""
    return field(default=name, validator=text)


def cited(source: str = "") -> Any:
    """Return a field for what a strategy is from."""
    return field(default=source, repr=False, validator=text)


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
