"""Shapiro's rule: once through all codes in a random order, guessing each one that fits."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from attrs import field, frozen

from mastermind_core.code_space import ConsistentCodes
from mastermind_core.kernels.choose import code_kernel
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.coding import shape_of
from mastermind_core.strategies.validators import text, whole


@frozen
class Shapiro(CodeStrategy):
    """The codes that fit, in a random order that is gone through once.

    What was passed over can never fit later, so each guess is any of the fitting codes, equally
    likely. With more than ``longest`` codes no list is kept: the guess is drawn from the fitting
    codes, which comes to the same, and only that one is counted as looked at.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Shapiro(), games=20).mean
    4.45
    """

    longest: int = field(default=100_000, validator=whole(0))
    name: str = field(default="shapiro", validator=text)
    source: str = field(
        default="E. Shapiro, Playing Mastermind logically, SIGART Bulletin 85 (1983)",
        repr=False,
        validator=text,
    )

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        codes = ConsistentCodes(position.game, position.history)
        coding, turns = codes.coding, codes.turns
        if coding.secrets > self.longest:
            position.effort.evaluations += 1
            return codes.one(position.new_random())
        order = _shuffled(*shape_of(coding), position.game_random().getrandbits(64))
        places = {code: at for at, code in enumerate(order)} if turns else {}
        at = places.get(turns[-1][0], -1) + 1 if turns else 0
        while at < len(order):
            position.effort.evaluations += 1
            if not any(map(any, code_kernel().distances(coding.holes, order[at], turns))):
                return coding.decode(order[at])
            at += 1
        return coding.decode(codes.need(b""))


@lru_cache(maxsize=2)
def _shuffled(colours: int, holes: int, repeats: bool, seed: int) -> list[bytes]:
    everything = code_kernel().list_consistent(colours, holes, repeats, (), max(1, colours**holes))
    codes = [everything[at : at + holes] for at in range(0, len(everything), holes)]
    Random(seed).shuffle(codes)
    return codes


shapiro = Shapiro()
