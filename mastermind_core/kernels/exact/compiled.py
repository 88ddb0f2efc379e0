"""The compiled exact kernel behind the functions of :mod:`mastermind_core.kernels.exact.plain`.

It searches tables of up to 65535 secrets, with any scores, and codes that it can tabulate. All
other tasks go to the plain kernel, with equal values.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeGuard

from mastermind_core.kernels.exact import plain
from mastermind_core.kernels.exact.memory import KEPT, bytes_for_sets, refuse_over
from mastermind_core.kernels.exact.sharing import Shared, shared_bytes, shared_file
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    NO_LIMIT,
    Evidence,
    Fact,
    Found,
    Image,
    Lemma,
    LemmaSink,
    Report,
    Task,
    Words,
    in_guesses,
)
from mastermind_core.kernels.shared.ctrl_c import look
from mastermind_core.kernels.shared.plain_scores import PlainScores, Scores
from mastermind_core.kernels.shared.plain_scores import known as known_already

with suppress(ImportError):  # without compiled kernels, the plain kernel does everything
    from mastermind_core.kernels import _native


def new_memory(scores: Scores, task: Task, shared: Shared | None = None) -> Any:
    """Return a memory for several searches of one game, or None if the kernel has none.

    Pass the memory to ``attempt`` as ``known``. A later search reuses the solved sets of earlier
    ones, which changes its number of nodes and nothing else. Memories with the same ``shared``
    bytes have these sets in common across processes.

    Args:
        scores: The game's scores.
        task: Sets the weights and the pool of all its searches.
        shared: Bytes of ``shared_sets``. None keeps sets in this process.

    Returns:
        The memory, None for tasks that only the plain kernel takes.
    """
    if not is_fast(scores, task):
        return None
    room = bytes_for_sets(task, table_bytes(scores, task), KEPT)
    hints = _native.AskedHints(*task.hints)
    if shared is not None:
        with suppress(MemoryError):  # no memory is left for the shared sets
            return _native.ExactMemory(scores, hints, room, shared.mapped)
    return _native.ExactMemory(scores, hints, room)


def shared_sets(scores: Scores, task: Task, workers: int, path: str | None = None) -> Shared | None:
    """Return bytes in which workers share their solved sets, None if that is impossible.

    Args:
        scores: The game's scores.
        task: The task. Its memory limit applies per worker.
        workers: Number of workers.
        path: File of a checkpoint. None means memory.
    """
    if not is_fast(scores, task):
        return None
    count = workers * bytes_for_sets(task, table_bytes(scores, task))
    return shared_bytes(count) if path is None else shared_file(path, count)


def attempt(scores: Scores, task: Task, report: Report | None = None, known: Any = None) -> Found:
    """Search as ``plain`` does. ``known`` is a memory with the results of earlier searches."""
    candidates = task.question.candidates
    over = len(candidates) > 0 and known_already(scores, candidates)
    if over or isinstance(scores, PlainScores):
        return plain.attempt(scores, task, report)
    task = in_guesses(scores.costs, task)
    table = table_bytes(scores, task)
    refuse_over(task, table)
    if is_fast(scores, task):
        told = partial(_notify, report)
        return Found(*_native.solve_exactly(scores, *_asked(task, table), told, known))
    return plain.attempt(scores, task, report)


def is_fast(scores: Scores, task: Task) -> TypeGuard[_native.Scores]:
    """Return whether the compiled search accepts a task (see ``plain``)."""
    question = task.question
    return (
        not isinstance(scores, PlainScores)
        and isinstance(scores, _native.Scores)
        and scores.n_scores <= _native.EXACT_MOST_SCORES
        and scores.n_secrets <= _native.EXACT_MOST_SECRETS
        and len(question.candidates) > 0
        and all(weight >= 0 for weight in question.weights)
        and sum(question.weights) <= _native.EXACT_MOST_WEIGHT
        and _costs_fit(scores, task)
    )


def table_bytes(scores: Scores, task: Task) -> int:
    """Return the bytes that a search needs for its score table, without existing scores."""
    if isinstance(scores, PlainScores):
        return 0
    if not is_fast(scores, task):
        return int(scores.n_guesses * scores.n_secrets)
    return _native.exact_table_bytes(scores, len(task.question.candidates))


def certify(
    scores: Scores,
    task: Task,
    facts: Sequence[Fact],
    report: Report | None = None,
    sink: LemmaSink | None = None,
) -> Evidence:
    """Write lemmas as ``plain`` does. Games with goals or costs use its Python code."""
    if not is_fast(scores, task):
        return plain.certify(scores, task, facts, report, sink)
    if scores.goals or scores.costs:
        whole = task._replace(limits=task.limits._replace(nodes=NO_LIMIT, seconds=NO_LIMIT))
        return _certify_with(scores, whole, facts, report, sink)
    table = table_bytes(scores, task)
    refuse_over(task, table)
    made: list[Lemma | Image] = []
    told = report, sink or made.extend
    complete, symmetries, last_uses = _native.certify_exactly(
        scores, *_asked(task, table), facts, *told
    )
    if not complete:
        raise KeyboardInterrupt
    return Evidence(symmetries, made, last_uses)


def _asked(
    task: Task, table: int
) -> tuple[_native.AskedQuestion, _native.AskedLimits, _native.AskedHints]:
    """Return a task as the compiled search takes it, beside a score table of some bytes."""
    limits = task.limits._replace(memory=bytes_for_sets(task, table))
    return (
        _native.AskedQuestion(*task.question),
        _native.AskedLimits(*limits),
        _native.AskedHints(*task.hints),
    )


def _certify_with(
    scores: Scores,
    whole: Task,
    facts: Sequence[Fact],
    report: Report | None,
    sink: LemmaSink | None,
) -> Evidence:
    """Write lemmas in plain Python, and compute the costs of blocks by the compiled search."""
    hints = whole.hints._replace(symmetries=(), words=Words())
    memory = new_memory(scores, whole._replace(hints=hints))

    def ask(part: Task) -> Found:
        found = attempt(scores, part, None, memory)
        if not found.proven:
            raise KeyboardInterrupt
        return found

    return plain.certify(scores, whole, facts, report, sink, ask)


def _costs_fit(scores: Scores, task: Task) -> bool:
    """Return whether no sum of costs overflows."""
    question = task.question
    n = len(question.candidates)
    weight = sum(question.weights) if question.weights else n
    return not scores.costs or max(scores.costs) * weight * n <= IMPOSSIBLE // 2


def _notify(report: Report | None, *figures: int) -> None:
    """Report the progress of a search, and stop it after Ctrl-C."""
    look()
    if report is not None:
        report(*figures)
