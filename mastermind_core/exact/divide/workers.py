"""Who does the jobs of a search: this process, a pool of processes, or any executor."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Any, Protocol

from mastermind_core.errors import WorkerLost
from mastermind_core.exact.divide.checkpoint import Checkpoint
from mastermind_core.exact.divide.job import Job, JobContext
from mastermind_core.exact.divide.subproblem import Subproblem
from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import Found, Task

#: Seconds between looks at what happens, and those that a process has to end.
_TICK, _PATIENCE = 0.1, 5.0

#: The games that a process of an executor knows, with the sets that it has solved of each.
_MOST_CONTEXTS = 8
_contexts: dict[bytes, JobContext] = {}
_stop: Any = Event()


class Sender(Protocol):
    """What sends a job off, with the recipe of its context or without."""

    def __call__(self, job: Job, *, with_recipe: bool = False) -> Future[Found | None]:
        """Send a job."""


@contextmanager
def process_pool(workers: int, name: bytes, context: JobContext, recipe: bytes) -> Iterator[Sender]:
    """Open processes that do jobs, and end them at once when all is said."""
    processes = get_context()
    stop = processes.Event()
    # A forked process has what its parent had; any other makes it from the recipe.
    known = context if processes.get_start_method() == "fork" else None
    executor = ProcessPoolExecutor(
        workers, mp_context=processes, initializer=_begin, initargs=(name, known, recipe, stop)
    )

    def send(job: Job, *, with_recipe: bool = False) -> Future[Found | None]:
        return executor.submit(_answer, name, None, job)

    try:
        if context.warms_up:
            for _ in range(workers):
                executor.submit(_warm_up, name)
        yield send
    finally:
        stop.set()
        _end(executor)


def _end(executor: ProcessPoolExecutor) -> None:
    """Wait for processes that end soon, and kill those that hang."""
    own = list((executor._processes or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    end = monotonic() + _PATIENCE
    for process in own:
        process.join(max(0.0, end - monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


@contextmanager
def thread_pool(threads: int, context: JobContext) -> Iterator[Sender]:
    """Let threads of this process do jobs, and end them soon when all is said."""
    stop = Event()

    def look_up(*_: int) -> None:
        if stop.is_set():
            raise KeyboardInterrupt

    executor = ThreadPoolExecutor(threads)
    if context.warms_up:
        for _ in range(threads):
            executor.submit(context.warm_up)

    def send(job: Job, *, with_recipe: bool = False) -> Future[Found | None]:
        return executor.submit(context.answer, job, look_up)

    try:
        yield send
    finally:
        stop.set()
        executor.shutdown(wait=True, cancel_futures=True)


def sent_to(executor: Executor, name: bytes, recipe: bytes) -> Sender:
    """Let somebody else's executor do jobs.

    The recipe, with the game in it, is sent only where a job came back because its process did not
    know the game; a process makes the context once.
    """

    def send(job: Job, *, with_recipe: bool = False) -> Future[Found | None]:
        return executor.submit(_answer, name, recipe if with_recipe else None, job)

    return send


def _begin(name: bytes, context: JobContext | None, recipe: bytes, stop: Any) -> None:
    global _stop
    # Ctrl-C reaches all processes of a terminal; the parent alone says what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop
    Thread(target=_end_with_parent, daemon=True).start()
    _contexts[name] = _made(recipe) if context is None else context


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _made(recipe: bytes) -> JobContext:
    make, *given = pickle.loads(recipe)
    context: JobContext = make(*given)
    return context


def _answer(name: bytes, recipe: bytes | None, job: Job) -> Found | None:
    """Do a job where its context is known; None asks for the recipe."""
    if name not in _contexts:
        if recipe is None:
            return None
        while len(_contexts) >= _MOST_CONTEXTS:
            _contexts.pop(next(iter(_contexts)), None)
        _contexts[name] = _made(recipe)
    return _contexts[name].answer(job, _look_up)


def _warm_up(name: bytes) -> None:
    """Do what the first job would do first, while the coordinator sets out."""
    _contexts[name].warm_up()


def _look_up(*_: int) -> None:
    if _stop.is_set():
        raise KeyboardInterrupt


@contextmanager
def _unbroken() -> Iterator[None]:
    """Say in one line that a worker was lost, or that the executor gave its job up."""
    try:
        yield
    except Exception as error:
        # What dask raises for a job whose workers died is no BrokenExecutor.
        lost = isinstance(error, (BrokenExecutor, CancelledError))
        if not lost and type(error).__name__ != "KilledWorker":
            raise
        raise WorkerLost(
            "a worker ended before its time, perhaps for want of memory: search again with fewer "
            "workers, and with a checkpoint, which keeps what is done"
        ) from None


def _complete(job: Job, found: Found) -> bool:
    """Say whether a search was ended by its own budget, if at all."""
    return found.proven or (found.nodes > job.nodes and bool(found.openings))


class Workers:
    """Those who do the jobs of a search, an executor or this process, with a memory of results.

    ``tick`` is called while nothing happens; ``deadline`` ends the search. ``searched`` counts the
    results that were made, ``looked_up`` those that a checkpoint had.
    """

    def __init__(
        self,
        context: JobContext,
        send: Sender | None,
        kept: Checkpoint | None,
        tick: Callable[[], None],
        deadline: float | None,
    ):
        self._context, self._send, self._kept = context, send, kept
        self._tick, self._deadline = tick, deadline
        self._out: dict[Job, Future[Found | None]] = {}
        self._jobs: dict[Future[Found | None], Job] = {}
        self._done: SimpleQueue[Future[Found | None]] = SimpleQueue()
        self._results: dict[Job, Found] = {}
        self._lost: set[Job] = set()
        self.searched = self.looked_up = 0
        #: Whether single jobs are called back; dask logs an error for each that is.
        self.recalls = True

    def whole(self, task: Task, report: Callable[[int, int, int, int], None] | None) -> Found:
        """Search here for all at once, as far as its budget goes."""
        least = "" if task.least_steps == 1 else f" from {task.least_steps}"
        key = f"whole {task.nodes}{least}".encode()
        known = None if self._kept is None else self._kept.find(key)
        if known is not None:
            self.looked_up += 1
            return known
        found = exact.solve(self._context.scores, task, report)
        if self._kept is not None and (found.proven or found.nodes > task.nodes):
            self.searched += 1
            self._kept.keep(key, found)
        return found

    def kept(self, subproblem: Subproblem) -> Iterable[tuple[Job, Found]]:
        """Return the results about a set that a checkpoint has, in the order of their coming."""
        if self._kept is None:
            return
        for job, found in self._kept.about(subproblem):
            self.looked_up += 1
            yield job, found

    def put(self, job: Job) -> None:
        """Send a job off, unless its result is known or on its way."""
        in_order = job.objective == Objective.WORST
        known = self._kept.find(job.key) if in_order and self._kept is not None else None
        if known is not None:
            self.looked_up += 1
            self._results[job] = known
        elif self._send is not None and job not in self._out and job not in self._results:
            self._send_off(job)

    def take(self, jobs: Mapping[Job, object], *, in_order: bool) -> tuple[Job, Found | None]:
        """Wait for the result of one of some jobs, of the first if in order; None to stop."""
        first = next(iter(jobs))
        if self._send is None:
            known = self._results.pop(first, None)
            return first, self._answer(first) if known is None else known
        while True:
            while not self._done.empty():
                self._take(self._done.get())
            ready = (job for job in ([first] if in_order else jobs) if job in self._results)
            job = next(ready, None)
            if job is not None:
                found = self._results.pop(job)
                return job, found if _complete(job, found) else None
            if self._deadline is not None and monotonic() > self._deadline:
                return first, None
            with suppress(Empty):
                self._take(self._done.get(timeout=_TICK))
            self._tick()

    def recall(self, job: Job) -> bool:
        """Give a job up that nobody has begun; say whether that could be done."""
        future = self._out.get(job)
        if future is None or not self.recalls or not future.cancel():
            return self._send is None
        del self._out[job]
        return True

    def _send_off(self, job: Job, *, with_recipe: bool = False) -> None:
        assert self._send is not None
        with _unbroken():
            future = self._send(job, with_recipe=with_recipe)
        self._out[job] = future
        self._jobs[future] = job
        future.add_done_callback(self._done.put)

    def _answer(self, job: Job) -> Found | None:
        seconds = -1.0 if self._deadline is None else max(0.0, self._deadline - monotonic())
        found = self._context.answer(job, lambda *_: self._tick(), seconds)
        kept = self._keep(job, found)
        return found if kept and not found.interrupted else None

    def _take(self, future: Future[Found | None]) -> None:
        """Take a result in, or send its job again to a process that did not know the game."""
        job = self._jobs.pop(future)
        if future.cancelled() and self._out.get(job) is not future:
            return
        del self._out[job]
        try:
            with _unbroken():
                found = future.result()
        except TypeError:
            # What dask says of a result that was lost with its worker, before it was sent.
            if self.recalls or job in self._lost:
                raise
            self._lost.add(job)
            self._send_off(job)
            return
        if found is None:
            self._send_off(job, with_recipe=True)
            return
        self._results[job] = found
        self._keep(job, found)

    def _keep(self, job: Job, found: Found) -> bool:
        """Remember a result, unless its search was cut short by something else than its budget."""
        if not _complete(job, found):
            return False
        self.searched += 1
        if self._kept is not None:
            self._kept.keep(job.key, found, job)
        return True

    def close(self) -> None:
        """Keep what is done already, and call back the rest."""
        for job, future in list(self._out.items()):
            if future.done() and not future.cancelled() and future.exception() is None:
                found = future.result()
                if found is not None:
                    self._keep(job, found)
            future.cancel()
