"""Executors that callers give: what they take, and what they give back, checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from mastermind_core.errors import BadArgument, WorkerLost, shown

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future  # slow to import, and mostly not needed

Result = TypeVar("Result")

#: Seconds between looks whether an executor was closed.
_TICK = 1.0

#: What of a future is used.
_FUTURE = ("add_done_callback", "cancel", "cancelled", "done", "exception", "result")


def check_executor(value: Any) -> None:
    """Refuse what takes no work."""
    if value is not None and not callable(getattr(value, "submit", None)):
        raise BadArgument(f"executor must be a concurrent.futures.Executor, not {shown(value)}")


def submitted(executor: Executor, work: Callable[..., Result], *given: Any) -> Future[Result]:
    """Send work to an executor; refuse one that takes none, or returns no future.

    An executor that broke says so itself.
    """
    try:
        future = executor.submit(work, *given)
    except RuntimeError as error:
        if type(error) is not RuntimeError:
            raise
        raise BadArgument(f"executor takes no work ({error}): give one that is open") from None
    if not all(callable(getattr(future, name, None)) for name in _FUTURE):
        raise BadArgument(f"executor must return a future from submit(), not {shown(future)}")
    return future


def returned(kind: type[Result], value: Any) -> Result:
    """Return what came back from an executor, if it is what the work that it was given returns."""
    if not isinstance(value, kind):
        raise BadArgument(f"executor must return what its work returns, not {shown(value)}")
    return value


def is_closed(executor: Executor) -> bool:
    """Say whether a dask client is closed: not all that is still out is called back then."""
    return getattr(getattr(executor, "_client", None), "status", None) == "closed"


def awaited(executor: Executor, future: Future[Result]) -> Result:
    """Wait for a result; raise CancelledError where it may never come."""
    while True:
        try:
            return future.result(timeout=_TICK)
        except TimeoutError:
            if future.done():
                raise
            if is_closed(executor):
                from concurrent.futures import CancelledError

                raise CancelledError from None


@contextmanager
def unbroken(advice: str) -> Iterator[None]:
    """Say in one line that an executor lost its work, and what to do."""
    try:
        yield
    except Exception as error:
        from concurrent.futures import BrokenExecutor, CancelledError

        # What dask raises for workers that died at a job, or a closed client, is no BrokenExecutor.
        of_dask = type(error).__module__.partition(".")[0] == "distributed"
        if not of_dask and not isinstance(error, (BrokenExecutor, CancelledError)):
            raise
        raise WorkerLost(
            "a worker ended before its time, perhaps for want of memory, or its executor was "
            f"closed: {advice}"
        ) from None
