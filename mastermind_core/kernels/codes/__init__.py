"""Codes that are consistent with a history, and strategies that sample them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mastermind_core.kernels.types import CodeShape


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
