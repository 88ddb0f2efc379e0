"""The games that come with the package, each in a file of its own.

:data:`GAMES` registers them: the contract tests and the command line know a game by its entry.
"""

from __future__ import annotations

from mastermind_core.games.jotto import Jotto, Letters
from mastermind_core.games.mastermind import BullsAndCows, Mastermind
from mastermind_core.games.pegs import Pegs
from mastermind_core.games.reading import AttributeTable, read_table, read_words
from mastermind_core.games.registry import Option, Registered
from mastermind_core.games.twod import Comparison, TwoD
from mastermind_core.games.wordle import Wordle

_WORDS = Option(read_words, "file of the words, one a line")
_REPEATS = Option(str, "where a colour may come twice", ("both", "guesses", "none"))

#: The games by name.
GAMES: dict[str, Registered] = {
    "mastermind": Registered(
        Mastermind,
        "Find a code of colours; black pegs say how many are in place, white ones how many "
        "elsewhere.",
        {
            "colours": Option(int, "number of colours"),
            "holes": Option(int, "length of a code"),
            "repeats": _REPEATS,
        },
        (
            {"colours": 3, "holes": 3},
            {"colours": ("red", "green", "blue"), "holes": 2},
            {"colours": 4, "holes": 3, "repeats": "guesses"},
            {"colours": 5, "holes": 3, "repeats": "none"},
            {"colours": 1, "holes": 1},
        ),
    ),
    "bulls-and-cows": Registered(
        BullsAndCows,
        "Find a number of different digits; bulls are in place, cows elsewhere.",
        {"digits": Option(int, "number of digits"), "places": Option(int, "length of a number")},
        ({"digits": 5, "places": 2},),
    ),
    "twod": Registered(
        TwoD,
        "Find a point of a grid; each guess is compared in both coordinates at once.",
        {"size": Option(int, "side of the grid")},
        ({"size": 4}, {"size": 1}),
    ),
    "jotto": Registered(
        Jotto,
        "Find a word of a list by the letters that other words share with it.",
        {
            "words": _WORDS,
            "answer": Option(str, "what an answer counts", ("pegs", "common")),
        },
        (
            {"words": ("fools", "guess", "score", "sores", "tools")},
            {"words": ("least", "slate", "stale", "tales", "fools"), "answer": "common"},
        ),
        required=("words",),
    ),
    "wordle": Registered(
        Wordle,
        "Find a word of a list; each letter of a guess is answered by the colour of its tile.",
        {
            "answers": Option(read_words, "file of the words that may be hidden, one a line"),
            "others": Option(read_words, "file of more words that may be guessed"),
            "hard": Option(str, "which hints guesses must keep", ("no", "official", "consistent")),
        },
        (
            {"answers": ("cigar", "rebut", "sissy", "humph"), "others": ("salet", "reast")},
            {"answers": ("abide", "speed", "erase"), "hard": True},
            {"answers": ("abide", "speed", "erase", "spare"), "hard": "consistent"},
        ),
        required=("answers",),
    ),
}

__all__ = [
    "GAMES",
    "AttributeTable",
    "BullsAndCows",
    "Comparison",
    "Jotto",
    "Letters",
    "Mastermind",
    "Option",
    "Pegs",
    "Registered",
    "TwoD",
    "Wordle",
    "read_table",
    "read_words",
]
