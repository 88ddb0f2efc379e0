"""Those who do the jobs of a search: processes of this machine, or anybody's executor.

An executor has ``submit``, and that is all that may be relied on. How many jobs it does at once,
and whether it can call one back, each kind tells otherwise. A result comes back as a future; where
a process did not know the game, its job is sent once more, with the game.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from queue import Empty, Queue
from time import monotonic
from typing import Any

from attrs import evolve, frozen

from mastermind_core.arguments import is_closed, returned, submitted, unbroken
from mastermind_core.exact.divide.jobs import Job, JobContext, answer, begin
from mastermind_core.kernels.exact.task import Found
from mastermind_core.kernels.shared.ctrl_c import look

#: What to do where a worker is lost.
_ADVICE = "search again with fewer workers, and with a checkpoint, which keeps what is done"

#: Jobs at once of an executor that does not say how many it does.
_UNKNOWN = 8

#: Processes for each processor; more are of no use.
_PROCESSES = 8

#: Seconds between looks at what happens, and those that a process has to end.
TICK, _PATIENCE = 0.1, 5.0

#: Sends a job off, with the recipe of its context or without.
Send = Callable[[bytes | None, Job], "Future[Found | None]"]


@frozen
class Traits:
    """What may be expected of an executor.

    ``workers`` is how many jobs it does at once. ``lost`` are errors of a result that was lost on
    its way: the job is sent once more. ``closed`` says whether results may never come any more.
    """

    workers: int
    lost: tuple[type[Exception], ...] = ()
    closed: Callable[[], bool] = bool


def traits_of(executor: Executor) -> Traits:
    """Return what may be expected of an executor, as far as it tells.

    Pools say how many they are themselves, dask's executor through its client. Dask fails to unpack
    a result that was lost with its worker.
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
    """Return how many processes are started where so many are asked for."""
    most = _PROCESSES * (os.cpu_count() or 1)
    if workers > most:
        warnings.warn(
            f"workers: {workers} are more than this machine can use; {most} are started",
            stacklevel=2,
        )
    return min(workers, most)


class Workers:
    """Those who do jobs, and the results that are back.

    ``known`` answers a job from what is kept, with None where it cannot; ``keep`` hears of results.
    """

    def __init__(
        self,
        send: Send,
        traits: Traits,
        recipe: bytes,
        known: Callable[[Job], Found | None],
        keep: Callable[[Found], None],
    ):
        self._send, self._traits, self._recipe = send, traits, recipe
        self._known, self._keep = known, keep
        self._jobs: dict[Future[Found | None], Job] = {}
        # A SimpleQueue waits for ever where a signal comes as its time runs out.
        self._done: Queue[Future[Found | None]] = Queue()
        self._ready: list[tuple[Job, Found]] = []
        self._lost: set[Job] = set()
        self._told: set[Job] = set()  # those that were sent with the recipe

    @property
    def count(self) -> int:
        """Return how many jobs are done at once."""
        return self._traits.workers

    def put(self, job: Job) -> None:
        """Send a job off, unless its result is known."""
        found = self._known(job)
        if found is None:
            self._send_off(None, job)
        else:
            self._ready.append((job, found))

    def take(
        self, tick: Callable[[], None], deadline: float | None = None
    ) -> tuple[Job, Found] | None:
        """Wait for a result; None where the time is up."""
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
        """Keep what is done already, and call back the rest."""
        for future in self._jobs:
            if future.done() and not future.cancelled() and future.exception() is None:
                found = future.result()
                if isinstance(found, Found):
                    self._keep(found)
            future.cancel()

    def _send_off(self, recipe: bytes | None, job: Job) -> None:
        with unbroken(_ADVICE):
            future = self._send(recipe, job)
        self._jobs[future] = job
        future.add_done_callback(self._done.put)

    def _take(self, future: Future[Found | None]) -> None:
        """Take a result in, or send its job again to a process that did not know the game."""
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
        if found is None and job not in self._told:
            self._told.add(job)
            self._send_off(self._recipe, job)
            return
        found = returned(Found, found)
        self._keep(found)
        self._ready.append((job, found))


def sent_to(executor: Executor, name: bytes) -> Send:
    """Let somebody else's executor do jobs."""
    return lambda recipe, job: submitted(executor, answer, name, recipe, job)


@contextmanager
def process_pool(workers: int, name: bytes, context: JobContext, recipe: bytes) -> Iterator[Send]:
    """Open processes that do jobs, and end them at once when all is said."""
    processes = get_context()
    heard, said = processes.Pipe(duplex=False)
    # A forked process has what its parent had; any other makes it from the recipe.
    known = None
    if processes.get_start_method() == "fork":
        known = evolve(context)  # with no memory: that of the parent is in use
    own: tuple[Any, ...] = (name, known, recipe, heard)
    executor = ProcessPoolExecutor(workers, mp_context=processes, initializer=begin, initargs=own)
    with heard, said:
        try:
            yield lambda _, job: executor.submit(answer, name, None, job)
        finally:
            said.send_bytes(b"stop")
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
