"""The compiled exact kernel behind the functions of :mod:`mastermind_core.kernels.exact.plain`.

It does what is large: a table of up to 65535 secrets and 255 scores, or of more scores where no
guess has over 254 answers, or codes that it can tabulate. Everything else goes to the plain one,
with the same values.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any

from mastermind_core.kernels.choose import warn_if_wide
from mastermind_core.kernels.exact import narrow, plain
from mastermind_core.kernels.exact.memory import bytes_for_sets, refuse_over
from mastermind_core.kernels.exact.sharing import Shared, shared_bytes
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
from mastermind_core.kernels.shared.plain_scores import PlainScores, to_array
from mastermind_core.kernels.shared.plain_scores import known as known_already
from mastermind_core.kernels.types import MOST_SCORES, POOL_ALL, POOL_CANDIDATES, FlatTree

_NO_LIMIT = (1 << 64) - 1


def new_memory(scores: Any, task: Task, shared: Shared | None = None) -> Any:
    """Return a memory for searches of one game, or None where the kernel has none.

    ``attempt`` takes it as ``known``. Weights and pool must be those of the task; the sets that one
    search has solved are known to the next, which changes its nodes and nothing else. Memories with
    the same ``shared`` bytes have these sets in common, in whatever process they are.
    """
    if not is_fast(scores, task):
        return None
    from mastermind_core.kernels import _native

    room = bytes_for_sets(task, table_bytes(scores, task))
    if shared is not None:
        with suppress(MemoryError):  # where none is left for what is shared
            return _native.ExactMemory(scores, room, *_names(scores, task), shared.mapped)
    return _native.ExactMemory(scores, room, *_names(scores, task))


def shared_sets(scores: Any, task: Task, workers: int) -> Shared | None:
    """Return the bytes in which so many workers share the sets that they solve, None if nowhere."""
    if not is_fast(scores, task):
        return None
    return shared_bytes(workers * bytes_for_sets(task, table_bytes(scores, task)))


def attempt(scores: Any, task: Task, report: Report | None = None, known: Any = None) -> Found:
    """See ``plain``; ``known`` is a memory that earlier searches left."""
    if isinstance(scores, PlainScores) or _is_over(scores, task):
        return plain.attempt(scores, task, report)
    task = in_guesses(scores, task)
    refuse_over(task, table_bytes(scores, task))
    if _native_can(scores, task):
        return _solve_natively(scores, task, report, known)
    if scores.n_scores >= MOST_SCORES and task.pool != POOL_LEGAL and task.candidates:
        found = narrow.solve(scores, task, attempt, report)
        if found is not None:
            return found
    warn_if_wide(scores.n_guesses * len(task.candidates), scores.n_scores)
    return plain.attempt(scores, task, report)


def _is_over(scores: Any, task: Task) -> bool:
    return len(task.candidates) > 0 and known_already(scores, task.candidates)


def is_fast(scores: Any, task: Task) -> bool:
    """See ``plain``."""
    return not isinstance(scores, PlainScores) and _native_can(scores, task)


def table_bytes(scores: Any, task: Task) -> int:
    """Return what the scores of a search take beside those that are there."""
    if isinstance(scores, PlainScores):
        return 0
    if not _native_can(scores, task):
        return int(scores.n_guesses * scores.n_secrets)
    from mastermind_core.kernels import _native

    return _native.exact_table_bytes(scores, len(task.candidates))


def certify(
    scores: Any,
    task: Task,
    facts: Sequence[Fact],
    report: Report | None = None,
    sink: LemmaSink | None = None,
) -> Evidence:
    """See ``plain``; what has goals or costs is written down there."""
    if is_fast(scores, task) and not (scores.goals or scores.costs):
        refuse_over(task, table_bytes(scores, task))
        return _certify_natively(scores, task, facts, report, sink)
    if not is_fast(scores, task):
        return plain.certify(scores, task, facts, report, sink)
    whole = task._replace(nodes=-1, seconds=-1)
    memory = new_memory(scores, whole._replace(symmetries=(), words=Words()))

    def ask(part: Task) -> Found:
        found = attempt(scores, part, None, memory)
        if not found.proven:
            raise KeyboardInterrupt
        return found

    return plain.certify(scores, whole, facts, report, sink, ask)


def _native_can(scores: Any, task: Task) -> bool:
    from mastermind_core.kernels import _native

    return (
        isinstance(scores, _native.Scores)
        and scores.n_scores <= _native.EXACT_MOST_SCORES
        and scores.n_secrets <= _native.EXACT_MOST_SECRETS
        and len(task.candidates) > 0
        and all(weight >= 0 for weight in task.weights)
        and max(map(sum, task.stakes or [task.weights])) <= _native.EXACT_MOST_WEIGHT
        and _costs_fit(scores, task)
    )


def _costs_fit(scores: Any, task: Task) -> bool:
    """Return whether no sum of costs runs over."""
    n = len(task.candidates)
    weight = sum(task.weights) if task.weights else n
    return not scores.costs or max(scores.costs) * weight * n <= IMPOSSIBLE // 2


def _solve_natively(scores: Any, task: Task, report: Report | None, known: Any = None) -> Found:
    from mastermind_core.kernels import _native

    tree, total, worst, lower_bound, proven, nodes, left, interrupted = _native.solve_exactly(
        *_asked(scores, task),
        _legality(task, scores.n_guesses) if task.pool == POOL_LEGAL else None,
        _NO_LIMIT if task.nodes < 0 else int(task.nodes),
        -1.0 if task.seconds < 0 else float(task.seconds),
        bytes_for_sets(task, table_bytes(scores, task)),
        array("I", task.asked),
        array("I", task.first),
        IMPOSSIBLE if task.max_cost < 0 else min(task.max_cost, IMPOSSIBLE),
        task.below,
        task.evenly,
        task.least_steps,
        array("Q", task.prices),
        array("I", task.tuning),
        min(task.threads, _native.EXACT_MOST_THREADS),
        partial(_hear, report),
        known,
    )
    return Found(_flat(tree), total, worst, lower_bound, proven, nodes, tuple(left), interrupted)


def _hear(report: Report | None, *figures: int) -> None:
    """Hear of a search, and stop it after Ctrl-C."""
    look()
    if report is not None:
        report(*figures)


def _certify_natively(
    scores: Any, task: Task, facts: Sequence[Fact], report: Report | None, sink: LemmaSink | None
) -> Evidence:
    from mastermind_core.kernels import _native

    made: list[Lemma | Image] = []

    def take(*arrays: bytes) -> None:
        lemmas = _lemmas(arrays)
        if sink is None:
            made.extend(lemmas)
        else:
            sink(lemmas)

    complete, *moved = _native.certify_exactly(
        *_asked(scores, task),
        array("q", [number for fact in facts for number in fact[:2]]),
        array("Q", task.prices),
        bytes_for_sets(task, table_bytes(scores, task)),
        report,
        take,
    )
    if not complete:
        raise KeyboardInterrupt
    guesses, secrets = (to_array("I", items) for items in moved)
    n, m = scores.n_guesses, scores.n_secrets
    symmetries = [
        (guesses[at * n : (at + 1) * n], secrets[at * m : (at + 1) * m])
        for at in range(len(guesses) // n)
    ]
    return Evidence(symmetries, made)


def _lemmas(arrays: tuple[bytes, ...]) -> list[Lemma | Image]:
    """Return the lemmas that a native search sends together."""
    sets, set_begin, steps, least, alike, alike_begin, image_of, made = (
        to_array(code, items) for code, items in zip("IQiqIQqI", arrays, strict=True)
    )

    def item(at: int) -> Lemma | Image:
        symmetries = tuple(alike[alike_begin[at] : alike_begin[at + 1]])
        if image_of[at] >= 0:
            return Image(image_of[at], symmetries)
        secrets = sets[set_begin[at] : set_begin[at + 1]]
        return Lemma(secrets, steps[at], least[at], symmetries, made=made[at])

    return list(map(item, range(len(steps))))


def _asked(
    scores: Any, task: Task
) -> tuple[
    Any, array[int], int, int, int, array[int], list[tuple[array[int], ...]], int, bytes, bytes
]:
    """Return what every native function of the exact search takes first."""
    return (
        scores,
        task.candidates,
        task.objective.code,
        _pool(scores, task),
        _steps(task),
        array("Q", chain(*task.stakes) if task.stakes else task.weights),
        *_names(scores, task),
    )


def _names(scores: Any, task: Task) -> tuple[list[tuple[array[int], ...]], int, bytes, bytes]:
    """Return symmetries, and secrets and guesses as words of so many letters."""
    symmetries = [
        tuple(array("I", moved) for moved in symmetry)
        for symmetry in (*task.symmetries, *task.even_symmetries)
    ]
    return symmetries, len(task.words.secrets) // scores.n_secrets, *task.words


def _pool(scores: Any, task: Task) -> int:
    """Return the pool: where nothing ends a game but what is known, every guess is a candidate."""
    everything = task.pool == POOL_CANDIDATES and scores.goals and not any(scores.final)
    return POOL_ALL if everything else task.pool


def _steps(task: Task) -> int:
    most = len(task.candidates)
    return most if task.max_steps < 0 else min(task.max_steps, most)


def _legality(task: Task, n_guesses: int) -> Any:
    """Return what is legal as the native search reads it: hints, or masks as they are asked for."""
    from mastermind_core.kernels import _native

    if (packed := getattr(task.legal, "packed_hints", None)) is not None:
        return _native.WordHints(*packed)
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
