"""How a budget of time is spent: a proof first, then a greedy tree, then better trees.

A proof gets most of the time where it is likely to end in it. What is left makes the tree better:
where the worst case comes first by flatter trees, then by passes that lessen the total.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from mastermind_core.exact.anytime.bounds import raised
from mastermind_core.exact.anytime.fallback import (
    better_of,
    greedy_trees,
    or_greedy,
    size_bound,
)
from mastermind_core.exact.anytime.flattener import Flattener
from mastermind_core.exact.anytime.improver import Improver
from mastermind_core.exact.anytime.sets import Sets, Settings, Solve
from mastermind_core.exact.deadline import Deadline, TimeIsUpError
from mastermind_core.kernels.choose import exact_kernel, greedy_kernel
from mastermind_core.kernels.exact.floors import floors
from mastermind_core.kernels.exact.memory import memory_of
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    MEAN,
    NO_LIMIT,
    POOL_LEGAL,
    WORST,
    Found,
    Report,
    Task,
    in_guesses,
)
from mastermind_core.kernels.shared.flat_trees import measured, no_nodes
from mastermind_core.kernels.shared.plain_scores import known
from mastermind_core.kernels.types import MOST_SCORES, FlatTree

#: Pairs of guess and candidate over which a proof within a budget is unlikely, and the share of the
#: time that goes into a proof up to there and beyond. The rest makes the tree better.
_HOPEFUL = 1 << 26
_SHARES = 0.7, 0.1

#: Pairs over which the time of a proof is wasted, and its memory, where it is not an hour at least:
#: half as many where no symmetry helps.
_HOPELESS, _HOUR = 1 << 28, 3600

#: Bytes of scores that are filled in a second, at least.
_FILLED = 1 << 28

#: The share of the time for a tree with a lesser worst case, where its total counts next.
_FOR_WORST = 0.5

#: The share of the time for greedy trees before a search, where bounds may prove one of them, and
#: the share after which no further one is grown where passes make better ones.
_FOR_GREEDY, _MOST_GREEDY = 0.3, 0.05

#: The share of the time for a better bound, and the secrets from which it is worth that.
_FOR_BOUND, _BOUNDED = 0.3, 1000

#: Sets that are small enough to be searched in plain Python, and by how much; and those of goals.
_IN_PYTHON = Settings(small=6, nodes=30)
_OF_GOALS = Settings(small=64)

#: Answers to a guess in games of questions and names.
_FEW_ANSWERS = 3

#: Seconds that a first tree may take after Ctrl-C, and when the time is up.
_PATIENCE, _GRACE = 0.5, 0.05


def solve(
    scores: Any, task: Task, report: Report | None = None, before: Found | None = None
) -> Found:
    """Search for the best tree of an objective; stopped early, return the best that was found.

    ``seconds`` is kept for all of it. Where memory does not allow a search, a budget of time still
    gets a tree. What a search of the same task found ``before`` is where this one begins.
    """
    if task.candidates and known(scores, task.candidates):
        return Found(no_nodes(), 0, 0, 0, proven=True, nodes=0)
    task = in_guesses(scores, task)
    found = Found(None, IMPOSSIBLE, 0, size_bound(scores, task), proven=False, nodes=0)
    if before is not None and before.tree is not None:
        bound = max(found.lower_bound, before.lower_bound)
        found = better_of(scores, task, found._replace(lower_bound=bound), before.tree)
    try:
        for better in _better_and_better(scores, task, found, report):
            found = better
            if found.interrupted:
                break
    except KeyboardInterrupt:
        found = found._replace(interrupted=True)
    if found.interrupted and not found.proven:  # the caller waits
        return or_greedy(scores, task, found, Deadline(_PATIENCE))
    return found


def _better_and_better(
    scores: Any, task: Task, found: Found, report: Report | None
) -> Iterator[Found]:
    """Yield what is found, each no worse than the one before, until it is proven or time is up."""
    deadline, goes_on = Deadline(task.seconds), found.tree is not None
    if _may_pay(scores, task):
        for better in _at_once(scores, task, found, deadline):
            found = better
            yield found
        if found.proven:
            return
    if proof_pays(scores, task):
        posed = task._replace(seconds=deadline.part(_share(scores, task)))
        proof = exact_kernel().attempt(scores, posed, report)
        if not proof.proven:
            proof = proof._replace(lower_bound=max(proof.lower_bound, found.lower_bound))
            if found.tree is not None:
                proof = better_of(scores, task, proof, found.tree)
        found = proof
        yield found
    if found.proven:
        return
    if not goes_on:
        late = task.seconds >= 0 and found.tree is None
        grace = Deadline(deadline.left + _GRACE) if late else deadline
        for better in _trees(scores, task, found, grace, deadline):
            found = better
            yield found
    nodes_are_spent = 0 <= task.nodes < found.nodes
    if not nodes_are_spent:
        if _bound_pays(scores, task, found, _FOR_BOUND * deadline.left):
            part = Deadline(deadline.part(_FOR_BOUND))
            for better in raised(scores, task, found, part, report):
                found = better
                yield found
        yield from _improved(scores, task, found, deadline, goes_on=goes_on)


def _trees(
    scores: Any, task: Task, found: Found, grace: Deadline, deadline: Deadline
) -> Iterator[Found]:
    """Yield greedy trees; where they are slow to make, what is short enough is looked for first."""
    large = scores.n_guesses * len(task.candidates) > _HOPEFUL
    slow = large and not task.symmetries
    if slow:
        for better in _short_enough(scores, task, found, deadline):
            found = better
            yield found
    passes = large and task.objective == MEAN and task.seconds >= 0 and _can_improve(scores, task)
    enough = Deadline(deadline.part(_MOST_GREEDY))
    for grown, better in enumerate(greedy_trees(scores, task, found, grace)):
        found = better
        yield found
        if passes and grown and enough.over:
            break
    if not slow:
        yield from _short_enough(scores, task, found, deadline)


def _short_enough(scores: Any, task: Task, found: Found, deadline: Deadline) -> Iterator[Found]:
    """Spend some of the time on a tree that is short enough, where greedy ones may not be."""
    unlimited = task.max_steps < 0 or task.seconds < 0
    if found.tree is not None or unlimited or deadline.over or not _can_improve(scores, task):
        return
    part, search = Deadline(deadline.part(_FOR_WORST)), _search_with_memory(scores, task)
    for tree in _flatter(scores, task, found, search, part):
        yield better_of(scores, task, found, tree)
        return


def _may_pay(scores: Any, task: Task) -> bool:
    """Say whether bounds by what each guess can do are worth a look.

    Where all secrets count the same they add something only if no guess does all best, which in
    games of many answers one mostly does.
    """
    asked_for_part = task.below < IMPOSSIBLE or task.least_steps > 1
    if task.pool == POOL_LEGAL or not task.candidates or asked_for_part or task.by_depth:
        return False
    if task.weights or scores.costs or scores.goals or scores.n_scores > MOST_SCORES:
        return True
    some = range(0, scores.n_guesses, max(1, scores.n_guesses // 16))
    row = greedy_kernel().row
    return all(len(set(row(scores, guess))) <= _FEW_ANSWERS for guess in some)


def _at_once(scores: Any, task: Task, found: Found, deadline: Deadline) -> Iterator[Found]:
    """Yield bounds that need no search, and greedy trees until one of them meets them."""
    with suppress(TimeIsUpError):
        own = floors(scores, task, deadline.check)
        if own is None:
            return
        least = own.worst if task.objective.by_worst else own.total
        found = found._replace(lower_bound=max(found.lower_bound, least))
        yield found
        yield from greedy_trees(scores, task, found, Deadline(deadline.part(_FOR_GREEDY)))


def proof_pays(scores: Any, task: Task) -> bool:
    """Say whether a proof may be worth its part of the time."""
    part = _share(scores, task) * task.seconds
    return task.seconds < 0 or _worth_a_table(scores, task, part)


def _share(scores: Any, task: Task) -> float:
    if task.pool == POOL_LEGAL:  # nothing else finds a tree
        return 1.0
    return _SHARES[scores.n_guesses * len(task.candidates) > _HOPEFUL]


def _worth_a_table(scores: Any, task: Task, seconds: float) -> bool:
    """Say whether a proof may be worth the scores of its search."""
    pairs = scores.n_guesses * len(task.candidates)
    hopeless = pairs > (_HOPELESS if task.symmetries else _HOPELESS // 2) and task.seconds < _HOUR
    return (not hopeless or task.pool == POOL_LEGAL) and _fits(scores, task, seconds)


def _fits(scores: Any, task: Task, seconds: float) -> bool:
    """Say whether the scores of a search fit in its memory, and are there in so many seconds."""
    size = exact_kernel().table_bytes(scores, task)
    small = size < _FILLED // 10
    return size <= memory_of(task) and (small or seconds > size / _FILLED)


def _bound_pays(scores: Any, task: Task, found: Found, seconds: float) -> bool:
    """Say whether a bound of the total can be raised, and there is time for it."""
    return (
        found.tree is not None
        and not (found.proven or found.interrupted or task.objective.by_worst)
        and (task.below, task.nodes) == (IMPOSSIBLE, NO_LIMIT)
        and len(task.candidates) >= _BOUNDED
        and exact_kernel().is_fast(scores, task)
        and _fits(scores, task, seconds)
    )


def _improved(
    scores: Any, task: Task, found: Found, deadline: Deadline, *, goes_on: bool
) -> Iterator[Found]:
    """Spend what is left of the time on a better tree, from the tree of the search before on."""
    if found.proven or task.seconds < 0 or deadline.over or not _can_improve(scores, task):
        return
    asked, search = task, _search_with_memory(scores, task)
    settings = _OF_GOALS if scores.goals else Settings()
    if not exact_kernel().is_fast(scores, _few(task)):
        settings = _IN_PYTHON
    if task.objective.by_worst:
        part = Deadline(deadline.part(1.0 if task.objective == WORST else _FOR_WORST))
        for flatter in _flatter(scores, task, found, search, part):
            found = better_of(scores, task, found, flatter)
            yield found
        if task.objective == WORST or found.tree is None:
            return
        task = task._replace(objective=MEAN, max_steps=found.worst)
    own, flattener = greedy_kernel(), None
    if task.max_steps >= 0:
        posed = task._replace(objective=WORST)
        flattener = Flattener(partial(Sets, own, scores, posed, deadline, settings), search)
    improver = Improver(Sets(own, scores, task, deadline, settings), search, flattener)
    # A greedy tree is no beginning: its sets are ranked otherwise where nothing has to be short.
    if found.tree is not None and (goes_on or task.max_steps >= 0):
        improver.begin(found.tree)
    stopped = False
    try:
        improver.passes()
    except KeyboardInterrupt:  # what is there by now is kept
        stopped = True
    tree = improver.tree()
    if tree is not None:
        found = better_of(scores, asked, found, tree)
    yield found._replace(interrupted=stopped)


def _can_improve(scores: Any, task: Task) -> bool:
    """Say whether a tree can be put together from its parts.

    It cannot where the way to a set counts, by what is legal or by how many guesses it has, nor
    where costs limit it or come first.
    """
    limited = task.objective.by_worst or (task.max_steps, task.max_cost) != (NO_LIMIT, NO_LIMIT)
    free = not task.by_depth and not (scores.costs and limited)
    return task.pool != POOL_LEGAL and len(task.candidates) > 0 and free


def _few(task: Task) -> Task:
    """Return a task about as many candidates as are searched at once."""
    return task._replace(candidates=task.candidates[: Settings().small])


def _search_with_memory(scores: Any, task: Task) -> Solve:
    """Return the search of the kernel, with one memory for all the sets it is asked about."""
    kernel, few = exact_kernel(), _few(task)
    fits = kernel.table_bytes(scores, few) <= memory_of(task)
    known_sets = kernel.new_memory(scores, few) if fits else None
    return lambda scores, task: kernel.attempt(scores, task, None, known_sets)


def _flatter(
    scores: Any, task: Task, found: Found, search: Solve, deadline: Deadline
) -> Iterator[FlatTree]:
    """Yield trees of lesser worst cases."""
    own = greedy_kernel()
    posed = task._replace(objective=WORST)
    flattener = Flattener(partial(Sets, own, scores, posed, deadline), search)
    steps = task.max_steps if found.tree is None else found.worst - 1
    least = found.lower_bound if task.objective.by_worst else 1
    while steps >= max(least, 1):
        tree = flattener.within(steps)
        if tree is None:
            return
        yield tree
        steps = measured(own, scores, task.candidates, task.weights, tree)[1] - 1
