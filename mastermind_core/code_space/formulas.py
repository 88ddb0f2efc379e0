"""How many codes and answers a game of codes has, by formula."""

from __future__ import annotations

from math import comb, factorial, prod

from mastermind_core.arguments.checks import whole_number


def _check(**numbers: int) -> None:
    for name, number in numbers.items():
        whole_number(name, number, 1)


def number_of_answers(holes: int) -> int:
    """Count the answers that a code can get: p (p + 3) / 2, formula (2) of Rhodes (2019).

    All pairs of black and white pegs up to p together but one, p - 1 black and 1 white. All of
    them occur where there are enough colours; with few, some do not.

    >>> number_of_answers(4)
    14
    """
    _check(holes=holes)
    return holes * (holes + 3) // 2


def compositions(total: int, parts: int) -> list[tuple[int, ...]]:
    """List the ways to write a number as a sum of so many numbers from 1, in order.

    >>> compositions(4, 2)
    [(1, 3), (2, 2), (3, 1)]
    """
    if parts == 1:
        return [(total,)] if total > 0 else []
    return [
        (first, *rest)
        for first in range(1, total - parts + 2)
        for rest in compositions(total - first, parts - 1)
    ]


def codes_of_colours(colours: int, holes: int, used: int) -> int:
    """Count the codes that have exactly so many different colours: a term of formula (3) of Rhodes.

    >>> [codes_of_colours(6, 4, used) for used in (1, 2, 3, 4)]
    [6, 210, 720, 360]
    """
    _check(colours=colours, holes=holes, used=used)
    arrangements = sum(
        factorial(holes) // prod(map(factorial, numbers)) for numbers in compositions(holes, used)
    )
    return comb(colours, used) * arrangements


def number_of_codes(colours: int, holes: int) -> int:
    """Count the codes by formula (3) of Rhodes (2019); it comes to ``colours ** holes``.

    >>> number_of_codes(6, 4)
    1296
    """
    _check(colours=colours, holes=holes)
    return sum(codes_of_colours(colours, holes, used) for used in range(1, min(colours, holes) + 1))


def two_hole_guesses(colours: int) -> int:
    """Return how many guesses codes of two holes take in the worst case: c // 2 + 2.

    From G. Ville (2013), as Rhodes (2019) has it; exact search agrees for 2 to 10 colours. Rhodes
    goes on to call it a lower bound for any number of holes. Nothing there shows that, the
    argument being a strategy and so an upper bound, and it is not so: with three holes and 14
    colours Knuth's strategy needs at most 8 guesses, and 14 // 2 + 2 is 9.

    >>> [two_hole_guesses(colours) for colours in (2, 3, 6)]
    [3, 3, 5]
    """
    colours = whole_number("colours", colours, 2)
    return colours // 2 + 2
