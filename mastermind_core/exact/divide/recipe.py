"""What all jobs of a search share, made from its game: here, and once more in each process.

A context is large and full of native objects, so it is not sent. What is sent is a recipe: the
game, and what it takes to pose the same task again. A fingerprint tells whether a checkpoint is
about the same game, as its answers and not as its name says.
"""

from __future__ import annotations

import pickle
from hashlib import blake2b
from typing import Any

from attrs import evolve

from mastermind_core.errors import BadArgument, shown
from mastermind_core.exact.divide.job import JobContext
from mastermind_core.exact.problem import pose
from mastermind_core.game import Game
from mastermind_core.kernels.choose import is_compiled
from mastermind_core.kernels.exact.sharing import opened
from mastermind_core.kernels.exact.task import NO_LIMIT, Task
from mastermind_core.names import __version__
from mastermind_core.table import ScoreTable, compile_game


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


def recipe_of(
    game: Game[Any, Any, Any], pool: str, memory: int, shared: tuple[str, str] | None
) -> bytes:
    """Return what another process makes the context of a search from."""
    try:
        return pickle.dumps((game, pool, memory, shared))
    except Exception as error:
        raise BadArgument(
            f"{shown(game)} cannot be sent to other processes ({error}): make its score a "
            "function of "
            "a module, not a lambda"
        ) from None


def context_from(recipe: bytes) -> JobContext:
    """Make the context of a search from its recipe."""
    game, pool, memory, shared = pickle.loads(recipe)
    table = compile_game(game)
    task = pose(game, table, pool=pool)._replace(memory=memory)
    return evolve(context_of(table, task), shared=opened(shared))


def pool_of(task: Task) -> str:
    """Return the name of the guesses that a divided search may take."""
    return "candidates" if task.pool else "all"


def fingerprint(table: ScoreTable) -> bytes:
    """Return what tells a game from others: every answer, by the numbers that results use.

    Names are not in it: they may differ from one process to the next. Symmetries are not, either:
    fewer are found in less time, and a result holds with any of them.
    """
    own = f"{table.fingerprint()} {table.places}"
    return blake2b(own.encode(), digest_size=20).digest()


def description(game: Game[Any, Any, Any], task: Task, name: bytes) -> dict[str, object]:
    """Return what a checkpoint says of its search: with anything else it is refused."""
    limit = {} if task.max_cost == NO_LIMIT else {"max_cost": task.max_cost}
    sizes = f"{len(game.guesses):,} x {len(game.secrets):,}"
    return {
        "version": __version__,
        "kernel": "native" if is_compiled() else "reference",
        "game": f"{type(game).__name__} of {sizes} answers {name.hex()}",
        "objective": task.objective,
        "pool": pool_of(task),
        "max_steps": task.max_steps,
        "opening": list(task.first),
        **limit,
    }
