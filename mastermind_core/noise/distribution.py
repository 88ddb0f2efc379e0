"""The exact length distribution for games whose answers may be wrong."""

from __future__ import annotations

from mastermind_core.analysis import Distribution
from mastermind_core.noise.figures import Figures


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

    def __init__(self, found: Figures):
        """Store the figures."""
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
        figures = f"mean {float(self.expected):.4f}, accuracy {float(self.accuracy):.6f}"
        shares = ((length, float(count / self.count)) for length, count in self.items())
        return f"{' '.join(f'{at}:{share:.4g}' for at, share in shares)}  ({figures})"

    @property
    def mean(self) -> float:
        """Return the expected number of guesses."""
        return float(self.expected)
