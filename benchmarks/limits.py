"""How far the kernels are from what memory can deliver."""

from __future__ import annotations

from time import process_time
from typing import Any

import mastermind_core as mc


def speed(size: int) -> float:
    """Return how many GB a second one core reads of so many bytes, again and again.

    It is the search for a byte that is not there.
    """
    # Zeros would all be one page of the system's.
    data = b"\x01" * size
    times = max(1, 2**30 // size)
    best = 0.0
    for _ in range(5):
        began = process_time()
        for _ in range(times):
            data.find(b"\x00")
        best = max(best, times * size / (process_time() - began) / 1e9)
    return best


#: Bytes that stay in the cache of a core, and bytes that do not.
_CACHED, _IN_MEMORY = 2**19, 2**28


def read(game: mc.Game[Any, Any, Any], strategy: str) -> tuple[float, float]:
    """Grow a tree; return the GB of its table that were looked at, and the CPU seconds.

    At each node of the tree every guess meets every candidate, a byte of the table each. Symmetry
    and the last two candidates spare some, so the figure is an upper bound of what was read.
    """
    table = mc.compile_game(game)
    began = process_time()
    lengths = mc.length_distribution(game, strategy)
    seconds = process_time() - began
    # A secret is a candidate once for each guess of its own game.
    return lengths.total * len(table.guesses.items) / 1e9, seconds


def limits() -> list[dict[str, Any]]:
    """Return rows: a path, GB a second that it reads, GB a second that can be read."""
    rows = []
    for name, game, bytes_read in (
        ("entropy tree of M(4,6), table of 1.7 MB", mc.Mastermind(colours=6, holes=4), _CACHED),
        ("entropy tree of AB(4,10), table of 25 MB", mc.BullsAndCows(10, 4), _IN_MEMORY),
        ("entropy tree of M(5,6), table of 60 MB", mc.Mastermind(colours=6, holes=5), _IN_MEMORY),
    ):
        size, seconds = read(game, "entropy")
        rows.append({"name": name, "read": size / seconds, "most": speed(bytes_read)})
    return rows
