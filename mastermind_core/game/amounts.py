"""Weights of secrets and costs of guesses as exact numbers, and lists that make a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from math import gcd, isfinite, lcm
from numbers import Rational, Real
from typing import Any, TypeAlias

from mastermind_core.arguments import plain_int
from mastermind_core.errors import BadArgument, BadGame, shown

#: A number that is exact.
Exact: TypeAlias = int | Fraction

#: A float is the nearest fraction with a denominator up to this; and where the fractions of a list
#: have no common denominator that is as good, the nearest of as many parts of the largest.
FINEST = 10**6

#: Digits of a number in the notation of 1e9: more take all memory, and no total could have them.
_MOST_DIGITS = 1000

#: What no total of a strategy may reach: larger ones stand for "impossible" in the kernels.
MOST_TOTAL = 1 << 60


def listed(name: str, given: Any, items: Sequence[Any], kind: str, missing: Any = 1) -> list[Any]:
    """Return a value for each item, from a sequence, a mapping or a function.

    A mapping may leave out items, which have the value ``missing``.

    >>> listed("weights", {"b": 5}, "abc", "secret"), listed("costs", ord, "ab", "guess")
    ([1, 5, 1], [97, 98])
    """
    if isinstance(given, Mapping):
        known = set(items)
        for item in given:
            if item not in known:
                raise BadArgument(f"{name} has {shown(item)}, which is no {kind} of the game")
        return [given.get(item, missing) for item in items]
    if callable(given):
        return list(map(given, items))
    if isinstance(given, (str, bytes, set, frozenset)) or not isinstance(given, Iterable):
        raise BadGame(no_list(name, given, kind))
    values = list(given)
    if len(values) != len(items):
        raise BadGame(
            f"{name} has {len(values)} entries for {len(items)} {_plural(kind)}: give one for each"
        )
    return values


def amounts(name: str, given: Any, items: Sequence[Any]) -> tuple[Exact, ...]:
    """Return the weights of secrets, or the costs of guesses, as numbers that are exact.

    >>> amounts("weights", {"b": 0}, "abc")
    (1, 0, 1)
    """
    weights = name == "weights"
    values = listed(name, given, items, "secret" if weights else "guess")
    return exact_numbers(name.removesuffix("s"), values, items, zero=weights)


def no_list(name: str, given: Any, kind: str) -> str:
    """Return what is said of values that are no list."""
    of_numbers = " of numbers" if name in {"weights", "costs"} else ""
    return (
        f"{name} must be a list{of_numbers} in the order of the {_plural(kind)}, not {shown(given)}"
    )


def _plural(kind: str) -> str:
    return "guesses" if kind == "guess" else f"{kind}s"


def whole_part(value: Any) -> int | None:
    """Return a whole number of any library as an int; None of anything else, truths too.

    >>> whole_part(3), whole_part(True), whole_part(3.0)
    (3, None, None)
    """
    number = plain_int(value)
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def exact(value: Any) -> Exact | None:
    """Return a number as an int or a Fraction; None of what is no number, or not finite.

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


def fraction_of(text: str) -> Fraction:
    """Return the number of a string exactly; ValueError where it says none, or a huge one.

    >>> fraction_of("0.25"), fraction_of("1e3")
    (Fraction(1, 4), Fraction(1000, 1))
    """
    try:
        if abs(int(text.lower().partition("e")[2] or 0)) <= _MOST_DIGITS:
            return Fraction(text)
    except ZeroDivisionError:
        pass
    raise ValueError(text)


def _short(number: Fraction) -> Exact:
    return number.numerator if number.denominator == 1 else number


def exact_numbers(
    name: str, values: Iterable[Any], items: Sequence[Any], *, zero: bool
) -> tuple[Exact, ...]:
    """Return numbers from 0 (or above it) exactly, and name the first that is none.

    >>> exact_numbers("weight", [1, 0.5], "ab", zero=True)
    (1, Fraction(1, 2))
    """
    values = list(values)
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
    """Return numbers, or the nearest parts of the largest where they have no common unit."""
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
    """Return numbers as integers without a common divisor, and the unit that they count.

    >>> in_units([Fraction(1, 2), 1, 0])
    ((1, 2, 0), Fraction(1, 2))
    """
    bottom = lcm(*(number.denominator for number in set(numbers)))
    whole = [int(number * bottom) for number in numbers]
    unit = gcd(*whole) or 1
    return tuple(number // unit for number in whole), Fraction(unit, bottom)


def check_totals(weights: Sequence[Exact], costs: Sequence[Exact], n_secrets: int) -> None:
    """Refuse numbers that make the totals of strategies too large to count."""
    shares = in_units(weights)[0] if weights else (1,) * n_secrets
    dearest = max(in_units(costs)[0]) if costs else 1
    if sum(shares) * n_secrets * dearest < MOST_TOTAL:
        return
    if not costs:
        raise BadGame(
            f"weights add up to {sum(shares)}: times {n_secrets} secrets they must stay under "
            "2**60, so that totals can be counted; divide or round them"
        )
    raise BadGame(
        f"weights add up to {sum(shares)} and costs go up to {dearest}, without their common "
        f"divisors: their product times {n_secrets} secrets must stay under 2**60, so that totals "
        "can be counted; round them"
    )


def check_lists(guesses: Sequence[Any], secrets: Sequence[Any]) -> None:
    """Refuse lists that make no game, naming what is wrong with them."""
    check_items("guesses", guesses)
    if secrets is not guesses:
        check_items("secrets", secrets)


def check_items(name: str, items: Sequence[Any]) -> None:
    """Refuse a list that is empty, or has an item twice or one that cannot be hashed."""
    if not items:
        raise BadGame(f"{name} is empty: a game needs at least one")
    with suppress(TypeError):  # of an item that cannot be hashed
        if len(set(items)) == len(items):
            return
    seen: set[Any] = set()
    for at, item in enumerate(items):
        if not is_hashable(item):
            raise BadGame(
                f"{name}[{at}] is not hashable: {shown(item)}; use a tuple or a frozenset"
            )
        if item in seen:
            raise BadGame(f"{name} has {shown(item)} twice; each may come once")
        seen.add(item)


def is_hashable(item: Any) -> bool:
    """Return whether an item can be hashed, as guesses, secrets, scores and goals are."""
    try:
        hash(item)
    except TypeError:
        return False
    return True


def in_user_units(number: int, unit: Fraction) -> Exact:
    """Return an integer number of units: an int where it is whole.

    >>> in_user_units(4, Fraction(1, 2)), in_user_units(3, Fraction(1, 2))
    (2, Fraction(3, 2))
    """
    return _short(number * unit)


def plain(number: Any) -> Any:
    """Return a number as what JSON can hold: a fraction as its text."""
    return str(number) if isinstance(number, Fraction) else number


def shown_number(number: Exact) -> str:
    """Write a number with commas between thousands.

    >>> shown_number(12345), shown_number(Fraction(24691, 2))
    ('12,345', '24,691/2')
    """
    over, under = f"{number.numerator:,}", number.denominator
    return over if under == 1 else f"{over}/{under:,}"


Amounts: TypeAlias = "Mapping[Any, Any] | Iterable[Any] | Callable[[Any], Any]"
