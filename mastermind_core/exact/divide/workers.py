"""Who answers the questions of a search: this process, a pool of processes, or any executor."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from threading import Event, Thread
from time import monotonic
from typing import Any, Protocol

from mastermind_core.errors import WorkerLost
from mastermind_core.exact.divide.checkpoint import Checkpoint
from mastermind_core.exact.divide.questions import Question, Setting
from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.kernels.exact.plain import Found, Task

_TICK = 0.1
_settings: dict[bytes, Setting] = {}
_stop: Any = Event()


class Sender(Protocol):
    """Send a question off."""

    def __call__(self, question: Question) -> Future[Found]: ...


@contextmanager
def pool(workers: int, name: bytes, setting: Setting, recipe: bytes) -> Iterator[Sender]:
    """Open processes that answer questions, and end them at once when all is said."""
    context = get_context()
    stop = context.Event()
    # A forked process has what its parent had; any other makes it from the recipe.
    known = setting if context.get_start_method() == "fork" else None
    executor = ProcessPoolExecutor(
        workers, mp_context=context, initializer=_begin, initargs=(name, known, recipe, stop)
    )
    try:
        yield lambda question: executor.submit(_answer, name, b"", question)
    finally:
        stop.set()
        executor.shutdown(wait=True, cancel_futures=True)


def sent_to(executor: Executor, name: bytes, recipe: bytes) -> Sender:
    """Let somebody else's executor answer; every process makes the setting once."""
    return lambda question: executor.submit(_answer, name, recipe, question)


def _begin(name: bytes, setting: Setting | None, recipe: bytes, stop: Any) -> None:
    global _stop
    # Ctrl-C reaches all processes of a terminal; the parent alone says what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop
    Thread(target=_end_with_parent, daemon=True).start()
    _settings[name] = _made(recipe) if setting is None else setting


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _made(recipe: bytes) -> Setting:
    make, *given = pickle.loads(recipe)
    setting: Setting = make(*given)
    return setting


def _answer(name: bytes, recipe: bytes, question: Question) -> Found:
    if name not in _settings:
        _settings[name] = _made(recipe)
    return _settings[name].answer(question, _look_up)


def _look_up(*_: int) -> None:
    if _stop.is_set():
        raise KeyboardInterrupt


@contextmanager
def _unbroken() -> Iterator[None]:
    try:
        yield
    except BrokenExecutor:
        raise WorkerLost(
            "a worker ended before its time, perhaps for want of memory: search again with fewer "
            "workers, and with a checkpoint, which keeps what is done"
        ) from None


def _complete(question: Question, found: Found) -> bool:
    """Say whether a search was ended by its own budget, if at all."""
    return found.proven or (found.nodes > question.nodes and bool(found.openings))


class Workers:
    """Put questions to an executor, or answer them here when there is none; remember the answers.

    ``tick`` is called while nothing happens; ``deadline`` ends the search. ``searched`` counts the
    answers that were made, ``looked_up`` those that a checkpoint had.
    """

    def __init__(
        self,
        setting: Setting,
        send: Sender | None,
        kept: Checkpoint | None,
        tick: Callable[[], None],
        deadline: float | None,
    ):
        self._setting, self._send, self._kept = setting, send, kept
        self._tick, self._deadline = tick, deadline
        self._out: dict[Future[Found], Question] = {}
        self.searched = self.looked_up = 0

    def whole(self, task: Task, report: Callable[[int, int, int, int], None] | None) -> Found:
        """Search here for all at once, as far as its budget goes."""
        key = f"whole {task.nodes}".encode()
        known = None if self._kept is None else self._kept.find(key)
        if known is not None:
            self.looked_up += 1
            return known
        found = exact.solve(self._setting.scores, task, report)
        if self._kept is not None and (found.proven or found.nodes > task.nodes):
            self.searched += 1
            self._kept.keep(key, found)
        return found

    def put(self, question: Question) -> Callable[[], Found | None]:
        """Send a question off, and return what waits for its answer."""
        known = None if self._kept is None else self._kept.find(question.key)
        if known is not None:
            self.looked_up += 1
            return lambda: known
        if self._send is None:
            return lambda: self._answer(question)
        with _unbroken():
            future = self._send(question)
        self._out[future] = question
        return lambda: self._await(future, question)

    def _answer(self, question: Question) -> Found | None:
        seconds = -1.0 if self._deadline is None else max(0.0, self._deadline - monotonic())
        found = self._setting.answer(question, lambda *_: self._tick(), seconds)
        return found if self._keep(question, found) else None

    def _await(self, future: Future[Found], question: Question) -> Found | None:
        while not future.done():
            if self._deadline is not None and monotonic() > self._deadline:
                return None
            done, _ = wait(list(self._out), timeout=_TICK, return_when=FIRST_COMPLETED)
            for one in done:
                self._heard(one)
            self._tick()
        self._heard(future)
        with _unbroken():
            found = future.result()
        return found if _complete(question, found) else None

    def _heard(self, future: Future[Found]) -> None:
        question = self._out.pop(future, None)
        if question is not None:
            with _unbroken():
                self._keep(question, future.result())

    def _keep(self, question: Question, found: Found) -> bool:
        """Remember an answer, unless its search was cut short by something else than its budget."""
        if not _complete(question, found):
            return False
        self.searched += 1
        if self._kept is not None:
            self._kept.keep(question.key, found)
        return True

    def close(self) -> None:
        """Keep what is done already, and call back the rest."""
        for future in list(self._out):
            if future.done() and not future.cancelled():
                with suppress(Exception):
                    self._heard(future)
            future.cancel()
