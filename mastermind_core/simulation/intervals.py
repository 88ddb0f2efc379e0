"""Exact intervals for a probability that was estimated by trials."""

from __future__ import annotations

from math import exp, lgamma, log, log1p

#: The maximum number of terms of a continued fraction, and the relative change at which it ends.
_TERMS = 100_000
_CLOSE = 1e-14

#: The error rate of an exact interval: 5 percent, half of it on either side.
_HALF = 0.025


def proportion_interval(successes: int, trials: int) -> tuple[float, float]:
    """Return a probability's exact 95 % interval (Clopper and Pearson, 1934).

    >>> [round(limit, 4) for limit in proportion_interval(1, 10)]
    [0.0025, 0.445]
    """
    upper = 1.0 if successes == trials else _crossing(successes, trials)
    lower = 0.0 if successes == 0 else 1 - _crossing(trials - successes, trials)
    return lower, upper


def _crossing(most: int, trials: int) -> float:
    """Return the probability at which up to ``most`` successes have a chance of 2.5 percent."""
    low = 0.0
    high = 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _at_most(most, trials, middle) > _HALF:
            low = middle
        else:
            high = middle
    return high


def _at_most(most: int, trials: int, p: float) -> float:
    """Return how probable at most ``most`` successes are, fewer than all trials."""
    if not 0 < p < 1:
        return float(p <= 0)
    return _beta_share(trials - most, most + 1, 1 - p)


def _beta_share(a: int, b: int, x: float) -> float:
    """Return a beta distribution's share below x: the regularized incomplete beta function.

    By its continued fraction, with Lentz's algorithm. It converges fast for x up to the mean.
    """
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_share(b, a, 1 - x)
    front = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)
    upper = 1.0
    lower = 1 / (1 - (a + b) * x / (a + 1))
    value = lower
    for term in range(1, _TERMS):
        even = term * (b - term) * x / ((a + 2 * term - 1) * (a + 2 * term))
        lower = 1 / (1 + even * lower)
        upper = 1 + even / upper
        value *= lower * upper
        odd = -(a + term) * (a + b + term) * x / ((a + 2 * term) * (a + 2 * term + 1))
        lower = 1 / (1 + odd * lower)
        upper = 1 + odd / upper
        value *= lower * upper
        if abs(lower * upper - 1) < _CLOSE:
            break
    return exp(front) / a * value
