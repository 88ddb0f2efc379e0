"""Automorphisms of a score table on whichever kernel runs."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from mastermind_core.kernels import kernel
from mastermind_core.kernels.automorphisms import plain as reference_automorphisms
from mastermind_core.kernels.automorphisms.plain import Automorphisms, Moves
from mastermind_core.kernels.greedy import plain as reference


def automorphisms(
    scores: Any, weights: Sequence[int] = (), *, move_scores: bool = True, steps: int
) -> Automorphisms:
    """See ``reference_automorphisms``; the two may return other generators of the same group."""
    if not _is_native_table(scores):
        return reference_automorphisms.automorphisms(
            _plain(scores), weights, move_scores=move_scores, steps=steps
        )
    from mastermind_core.kernels import _native

    found, orbits, complete = _native.automorphisms(scores, array("Q", weights), move_scores, steps)
    generators = [(_ids(guesses), _ids(secrets), _ids(moved)) for guesses, secrets, moved in found]
    return Automorphisms(generators, orbits, complete)


def broken_pair(scores: Any, generators: Sequence[Moves]) -> tuple[int, int, int] | None:
    """See ``reference_automorphisms``; both look at every pair."""
    if not _is_native_table(scores):
        return reference_automorphisms.broken_pair(_plain(scores), generators)
    from mastermind_core.kernels import _native

    return _native.broken_pair(scores, [tuple(array("I", part) for part in g) for g in generators])


def is_table(scores: Any) -> bool:
    """Say whether every score is at hand, and not worked out when it is asked for."""
    return isinstance(scores, reference.Scores) or _is_native_table(scores)


def _is_native_table(scores: Any) -> bool:
    return not isinstance(scores, reference.Scores) and bool(scores.is_table)


def _plain(scores: Any) -> reference.Scores:
    if isinstance(scores, reference.Scores):
        return scores
    rows = [kernel().row(scores, guess) for guess in range(scores.n_guesses)]
    return reference.Scores(rows, scores.n_secrets, scores.final)


def _ids(items: bytes) -> array[int]:
    out = array("I")
    out.frombytes(items)
    return out
