"""A search that is divided among workers, and that goes on where a checkpoint ends."""

from __future__ import annotations

import os
import pickle
import warnings
from contextlib import ExitStack
from hashlib import blake2b
from time import monotonic
from typing import Any

from attrs import evolve

from mastermind_core.errors import BadArgument
from mastermind_core.exact.divide.checkpoint import Checkpoint
from mastermind_core.exact.divide.coordinator import Coordinator, StoppedError
from mastermind_core.exact.divide.job import JobContext
from mastermind_core.exact.divide.pace import pace, workers_of
from mastermind_core.exact.divide.subproblem import Subproblem
from mastermind_core.exact.divide.workers import (
    Sender,
    Workers,
    process_pool,
    sent_to,
    thread_pool,
)
from mastermind_core.exact.options import SearchOptions
from mastermind_core.exact.problem import pose
from mastermind_core.exact.reports import Reporter
from mastermind_core.game import Game
from mastermind_core.kernels.choose import greedy_kernel, is_compiled
from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.sharing import opened
from mastermind_core.kernels.exact.task import IMPOSSIBLE, POOL_LEGAL, Found, Task
from mastermind_core.kernels.shared.flat_trees import measured
from mastermind_core.kernels.types import Criterion, FlatTree
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.version import __version__

#: Processes for each processor; more are of no use.
_PROCESSES = 8

#: Seconds for a better tree after Ctrl-C.
_PATIENCE = 0.5


def solve(
    game: Game[Any, Any, Any],
    table: ScoreTable,
    task: Task,
    options: SearchOptions,
    report: Reporter | None,
) -> Found:
    """Solve a task by jobs; the result does not depend on who does them."""
    if task.pool == POOL_LEGAL:
        raise BadArgument(
            'the pool "legal" is not split among workers and has no checkpoint, as what is legal '
            "depends on the way to a set: leave workers, executor and checkpoint out, or take "
            'the pool "all" or "candidates"'
        )
    context = context_of(table, task)
    with ExitStack() as stack:
        name = _fingerprint(table, context)
        kept = None
        if options.checkpoint is not None:
            kept = stack.enter_context(Checkpoint(options.checkpoint, _about(game, task, name)))
        workers = _count(options)
        if workers > 1:
            context = context.sharing(workers)
        send = _sender(stack, game, task, context, name, options)
        search = DividedSearch(context, task, report, workers)
        deadline = monotonic() + task.seconds if task.seconds >= 0 else None
        hands = Workers(context, send, kept, search.report, deadline)
        hands.recalls = not hasattr(options.executor, "_client")
        stack.callback(hands.close)
        return search.run(hands)


def _count(options: SearchOptions) -> int:
    """Return how many jobs are done at once; 1 is this thread."""
    if options.executor is not None:
        return max(2, workers_of(options.executor))
    most = _PROCESSES * (os.cpu_count() or 1)
    return options.threads or min(options.workers or 1, most)


def _sender(
    stack: ExitStack,
    game: Game[Any, Any, Any],
    task: Task,
    context: JobContext,
    name: bytes,
    options: SearchOptions,
) -> Sender | None:
    """Return what sends jobs to others; None where this thread does them."""
    workers = options.workers or 1
    if (options.threads or 1) > 1:
        return stack.enter_context(thread_pool(options.threads or 1, context))
    if options.executor is None and workers == 1:
        return None
    shared = None if context.shared is None else context.shared.name
    recipe = _recipe(game, "candidates" if task.pool else "all", task.memory, shared)
    name += repr(task.memory).encode()
    if options.executor is not None:
        return sent_to(options.executor, name, recipe)
    most = _PROCESSES * (os.cpu_count() or 1)
    if workers > most:
        warnings.warn(
            f"workers: {workers} are more than this machine can use; {most} are started",
            stacklevel=2,
        )
    return stack.enter_context(process_pool(min(workers, most), name, context, recipe))


def make_context(
    game: Game[Any, Any, Any], pool_name: str, most_bytes: int, shared: tuple[str, str] | None
) -> JobContext:
    """Make the context of a search from its game, where another process has to."""
    table = compile_game(game)
    task = pose(game, table, pool=pool_name)._replace(memory=most_bytes)
    return evolve(context_of(table, task), shared=opened(shared))


def context_of(table: ScoreTable, task: Task) -> JobContext:
    """Return what all jobs of a search share."""
    return JobContext(
        table.kernel_scores,
        table.final,
        task.pool,
        task.weights,
        task.symmetries,
        task.words,
        task.memory,
    )


def _recipe(
    game: Game[Any, Any, Any], pool_name: str, most_bytes: int, shared: tuple[str, str] | None
) -> bytes:
    try:
        return pickle.dumps((make_context, game, pool_name, most_bytes, shared))
    except Exception as error:
        raise BadArgument(
            f"{game!r} cannot be sent to other processes ({error}): make its score a function of "
            "a module, not a lambda"
        ) from None


def _fingerprint(table: ScoreTable, context: JobContext) -> bytes:
    """Return what tells a game from others: every answer, in the order of its lists.

    Symmetries are not in it: fewer are found in less time, and a result holds with any of them.
    """
    digest = blake2b(digest_size=20)
    digest.update(repr((context.final, tuple(context.weights), context.pool)).encode())
    for guess in range(context.scores.n_guesses):
        digest.update(bytes(memoryview(greedy_kernel().row(context.scores, guess)).cast("B")))
    for index in (table.guesses, table.secrets, table.scores):
        digest.update(repr(tuple(index.items)).encode())
    return digest.digest()


def _heed(done: int, whole: int) -> None:
    """Let Ctrl-C be heard."""


def _about(game: Game[Any, Any, Any], task: Task, fingerprint: bytes) -> dict[str, object]:
    return {
        "version": __version__,
        "kernel": "native" if is_compiled() else "reference",
        "game": repr(game),
        "objective": task.objective,
        "pool": "candidates" if task.pool else "all",
        "max_steps": task.max_steps,
        "opening": list(task.first),
        "score table": fingerprint.hex(),
    }


class DividedSearch:
    """A search that goes through the parts of an objective, with the best tree so far."""

    def __init__(self, context: JobContext, task: Task, report: Reporter | None, workers: int):
        self._context, self._task, self._report = context, task, report
        self._workers = workers
        self._coordinator: Coordinator | None = None
        self._root: Subproblem | None = None
        self._hands: Workers | None = None
        self._best = Found(None, IMPOSSIBLE, 0, 0, proven=False, nodes=0)
        self._lower = self._first = 0
        self._proven = False
        self._by_worst = task.objective.by_worst

    def run(self, hands: Workers) -> Found:
        """Search until everything is proven, or until there is a reason to stop."""
        # The first job about a least total is the whole search: begin with greedy trees only.
        mean = self._task.objective == Objective.MEAN
        small = 0 if mean else pace(self._context.scores, 1).span
        nodes = int(self._task.nodes)
        hasty = self._quick_tree() if mean else None
        if hasty is None:
            whole = self._task._replace(nodes=small if nodes < 0 else min(small, nodes))
            self._best = hands.whole(whole, self._report if small else None)
        else:
            self._best = hasty
        self._first = self._best.nodes
        self._lower = self._best.lower_bound
        # What is small is not split. Neither is what was stopped.
        if self._best.proven or self._best.interrupted or self._best.nodes <= small:
            return self._best
        try:
            self._coordinator = Coordinator(self._context, hands, self.report, nodes, self._workers)
            self._proven = self._search()
        except (StoppedError, KeyboardInterrupt):
            self._proven = False
            self._salvage()
            if hasty is not None and self._best.tree is hasty.tree:
                self._try_others()
        searched = 0 if self._coordinator is None else self._coordinator.nodes
        best = self._best._replace(nodes=searched + self._first)
        if self._proven:
            return best._replace(lower_bound=self._lower, proven=True)
        met = {Objective.MEAN: best.total, Objective.WORST: best.worst}.get(self._task.objective)
        proven = best.tree is not None and met == self._lower
        return best._replace(lower_bound=self._lower, proven=proven)

    def _quick_tree(self) -> Found | None:
        """Return one greedy tree, for a limit, where all workers would wait for better ones.

        None where there is no hurry, or where the tree has to keep to something.
        """
        task, scores = self._task, self._context.scores
        free = task.max_steps < 0 and not task.first
        unlimited = task.nodes < 0 and task.seconds < 0 and task.memory < 0
        if not (self._context.wide and free and unlimited):
            return None
        own, n = greedy_kernel(), len(task.candidates)
        parts = Criterion("sum", (0, *[-1] * n), range(scores.n_guesses), task.pool)
        try:
            tree = own.greedy_tree(
                scores, task.candidates, parts, symmetry=task.symmetries, progress=_heed
            )
        except KeyboardInterrupt:
            return self._greedy(task)._replace(interrupted=True)
        if tree.stuck >= 0:
            return None
        total, worst = measured(own, scores, task.candidates, task.weights, tree)
        return Found(tree, total, worst, 0, proven=False, nodes=1)

    def _greedy(self, task: Task) -> Found:
        """Return the best tree that can be had soon."""
        return exact.solve(self._context.scores, task._replace(nodes=0, seconds=_PATIENCE))

    def _try_others(self) -> None:
        """Take a better greedy tree, where a search was stopped that began with the quickest."""
        other = self._greedy(self._task)
        if other.tree is not None and other.total < self._best.total:
            self._best = self._best._replace(tree=other.tree, total=other.total, worst=other.worst)

    def report(self) -> None:
        """Say how far it is."""
        coordinator, best = self._coordinator, self._best
        if self._report is None or coordinator is None:
            return
        done = coordinator.answered
        known = None if best.tree is None else best.worst if self._by_worst else best.total
        bound, root = self._lower, self._root
        if root is not None and root.objective == Objective.MEAN and not self._by_worst:
            least = root.best()[0]
            if least < IMPOSSIBLE:
                known = least if known is None else min(known, least)
            bound = max(bound, root.lower if known is None else min(known, root.lower))
        unit = "worst" if self._by_worst else "total"
        self._report.stand(unit, bound, known, done, done + coordinator.waiting)

    def _search(self) -> bool:
        steps = self._task.max_steps
        if self._by_worst:
            if not self._least_worst():
                return True
            if self._task.objective == Objective.WORST:
                return True
            steps = self._lower
            self._least_total(steps, self._best.total + 1)
            return True
        below = self._best.total + 1 if self._best.tree is not None else IMPOSSIBLE
        if not self._least_total(steps, below):
            self._best = Found(None, IMPOSSIBLE, 0, IMPOSSIBLE, proven=True, nodes=0)
            self._lower = IMPOSSIBLE
            return True
        self._lower = self._best.total
        if self._task.objective == Objective.MEAN_THEN_WORST:
            while self._best.worst > 1 and self._least_total(
                self._best.worst - 1, self._best.total + 1
            ):
                pass
        return True

    def _least_worst(self) -> bool:
        """Deepen from what the sizes say until all can be found; say whether they can."""
        most = len(self._task.candidates)
        if self._task.max_steps >= 0:
            most = min(most, self._task.max_steps)
        while self._lower <= most and (self._best.tree is None or self._lower < self._best.worst):
            root = self._settle(Objective.WORST, self._lower, 1)
            if root.value == 0:
                self._take(root.flat())
                return True
            self._lower += 1
        if self._best.tree is None:
            self._best = Found(None, IMPOSSIBLE, 0, IMPOSSIBLE, proven=True, nodes=0)
            self._lower = IMPOSSIBLE
        return self._best.tree is not None

    def _least_total(self, steps: int, below: int) -> bool:
        root = self._settle(Objective.MEAN, steps, below)
        if root.value is None or root.value >= below:
            return False
        self._take(root.flat())
        return True

    def _settle(self, objective: Objective, steps: int, below: int) -> Subproblem:
        assert self._coordinator is not None
        task = self._task
        self._root = self._coordinator.subproblem(
            task.candidates, objective, steps, first=tuple(task.first)
        )
        self._coordinator.settle(self._root, below)
        return self._root

    def _take(self, tree: FlatTree) -> None:
        context, task = self._context, self._task
        total, worst = measured(
            greedy_kernel(), context.scores, task.candidates, task.weights, tree
        )
        self._best = self._best._replace(tree=tree, total=total, worst=worst)

    def _salvage(self) -> None:
        """Keep what a search that was stopped knows of its first guesses."""
        root, coordinator = self._root, self._coordinator
        if root is None or coordinator is None or root.objective != Objective.MEAN:
            return
        if not self._by_worst and (
            self._task.objective == Objective.MEAN or self._lower < self._best.total
        ):
            least = coordinator.size_bound(root)
            self._lower = max(self._lower, min(self._best.total, least))
        if root.best()[0] < self._best.total:
            self._take(root.flat())
