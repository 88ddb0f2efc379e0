"""The compiled kernel behind the functions of :mod:`mastermind_core.kernels.symmetries.plain`.

Scores of the plain kernel and those that take two bytes go to it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from mastermind_core.kernels import _native
from mastermind_core.kernels.choose import MOST_SCORES
from mastermind_core.kernels.shared.plain_scores import PlainScores, as_plain, to_array
from mastermind_core.kernels.symmetries import plain
from mastermind_core.kernels.types import FoundSymmetries, Symmetry

_Scores = _native.Scores | PlainScores

#: Rows between two looks at the clock.
_BATCH = 64


def find_symmetries(
    scores: _Scores, weights: Sequence[int] = (), *, move_scores: bool = True, steps: int
) -> FoundSymmetries:
    """See ``plain``; the two may return other generators of the same group."""
    if isinstance(scores, PlainScores) or scores.n_scores > MOST_SCORES:
        return plain.find_symmetries(
            as_plain(scores), weights, move_scores=move_scores, steps=steps
        )
    found, orbits, complete = _native.find_symmetries(
        as_table(scores), array("Q", weights), move_scores, steps
    )
    generators = [Symmetry(*(to_array("I", items) for items in one)) for one in found]
    return FoundSymmetries(generators, orbits, complete)


def as_table(scores: Any, check: Callable[[], None] | None = None, threads: int = 1) -> Any:
    """See ``plain``."""
    if isinstance(scores, PlainScores) or scores.is_table:
        return scores

    def rows(first: int) -> bytes:
        if check is not None:
            check()
        return _native.rows(scores, first, min(_BATCH, scores.n_guesses - first))

    table = b"".join(_by_threads(rows, range(0, scores.n_guesses, _BATCH), threads))
    final = bytes(map(bool, scores.final))
    return _native.scores_from_table(table, scores.n_guesses, scores.n_secrets, final)


def broken_pair(
    scores: _Scores, generators: Sequence[Symmetry], threads: int = 1
) -> tuple[int, int, int] | None:
    """See ``plain``; both look at every pair."""
    if isinstance(scores, PlainScores) or scores.n_scores > MOST_SCORES:
        return plain.broken_pair(as_plain(scores), generators)
    moves = [tuple(array("I", part) for part in g) for g in generators]
    table = as_table(scores)
    share = max(1, -(-len(moves) // threads))

    def broken(first: int) -> tuple[int, int, int] | None:
        found = _native.broken_pair(table, moves[first : first + share])
        return None if found is None else (found[0] + first, *found[1:])

    each = _by_threads(broken, range(0, len(moves), share), threads)
    return next((found for found in each if found is not None), None)


def _by_threads(work: Callable[[int], Any], items: Sequence[int], threads: int) -> list[Any]:
    """Return what some work gives for each item, done by threads if there are several."""
    if threads == 1:
        return list(map(work, items))
    from concurrent.futures import ThreadPoolExecutor

    try:
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(work, items))
    except RuntimeError:  # where the system starts no more
        return list(map(work, items))
