"""Can every secret be found within k guesses, and what is the least such k?"""

from __future__ import annotations

from concurrent.futures import Executor
from os import PathLike
from typing import Any

from mastermind_core.errors import BadArgument, NoStrategy
from mastermind_core.exact.search import pose, search
from mastermind_core.game import Game
from mastermind_core.progress import Progress
from mastermind_core.table import compile_game


def solution_exists(
    game: Game[Any, Any, Any],
    max_steps: int,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    checkpoint: str | PathLike[str] | None = None,
    progress: Progress | bool | None = None,
) -> bool:
    """Say whether some strategy finds every secret within ``max_steps`` guesses.

    ``workers``, ``executor``, ``checkpoint`` and ``progress`` are those of ``optimal``.

    >>> from mastermind_core import TwoD
    >>> solution_exists(TwoD(5), max_steps=3), solution_exists(TwoD(5), max_steps=4)
    (False, True)
    """
    if isinstance(max_steps, bool) or not isinstance(max_steps, int) or max_steps < 0:
        raise BadArgument(f"max_steps must be a number from 0, not {max_steps!r}")
    table = compile_game(game)
    found = search(
        game,
        table,
        pose(game, table, "worst", max_steps=max_steps),
        workers=workers,
        executor=executor,
        checkpoint=checkpoint,
        progress=progress,
    )
    if found.tree is None and not found.proven:
        raise NoStrategy("the search was stopped before there was an answer: let it finish")
    return found.tree is not None


def optimal_worst_case(
    game: Game[Any, Any, Any],
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    checkpoint: str | PathLike[str] | None = None,
    progress: Progress | bool | None = None,
) -> int:
    """Return the least number of guesses within which every secret can be found.

    ``workers``, ``executor``, ``checkpoint`` and ``progress`` are those of ``optimal``.

    >>> from mastermind_core import TwoD
    >>> optimal_worst_case(TwoD(5))
    4
    """
    table = compile_game(game)
    found = search(
        game,
        table,
        pose(game, table, "worst"),
        workers=workers,
        executor=executor,
        checkpoint=checkpoint,
        progress=progress,
    )
    if found.tree is None:
        raise NoStrategy("no strategy ends this game")
    if not found.proven:
        raise NoStrategy(
            f"the search was stopped at {found.lower_bound} to {found.worst} guesses: let it finish"
        )
    return found.worst
