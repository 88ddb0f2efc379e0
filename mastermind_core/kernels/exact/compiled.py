"""Exact search on whichever kernel runs.

The native one does what is large: a table of up to 255 scores and 65535 secrets, or codes that it
can tabulate. Everything else goes to the reference, with the same values.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.kernels.exact import plain, plain_certify
from mastermind_core.kernels.exact.plain import (
    IMPOSSIBLE,
    MEAN,
    POOL_LEGAL,
    WORST,
    WORST_THEN_MEAN,
    Found,
    Report,
    Task,
)
from mastermind_core.kernels.exact.plain_certify import Evidence, Lemma
from mastermind_core.kernels.shared.flat_trees import joined, measured
from mastermind_core.kernels.shared.plain_scores import PlainScores, as_plain, to_array
from mastermind_core.kernels.types import Criterion, FlatTree

#: Bytes for the sets that are remembered where a task does not say; taken as they are needed.
_MEMORY = 1 << 30
_NO_LIMIT = (1 << 64) - 1


def solve(scores: Any, task: Task, report: Report | None = None) -> Found:
    """Search for the best tree of an objective; stopped early, return no worse than greedy ones."""
    found = attempt(scores, task, report)
    return found if found.proven else _or_greedy(scores, task, found)


def attempt(scores: Any, task: Task, report: Report | None = None) -> Found:
    """Search for the best tree of an objective; stopped early, return what there is."""
    if isinstance(scores, PlainScores):
        return plain.solve(scores, task, report)
    if _native_can(scores, task):
        return _solve_natively(scores, task, report)
    return plain.solve(as_plain(scores), task, report)


def certify(
    scores: Any, task: Task, total: int, worst: int, report: Report | None = None
) -> Evidence:
    """Write down why no strategy does better than what a search has proven."""
    if not isinstance(scores, PlainScores) and _native_can(scores, task):
        return _certify_natively(scores, task, total, worst, report)
    return plain_certify.certify(as_plain(scores), task, total, worst, report)


def _or_greedy(scores: Any, task: Task, found: Found) -> Found:
    """Return the best of what was found and two greedy trees, which have no pool of legal ones."""
    own = greedy_kernel()
    n = len(task.candidates)
    for combine, costs in (("power", ()), ("sum", (0, *[-1] * n))):
        if task.pool == POOL_LEGAL or n == 0:
            break
        criterion = Criterion(combine, costs, range(scores.n_guesses), task.pool)
        tree = _greedy(own, scores, task, criterion)
        if tree is None:
            continue
        total, worst = measured(own, scores, task.candidates, task.weights, tree)
        better = _ranked(task, total, worst) < _ranked(task, found.total, found.worst)
        if (found.tree is None or better) and not 0 <= task.max_steps < worst:
            found = found._replace(tree=tree, total=total, worst=worst)
    # A bound that is met by the only thing that is asked for is a proof.
    met = {MEAN: found.total, WORST: found.worst}.get(task.objective, IMPOSSIBLE)
    return found._replace(proven=found.tree is not None and met == found.lower_bound)


def _greedy(own: Any, scores: Any, task: Task, criterion: Criterion) -> FlatTree | None:
    """Return a greedy tree, behind the first guess that a task names if it names some."""
    if not task.first:
        tree = own.greedy_tree(scores, task.candidates, criterion, symmetry=task.symmetries)
        return tree if tree.stuck < 0 else None
    blocks = own.split(scores, task.first[0], task.candidates)
    if len(blocks) == 1 and not scores.final[blocks[0][0]]:
        return None
    below = []
    for score, block in blocks:
        tree = None if scores.final[score] else own.greedy_tree(scores, block, criterion)
        if tree is not None and tree.stuck >= 0:
            return None
        below.append((score, len(block), tree))
    return joined(task.first[0], below)


def _ranked(task: Task, total: int, worst: int) -> tuple[int, int]:
    return (worst, total) if task.objective in {WORST, WORST_THEN_MEAN} else (total, worst)


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

    tree, total, worst, lower_bound, proven, nodes, left = _native.solve_exactly(
        *_asked(scores, task),
        _legal_bytes(task, scores.n_guesses) if task.pool == POOL_LEGAL else None,
        _NO_LIMIT if task.nodes < 0 else int(task.nodes),
        -1.0 if task.seconds < 0 else float(task.seconds),
        _MEMORY if task.memory < 0 else task.memory,
        array("I", task.asked),
        array("I", task.first),
        task.below,
        task.least_steps,
        report,
    )
    return Found(_flat(tree), total, worst, lower_bound, proven, nodes, tuple(left))


def _certify_natively(
    scores: Any, task: Task, total: int, worst: int, report: Report | None
) -> Evidence:
    from mastermind_core.kernels import _native

    complete, *arrays = _native.certify_exactly(
        *_asked(scores, task),
        total,
        worst,
        _MEMORY if task.memory < 0 else task.memory,
        report,
    )
    if not complete:
        raise KeyboardInterrupt
    guesses, secrets, sets, set_begin, steps, least, alike, alike_begin = (
        to_array(code, items) for code, items in zip("IIIQiqIQ", arrays, strict=True)
    )
    n, m = scores.n_guesses, scores.n_secrets
    symmetries = [
        (guesses[at * n : (at + 1) * n], secrets[at * m : (at + 1) * m])
        for at in range(len(guesses) // n)
    ]
    lemmas = [
        Lemma(
            sets[set_begin[at] : set_begin[at + 1]],
            steps[at],
            least[at],
            tuple(alike[alike_begin[at] : alike_begin[at + 1]]),
        )
        for at in range(len(steps))
    ]
    return Evidence(symmetries, lemmas)


def _asked(
    scores: Any, task: Task
) -> tuple[Any, array[int], int, int, int, array[int], list[tuple[Any, ...]]]:
    """Return what every native function of the exact search takes first."""
    return (
        scores,
        task.candidates,
        task.objective.code,
        task.pool,
        _steps(task),
        array("Q", task.weights),
        [tuple(array("I", moved) for moved in symmetry) for symmetry in task.symmetries],
    )


def _steps(task: Task) -> int:
    most = len(task.candidates)
    return most if task.max_steps < 0 else min(task.max_steps, most)


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
    return to_array("i", items)
