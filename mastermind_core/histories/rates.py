"""Error rates: known ones, and unknown ones with a Beta distribution.

An unknown rate is integrated out: a run's probability depends on the counts before it alone (the
    conjugate model: Beta and Bernoulli distributions).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf, lgamma, log, prod
from random import Random
from typing import Any

from attrs import field, frozen

from mastermind_core.arguments import expect
from mastermind_core.errors import BadArgument, shown
from mastermind_core.game import probability

#: The sum of the parameters of a distribution over which products replace factorials.
_LARGE = 10_000

#: The answers of a run.
FAIL, PASS = "fail", "pass"


def exact_number(given: float | Fraction) -> Fraction:
    """Return the nearest fraction with a denominator up to a million."""
    return Fraction(given).limit_denominator(10**6)


def _positive(_: Any, part: Any, value: Any) -> None:
    good = isinstance(value, (int, float, Fraction)) and not isinstance(value, bool) and value > 0
    expect(good and value < inf, part.name, "a number over 0", value)


@frozen
class Beta:
    """An unknown rate with a Beta distribution, as after some wrong and some right answers.

    Attributes:
        wrong: The wrong answers, over 0. It need not be an integer.
        right: The right answers, over 0.

    Raises:
        BadArgument: If a number is not over 0.

    >>> Beta(1, 9).mean(0, 0), Beta(1, 9).mean(3, 7)
    (0.1, 0.2)
    """

    wrong: float = field(validator=_positive)
    right: float = field(validator=_positive)

    def mean(self, wrong: int, right: int) -> float:
        """Return the probability that the next answer is wrong, after some answers.

        Args:
            wrong: The wrong answers so far.
            right: The right answers so far.
        """
        return float((self.wrong + wrong) / (self.wrong + self.right + wrong + right))

    def log_likelihood(self, wrong: int, right: int) -> float:
        """Return one sequence's log-probability with these answers.

        Args:
            wrong: How many answers are wrong.
            right: How many answers are right.
        """
        a, b = float(self.wrong), float(self.right)
        if a + b > _LARGE:  # differences of logarithms of large factorials are not exact
            return _rising(a, wrong) + _rising(b, right) - _rising(a + b, wrong + right)
        return _log_beta(a + wrong, b + right) - _log_beta(a, b)

    def likelihood(self, wrong: int, right: int) -> Fraction:
        """Return the exact probability of one sequence with these answers.

        Args:
            wrong: The number of wrong answers.
            right: The number of right answers.

        >>> Beta(1, 1).likelihood(1, 2)
        Fraction(1, 12)
        """
        a, b = exact_number(self.wrong), exact_number(self.right)
        ups = [a + step for step in range(wrong)] + [b + step for step in range(right)]
        return prod(ups, start=Fraction(1)) / prod(a + b + step for step in range(wrong + right))

    def drawn(self, random: Random) -> float:
        """Return a random rate.

        Args:
            random: The random generator.
        """
        return random.betavariate(float(self.wrong), float(self.right))

    def __str__(self) -> str:
        return f"Beta({self.wrong:g}, {self.right:g})"


def _rising(first: float, count: int) -> float:
    """Return the logarithm of ``first * (first + 1) * (first + 2) * ...``, with n factors."""
    return sum(log(first + step) for step in range(count))


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


@frozen
class KnownRate:
    """A known error rate."""

    share: float

    def mean(self, wrong: int, right: int) -> float:
        """Return the rate."""
        return self.share

    def log_likelihood(self, wrong: int, right: int) -> float:
        """Return one sequence's log-probability with these answers."""
        return _times_log(wrong, self.share) + _times_log(right, 1 - self.share)

    def likelihood(self, wrong: int, right: int) -> Fraction:
        """Return the exact probability of one sequence with these answers."""
        share = exact_number(self.share)
        return Fraction(share**wrong * (1 - share) ** right)

    def drawn(self, random: Random) -> float:
        """Return the rate."""
        return self.share

    def __str__(self) -> str:
        return f"{self.share:g}"


#: An error rate, after some wrong and some right answers.
Rate = Beta | KnownRate


def _times_log(count: int, share: float) -> float:
    if not count:
        return 0.0
    return count * log(share) if share > 0 else -inf


@frozen
class Rates:
    """Both error rates: for a fault that is missed, and for a false alarm."""

    #: The rate of "pass" where the truth is "fail".
    missed: Rate
    #: The rate of "fail" where the truth is "pass".
    alarm: Rate

    @classmethod
    def of(cls, given: object, answers: tuple[str, str] = (FAIL, PASS)) -> Rates:
        """Return the rates from a mapping, as in ``{"fail": Beta(1, 1), "pass": 0.05}``.

        Args:
            given: For each true answer the other one's rate: a probability or a
                :class:`Beta`. A true answer that is missing is never wrong. One probability
                stands for both.
            answers: The two answers: of a fault, and of none.

        Raises:
            BadArgument: If a rate is not valid.
        """
        fault, fine = answers
        if not isinstance(given, Mapping):
            given = {fault: given, fine: given}
        odd = [answer for answer in given if answer not in answers]
        if odd:
            raise BadArgument(
                f'noise has the answer {shown(odd[0])}: give rates of "{fault}" and "{fine}", as '
                f'in {{"{fault}": Beta(1, 2), "{fine}": 0.05}}'
            )
        return cls(_rate(given.get(fault, 0), fault), _rate(given.get(fine, 0), fine))

    @property
    def known(self) -> bool:
        """Return whether both rates are known."""
        return isinstance(self.missed, KnownRate) and isinstance(self.alarm, KnownRate)


def _rate(given: object, answer: str) -> Rate:
    if isinstance(given, Beta):
        return given
    return KnownRate(float(probability(given, f"noise[{shown(answer)}]")))


#: Rates of a flaky test of which nothing is known, but that it is right more often than wrong.
DEFAULT_RATES = Rates(Beta(1, 2), Beta(1, 2))
