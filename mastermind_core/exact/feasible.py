"""Can every secret be found within k guesses, and what is the least such k?"""

from __future__ import annotations

from typing import Any, Unpack

from mastermind_core.arguments import whole_number
from mastermind_core.errors import Interrupted, NoStrategy
from mastermind_core.exact.dispatch import run_task
from mastermind_core.exact.options import Budget, SearchOptions, searching
from mastermind_core.exact.problem import Pool, known_in_time, pose
from mastermind_core.game import Game
from mastermind_core.games.variants import priced
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import Found
from mastermind_core.kernels.shared.flat_trees import no_nodes


@searching(Budget)
def solution_exists(
    game: Game[Any, Any, Any],
    max_steps: int,
    *,
    pool: Pool = "all",
    opening: Any = None,
    **budget: Unpack[Budget],
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
    game: Game[Any, Any, Any],
    *,
    pool: Pool = "all",
    opening: Any = None,
    **budget: Unpack[Budget],
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
    game: Game[Any, Any, Any],
    options: SearchOptions,
    pool: Pool,
    opening: Any,
    max_steps: int | None = None,
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
