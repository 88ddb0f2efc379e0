"""What goes to a worker: pure functions of a few numbers, and what they all share.

A context is large and full of native objects, so it is not sent. A process has it once, whether it
was forked with it, was begun with the recipe of it, or asked for that when a job came.
"""

from __future__ import annotations

import os
import pickle
import signal
from array import array
from collections.abc import Sequence
from multiprocessing import parent_process
from threading import Thread, local
from typing import Any

from attrs import evolve, field, frozen

from mastermind_core.errors import BadArgument, shown
from mastermind_core.exact.problem import POOLS, pose
from mastermind_core.game import Game
from mastermind_core.kernels.choose import exact_kernel
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.sharing import Shared, opened
from mastermind_core.kernels.exact.task import IMPOSSIBLE, NO_LIMIT, Found, Report, Task, Words
from mastermind_core.kernels.types import Symmetry
from mastermind_core.table import ScoreTable, compile_game

#: Limits of jobs are lower than what is impossible: a search without a limit tells less of guesses.
HIGHEST_LIMIT = IMPOSSIBLE - 1

#: Secrets of a set from which its symmetries save more than it takes to look for them.
_SYMMETRIC = 12

#: Microseconds of the search of a set from which a machine that shares no memory tells of it.
_TOLD = 10_000

#: The games that a process of an executor knows, with the sets that it has solved of each.
_MOST_CONTEXTS = 8
_contexts: dict[bytes, JobContext] = {}

#: What a process hears from whoever ends its search; nothing holds a lock that could be left shut.
_stop: Any = None


@frozen
class Job:
    """One task for a worker: the best tree of a set below a limit, within so many nodes.

    The tree begins with one of the guesses ``first``, if there are any. ``history`` are the guesses
    that led to the set, in which its symmetries are looked for. Where guesses have costs, ``purse``
    is what each path may cost; ``prices`` are what is left of those of a path.
    """

    candidates: bytes
    objective: Objective
    steps: int
    history: tuple[int, ...] = ()
    first: tuple[int, ...] = ()
    below: int = HIGHEST_LIMIT
    nodes: int = NO_LIMIT
    purse: int = NO_LIMIT
    prices: tuple[int, ...] = ()


@frozen(eq=False)
class JobContext:
    """What all jobs of a search share: the scores, and what a task says of the whole game.

    ``shared`` is the memory that workers of this machine have in common. Who has none ``tells`` the
    coordinator what took long, where that is kept.
    """

    scores: Any
    final: Sequence[bool]
    pool: int
    weights: Sequence[int]
    symmetries: Sequence[Symmetry]
    words: Words
    most_bytes: int = NO_LIMIT  # of each worker
    shared: Shared | None = None
    tells: bool = False
    _own: local = field(factory=local, init=False, repr=False)

    @property
    def everything(self) -> Task:
        """Return a task about all secrets."""
        return Task(
            array("I", range(self.scores.n_secrets)),
            pool=self.pool,
            weights=self.weights,
            symmetries=self.symmetries,
            words=self.words,
            memory=self.most_bytes,
        )

    def memory(self) -> Any:
        """Return what is known of solved sets, for one search at a time of this thread."""
        if not hasattr(self._own, "memory"):
            self._own.memory = exact_kernel().new_memory(self.scores, self.everything, self.shared)
        return self._own.memory

    def answer(self, job: Job, report: Report | None = None) -> Found:
        """Search. If fewer nodes than the budget were searched, the search was interrupted."""
        candidates = array("I")
        candidates.frombytes(job.candidates)
        task = self.everything._replace(
            candidates=candidates,
            objective=job.objective,
            max_steps=job.steps,
            symmetries=self.symmetries if len(candidates) >= _SYMMETRIC else (),
            nodes=job.nodes,
            asked=job.history,
            first=job.first,
            max_cost=job.purse,
        )
        if job.objective == Objective.WORST:
            task = task._replace(least_steps=max(2, job.steps) if self.scores.costs else job.steps)
        else:
            task = task._replace(below=job.below, prices=job.prices)
        memory = self.memory()
        tells = self.tells and memory is not None and self.shared is None
        if tells:
            memory.hear(b"", _TOLD)
        found = exact_kernel().attempt(self.scores, task, report, memory)
        return found._replace(solved=memory.tell()) if tells else found


def context_of(table: ScoreTable, task: Task) -> JobContext:
    """Return what all jobs of a search share."""
    own = task.pool, task.weights, task.symmetries, task.words, task.memory
    return JobContext(table.kernel_scores, table.final, *own)


def recipe_of(game: Game[Any, Any, Any], context: JobContext) -> bytes:
    """Return what another process makes the context of a search from."""
    shared = None if context.shared is None else context.shared.name
    try:
        return pickle.dumps((game, context.pool, context.most_bytes, shared, context.tells))
    except Exception as error:
        raise BadArgument(
            f"{shown(game)} cannot be sent to other processes ({error}): make its score a "
            "function of a module, not a lambda"
        ) from None


def _made(recipe: bytes) -> JobContext:
    game, pool, memory, name, tells = pickle.loads(recipe)
    table = compile_game(game)
    task = pose(game, table, pool=list(POOLS)[pool])._replace(memory=memory)
    return evolve(context_of(table, task), shared=opened(name), tells=tells)


def begin(name: bytes, context: JobContext | None, recipe: bytes, stop: Any) -> None:
    """Set out as a process that does jobs, and ends with its parent."""
    global _stop
    # Ctrl-C reaches all processes of a terminal; the parent alone says what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop
    Thread(target=_end_with_parent, daemon=True).start()
    _contexts[name] = context or _made(recipe)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def answer(name: bytes, recipe: bytes | None, job: Job) -> Found | None:
    """Do a job where its context is known; None asks for the recipe."""
    if name not in _contexts:
        if recipe is None:
            return None
        while len(_contexts) >= _MOST_CONTEXTS:
            _contexts.pop(next(iter(_contexts)), None)
        _contexts[name] = _made(recipe)
    return _contexts[name].answer(job, _look_up)


def _look_up(*_: int) -> None:
    if _stop is not None and _stop.poll():
        raise KeyboardInterrupt
