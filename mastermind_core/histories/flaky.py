"""A history whose runs may be wrong, as a game without a table of pairs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from attrs import field, frozen

from mastermind_core.game.amounts import Exact
from mastermind_core.game.finite import GameBase
from mastermind_core.games.histories import BASE, History
from mastermind_core.histories.belief import HistoryBelief
from mastermind_core.histories.cuts import cuts_of
from mastermind_core.histories.rates import Rates


@frozen(repr=False)
class FlakyHistory(GameBase):
    """A history whose runs may be wrong; make one with :func:`mastermind_core.noisy`.

    ``score`` is the true answer.
    """

    history: History
    #: The rates of wrong answers.
    rates: Rates
    #: The prior weight of each commit, and the cost of each run; empty if all are equal.
    weights: tuple[Exact, ...] = field(default=(), repr=False)
    costs: tuple[Exact, ...] = field(default=(), repr=False)

    @classmethod
    def of(
        cls,
        history: History,
        noise: Any,
        weights: Sequence[Exact] = (),
        costs: Sequence[Exact] = (),
    ) -> FlakyHistory:
        """Return a history with rates of wrong answers, as in :meth:`Rates.of`."""
        return cls(history, Rates.of(noise), tuple(weights), tuple(costs))

    @property
    def guesses(self) -> Sequence[Any]:
        """Return the commits that may be run."""
        return self.history.guesses

    @property
    def secrets(self) -> Sequence[Any]:
        """Return the commits that may be the first bad one."""
        return self.history.secrets

    @property
    def endstates(self) -> frozenset[str]:
        """Return no end state."""
        return self.history.endstates

    def goal(self, secret: Hashable) -> Hashable:
        """Return the secret, which has to be known."""
        return secret

    def score(self, guess: Hashable, secret: Hashable) -> str:
        """Return the true answer."""
        return self.history.score(guess, secret)

    def first_belief(self) -> HistoryBelief:
        """Return the belief before the first run."""
        weights = [float(weight) for weight in self.weights]
        return HistoryBelief(self.history, cuts_of(self.history, weights, 0.0), self.rates)

    def cost(self, commit: int) -> float:
        """Return the cost of running a commit by its index."""
        if not self.costs:
            return 1.0
        return float(self.costs[-1] if commit == BASE else self.costs[commit])

    def __repr__(self) -> str:
        return (
            f"noisy({self.history!r}, {{'fail': {self.rates.missed}, 'pass': {self.rates.alarm}}})"
        )
