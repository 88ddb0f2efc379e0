"""The best tree of a game under an objective, and the least number of guesses that suffices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from logging import INFO
from time import process_time
from types import MappingProxyType
from typing import Any, Unpack

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument, Interrupted, NoStrategy, counted, shown
from mastermind_core.exact.anytime import budget as anytime
from mastermind_core.exact.anytime.greedy import Rank
from mastermind_core.exact.deadline import Deadline
from mastermind_core.exact.objective import (
    Answer,
    LengthObjective,
    Query,
    ask_in_turn,
    objective_named,
)
from mastermind_core.exact.options import LOG, Budget, Reporter, SearchOptions, searching
from mastermind_core.exact.problem import Case, Pool, known_in_time, pose
from mastermind_core.exact.solution import Solution
from mastermind_core.game import Game, Guess, Score, Secret, check_parts, costs_of
from mastermind_core.game.amounts import Exact, in_user_units
from mastermind_core.games.variants import priced
from mastermind_core.kernels.exact.objective import Objective, ObjectiveName
from mastermind_core.kernels.exact.task import IMPOSSIBLE, Found, Task, in_guesses
from mastermind_core.kernels.shared.ctrl_c import keep, was_stopped
from mastermind_core.kernels.shared.flat_trees import no_nodes
from mastermind_core.kernels.types import FlatTree
from mastermind_core.progress import progress_hook
from mastermind_core.table import ScoreTable
from mastermind_core.tree import stored_tree


@searching(Budget)
def optimal(
    game: Game[Guess, Secret, Score],
    objective: Objective | LengthObjective | ObjectiveName | str | Sequence[str] = "mean",
    *,
    pool: Pool = "all",
    opening: Any = None,
    max_steps: int | None = None,
    max_cost: Exact | None = None,
    **budget: Unpack[Budget],
) -> Solution[Guess, Secret, Score]:
    """Find a tree that no strategy can beat, or the best that a budget allows.

    ``objective`` is "mean" (least total), "worst", or one of them and then the other; or one on the
    number of guesses, such as :func:`within`, :func:`penalty` and :func:`quantile`; or a list of
    these, of which the first counts first. ``pool`` says which guesses a strategy may ask: "all",
    only "candidates" (guesses that may win), or only those that the rule of the game makes "legal".
    ``opening`` is the first guess of the tree, if it is given. ``max_steps`` bounds the guesses of
    every path, ``max_cost`` what it may cost: :class:`NoStrategy` says that no strategy stays
    within them.

    Secrets count by weight and guesses by what they cost: "mean" is then the least total cost,
    "worst" the least cost of the dearest path.

    ``seconds``, ``nodes`` (sets of secrets searched) and ``memory`` (bytes for scores and for the
    sets that are remembered; 4 GiB, at most one of them for sets, if not given) are budgets. When
    time or nodes are spent, the best tree so far, no worse than greedy ones, comes back with
    ``proven`` false. A first greedy tree is grown even where it takes longer than ``seconds``, up
    to twice as long or five seconds more. Ctrl-C raises :class:`Interrupted`, whose ``solution``
    has that tree.

    ``threads`` share the compiled search for a least total, do hardly more work than one, and find
    the same tree. ``workers`` processes, or an ``executor``, divide the search; what is proven
    does not depend on how many there are, nor does the tree, unless only "worst" is asked for; but
    they do more work. ``checkpoint`` is a file that keeps what is solved. ``progress`` hears how
    many parts are done, of how many so far; True shows a bar.

    The same call returns the same tree. Of several optimal trees the search decides, not the order
    of ``game.guesses``; the plain kernel may decide otherwise than the compiled one. What the
    objective does not name may then differ: the worst case with "mean", the total with "worst".

    >>> from mastermind_core import TwoD
    >>> best = optimal(TwoD(5), "worst-then-mean")
    >>> best.total, best.worst, best.proven
    (83, 4, True)
    """
    options = SearchOptions(**budget)
    return best_solution(
        game,
        objective,
        pool=pool,
        opening=opening,
        max_steps=max_steps,
        max_cost=max_cost,
        options=options,
    )


def best_solution(
    game: Game,
    objective: Any,
    *,
    pool: Pool = "all",
    opening: Any = None,
    max_steps: int | None = None,
    max_cost: Any = None,
    options: SearchOptions,
    table: ScoreTable | None = None,
) -> Solution:
    """Do what ``optimal`` does, with its budgets and helpers as one value.

    ``table`` is the compiled game, where it is known.
    """
    began = process_time()
    objective = objective_named(objective)
    check_parts(game)
    max_steps = whole_number("max_steps", max_steps, none="for no limit")
    if isinstance(objective, LengthObjective):
        _check_can_price(game, objective)
    table = table or known_in_time(game, options)
    if table.over(table.everything):
        return _nothing_to_do(game, table, objective, process_time() - began)
    limits = {"pool": pool, "opening": opening, "max_cost": max_cost}
    ask = partial(ask_search, game, table, options, limits)
    if isinstance(objective, LengthObjective):
        ask = partial(ask, whole={"objective": str(objective), "max_steps": max_steps})
        answer = ask_in_turn(objective, table, max_steps, ask)
    else:
        answer = ask(Query(objective), max_steps)
    weight, path = table.weight_unit, table.cost_unit
    bound = (path if objective.by_worst else weight * path) * answer.unit
    found, tree = found_in(answer, max_steps, max_cost, bound)
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


def ask_search(
    game: Game,
    table: ScoreTable,
    options: SearchOptions,
    limits: Mapping[str, Any],
    question: Query,
    steps: int | None,
    below: int = IMPOSSIBLE,
    spent: int = 0,
    whole: Mapping[str, object] = MappingProxyType({}),
) -> Answer:
    """Ask one question, after so many nodes were spent, within the limits that ``pose`` takes."""
    task = pose(game, table, question.kind, max_steps=steps, options=options, **limits)
    nodes = task.nodes if task.nodes < 0 else max(task.nodes - spent, 0)
    task = question.put_to(task)._replace(below=below, nodes=nodes)
    return Answer(task, *run_task(game, table, task, options, whole, question.rank))


def run_task(
    game: Game,
    table: ScoreTable,
    task: Task,
    options: SearchOptions,
    whole: Mapping[str, object] = MappingProxyType({}),
    rank: Rank | None = None,
) -> tuple[Found, bool]:
    """Run a task directly, or divided when there are workers, an executor or a checkpoint.

    Return what was found, and whether Ctrl-C came meanwhile. A checkpoint of a task that is part of
    a ``whole`` is about that. ``rank`` is what trees are compared by, where that is more than the
    objective of the task.
    """
    LOG.info("search of %s: %s, %d candidates", game, task.objective, len(task.candidates))
    with progress_hook("proving", progress=options.progress) as hook:
        unit = "cost" if task.by_depth else "total"
        report = None if hook is None else Reporter(hook, task.objective, task.least_steps, unit)
        task = task._replace(seconds=options.seconds_left)
        scores = table.kernel_scores
        if options.divided:
            from mastermind_core.exact.divide import search as divided

            found = divided.solve(game, table, task, options, report, whole)
        else:
            found = anytime.solve(scores, task, report, None, options.greedy)
        heard = report is not None and report.interrupted
        stopped = found.interrupted or heard or was_stopped()
        if not found.proven or (rank is not None and stopped):  # which has more to ask
            found = found._replace(proven=found.proven and found.tree is not None)
            task, left = in_guesses(scores, task), Deadline(options.seconds_left)
            found = options.greedy.better(scores, task, found, left, rank, stopped=stopped)
        if report is not None:
            report.end(found)
        if LOG.isEnabledFor(INFO):
            LOG.info("search of %s: %s", game, _ending(found, stopped=stopped))
        return found, stopped


def _ending(found: Found, *, stopped: bool) -> str:
    """Say how a search ended, in the units of its score table."""
    known = "no strategy" if found.tree is None else f"total {found.total}, worst {found.worst}"
    if found.proven:
        state = "proven"
    else:
        state = "stopped by Ctrl-C" if stopped else "cut by its budget"
        known += f", lower bound {found.lower_bound}" if found.lower_bound < IMPOSSIBLE else ""
    return f"{state}: {known}, {counted(found.nodes, 'node')}"


def found_in(
    answer: Answer, max_steps: int | None, max_cost: Any = None, unit: Fraction | None = None
) -> tuple[Found, FlatTree]:
    """Return what a search found, and its tree, or raise what says why there is none.

    The error has the lower bound so far where the ``unit`` of bounds is known.
    """
    if answer.found.tree is not None:
        return answer.found, answer.found.tree
    if answer.interrupted:
        raise Interrupted
    raise NoStrategy(_why_none(answer.found, max_steps, max_cost, unit))


def _check_can_price(game: Game, objective: LengthObjective) -> None:
    """Refuse what does not go with prices of the guesses of a path."""
    if costs_of(game):
        raise BadArgument(
            f"objective {shown(objective)} counts guesses, and the guesses of this game have costs "
            'of their own: leave them out, or use "mean" or "worst"'
        )


def _nothing_to_do(game: Game, table: ScoreTable, objective: Any, seconds: float) -> Solution:
    """Return the solution of a game that is over before the first guess."""
    tree = stored_tree(table, no_nodes(), game)
    return Solution(objective, tree, 0, 0, 0, proven=True, nodes=0, seconds=seconds)


def _why_none(found: Found, max_steps: int | None, max_cost: Any, unit: Fraction | None) -> str:
    if not found.proven:
        known = ""
        if unit is not None:
            known = f" (lower bound so far: {in_user_units(found.lower_bound, unit)})"
        return f"the search was stopped before it found a strategy{known}: allow more"
    if max_cost is not None:
        return f"no strategy finds every secret by paths that cost at most {max_cost}: allow more"
    if max_steps is None:
        return "no strategy ends this game with the guesses of this pool"
    bound = "" if found.lower_bound >= IMPOSSIBLE else f" (at least {found.lower_bound})"
    guesses = counted(max_steps, "guess", "guesses")
    return f"no strategy finds every secret within {guesses}{bound}: allow more"


@searching(Budget)
def solution_exists(
    game: Game, max_steps: int, *, pool: Pool = "all", opening: Any = None, **budget: Unpack[Budget]
) -> bool | None:
    """Return whether some strategy finds every secret within ``max_steps`` guesses.

    Guesses are counted, whatever they cost. None says that a budget was spent before that was
    settled. All keywords are those of ``optimal``: in a hard mode, ask for the pool "legal".

    >>> from mastermind_core import TwoD
    >>> solution_exists(TwoD(5), max_steps=3), solution_exists(TwoD(5), max_steps=4)
    (False, True)
    """
    max_steps = whole_number("max_steps", max_steps)
    options = SearchOptions(**budget)
    found = _search(game, options, pool, opening, max_steps)
    if found is None:
        return None
    return True if found.tree is not None else False if found.proven else None


@searching(Budget)
def optimal_worst_case(
    game: Game, *, pool: Pool = "all", opening: Any = None, **budget: Unpack[Budget]
) -> int | None:
    """Return the least number of guesses within which every secret can be found.

    Guesses are counted, whatever they cost: ``optimal(game, "worst").worst`` is the least worst
    cost. None says that a budget was spent before that was settled; ``optimal`` then has the
    bounds. All keywords are those of ``optimal``.

    >>> from mastermind_core import TwoD
    >>> optimal_worst_case(TwoD(5))
    4
    """
    options = SearchOptions(**budget)
    found = _search(game, options, pool, opening)
    if found is None or not found.proven:
        return None
    if found.tree is None:
        raise NoStrategy("no strategy ends this game with the guesses of this pool")
    return found.worst


def _search(
    game: Game, options: SearchOptions, pool: Pool, opening: Any, max_steps: int | None = None
) -> Found | None:
    """Search for a least worst case, or for a given number of steps; None where time is up."""
    limits = {"max_steps": max_steps, "opening": opening}
    try:
        table = known_in_time(game, options)
        if table.costs:
            game = priced(game, lambda _: 1)
            table = known_in_time(game, options)
        if table.over(table.everything):
            return Found(no_nodes(), 0, 0, 0, proven=True, nodes=0)
        task = pose(game, table, Objective.WORST, pool, options=options, **limits)
    except NoStrategy:
        return None
    # Whether fewer steps than the limit would do is not asked.
    task = task._replace(least_steps=max(1, task.max_steps))
    found, interrupted = run_task(game, table, task, options)
    if interrupted:
        raise Interrupted
    return found
