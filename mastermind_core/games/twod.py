"""The twoD game: find a point in a grid by comparing both coordinates at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from attrs import frozen

from mastermind_core.errors import BadGame
from mastermind_core.games.code_sequence import Codes

Point = tuple[int, int]


class Comparison(NamedTuple):
    """Answer a point: is it nowhere above the secret, nowhere below it, the same?"""

    less: bool
    greater: bool
    equal: bool


@frozen
class TwoD:
    """Guess a pair of numbers below ``size``.

    The game is from a Stack Overflow answer about solving Mastermind (seed of ``is greedy
    optimal?``): the greedy entropy strategy needs 5 guesses for a 5 x 5 grid where 4 would do.

    >>> TwoD(5).score((1, 2), (1, 4))
    Comparison(less=True, greater=False, equal=False)
    """

    size: int = 5

    def __attrs_post_init__(self) -> None:
        if isinstance(self.size, bool) or not isinstance(self.size, int) or self.size < 1:
            raise BadGame(f"size must be a number from 1, not {self.size!r}")

    @property
    def guesses(self) -> Codes:
        return Codes(tuple(range(self.size)), holes=2, repeats=True)

    @property
    def secrets(self) -> Codes:
        return self.guesses

    @property
    def endstates(self) -> frozenset[Comparison]:
        return frozenset({Comparison(less=True, greater=True, equal=True)})

    def score(self, guess: Point, secret: Point) -> Comparison:
        """Compare a point with the secret, coordinate by coordinate."""
        return Comparison(
            less=guess[0] <= secret[0] and guess[1] <= secret[1],
            greater=guess[0] >= secret[0] and guess[1] >= secret[1],
            equal=guess == secret,
        )

    def generators(self) -> Iterator[tuple[Callable[[Point], Point], Callable[[Point], Point]]]:
        """Exchange the two coordinates."""

        def exchange(point: Point) -> Point:
            return point[1], point[0]

        yield exchange, exchange
