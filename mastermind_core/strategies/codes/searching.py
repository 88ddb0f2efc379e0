"""How strategies with a budget go: a pattern first, then a search, or else any code that fits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.strategies.base import Position
from mastermind_core.strategies.codes.budget import Budget
from mastermind_core.strategies.codes.patterns import Pattern, first_guess


class Budgeted(Protocol):
    """What a strategy says of its first guess and of how long it may think."""

    @property
    def pattern(self) -> Pattern:
        """The pattern of the first guess."""

    @property
    def seconds(self) -> float | None:
        """The most seconds that a guess may take."""

    @property
    def evaluations(self) -> int | None:
        """The most codes that may be looked at for a guess."""


def searched(
    strategy: Budgeted,
    position: Position,
    search: Callable[[ConsistentCodes, Budget, Random], bytes | None],
) -> Any:
    """Return the first guess of a pattern, and later what a search finds, or any code that fits."""
    random = position.new_random()
    if not position.history:
        return first_guess(Coding(position.game), strategy.pattern, random)
    codes = ConsistentCodes(position.game, position.history)
    budget = Budget(position.effort, strategy.seconds, strategy.evaluations)
    found = search(codes, budget, random) or codes.need(codes.sample_bytes(1, random))
    return codes.coding.decode(found)
