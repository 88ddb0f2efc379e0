"""The compiled kernels for heuristics, with the functions of ``plain``.

Breeding uses the same random numbers as the reference implementation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations_with_replacement, product

from mastermind_core.heuristics.kernels import plain
from mastermind_core.heuristics.kernels.plain import guesses_to_come
from mastermind_core.heuristics.kernels.types import SampledOptions
from mastermind_core.kernels import CodeShape, Turn, _native
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels._native import breed as breed
from mastermind_core.kernels._native import distances as distances
from mastermind_core.kernels._native import random_codes as random_codes
from mastermind_core.kernels._native import score_matrix as score_matrix

#: The maximum number of holes for which a search finds the first guess of a sampled strategy.
_MOST_HOLES_OF_OPENINGS = 8

#: Bits of the share of the codes in a block.
_SHARE = 30


@lru_cache(maxsize=64)
def opening(shape: CodeShape, options: SampledOptions) -> bytes | None:
    """See ``plain``."""
    holes = shape.holes
    if holes > _MOST_HOLES_OF_OPENINGS:
        return None
    # One code per class of equivalent ones: 1234, 1123, 1122, 1112, 1111.
    pegs = range(holes if shape.guess_repeats else 1, 0, -1)
    number = range(1, min(holes, shape.colours) + 1)
    rows = chain.from_iterable(combinations_with_replacement(pegs, each) for each in number)
    patterns = sorted(row for row in rows if sum(row) == holes)
    codes = [b"".join(bytes([colour]) * n for colour, n in enumerate(row)) for row in patterns]
    return min(codes, key=lambda code: _cost_of(code, shape, options))


def _cost_of(code: bytes, shape: CodeShape, options: SampledOptions) -> int:
    """Return the expected number of further guesses after a first guess, by exact blocks."""
    cost = 0
    codes = kernels.codes.count_consistent(shape, ()) or 1
    for black, white in product(range(shape.holes), range(shape.holes + 1)):
        if block := kernels.codes.count_consistent(shape, ((code, black, white),)):
            cost += (block << _SHARE) // codes * guesses_to_come(block, 1, options) >> _SHARE
    return cost


def guess(
    shape: CodeShape, history: Sequence[Turn], seed: int, options: SampledOptions
) -> tuple[bytes, int] | None:
    """See ``plain``. Codes of more holes are left to it."""
    if shape.holes > _native.CODES_MOST_HOLES:
        return plain.guess(shape, history, seed, options)
    return _native.sampled_guess(shape, history, seed, options)
