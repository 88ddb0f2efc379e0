"""The memory limit of a search, and its division between tables and sets."""

from __future__ import annotations

import sys

from mastermind_core.errors import GameTooLarge
from mastermind_core.kernels.exact.task import Task

#: Default bytes for the scores of a search and its stored sets; the maximum for the sets then; and
#: bytes for cached tables and symmetries.
MEMORY = 1 << 32
_MOST_SETS = 1 << 30
KEPT = 320 << 20


def memory_of(task: Task) -> int:
    """Return the memory limit of a task in bytes."""
    return MEMORY if task.limits.memory < 0 else task.limits.memory


def bytes_for_sets(task: Task, table: int, kept: int = 0) -> int:
    """Return the bytes for the sets of a search, and for the ``kept`` cache beside them."""
    room = max(0, memory_of(task) - table)
    return min(_MOST_SETS + kept if task.limits.memory < 0 else sys.maxsize // 4, room)


def refuse_over(task: Task, table: int) -> None:
    """Raise GameTooLarge if the scores of a search alone exceed its memory limit."""
    if table > memory_of(task):
        raise GameTooLarge(
            f"the search takes {table:,} bytes for its scores, over the limit of "
            f"{memory_of(task):,}: allow more with memory=, or give seconds= for the best tree "
            "found in that time"
        )
