"""Higher or lower: find numbers by comparing each with a guess."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

from attrs import field, frozen

from mastermind_core.arguments import plain_int
from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game.base import GameBase
from mastermind_core.games.border import check_pair, filled, whole
from mastermind_core.notation.spelling import as_text, fold, numbers_in, quoted

Numbers = int | tuple[int, ...]

#: Numbers up to which a game is listed.
_MOST = 2**20

_SIGNS = "<=>"
_WORDS = {
    **dict.fromkeys(("higher", "more", "up", "h", "too low", "low", "+"), "<"),
    **dict.fromkeys(("lower", "less", "down", "l", "too high", "high", "-"), ">"),
    **dict.fromkeys(("right", "correct", "yes", "found", "same", "equal", "=="), "="),
}


def _sizes(sizes: int | Sequence[int]) -> tuple[int, ...]:
    sizes = sizes if isinstance(sizes, Sequence) else plain_int(sizes)
    if isinstance(sizes, str) or not isinstance(sizes, (int, Sequence)):
        raise BadGame(f"sizes must be a number or several, not {shown(sizes)}")
    return (sizes,) if isinstance(sizes, int) else tuple(map(plain_int, sizes))


def signs(guess: Numbers, secret: Numbers) -> str:
    """Compare numbers one by one: < where the guess is the smaller, > where it is the larger.

    >>> signs(3, 5), signs((3, 5), (3, 1))
    ('<', '=>')
    """
    pairs = zip(_tuple(guess), _tuple(secret), strict=True)
    return "".join(_SIGNS[1 + (one > other) - (one < other)] for one, other in pairs)


def _tuple(numbers: Numbers) -> tuple[int, ...]:
    return (numbers,) if isinstance(numbers, int) else numbers


@frozen
class HigherLower(GameBase):
    """The game of higher or lower, in any number of dimensions.

    ``sizes`` says how far each number goes, from 1; with one of them guesses are plain numbers.
    The answer has a sign for each: < where the guess is smaller than the secret, > where it is
    larger, = where it is right. Binary search needs floor(log2 n) + 1 guesses for the largest size
    n, and nothing needs fewer (D. E. Knuth, The art of computer programming 3, 6.2.1).

    >>> HigherLower(100).score(50, 75), HigherLower((8, 8)).score((4, 4), (2, 4))
    ('<', '>=')
    """

    sizes: tuple[int, ...] = field(default=(100,), converter=_sizes)

    def __attrs_post_init__(self) -> None:
        if not self.sizes:
            raise BadGame("sizes is empty: a game needs at least one number")
        for size in self.sizes:
            whole("sizes", size)
        if prod(self.sizes) > _MOST:
            raise BadGame(f"sizes {self.sizes} make over {_MOST:,} secrets: take smaller ones")

    @property
    def guesses(self) -> Sequence[Any]:
        """Return the guesses, in the order that breaks ties."""
        if len(self.sizes) == 1:
            return range(1, self.sizes[0] + 1)
        return _Grid(self.sizes)

    @property
    def secrets(self) -> Sequence[Any]:
        """Return what may be hidden."""
        return self.guesses

    @property
    def scores(self) -> tuple[str, ...]:
        """Return every row of signs."""
        return tuple(map("".join, product(_SIGNS, repeat=len(self.sizes))))

    @property
    def endstates(self) -> frozenset[str]:
        """Return the scores that end the game."""
        return frozenset({"=" * len(self.sizes)})

    def score(self, guess: Numbers, secret: Numbers) -> str:
        """Compare each number with the secret."""
        check_pair(self, guess, secret)
        return signs(guess, secret)

    def score_table(self) -> tuple[tuple[str, ...], Any]:
        """Fill the score table pair by pair."""
        return filled(signs, self.guesses, tuple(self.secrets))

    def parse_guess(self, text: str, /) -> Numbers:
        """Return the numbers that a text stands for."""
        for row in numbers_in(as_text(text, "guess")):
            guess = row[0] if len(self.sizes) == 1 else row
            if len(row) == len(self.sizes) and guess in self.guesses:
                found = tuple(map(int, row))
                return found[0] if len(self.sizes) == 1 else found
        reach = " and ".join(f"1 to {size}" for size in self.sizes)
        raise BadArgument(f"{quoted(text)} is no guess: write a number from {reach}")

    def parse_score(self, text: str, /) -> str:
        """Return the signs that a text stands for."""
        said = fold(as_text(text, "score"))
        if len(self.sizes) == 1 and said in _WORDS:
            return _WORDS[said]
        plain = "".join(said.split())
        words = "".join(_WORDS.get(word, word) for word in said.split())
        for read in (plain, words):
            if len(read) == len(self.sizes) and not read.strip(_SIGNS):
                return read
        example = "".join(_SIGNS[at % 3] for at in range(len(self.sizes)))
        raise BadArgument(
            f"{quoted(text)} is no score: write < where the secret is higher than the guess, > "
            f"where it is lower, = where it is right, a sign for each number, such as '{example}'"
        )


@frozen
class _Grid(Sequence[tuple[int, ...]]):
    """All rows of numbers from 1 to each size, in order, without a list."""

    sizes: tuple[int, ...]

    def __len__(self) -> int:
        return prod(self.sizes)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(self[place] for place in range(*at.indices(len(self))))
        if not -len(self) <= at < len(self):
            raise IndexError(f"row {at} of {len(self)}")
        at %= len(self)
        row: list[int] = []
        for size in reversed(self.sizes):
            at, rest = divmod(at, size)
            row.append(rest + 1)
        return tuple(reversed(row))

    def __contains__(self, row: object) -> bool:
        return (
            isinstance(row, tuple)
            and len(row) == len(self.sizes)
            and all(
                isinstance(part, (int, float)) and part in range(1, size + 1)
                for part, size in zip(row, self.sizes, strict=True)
            )
        )
