"""Listeners for long work in a game itself, such as filling its score table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from mastermind_core.progress import Progress

_listener: ContextVar[Progress | None] = ContextVar("listener", default=None)


@contextmanager
def listening(progress: Progress | None) -> Iterator[None]:
    """Call a hook with the progress of tables that kernels fill. Its exceptions end that work."""
    token = _listener.set(progress)
    try:
        yield
    finally:
        _listener.reset(token)


def tell(done: int, total: int) -> None:
    """Call the listener with the work done and the total work. Its exceptions end the work."""
    hook = _listener.get()
    if hook is not None:
        hook(done, total)


def listener() -> Progress | None:
    """Return the current listener, or None."""
    return _listener.get()
