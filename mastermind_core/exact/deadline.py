"""The remaining time of a search."""

from __future__ import annotations

from time import monotonic
from typing import Any

try:
    from time import thread_time as thread_time
except ImportError:  # in a browser, where there is one thread
    from time import process_time as thread_time

from mastermind_core.kernels.exact.task import NO_LIMIT
from mastermind_core.kernels.shared.ctrl_c import look


class TimeIsUpError(Exception):
    """The signal that the time is up. It never leaves the package."""


class Deadline:
    """A point in wall-clock time, in seconds from now. A negative number is no limit."""

    def __init__(self, seconds: float):
        self._end = monotonic() + seconds if seconds >= 0 else None

    @property
    def left(self) -> float:
        """Return the remaining seconds, or NO_LIMIT."""
        return NO_LIMIT if self._end is None else max(0.0, self._end - monotonic())

    @property
    def over(self) -> bool:
        """Return whether the time is up."""
        return self._end is not None and monotonic() >= self._end

    def check(self, *_: Any) -> None:
        """Raise an exception if the time is up or Ctrl-C was pressed (also a progress hook)."""
        look()
        if self.over:
            raise TimeIsUpError

    def later(self, seconds: float) -> Deadline:
        """Return a deadline that is later by some seconds, counted from now if this one is over."""
        return self if self._end is None else Deadline(self.left + seconds)

    def part(self, share: float) -> float:
        """Return a share of the remaining seconds, or NO_LIMIT."""
        return self.left if self._end is None else share * self.left


FOREVER = Deadline(NO_LIMIT)


class Patience:
    """A short CPU time for indispensable work.

    On a busy machine a process gets little CPU time per second, so the wall-clock limit is longer.
    """

    def __init__(self, seconds: float, most: float):
        self._end = thread_time() + seconds
        self._last = monotonic() + most

    @property
    def over(self) -> bool:
        """Return whether the time is up."""
        return thread_time() >= self._end or monotonic() >= self._last

    def check(self, *_: Any) -> None:
        """Raise an exception if the time is up or Ctrl-C was pressed."""
        look()
        if self.over:
            raise TimeIsUpError


class Overtime(Deadline):
    """A deadline that is extended by a patience, which begins with it: the later one counts."""

    def __init__(self, seconds: float, patience: Patience):
        super().__init__(seconds)
        self._patience = patience

    @property
    def over(self) -> bool:
        """Return whether the time is up."""
        return super().over and self._patience.over

    def later(self, seconds: float) -> Deadline:
        """Return a deadline that is later by some seconds, with the same patience."""
        return self if self._end is None else Overtime(self.left + seconds, self._patience)
