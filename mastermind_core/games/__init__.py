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
from mastermind_core.games.words import Jotto, Wordle, read_words


@frozen
class Registered:
    """Enter a game: what makes it, how to read its options, and small ones to test it on."""

    make: Callable[..., Game[Any, Any, Any]]
    options: Mapping[str, Callable[[str], Any]] = field(factory=dict)
    samples: tuple[Mapping[str, Any], ...] = ({},)
    required: tuple[str, ...] = ()


#: The games by name.
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
    "jotto": Registered(
        Jotto,
        {"words": read_words},
        ({"words": ("fools", "guess", "score", "sores", "tools")},),
        required=("words",),
    ),
    "wordle": Registered(
        Wordle,
        {"answers": read_words, "others": read_words},
        (
            {"answers": ("cigar", "rebut", "sissy", "humph"), "others": ("salet", "reast")},
            {"answers": ("abide", "speed", "erase"), "hard": True},
        ),
        required=("answers",),
    ),
}

__all__ = [
    "GAMES",
    "BullsAndCows",
    "Comparison",
    "Jotto",
    "Mastermind",
    "Pegs",
    "Registered",
    "TwoD",
    "Wordle",
    "read_words",
]
