"""How much time a search may still take."""

from __future__ import annotations

from time import monotonic
from typing import Any

try:
    from time import thread_time
except ImportError:  # in a browser, where there is one thread
    from time import process_time as thread_time

from mastermind_core.kernels.exact.task import NO_LIMIT
from mastermind_core.kernels.shared.ctrl_c import look


class TimeIsUpError(Exception):
    """The signal that the time is up; it never leaves the package."""


class Deadline:
    """A point in time, or none: seconds from now on the clock on the wall."""

    def __init__(self, seconds: float):
        self._end = monotonic() + seconds if seconds >= 0 else None

    @property
    def left(self) -> float:
        """Return the seconds that are left, NO_LIMIT where there is no end."""
        return NO_LIMIT if self._end is None else max(0.0, self._end - monotonic())

    @property
    def over(self) -> bool:
        """Return whether the time is up."""
        return self._end is not None and monotonic() >= self._end

    def check(self, *_: Any) -> None:
        """Raise when the time is up, or for Ctrl-C; serves as a progress hook of long work."""
        look()
        if self.over:
            raise TimeIsUpError

    def later(self, seconds: float) -> Deadline:
        """Return a deadline that is later by some seconds, or from now where this one is over."""
        return self if self._end is None else Deadline(self.left + seconds)

    def part(self, share: float) -> float:
        """Return a share of what is left, NO_LIMIT where there is no end."""
        return self.left if self._end is None else share * self.left


FOREVER = Deadline(NO_LIMIT)


class Patience:
    """A little time for what is wanted before anything else, by the clock of the processor.

    A machine that is busy with other work gives a process little of the time on the wall; that
    only sets an end.
    """

    def __init__(self, seconds: float, most: float):
        self._end, self._last = thread_time() + seconds, monotonic() + most

    def check(self, *_: Any) -> None:
        """Raise when the time is up, or for Ctrl-C."""
        look()
        if thread_time() >= self._end or monotonic() >= self._last:
            raise TimeIsUpError
