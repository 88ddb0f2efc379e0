"""Ostrowska's minimax after a random first guess of two colours."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from random import Random
from typing import Any, Literal

from attrs import field, frozen

from mastermind_core.code_space import Coding
from mastermind_core.errors import GameTooLarge
from mastermind_core.kernels.choose import code_kernel
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.coding import shape_of
from mastermind_core.strategies.codes.weighing import cheapest, largest, listed
from mastermind_core.strategies.validators import one_of, text, whole


@frozen
class TwoColour(CodeStrategy):
    """Two random colours first, then minimax among the codes that fit.

    As Ostrowska writes it: a random colour in the first half of the holes and another in the
    second; then each code that fits is tried on "all" codes, not only on the fitting ones, and the
    one with the least largest number of equal answers is guessed. Against all codes that number
    says nothing of the history. ``against`` "candidates" is the method that her third section
    describes instead.

    What fills gaps: an odd hole goes to the first colour; ties go to the first code in order; of
    more than ``most`` fitting codes so many are drawn.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), TwoColour("candidates", most=100), games=20).mean
    4.65
    """

    against: Literal["all", "candidates"] = field(
        default="all", validator=one_of("all", "candidates")
    )
    most: int = field(default=2000, validator=whole(1))
    name: str = field(default="two_colour", validator=text)
    source: str = field(
        default="A. Ostrowska, Implementation of Knuth's and minimax algorithms in Mastermind game "
        "(2021)",
        repr=False,
        validator=text,
    )

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding = Coding(position.game)
        if not position.history:
            return coding.decode(_two_random(coding, position.new_random()))
        codes = listed(position, self.most)
        if self.against == "all":
            shape = shape_of(coding)
            position.effort.evaluations += len(codes) * coding.secrets
            costs = [_largest_of_all(*shape, tuple(sorted(Counter(c).values()))) for c in codes]
        else:
            joined = b"".join(codes)
            matrix = code_kernel().score_matrix(coding.holes, joined, joined)
            position.effort.evaluations += len(codes) ** 2
            costs = largest(matrix, len(codes))
        return coding.decode(cheapest(codes, costs, "first", position.new_random()))


def _two_random(coding: Coding, random: Random) -> bytes:
    if not coding.game.guess_repeats:
        return bytes(random.sample(range(coding.colours), coding.holes))
    colours = random.sample(range(coding.colours), min(2, coding.colours))
    first = (coding.holes + 1) // 2
    return bytes([colours[0]] * first + [colours[-1]] * (coding.holes - first))


@lru_cache(maxsize=4096)
def _largest_of_all(colours: int, holes: int, repeats: bool, numbers: tuple[int, ...]) -> int:
    """Return the largest block of all codes behind a code with such numbers of colours."""
    code = bytes(colour for colour, number in enumerate(numbers) for _ in range(number))
    counts = [
        code_kernel().count_consistent(colours, holes, repeats, [(code, black, white)])
        for black in range(holes + 1)
        for white in range(holes + 1 - black)
    ]
    known = [count for count in counts if count is not None]
    if len(known) < len(counts):
        raise GameTooLarge(
            f"{colours} colours in {holes} holes have too many codes to count those behind each "
            "answer: take against='candidates'"
        )
    return max(known)


two_colour = TwoColour()
