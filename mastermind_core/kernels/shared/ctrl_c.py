"""Ctrl-C during a long call: noted when it comes, and raised where nothing is lost by it.

A stopped search has a result to return, and files and processes to close. An exception at an
arbitrary line could lose the result or leave resources open. The signal is therefore noted, and
raised at the next *look*, and every long loop has one. If a call has nothing to lose (it fills a
table, or runs a function of the user's), the exception is raised at once.
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

#: Seconds after which a second Ctrl-C ends a call at any line.
_IMPATIENT = 1.0


class _Call:
    """A call that Ctrl-C may stop: the pending signal, and the best solution so far."""

    def __init__(self, outer: _Call | None) -> None:
        self.solution: Any = None
        self.waiting = self.at_once = self.stopped = False
        self._outer = outer
        self._signal: tuple[int, Any] = (0, None)
        self._first: float | None = None
        self._before: Callable[[int, Any], Any] | None = None
        self._thread = threading.get_ident()

    def begin(self) -> None:
        """Note signals from now on, in the thread that receives them."""
        _current.set(self)
        before = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is threading.main_thread() and callable(before):
            self._before = before
            with suppress(ValueError):  # only the main interpreter receives Ctrl-C
                signal.signal(signal.SIGINT, self.note)

    def end(self) -> None:
        """Restore the previous signal handler, and pass it a pending signal."""
        _current.set(self._outer)
        if self._before is not None and signal.getsignal(signal.SIGINT) == self.note:
            signal.signal(signal.SIGINT, self._before)
        if self.waiting:
            self.heed()

    def note(self, number: int, frame: Any) -> None:
        """Handle a signal: note it, or raise it at once."""
        self._signal = number, frame
        late = self._first is not None and monotonic() - self._first > _IMPATIENT
        if self.at_once or late:
            self.at_once = False
            self.heed()
        else:
            self._first = self._first or monotonic()
            self.waiting = True

    def heed(self) -> None:
        """Call the previous handler of the signal, which usually raises KeyboardInterrupt."""
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
    """Stop a function with :class:`Interrupted` at Ctrl-C. It carries the best solution so far.

    In nested calls, Ctrl-C stops the outer one, unless a function of the user's is between the two.

    Args:
        search: The function to wrap.

    Returns:
        The wrapped function, with the same signature.

    Raises:
        Interrupted: By the wrapped function, after Ctrl-C.
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
    """Raise the exception of a Ctrl-C that has come in the meantime."""
    call = _current.get()
    if call is not None and call.waiting:
        call.heed()


def keep(solution: Any) -> None:
    """Store a solution for the current call, to return it if the call is stopped later."""
    call = _current.get()
    if call is not None:
        call.solution = solution


def was_stopped() -> bool:
    """Return whether Ctrl-C has come during the current call."""
    call = _current.get()
    return call is not None and (call.stopped or call.waiting)


class AtOnce:
    """A context in which nothing can be lost: Ctrl-C raises its exception immediately.

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
    """A context inside ``AtOnce`` in which something can be lost: Ctrl-C waits for a look."""

    __slots__ = ()
    _now = False
