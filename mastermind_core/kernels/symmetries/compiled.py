"""The compiled kernel, with the functions of :mod:`mastermind_core.kernels.symmetries.plain`.

The reference implementation compares plain scores. No symmetries are found of these, and of scores
that take two bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import starmap

from mastermind_core.kernels import _native
from mastermind_core.kernels.shared.plain_scores import PlainScores, Scores
from mastermind_core.kernels.symmetries import plain
from mastermind_core.kernels.types import MOST_SCORES, FoundSymmetries, Symmetry


def find_symmetries(scores: Scores, weights: Sequence[int] = (), *, steps: int) -> FoundSymmetries:
    """Return generators, found by colour refinement and backtracking. See ``plain``."""
    if isinstance(scores, PlainScores) or scores.n_scores > MOST_SCORES:
        return plain.find_symmetries(scores, weights, steps=steps)
    found, orbits, complete = _native.find_symmetries(scores, weights, steps=steps)
    return FoundSymmetries(list(starmap(Symmetry, found)), orbits, complete)


def broken_pair(
    scores: Scores, generators: Sequence[Symmetry], check: Callable[[], None] | None = None
) -> tuple[int, int, int] | None:
    """See ``plain``. Both compare every pair."""
    if isinstance(scores, PlainScores):
        return plain.broken_pair(scores, generators, check)

    def progress(*_: int) -> None:
        if check is not None:
            check()

    return _native.broken_pair(scores, generators, progress)
