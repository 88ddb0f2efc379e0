"""The two strategies of Bernier and others: simulated annealing, and a genetic algorithm."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

from attrs import field, frozen

from mastermind_core.code_space.consistent_codes import ConsistentCodes
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.budget import Budget
from mastermind_core.strategies.codes.changes import stepped
from mastermind_core.strategies.codes.coding import errors_of
from mastermind_core.strategies.codes.merelo import Evolutionary
from mastermind_core.strategies.codes.patterns import PATTERNS, Pattern, first_guess
from mastermind_core.strategies.codes.searching import searched
from mastermind_core.strategies.options import number, one_of, text, whole

_SOURCE = (
    "J. Bernier and others, Solving MasterMind using GAs and simulated annealing, PPSN IV (1996)"
)


@frozen
class BernierAnnealing(CodeStrategy):
    """A code that is annealed towards the answers for a limited time; the best one is played.

    From Bernier and others: the cost of a code is how far it is from the answers, and when the
    time is over the best code is played whether it fits or not. What fills gaps: the walk begins
    at a random code; a step changes the colour of a hole or exchanges two holes, each half the
    time; the temperature falls by a constant factor from ``hot`` to ``cold`` in ``steps``; the
    walk ends at once at a code that fits; a code that has been played is not played again.
    """

    steps: int = field(default=1000, validator=whole(1))
    hot: float = field(default=2.0, validator=number(0, over=True))
    cold: float = field(default=0.2, validator=number(0, over=True))
    pattern: Pattern = field(default="random", validator=one_of(*PATTERNS))
    seconds: float | None = field(default=None, validator=number(0, or_none=True))
    evaluations: int | None = field(default=None, validator=whole(0, or_none=True))
    name: str = field(default="bernier_annealing", validator=text)
    source: str = field(default=_SOURCE, repr=False, validator=text)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        return searched(self, position, self._anneal)

    def _anneal(self, codes: ConsistentCodes, budget: Budget, random: Random) -> bytes | None:
        coding, turns = codes.coding, codes.turns
        here = coding.encode(first_guess(coding, "random", random))
        cost = errors_of(coding.holes, here, turns)[0]
        played = {guess for guess, _, _ in turns}
        best = (cost, here) if here not in played else (1 << 30, b"")
        cooling = (self.cold / self.hot) ** (1 / self.steps)
        temperature = self.hot
        for _ in range(self.steps):
            if best[0] == 0 or not budget.left:
                break
            there = stepped(here, coding, random)
            new = errors_of(coding.holes, there, turns)[0]
            budget.spend(1)
            if new <= cost or random.random() < exp((cost - new) / temperature):
                here, cost = there, new
                if there not in played:
                    best = min(best, (cost, there), key=lambda pair: pair[0])
            temperature *= cooling
        cost, code = best
        return code if cost == 0 or codes else None


bernier_annealing = BernierAnnealing()
bernier = Evolutionary(pattern="random", name="bernier", source=_SOURCE)
