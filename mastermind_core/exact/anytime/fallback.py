"""Greedy trees, where a search found none or a worse one, and the bound that needs no search."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from typing import Any

from mastermind_core.exact.deadline import Deadline, Patience, TimeIsUpError
from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.kernels.exact.bounds import capacity, filled
from mastermind_core.kernels.exact.task import IMPOSSIBLE, MEAN, POOL_LEGAL, WORST, Found, Task
from mastermind_core.kernels.shared.flat_trees import depth, joined, measured
from mastermind_core.kernels.shared.plain_scores import over
from mastermind_core.kernels.types import POOL_CANDIDATES, Criterion, FlatTree, Quadratic

#: Seconds of the processor, and on the wall, that the first of all trees may take.
_AT_ONCE = 0.1, 1.0


def greedy_trees(scores: Any, task: Task, found: Found, deadline: Deadline) -> Iterator[Found]:
    """Yield the best of what was found and some greedy trees, one by one, the quickest first.

    Where nothing was found the first of them takes whatever guess may win. There are none in a
    pool of legal guesses.
    """
    if not task.candidates or task.pool == POOL_LEGAL:
        return
    with suppress(TimeIsUpError):
        if found.tree is None:
            found = _or_first(scores, task, found)
            yield found
        for criterion in greedy_criteria(scores, task):
            if found.proven:
                return
            deadline.check()
            tree = _greedy(greedy_kernel(), scores, task, criterion, deadline)
            if tree is not None:
                found = better_of(scores, task, found, tree)
                yield found


def or_greedy(scores: Any, task: Task, found: Found, deadline: Deadline) -> Found:
    """Return the best of what was found and some greedy trees."""
    for better in greedy_trees(scores, task, found, deadline):
        found = better
    return found


def greedy_criteria(scores: Any, task: Task) -> Iterator[Criterion]:
    """Yield what greedy strategies choose by: by weight and price first, and then by number.

    They are the rules of all strategies that are known by a name and look one guess ahead.
    """
    order = range(scores.n_guesses)
    n = len(task.candidates)
    kinds: Iterable[tuple[str, Quadratic]] = (
        ("power", Quadratic(0, 0, 0)),
        ("naming", Quadratic(0, 0, 0)),
        ("ranks", Quadratic(0, 0, 0)),
        ("pairs", Quadratic(0, 0, 1)),
        ("sum", Quadratic(-1, 0, 0)),
        ("sum", Quadratic(0, 0, 1)),
        ("max", Quadratic(0, 1, 0)),
        ("max", Quadratic(0, -1, 0)),
    )
    # Mostly the best where classes must be known, and there may be time for one tree.
    kinds = sorted(kinds, key=lambda kind: scores.shares_goals and kind[0] != "pairs")
    plain_too = bool(task.weights or scores.costs or scores.shares_goals)
    rules = (True, False) if plain_too else (True,)
    for pool, weighed in product(sorted({task.pool, POOL_CANDIDATES}), rules):
        weights = task.weights if weighed else ()
        for combine, costs in kinds:
            table = costs if weights else (0, *map(costs.of, range(1, n + 1)))
            yield Criterion(combine, table, order, pool, 1, weights, weighed)
    if task.pool != POOL_CANDIDATES:
        yield Criterion("max", range(n + 1), order, task.pool, 2, (), aims=False)


def _or_first(scores: Any, task: Task, found: Found) -> Found:
    """Return what was found, or the tree that takes the first guess that may win."""
    costs = array("q", [0]) * (len(task.candidates) + 1)
    criterion = Criterion("sum", costs, range(scores.n_guesses), POOL_CANDIDATES)
    alone = task._replace(symmetries=())
    with suppress(TimeIsUpError):
        tree = _greedy(greedy_kernel(), scores, alone, criterion, Patience(*_AT_ONCE))
        if tree is not None:
            return better_of(scores, task, found, tree)
    return found


def better_of(scores: Any, task: Task, found: Found, tree: FlatTree) -> Found:
    """Return what was found with a tree if it is better; a bound that it meets is a proof."""
    total, worst = measured(
        greedy_kernel(), scores, task.candidates, task.weights, tree, task.prices, task.stakes
    )
    better = _ranked(task, total, worst) < _ranked(task, found.total, found.worst)
    steps = depth(tree) if scores.costs else worst
    fits = not 0 <= task.max_steps < steps and not 0 <= task.max_cost < worst
    if (found.tree is None or better) and fits:
        found = found._replace(tree=tree, total=total, worst=worst)
    met = {MEAN: found.total, WORST: found.worst}.get(task.objective, IMPOSSIBLE)
    return found._replace(proven=found.tree is not None and met == found.lower_bound)


def _greedy(
    own: Any, scores: Any, task: Task, criterion: Criterion, deadline: Deadline | Patience
) -> FlatTree | None:
    """Return a greedy tree, behind the first guess that a task names if it names some."""
    if not task.first:
        tree = own.greedy_tree(
            scores, task.candidates, criterion, symmetry=task.symmetries, progress=deadline.check
        )
        return tree if tree.stuck < 0 else None
    blocks = own.split(scores, task.first[0], task.candidates)
    tells = len(blocks) > 1 or over(scores, *blocks[0])
    may_win = any(scores.final[score] for score, _ in blocks)
    if not tells or (task.pool == POOL_CANDIDATES and not may_win):
        return None
    below = []
    for score, block in blocks:
        deadline.check()
        tree = None
        if not over(scores, score, block):
            tree = own.greedy_tree(scores, block, criterion, progress=deadline.check)
        if tree is not None and tree.stuck >= 0:
            return None
        below.append((score, len(block), tree))
    return joined(task.first[0], below)


def _ranked(task: Task, total: int, worst: int) -> tuple[int, int]:
    return (worst, total) if task.objective.by_worst else (total, worst)


def size_bound(scores: Any, task: Task) -> int:
    """Return the bound that needs no search: how many secrets so many guesses can end.

    Of a game of codes it is known that a guess ends one; of any other, that a secret takes a guess.
    """
    n, blocks = len(task.candidates), scores.n_scores - 1
    if scores.goals or scores.costs or task.by_depth:
        return 0
    if task.objective.by_worst:
        room = partial(capacity, ended=1 if scores.ends_one else n, blocks=blocks)
        return next(k for k in range(n + 1) if room(k) >= n)
    if scores.ends_one and not task.weights:
        return filled(n, 1, blocks)
    return sum(task.weights[c] for c in task.candidates) if task.weights else n
