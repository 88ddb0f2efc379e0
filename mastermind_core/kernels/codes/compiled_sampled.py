"""The sampled-information strategy in the compiled kernel; see ``plain_sampled``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from mastermind_core.kernels import _native
from mastermind_core.kernels._native import CODES_MOST_COLOURS, CODES_MOST_HOLES
from mastermind_core.kernels.codes import plain_sampled
from mastermind_core.kernels.exact.task import NO_LIMIT
from mastermind_core.kernels.types import CodeShape, SampledOptions, Turn

_MOST_HOLES_OF_OPENINGS = 8
_ALL_NODES = (1 << 64) - 1


@lru_cache(maxsize=64)
def opening(shape: CodeShape, options: SampledOptions) -> bytes | None:
    """See ``plain_sampled``."""
    if shape.holes > _MOST_HOLES_OF_OPENINGS or shape.colours > CODES_MOST_COLOURS:
        return None
    return _native.sampled_opening(*shape, options.at_four, options.per_bit)


def guess(
    shape: CodeShape, history: Sequence[Turn], seed: int, options: SampledOptions
) -> tuple[bytes, int] | None:
    """See ``plain_sampled``."""
    if shape.holes > CODES_MOST_HOLES or shape.colours > CODES_MOST_COLOURS:
        return plain_sampled.guess(shape, history, seed, options)
    if any(black + white > shape.holes for _, black, white in history):
        return b"", 0
    return _native.sampled_guess(*shape, history, seed, *options)


def finish(
    holes: int, pool: bytes, candidates: int, nodes: int = NO_LIMIT
) -> tuple[int, int] | None:
    """See ``plain_sampled``."""
    if holes > CODES_MOST_HOLES:
        return plain_sampled.finish(holes, pool, candidates, nodes)
    return _native.sampled_finish(holes, pool, candidates, _ALL_NODES if nodes < 0 else nodes)
