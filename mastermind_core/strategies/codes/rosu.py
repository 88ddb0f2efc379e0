"""Rosu's rule: random codes until one fits."""

from __future__ import annotations

from math import log
from typing import Any

from attrs import field, frozen

from mastermind_core.code_space import ConsistentCodes
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.patterns import PATTERNS, Pattern, first_guess
from mastermind_core.strategies.validators import one_of, text


@frozen
class Rosu(CodeStrategy):
    """Random codes until one fits, which is guessed; the first guess is any code.

    The code that comes out is any of the fitting ones, equally likely, and is drawn as such. The
    number of codes that would have been tried, which is counted, is drawn too: it is geometric.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Rosu(), games=20).mean
    4.3
    """

    pattern: Pattern = field(default="random", validator=one_of(*PATTERNS))
    name: str = field(default="rosu", validator=text)
    source: str = field(
        default="R. Rosu, Mastermind, thesis, North Carolina State University (1999)",
        repr=False,
        validator=text,
    )

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        codes = ConsistentCodes(position.game, position.history)
        random = position.new_random()
        if not position.history and self.pattern != "random":
            position.effort.evaluations += 1
            return first_guess(codes.coding, self.pattern, random)
        guess = codes.one(random)
        share = codes.count() / codes.coding.secrets
        tries = 1 if share == 1 else 1 + int(log(1 - random.random()) / log(1 - share))
        position.effort.evaluations += tries
        return guess


rosu = Rosu()
