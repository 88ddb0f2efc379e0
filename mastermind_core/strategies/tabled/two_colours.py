"""Ostrowska's program: two drawn colours first, then Knuth's method."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import product
from typing import Any, ClassVar

from attrs import field, frozen

from mastermind_core.metrics import MAX_BLOCK
from mastermind_core.strategies.tabled.greedy import Greedy
from mastermind_core.strategies.tabled.lots import Draws
from mastermind_core.strategies.validators import text
from mastermind_core.table import ScoreTable


@frozen
class TwoColourProgram(Draws):
    """A drawn colour in the first half of the holes and another, or the same, in the second.

    The program to which the footnote of A. Ostrowska's note (2021) links draws both colours with
    replacement, so that 1111 comes as well as 1122, and then plays the guess with the least
    largest block over *all* guesses, as Knuth does, not over the fitting ones, of which her text
    speaks. What fills a gap: the program has four holes; an odd hole goes to the first colour.

    >>> from mastermind_core import Mastermind, expected_distribution
    >>> expected_distribution(Mastermind(colours=3, holes=2), TwoColourProgram()).mean
    Fraction(22, 9)
    """

    name: str = field(default="two_colour_program", validator=text)
    source: str = field(
        default="A. Ostrowska, github.com/ostrowskaaa/Mastermind-minimax-algorithm (2021)",
        repr=False,
        validator=text,
    )
    even_handed: ClassVar[bool] = False
    opening: ClassVar[tuple[Any, ...]] = ()

    def options(self, table: ScoreTable, candidates: array[int]) -> Sequence[int]:
        """Return the guesses that are drawn from: a guess as often as pairs of colours give it."""
        guesses = table.guesses
        drawn = _drawn(guesses.items) if len(candidates) == len(table.secrets.items) else []
        options = [guesses[guess] for guess in drawn if guess in guesses]
        telling = [guess for guess in options if table.tells(guess, candidates)]
        return telling or [Greedy(MAX_BLOCK).best(table, candidates)]


def _drawn(items: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the codes of two halves; none where guesses are not codes."""
    if not all(isinstance(guess, tuple) for guess in items):
        return []
    holes = len(items[0])
    first = (holes + 1) // 2
    colours = dict.fromkeys(colour for guess in items for colour in guess)
    pairs = product(colours, repeat=2)
    return [(one,) * first + (other,) * (holes - first) for one, other in pairs]


two_colour_program = TwoColourProgram()
