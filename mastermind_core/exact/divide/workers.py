"""A divided search's jobs, and the processes or executors that run them.

A job is a pure function that takes a few numbers and a context that all jobs share. The context is
large and has native objects, so it is not sent with each job. A process gets it once: by a fork,
from a recipe at its start, or with the first job.

An executor needs only ``submit``. How many workers it has, and whether it can cancel a job, are
known for some executors only. A result is a future. If a process does not know the game, its job is
sent again together with the game.
"""

from __future__ import annotations

import os
import pickle
import signal
import warnings
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from queue import Empty, Queue
from threading import Thread, local
from time import monotonic
from typing import Any

from attrs import define, evolve, field, frozen

from mastermind_core.arguments import is_closed, returned, submitted, unbroken
from mastermind_core.errors import BadArgument, shown
from mastermind_core.exact.problem import POOLS, pose
from mastermind_core.game import Game
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.sharing import Shared, opened
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    NO_LIMIT,
    Found,
    Report,
    SearchHints,
    SearchLimits,
    SearchQuestion,
    Task,
)
from mastermind_core.kernels.shared.ctrl_c import look
from mastermind_core.kernels.shared.plain_scores import Scores
from mastermind_core.table import ScoreTable, compile_game

#: The highest limit of a job. Only a search with a limit lists its first guesses.
HIGHEST_LIMIT = IMPOSSIBLE - 1

#: The minimum size of a set for which symmetries save more time than they take.
_SYMMETRIC = 12

#: The nodes for a look-up of a job in a checkpoint.
_LOOK = 1

#: A machine without shared memory sends the sets that took this many microseconds.
_TOLD = 10_000

#: The maximum number of games that a process of an executor remembers, and their contexts.
_MOST_CONTEXTS = 8
_contexts: dict[bytes, JobContext] = {}

#: The pipe that ends the search of a process; it needs no lock that could stay locked.
_stop: Any = None


@frozen
class Job:
    """One task for a worker: a set's best tree below a limit, within some nodes.

    The tree begins with a guess in ``first``, if there are any. ``history`` are the guesses that
    led to the set, and its symmetries fix them. If guesses have costs, ``budget`` limits each
    path's cost, and ``prices`` are a path's remaining prices.
    """

    candidates: bytes
    objective: Objective
    steps: int
    history: tuple[int, ...] = ()
    first: tuple[int, ...] = ()
    below: int = HIGHEST_LIMIT
    nodes: int = NO_LIMIT
    budget: int = NO_LIMIT
    prices: tuple[int, ...] = ()


@frozen(eq=False)
class JobContext:
    """The data that all jobs share: the scores, and a task about all secrets.

    ``shared`` is the memory for all workers on this machine. If ``tells`` is true, a worker without
    it sends the sets that took long to the coordinator, which stores them.
    """

    scores: Scores
    task: Task
    shared: Shared | None = None
    tells: bool = False
    _own: local = field(factory=local, init=False, repr=False)

    def memory(self) -> Any:
        """Return this thread's memory for solved sets, for one search at a time."""
        if not hasattr(self._own, "memory"):
            self._own.memory = kernels.exact.new_memory(self.scores, self.task, self.shared)
        return self._own.memory

    def answer(self, job: Job, report: Report | None = None) -> Found:
        """Run a job. A result with fewer nodes than the budget and no proof was interrupted."""
        candidates = array("I")
        candidates.frombytes(job.candidates)
        question = self.task.question._replace(
            candidates=candidates,
            objective=job.objective,
            max_steps=job.steps,
            first=job.first,
            max_cost=job.budget,
        )
        limits = self.task.limits._replace(nodes=job.nodes)
        if job.objective == Objective.WORST:
            least_steps = max(2, job.steps) if self.scores.costs else job.steps
            limits = limits._replace(least_steps=least_steps)
        else:
            question = question._replace(prices=job.prices)
            limits = limits._replace(below=job.below)
        hints = self.task.hints._replace(asked=job.history)
        if len(candidates) < _SYMMETRIC:
            hints = hints._replace(symmetries=())
        task = Task(question, limits, hints)
        memory = self.memory()
        tells = self.tells and memory is not None and self.shared is None
        if tells:
            memory.hear(b"", _TOLD)
        found = kernels.exact.attempt(self.scores, task, report, memory)
        return found._replace(solved=memory.tell()) if tells else found

    def known(self, job: Job) -> Found | None:
        """Return a job's stored result, or None."""
        found = self.answer(evolve(job, nodes=_LOOK))
        return found if found.proven else None

    def keep(self, found: Found) -> None:
        """Store the solved sets from a machine that shares no memory."""
        memory = self.memory()
        if memory is not None and isinstance(found.solved, bytes) and found.solved:
            memory.hear(found.solved, 0)
            memory.tell()


def context_of(table: ScoreTable, task: Task) -> JobContext:
    """Return the data that all jobs share."""
    everything = Task(
        SearchQuestion(
            array("I", range(table.kernel_scores.n_secrets)),
            pool=task.question.pool,
            weights=task.question.weights,
        ),
        limits=SearchLimits(memory=task.limits.memory),
        hints=SearchHints(symmetries=task.hints.symmetries, words=task.hints.words),
    )
    return JobContext(table.kernel_scores, everything)


def recipe_of(game: Game, context: JobContext) -> bytes:
    """Return the recipe from which another process makes a search's context."""
    shared = None if context.shared is None else context.shared.name
    try:
        task = context.task
        given = game, task.question.pool, task.limits.memory, shared, context.tells
        return pickle.dumps(given)
    except Exception as error:
        raise BadArgument(
            f"{shown(game)} cannot be sent to other processes ({error}): make its score a "
            "function of a module, not a lambda"
        ) from None


def _made(recipe: bytes) -> JobContext:
    game, pool, memory, name, tells = pickle.loads(recipe)
    table = compile_game(game)
    posed = pose(game, table, pool=list(POOLS)[pool])
    task = posed._replace(limits=posed.limits._replace(memory=memory))
    return evolve(context_of(table, task), shared=opened(name), tells=tells)


def begin(name: bytes, context: JobContext | None, recipe: bytes, stop: object) -> None:
    """Initialize a worker process, which ends with its parent."""
    global _stop
    # Ctrl-C reaches all processes of a terminal; only the parent reacts to it.
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
    """Run a job if its context is known, or return None to ask for the recipe."""
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


#: The advice in the error about a lost worker.
_ADVICE = "search again with fewer workers, and with a checkpoint, which keeps what is done"

#: The assumed number of workers of an executor that does not tell.
_UNKNOWN = 8

#: The maximum number of processes per processor.
_PROCESSES = 8

#: Seconds between two looks at events, and seconds that a process has to end.
TICK = 0.1
_PATIENCE = 5.0

#: Submits a job, with or without the recipe of its context.
Send = Callable[[bytes | None, Job], "Future[Found | None]"]


@frozen
class Traits:
    """An executor's properties.

    ``workers`` is how many jobs it runs at once. After an error whose type is in ``lost``, a result
    was lost on its way, and the job is sent again. ``closed`` returns whether results may never
    arrive.
    """

    workers: int
    lost: tuple[type[Exception], ...] = ()
    closed: Callable[[], bool] = bool


def traits_of(executor: Executor) -> Traits:
    """Return an executor's known properties.

    A pool knows how many workers it has, and dask's executor in its client. Dask fails to unpack a
    result that was lost with its worker.
    """
    for name in ("_max_workers", "max_workers", "num_workers"):
        count = getattr(executor, name, None)
        if isinstance(count, int) and count > 0:
            break
    else:
        threads = getattr(getattr(executor, "_client", None), "nthreads", None)
        count = max(1, int(sum(threads().values()))) if callable(threads) else _UNKNOWN
    if hasattr(executor, "_client"):
        return Traits(count, lost=(TypeError,), closed=partial(is_closed, executor))
    return Traits(count)


def processes_for(workers: int) -> int:
    """Return how many processes to start for the requested workers."""
    most = _PROCESSES * (os.cpu_count() or 1)
    if workers > most:
        told = f"workers: {workers} are more than this machine can use; {most} are started"
        warnings.warn(told, stacklevel=2)
    return min(workers, most)


@define(eq=False)
class Workers:
    """A search's workers, and the results that have arrived.

    The context's memory stores results, and if it ``looks``, it also answers jobs.
    """

    _send: Send
    _traits: Traits
    _recipe: bytes
    _context: JobContext
    _looks: bool
    _jobs: dict[Future[Found | None], Job] = field(factory=dict, init=False)
    # A SimpleQueue waits forever if a signal arrives as its time runs out.
    _done: Queue[Future[Found | None]] = field(factory=Queue, init=False)
    _ready: list[tuple[Job, Found]] = field(factory=list, init=False)
    _lost: set[Job] = field(factory=set, init=False)
    _sent: set[Job] = field(factory=set, init=False)  # those that were sent with the recipe

    @property
    def count(self) -> int:
        """Return how many jobs run at once."""
        return self._traits.workers

    def put(self, job: Job) -> None:
        """Submit a job, unless its result is known."""
        found = self._context.known(job) if self._looks else None
        if found is None:
            self._send_off(None, job)
        else:
            self._ready.append((job, found))

    def take(
        self, tick: Callable[[], None], deadline: float | None = None
    ) -> tuple[Job, Found] | None:
        """Wait for a result, or return None if the time is up."""
        while not self._ready:
            look()
            if deadline is not None and monotonic() > deadline:
                return None
            try:
                self._take(self._done.get(timeout=TICK))
            except Empty:
                with unbroken(_ADVICE):
                    if self._traits.closed():
                        raise CancelledError from None
            tick()
        return self._ready.pop(0)

    def close(self) -> None:
        """Store the finished results, and cancel the other jobs."""
        for future in self._jobs:
            if future.done() and not future.cancelled() and future.exception() is None:
                found = future.result()
                if isinstance(found, Found):
                    self._context.keep(found)
            future.cancel()

    def _send_off(self, recipe: bytes | None, job: Job) -> None:
        with unbroken(_ADVICE):
            future = self._send(recipe, job)
        self._jobs[future] = job
        future.add_done_callback(self._done.put)

    def _take(self, future: Future[Found | None]) -> None:
        """Add a result, or send its job again to a process that did not know the game."""
        job = self._jobs.pop(future)
        try:
            with unbroken(_ADVICE):
                found = future.result()
        except self._traits.lost:
            if job in self._lost:
                raise
            self._lost.add(job)
            self._send_off(None, job)
            return
        if found is None and job not in self._sent:
            self._sent.add(job)
            self._send_off(self._recipe, job)
            return
        found = returned(Found, found)
        self._context.keep(found)
        self._ready.append((job, found))


def sent_to(executor: Executor, name: bytes) -> Send:
    """Return a function that submits jobs to the user's executor."""
    return lambda recipe, job: submitted(executor, answer, name, recipe, job)


@contextmanager
def process_pool(workers: int, name: bytes, context: JobContext, recipe: bytes) -> Iterator[Send]:
    """Start worker processes, and end them with the context."""
    processes = get_context()
    receiver, sender = processes.Pipe(duplex=False)
    # A forked process has what its parent had; any other makes it from the recipe.
    forked = processes.get_start_method() == "fork"
    known = evolve(context) if forked else None  # without its memory, which the parent uses
    own: tuple[Any, ...] = (name, known, recipe, receiver)
    executor = ProcessPoolExecutor(workers, mp_context=processes, initializer=begin, initargs=own)
    with receiver, sender:
        try:
            yield lambda _, job: executor.submit(answer, name, None, job)
        finally:
            sender.send_bytes(b"stop")
            _end(executor)


def _end(executor: ProcessPoolExecutor) -> None:
    """Wait a short time for the processes to end, and kill the others."""
    own = list((executor._processes or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    end = monotonic() + _PATIENCE
    for process in own:
        process.join(max(0.0, end - monotonic()))
        if process.is_alive():
            process.kill()
            process.join()
