"""Options for the kernels, and variations of codes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from mastermind_core.kernels import CodeShape


class Breeding(NamedTuple):
    """Probabilities for genetic operations, as integers out of 2**32.

    Attributes:
        one_point: Probability that crossover is at one point instead of two.
        mutation: Probability that a child gets one other colour.
        permutation: Probability that two holes in a child are exchanged.
        inversion: Probability that a section in a child is reversed.
    """

    one_point: int
    mutation: int
    permutation: int
    inversion: int


class SampledOptions(NamedTuple):
    """How many codes and guesses a sampled guess examines.

    Attributes:
        sample: How many consistent codes a guess is evaluated on, at most.
        inside: Consistent codes that are tried as guesses.
        outside: Variations on consistent codes that are tried as guesses.
        climbs: Best guesses that are improved step by step.
        small: Maximum number of consistent codes for a search.
        small_outside: Variations for a search.
        small_pool: Best variations that a search uses.
        root_width: Best guesses that the search examines at its root.
        width: Best guesses that it examines below the root.
        deep: Maximum size for a set that the search examines with more than its best guess.
        exact: Maximum number of consistent codes for a full search with these guesses.
        at_four: Expected further guesses for four codes, in thousandths.
        per_bit: Expected further guesses whenever the codes double, in thousandths.
    """

    sample: int
    inside: int
    outside: int
    climbs: int
    small: int
    small_outside: int
    small_pool: int
    root_width: int
    width: int
    deep: int
    exact: int
    at_four: int
    per_bit: int


def varied(shape: CodeShape, codes: Sequence[bytes], random: Random) -> bytes:
    """Return a random code with one or two holes changed, two exchanged, or mixed with another."""
    code = bytearray(random.choice(codes))
    way = random.randrange(4)
    if way < 2:
        for _ in range(way + 1):
            code[random.randrange(shape.holes)] = random.randrange(shape.colours)
    elif way == 2:
        one = random.randrange(shape.holes)
        other = random.randrange(shape.holes)
        code[one], code[other] = code[other], code[one]
    else:
        mixed = zip(code, random.choice(codes), strict=True)
        code = bytearray(random.choice(pair) for pair in mixed)
    return bytes(code)
