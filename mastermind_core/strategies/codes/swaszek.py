"""Swaszek's novice: the next code in order that fits."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from mastermind_core.code_space import ConsistentCodes
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.patterns import PATTERNS, Pattern, first_guess
from mastermind_core.strategies.validators import one_of, text, yes_or_no


@frozen
class Swaszek(CodeStrategy):
    """The first code in lexicographic order that fits, from the last guess on.

    The first guess is fixed, or of the ``pattern`` "random" as Berghman, Goossens and Leus play it
    in larger games. The paper's fixed guess is not known from what cites it: 1123 and its like by
    default. (The cited mean over M(4,6), 4.758, is that over all first guesses.) The list
    goes on from the last guess and begins again at its end; with ``restart`` every search begins
    at the first code instead.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Swaszek(restart=True), games=20).mean
    5.3
    """

    pattern: Pattern = field(default="doubled", validator=one_of(*PATTERNS))
    restart: bool = field(default=False, validator=yes_or_no)
    name: str = field(default="swaszek", validator=text)
    source: str = field(
        default="P. Swaszek, The mastermind novice, J. of Recreational Mathematics 30 (2000)",
        repr=False,
        validator=text,
    )

    @property
    def draws_lots(self) -> bool:
        """Whether another seed makes other guesses."""
        return self.pattern == "random"

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        codes = ConsistentCodes(position.game, position.history)
        position.effort.evaluations += 1
        if not position.history:
            if self.pattern == "random":
                return codes.one(position.new_random())
            return first_guess(codes.coding, self.pattern, position.new_random())
        last = position.history[-1][0]
        within = codes.coding.game.secret_repeats or len(set(last)) == len(last)
        return codes.next(None if self.restart or not within else last)


swaszek = Swaszek()
