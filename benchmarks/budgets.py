"""What searches take beyond a budget of time, in seconds: the tests count looks at a clock instead.

python -m benchmarks.budgets
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic, process_time
from typing import Any

import mastermind_core as mc

SECONDS = (0.05, 0.2, 1)
SEARCHES: dict[str, Callable[..., Any]] = {
    "optimal": mc.optimal,
    "optimal, worst first": partial(mc.optimal, objective="worst-then-mean"),
    "solution_exists": partial(mc.solution_exists, max_steps=5),
    "is_greedy_optimal": mc.is_greedy_optimal,
}


def games() -> Iterator[mc.Mastermind]:
    """Yield games that no search proves in a second, new ones at every call."""
    for colours in (6, 7, 8):
        yield mc.Mastermind(colours=colours, holes=5)


def main() -> None:
    """Print a line a search: the budget, and what was taken beyond it."""
    mc.optimal(mc.Mastermind(colours=2, holes=2))  # what is loaded first
    for name, search in SEARCHES.items():
        for seconds in SECONDS:
            for game in games():
                cpu, wall = process_time(), monotonic()
                search(game, seconds=seconds)
                cpu, wall = process_time() - cpu, monotonic() - wall
                print(
                    f"{name:22} {game!r}: {seconds} s, beyond it {wall - seconds:+.3f} s on the "
                    f"wall ({cpu:.3f} s CPU)"
                )


if __name__ == "__main__":
    main()
