"""The registered games, with their options on the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from mastermind_core.errors import BadArgument
from mastermind_core.game import Game
from mastermind_core.game.amounts import fraction_of
from mastermind_core.games.grids import HiddenCell, HigherLower, TwoD
from mastermind_core.games.guess_who import AttributeTable, GuessWho, read_table, read_words
from mastermind_core.games.mastermind import BlackPegs, BullsAndCows, Combinations, Mastermind
from mastermind_core.games.questions import GroupTesting, OddCoin
from mastermind_core.games.wordle import Quordle, Wordle
from mastermind_core.games.words import Jotto, OpenJotto
from mastermind_core.names.registry import Registry
from mastermind_core.notation.spelling import quoted


@frozen
class Option:
    """A game's option on the command line. Call it to convert a string to a value.

    Attributes:
        read: The function that converts a string to the value.
        help: The help text: a noun phrase.
        choices: The strings that are allowed. Empty if ``read`` decides.
        default: The default's name in the help text. Empty for the game's default.
        alone: The option's value if it is given without one. Empty if it needs a value.
        alias: Another name for the option. Empty if it has one name.

    >>> Option(int, "number of holes")("4")
    4
    """

    read: Callable[[str], Any]
    help: str
    choices: tuple[str, ...] = ()
    default: str = ""
    alone: str = ""
    alias: str = ""

    def __call__(self, text: str) -> Any:
        """Convert a string to the option's value."""
        try:
            return self.read(text)
        except ValueError as error:
            if isinstance(error, BadArgument) or self.read not in (int, whole_numbers, symbols):
                raise
            names = " or a list of names" * (self.read is symbols)
            raise BadArgument(f"{quoted(text)} is not an integer{names}") from None


def whole_numbers(text: str) -> tuple[int, ...]:
    """Read integers separated by commas or x.

    >>> whole_numbers("3x4"), whole_numbers("8")
    ((3, 4), (8,))
    """
    return tuple(map(int, text.replace("x", ",").split(",")))


def number(text: str) -> Fraction:
    """Read a number exactly, such as 3, 0.25 or 1/4.

    >>> number("0.25"), number("1/3")
    (Fraction(1, 4), Fraction(1, 3))
    """
    try:
        return fraction_of(text)
    except ValueError:
        raise BadArgument(f"{quoted(text)} is not a number such as 3, 0.25 or 1/4") from None


def symbols(text: str) -> int | tuple[str, ...]:
    """Read how many colours there are, their names with commas between them, or a letter for each.

    >>> symbols("6"), symbols("RGB"), symbols("red, green")
    (6, ('R', 'G', 'B'), ('red', 'green'))
    """
    if text.isalpha() and len(text) > 1:
        return tuple(text)
    names = tuple(map(str.strip, text.split(",")))
    return names if len(names) > 1 and all(names) else int(text)


def yes_or_no(text: str) -> bool:
    """Read a boolean: yes, true or 1, and no, false or 0.

    >>> yes_or_no("yes"), yes_or_no("No")
    (True, False)
    """
    truths = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
    if text.casefold() not in truths:
        raise BadArgument(f"{quoted(text)} is neither yes nor no")
    return truths[text.casefold()]


@frozen
class Registered:
    """A game's entry in :data:`GAMES`.

    Attributes:
        make: The game's class, or a function that takes its options.
        description: A sentence for game lists.
        options: The options on the command line, by name.
        samples: Options for small games in contract tests.
        required: The options without a default, by name.

    >>> from mastermind_core import GAMES, TwoD
    >>> GAMES["twod"].make is TwoD, list(GAMES["twod"].options)
    (True, ['size'])
    """

    make: Callable[..., Game]
    description: str
    options: Mapping[str, Option] = field(factory=dict)
    samples: tuple[Mapping[str, Any], ...] = ({},)
    required: tuple[str, ...] = ()


_OWN = "common words of English"
_WORDS = Option(read_words, "file of the words, one per line", default=_OWN)
_ANSWERS = Option(
    read_words, "file of the words that may be hidden, one per line", default=_OWN, alias="words"
)
_OTHERS = Option(
    read_words,
    "file of more words that may be guessed",
    default="more words of English; none with --words",
)
_CODES = {
    "colours": Option(symbols, "number of colours, or a letter or name for each, such as RGBY"),
    "holes": Option(int, "length of a code"),
    "repeats": Option(str, "codes in which a colour may repeat", ("both", "guesses", "none")),
}

_PEOPLE = AttributeTable(
    ("name", "hair", "glasses", "hat"),
    (
        ("Alex", "black", "no", "no"),
        ("Anne", "black", "no", "yes"),
        ("Bill", "red", "yes", "no"),
        ("Paul", "white", "yes", "no"),
        ("Sara", "white", "no", "yes"),
    ),
)

_GAMES: dict[str, Registered] = {
    "mastermind": Registered(
        Mastermind,
        "Find a code of colours; black pegs count colours in place, white pegs colours in another "
        "hole.",
        _CODES,
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
        "Find a number of different digits; bulls are digits in place, cows digits elsewhere.",
        {"digits": Option(int, "number of digits"), "places": Option(int, "length of a number")},
        ({"digits": 5, "places": 2},),
    ),
    "twod": Registered(
        TwoD,
        "Find a point of a grid; a guess is compared in both coordinates at once.",
        {"size": Option(int, "side of the grid")},
        ({"size": 4}, {"size": 1}),
    ),
    "jotto": Registered(
        Jotto,
        "Find a word of a list; a guess is scored in pegs, or by the number of common letters.",
        {"words": _WORDS, "answer": Option(str, "kind of score", ("pegs", "common"))},
        (
            {"words": ("fools", "guess", "score", "sores", "tools")},
            {"words": ("least", "slate", "stale", "tales", "fools"), "answer": "common"},
        ),
    ),
    "wordle": Registered(
        Wordle,
        "Find a word of a list; each letter of a guess gets a coloured tile.",
        {
            "answers": _ANSWERS,
            "others": _OTHERS,
            "hard": Option(
                str,
                "hints that guesses must respect",
                ("no", "official", "consistent"),
                default="no",
                alone="official",
            ),
        },
        (
            {"answers": ("cigar", "rebut", "sissy", "humph"), "others": ("salet", "reast")},
            {"answers": ("abide", "speed", "erase"), "hard": True},
            {"answers": ("abide", "speed", "erase", "spare"), "hard": "consistent"},
        ),
    ),
    "black-pegs": Registered(
        BlackPegs,
        "Find a code of colours; the score counts only colours in place.",
        _CODES,
        ({"colours": 3, "holes": 2},),
    ),
    "combinations": Registered(
        Combinations,
        "Find a combination of colours; their order does not matter.",
        _CODES,
        ({"colours": 3, "holes": 2},),
    ),
    "open-jotto": Registered(
        OpenJotto,
        "Find any row of letters, even one that is not a word of the list.",
        {
            "words": Option(read_words, "file of likely words, which are guessed first"),
            "length": Option(int, "number of letters"),
            "letters": Option(str, "letters of the alphabet"),
        },
        ({"words": ("ba", "ab"), "length": 2, "letters": "abc"},),
    ),
    "quordle": Registered(
        Quordle,
        "Find several words at once; a guess is scored on each board.",
        {"answers": _ANSWERS, "others": _OTHERS, "boards": Option(int, "number of boards")},
        ({"answers": ("abide", "speed", "erase"), "others": ("reast",), "boards": 2},),
    ),
    "higher-lower": Registered(
        HigherLower,
        "Find a number, or several at once; the score states whether each is higher or lower.",
        {"sizes": Option(whole_numbers, "maximum of each number, such as 100 or 8x8")},
        ({"sizes": (2, 3)},),
    ),
    "guess-who": Registered(
        GuessWho,
        "Find a row of a table by asking for its attributes.",
        {
            "table": Option(read_table, "CSV file with a header; the first column has the names"),
            "questions": Option(str, "kind of questions", ("values", "attributes")),
        },
        ({"table": _PEOPLE},),
        required=("table",),
    ),
    "odd-coin": Registered(
        OddCoin,
        "Find the one false coin with a pair of scales.",
        {
            "coins": Option(int, "number of coins"),
            "fault": Option(str, "fault of the false coin", ("either", "heavy", "light")),
        },
        ({"coins": 3},),
    ),
    "hidden-cell": Registered(
        HiddenCell,
        "Find a cell of a grid; the score is the distance to it.",
        {
            "size": Option(whole_numbers, "width and height, such as 8 or 5x4"),
            "distance": Option(str, "measure of distance", ("steps", "king", "straight")),
        },
        ({"size": (4, 2)},),
    ),
    "group-testing": Registered(
        GroupTesting,
        "Find the defective items of a batch by testing several at once.",
        {
            "items": Option(int, "number of items"),
            "bad": Option(int, "number of bad items"),
            "exactly": Option(
                yes_or_no, "whether the number is exact, or a maximum", ("yes", "no"), default="yes"
            ),
            "answer": Option(str, "result of a test", ("any", "count")),
            "pools": Option(
                str,
                "sets of items that may be tested together",
                ("all", "runs"),
                default="all for up to 12 items, otherwise runs of neighbours",
            ),
            "prevalence": Option(number, "probability that an item is bad, such as 1/100"),
        },
        ({"items": 3, "bad": 2, "exactly": False}, {"items": 4, "pools": "runs"}),
    ),
}

#: The games by name: those of the package and those of entry points.
GAMES = Registry(
    "games",
    _GAMES,
    lambda item: isinstance(item, Registered),
    "a games.Registered",
    {
        "dordle": "'quordle' with boards=2",
        "octordle": "'quordle' with boards=8",
        "absurdle": "'wordle' with an adversarial codemaker",
        "fibble": "'wordle' with noisy tiles",
        "nerdle": "'wordle' with a list of equations",
        "primel": "'wordle' with a list of primes",
    },
)
