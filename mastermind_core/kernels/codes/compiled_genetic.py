"""The compiled kernel behind the functions of ``plain_genetic``, draw for draw."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate

from mastermind_core.kernels import _native
from mastermind_core.kernels._native import random_codes
from mastermind_core.kernels.types import Breeding


def breed(
    colours: int,
    holes: int,
    repeats: bool,
    population: bytes,
    weights: Sequence[int],
    breeding: Breeding,
    state: int,
) -> tuple[bytes, int]:
    """See ``plain_genetic``."""
    sums = array("Q", accumulate(weights))
    return _native.breed(colours, holes, repeats, population, sums, *breeding, state)


__all__ = ["breed", "random_codes"]
