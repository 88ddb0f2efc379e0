"""Games on grids: find numbers by comparisons, or a cell by its distances from other cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, Literal, NamedTuple, cast

from attrs import field, frozen

from mastermind_core.arguments import plain_int
from mastermind_core.errors import BadArgument, BadGame
from mastermind_core.game.finite import GameBase
from mastermind_core.games.border import Items, ListedGame, cached, integer, need, one_of, whole
from mastermind_core.games.codes import Codes
from mastermind_core.notation import read_score
from mastermind_core.notation.spelling import as_text, fold, numbers_in, quoted

#: A point of a grid, or a cell.
Point = tuple[int, int]
Numbers = int | tuple[int, ...]

#: Maximum side of a grid; the pairs of a larger one could not be listed.
_LARGEST = 2**16

#: Maximum number of secrets of a game of several numbers, which are listed.
_MOST = 2**20


class Comparison(NamedTuple):
    """The score of a point, compared with the secret in both coordinates.

    Attributes:
        less: Whether both coordinates in the guess are at most the secret's.
        greater: Whether both are at least the secret's.
        equal: Whether the guess is the secret.

    >>> from mastermind_core import TwoD
    >>> TwoD(5).score((2, 2), (1, 4))
    Comparison(less=False, greater=False, equal=False)
    """

    less: bool
    greater: bool
    equal: bool


#: The scores and their signs; the first sign is the written form.
_COMPARED = {
    Comparison(less=True, greater=True, equal=True): ("=", "=="),
    Comparison(less=True, greater=False, equal=False): ("<", "<=", "≤"),
    Comparison(less=False, greater=True, equal=False): (">", ">=", "≥"),
    Comparison(less=False, greater=False, equal=False): ("<>", "><", "?", "≠"),
}


@frozen
class TwoD(ListedGame[Point, Point, Comparison]):
    """The game of twoD: guess a pair of numbers below ``size``.

    The game is from an answer about Mastermind on Stack Overflow (2010). On a 5 x 5 grid the greedy
    entropy strategy needs 5 guesses, although 4 suffice.

    Attributes:
        size: The side of the grid, at most 65536. The numbers are from 0 to size - 1.

    >>> TwoD(5).score((1, 2), (1, 4))
    Comparison(less=True, greater=False, equal=False)
    """

    size: int = integer(5, most=_LARGEST)
    scores = tuple(_COMPARED)
    endstates = frozenset(scores[:1])

    @property
    def guesses(self) -> Sequence[Point]:
        """Return the points, in the order that breaks ties."""
        return Codes(tuple(range(self.size)), holes=2, repeats=True)

    def _answer(self, guess: Point, secret: Point) -> Comparison:
        return Comparison(
            less=guess[0] <= secret[0] and guess[1] <= secret[1],
            greater=guess[0] >= secret[0] and guess[1] >= secret[1],
            equal=guess == secret,
        )

    def parse_score(self, text: str, /) -> Comparison:
        """Read a comparison.

        Args:
            text: One of the signs < > = <>, or three numbers such as "100".

        Raises:
            BadArgument: If the string is not a valid score.
        """
        sign = "".join(as_text(text, "score").split())
        for score, signs in _COMPARED.items():
            if sign in signs:
                return score
        try:
            return cast(Comparison, read_score(self, text))
        except BadArgument:
            raise BadArgument(
                f"{quoted(text)} is not a valid score: write < if no coordinate of the guess is "
                "above the secret, > if none is below, = for the secret itself, <> otherwise"
            ) from None

    def format_score(self, score: Any, /) -> str:
        """Write a comparison as a sign.

        Args:
            score: A possible score.
        """
        known = isinstance(score, Comparison) and score in self.scores
        return _COMPARED[score][0] if known else GameBase.format_score(self, score)

    def generators(self) -> Iterator[tuple[Callable[[Point], Point], Callable[[Point], Point]]]:
        """Exchange the two coordinates."""
        yield _turned, _turned


def _numbers(name: str, given: Any, wanted: str) -> tuple[int, ...]:
    """Return one integer or several as a tuple."""
    given = given if isinstance(given, Sequence) else plain_int(given)
    known = isinstance(given, (int, Sequence)) and not isinstance(given, str)
    need(known, name, f"a number{wanted}", given)
    return (given,) if isinstance(given, int) else tuple(map(plain_int, given))


def _sizes(sizes: int | Sequence[int]) -> tuple[int, ...]:
    return _numbers("sizes", sizes, " or several")


def _row(text: str, guesses: Sequence[Any]) -> tuple[int, ...] | None:
    """Return the first row of numbers in a string that is a guess, or None."""
    for row in numbers_in(as_text(text, "guess")):
        if (row if isinstance(guesses[0], tuple) else row[0]) in guesses:
            return tuple(map(int, row))
    return None


_SIGNS = "<=>"
_WORDS = {
    **dict.fromkeys(("higher", "more", "up", "h", "too low", "low", "+"), "<"),
    **dict.fromkeys(("lower", "less", "down", "l", "too high", "high", "-"), ">"),
    **dict.fromkeys(("right", "correct", "yes", "found", "same", "equal", "=="), "="),
}


@frozen
class HigherLower(ListedGame[Numbers, Numbers, str]):
    """The game of higher or lower, in any number of dimensions.

    The score has one sign per number: < if the guess is smaller than the secret, > if it is larger,
    = if it is right. Binary search needs floor(log2 n) + 1 guesses for the largest size n, and no
    strategy needs fewer (D. E. Knuth, The art of computer programming 3, 6.2.1).

    Attributes:
        sizes: The maximum of each number. The minimum is 1. One integer stands for one number, and
            makes the guesses integers instead of tuples. At most 2^20 secrets.

    >>> HigherLower(100).score(50, 75), HigherLower((8, 8)).score((4, 4), (2, 4))
    ('<', '>=')
    """

    sizes: tuple[int, ...] = field(default=(100,), converter=_sizes)

    def __attrs_post_init__(self) -> None:
        if not self.sizes:
            raise BadGame("sizes is empty: a game needs at least one number")
        for size in self.sizes:
            whole("sizes", size, 1)
        if prod(self.sizes) > _MOST:
            raise BadGame(f"sizes {self.sizes} give over {_MOST:,} secrets: use smaller sizes")

    @cached
    def guesses(self) -> Sequence[Numbers]:
        """Return the numbers, in the order that breaks ties."""
        ranges = [range(1, size + 1) for size in self.sizes]
        return Items(product(*ranges)) if len(ranges) > 1 else ranges[0]

    @property
    def scores(self) -> tuple[str, ...]:
        """Return all combinations of signs."""
        return tuple(map("".join, product(_SIGNS, repeat=len(self.sizes))))

    @property
    def endstates(self) -> frozenset[str]:
        """Return the scores that end the game."""
        return frozenset({"=" * len(self.sizes)})

    def _answer(self, guess: Any, secret: Any) -> str:
        pairs = zip(guess, secret, strict=True) if isinstance(guess, tuple) else [(guess, secret)]
        return "".join(_SIGNS[1 + (one > other) - (one < other)] for one, other in pairs)

    def parse_guess(self, text: str, /) -> Numbers:
        """Read the numbers of a guess.

        Args:
            text: One number per dimension, with spaces or commas between them.

        Raises:
            BadArgument: If the string is not a valid guess.
        """
        row = _row(text, self.guesses)
        if row is None or len(row) != len(self.sizes):
            reach = " and ".join(f"1 to {size}" for size in self.sizes)
            raise BadArgument(f"{quoted(text)} is not a valid guess: write a number from {reach}")
        return row if len(row) > 1 else row[0]

    def parse_score(self, text: str, /) -> str:
        """Read the signs of a score.

        Args:
            text: One sign (<, > or =) per number, or words such as "higher" and "too low".

        Raises:
            BadArgument: If the string is not a valid score.
        """
        typed = fold(as_text(text, "score"))
        words = "".join(_WORDS.get(word, word) for word in typed.split())
        for read in (_WORDS.get(typed, ""), "".join(typed.split()), words):
            if len(read) == len(self.sizes) and not read.strip(_SIGNS):
                return read
        example = "".join(_SIGNS[at % 3] for at in range(len(self.sizes)))
        raise BadArgument(
            f"{quoted(text)} is not a valid score: write one sign per number, < if the secret is "
            f"higher than the guess, > if it is lower, = if it is equal, such as '{example}'"
        )


def _size(size: int | tuple[int, ...]) -> tuple[int, ...]:
    wanted = ", or a width and a height"
    found = _numbers("size", size, wanted)
    need(len(found) in (1, 2), "size", f"a number{wanted}", size)
    return found if len(found) == 2 else found * 2


@frozen
class HiddenCell(ListedGame[Point, Point, int]):
    """The game of hot and cold: guess a cell of a grid. The score is the distance to the secret.

    A cell is a pair (column, row), counted from 1. With "steps", the distances from two corners of
    a side distinguish all cells, so that three guesses suffice (R. A. Melter and I. Tomescu,
    Metric bases in digital geometry, 1984).

    Attributes:
        size: The width and the height, or one number for a square. Each is from 1 to 1000.
        distance: "steps" (city-block metric), "king" (moves of a king in chess) or "straight"
            (squared Euclidean distance, which is an integer).

    >>> HiddenCell((5, 4)).score((1, 1), (3, 4))
    5
    """

    size: tuple[int, ...] = field(default=(8, 8), converter=_size)
    distance: Literal["steps", "king", "straight"] = one_of("steps", "king", "straight")
    endstates = frozenset({0})

    def __attrs_post_init__(self) -> None:
        for side in self.size:
            whole("size", side, 1, 1000)

    @cached
    def guesses(self) -> Items[Point]:
        """Return the cells, in the order that breaks ties."""
        width, height = self.size
        return Items(product(range(1, width + 1), range(1, height + 1)))

    def _answer(self, guess: Point, secret: Point) -> int:
        across = abs(guess[0] - secret[0])
        down = abs(guess[1] - secret[1])
        if self.distance == "steps":
            return across + down
        return max(across, down) if self.distance == "king" else across**2 + down**2

    @property
    def scores(self) -> tuple[int, ...]:
        """Return all distances in the grid, in increasing order."""
        return tuple(sorted({self._answer((1, 1), cell) for cell in self.guesses}))

    def parse_guess(self, text: str, /) -> Point:
        """Read a cell.

        Args:
            text: The column and the row, such as "3 4", or "c4" as on a chess board.

        Raises:
            BadArgument: If the string is not a cell of the grid.
        """
        typed = fold(as_text(text, "guess")).replace(" ", "")
        if typed[:1].isascii() and typed[:1].isalpha() and typed[1:].isdecimal() and len(typed) < 6:
            typed = f"{ord(typed[0]) - ord('a') + 1} {typed[1:]}"
        width, height = self.size
        if (row := _row(typed, self.guesses) or _row(text, self.guesses)) is None:
            raise BadArgument(
                f"{quoted(text)} is not a valid guess: write a column up to {width} and a row up "
                f"to {height}, such as '1 1' or 'a1'"
            )
        return cast(Point, row)

    def format_guess(self, guess: Any, /) -> str:
        """Write a cell as its column and its row.

        Args:
            guess: A cell.
        """
        return " ".join(map(str, guess))

    def generators(self) -> Iterator[tuple[Callable[[Point], Point], Callable[[Point], Point]]]:
        """Reflect the grid along both axes, and along its diagonal if it is a square."""
        width, height = self.size

        def across(cell: Point) -> Point:
            return width + 1 - cell[0], cell[1]

        def down(cell: Point) -> Point:
            return cell[0], height + 1 - cell[1]

        yield across, across
        yield down, down
        if width == height:
            yield _turned, _turned


def _turned(point: Point) -> Point:
    return point[1], point[0]
