"""The twoD game: find a point in a grid by comparing both coordinates at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from attrs import field, frozen

from mastermind_core.arguments import plain_int
from mastermind_core.errors import BadArgument
from mastermind_core.game.base import GameBase
from mastermind_core.games.border import check_pair, filled, whole
from mastermind_core.games.code_sequence import Codes
from mastermind_core.notation import read_score
from mastermind_core.notation.spelling import as_text, quoted

Point = tuple[int, int]


class Comparison(NamedTuple):
    """The answer to a point: is it nowhere above the secret, nowhere below it, the same?

    >>> from mastermind_core import TwoD
    >>> TwoD(5).score((2, 2), (1, 4))
    Comparison(less=False, greater=False, equal=False)
    """

    less: bool
    greater: bool
    equal: bool


#: The answers and the signs for them.
_SIGNS = {
    "=": Comparison(less=True, greater=True, equal=True),
    "<": Comparison(less=True, greater=False, equal=False),
    ">": Comparison(less=False, greater=True, equal=False),
    "<>": Comparison(less=False, greater=False, equal=False),
}
_SAME = {"==": "=", "<=": "<", "≤": "<", ">=": ">", "≥": ">", "><": "<>", "?": "<>", "≠": "<>"}


def compare(guess: Point, secret: Point) -> Comparison:
    """Compare a point with the secret, in both coordinates at once."""
    return Comparison(
        less=guess[0] <= secret[0] and guess[1] <= secret[1],
        greater=guess[0] >= secret[0] and guess[1] >= secret[1],
        equal=guess == secret,
    )


#: Numbers that a point may have: more could not be listed, let alone paired.
_LARGEST = 2**16


@frozen
class TwoD(GameBase):
    """The game of twoD: guess a pair of numbers below ``size``.

    The game is from a Stack Overflow answer about solving Mastermind (seed of ``is greedy
    optimal?``): the greedy entropy strategy needs 5 guesses for a 5 x 5 grid where 4 would do.

    >>> TwoD(5).score((1, 2), (1, 4))
    Comparison(less=True, greater=False, equal=False)
    """

    size: int = field(default=5, converter=plain_int)

    def __attrs_post_init__(self) -> None:
        whole("size", self.size, most=_LARGEST)

    @property
    def guesses(self) -> Sequence[Point]:
        """Return what may be asked."""
        points: Any = Codes(tuple(range(self.size)), holes=2, repeats=True)
        found: Sequence[Point] = points
        return found

    @property
    def secrets(self) -> Sequence[Point]:
        """Return what may be hidden."""
        return self.guesses

    @property
    def endstates(self) -> frozenset[Comparison]:
        """Return the scores that end the game."""
        return frozenset({Comparison(less=True, greater=True, equal=True)})

    @property
    def scores(self) -> tuple[Comparison, ...]:
        """Return every answer."""
        return tuple(_SIGNS.values())

    def score(self, guess: Point, secret: Point) -> Comparison:
        """Compare a point with the secret, in both coordinates at once."""
        check_pair(self, guess, secret)
        return compare(guess, secret)

    def score_table(self) -> tuple[tuple[Comparison, ...], Any]:
        """Fill the score table pair by pair."""
        return filled(compare, self.guesses, tuple(self.secrets))

    def parse_score(self, text: str, /) -> Comparison:
        """Return the comparison that a text stands for: a sign, or three numbers."""
        sign = "".join(as_text(text, "score").split())
        sign = _SAME.get(sign, sign)
        if sign in _SIGNS:
            return _SIGNS[sign]
        try:
            found: Comparison = read_score(self, text)
        except BadArgument:
            raise BadArgument(
                f"{quoted(text)} is no score: write < where the guess is nowhere above the "
                "secret, > where it is nowhere below, = for the secret itself, <> for none of these"
            ) from None
        return found

    def show_score(self, score: Any, /) -> str:
        """Write a comparison as a sign."""
        signs = [
            sign
            for sign, known in _SIGNS.items()
            if isinstance(score, type(known)) and known == score
        ]
        return signs[0] if signs else GameBase.show_score(self, score)

    def generators(self) -> Iterator[tuple[Callable[[Point], Point], Callable[[Point], Point]]]:
        """Exchange the two coordinates."""

        def exchange(point: Point) -> Point:
            return point[1], point[0]

        yield exchange, exchange
