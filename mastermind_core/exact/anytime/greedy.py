"""The greedy trees of a game: the result of a search is at least as good as all of them.

This module alone ensures it, however the search was stopped: the trees are grown once, with the
best and fastest rules first, and compared by all criteria of the search.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice, product
from typing import Any

from mastermind_core.exact.deadline import Deadline, Overtime, Patience, TimeIsUpError
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact.bounds import filled
from mastermind_core.kernels.exact.cost import Reach
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    MEAN,
    NO_LIMIT,
    POOL_LEGAL,
    WORST,
    Found,
    Task,
)
from mastermind_core.kernels.shared.bits import places_of
from mastermind_core.kernels.shared.deep import deep_enough
from mastermind_core.kernels.shared.flat_trees import joined, lengths_of, measured, paths_of, summed
from mastermind_core.kernels.shared.plain_scores import Scores, over
from mastermind_core.kernels.types import POOL_ALL, POOL_CANDIDATES, Criterion, FlatTree, Quadratic

#: The key by which trees are compared, from the weights of secrets by the cost of their guesses.
Rank = Callable[[Mapping[int, int]], Any]

#: Up to this number of pairs of guess and candidate, all greedy trees are grown whatever the time.
_TINY = 1 << 14

#: Up to this number of pairs, the greedy trees of a stopped search have some time of their own: a
#: compiled kernel takes up to about a microsecond per pair for all of them.
_SMALL = 1 << 19

#: CPU seconds and wall-clock seconds of that time.
_OVERTIME = 0.5, 3.0

#: The minimum grace in CPU seconds for the first tree after the time of a search (else as long as
#: that time), and the wall-clock seconds per CPU second that a busy machine may take.
_GRACE = 5.0
_BUSY = 6.0

#: The seconds for the trees of a large game after Ctrl-C.
_PATIENCE = 0.5

#: CPU seconds and wall-clock seconds for a simple tree if no time is left for a good one.
_AT_ONCE = 0.1, 1.0


class GreedyTrees:
    """The greedy trees of one game for one call, each grown when it is first asked for."""

    def __init__(self) -> None:
        self._of: tuple[Any, ...] = ()
        self._grown: list[tuple[FlatTree, Counter[int]]] = []
        self._rules = 0

    def better(
        self,
        scores: Scores,
        task: Task,
        found: Found,
        deadline: Deadline,
        rank: Rank | None = None,
        *,
        stopped: bool = False,
    ) -> Found:
        """Return the best of a result and the greedy trees for which there is time.

        The first tree may take longer, unless the user ``stopped`` the search and waits. If there
        is no tree by then, one that always makes a guess that may win has to do.
        """
        grace = 0.0 if stopped else max(_GRACE, task.limits.seconds)
        for tree, paths in self._trees(scores, task, deadline, grace):
            found = better_of(scores, task, found, tree, rank, paths)
            if found.proven and rank is None:
                return found
        if found.tree is None and task.question.candidates:
            with suppress(TimeIsUpError):
                n = len(task.question.candidates)
                costs = array("q", [0]) * (n + 1)  # any guess that may win
                rule = Criterion("sum", costs, range(scores.n_guesses), POOL_CANDIDATES)
                winner = _grow(scores, task, rule, Patience(*_AT_ONCE).check)
                found = found if winner is None else better_of(scores, task, found, winner)
        return found

    def _trees(
        self, scores: Scores, task: Task, deadline: Deadline, grace: float
    ) -> Iterator[tuple[FlatTree, Counter[int]]]:
        """Yield the grown trees, and grow others while there is time."""
        question = task.question
        asked = scores, question.candidates, question.pool, question.first, question.weights
        if self._of[:1] != (scores,) or self._of != asked:
            self._of = asked
            self._grown = []
            self._rules = 0
        yield from self._grown
        if scores.n_guesses * len(question.candidates) <= _TINY:
            deadline = Deadline(NO_LIMIT)
        for rule in islice(greedy_criteria(scores, task), self._rules, None):
            until = deadline if self._grown else _patient(deadline, grace)
            check = until.check
            try:
                check()
                tree = _grow(scores, task, rule, check)
            except TimeIsUpError:
                return
            self._rules += 1
            if tree is not None:
                paths = paths_of(
                    kernels.greedy, scores, question.candidates, question.weights, tree
                )
                self._grown.append((tree, paths))
                yield tree, paths


def _patient(deadline: Deadline, grace: float) -> Deadline:
    """Return a deadline that is later by a grace, or by as many seconds of CPU time."""
    if deadline.left == NO_LIMIT or not grace:
        return deadline
    return Overtime(deadline.left + grace, Patience(grace, _BUSY * grace))


def last_deadline(scores: Scores, task: Task, seconds: float, *, stopped: bool) -> Deadline:
    """Return the deadline of the greedy trees with which a search ends.

    Args:
        scores: The game's scores.
        task: The task.
        seconds: The remaining seconds of the search.
        stopped: Whether the user stopped the search, and waits.
    """
    if scores.n_guesses * len(task.question.candidates) <= _SMALL:
        return Overtime(0.0 if stopped else seconds, Patience(*_OVERTIME))
    return Deadline(_PATIENCE if stopped else seconds)


def greedy_criteria(scores: Scores, task: Task) -> Iterator[Criterion]:
    """Yield the criteria of greedy strategies: with weights and costs first, then without.

    They are the rules of all named strategies that look one guess ahead. The worst choice is among
    them only in small games, because its trees are deep and take long.
    """
    question = task.question
    order = range(scores.n_guesses)
    n = len(question.candidates)
    kinds: Iterable[tuple[str, Quadratic]] = (
        ("power", Quadratic(0, 0, 0)),
        ("sum", Quadratic(-1, 0, 0)),
        ("sum", Quadratic(0, 0, 1)),
        ("naming", Quadratic(0, 0, 0)),
        ("max", Quadratic(0, 1, 0)),
        ("pairs", Quadratic(0, 0, 1)),
        ("ranks", Quadratic(0, 0, 0)),
        ("max", Quadratic(0, -1, 0)),
    )
    # Mostly the best if classes have to be identified, and there may be time for only one tree.
    kinds = sorted(kinds, key=lambda kind: scores.shares_goals and kind[0] != "pairs")
    if scores.n_guesses * n <= _TINY:
        kinds.append(("sum", Quadratic(0, 0, -1)))
    plain_too = bool(question.weights or scores.costs or scores.shares_goals)
    won = any(scores.final)  # else every guess may make the secret known
    pools = [POOL_ALL] * (not won or question.pool != POOL_CANDIDATES) + [POOL_CANDIDATES] * won
    for weighed, pool in product((True, False) if plain_too else (True,), pools):
        weights = question.weights if weighed else ()
        for combine, costs in kinds:
            table = costs if weights else (0, *map(costs.__call__, range(1, n + 1)))
            yield Criterion(combine, table, order, pool, 1, weights, weighed)
    if POOL_ALL in pools:
        yield Criterion("max", range(n + 1), order, POOL_ALL, 2, (), aims=False)


def better_of(
    scores: Scores,
    task: Task,
    found: Found,
    tree: FlatTree,
    rank: Rank | None = None,
    paths: Mapping[int, int] | None = None,
) -> Found:
    """Return the result with a tree if the tree is better. If it meets the bound, it is proven.

    ``paths`` are those of the tree, if they are known. Without a ``rank`` trees are compared by the
    objective of the task.
    """
    question = task.question
    given = kernels.greedy, scores, question.candidates, question.weights
    if paths is None:
        total, worst = measured(*given, tree, question.prices)
    else:
        total, worst = summed(paths, question.prices)
    if rank is None or found.tree is None:
        better = _ranked(task, total, worst) < _ranked(task, found.total, found.worst)
    else:
        own = paths if paths is not None else paths_of(*given, tree)
        better = rank(own) < rank(paths_of(*given, found.tree))
    steps = max(lengths_of(tree), default=0) if scores.costs else worst
    fits = not 0 <= question.max_steps < steps and not 0 <= question.max_cost < worst
    if (found.tree is None or better) and fits:
        found = found._replace(tree=tree, total=total, worst=worst)
    return found._replace(proven=found.proven or bounds_meet(task, found))


def bounds_meet(task: Task, found: Found) -> bool:
    """Return whether a tree attains the lower bound, for an objective with one criterion."""
    met = {MEAN: found.total, WORST: found.worst}.get(task.question.objective, IMPOSSIBLE)
    return found.tree is not None and met == found.lower_bound


def _grow(
    scores: Scores, task: Task, criterion: Criterion, check: Callable[..., None]
) -> FlatTree | None:
    """Return a greedy tree, after the first guess of a task if it has one."""
    question = task.question
    own = kernels.greedy
    first = question.first[:1]
    if first and question.pool == POOL_CANDIDATES:
        blocks = own.split(scores, first[0], question.candidates)
        if not any(scores.final[score] for score, _ in blocks) and any(scores.final):
            return None
    if question.pool == POOL_LEGAL:
        return _legal_tree(scores, task, criterion, check)
    tree = own.greedy_tree(
        scores,
        question.candidates,
        criterion,
        first,
        symmetry=task.hints.symmetries,
        progress=check,
    )
    # An uninformative first guess is replaced by another.
    fair = not first or tree.guesses[:1].tolist() == [*first]
    return tree if tree.stuck < 0 and fair else None


def _legal_tree(
    scores: Scores, task: Task, criterion: Criterion, check: Callable[..., None]
) -> FlatTree | None:
    """Return the greedy tree within the guesses that are legal."""
    question = task.question
    own = kernels.greedy

    def grown(members: array[int], legal: int, first: Any = ()) -> FlatTree | None:
        check()
        order = [*(first or places_of(legal))]
        guess = own.best_guess(scores, members, criterion._replace(order=order)) if order else -1
        blocks = own.split(scores, guess, members) if guess >= 0 else ()
        if not blocks or (len(blocks) == 1 and not over(scores, *blocks[0])):
            return None
        below = []
        for score, block in blocks:
            tree = None
            if not over(scores, score, block):
                tree = grown(block, legal & question.legal[guess][score])
                if tree is None:
                    return None
            below.append((score, len(block), tree))
        return joined(guess, below)

    with deep_enough(len(question.candidates)):
        return grown(question.candidates, (1 << scores.n_guesses) - 1, question.first[:1])


def _ranked(task: Task, total: int, worst: int) -> tuple[int, int]:
    return (worst, total) if task.question.objective.by_worst else (total, worst)


def size_bound(scores: Scores, task: Task) -> int:
    """Return the lower bound from the number of secrets that guesses can find.

    In a game of codes a guess finds one secret. In any other, each secret takes at least a guess.
    """
    question = task.question
    n = len(question.candidates)
    blocks = scores.n_scores - 1
    if scores.goals or scores.costs or task.by_depth:
        return 0
    if question.objective.by_worst:
        reach = Reach(1 if scores.ends_one else n, blocks, 1)
        return next(k for k, found in enumerate(reach.found()) if found >= n)
    if scores.ends_one and not question.weights:
        return filled(n, 1, blocks)
    return sum(question.weights[c] for c in question.candidates) if question.weights else n
