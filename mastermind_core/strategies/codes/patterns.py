"""Patterns: named shapes of a first guess, for games of codes of any size."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, cycle, islice, repeat
from random import Random
from typing import Literal

from mastermind_core.code_space import Code, Coding
from mastermind_core.kernels.choose import genetic_kernel
from mastermind_core.strategies.codes.coding import shape_of

Pattern = Literal["different", "doubled", "halves", "random"]

#: The patterns by name; what is drawn follows the rule of secrets, what is fixed that of guesses.
PATTERNS: tuple[Pattern, ...] = ("different", "doubled", "halves", "random")


def first_guess(coding: Coding, pattern: Pattern, random: Random) -> Code:
    """Return the first guess of a pattern."""
    if pattern == "random":
        drawn, _ = genetic_kernel().random_codes(*shape_of(coding), 1, random.getrandbits(64))
        return coding.decode(drawn)
    return coding.decode(
        {"different": different, "doubled": doubled, "halves": halves}[pattern](coding)
    )


def doubled(coding: Coding) -> bytes:
    """Return the code with some colours twice and the rest once, in order.

    Berghman, Goossens and Leus: 1123 for 4 holes, 11234 for 5, 112234 for 6, 11223345 for 8;
    holes // 2 - 1 colours twice is a rule that gives these.

    >>> from mastermind_core import Mastermind
    >>> [doubled(Coding(Mastermind(colours=9, holes=holes))).hex()[1::2] for holes in (3, 4, 6, 8)]
    ['012', '0012', '001123', '00112234']
    """
    pairs = max(0, coding.holes // 2 - 1)
    numbers = chain(repeat(2, pairs), repeat(1))
    return _spread(coding, numbers)


def halves(coding: Coding) -> bytes:
    """Return the code with one colour in the first half and the next in the other (1122)."""
    return _spread(coding, iter([(coding.holes + 1) // 2, coding.holes // 2]))


def different(coding: Coding) -> bytes:
    """Return the code with a different colour in every hole, as long as there are any (1234)."""
    return _spread(coding, repeat(1))


def _spread(coding: Coding, numbers: Iterable[int]) -> bytes:
    """Give each colour in turn so many holes; begin again with the first when they run out.

    In a game without repeats every colour comes once.
    """
    if not coding.game.guess_repeats:
        numbers = repeat(1)
    colours = cycle(range(coding.colours))
    holes = chain.from_iterable(repeat(c, n) for c, n in zip(colours, numbers, strict=False))
    return bytes(islice(holes, coding.holes))
