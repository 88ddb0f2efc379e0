"""Sets of small numbers as the bits of an integer."""

from __future__ import annotations

from collections.abc import Iterator


def places_of(bits: int) -> Iterator[int]:
    """Yield the indices of the set bits, ascending.

    >>> list(places_of(0b10110))
    [1, 2, 4]
    """
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
