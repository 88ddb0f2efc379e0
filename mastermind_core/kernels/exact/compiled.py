"""The compiled exact kernel behind the functions of :mod:`mastermind_core.kernels.exact.plain`.

It does what is large: a table of up to 65535 secrets and 255 scores, or of more scores where no
guess has over 254 answers, or codes that it can tabulate. Everything else goes to the plain one,
with the same values.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from mastermind_core.kernels.choose import warn_if_wide
from mastermind_core.kernels.exact import narrow, plain
from mastermind_core.kernels.exact.memory import KEPT, bytes_for_sets, refuse_over
from mastermind_core.kernels.exact.sharing import Shared, shared_bytes, shared_file
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    POOL_LEGAL,
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
from mastermind_core.kernels.shared.plain_scores import PlainScores
from mastermind_core.kernels.shared.plain_scores import known as known_already
from mastermind_core.kernels.types import MOST_SCORES

with suppress(ImportError):  # where nothing is compiled, the plain kernel does everything
    from mastermind_core.kernels import _native


def new_memory(scores: Any, task: Task, shared: Shared | None = None) -> Any:
    """Return a memory for searches of one game, or None where the kernel has none.

    ``attempt`` takes it as ``known``. Weights and pool must be those of the task; the sets that one
    search has solved are known to the next, which changes its nodes and nothing else. Memories with
    the same ``shared`` bytes have these sets in common, in whatever process they are.
    """
    if not is_fast(scores, task):
        return None
    room = bytes_for_sets(task, table_bytes(scores, task), KEPT)
    if shared is not None:
        with suppress(MemoryError):  # where none is left for what is shared
            return _native.ExactMemory(scores, task, room, shared.mapped)
    return _native.ExactMemory(scores, task, room)


def shared_sets(scores: Any, task: Task, workers: int, path: str | None = None) -> Shared | None:
    """Return the bytes in which so many workers share the sets that they solve, None if nowhere."""
    if not is_fast(scores, task):
        return None
    count = workers * bytes_for_sets(task, table_bytes(scores, task))
    return shared_bytes(count) if path is None else shared_file(path, count)


def attempt(scores: Any, task: Task, report: Report | None = None, known: Any = None) -> Found:
    """See ``plain``; ``known`` is a memory that earlier searches left."""
    over = len(task.candidates) > 0 and known_already(scores, task.candidates)
    if over or isinstance(scores, PlainScores):
        return plain.attempt(scores, task, report)
    task = in_guesses(scores, task)
    table = table_bytes(scores, task)
    refuse_over(task, table)
    if is_fast(scores, task):
        given = scores, task, bytes_for_sets(task, table), partial(_hear, report), known
        return Found(*_native.solve_exactly(*given))
    if scores.n_scores >= MOST_SCORES and task.pool != POOL_LEGAL and task.candidates:
        found = narrow.solve(scores, task, attempt, report)
        if found is not None:
            return found
    warn_if_wide(scores.n_guesses * len(task.candidates), scores.n_scores)
    return plain.attempt(scores, task, report)


def is_fast(scores: Any, task: Task) -> bool:
    """See ``plain``."""
    return (
        not isinstance(scores, PlainScores)
        and isinstance(scores, _native.Scores)
        and scores.n_scores <= _native.EXACT_MOST_SCORES
        and scores.n_secrets <= _native.EXACT_MOST_SECRETS
        and len(task.candidates) > 0
        and all(weight >= 0 for weight in task.weights)
        and max(map(sum, task.stakes or [task.weights])) <= _native.EXACT_MOST_WEIGHT
        and _costs_fit(scores, task)
    )


def table_bytes(scores: Any, task: Task) -> int:
    """Return what the scores of a search take beside those that are there."""
    if isinstance(scores, PlainScores):
        return 0
    if not is_fast(scores, task):
        return int(scores.n_guesses * scores.n_secrets)
    return _native.exact_table_bytes(scores, len(task.candidates))


def certify(
    scores: Any,
    task: Task,
    facts: Sequence[Fact],
    report: Report | None = None,
    sink: LemmaSink | None = None,
) -> Evidence:
    """See ``plain``; what has goals or costs is written down there."""
    if not is_fast(scores, task):
        return plain.certify(scores, task, facts, report, sink)
    if scores.goals or scores.costs:
        return _certify_with(scores, task._replace(nodes=-1, seconds=-1), facts, report, sink)
    table = table_bytes(scores, task)
    refuse_over(task, table)
    made: list[Lemma | Image] = []
    given = scores, task, facts, bytes_for_sets(task, table), report, sink or made.extend
    complete, symmetries = _native.certify_exactly(*given)
    if not complete:
        raise KeyboardInterrupt
    return Evidence(symmetries, made)


def _certify_with(
    scores: Any, whole: Task, facts: Sequence[Fact], report: Report | None, sink: LemmaSink | None
) -> Evidence:
    """Write lemmas down in plain Python, and ask the compiled search what blocks cost."""
    memory = new_memory(scores, whole._replace(symmetries=(), words=Words()))

    def ask(part: Task) -> Found:
        found = attempt(scores, part, None, memory)
        if not found.proven:
            raise KeyboardInterrupt
        return found

    return plain.certify(scores, whole, facts, report, sink, ask)


def _costs_fit(scores: Any, task: Task) -> bool:
    """Return whether no sum of costs runs over."""
    n = len(task.candidates)
    weight = sum(task.weights) if task.weights else n
    return not scores.costs or max(scores.costs) * weight * n <= IMPOSSIBLE // 2


def _hear(report: Report | None, *figures: int) -> None:
    """Hear of a search, and stop it after Ctrl-C."""
    look()
    if report is not None:
        report(*figures)
