"""The anytime search: first bounds, a proof and greedy trees, then better bounds and trees.

The steps are one table. Each takes a share of the remaining time if it may pay, and passes its
result to the next.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property

from mastermind_core.errors import GameTooLarge
from mastermind_core.exact.anytime.greedy import GreedyTrees, better_of, size_bound
from mastermind_core.exact.anytime.passes import Passes
from mastermind_core.exact.anytime.sets import Sets, Settings
from mastermind_core.exact.deadline import Deadline, TimeIsUpError
from mastermind_core.kernels import choose as kernels
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
    SearchHints,
    Task,
    in_guesses,
)
from mastermind_core.kernels.shared.ctrl_c import look
from mastermind_core.kernels.shared.flat_trees import no_nodes
from mastermind_core.kernels.shared.plain_scores import Scores, known
from mastermind_core.kernels.types import MOST_SCORES, FlatTree

#: Above this number of pairs of guess and candidate a proof within a budget is unlikely; the share
#: of the time for a proof up to it and above it. The rest of the time improves the tree.
_HOPEFUL = 1 << 26
_SHARES = 0.7, 0.1

#: The share of the time for a proof if prices depend on the number of guesses: bounds are weak.
_BY_DEPTH = 0.15

#: The maximum number of first guesses whose blocks are searched for one that is found too late, and
#: the nodes for each block.
_MOST_FIRST = 16
_LATE_NODES = 50_000

#: Above this number of pairs (half as many without symmetries) a proof is not tried in a budget of
#: less than two hours, and above twice as many not in one of less than four hours, and so on.
_HOPELESS = 1 << 28
_HOUR = 3600

#: The share of the remaining time for the bound from an hour on: later passes find little.
_BOUND_IN_HOURS = 0.8

#: The minimum bytes of scores that are filled per second.
_FILLED = 1 << 28

#: The minimum number of secrets for which a better bound is worth its time.
_BOUNDED = 1000

#: The settings of passes with the reference kernel, and in games with goals.
_IN_PYTHON = Settings(small=6, nodes=30)
_OF_GOALS = Settings(small=64)

#: The maximum number of answers to a guess in games of questions and names.
_FEW_ANSWERS = 3


def solve(
    scores: Scores,
    task: Task,
    report: Report | None = None,
    before: Found | None = None,
    greedy: GreedyTrees | None = None,
    memory: object = None,
    *,
    hastily: bool = False,
) -> Found:
    """Search for a task's optimal tree, and if stopped early, return the best tree so far.

    Args:
        scores: The game's scores.
        task: The task. Only the first greedy tree may exceed its ``seconds``. If memory does not
            allow a search, a time budget still gets a tree.
        report: A function that is called with the progress.
        before: An earlier search's result for the same task, from which this one continues.
        greedy: The greedy trees that the call has grown so far.
        memory: The memory for solved sets.
        hastily: Whether to stop after the step that proves.
    """
    if task.question.candidates and known(scores, task.question.candidates):
        return Found(no_nodes(), 0, 0, 0, proven=True, nodes=0)
    search = Search(scores, in_guesses(scores.costs, task), report, greedy, memory)
    if before is not None and before.tree is not None:
        search.goes_on = True
        search.raise_bound(before.lower_bound)
        search.take(before.tree)
    return search.run(STEPS[:2] if hastily else STEPS)


def fills_in_time(scores: Scores, task: Task) -> bool:
    """Return whether a search's scores can be filled in its task's seconds."""
    size = kernels.exact.table_bytes(scores, task)
    return task.limits.seconds < 0 or size < _FILLED // 10 or task.limits.seconds > size / _FILLED


class Search:
    """A task, its best result so far, and its remaining time."""

    def __init__(
        self,
        scores: Scores,
        task: Task,
        report: Report | None = None,
        greedy: GreedyTrees | None = None,
        memory: object = None,
    ):
        self.scores = scores
        self.task = task
        self.report = report
        self.memory = memory
        self.greedy = greedy or GreedyTrees()
        self.deadline = Deadline(task.limits.seconds)
        self.found = Found(None, IMPOSSIBLE, 0, size_bound(scores, task), proven=False, nodes=0)
        self.goes_on = False

    def run(self, steps: Sequence[Step]) -> Found:
        """Run the steps until the result is proven."""
        try:
            for step, share in steps:
                if not (self.found.proven or self.found.interrupted):
                    step(self, share)
        except KeyboardInterrupt:
            self.found = self.found._replace(interrupted=True)
        return self.found

    def part(self, share: float) -> Deadline:
        """Return a deadline after a share of the remaining time."""
        return Deadline(self.deadline.part(share))

    def compare(self, deadline: Deadline) -> None:
        """Keep the best among the greedy trees for which there is time."""
        self.found = self.greedy.better(self.scores, self.task, self.found, deadline)

    def take(self, tree: FlatTree) -> None:
        """Keep a tree if it is better."""
        self.found = better_of(self.scores, self.task, self.found, tree)

    def raise_bound(self, bound: int) -> None:
        """Raise the lower bound."""
        self.found = self.found._replace(lower_bound=max(self.found.lower_bound, bound))

    @property
    def pairs(self) -> int:
        """Return how many pairs a guess and a candidate form."""
        return int(self.scores.n_guesses * len(self.task.question.candidates))

    @property
    def large(self) -> bool:
        """Return whether a proof within a budget is unlikely."""
        return self.pairs > _HOPEFUL

    @property
    def proof_share(self) -> float:
        """Return the time share for a proof: everything if no other step improves trees."""
        if self.task.by_depth:
            return _BY_DEPTH
        return 1.0 if self.task.question.pool == POOL_LEGAL else _SHARES[self.large]

    @property
    def proof_pays(self) -> bool:
        """Return whether a proof may be worth its search's scores."""
        task = self.task
        limits = task.limits
        few = _HOPELESS if task.hints.symmetries else _HOPELESS // 2
        most = few * max(1, limits.seconds / (2 * _HOUR))
        hopeless = self.pairs > most and task.question.pool != POOL_LEGAL
        return limits.seconds < 0 or (not hopeless and self.fits(self.proof_share * limits.seconds))

    def fits(self, seconds: float) -> bool:
        """Return whether a search's scores fit in its memory, and can be filled in time."""
        size = kernels.exact.table_bytes(self.scores, self.task)
        timed = self.task.in_time(seconds)
        return size <= memory_of(self.task) and fills_in_time(self.scores, timed)

    @property
    def nodes_left(self) -> bool:
        """Return whether the node budget is not spent."""
        return not 0 <= self.task.limits.nodes < self.found.nodes

    @cached_property
    def passes(self) -> Passes:
        """Return the passes over the task's sets. All small searches share one memory."""
        kernel = kernels.exact
        scores = self.scores
        task = self.task
        question = task.question
        few = task._replace(
            question=question._replace(candidates=question.candidates[: Settings().small])
        )
        fits = kernel.table_bytes(scores, few) <= memory_of(few)
        memory = kernel.new_memory(scores, few) if fits else None
        settings = _OF_GOALS if scores.goals else Settings()
        if not kernel.is_fast(scores, few):
            settings = _IN_PYTHON

        def solve(scores: Scores, task: Task) -> Found:
            return kernel.attempt(scores, task, None, memory)

        return Passes(Sets(scores, task, solve, self.deadline, settings))

    @property
    def improvable(self) -> bool:
        """Return whether passes can improve a tree in the remaining time.

        They cannot if a set's cost depends on the path to it, by legality or by the guesses made.
        They cannot either if costs limit paths or are the first criterion.
        """
        task = self.task
        question = task.question
        path_limits = question.max_steps, question.max_cost
        limited = question.objective.by_worst or path_limits != (NO_LIMIT, NO_LIMIT)
        free = not (self.scores.costs and limited)
        timed = task.limits.seconds >= 0 and not self.deadline.over
        return timed and free and question.pool != POOL_LEGAL and len(question.candidates) > 0


#: A step that may use a share of the remaining time; it does nothing if that does not pay.
Step = tuple[Callable[[Search, float], None], float]


def _bounds_hold(search: Search) -> bool:
    """Return whether bounds from the effects of guesses are bounds for a task."""
    task = search.task
    asked_for_part = task.limits.below < IMPOSSIBLE or task.limits.least_steps > 1
    legal = task.question.pool == POOL_LEGAL
    return not (legal or not task.question.candidates or asked_for_part or task.by_depth)


def _bounds_may_pay(search: Search) -> bool:
    """Return whether bounds from the best division by each guess are worth their time.

    If all secrets have the same weight, they help only if no single guess is best at all set sizes.
    In games with many answers one guess mostly is.
    """
    scores = search.scores
    task = search.task
    if task.question.weights or scores.costs or scores.goals or scores.n_scores > MOST_SCORES:
        return True
    some = range(0, scores.n_guesses, max(1, scores.n_guesses // 16))
    row = kernels.greedy.row
    return all(len(set(row(scores, guess))) <= _FEW_ANSWERS for guess in some)


def _bound(search: Search, share: float) -> None:
    """Compute bounds without a search, and greedy trees until one meets the bound."""
    large = search.large
    if not _bounds_hold(search) or not (large or _bounds_may_pay(search)):
        return
    if large and not search.scores.is_table:  # the bound by the number of scores is as good
        return
    with suppress(TimeIsUpError):
        check = look if large else search.deadline.check
        own = floors(search.scores, search.task, check, measured=not large)
        if own is not None:
            search.raise_bound(own.worst if search.task.question.objective.by_worst else own.total)
            if not large:
                search.compare(search.part(share))


def _prove(search: Search, _: float) -> None:
    """Search exactly."""
    if not search.proof_pays:
        return
    before = search.found
    posed = search.task.in_time(search.deadline.part(search.proof_share))
    search.found = kernels.exact.attempt(search.scores, posed, search.report, search.memory)
    if not search.found.proven:
        search.raise_bound(before.lower_bound)
        if before.tree is not None:
            search.take(before.tree)


def _shorten(search: Search, share: float) -> None:
    """Look for a tree that is short enough, then for shorter ones if the worst case counts."""
    task = search.task
    question = task.question
    wanted = question.max_steps >= 0
    if search.found.tree is not None:
        wanted = question.objective.by_worst and search.nodes_left
    least = max(1, search.found.lower_bound) if question.objective.by_worst else 1
    # If the worst case is the only criterion, use all the time.
    deadline = search.deadline if question.objective == WORST else search.part(share)
    while wanted and search.improvable:
        search.passes.sets.deadline = deadline
        steps = question.max_steps if search.found.tree is None else search.found.worst - 1
        tree = search.passes.any_within(steps) if steps >= least else None
        if tree is not None:
            search.take(tree)
        wanted = question.objective.by_worst and tree is not None


def _shorten_first(search: Search, share: float) -> None:
    """Look for a short tree before the greedy ones if these grow slowly."""
    if search.large and not search.task.hints.symmetries and search.found.tree is None:
        _shorten(search, share)


def _grow(search: Search, share: float) -> None:
    """Grow greedy trees: a few if passes can improve them, else all for which there is time."""
    passes = search.large and search.task.question.objective in (MEAN, WORST) and search.improvable
    if not search.goes_on:
        search.compare(search.part(share) if passes else search.deadline)


def _bound_pays(search: Search, seconds: float) -> bool:
    """Return whether the total's bound can be raised in the remaining time."""
    task = search.task
    found = search.found
    return (
        found.tree is not None
        and not task.question.objective.by_worst
        and (task.limits.below, task.limits.nodes) == (IMPOSSIBLE, NO_LIMIT)
        and len(task.question.candidates) >= _BOUNDED
        and found.lower_bound < found.total
        and not search.deadline.over
        and kernels.exact.is_fast(search.scores, task)
        and search.fits(seconds)
    )


def raise_evenly(search: Search, deadline: Deadline) -> None:
    """Raise the bound for a game that is too large for a proof. It may meet the optimal total.

    The search raises all first guesses together, by a part of the remaining gap, because each per
    cent takes about three times as long as the previous one. A large set's blocks are raised
    evenly, because raising all of them a little takes far less time than solving the small ones. At
    first, the bounds come from the block sizes and from the blocks' own blocks.
    """
    scores = search.scores
    task = search.task
    found = search.found
    kernel = kernels.exact
    known_sets = kernel.new_memory(scores, task)
    posed = task._replace(
        question=task.question._replace(objective=MEAN),
        limits=task.limits._replace(below=found.total, seconds=deadline.left),
        hints=task.hints._replace(evenly=True),
    )

    def report(_: int, bound: int, done: int, total: int, nodes: int) -> None:
        """Report a search below a limit as one with the best total so far."""
        if search.report is not None:
            least = max(found.lower_bound, min(bound, found.total))
            search.report(found.total, least, done, total, found.nodes + nodes)

    answer = kernel.attempt(scores, posed, search.report and report, known_sets)
    bound = max(found.lower_bound, min(answer.lower_bound, found.total))
    search.found = found._replace(
        lower_bound=bound,
        nodes=found.nodes + answer.nodes,
        proven=task.question.objective == MEAN and bound == found.total,
        interrupted=answer.interrupted,
    )
    if answer.tree is not None:
        search.take(answer.tree)


def _begin_with_the_mean(search: Search, share: float) -> None:
    """Search for the minimum mean first, which is quick in some games, if prices are by depth."""
    question = search.task.question
    found = search.found
    if not (search.task.by_depth and search.improvable and search.nodes_left and search.proof_pays):
        return
    # The mean is the first criterion, and the objective the second one.
    worth = found.total + 1 if found.tree is not None else IMPOSSIBLE
    n = len(question.candidates)
    if worth * n * n * max(1, *question.prices) >= IMPOSSIBLE // 4:
        return
    prices = [worth + price for price in question.prices]
    posed = search.task.in_time(search.deadline.part(share))
    posed = posed._replace(
        question=question._replace(prices=prices, objective=MEAN),
        limits=posed.limits._replace(below=IMPOSSIBLE),
    )
    answer = kernels.exact.attempt(search.scores, posed)
    search.found = found._replace(nodes=found.nodes + answer.nodes, interrupted=answer.interrupted)
    if answer.tree is not None:
        search.take(answer.tree)


class _Late:
    """Searches that prove for a set that some secret needs more guesses than it may take."""

    def __init__(self, search: Search, deadline: Deadline):
        self.scores = search.scores
        self.task = search.task
        self.deadline = deadline
        self.sets = search.passes.sets
        self.memory = kernels.exact.new_memory(search.scores, search.task)

    def proven(self, candidates: array[int], steps: int, hints: SearchHints) -> bool:
        """Return whether no tree is short enough, as far as that is known."""
        self.deadline.check()
        question = self.task.question._replace(
            candidates=candidates, objective=WORST, max_steps=steps, first=(), prices=()
        )
        nodes = _LATE_NODES if self.firsts else NO_LIMIT
        limits = self.task.limits._replace(
            nodes=nodes, seconds=self.deadline.left, least_steps=steps
        )
        posed = Task(question, limits, hints)
        with suppress(GameTooLarge):
            found = kernels.exact.attempt(self.scores, posed, None, self.memory)
            return found.proven and found.tree is None
        return False

    @property
    def firsts(self) -> Sequence[int]:
        """Return the first guesses, or none if these are too many."""
        firsts = self.task.question.first or self.sets.distinct
        return firsts if len(firsts) <= _MOST_FIRST else ()

    def by_block(self, guess: int, steps: int) -> Iterator[bool]:
        """Yield for each block of a first guess whether a secret is found too late, large first."""
        blocks = [*self.sets.blocks(guess, self.task.question.candidates)]
        for block in sorted(blocks, key=len, reverse=True):
            yield self.proven(block, steps - 1, SearchHints())

    def count(self, steps: int) -> int:
        """Return the minimum number of blocks with late secrets that a first guess leaves."""
        if not self.proven(self.task.question.candidates, steps, self.task.hints):
            return 0
        return max(1, min((sum(self.by_block(guess, steps)) for guess in self.firsts), default=1))

    def everywhere(self, steps: int) -> bool:
        """Return whether every first guess leaves a block with late secrets, as far as known."""
        firsts = self.firsts
        if not firsts:
            return self.proven(self.task.question.candidates, steps, self.task.hints)
        return all(any(self.by_block(guess, steps)) for guess in firsts)


def _bound_worst_case(search: Search, share: float) -> None:
    """Raise the worst case's bound in a large game by the blocks of each first guess."""
    limits = search.task.limits
    asked = search.large and search.task.question.objective.by_worst and search.improvable
    unlimited = (limits.below, limits.nodes) == (IMPOSSIBLE, NO_LIMIT)
    if not (asked and unlimited) or search.found.tree is None:
        return
    late = _Late(search, search.part(share))
    with suppress(TimeIsUpError):
        while (bound := search.found.lower_bound) < search.found.worst and late.everywhere(bound):
            search.raise_bound(bound + 1)
    search.take(search.found.tree)


def _bound_late_secrets(search: Search, share: float) -> None:
    """Bound the total by the blocks with a secret that every strategy finds too late.

    If the first k guesses are free, a set costs nothing only if k guesses suffice for it.
    """
    question = search.task.question
    free = next((at for at, price in enumerate(question.prices) if price), 0)
    if free < 2 or not search.improvable or search.found.lower_bound > 0:
        return
    unit = question.prices[free] * (min(question.weights) if question.weights else 1)
    with suppress(TimeIsUpError):
        search.raise_bound(unit * _Late(search, search.part(share)).count(free))


def _raise(search: Search, share: float) -> None:
    """Raise the bound if that pays."""
    long = search.task.limits.seconds >= _HOUR
    deadline = search.part(_BOUND_IN_HOURS if long else share)
    if _bound_pays(search, deadline.left):
        raise_evenly(search, deadline)


def _start_passes(search: Search, steps: int) -> None:
    """Store the best tree for passes, unless it is greedy and they rank its sets differently."""
    tree = search.found.tree
    if tree is not None and (search.goes_on or steps >= 0 or search.task.by_depth):
        search.passes.begin(tree)


def _improve(search: Search, share: float) -> None:
    """Reduce the total by passes, from the previous search's tree on."""
    task = search.task
    question = task.question
    found = search.found
    by_worst = question.objective.by_worst
    unlimited = by_worst and found.tree is None
    if question.objective == WORST or unlimited or not (search.nodes_left and search.improvable):
        return
    passes = search.passes
    steps = found.worst if by_worst else question.max_steps
    stopped = False
    _start_passes(search, steps)
    steps = steps if steps >= 0 else len(question.candidates)
    passes.sets.deadline = search.part(share)
    try:
        passes.lessen(steps)
    except KeyboardInterrupt:  # the sets so far are kept
        stopped = True
    tree = passes.sets.tree(question.candidates, steps)
    if tree is not None:
        search.take(tree)
    search.found = search.found._replace(interrupted=stopped)


#: The steps in turn, each with its share of the remaining time.
STEPS: Sequence[Step] = (
    (_bound, 0.3),
    (_prove, 1.0),
    (_shorten_first, 0.5),
    (_grow, 0.1),
    (_begin_with_the_mean, 0.2),
    (_bound_late_secrets, 0.1),
    (_bound_worst_case, 0.3),
    (_shorten, 0.5),
    (_raise, 0.5),
    (_improve, 1.0),
)
