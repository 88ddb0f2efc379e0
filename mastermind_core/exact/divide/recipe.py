"""What all jobs of a search share, made from its game: here, and once more in each process.

A context is large and full of native objects, so it is not sent. What is sent is a recipe: the
game, and what it takes to pose the same task again. A fingerprint tells whether a checkpoint is
about the same game, as its answers and not as its name says.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from attrs import evolve

from mastermind_core.errors import BadArgument, shown
from mastermind_core.exact.divide.job import JobContext
from mastermind_core.exact.problem import pose
from mastermind_core.game import Game
from mastermind_core.kernels.choose import greedy_kernel, is_compiled
from mastermind_core.kernels.exact.sharing import opened
from mastermind_core.kernels.exact.task import NO_LIMIT, Task
from mastermind_core.kernels.shared.ctrl_c import look
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


def fingerprint(table: ScoreTable, context: JobContext, check: Callable[[], None] = look) -> bytes:
    """Return what tells a game from others: every answer, in the order of its lists.

    Symmetries are not in it: fewer are found in less time, and a result holds with any of them.
    ``check`` is called before each row of answers; it may raise.
    """
    digest = blake2b(digest_size=20)
    digest.update(repr((context.final, tuple(context.weights), context.pool)).encode())
    if context.scores.goals or context.scores.costs:
        digest.update(repr((list(context.scores.goals), list(context.scores.costs))).encode())
    for guess in range(context.scores.n_guesses):
        check()
        digest.update(bytes(memoryview(greedy_kernel().row(context.scores, guess)).cast("B")))
    for index in (table.guesses, table.secrets, table.scores):
        digest.update(repr(tuple(index.items)).encode())
    return digest.digest()


def description(game: Game[Any, Any, Any], task: Task, name: bytes) -> dict[str, object]:
    """Return what a checkpoint says of its search: with anything else it is refused."""
    limit = {} if task.max_cost == NO_LIMIT else {"max_cost": task.max_cost}
    return {
        "version": __version__,
        "kernel": "native" if is_compiled() else "reference",
        "game": repr(game),
        "objective": task.objective,
        "pool": pool_of(task),
        "max_steps": task.max_steps,
        "opening": list(task.first),
        "score table": name.hex(),
        **limit,
    }
