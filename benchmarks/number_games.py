"""Number games as lists that can be made: the equations of Nerdle and the primes of Primel.

    python -m benchmarks.number_games nerdle --seconds 1200
    python -m benchmarks.number_games primel --seconds 1200

Nerdle has equations of eight signs: numbers without leading zeros and at least one of + - * /
equal a number. No number on the left is 0, and the quotient of any two numbers may be a fraction as
long as the result is not. Primel has the primes of five digits.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from operator import add, mul, sub, truediv

import mastermind_core as mc

SIGNS = 8
DIGITS = 5


def left_sides(length: int) -> Iterator[str]:
    """Yield every sum, difference, product and quotient of positive numbers."""
    for places in product(("number", "+", "-", "*", "/"), repeat=length):
        if places[0] != "number" or places[-1] != "number" or set(places) == {"number"}:
            continue
        if any(one != "number" != after for one, after in pairwise(places)):
            continue
        first = ["123456789"] + [
            "123456789" if before != "number" else "0123456789" for before in places
        ]
        yield from map(
            "".join,
            product(*(first[at] if one == "number" else one for at, one in enumerate(places))),
        )


def value(text: str) -> Fraction:
    """Return the value of a left side, * and / before + and -."""
    signs = [sign for sign in text if not sign.isdigit()]
    spaced = text
    for sign in "+-*/":
        spaced = spaced.replace(sign, " ")
    numbers = [Fraction(int(number)) for number in spaced.split()]
    terms = [numbers[0]]
    for sign, number in zip(signs, numbers[1:], strict=True):
        if sign in "*/":
            terms[-1] = (mul if sign == "*" else truediv)(terms[-1], number)
        else:
            terms.append((add if sign == "+" else sub)(Fraction(0), number))
    return sum(terms, Fraction(0))


def equations(signs: int = SIGNS) -> list[str]:
    """Return all equations of a length in ascending order: 17,723 of eight signs."""
    found = []
    for length in range(3, signs - 1):
        for text in left_sides(length):
            right = value(text)
            if right.denominator == 1 and right >= 0 and len(str(right)) == signs - 1 - length:
                found.append(f"{text}={right}")
    return sorted(found)


def primes(digits: int = DIGITS) -> list[str]:
    """Return all primes of a number of digits: 8,363 of five."""
    most = 10**digits
    prime = bytearray([0, 0]) + bytearray([1]) * (most - 2)
    for factor in range(2, int(most**0.5) + 1):
        if prime[factor]:
            prime[factor * factor :: factor] = bytes(len(range(factor * factor, most, factor)))
    return [str(number) for number in range(most // 10, most) if prime[number]]


GAMES = {"nerdle": equations, "primel": primes}


def main() -> None:
    """Search the best tree of a game for some time, and print its total, bound and memory."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seconds", type=float, default=1200)
    given = parser.parse_args()
    words = GAMES[given.game]()
    found = mc.optimal(mc.Wordle(words), seconds=given.seconds)
    gap = 100 * (1 - found.lower_bound / found.total)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(
        f"{given.game}: {len(words):,} secrets, total {found.total}, worst {found.worst}, bound "
        f"{found.lower_bound}, gap {gap:.2f} %, {found.seconds:.0f} CPU s, {peak:.2f} GB"
    )


if __name__ == "__main__":
    main()
