"""Test ten samples in groups, with an assay that errs.

One sample in a hundred is positive. The assay has a sensitivity and a specificity of 99 %. Dorfman
(1943) tests all samples at once, and each one if the group is positive:

>>> game = assay(10)
>>> dorfman = mc.length_distribution(game, scheme(10))
>>> round(dorfman.mean, 3), round(float(dorfman.accuracy), 4)
(2.037, 0.9891)

A strategy that chooses any group after each answer, and stops at the same probability:

>>> played = mc.simulate(game, games=200, confidence=0.98)
>>> played.mean < dorfman.mean, played.accuracy_interval[1] > 0.98
(True, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import mastermind_core as mc

#: The prevalence, and the probability of a wrong answer.
POSITIVE, ERROR = Fraction(1, 100), Fraction(1, 100)


def assay(samples: int) -> Any:
    """Return the game: guesses are runs of neighbouring samples, secrets are all results."""
    results = list(product((0, 1), repeat=samples))
    groups = [
        tuple(range(start, end))
        for start in range(samples)
        for end in range(start + 1, samples + 1)
    ]
    game = mc.FiniteGame(groups, results, positive, goal=lambda result: result)

    def weight(result: Sequence[int]) -> Any:
        return POSITIVE ** sum(result) * (1 - POSITIVE) ** (samples - sum(result))

    return mc.weighted(mc.noisy(game, {1: {0: ERROR}, 0: {1: ERROR}}), weight)


def positive(group: Sequence[int], result: Sequence[int]) -> int:
    """Return 1 if a sample of the group is positive, otherwise 0."""
    return int(any(result[sample] for sample in group))


def scheme(samples: int) -> Any:
    """Return Dorfman's scheme as a tree: pairs of a group and the next steps."""
    step: Any = None
    for sample in reversed(range(samples)):
        step = ((sample,), {0: step, 1: step})
    return (tuple(range(samples)), {0: None, 1: step})
