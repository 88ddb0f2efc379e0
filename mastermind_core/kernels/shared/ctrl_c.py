"""Ctrl-C during a long call: noted when it comes, and raised where nothing is lost by it.

A search that is stopped has something to return, and files and processes to close. An exception
between any two lines of it could lose the one and leave the others open. So the signal is noted,
and raised at the next *look*, of which every long loop has one. Where a call does nothing that
could be lost (it fills a table, or runs a function of the user's) it is raised at once.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from functools import wraps
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from mastermind_core.errors import Interrupted

Given = ParamSpec("Given")
Result = TypeVar("Result")

#: Seconds from which a second Ctrl-C ends a call wherever it is.
_IMPATIENT = 1.0


class _Call:
    """A call that Ctrl-C may stop: the signal that waits, and the best solution so far."""

    def __init__(self, outer: _Call | None) -> None:
        self.solution: Any = None
        self.waiting = self.at_once = self.stopped = False
        self._outer = outer
        self._signal: tuple[int, Any] = (0, None)
        self._first: float | None = None
        self._before: Callable[[int, Any], Any] | None = None
        self._thread = threading.get_ident()

    def begin(self) -> None:
        """Note signals from now on, in the thread that hears of them."""
        _current.set(self)
        before = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is threading.main_thread() and callable(before):
            self._before = before
            with suppress(ValueError):  # no interpreter but the main one hears of Ctrl-C
                signal.signal(signal.SIGINT, self.note)

    def end(self) -> None:
        """Leave signals to whoever had them before, with one that still waits."""
        _current.set(self._outer)
        if self._before is not None and signal.getsignal(signal.SIGINT) == self.note:
            signal.signal(signal.SIGINT, self._before)
        if self.waiting:
            self.heed()

    def note(self, number: int, frame: Any) -> None:
        """Hear a signal: this is its handler."""
        self._signal = number, frame
        late = self._first is not None and monotonic() - self._first > _IMPATIENT
        if self.at_once or late:
            self.at_once = False
            self.heed()
        else:
            self._first = self._first or monotonic()
            self.waiting = True

    def heed(self) -> None:
        """Do what the signal means to whoever had it before: mostly it raises KeyboardInterrupt."""
        if self._before is None or threading.get_ident() != self._thread:
            return
        self.waiting = False
        try:
            self._before(*self._signal)
        except KeyboardInterrupt:
            self.stopped = True
            raise
        self._first = None


_current: ContextVar[_Call | None] = ContextVar("call", default=None)


def stoppable(search: Callable[Given, Result]) -> Callable[Given, Result]:
    """Let Ctrl-C stop a function with :class:`Interrupted`, which has the best solution so far.

    Within another such call it is that one which is stopped, unless a function of the user's is
    between the two.
    """

    @wraps(search)
    def call(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        try:
            return _run(search, *args, **kwargs)
        except Interrupted:
            raise
        except KeyboardInterrupt:  # before or after signals were noted
            raise Interrupted from None

    return call


def _run(search: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
    outer = _current.get()
    if outer is not None and not outer.at_once:
        return search(*args, **kwargs)
    own = _Call(outer)
    try:
        try:
            own.begin()
            return search(*args, **kwargs)
        finally:
            own.end()
    except KeyboardInterrupt as stop:
        raise Interrupted(getattr(stop, "solution", None) or own.solution) from None


def look() -> None:
    """Raise what a Ctrl-C means that has come meanwhile."""
    call = _current.get()
    if call is not None and call.waiting:
        call.heed()


def keep(solution: Any) -> None:
    """Let the call that goes on have a solution, should it be stopped from here on."""
    call = _current.get()
    if call is not None:
        call.solution = solution


def was_stopped() -> bool:
    """Return whether Ctrl-C has come during the call that goes on."""
    call = _current.get()
    return call is not None and (call.stopped or call.waiting)


class AtOnce:
    """A context in which nothing can be lost: Ctrl-C is raised in it when it comes.

    >>> with AtOnce():
    ...     print("a function of the user's")
    a function of the user's
    """

    __slots__ = ("_before", "_call")
    _now = True

    def __enter__(self) -> None:
        self._call = _current.get()
        if self._call is not None:
            self._before, self._call.at_once = self._call.at_once, self._now
            self._look()

    def __exit__(self, *_: object) -> None:
        if self._call is not None:
            self._call.at_once = self._before
            self._look()

    def _look(self) -> None:
        if self._call is not None and self._call.at_once and self._call.waiting:
            self._call.heed()


class Later(AtOnce):
    """A context within such a one in which something can be lost: Ctrl-C waits for a look."""

    __slots__ = ()
    _now = False
