"""Hot and cold: find a hidden cell by its distance from others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Literal

from attrs import field, frozen

from mastermind_core.arguments import plain_int
from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game.base import GameBase
from mastermind_core.games.border import Items, check_pair, filled, one_of, whole
from mastermind_core.notation.spelling import as_text, fold, numbers_in, quoted

Cell = tuple[int, int]
Distance = Literal["steps", "king", "straight"]


def distance(kind: Distance, one: Cell, other: Cell) -> int:
    """Return how far two cells are apart, as a rook of single steps, as a king, or squared.

    >>> [distance(kind, (1, 1), (4, 3)) for kind in ("steps", "king", "straight")]
    [5, 3, 13]
    """
    across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    if kind == "steps":
        return across + down
    return max(across, down) if kind == "king" else across**2 + down**2


def _size(size: int | tuple[int, ...]) -> tuple[int, ...]:
    if isinstance(size, str):
        raise BadGame(f"size must be a number, or a width and a height, not {shown(size)}")
    size = size if isinstance(size, tuple) else plain_int(size)
    try:
        found = (size, size) if isinstance(size, int) else tuple(map(plain_int, size))
    except TypeError:
        found = ()
    if len(found) == 1:
        found *= 2
    if len(found) != 2:
        raise BadGame(f"size must be a number, or a width and a height, not {shown(size)}")
    return found


@frozen
class HiddenCell(GameBase):
    """The game of hot and cold: guess a cell of a grid, and hear how far the hidden one is.

    A cell is its column and row, from 1. ``distance`` is in single "steps" (the metric of the
    city), in moves of a "king", or "straight", which is squared so that it is whole. With steps,
    the distances from two corners of a side tell all cells apart (R. A. Melter and I. Tomescu,
    Metric bases in digital geometry, 1984), so that three guesses suffice.

    >>> HiddenCell((5, 4)).score((1, 1), (3, 4))
    5
    """

    size: tuple[int, ...] = field(default=(8, 8), converter=_size)
    distance: Distance = "steps"

    def __attrs_post_init__(self) -> None:
        for side in self.size:
            whole("size", side, most=1000)
        one_of("distance", self.distance, ("steps", "king", "straight"))

    @cached_property
    def _cells(self) -> Items[Cell]:
        width, height = self.size
        return Items((x, y) for x in range(1, width + 1) for y in range(1, height + 1))

    @property
    def guesses(self) -> Items[Cell]:
        """Return the guesses, in the order that breaks ties."""
        return self._cells

    @property
    def secrets(self) -> Items[Cell]:
        """Return what may be hidden."""
        return self._cells

    @property
    def endstates(self) -> frozenset[int]:
        """Return the scores that end the game."""
        return frozenset({0})

    def _answer(self, guess: Cell, secret: Cell) -> int:
        return distance(self.distance, guess, secret)

    def score(self, guess: Cell, secret: Cell) -> int:
        """Return the distance to the hidden cell."""
        check_pair(self, guess, secret)
        return self._answer(guess, secret)

    @property
    def scores(self) -> tuple[int, ...]:
        """Return every distance there is in the grid."""
        return tuple(sorted({self._answer((1, 1), cell) for cell in self.guesses}))

    def score_table(self) -> tuple[tuple[int, ...], Any]:
        """Fill the score table pair by pair."""
        return filled(self._answer, self.guesses, self.secrets)

    def parse_guess(self, text: str, /) -> Cell:
        """Return the cell that a text stands for: "3 4", or "c4" as on a chess board."""
        said = fold(as_text(text, "guess")).replace(" ", "")
        if said[:1].isascii() and said[:1].isalpha() and said[1:].isdecimal() and len(said) < 6:
            found = (ord(said[0]) - ord("a") + 1, int(said[1:]))
            if found in self.guesses:
                return found
        for row in numbers_in(text):
            if row in self.guesses:
                return int(row[0]), int(row[1])
        width, height = self.size
        raise BadArgument(
            f"{quoted(text)} is no guess: write a column up to {width} and a row up to {height}, "
            "such as '1 1' or 'a1'"
        )

    def show_guess(self, guess: Any, /) -> str:
        """Write a cell as its column and its row."""
        return " ".join(map(str, guess))

    def generators(self) -> Iterator[tuple[Callable[[Cell], Cell], Callable[[Cell], Cell]]]:
        """Turn the grid over, both ways, and along its diagonal if it is a square."""
        width, height = self.size
        yield (across := _Flip(width, 0)), across
        yield (down := _Flip(0, height)), down
        if width == height:
            yield _turned, _turned


@frozen
class _Flip:
    """Mirror the columns of a grid of a width, or the rows of one of a height."""

    width: int
    height: int

    def __call__(self, cell: Cell) -> Cell:
        x, y = cell
        return (self.width + 1 - x if self.width else x), (
            self.height + 1 - y if self.height else y
        )


def _turned(cell: Cell) -> Cell:
    return cell[1], cell[0]
