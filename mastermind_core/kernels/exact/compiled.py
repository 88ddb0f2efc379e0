"""Exact search on whichever kernel runs.

The native one does what is large: a table of up to 65535 secrets and 255 scores, or of more scores
where no guess has over 254 answers, or codes that it can tabulate. Everything else goes to the
reference, with the same values.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from mastermind_core.kernels.choose import MOST_SCORES, greedy_kernel, warn_if_wide
from mastermind_core.kernels.exact import narrow, plain, plain_certify
from mastermind_core.kernels.exact.anytime import Improver, Settings, Solve, can_improve
from mastermind_core.kernels.exact.budget import (
    Deadline,
    bytes_for_sets,
    memory_of,
    refuse_over,
)
from mastermind_core.kernels.exact.fallback import better_of, or_greedy, size_bound
from mastermind_core.kernels.exact.flatten import Flattener
from mastermind_core.kernels.exact.floors import floors
from mastermind_core.kernels.exact.plain_certify import Evidence, Lemma, LemmaSink
from mastermind_core.kernels.exact.sharing import Shared, shared_bytes
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    MEAN,
    NO_LIMIT,
    POOL_LEGAL,
    WORST,
    Found,
    Report,
    Task,
)
from mastermind_core.kernels.shared.flat_trees import measured, no_nodes
from mastermind_core.kernels.shared.plain_scores import PlainScores, as_plain, to_array
from mastermind_core.kernels.shared.plain_scores import known as known_already
from mastermind_core.kernels.types import FlatTree

_NO_LIMIT = (1 << 64) - 1

#: Pairs of guess and candidate over which a proof within a budget is unlikely, and the share of the
#: time that goes into a proof up to there and beyond. The rest makes the tree better.
_HOPEFUL = 1 << 26
_SHARES = 0.7, 0.1

#: Pairs over which the time of a proof is wasted, and its memory, where it is not an hour at least.
_HOPELESS, _HOUR = 1 << 28, 3600

#: Bytes of scores that are filled in a second, at least.
_FILLED = 1 << 28

#: The share of the time for a tree with a lesser worst case, where its total counts next.
_FOR_WORST = 0.5

#: The share of the time for greedy trees before a search, where bounds may prove one of them.
_FOR_GREEDY = 0.3

#: Sets that are small enough to be searched in plain Python, and by how much.
_IN_PYTHON = Settings(small=6, nodes=30)

#: Answers to a guess in games of questions and names.
_FEW_ANSWERS = 3

#: Seconds that a first tree may take after Ctrl-C, and when the time is up.
_PATIENCE, _GRACE = 0.5, 0.05


def solve(scores: Any, task: Task, report: Report | None = None) -> Found:
    """Search for the best tree of an objective; stopped early, return the best that was found.

    ``seconds`` is kept for all of it. Where memory does not allow a search, a budget of time still
    gets a tree.
    """
    if task.candidates and known_already(scores, task.candidates):
        return Found(no_nodes(), 0, 0, 0, proven=True, nodes=0)
    if task.max_cost != NO_LIMIT and not scores.costs:  # then each guess costs 1
        steps = task.max_cost if task.max_steps < 0 else min(task.max_steps, task.max_cost)
        task = task._replace(max_steps=steps, max_cost=NO_LIMIT)
    deadline = Deadline(task.seconds)
    at_once = _at_once(scores, task, deadline) if _may_pay(scores, task) else None
    if at_once is not None and at_once.proven:
        return at_once
    share = _SHARES[scores.n_guesses * len(task.candidates) > _HOPEFUL]
    if task.seconds >= 0 and not _worth_a_table(scores, task, share * task.seconds):
        found = Found(None, IMPOSSIBLE, 0, 0, proven=False, nodes=0)
    else:
        found = attempt(scores, task._replace(seconds=deadline.part(share)), report)
    if found.proven:
        return found
    bound = size_bound(scores, task) if at_once is None else at_once.lower_bound
    found = found._replace(lower_bound=max(found.lower_bound, bound))
    if at_once is not None and at_once.tree is not None:
        found = better_of(scores, task, found, at_once.tree)
    if found.interrupted:  # the caller waits
        return or_greedy(scores, task, found, Deadline(_PATIENCE))
    late = task.seconds >= 0 and found.tree is None
    grace = Deadline(deadline.left + _GRACE) if late else deadline
    found = or_greedy(scores, task, found, grace)
    nodes_are_spent = 0 <= task.nodes < found.nodes
    return found if nodes_are_spent else _improved(scores, task, found, deadline)


def _may_pay(scores: Any, task: Task) -> bool:
    """Say whether bounds by what each guess can do are worth a look.

    Where all secrets count the same they add something only if no guess does all best, which in
    games of many answers one mostly does.
    """
    asked_for_part = task.below < IMPOSSIBLE or task.least_steps > 1
    if task.pool == POOL_LEGAL or not task.candidates or asked_for_part:
        return False
    if task.weights or scores.costs or scores.goals:
        return True
    some = range(0, scores.n_guesses, max(1, scores.n_guesses // 16))
    row = greedy_kernel().row
    return all(len(set(row(scores, guess))) <= _FEW_ANSWERS for guess in some)


def _at_once(scores: Any, task: Task, deadline: Deadline) -> Found:
    """Return bounds that need no search, and greedy trees until one of them meets them."""
    found = Found(None, IMPOSSIBLE, 0, size_bound(scores, task), proven=False, nodes=0)
    own = floors(scores, task)
    if own is None:
        return found
    least = own.worst if task.objective.by_worst else own.total
    found = found._replace(lower_bound=max(found.lower_bound, least))
    return or_greedy(scores, task, found, Deadline(deadline.part(_FOR_GREEDY)))


def _worth_a_table(scores: Any, task: Task, seconds: float) -> bool:
    """Say whether the scores of a search fit in its memory, and are there in so many seconds."""
    pairs = scores.n_guesses * len(task.candidates)
    if pairs > _HOPELESS and task.seconds < _HOUR:
        return False
    size = table_bytes(scores, task)
    small = size < _FILLED // 10
    return size <= memory_of(task) and (small or seconds > size / _FILLED)


def new_memory(scores: Any, task: Task, shared: Shared | None = None) -> Any:
    """Return a memory for searches of one game, or None where the kernel has none.

    ``attempt`` takes it as ``known``. Weights and pool must be those of the task; the sets that one
    search has solved are known to the next, which changes its nodes and nothing else. Memories with
    the same ``shared`` bytes have these sets in common, in whatever process they are.
    """
    if isinstance(scores, PlainScores) or not _native_can(scores, task):
        return None
    from mastermind_core.kernels import _native

    room = bytes_for_sets(task, table_bytes(scores, task))
    if shared is not None:
        with suppress(MemoryError):  # where none is left for what is shared
            return _native.ExactMemory(scores, room, *_names(scores, task), shared.mapped)
    return _native.ExactMemory(scores, room, *_names(scores, task))


def shared_sets(scores: Any, task: Task, workers: int) -> Shared | None:
    """Return the bytes in which so many workers share the sets that they solve, None if nowhere."""
    if isinstance(scores, PlainScores) or not _native_can(scores, task):
        return None
    return shared_bytes(workers * bytes_for_sets(task, table_bytes(scores, task)))


def attempt(scores: Any, task: Task, report: Report | None = None, known: Any = None) -> Found:
    """Search for the best tree of an objective; stopped early, return what there is."""
    if isinstance(scores, PlainScores):
        return plain.solve(scores, task, report)
    refuse_over(task, table_bytes(scores, task))
    if _native_can(scores, task):
        return _solve_natively(scores, task, report, known)
    if scores.n_scores > MOST_SCORES and task.pool != POOL_LEGAL and task.candidates:
        found = narrow.solve(scores, task, attempt, report)
        if found is not None:
            return found
    warn_if_wide(scores.n_guesses * len(task.candidates), scores.n_scores)
    return plain.solve(as_plain(scores), task, report)


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
    total: int,
    worst: int,
    report: Report | None = None,
    sink: LemmaSink | None = None,
) -> Evidence:
    """Write down why no strategy does better than what a search has proven.

    A ``sink`` is given the lemmas, some at a time as they are made; then they are not returned.
    """
    if not isinstance(scores, PlainScores) and _native_can(scores, task):
        refuse_over(task, table_bytes(scores, task))
        return _certify_natively(scores, task, total, worst, report, sink)
    evidence = plain_certify.certify(as_plain(scores), task, total, worst, report)
    if sink is None:
        return evidence
    sink(evidence.lemmas)
    return evidence._replace(lemmas=[])


def _improved(scores: Any, task: Task, found: Found, deadline: Deadline) -> Found:
    """Spend what is left of the time on a better tree."""
    asked = task
    if found.proven or task.seconds < 0 or deadline.over or not can_improve(scores, task):
        return found
    few = task._replace(candidates=task.candidates[: Settings().small])
    known = new_memory(scores, few) if table_bytes(scores, few) <= memory_of(task) else None
    search = partial(attempt, known=known)
    improver = None
    with suppress(KeyboardInterrupt):
        if task.objective.by_worst and scores.costs:
            return found
        if task.objective.by_worst:
            for flatter in _flatter(scores, task, found, search, deadline):
                found = better_of(scores, task, found, flatter)
            if task.objective == WORST or found.tree is None:
                return found
            task = task._replace(objective=MEAN, max_steps=found.worst)
        settings = None if _native_can(scores, few) else _IN_PYTHON
        improver = Improver(greedy_kernel(), scores, task, search, deadline, settings)
        improver.passes()
    tree = None if improver is None else improver.tree()
    return found if tree is None else better_of(scores, asked, found, tree)


def _flatter(
    scores: Any, task: Task, found: Found, search: Solve, deadline: Deadline
) -> Iterator[FlatTree]:
    """Spend some of the time on trees of lesser worst cases, all if nothing else counts."""
    own = greedy_kernel()
    part = Deadline(deadline.part(1.0 if task.objective == WORST else _FOR_WORST))
    flattener = Flattener(own, scores, task, search, part)
    steps = task.max_steps if found.tree is None else found.worst - 1
    while steps >= max(found.lower_bound, 1):
        tree = flattener.within(steps)
        if tree is None:
            return
        yield tree
        steps = measured(own, scores, task.candidates, task.weights, tree)[1] - 1


def _native_can(scores: Any, task: Task) -> bool:
    from mastermind_core.kernels import _native

    return (
        isinstance(scores, _native.Scores)
        and not scores.goals
        and not scores.costs
        and scores.n_scores <= _native.EXACT_MOST_SCORES
        and scores.n_secrets <= _native.EXACT_MOST_SECRETS
        and len(task.candidates) > 0
        and all(weight >= 0 for weight in task.weights)
        and sum(task.weights) <= _native.EXACT_MOST_WEIGHT
    )


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
        task.below,
        task.least_steps,
        array("I", task.tuning),
        min(task.threads, _native.EXACT_MOST_THREADS),
        report,
        known,
    )
    return Found(_flat(tree), total, worst, lower_bound, proven, nodes, tuple(left), interrupted)


def _certify_natively(
    scores: Any, task: Task, total: int, worst: int, report: Report | None, sink: LemmaSink | None
) -> Evidence:
    from mastermind_core.kernels import _native

    made: list[Lemma] = []

    def take(*arrays: bytes) -> None:
        lemmas = _lemmas(arrays)
        if sink is None:
            made.extend(lemmas)
        else:
            sink(lemmas)

    complete, *moved = _native.certify_exactly(
        *_asked(scores, task),
        total,
        worst,
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


def _lemmas(arrays: tuple[bytes, ...]) -> list[Lemma]:
    """Return the lemmas that a native search sends together."""
    sets, set_begin, steps, least, alike, alike_begin = (
        to_array(code, items) for code, items in zip("IQiqIQ", arrays, strict=True)
    )
    return [
        Lemma(
            sets[set_begin[at] : set_begin[at + 1]],
            steps[at],
            least[at],
            tuple(alike[alike_begin[at] : alike_begin[at + 1]]),
        )
        for at in range(len(steps))
    ]


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
        task.pool,
        _steps(task),
        array("Q", task.weights),
        *_names(scores, task),
    )


def _names(scores: Any, task: Task) -> tuple[list[tuple[array[int], ...]], int, bytes, bytes]:
    """Return symmetries, and secrets and guesses as words of so many letters."""
    symmetries = [tuple(array("I", moved) for moved in symmetry) for symmetry in task.symmetries]
    return symmetries, len(task.words.secrets) // scores.n_secrets, *task.words


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
