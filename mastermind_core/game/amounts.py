"""Weights and costs as exact numbers, and checks for the lists of a game."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from math import gcd, isfinite, lcm
from numbers import Rational, Real
from typing import Any, TypeAlias

from mastermind_core.arguments import plain_int
from mastermind_core.errors import BadArgument, BadGame, shown

#: An exact number.
Exact: TypeAlias = int | Fraction

#: The maximum denominator of the fraction that stands for a float. If the fractions of a list have
#: no common denominator up to this, each is rounded to a multiple of the largest number over this.
FINEST = 10**6

#: The maximum denominator of a probability.
MOST_DENOMINATOR = 10**12

#: The maximum exponent of a decimal number: the digits of larger ones would fill the memory.
_MOST_DIGITS = 1000

#: The exclusive maximum of the total of a strategy: the kernels use larger ones for "impossible".
MOST_TOTAL = 1 << 60


def listed(
    name: str, given: object, items: Sequence[Any], kind: str, missing: object = 1
) -> list[Any]:
    """Return a value for each item, from a sequence, a mapping or a function.

    Args:
        name: The argument, for errors.
        given: The values.
        items: The guesses, secrets or rows.
        kind: The word for an item, for errors.
        missing: The value of items that a mapping leaves out.

    >>> listed("weights", {"b": 5}, "abc", "secret"), listed("costs", ord, "ab", "guess")
    ([1, 5, 1], [97, 98])
    """
    if isinstance(given, Mapping):
        known = set(items)
        for item in given:
            if item not in known:
                raise BadArgument(f"{name} has {shown(item)}, which is not a {kind} of the game")
        return [given.get(item, missing) for item in items]
    if callable(given):
        return list(map(given, items))
    if isinstance(given, (str, bytes, set, frozenset)) or not isinstance(given, Iterable):
        raise BadGame(no_list(name, given, kind))
    values = list(islice(given, len(items) + 1))
    if len(values) != len(items):
        size = len(values) if len(values) < len(items) else _size(given, len(items))
        raise BadGame(
            f"{name} has {size} entries for {len(items)} {_plural(kind)}: give one for each"
        )
    return values


def _size(given: Iterable[Any], more_than: int) -> str:
    """Return the number of values that are too many, if they have a length."""
    with suppress(OverflowError, TypeError):  # len() of a long range overflows
        return str(len(given))  # type: ignore[arg-type]  # an iterator has no length
    return f"over {more_than}"


def amounts(name: str, given: object, items: Sequence[Any]) -> tuple[Exact, ...]:
    """Return weights or costs as exact numbers.

    >>> amounts("weights", {"b": 0}, "abc")
    (1, 0, 1)
    """
    weights = name == "weights"
    values = listed(name, given, items, "secret" if weights else "guess")
    return exact_numbers(name.removesuffix("s"), values, items, zero=weights)


def no_list(name: str, given: object, kind: str) -> str:
    """Return the error message for values that are not a list."""
    of_numbers = " of numbers" if name in {"weights", "costs"} else ""
    return (
        f"{name} must be a list{of_numbers} in the order of the {_plural(kind)}, not {shown(given)}"
    )


def _plural(kind: str) -> str:
    return "guesses" if kind == "guess" else f"{kind}s"


def whole_part(value: Any) -> int | None:
    """Return an integer of any library as an int, or None for other values, also booleans.

    >>> whole_part(3), whole_part(True), whole_part(3.0)
    (3, None, None)
    """
    number = plain_int(value)
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def exact(value: object) -> Exact | None:
    """Return a number as an int or a Fraction, or None if the value is not a finite number.

    >>> exact(0.1), exact(2.0), exact(Fraction(6, 3)), exact("3"), exact(float("nan"))
    (Fraction(1, 10), 2, 2, None, None)
    """
    whole = whole_part(value)
    if whole is not None:
        return whole
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return None
    if isinstance(value, Rational):
        return _short(Fraction(int(value.numerator), int(value.denominator)))
    if isinstance(value, Decimal):
        small = value.is_finite() and abs(value.adjusted()) <= _MOST_DIGITS
        return _short(Fraction(value)) if small else None
    if not isinstance(value, Real) or not isfinite(value):
        return None
    number = Fraction(float(value))
    near = number.limit_denominator(FINEST)
    return _short(near if near or not number else Fraction(1 if number > 0 else -1, FINEST))


def probability(value: object, name: str) -> Fraction:
    """Return a number from 0 to 1 as a fraction, or raise BadArgument for other values.

    A float within a millionth of 0 or 1 is not rounded to it, and stays possible or uncertain.
    """
    number = exact(value)
    if number is None or not 0 <= number <= 1:
        raise BadArgument(f"{name} must be a probability from 0 to 1, not {shown(value)}")
    if isinstance(value, Real) and not isinstance(value, Rational):
        given = Fraction(float(value))
        if 0 < min(given, 1 - given) < Fraction(1, FINEST):
            number = given.limit_denominator(MOST_DENOMINATOR)
            number = number if 0 < number < 1 else given
    if number.denominator > MOST_DENOMINATOR:
        raise BadArgument(
            f"{name} must have a denominator up to 10**12, not {shown(value)}: round it"
        )
    return Fraction(number)


def fraction_of(text: str) -> Fraction:
    """Return the exact number in a string, or raise ValueError if it has none, or a huge one.

    >>> fraction_of("0.25"), fraction_of("1e3")
    (Fraction(1, 4), Fraction(1000, 1))
    """
    with suppress(ZeroDivisionError):
        if abs(int(text.lower().partition("e")[2] or 0)) <= _MOST_DIGITS:
            return Fraction(text)
    raise ValueError(text)


def _short(number: Fraction) -> Exact:
    return number.numerator if number.denominator == 1 else number


def exact_numbers(
    name: str, values: Iterable[Any], items: Sequence[Any], *, zero: bool
) -> tuple[Exact, ...]:
    """Return positive numbers (with ``zero``, also 0) exactly, or raise BadGame for other values.

    >>> exact_numbers("weight", [1, 0.5], "ab", zero=True)
    (1, Fraction(1, 2))
    """
    values = list(values)
    if {*map(type, values)} == {int} and len(values) == len(items) and min(values) >= 1 - zero:
        return tuple(values)
    numbers = []
    for value, item in zip(values, items, strict=True):
        number = exact(value)
        if number is None or number < 0 or (number == 0 and not zero):
            least = "from 0" if zero else "over 0"
            raise BadGame(
                f"the {name} of {shown(item)} must be a number {least} (an integer or a fraction), "
                f"not {shown(value)}"
            )
        numbers.append(number)
    if any(isinstance(value, float) for value in values):
        return _common(numbers)
    return tuple(numbers)


def _common(numbers: Sequence[Exact]) -> tuple[Exact, ...]:
    """Return numbers unchanged, or rounded to parts of the largest if they have no common unit."""
    largest = max(numbers, default=0)
    bottoms = {number.denominator for number in numbers}
    least = 1
    for bottom in bottoms:
        least = lcm(least, bottom)
        if least > FINEST:
            part = Fraction(largest) / FINEST
            return tuple(_short(part * max(1, round(n / part))) if n else 0 for n in numbers)
    return tuple(numbers)


def in_units(numbers: Sequence[Exact]) -> tuple[tuple[int, ...], Fraction]:
    """Return numbers as integers without a common divisor, and their common unit.

    >>> in_units([Fraction(1, 2), 1, 0])
    ((1, 2, 0), Fraction(1, 2))
    """
    bottom = lcm(*(number.denominator for number in set(numbers)))
    whole = [int(number * bottom) for number in numbers]
    unit = gcd(*whole) or 1
    return tuple(number // unit for number in whole), Fraction(unit, bottom)


def little_endian(kind: str, numbers: Iterable[int]) -> bytes:
    """Return the bytes of numbers in little-endian order on every machine, for fingerprints."""
    written: array[int] = array(kind, numbers)
    if sys.byteorder == "big":
        written.byteswap()
    return written.tobytes()


def check_totals(weights: Sequence[Exact], costs: Sequence[Exact], n_secrets: int) -> None:
    """Raise BadGame if weights and costs allow totals of strategies that are too large."""
    shares = in_units(weights)[0] if weights else (1,) * n_secrets
    highest = max(in_units(costs)[0]) if costs else 1
    if sum(shares) * n_secrets * highest < MOST_TOTAL:
        return
    if not costs:
        raise BadGame(
            f"weights add up to {sum(shares)}: this sum times {n_secrets} secrets must stay under "
            "2**60, the limit of totals; divide or round the weights"
        )
    raise BadGame(
        f"weights add up to {sum(shares)} and costs go up to {highest}, without their common "
        f"divisors: their product times {n_secrets} secrets must stay under 2**60, so that totals "
        "can be counted; round them"
    )


def check_lists(guesses: Sequence[Any], secrets: Sequence[Any]) -> None:
    """Raise BadGame if the lists of guesses and secrets do not make a game."""
    check_items("guesses", guesses)
    if secrets is not guesses:
        check_items("secrets", secrets)


def check_items(name: str, items: Sequence[Any]) -> None:
    """Raise BadGame if a list is empty, has an item twice, or an item that cannot be hashed."""
    if not items:
        raise BadGame(f"{name} is empty: a game needs at least one")
    with suppress(TypeError):  # an item is not hashable: the loop below finds it
        if len(set(items)) == len(items):
            return
    seen: set[Any] = set()
    for at, item in enumerate(items):
        if not is_hashable(item):
            raise BadGame(
                f"{name}[{at}] is not hashable: {shown(item)}; use a tuple or a frozenset"
            )
        if item in seen:
            raise BadGame(f"{name} has {shown(item)} twice; each may occur once")
        seen.add(item)


def is_hashable(item: object) -> bool:
    """Return whether an item can be hashed, as guesses, secrets, scores and goals must be."""
    try:
        hash(item)
    except TypeError:
        return False
    return True


def in_user_units(number: int, unit: Fraction) -> Exact:
    """Return a number of units as an exact number: an int if it is an integer.

    >>> in_user_units(4, Fraction(1, 2)), in_user_units(3, Fraction(1, 2))
    (2, Fraction(3, 2))
    """
    return _short(number * unit)


def plain(number: Any) -> Any:
    """Return a number in a form that JSON can hold: a fraction as a string."""
    return str(number) if isinstance(number, Fraction) else number


def shown_number(number: Exact) -> str:
    """Return a number as a string with commas between thousands.

    >>> shown_number(12345), shown_number(Fraction(24691, 2))
    ('12,345', '24,691/2')
    """
    over = f"{number.numerator:,}"
    under = number.denominator
    return over if under == 1 else f"{over}/{under:,}"


Amounts: TypeAlias = "Mapping[Any, Any] | Iterable[Any] | Callable[[Any], Any]"


def is_nan(answer: object) -> bool:
    """Return whether a score, or a part of a score, does not equal itself."""
    if isinstance(answer, tuple):
        return any(map(is_nan, answer))
    try:
        return bool(answer != answer)
    except TypeError:  # the missing value of pandas has no truth value
        return True
