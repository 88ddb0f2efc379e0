"""The compiled kernel behind the functions of :mod:`mastermind_core.kernels.symmetries.plain`.

Scores of the plain kernel and those that take two bytes go to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import starmap
from threading import Event
from typing import Any

from mastermind_core.kernels import _native
from mastermind_core.kernels.shared.plain_scores import PlainScores, as_plain
from mastermind_core.kernels.symmetries import plain
from mastermind_core.kernels.types import MOST_SCORES, FoundSymmetries, Symmetry

_Scores = _native.Scores | PlainScores


def find_symmetries(
    scores: _Scores, weights: Sequence[int] = (), *, move_scores: bool = True, steps: int
) -> FoundSymmetries:
    """See ``plain``; the two may return other generators of the same group."""
    if isinstance(scores, PlainScores) or scores.n_scores > MOST_SCORES:
        return plain.find_symmetries(
            as_plain(scores), weights, move_scores=move_scores, steps=steps
        )
    found, orbits, complete = _native.find_symmetries(
        scores, weights, move_scores=move_scores, steps=steps
    )
    return FoundSymmetries(list(starmap(Symmetry, found)), orbits, complete)


def broken_pair(
    scores: _Scores,
    generators: Sequence[Symmetry],
    threads: int = 1,
    check: Callable[[], None] | None = None,
) -> tuple[int, int, int] | None:
    """See ``plain``; what both compare is every pair."""
    if isinstance(scores, PlainScores):
        return plain.broken_pair(scores, generators, check=check)
    share = max(1, -(-len(generators) // threads))
    given_up = Event()

    def go_on(*_: int) -> None:
        if given_up.is_set():
            raise _GivenUpError
        if check is not None:
            check()

    def broken(first: int) -> tuple[int, int, int] | None:
        found = _native.broken_pair(scores, generators[first : first + share], go_on)
        return None if found is None else (found[0] + first, *found[1:])

    shares = range(0, len(generators), share)
    try:
        each = _by_threads(broken, shares, given_up)
    except RuntimeError:  # where the system starts no more
        given_up.clear()
        each = list(map(broken, shares))
    return next((found for found in each if found is not None), None)


def _by_threads(work: Callable[[int], Any], items: Sequence[int], given_up: Event) -> list[Any]:
    """Return what some work gives for each item, each done by a thread of its own."""
    if len(items) < 2:
        return list(map(work, items))
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(len(items)) as pool:
        try:
            return list(pool.map(work, items))
        except BaseException:
            given_up.set()  # for the other threads, which Ctrl-C does not reach
            raise


class _GivenUpError(Exception):
    """The signal that ends what other threads do; it never leaves this module."""
