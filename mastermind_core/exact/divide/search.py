"""A search that is divided among workers, or continued from a checkpoint.

A search with a checkpoint and without workers is the usual search, with its table of solved sets in
a file. Workers share a table too, and run jobs: first guesses, and blocks of these. The jobs follow
the phases of an objective: first trees, then the minimum worst case, then the minimum total. The
result of a phase limits the next: no job looks for a tree that is not better than the incumbent. A
search that is stopped returns that tree with the bounds proven by then.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from time import monotonic

from attrs import evolve

from mastermind_core.errors import BadArgument
from mastermind_core.exact.anytime import budget as anytime
from mastermind_core.exact.anytime.greedy import bounds_meet
from mastermind_core.exact.deadline import Deadline, TimeIsUpError
from mastermind_core.exact.divide.checkpoint import Checkpoint, description, fingerprint
from mastermind_core.exact.divide.graph import Asked, Block, Graph
from mastermind_core.exact.divide.workers import (
    Job,
    JobContext,
    Traits,
    Workers,
    context_of,
    process_pool,
    processes_for,
    recipe_of,
    sent_to,
    traits_of,
)
from mastermind_core.exact.options import Reporter, SearchOptions
from mastermind_core.game import Game
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    NO_LIMIT,
    POOL_LEGAL,
    Found,
    Task,
    in_guesses,
)
from mastermind_core.kernels.shared.flat_trees import measured
from mastermind_core.kernels.shared.listening import listening
from mastermind_core.kernels.shared.plain_scores import PlainScores
from mastermind_core.kernels.types import FlatTree
from mastermind_core.table import ScoreTable

#: The minimum nodes of a job, and the nodes of a search before it is divided, with the compiled and
#: with the reference kernel. A job has overhead, and at the end other workers wait for it.
SPAN = 5000
ALONE = 2000
SPAN_PLAIN = 1000
ALONE_PLAIN = 300

#: The nodes of a job grow up to this multiple of the minimum, and up to this fraction of the nodes
#: of the search so far for each job in flight.
_LONGEST = 10
_PART = 4


class StoppedError(Exception):
    """The signal that the budget is spent. It never leaves this module."""


def solve(
    game: Game,
    table: ScoreTable,
    task: Task,
    options: SearchOptions,
    report: Reporter | None,
    whole: Mapping[str, object],
) -> Found:
    """Solve a task with workers or from a checkpoint. The proven result is the same.

    For the checkpoint, ``whole`` describes the search that contains the task.
    """
    if task.question.pool == POOL_LEGAL:
        raise BadArgument(
            'the pool "legal" is not split among workers and has no checkpoint, as what is legal '
            "depends on the way to a set: leave workers, executor and checkpoint out, or take "
            'the pool "all" or "candidates"'
        )
    task = in_guesses(table.kernel_scores.costs, task)
    deadline = Deadline(task.limits.seconds)
    with ExitStack() as stack:
        kept = None
        context = context_of(table, task)
        try:
            with listening(deadline.check):
                name = fingerprint(table)
                if options.checkpoint is not None:
                    about = {**description(game, name, task), **whole}
                    kept = stack.enter_context(Checkpoint(options.checkpoint, about))
        except TimeIsUpError:
            task = task.in_time(0.0)
            return anytime.solve(context.scores, task, report, None, options.greedy)
        traits = Traits(1)
        if options.executor is not None:
            traits = traits_of(options.executor)
        elif options.workers is not None:
            traits = Traits(processes_for(options.workers))
        context = _sharing(context, traits.workers, kept)
        task = task.in_time(deadline.left)
        divided = traits.workers > 1 or options.executor is not None
        # The reference search has no jobs with costs along the path: the result is the same.
        alone = context.scores.costs and not kernels.exact.is_fast(context.scores, task)
        search = anytime.Search(context.scores, task, report, options.greedy)
        if not divided or alone or not search.proof_pays:
            return _undivided(context, search, kept)
        context = evolve(context, tells=kept is not None)
        name += repr((task.question.pool, task.limits.memory)).encode()
        recipe = recipe_of(game, context)
        if options.executor is not None:
            send = sent_to(options.executor, name)
        else:
            send = stack.enter_context(process_pool(traits.workers, name, context, recipe))
        looks = kept is not None and options.executor is not None
        workers = Workers(send, traits, recipe, context, looks)
        stack.callback(workers.close)
        return Division(context, search).run(workers)


def _sharing(context: JobContext, workers: int, kept: Checkpoint | None) -> JobContext:
    """Return the context with the memory that workers of this machine share, or with a file."""
    path = None if kept is None else kept.path
    if workers == 1 and path is None:
        return context
    shared = kernels.exact.shared_sets(context.scores, context.task, workers, path)
    if kept is not None and shared is None and kernels.exact.is_fast(context.scores, context.task):
        kept.lose("there is no space for its table")
    return evolve(context, shared=shared)


def _undivided(context: JobContext, search: anytime.Search, kept: Checkpoint | None) -> Found:
    """Search in this process, from the best tree of the checkpoint on."""
    task = search.task
    limits = task.limits
    question = task.question
    path_limits = question.max_steps, question.max_cost, question.prices
    stage = repr((question.objective, *path_limits, limits.below))
    stage += repr(limits.least_steps)
    unlimited = limits.nodes < 0 and limits.seconds < 0  # a tree that meets a bound may differ
    if kept is not None and unlimited and (known := kept.find(f"whole {stage}")) is not None:
        return known
    before = None if kept is None else kept.find(stage)
    memory = None if context.shared is None else context.memory()
    found = anytime.solve(search.scores, task, search.report, before, search.greedy, memory)
    if kept is not None and unlimited and found.proven:
        kept.keep(f"whole {stage}", found)
    elif kept is not None and found.tree is not None and not found.proven:
        kept.keep(stage, found)
    return found


class Division:
    """A divided search through the phases of an objective, with an incumbent and a bound."""

    def __init__(self, context: JobContext, search: anytime.Search):
        self._context = context
        self._task = search.task
        self._report = search.report
        self._greedy = search.greedy
        left = search.deadline.left
        self._end = None if left < 0 else monotonic() + left
        plain = isinstance(context.scores, PlainScores)
        self._span, self._alone = (SPAN_PLAIN, ALONE_PLAIN) if plain else (SPAN, ALONE)
        self._best = Found(None, IMPOSSIBLE, 0, 0, proven=False, nodes=0)
        self._lower = self._nodes = self._answered = 0
        self._flight: dict[Job, Asked] = {}
        self._root: Block | None = None
        self._by_worst = search.task.question.objective.by_worst
        self._priced = bool(context.scores.costs)

    def run(self, workers: Workers) -> Found:
        """Search until everything is proven, or until the search is stopped."""
        limits = self._task.limits
        nodes = self._alone if limits.nodes < 0 else min(self._alone, int(limits.nodes))
        alone = self._task._replace(limits=limits._replace(nodes=nodes))
        scores = self._context.scores
        memory = self._context.memory()
        given = scores, alone, self._report, None, self._greedy, memory
        self._best = anytime.solve(*given, hastily=True)
        # A small search is not divided. Neither is one that was stopped by anything else than these
        # nodes, or whose greedy tree meets the bound: the tree of a search would differ.
        if self._best.interrupted or self._best.nodes <= nodes or nodes == limits.nodes:
            return self._best
        self._lower = self._best.lower_bound
        self._nodes = self._best.nodes
        self._workers = workers
        lanes = workers.count + (workers.count + 1) // 2
        self._lanes, self._graph = lanes, Graph(self._context, lanes, self._span)
        try:
            self._search()
            proven = True
        except (StoppedError, KeyboardInterrupt) as reason:
            self._best = self._best._replace(interrupted=isinstance(reason, KeyboardInterrupt))
            self._salvage()
            proven = bounds_meet(self._task, self._best._replace(lower_bound=self._lower))
        return self._best._replace(lower_bound=self._lower, proven=proven, nodes=self._nodes)

    def _search(self) -> None:
        """Go through the phases. A stop is an exception."""
        objective = self._task.question.objective
        if self._by_worst:
            if self._least_worst() and objective != Objective.WORST:
                self._least_total(self._best.total + 1, self._lower)
            return
        below = self._best.total + 1 if self._best.tree is not None else IMPOSSIBLE
        if not self._least_total(min(below, self._task.limits.below)):
            self._note_impossible()
            return
        self._lower = self._best.total
        shorter = objective == Objective.MEAN_THEN_WORST
        while shorter and self._best.worst > 1:
            shorter = self._least_total(self._best.total + 1, self._best.worst - 1)

    def _least_worst(self) -> bool:
        """Find the minimum worst case and return whether there is one.

        The limit grows by one guess until a tree has it. A limit of costs is found by bisection.
        """
        task = self._task
        question = task.question
        most = len(question.candidates)
        if question.max_steps >= 0:
            most = min(most, question.max_steps)
        while (first := self._best.tree is None) or self._lower < self._best.worst:
            limit = self._lower
            steps = self._lower
            budget = NO_LIMIT
            if self._priced:
                limit = question.max_cost if first else (self._lower + self._best.worst - 1) // 2
                steps = question.max_steps
                budget = limit
            elif limit > most:
                break
            root = self._settled(Objective.WORST, steps, 1, budget)
            if root.exact and root.lower == 0:
                self._take(root.flat())
            elif self._priced and first:
                break
            else:
                self._lower = limit + 1
        if self._best.tree is None:
            self._note_impossible()
        return self._best.tree is not None

    def _note_impossible(self) -> None:
        """Note that no strategy satisfies the limits."""
        self._lower = self._task.limits.below
        self._best = self._best._replace(tree=None, total=IMPOSSIBLE, worst=0)

    def _least_total(self, below: int, worst: int | None = None) -> bool:
        """Minimize the total below a limit and within a worst case. Return whether there is one."""
        steps = self._task.question.max_steps
        budget = self._task.question.max_cost
        if worst is not None:
            steps, budget = (steps, worst) if self._priced else (worst, budget)
        root = self._settled(Objective.MEAN, steps, below, budget)
        if not root.exact or root.lower >= below:
            return False
        self._take(root.flat())
        return True

    def _settled(self, objective: Objective, steps: int, below: int, budget: int) -> Block:
        """Submit jobs until the minimum cost for all secrets is known below a limit."""
        question = self._task.question
        first = tuple(question.first)
        prices = tuple(question.prices) if objective == Objective.MEAN else ()
        everything = question.candidates.tobytes()
        whole = Job(everything, objective, steps, first=first, budget=budget, prices=prices)
        self._root = root = self._graph.block(whole)
        while not root.settled(below):
            while len(self._flight) < self._lanes and (asked := self._graph.next(root, below)):
                if 0 <= self._task.limits.nodes <= self._nodes:
                    self._graph.drop(asked)
                    raise StoppedError
                self._flight[asked.job] = asked
                self._workers.put(asked.job)
            if root.settled(below):
                break
            taken = self._workers.take(self._tell, self._end)
            if taken is None:
                raise StoppedError
            job, found = taken
            if not found.proven and (found.interrupted or found.nodes <= job.nodes):
                raise StoppedError  # something other than its nodes stopped it
            self._answered += 1
            self._nodes += found.nodes
            grown = self._nodes // (_PART * self._lanes)
            self._graph.span = max(self._span, min(_LONGEST * self._span, grown))
            self._graph.learn(self._flight.pop(job), found)
        return root

    def _tell(self) -> None:
        """Report the progress."""
        best = self._best
        bound = self._lower
        root = self._root
        if not isinstance(self._report, Reporter) or root is None:
            return
        known = best.worst if self._by_worst else best.total
        if not root.by_paths and not self._by_worst:
            known = known if root.best is None else min(known, root.best.bound)
            bound = max(bound, min(known, root.lower))
        unit = "worst" if self._by_worst else "cost" if self._task.by_depth else "total"
        total = self._answered + len(self._flight)
        value = None if best.tree is None and known in {0, IMPOSSIBLE} else known
        self._report.stand(unit, bound, value, self._answered, total, self._nodes)

    def _take(self, tree: FlatTree) -> None:
        """Make a tree the incumbent."""
        question = self._task.question
        given = kernels.greedy, self._context.scores, question.candidates, question.weights
        total, worst = measured(*given, tree, question.prices)
        self._best = self._best._replace(tree=tree, total=total, worst=worst)

    def _salvage(self) -> None:
        """Keep the bounds of the first guesses when the search is stopped."""
        root = self._root
        if root is None or root.by_paths:
            return
        if not self._by_worst:
            self._lower = max(self._lower, min(self._best.total, root.lower))
        if root.best is not None and root.best.bound < self._best.total:
            self._take(root.best.flat())
