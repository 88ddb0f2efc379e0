"""Where lots come from: a seed, or a generator of the standard library or of numpy."""

from __future__ import annotations

from operator import index
from random import Random
from typing import Any, Protocol, SupportsIndex, TypeAlias

from mastermind_core.errors import BadArgument, shown

#: The seed of whatever is drawn where nothing is said.
DEFAULT_SEED = 1

#: Half of the bits of a number that is drawn to stand for a generator.
_HALF = 32


class DrawsIntegers(Protocol):
    """A generator as numpy has them."""

    def integers(self, low: int, high: int, /) -> Any:
        """Return a number from ``low`` to below ``high``."""


#: What may be given where lots are drawn; None draws others each time.
Seed: TypeAlias = "SupportsIndex | Random | DrawsIntegers | None"


def generator(seed: Seed = DEFAULT_SEED) -> Random:
    """Return the generator that a seed stands for; a ``random.Random`` is itself.

    >>> generator(3).random() == Random(3).random()
    True
    """
    if isinstance(seed, Random):
        return seed
    if seed is None:
        return Random()
    if isinstance(seed, SupportsIndex) and not isinstance(seed, bool):
        return Random(index(seed))
    if isinstance(seed, bool) or not hasattr(seed, "integers"):
        raise BadArgument(
            "seed must be a whole number, a random.Random, a numpy.random.Generator or None, not "
            f"{shown(seed)}"
        )
    low, high = (int(seed.integers(0, 1 << _HALF)) for _ in range(2))
    return Random(high << _HALF | low)


def number_of(seed: Seed) -> int:
    """Return a number that stands for a seed: itself where it is one, else one that is drawn."""
    if isinstance(seed, SupportsIndex) and not isinstance(seed, bool):
        return index(seed)
    return generator(seed).getrandbits(2 * _HALF)
