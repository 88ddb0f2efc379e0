"""Can every secret be found within k guesses, and what is the least such k?"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from mastermind_core.checks import whole_number
from mastermind_core.errors import Interrupted, NoStrategy
from mastermind_core.exact.dispatch import run_task
from mastermind_core.exact.options import SearchOptions
from mastermind_core.exact.problem import pose, table_in_time
from mastermind_core.game import Game
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.progress import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor


def solution_exists(
    game: Game[Any, Any, Any],
    max_steps: int,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    checkpoint: str | PathLike[str] | None = None,
    progress: Progress | bool | None = None,
) -> bool | None:
    """Say whether some strategy finds every secret within ``max_steps`` guesses.

    None says that a budget was spent before that was settled. All keywords are those of
    ``optimal``.

    >>> from mastermind_core import TwoD
    >>> solution_exists(TwoD(5), max_steps=3), solution_exists(TwoD(5), max_steps=4)
    (False, True)
    """
    whole_number("max_steps", max_steps)
    options = SearchOptions(
        seconds=seconds,
        nodes=nodes,
        memory=memory,
        threads=threads,
        workers=workers,
        executor=executor,
        checkpoint=checkpoint,
        progress=progress,
    )
    table = table_in_time(game, options)
    if table is None:
        return None
    task = pose(game, table, Objective.WORST, max_steps=max_steps, options=options)
    # Whether fewer guesses would do is not asked.
    task = task._replace(least_steps=max(1, max_steps))
    found, interrupted = run_task(game, table, task, options)
    if interrupted:
        raise Interrupted
    if found.tree is not None:
        return True
    return False if found.proven else None


def optimal_worst_case(
    game: Game[Any, Any, Any],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    checkpoint: str | PathLike[str] | None = None,
    progress: Progress | bool | None = None,
) -> int | None:
    """Return the least number of guesses within which every secret can be found.

    None says that a budget was spent before that was settled; ``optimal(game, "worst", ...)``
    then has the bounds. All keywords are those of ``optimal``.

    >>> from mastermind_core import TwoD
    >>> optimal_worst_case(TwoD(5))
    4
    """
    options = SearchOptions(
        seconds=seconds,
        nodes=nodes,
        memory=memory,
        threads=threads,
        workers=workers,
        executor=executor,
        checkpoint=checkpoint,
        progress=progress,
    )
    table = table_in_time(game, options)
    if table is None:
        return None
    found, interrupted = run_task(
        game, table, pose(game, table, Objective.WORST, options=options), options
    )
    if interrupted:
        raise Interrupted
    if found.tree is None and found.proven:
        raise NoStrategy("no strategy ends this game")
    return found.worst if found.proven else None
