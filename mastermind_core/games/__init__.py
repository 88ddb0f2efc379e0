"""The games that come with the package, each in a file of its own.

:data:`GAMES` registers them: the contract tests and the command line know a game by its entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen

from mastermind_core.game import Game
from mastermind_core.games.mastermind import BullsAndCows, Mastermind, Pegs
from mastermind_core.games.twod import Comparison, TwoD


@frozen
class Registered:
    """Enter a game: what makes it, its options with their types, and small ones to test it on."""

    make: Callable[..., Game[Any, Any, Any]]
    options: Mapping[str, type] = field(factory=dict)
    samples: tuple[Mapping[str, Any], ...] = ({},)


GAMES: dict[str, Registered] = {
    "mastermind": Registered(
        Mastermind,
        {"colours": int, "holes": int, "repeats": str},
        (
            {"colours": 3, "holes": 3},
            {"colours": ("red", "green", "blue"), "holes": 2},
            {"colours": 4, "holes": 3, "repeats": "guesses"},
            {"colours": 5, "holes": 3, "repeats": "none"},
            {"colours": 1, "holes": 1},
        ),
    ),
    "bulls-and-cows": Registered(
        BullsAndCows, {"digits": int, "places": int}, ({"digits": 5, "places": 2},)
    ),
    "twod": Registered(TwoD, {"size": int}, ({"size": 4}, {"size": 1})),
}

__all__ = [
    "GAMES",
    "BullsAndCows",
    "Comparison",
    "Mastermind",
    "Pegs",
    "Registered",
    "TwoD",
]
