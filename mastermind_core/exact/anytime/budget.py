"""How a budget is spent: on bounds, a proof, greedy trees, better bounds and better trees, in turn.

The steps are one table. Each of them takes a share of the time that is left, where it may pay, and
leaves what it found to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from mastermind_core.exact.anytime.flattener import Flattener
from mastermind_core.exact.anytime.greedy import GreedyTrees, better_of, size_bound
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
from mastermind_core.kernels.shared.flat_trees import no_nodes
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

#: Secrets from which a better bound is worth its time.
_BOUNDED = 1000

#: Sets that are small enough to be searched in plain Python, and by how much; and those of goals.
_IN_PYTHON = Settings(small=6, nodes=30)
_OF_GOALS = Settings(small=64)

#: Answers to a guess in games of questions and names.
_FEW_ANSWERS = 3


def solve(
    scores: Any,
    task: Task,
    report: Report | None = None,
    before: Found | None = None,
    greedy: GreedyTrees | None = None,
    memory: Any = None,
    *,
    hastily: bool = False,
) -> Found:
    """Search for the best tree of an objective; stopped early, return the best that was found.

    ``seconds`` is kept for all of it but the first greedy tree. If memory does not allow a
    search, a budget of time still gets a tree. What a search of the same task found ``before`` is
    where this one begins. ``greedy`` are the trees that the call has grown so far, and ``memory``
    has the sets that are solved. ``hastily`` leaves out all that comes after a proof was stopped.
    """
    if task.candidates and known(scores, task.candidates):
        return Found(no_nodes(), 0, 0, 0, proven=True, nodes=0)
    search = Search(scores, in_guesses(scores, task), report, greedy or GreedyTrees())
    search.memory = memory
    if before is not None and before.tree is not None:
        search.go_on_with(before)
    return search.run(STEPS[:2] if hastily else STEPS)


class Search:
    """A task, the best that was found of it, and what is left of its time."""

    def __init__(self, scores: Any, task: Task, report: Report | None, greedy: GreedyTrees):
        self.scores, self.task, self.report, self.greedy = scores, task, report, greedy
        self.deadline = Deadline(task.seconds)
        self.found = Found(None, IMPOSSIBLE, 0, size_bound(scores, task), proven=False, nodes=0)
        self.goes_on = False
        self.memory: Any = None

    def go_on_with(self, before: Found) -> None:
        """Begin with the tree and the bound of an earlier search."""
        assert before.tree is not None
        self.goes_on = True
        self.raise_bound(before.lower_bound)
        self.take(before.tree)

    def run(self, steps: Sequence[Step]) -> Found:
        """Go through steps until something is proven."""
        try:
            for step in steps:
                if self.found.proven or self.found.interrupted:
                    break
                if step.pays(self):
                    step.run(self, Deadline(self.deadline.part(step.share)))
        except KeyboardInterrupt:
            self.found = self.found._replace(interrupted=True)
        return self.found

    def compare(self, deadline: Deadline) -> None:
        """Take the best of the greedy trees for which there is time."""
        self.found = self.greedy.better(self.scores, self.task, self.found, deadline)

    def take(self, tree: FlatTree) -> None:
        """Keep a tree if it is better."""
        self.found = better_of(self.scores, self.task, self.found, tree)

    def raise_bound(self, bound: int) -> None:
        """Note that no tree is better than a bound."""
        self.found = self.found._replace(lower_bound=max(self.found.lower_bound, bound))

    @property
    def pairs(self) -> int:
        """Return the number of pairs of a guess and a candidate."""
        return int(self.scores.n_guesses * len(self.task.candidates))

    @property
    def large(self) -> bool:
        """Return whether a proof within a budget is unlikely."""
        return self.pairs > _HOPEFUL

    @property
    def nodes_left(self) -> bool:
        """Return whether the budget of nodes is not spent."""
        return not 0 <= self.task.nodes < self.found.nodes

    @property
    def improvable(self) -> bool:
        """Return whether there is time for a tree that is put together from its parts.

        There is none where the way to a set counts, by what is legal or by how many guesses it has,
        nor where costs limit it or come first.
        """
        task = self.task
        limits = task.max_steps, task.max_cost
        limited = task.objective.by_worst or limits != (NO_LIMIT, NO_LIMIT)
        free = not task.by_depth and not (self.scores.costs and limited)
        timed = task.seconds >= 0 and not self.deadline.over
        return timed and free and task.pool != POOL_LEGAL and len(task.candidates) > 0


class Step(NamedTuple):
    """What may be done with a share of the time that is left, where it pays."""

    pays: Callable[[Search], bool]
    run: Callable[[Search, Deadline], None]
    share: float


def _bounds_may_pay(search: Search) -> bool:
    """Return whether bounds by what each guess can do are worth a look.

    Where all secrets count the same they add something only if no guess does all best, which in
    games of many answers one mostly does.
    """
    scores, task = search.scores, search.task
    asked_for_part = task.below < IMPOSSIBLE or task.least_steps > 1
    if task.pool == POOL_LEGAL or not task.candidates or asked_for_part or task.by_depth:
        return False
    if task.weights or scores.costs or scores.goals or scores.n_scores > MOST_SCORES:
        return True
    some = range(0, scores.n_guesses, max(1, scores.n_guesses // 16))
    row = greedy_kernel().row
    return all(len(set(row(scores, guess))) <= _FEW_ANSWERS for guess in some)


def _at_once(search: Search, deadline: Deadline) -> None:
    """Find bounds that need no search, and greedy trees until one of them meets them."""
    with suppress(TimeIsUpError):
        own = floors(search.scores, search.task, search.deadline.check)
        if own is not None:
            search.raise_bound(own.worst if search.task.objective.by_worst else own.total)
            search.compare(deadline)


def proof_pays(scores: Any, task: Task) -> bool:
    """Return whether a proof may be worth its part of the time."""
    return _proof_pays(Search(scores, task, None, GreedyTrees()))


def _proof_pays(search: Search) -> bool:
    """Return whether a proof may be worth the scores of its search."""
    task = search.task
    if task.seconds < 0:
        return True
    few = _HOPELESS if task.symmetries else _HOPELESS // 2
    legal = task.pool == POOL_LEGAL
    hopeless = search.pairs > few and task.seconds < _HOUR and not legal
    return not hopeless and _fits(search, _proof_share(search) * task.seconds)


def _proof_share(search: Search) -> float:
    """Return the share of a proof: all where nothing else makes trees better."""
    return 1.0 if search.task.pool == POOL_LEGAL else _SHARES[search.large]


def _prove(search: Search, _: Deadline) -> None:
    """Search exactly."""
    before = search.found
    seconds = search.deadline.part(_proof_share(search))
    posed = search.task._replace(seconds=seconds)
    search.found = exact_kernel().attempt(search.scores, posed, search.report, search.memory)
    if not search.found.proven:
        search.raise_bound(before.lower_bound)
        if before.tree is not None:
            search.take(before.tree)


def _fits(search: Search, seconds: float) -> bool:
    """Return whether the scores of a search fit in its memory, and are there in so many seconds."""
    size = exact_kernel().table_bytes(search.scores, search.task)
    small = size < _FILLED // 10
    return size <= memory_of(search.task) and (small or seconds > size / _FILLED)


def _nothing_is_short(search: Search, *, slow: bool) -> bool:
    """Return whether a tree is wanted that is short enough, where greedy ones may not be.

    If greedy trees are slow to grow, it is looked for before them.
    """
    first = search.large and not search.task.symmetries
    wanted = search.found.tree is None and search.task.max_steps >= 0
    return first is slow and wanted and search.improvable


def _shorten(search: Search, deadline: Deadline) -> None:
    """Look for a tree that is short enough."""
    tree = next(_flatter(search, deadline), None)
    if tree is not None:
        search.take(tree)


def _grow(search: Search, deadline: Deadline) -> None:
    """Grow greedy trees: some where passes make better ones, else all for which there is time."""
    task = search.task
    passes = search.large and task.objective == MEAN and search.improvable
    search.compare(deadline if passes else search.deadline)


def _bound_pays(search: Search) -> bool:
    """Return whether a bound of the total can be raised, and there is time for it."""
    task, found = search.task, search.found
    return (
        found.tree is not None
        and not task.objective.by_worst
        and (task.below, task.nodes) == (IMPOSSIBLE, NO_LIMIT)
        and len(task.candidates) >= _BOUNDED
        and found.lower_bound < found.total
        and not search.deadline.over
        and exact_kernel().is_fast(search.scores, task)
        and _fits(search, 0.3 * search.deadline.left)
    )


def raise_evenly(search: Search, deadline: Deadline) -> None:
    """Raise the bound of a game that is too large for a proof; it may meet the least total.

    The search raises all first guesses together, by a part of the gap that is left, as each per
    cent takes some three times as long as the one before. The blocks of a large set are raised
    evenly, by what their sizes and those of their own blocks say at first: to bring all of them a
    little higher takes far less than to solve the small ones.
    """
    scores, task, found, kernel = search.scores, search.task, search.found, exact_kernel()
    known_sets = kernel.new_memory(scores, task)
    posed = task._replace(objective=MEAN, evenly=True, below=found.total, seconds=deadline.left)
    heard = None if search.report is None else partial(_hear, search.report, found)
    answer = kernel.attempt(scores, posed, heard, known_sets)
    bound = max(found.lower_bound, min(answer.lower_bound, found.total))
    search.found = found._replace(
        lower_bound=bound,
        nodes=found.nodes + answer.nodes,
        proven=task.objective == MEAN and bound == found.total,
        interrupted=answer.interrupted,
    )
    if answer.tree is not None:
        search.take(answer.tree)


def _hear(
    report: Report, found: Found, _: int, bound: int, done: int, total: int, nodes: int
) -> None:
    """Report a search below a limit as one of the best total so far."""
    least = max(found.lower_bound, min(bound, found.total))
    report(found.total, least, done, total, found.nodes + nodes)


def _worst_comes_first(search: Search) -> bool:
    """Return whether there is time for a lesser worst case, and it counts first."""
    return search.task.objective.by_worst and search.nodes_left and search.improvable


def _flatten(search: Search, deadline: Deadline) -> None:
    """Look for trees with a lesser worst case, where it comes first."""
    if search.task.objective == WORST:  # nothing else counts
        deadline = search.deadline
    for tree in _flatter(search, deadline):
        search.take(tree)


def _passes_pay(search: Search) -> bool:
    """Return whether there is time for a lesser total, and it counts."""
    objective = search.task.objective
    limited = objective.by_worst and search.found.tree is None
    counts = objective != WORST and not limited
    return counts and search.nodes_left and search.improvable


def _improve(search: Search, deadline: Deadline) -> None:
    """Lessen the total by passes, from the tree of the search before on."""
    task, found = search.task, search.found
    if task.objective.by_worst:
        task = task._replace(objective=MEAN, max_steps=found.worst)
    solve_small, settings = _solver(search), _settings(search)
    sets = partial(Sets, greedy_kernel(), search.scores)
    flattener = None
    if task.max_steps >= 0:
        posed = task._replace(objective=WORST)
        flattener = Flattener(partial(sets, posed, deadline, settings), solve_small)
    improver = Improver(sets(task, deadline, settings), solve_small, flattener)
    # A greedy tree is no beginning: its sets are ranked otherwise where nothing has to be short.
    if found.tree is not None and (search.goes_on or task.max_steps >= 0):
        improver.begin(found.tree)
    stopped = False
    try:
        improver.passes()
    except KeyboardInterrupt:  # what is there by now is kept
        stopped = True
    tree = improver.tree()
    if tree is not None:
        search.take(tree)
    search.found = search.found._replace(interrupted=stopped)


def _flatter(search: Search, deadline: Deadline) -> Iterator[FlatTree]:
    """Yield trees with a lesser and lesser worst case until none is found in time."""
    posed = search.task._replace(objective=WORST)
    sets = partial(Sets, greedy_kernel(), search.scores, posed, deadline, _settings(search))
    flattener = Flattener(sets, _solver(search))
    found = search.found
    least = max(1, found.lower_bound) if search.task.objective.by_worst else 1
    steps = search.task.max_steps if found.tree is None else found.worst - 1
    while steps >= least and (tree := flattener.within(steps)) is not None:
        yield tree
        steps = search.found.worst - 1


def _settings(search: Search) -> Settings:
    """Return how hard sets are looked at."""
    if not exact_kernel().is_fast(search.scores, _few(search.task)):
        return _IN_PYTHON
    return _OF_GOALS if search.scores.goals else Settings()


def _few(task: Task) -> Task:
    """Return a task about as many candidates as are searched at once."""
    return task._replace(candidates=task.candidates[: Settings().small])


def _solver(search: Search) -> Solve:
    """Return the search of the kernel, with one memory for all the sets it is asked about."""
    kernel, scores, few = exact_kernel(), search.scores, _few(search.task)
    fits = kernel.table_bytes(scores, few) <= memory_of(few)
    known_sets = kernel.new_memory(scores, few) if fits else None
    return lambda scores, task: kernel.attempt(scores, task, None, known_sets)


#: What is done in turn: where it pays, and with which share of the time that is left.
STEPS = (
    Step(_bounds_may_pay, _at_once, 0.3),
    Step(_proof_pays, _prove, 1.0),
    Step(partial(_nothing_is_short, slow=True), _shorten, 0.5),
    Step(lambda search: not search.goes_on, _grow, 0.1),
    Step(partial(_nothing_is_short, slow=False), _shorten, 0.5),
    Step(_bound_pays, raise_evenly, 0.3),
    Step(_worst_comes_first, _flatten, 0.5),
    Step(_passes_pay, _improve, 1.0),
)
