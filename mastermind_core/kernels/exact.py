"""Exact search on whichever kernel runs.

The native one does what is large: a table of up to 255 scores and 65535 secrets, or codes that it
can tabulate. Everything else goes to the reference, with the same values.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from mastermind_core.kernels import kernel, reference, reference_exact
from mastermind_core.kernels.reference import FlatTree
from mastermind_core.kernels.reference_exact import POOL_LEGAL, Found, Report, Task

#: Bytes for the sets that are remembered where a task does not say; taken as they are needed.
_MEMORY = 1 << 30
_NO_LIMIT = (1 << 64) - 1


def solve(scores: Any, task: Task, report: Report | None = None) -> Found:
    """Search for the best tree of an objective."""
    if kernel().NAME == "native" and _native_can(scores, task):
        return _solve_natively(scores, task, report)
    if not isinstance(scores, reference.Scores):
        rows = [kernel().row(scores, guess) for guess in range(scores.n_guesses)]
        scores = reference.Scores(rows, scores.n_secrets, scores.final)
    return reference_exact.solve(scores, task, report)


def _native_can(scores: Any, task: Task) -> bool:
    from mastermind_core.kernels import _native

    return (
        isinstance(scores, _native.Scores)
        and scores.n_scores <= _native.EXACT_MOST_SCORES
        and scores.n_secrets <= _native.EXACT_MOST_SECRETS
        and len(task.candidates) > 0
        and all(weight >= 0 for weight in task.weights)
        and sum(task.weights) <= _native.EXACT_MOST_WEIGHT
    )


def _solve_natively(scores: Any, task: Task, report: Report | None) -> Found:
    from mastermind_core.kernels import _native

    tree, total, worst, lower_bound, proven, nodes = _native.solve_exactly(
        scores,
        task.candidates,
        task.objective,
        task.pool,
        len(task.candidates) if task.max_steps < 0 else min(task.max_steps, len(task.candidates)),
        array("Q", task.weights),
        [tuple(array("I", moved) for moved in symmetry) for symmetry in task.symmetries],
        _legal_bytes(task, scores.n_guesses) if task.pool == POOL_LEGAL else None,
        _NO_LIMIT if task.nodes < 0 else int(task.nodes),
        -1.0 if task.seconds < 0 else float(task.seconds),
        _MEMORY if task.memory < 0 else task.memory,
        report,
    )
    return Found(_flat(tree), total, worst, lower_bound, proven, nodes)


def _legal_bytes(task: Task, n_guesses: int) -> Callable[[int, int], bytes]:
    """Return the masks of a task as the native search reads them, one as it is asked for."""
    everything = (1 << n_guesses) - 1
    size = (n_guesses + 63) // 64 * 8

    def legal(guess: int, score: int) -> bytes:
        return (task.legal[guess][score] & everything).to_bytes(size, "little")

    return legal


def _flat(arrays: tuple[bytes, bytes, bytes, bytes, bytes] | None) -> FlatTree | None:
    if arrays is None:
        return None
    guesses, first_edge, edge_score, edge_child, edge_size = map(_ints, arrays)
    return FlatTree(guesses, first_edge, edge_score, edge_child, edge_size, stuck=-1)


def _ints(items: bytes) -> array[int]:
    out = array("i")
    out.frombytes(items)
    return out
