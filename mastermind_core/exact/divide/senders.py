"""Ways to send a job off: to processes of this machine, to threads, or to anybody's executor.

A job is small, and what all jobs share is large: a process has it once (see ``recipe``), whether it
was forked with it, was begun with the recipe, or asked for it when a job came that it did not know.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Event, Thread
from time import monotonic
from typing import Any, Protocol

from mastermind_core.arguments import submitted
from mastermind_core.exact.divide.job import Job, JobContext
from mastermind_core.exact.divide.recipe import context_from
from mastermind_core.kernels.exact.task import Found

#: Seconds that a process has to end.
_PATIENCE = 5.0

#: The games that a process of an executor knows, with the sets that it has solved of each.
_MOST_CONTEXTS = 8
_contexts: dict[bytes, JobContext] = {}

#: What a process hears from whoever ends its search; nothing holds a lock that could be left shut.
_stop: Any = None


class Sender(Protocol):
    """What sends a job off, with the recipe of its context or without."""

    def __call__(
        self, job: Job, news: bytes | None = None, *, with_recipe: bool = False
    ) -> Future[Found | None]:
        """Send a job, with entries of sets that others have solved."""


@contextmanager
def process_pool(workers: int, name: bytes, context: JobContext, recipe: bytes) -> Iterator[Sender]:
    """Open processes that do jobs, and end them at once when all is said."""
    processes = get_context()
    heard, said = processes.Pipe(duplex=False)
    # A forked process has what its parent had; any other makes it from the recipe.
    known = context if processes.get_start_method() == "fork" else None
    executor = ProcessPoolExecutor(
        workers, mp_context=processes, initializer=_begin, initargs=(name, known, recipe, heard)
    )

    def send(
        job: Job, news: bytes | None = None, *, with_recipe: bool = False
    ) -> Future[Found | None]:
        return executor.submit(_answer, name, None, job, news)

    with heard, said:
        try:
            if context.warms_up:
                for _ in range(workers):
                    executor.submit(_warm_up, name)
            yield send
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

    def send(
        job: Job, news: bytes | None = None, *, with_recipe: bool = False
    ) -> Future[Found | None]:
        return executor.submit(context.answer, job, look_up, news=news)

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

    def send(
        job: Job, news: bytes | None = None, *, with_recipe: bool = False
    ) -> Future[Found | None]:
        return submitted(executor, _answer, name, recipe if with_recipe else None, job, news)

    return send


def _begin(name: bytes, context: JobContext | None, recipe: bytes, stop: Any) -> None:
    global _stop
    # Ctrl-C reaches all processes of a terminal; the parent alone says what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop
    Thread(target=_end_with_parent, daemon=True).start()
    _contexts[name] = context_from(recipe) if context is None else context


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _answer(name: bytes, recipe: bytes | None, job: Job, news: bytes | None = None) -> Found | None:
    """Do a job where its context is known; None asks for the recipe."""
    if name not in _contexts:
        if recipe is None:
            return None
        while len(_contexts) >= _MOST_CONTEXTS:
            _contexts.pop(next(iter(_contexts)), None)
        _contexts[name] = context_from(recipe)
    return _contexts[name].answer(job, _look_up, news=news)


def _warm_up(name: bytes) -> None:
    """Do what the first job would do first, while the coordinator sets out."""
    _contexts[name].warm_up()


def _look_up(*_: int) -> None:
    if _stop is not None and _stop.poll():
        raise KeyboardInterrupt
