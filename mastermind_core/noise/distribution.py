"""The exact length distribution for games whose answers may be wrong."""

from __future__ import annotations

from typing import Any, ClassVar

from mastermind_core.analysis import CostDistribution, Distribution
from mastermind_core.game import Exact
from mastermind_core.noise.figures import Figures, lengths_along


class NoisyDistribution(Distribution):
    """The exact probabilities of 1, 2, 3, ... guesses under noise.

    A count is the weight of the secrets, each times the probability of the number of guesses.

    Args:
        found: The figures of the strategy.

    >>> from mastermind_core import FiniteGame, length_distribution, noisy
    >>> test = FiniteGame(["test"], "AB", lambda test, secret: secret, goal=lambda secret: secret)
    >>> lengths = length_distribution(noisy(test, 0.2), confidence=0.95)
    >>> lengths.expected, lengths.accuracy
    (Fraction(63, 13), Fraction(64, 65))
    """

    __slots__ = ("accuracy", "expected", "expected_cost", "figures", "left")
    _mean: ClassVar[str] = "mean"

    def __init__(self, found: Figures):
        """Store the figures. Its lengths are numbers of guesses."""
        super().__init__(found.lengths)
        #: All of these.
        self.figures = found
        #: The probability that the right secret or goal is named.
        self.accuracy = found.accuracy
        #: The expected number of guesses, and their expected cost.
        self.expected = found.mean
        self.expected_cost = found.cost
        #: The weight of games that are longer than those listed.
        self.left = found.left

    def __str__(self) -> str:
        figures = f"{self._mean} {self.mean:.4f}, accuracy {float(self.accuracy):.6f}"
        shares = ((length, float(count / self.count)) for length, count in self.items())
        return f"{' '.join(f'{at}:{share:.4g}' for at, share in shares)}  ({figures})"

    @property
    def mean(self) -> float:
        """Return the expected number of guesses."""
        return float(self.expected)


class NoisyCostDistribution(NoisyDistribution, CostDistribution):
    """The exact probabilities of the total costs under noise.

    A count is the secrets' weight, each times the cost's probability.

    Args:
        found: The figures of the strategy. Its lengths are costs.

    >>> from mastermind_core import FiniteGame, cost_distribution, noisy, priced
    >>> test = FiniteGame(["test"], "AB", lambda test, secret: secret, goal=lambda secret: secret)
    >>> print(cost_distribution(priced(noisy(test, 0.2), [5]), max_steps=1))
    5:1  (mean cost 5.0000, accuracy 0.800000)
    """

    __slots__ = ()
    _mean = "mean cost"

    @property
    def mean(self) -> float:
        """Return the expected cost."""
        return float(self.expected_cost)


def distribution_along(follower: Any, unit: Exact, *, costs: bool) -> NoisyDistribution:
    """Return the exact distribution of lengths or costs along a game's stages."""
    figures = lengths_along(follower, unit, costs=costs)
    return NoisyCostDistribution(figures) if costs else NoisyDistribution(figures)
