"""Lower bounds on the number of questions where answers may be wrong."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen


@frozen
class NoisyBound:
    """A lower bound on the expected number of questions, and on their cost, for any strategy."""

    #: The bound on the number of questions.
    questions: float
    #: The bound on the cost; the same if guesses have no costs.
    cost: float
    #: The highest capacity of a guess in bits, rounded up.
    capacity: float
    #: The entropy of the goals, or of the secrets, in bits.
    entropy: float
    #: The probability of error that is allowed.
    error: Fraction

    def above(self, mean: float) -> str:
        """Return in words how far a mean number of questions is above the bound."""
        bound = self.questions
        above = mean >= bound > 0  # a sample may have a mean below it
        share = f", the mean is {100 * (mean / bound - 1):.0f} % above it" if above else ""
        return f"lower bound {bound:.2f}{share}"
