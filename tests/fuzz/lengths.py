"""Objectives on the number of guesses, held to an oracle over sets."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "exact")]

#: Games in one case.
_GAMES = 20


def lengths(random):
    """Search random games under random objectives; return how many."""
    from length_games import hold

    for _ in range(_GAMES):
        hold(random, random.choice([3, 5, 6, 7]))
    return _GAMES
