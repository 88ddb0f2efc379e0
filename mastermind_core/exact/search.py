"""A game's optimal trees, and how many guesses suffice at least."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from logging import INFO
from time import process_time
from types import MappingProxyType
from typing import Any, Unpack, overload

from attrs import frozen

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument, Interrupted, NoStrategy, counted, shown
from mastermind_core.exact.anytime import budget as anytime
from mastermind_core.exact.anytime.greedy import Rank, last_deadline
from mastermind_core.exact.objective import (
    Answer,
    LengthObjective,
    ObjectiveLike,
    Query,
    Stages,
    objective_named,
)
from mastermind_core.exact.options import LOG, Budget, Reporter, SearchOptions, searching
from mastermind_core.exact.problem import Case, Pool, known_in_time, pool_in_use, pose
from mastermind_core.exact.solution import ProbableSolution, Solution
from mastermind_core.game import Game, Guess, ProbableGame, Score, Secret, check_parts, costs_of
from mastermind_core.game.amounts import Exact, in_user_units
from mastermind_core.game.lists import takes_game
from mastermind_core.game.matrices import is_key
from mastermind_core.games.variants import priced
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import IMPOSSIBLE, NO_LIMIT, Found, Task, in_guesses
from mastermind_core.kernels.shared.ctrl_c import keep, was_stopped
from mastermind_core.kernels.shared.flat_trees import no_nodes
from mastermind_core.kernels.types import FlatTree
from mastermind_core.names.applications import application
from mastermind_core.names.services import service_of
from mastermind_core.progress import progress_hook
from mastermind_core.table import ScoreTable
from mastermind_core.tree import stored_tree


@overload
def optimal(
    game: ProbableGame,
    *,
    max_steps: int | None = None,
    confidence: object = None,
    seconds: float | None = None,
    nodes: int | None = None,
) -> ProbableSolution: ...
@overload
def optimal(
    game: Game[Guess, Secret, Score],
    objective: ObjectiveLike | Sequence[ObjectiveLike] = "mean",
    *,
    pool: Pool = None,
    first_guess: object = None,
    max_steps: int | None = None,
    max_cost: Exact | None = None,
    **budget: Unpack[Budget],
) -> Solution[Guess, Secret, Score]: ...
@searching(Budget)
@takes_game
def optimal(
    game: Game[Guess, Secret, Score],
    objective: ObjectiveLike | Sequence[ObjectiveLike] = "mean",
    *,
    pool: Pool = None,
    first_guess: object = None,
    max_steps: int | None = None,
    max_cost: Exact | None = None,
    confidence: object = None,
    **budget: Unpack[Budget],
) -> Any:
    """Find an optimal decision tree, or the best one within a budget.

    The result is deterministic. If several trees are optimal, the search returns one, which need
    not be the first by ``game.guesses``. The reference kernel may return another one than the
    compiled kernel. A quantity that the objective does not name may differ between them: the worst
    case with "mean", the total with "worst".

    If answers may be wrong, the search finds the policy that most probably names the right secret
    after ``max_steps`` guesses. With a ``confidence`` it finds the policy with the minimum expected
    number of guesses until the likeliest secret has this probability. The only other valid
    arguments are ``seconds`` and ``nodes``.

    If no tree of a data table names all rows within ``max_steps`` or ``max_cost``, the result is an
    :class:`~mastermind_core.tables.ErringSolution` with the lowest expected error. If ``seconds``
    are given, this search has at least half of them.

    Args:
        game: Any game: guesses, secrets, a score and end states. Secret weights and guess costs
            count: "mean" then minimizes the total cost, "worst" the most expensive path.
        objective: "mean" (minimum total), "worst", "worst-then-mean", "mean-then-worst", an
            objective on guesses such as :func:`within`, :func:`penalty` and
            :func:`quantile`, or a list of objectives, the most important first.
        pool: The guesses that a strategy may make: "all", only "candidates" (guesses that may still
            win), or only those that the game's rule makes "legal". By default the legal ones in a
            game with a rule, such as a hard mode, and otherwise all.
        first_guess: The tree's first guess, if it is fixed.
        max_steps: The maximum number of guesses on every path.
        max_cost: The maximum cost for every path.
        confidence: The probability at which a game with noise ends.
        seconds: A time budget. The first greedy tree is completed even if it takes longer, up to
            twice as long or five CPU seconds more. In a game with up to 500,000 (guess, secret)
            pairs, the other greedy trees may take half a second more. If answers may be wrong,
            building policies takes up to about a second more.
        nodes: How many candidate sets may be searched.
        memory: The limit in bytes for the score table and the solved sets together. By default
            4 GiB. Solved sets use at most 1 GiB.
        threads: How many threads the compiled search uses. The tree does not depend on it.
        workers: Processes among which the search is divided. They do more work than one process,
            and prove the same. The tree may differ only if the objective is "worst".
        executor: A ``concurrent.futures.Executor`` among whose workers the search is divided.
        checkpoint: A file that stores solved sets. Repeat the call with the same file to resume
            the search.
        progress: Called with (parts done, parts known so far). True shows a bar.

    Returns:
        The solution: a tree with its total, its worst case and a proven lower bound. If time or
        nodes run out, its ``proven`` is false, and its tree is at least as good as greedy trees.

    Raises:
        NoStrategy: If no strategy stays within ``max_steps`` and ``max_cost``, or the budget ends
            before any tree is found.
        Interrupted: At Ctrl-C. Its ``solution`` has the best tree so far.
        GameTooLarge: If the search's scores alone take more than ``memory``.
        BadArgument: If an argument is not valid.

    See Also:
        :func:`optimal_worst_case`, :func:`solution_exists`, :func:`is_greedy_optimal`,
        :func:`guess_values`.

    >>> from mastermind_core import TwoD
    >>> best = optimal(TwoD(5), "worst-then-mean")
    >>> best.total, best.worst, best.proven
    (83, 4, True)
    """
    service = service_of(game, confidence=confidence)
    if service is not None:
        options = {"max_steps": max_steps, "max_cost": max_cost, "confidence": confidence}
        options |= {"first_guess": first_guess, "pool": None if pool == "all" else pool}
        options |= {"objective": None if objective == "mean" else objective}
        given = {name: value for name, value in options.items() if value is not None}
        return service.optimal(game, {**given, **budget})
    limits: Any = {"pool": pool, "first_guess": first_guess}
    limits |= {"max_steps": max_steps, "max_cost": max_cost}

    def search(**budget: Any) -> Any:
        return best_solution(game, objective, SearchOptions(**budget), **limits)

    is_limited = max_steps is not None or max_cost is not None
    if is_limited and is_key(game):  # a table may have a tree with errors
        within = application("within_limit")
        return within(search, game, budget, objective=objective, **limits)
    return search(**budget)


def best_solution(
    game: Game,
    objective: Any,
    options: SearchOptions,
    table: ScoreTable | None = None,
    *,
    max_steps: int | None = None,
    **limits: Any,
) -> Solution:
    """Do the work of ``optimal``, with its budgets and helpers as one value.

    Args:
        game: The game.
        objective: As in ``optimal``.
        options: Budgets, helpers and progress.
        table: The compiled game, if it is known.
        max_steps: As in ``optimal``.
        limits: ``pool``, ``first_guess`` and ``max_cost`` as in ``optimal``.
    """
    began = process_time()
    objective = objective_named(objective)
    check_parts(game)
    max_steps = whole_number("max_steps", max_steps, none="for no limit")
    if isinstance(objective, LengthObjective) and costs_of(game):
        raise BadArgument(
            f"objective {shown(objective)} counts guesses, and the guesses of this game have costs "
            'of their own: leave them out, or use "mean" or "worst"'
        )
    table = table or known_in_time(game, options)
    if table.over(table.everything):
        nothing = stored_tree(table, no_nodes(), game)
        seconds = process_time() - began
        return Solution(objective, nothing, 0, 0, 0, proven=True, nodes=0, seconds=seconds)
    task = pose(game, table, max_steps=max_steps, options=options, **limits)
    if isinstance(objective, LengthObjective):
        whole = {"objective": str(objective), "max_steps": max_steps}
        ask = partial(ask_search, Posed(game, table, options, task, whole))
        answer = Stages(objective, table, max_steps, ask).answer()
    else:
        answer = ask_search(Posed(game, table, options, task), Query(objective), max_steps)
    weight = table.weight_unit
    path = table.cost_unit
    bound = (path if objective.by_worst else weight * path) * answer.unit
    found, tree = found_in(answer, max_steps, limits.get("max_cost"), bound)
    solution: Solution = Solution(
        objective,
        stored_tree(table, tree, game),
        in_user_units(found.total, weight * path),
        in_user_units(found.worst, path),
        in_user_units(found.lower_bound, bound),
        found.proven,
        found.nodes,
        process_time() - began,
        Case(table, answer.task),
    )
    keep(solution)
    if answer.interrupted:
        raise Interrupted(solution)
    return solution


@frozen
class Posed:
    """A search that is posed: all that its queries have in common.

    Attributes:
        game: The game.
        table: The compiled game.
        options: Budgets, helpers and progress.
        task: The task. It has the game's limits, weights, symmetries and words.
        whole: The whole search's description, for a checkpoint.
    """

    game: Game
    table: ScoreTable
    options: SearchOptions
    task: Task
    whole: Mapping[str, object] = MappingProxyType({})


def ask_search(
    posed: Posed, question: Query, steps: int | None, below: int = IMPOSSIBLE, spent: int = 0
) -> Answer:
    """Run the search for one query.

    Args:
        posed: The search.
        question: The query.
        steps: The maximum number of guesses on a path.
        below: Only smaller totals are of interest.
        spent: The nodes that earlier queries took.
    """
    task = question.put_to(posed.task)
    most_steps = [most for most in (task.question.max_steps, steps) if most not in {NO_LIMIT, None}]
    nodes = task.limits.nodes
    task = task._replace(
        question=task.question._replace(
            objective=question.kind, max_steps=min(most_steps, default=NO_LIMIT)
        ),
        limits=task.limits._replace(
            below=below, nodes=nodes if nodes < 0 else max(nodes - spent, 0)
        ),
    )
    found, interrupted = run_task(posed, task, question.rank)
    return Answer(task, found, interrupted)


def run_task(posed: Posed, task: Task, rank: Rank | None = None) -> tuple[Found, bool]:
    """Run a task directly, or divided if there are workers, an executor or a checkpoint.

    Args:
        posed: The search.
        task: One query's task for a kernel.
        rank: The key by which trees are compared, if it is not the task's objective.

    Returns:
        The result, and whether Ctrl-C was pressed meanwhile.
    """
    game = posed.game
    table = posed.table
    options = posed.options
    objective = task.question.objective
    LOG.info("search of %s: %s, %d candidates", game, objective, len(task.question.candidates))
    with progress_hook("proving", progress=options.progress) as hook:
        unit = "cost" if task.by_depth else "total"
        least = task.limits.least_steps
        report = None if hook is None else Reporter(hook, objective, least, unit)
        task = task.in_time(options.seconds_left)
        scores = table.kernel_scores
        if options.divided:
            from mastermind_core.exact.divide import search as divided

            found = divided.solve(game, table, task, options, report, posed.whole)
        else:
            found = anytime.solve(scores, task, report, None, options.greedy)
        reported = report is not None and report.interrupted
        stopped = found.interrupted or reported or was_stopped()
        if not found.proven or (rank is not None and stopped):  # which has more to ask
            found = found._replace(proven=found.proven and found.tree is not None)
            task = in_guesses(scores.costs, task)
            deadline = last_deadline(scores, task, options.seconds_left, stopped=stopped)
            found = options.greedy.better(scores, task, found, deadline, rank, stopped=stopped)
        if report is not None:
            report.end(found)
        if LOG.isEnabledFor(INFO):
            LOG.info("search of %s: %s", game, _ending(found, stopped=stopped))
        return found, stopped


def _ending(found: Found, *, stopped: bool) -> str:
    """Describe how a search ended, in its score table's units."""
    known = "no strategy" if found.tree is None else f"total {found.total}, worst {found.worst}"
    if found.proven:
        state = "proven"
    else:
        state = "stopped by Ctrl-C" if stopped else "cut by its budget"
        known += f", lower bound {found.lower_bound}" if found.lower_bound < IMPOSSIBLE else ""
    return f"{state}: {known}, {counted(found.nodes, 'node')}"


def found_in(
    answer: Answer, max_steps: int | None, max_cost: object = None, unit: Fraction | None = None
) -> tuple[Found, FlatTree]:
    """Return a search's result with its tree.

    Raises:
        NoStrategy: If there is no tree. It states the lower bound if the bounds' ``unit`` is known.
        Interrupted: If Ctrl-C was pressed before a tree was found.
    """
    if answer.found.tree is not None:
        return answer.found, answer.found.tree
    if answer.interrupted:
        raise Interrupted
    raise NoStrategy(_why_none(answer.found, max_steps, max_cost, unit))


def _why_none(found: Found, max_steps: int | None, max_cost: object, unit: Fraction | None) -> str:
    if not found.proven:
        least = None if unit is None else in_user_units(found.lower_bound, unit)
        known = "" if least is None else f" (lower bound so far: {least})"
        return f"the search was stopped before it found a strategy{known}: allow more"
    if max_cost is not None:
        return f"no strategy finds every secret by paths that cost at most {max_cost}: allow more"
    if max_steps is None:
        return "no strategy ends this game with the guesses of this pool"
    bound = "" if found.lower_bound >= IMPOSSIBLE else f" (at least {found.lower_bound})"
    guesses = counted(max_steps, "guess", "guesses")
    return f"no strategy finds every secret within {guesses}{bound}: allow more"


@searching(Budget)
@takes_game
def solution_exists(
    game: Game,
    max_steps: int,
    *,
    pool: Pool = None,
    first_guess: object = None,
    **budget: Unpack[Budget],
) -> bool | None:
    """Return whether some strategy finds every secret within ``max_steps`` guesses.

    Guesses are counted, whatever they cost. In a game with a hard mode, use ``pool="legal"``.

    Args:
        game: Any game.
        max_steps: The maximum number of guesses on every path.
        pool: The guesses that a strategy may make, as in :func:`optimal`.
        first_guess: The first guess, if it is fixed.
        seconds: A time budget.
        nodes: How many candidate sets may be searched.
        memory: Bytes for scores and for remembered sets.
        threads: Threads that share the search.
        workers: Processes among which the search is divided.
        executor: An executor among whose workers the search is divided.
        checkpoint: A file that stores solved sets.
        progress: Called with (parts done, parts known so far). True shows a bar.

    Returns:
        True or False if that is proven, None if the budget ended before.

    Raises:
        Interrupted: At Ctrl-C.
        BadArgument: If an argument is not valid.

    See Also:
        :func:`optimal_worst_case`, :func:`optimal`.

    >>> from mastermind_core import TwoD
    >>> solution_exists(TwoD(5), max_steps=3), solution_exists(TwoD(5), max_steps=4)
    (False, True)
    """
    max_steps = whole_number("max_steps", max_steps)
    options = SearchOptions(**budget)
    found = _search(game, options, pool=pool, first_guess=first_guess, max_steps=max_steps)
    if found is None:
        return None
    return True if found.tree is not None else False if found.proven else None


@searching(Budget)
@takes_game
def optimal_worst_case(
    game: Game, *, pool: Pool = None, first_guess: object = None, **budget: Unpack[Budget]
) -> int | None:
    """Return the minimum number of guesses that suffices for every secret.

    Guesses are counted, whatever they cost: ``optimal(game, "worst").worst`` is the minimum worst
    cost.

    Args:
        game: Any game.
        pool: The guesses that a strategy may make, as in :func:`optimal`.
        first_guess: The first guess, if it is fixed.
        seconds: A time budget.
        nodes: How many candidate sets may be searched.
        memory: Bytes for scores and for remembered sets.
        threads: Threads that share the search.
        workers: Processes among which the search is divided.
        executor: An executor among whose workers the search is divided.
        checkpoint: A file that stores solved sets.
        progress: Called with (parts done, parts known so far). True shows a bar.

    Returns:
        The number, or None if the budget ended before it was proven. :func:`optimal` then has the
        bounds.

    Raises:
        NoStrategy: If no strategy ends this game.
        Interrupted: At Ctrl-C.
        BadArgument: If an argument is not valid.

    See Also:
        :func:`solution_exists`, :func:`optimal`, :func:`worst_case`.

    >>> from mastermind_core import TwoD
    >>> optimal_worst_case(TwoD(5))
    4
    """
    options = SearchOptions(**budget)
    found = _search(game, options, pool=pool, first_guess=first_guess)
    if found is None or not found.proven:
        return None
    if found.tree is None:
        raise NoStrategy("no strategy ends this game with the guesses of this pool")
    return found.worst


def _search(game: Game, options: SearchOptions, **limits: Any) -> Found | None:
    """Search for the minimum worst case, or for some steps, or return None if time is up."""
    try:
        table = known_in_time(game, options)
        if table.over(table.everything):
            return Found(no_nodes(), 0, 0, 0, proven=True, nodes=0)
        if table.costs:
            # Of a variant it is not known whether its game asks for the rule.
            pool_in_use(game, table, limits["pool"], options)
            game = priced(game, lambda _: 1)
            table = known_in_time(game, options)
        task = pose(game, table, Objective.WORST, options=options, **limits)
    except NoStrategy:
        return None
    # Whether fewer steps than the limit would do is not asked.
    task = task._replace(limits=task.limits._replace(least_steps=max(1, task.question.max_steps)))
    found, interrupted = run_task(Posed(game, table, options, task), task)
    if interrupted:
        raise Interrupted
    return found
