"""How much time and memory a search may still take."""

from __future__ import annotations

import sys
from time import monotonic, thread_time
from typing import Any

from mastermind_core.errors import GameTooLarge
from mastermind_core.kernels.exact.task import NO_LIMIT, Task

#: Bytes for the scores of a search and the sets that it remembers where a task does not say, and
#: the most of them for the sets then.
MEMORY, _MOST_SETS = 1 << 32, 1 << 30


class TimeIsUpError(Exception):
    """The signal that the time is up; it never leaves the kernels."""


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
        """Say whether the time is up."""
        return self._end is not None and monotonic() >= self._end

    def check(self, *_: Any) -> None:
        """Raise when the time is up; serves as a progress hook of long work."""
        if self.over:
            raise TimeIsUpError

    def part(self, share: float) -> float:
        """Return a share of what is left, NO_LIMIT where there is no end."""
        return self.left if self._end is None else share * self.left


class Patience:
    """A little time for what is wanted before anything else, by the clock of the processor.

    On a machine that is busy with other work the clock on the wall would leave it none; it only
    sets an end.
    """

    def __init__(self, seconds: float, most: float):
        self._end, self._last = thread_time() + seconds, monotonic() + most

    def check(self, *_: Any) -> None:
        """Raise when the time is up."""
        if thread_time() >= self._end or monotonic() >= self._last:
            raise TimeIsUpError


def memory_of(task: Task) -> int:
    """Return the bytes that a task may take."""
    return MEMORY if task.memory < 0 else task.memory


def bytes_for_sets(task: Task, table: int) -> int:
    """Return what the sets of a search may take beside its scores.

    While their table grows it is there one and a half times.
    """
    room = max(0, memory_of(task) - table) * 2 // 3
    return min(_MOST_SETS if task.memory < 0 else sys.maxsize // 4, room)


def refuse_over(task: Task, table: int) -> None:
    """Raise GameTooLarge where the scores of a search alone take more than its memory."""
    if table > memory_of(task):
        raise GameTooLarge(
            f"the search takes {table:,} bytes for its scores, over the limit of "
            f"{memory_of(task):,}: allow more with memory=, or give seconds= for the best tree "
            "that is found in that time"
        )
