"""The beginning and the end that strategies with a budget share."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from mastermind_core.code_space.consistent_codes import Coding, ConsistentCodes
from mastermind_core.strategies.base import Position
from mastermind_core.strategies.codes.budget import Budget
from mastermind_core.strategies.codes.openings import Opening, first_guess


class Budgeted(Protocol):
    """What a strategy says of its first guess and of how long it may think."""

    @property
    def opening(self) -> Opening:
        """Name the first guess."""

    @property
    def seconds(self) -> float | None:
        """Limit the time of a guess."""

    @property
    def evaluations(self) -> int | None:
        """Limit the codes that are looked at for a guess."""


def searched(
    strategy: Budgeted,
    position: Position,
    search: Callable[[ConsistentCodes, Budget, Random], bytes | None],
) -> Any:
    """Return the named first guess, and later what a search finds, or else any code that fits."""
    random = position.random
    if not position.history:
        return first_guess(Coding(position.game), strategy.opening, random)
    codes = ConsistentCodes(position.game, position.history)
    budget = Budget(position.effort, strategy.seconds, strategy.evaluations)
    found = search(codes, budget, random) or codes.need(codes.sample_bytes(1, random))
    return codes.coding.decode(found)
