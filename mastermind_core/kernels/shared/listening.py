"""Who hears of long work that a game does itself, such as filling its score table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from mastermind_core.progress import Progress

_listener: ContextVar[Progress | None] = ContextVar("listener", default=None)


@contextmanager
def listening(progress: Progress | None) -> Iterator[None]:
    """Let a hook hear of the tables that kernels fill meanwhile; what it raises ends them."""
    token = _listener.set(progress)
    try:
        yield
    finally:
        _listener.reset(token)


def tell(done: int, total: int) -> None:
    """Tell whoever listens how much is done, and of how much; what that raises ends the work."""
    hook = _listener.get()
    if hook is not None:
        hook(done, total)


def listener() -> Progress | None:
    """Return the hook that listens, if one does."""
    return _listener.get()
