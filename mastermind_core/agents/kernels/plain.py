"""The reference implementation in pure Python: the most informative question."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from mastermind_core.errors import BadArgument

#: The values of questions that differ by at most this many bits are equal.
_ROUNDING = 1e-9


def most_informative(
    cells: memoryview[float], weights: Sequence[float], prices: Sequence[float]
) -> tuple[int, float]:
    """Return the first question with the most information per price, and its information in bits.

    ``cells`` has one row per hypothesis: the probability of the answer yes to each question, as
    floats with four or eight bytes. Hypotheses have the probabilities ``weights``, and questions
    ``prices`` over 0. Both are arrays of doubles. The information is the mutual information between
    answer and hypothesis. A cell outside 0 to 1 raises BadArgument, unless its hypothesis has the
    weight 0.
    """
    width = len(prices)
    yes = [0.0] * width
    noise = [0.0] * width
    for row, weight in enumerate(weights):
        if not weight:
            continue
        for column, chance in enumerate(cells[row * width : (row + 1) * width]):
            if not 0 <= chance <= 1:
                raise BadArgument("table must have probabilities from 0 to 1")
            yes[column] += weight * chance
            noise[column] += weight * _entropy(chance)
    pairs = zip(yes, noise, strict=True)
    found = [max(0.0, _entropy(min(chance, 1.0)) - within) for chance, within in pairs]
    values = [information / price for information, price in zip(found, prices, strict=True)]
    most = max(values)
    best = next(column for column, value in enumerate(values) if value >= most - _ROUNDING)
    return best, found[best]


def _entropy(chance: float) -> float:
    """Return the entropy of an answer with this probability, in bits."""
    return -sum(p * log2(p) for p in (chance, 1 - chance) if p > 0)
