"""The compiled kernel behind the functions of ``plain``.

What the compiled code does not take (over 16 holes or 255 colours) the plain kernel does. Where
counts need too much memory or work, the codes are walked for a while, and are unknown after it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from mastermind_core.kernels import _native
from mastermind_core.kernels._native import CODES_MOST_COLOURS, CODES_MOST_HOLES
from mastermind_core.kernels.codes import plain
from mastermind_core.kernels.codes.plain import draw_ranks
from mastermind_core.kernels.shared.plain_scores import to_array
from mastermind_core.kernels.types import Turn

_MOST_LISTED = 5000

#: Steps of counting: no limit, what a count may take, and what a list may take before it walks.
_NO_LIMIT, _LONG, _SOON = (1 << 64) - 1, 3_000_000_000, 50_000_000

#: Codes and steps of a walk that stands in for a count.
_MOST_WALKED, _WALK = 1_000_000, 200_000_000
_WORD = 64


def distances(holes: int, codes: bytes, history: Sequence[Turn]) -> tuple[array[int], array[int]]:
    """See ``plain``."""
    if not _takes(holes, codes, *(guess for guess, _, _ in history)):
        return plain.distances(holes, codes, history)
    blacks, whites = _native.code_distances(holes, codes, history)
    return to_array("I", blacks), to_array("I", whites)


def population_blocks(holes: int, guesses: bytes, codes: bytes) -> array[int]:
    """See ``plain``."""
    if not _takes(holes, guesses, codes):
        return plain.population_blocks(holes, guesses, codes)
    return to_array("I", _native.population_blocks(holes, guesses, codes))


def score_matrix(holes: int, guesses: bytes, codes: bytes) -> array[int]:
    """See ``plain``."""
    if not _takes(holes, guesses, codes):
        return plain.score_matrix(holes, guesses, codes)
    return to_array("H", _native.score_matrix(holes, guesses, codes))


def count_consistent(
    colours: int, holes: int, repeats: bool, history: Sequence[Turn]
) -> int | None:
    """See ``plain``."""
    if _impossible(holes, history):
        return 0
    if not _counts(colours, holes):
        return plain.count_consistent(colours, holes, repeats, history)
    found = _consistent(colours, holes, repeats, tuple(history), _LONG)
    if found is not None:
        return _count(found)
    walked = _walked(colours, holes, repeats, tuple(history))
    return None if walked is None else len(walked) // holes


def count_soon(colours: int, holes: int, repeats: bool, history: Sequence[Turn]) -> int | None:
    """See ``plain``."""
    if _impossible(holes, history):
        return 0
    if not _counts(colours, holes):
        return plain.count_soon(colours, holes, repeats, history)
    found = _consistent(colours, holes, repeats, tuple(history), _SOON)
    return None if found is None else _count(found)


def sample_consistent(
    colours: int,
    holes: int,
    repeats: bool,
    history: Sequence[Turn],
    size: int,
    seed: int,
) -> bytes | None:
    """See ``plain``."""
    if _impossible(holes, history):
        return b""
    if not _counts(colours, holes):
        return plain.sample_consistent(colours, holes, repeats, history, size, seed)
    found = _consistent(colours, holes, repeats, tuple(history), _LONG)
    if found is None:
        walked = _walked(colours, holes, repeats, tuple(history))
        if walked is None:
            return None
        ranks = draw_ranks(len(walked) // holes, size, seed)
        return b"".join(walked[rank * holes : (rank + 1) * holes] for rank in ranks)
    words = array("Q")
    for rank in draw_ranks(_count(found), size, seed):
        words.append(rank & (1 << _WORD) - 1)
        words.append(rank >> _WORD)
    return found.codes(words)


def list_consistent(
    colours: int,
    holes: int,
    repeats: bool,
    history: Sequence[Turn],
    limit: int,
    start: bytes = b"",
) -> bytes:
    """See ``plain``."""
    if _impossible(holes, history):
        return b""
    if not _counts(colours, holes):
        return plain.list_consistent(colours, holes, repeats, history, limit, start)
    # Where few codes fit, a walk may have far to go to the next one; they are in the counts.
    found = _consistent(colours, holes, repeats, tuple(history), _SOON)
    if found is not None and _count(found) <= max(limit, _MOST_LISTED):
        codes = found.listed()
        if start:
            places = range(len(codes) // holes)
            first = bisect_left(places, start, key=lambda at: codes[at * holes : (at + 1) * holes])
            codes = codes[first * holes :]
        return codes[: limit * holes]
    walked = _native.walk_codes(
        colours, holes, repeats, history, limit, start or bytes(holes), _NO_LIMIT
    )
    return walked or b""


def fits(colours: int, holes: int, repeats: bool, history: Sequence[Turn]) -> bool | None:
    """See ``plain``."""
    if _impossible(holes, history):
        return False
    if not _counts(colours, holes):
        return plain.fits(colours, holes, repeats, history)
    found = _consistent(colours, holes, repeats, tuple(history), _SOON)
    if found is not None:
        return _count(found) > 0
    walked = _native.walk_codes(colours, holes, repeats, history, 1, bytes(holes), _SOON)
    return None if walked is None else bool(walked)


def _counts(colours: int, holes: int) -> bool:
    """Say whether the compiled code takes a game of this size."""
    return holes <= CODES_MOST_HOLES and colours <= CODES_MOST_COLOURS


@lru_cache(maxsize=2)
def _walked(colours: int, holes: int, repeats: bool, history: tuple[Turn, ...]) -> bytes | None:
    """List all codes that fit in order, where a short walk finds them and they are no more."""
    walked = _native.walk_codes(colours, holes, repeats, history, _MOST_WALKED, bytes(holes), _WALK)
    return None if walked is None or len(walked) == _MOST_WALKED * holes else walked


@lru_cache(maxsize=4)
def _consistent(
    colours: int,
    holes: int,
    repeats: bool,
    history: tuple[Turn, ...],
    work: int,
) -> _native.ConsistentCodes | None:
    if not repeats and colours < holes:
        return None
    return _native.consistent(colours, holes, repeats, history, work)


def _count(found: _native.ConsistentCodes) -> int:
    high, low = found.count()
    return high << _WORD | low


def _impossible(holes: int, history: Sequence[Turn]) -> bool:
    """Say whether an answer has more pegs than there are holes."""
    return any(black + white > holes for _, black, white in history)


def _takes(holes: int, *codes: bytes) -> bool:
    return holes <= CODES_MOST_HOLES and all(
        max(some, default=0) < CODES_MOST_COLOURS for some in codes
    )


__all__ = [
    "count_consistent",
    "count_soon",
    "distances",
    "fits",
    "list_consistent",
    "population_blocks",
    "sample_consistent",
    "score_matrix",
]
