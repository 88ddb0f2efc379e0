"""Games with weights, costs and goals, all combined, against dynamic programming over sets."""

from __future__ import annotations

import sys
from pathlib import Path

from mastermind_core.exact.anytime.budget import solve
from mastermind_core.kernels.choose import greedy_kernel

sys.path.insert(0, str(Path(__file__).parents[1] / "exact"))

#: Games in one case.
_GAMES = 20


def paths(random):
    """Search random games of all kinds; return how many."""
    from test_paths_that_cost import KINDS, check

    for _ in range(_GAMES):
        most = random.choice([4, 7, 7, 10, 12])
        check(random, random.choice(KINDS), solve, greedy_kernel(), most=most)
    return _GAMES
