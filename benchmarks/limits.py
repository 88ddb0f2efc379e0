"""How far the kernels are from what memory can deliver."""

from __future__ import annotations

from time import process_time
from typing import Any

import mastermind_core as mc


def bandwidth(size: int = 2**28) -> float:
    """Return how many GB a second one core reads: the search of a byte that is not there."""
    # Zeros would all be one page of the system's.
    data = b"\x01" * size
    best = 0.0
    for _ in range(5):
        began = process_time()
        data.find(b"\x00")
        best = max(best, size / (process_time() - began) / 1e9)
    return best


def cached(size: int = 2**19) -> float:
    """Return the same of data that stay in the cache of the core."""
    data = b"\x01" * size
    times = 2000
    began = process_time()
    for _ in range(times):
        data.find(b"\x00")
    return times * size / (process_time() - began) / 1e9


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
    for name, game, most in (
        ("entropy tree of M(4,6), table of 1.7 MB", mc.Mastermind(colours=6, holes=4), cached()),
        ("entropy tree of AB(4,10), table of 25 MB", mc.BullsAndCows(10, 4), bandwidth()),
        ("entropy tree of M(5,6), table of 60 MB", mc.Mastermind(colours=6, holes=5), bandwidth()),
    ):
        size, seconds = read(game, "entropy")
        rows.append({"name": name, "read": size / seconds, "most": most})
    return rows
