"""The compiled kernels, with the functions of ``plain``.

Codes of over 16 holes are left to the reference implementation. If counting takes too much memory
or work, the codes are enumerated up to a limit, beyond which they remain unknown.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from mastermind_core.kernels import _native
from mastermind_core.kernels._native import CODES_MOST_HOLES
from mastermind_core.kernels._native import population_blocks as population_blocks
from mastermind_core.kernels.codes import plain
from mastermind_core.kernels.codes.plain import draw_ranks
from mastermind_core.kernels.types import CodeShape, Turn

Function = TypeVar("Function", bound=Callable[..., Any])

_MOST_LISTED = 5000

#: Steps of counting: no limit, the limit of a count, and the limit of a list before it enumerates.
_NO_LIMIT = (1 << 64) - 1
_LONG = 3_000_000_000
_SOON = 50_000_000

#: The limits of codes and steps of an enumeration that replaces a count.
_MOST_WALKED = 1_000_000
_WALK = 200_000_000
_WORD = 64


def _up_to_most_holes(function: Function) -> Function:
    """Decorate a function: leave codes of more holes to ``plain``."""
    reference = getattr(plain, function.__name__)

    @wraps(function)
    def choose(shape: CodeShape, history: Any, *more: Any) -> Any:
        taken = function if shape.holes <= CODES_MOST_HOLES else reference
        return taken(shape, tuple(history), *more)

    return cast(Function, choose)


@_up_to_most_holes
def count_consistent(shape: CodeShape, history: Sequence[Turn]) -> int | None:
    """See ``plain``."""
    found = _consistent(shape, history, _LONG)
    if found is not None:
        return found.count()
    walked = _walked(shape, history)
    return None if walked is None else len(walked) // shape.holes


@_up_to_most_holes
def count_soon(shape: CodeShape, history: Sequence[Turn]) -> int | None:
    """See ``plain``."""
    found = _consistent(shape, history, _SOON)
    return None if found is None else found.count()


@_up_to_most_holes
def sample_consistent(
    shape: CodeShape, history: Sequence[Turn], size: int, seed: int
) -> bytes | None:
    """See ``plain``."""
    found = _consistent(shape, history, _LONG)
    holes = shape.holes
    if found is None:
        walked = _walked(shape, history)
        if walked is None:
            return None
        ranks = draw_ranks(len(walked) // holes, size, seed)
        return b"".join(walked[rank * holes : (rank + 1) * holes] for rank in ranks)
    words = array("Q")
    for rank in draw_ranks(found.count(), size, seed):
        words.extend(reversed(divmod(rank, 1 << _WORD)))
    return found.codes(words)


@_up_to_most_holes
def list_consistent(
    shape: CodeShape, history: Sequence[Turn], limit: int, start: bytes = b""
) -> bytes:
    """See ``plain``."""
    # If few codes are consistent, an enumeration may be slow to reach the next. Counts list them.
    found = _consistent(shape, history, _SOON)
    holes = shape.holes
    if found is not None and found.count() <= max(limit, _MOST_LISTED):
        codes = found.listed()
        if start:
            places = range(len(codes) // holes)
            first = bisect_left(places, start, key=lambda at: codes[at * holes : (at + 1) * holes])
            codes = codes[first * holes :]
        return codes[: limit * holes]
    return _native.walk_codes(shape, history, limit, start or bytes(holes), _NO_LIMIT) or b""


@_up_to_most_holes
def fits(shape: CodeShape, history: Sequence[Turn]) -> bool | None:
    """See ``plain``."""
    found = _consistent(shape, history, _SOON)
    if found is not None:
        return found.count() > 0
    walked = _native.walk_codes(shape, history, 1, bytes(shape.holes), _SOON)
    return None if walked is None else bool(walked)


@lru_cache(maxsize=2)
def _walked(shape: CodeShape, history: Sequence[Turn]) -> bytes | None:
    """Return all consistent codes in order, or None if they exceed the limits of an enumeration."""
    walked = _native.walk_codes(shape, history, _MOST_WALKED, bytes(shape.holes), _WALK)
    return None if walked is None or len(walked) == _MOST_WALKED * shape.holes else walked


@lru_cache(maxsize=4)
def _consistent(
    shape: CodeShape, history: Sequence[Turn], work: int
) -> _native.ConsistentCodes | None:
    if not shape.secret_repeats and shape.colours < shape.holes:
        return None
    return _native.consistent(shape, history, work)
