"""The compiled kernel behind the functions of ``plain``.

What the compiled code does not take (over 16 holes or 255 colours, histories whose counts need too
much memory) the plain kernel does.
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

#: Steps of counting: no limit, and what a list may take for them before it walks.
_NO_LIMIT, _SOON = (1 << 64) - 1, 50_000_000
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


def count_consistent(colours: int, holes: int, repeats: bool, history: Sequence[Turn]) -> int:
    """See ``plain``."""
    if _impossible(holes, history):
        return 0
    found = _consistent(colours, holes, repeats, tuple(history))
    if found is None:
        return plain.count_consistent(colours, holes, repeats, history)
    return _count(found)


def count_soon(colours: int, holes: int, repeats: bool, history: Sequence[Turn]) -> int | None:
    """See ``plain``."""
    if _impossible(holes, history):
        return 0
    found = _consistent(colours, holes, repeats, tuple(history), _SOON)
    return plain.count_soon(colours, holes, repeats, history) if found is None else _count(found)


def sample_consistent(
    colours: int,
    holes: int,
    repeats: bool,
    history: Sequence[Turn],
    size: int,
    seed: int,
) -> bytes:
    """See ``plain``."""
    if _impossible(holes, history):
        return b""
    found = _consistent(colours, holes, repeats, tuple(history))
    if found is None:
        return plain.sample_consistent(colours, holes, repeats, history, size, seed)
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
    if holes > CODES_MOST_HOLES or colours > CODES_MOST_COLOURS:
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
    if holes > CODES_MOST_HOLES or colours > CODES_MOST_COLOURS:
        return plain.fits(colours, holes, repeats, history)
    found = _consistent(colours, holes, repeats, tuple(history), _SOON)
    if found is not None:
        return _count(found) > 0
    walked = _native.walk_codes(colours, holes, repeats, history, 1, bytes(holes), _SOON)
    return None if walked is None else bool(walked)


@lru_cache(maxsize=4)
def _consistent(
    colours: int,
    holes: int,
    repeats: bool,
    history: tuple[Turn, ...],
    work: int = _NO_LIMIT,
) -> _native.ConsistentCodes | None:
    if holes > CODES_MOST_HOLES or colours > CODES_MOST_COLOURS:
        return None
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
