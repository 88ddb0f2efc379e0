"""Culprits by their definition, in fractions: the joint distribution of culprits and answers.

Imports nothing of what it checks. A question and a set of culprits are sets of numbers; a rate is
as in :mod:`history_oracle`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

from history_oracle import random_rates, sequence, shared_information


def subsets(suspects, least, most):
    """Return all sets of so many suspects."""
    sizes = range(least, most + 1)
    return [frozenset(one) for size in sizes for one in combinations(suspects, size)]


def legal_sets(suspects, requires):
    """Return the sets that have all that their members require, directly."""
    return [
        one
        for one in subsets(suspects, 0, len(suspects))
        if all(requires.get(suspect, set()) <= one for suspect in one)
    ]


def fails(on, culprits, together):
    """Return whether so many culprits are on."""
    return sum(suspect in culprits for suspect in on) >= together


def joint(prior, rates, runs, together):
    """Return the joint probability of the runs and each set of culprits."""
    found = {}
    for culprits, share in prior.items():
        counts = {(truth, wrong): 0 for truth in (True, False) for wrong in (True, False)}
        for on, failed in runs:
            truth = fails(on, culprits, together)
            counts[truth, failed != truth] += 1
        for truth, rate in ((True, rates["fail"]), (False, rates["pass"])):
            share = share * sequence(rate, counts[truth, True], counts[truth, False])
        found[culprits] = share
    return found


def merged(shares, legal, together):
    """Return the probability of each class of culprits that fail in the same legal sets."""
    found = {}
    for culprits, share in shares.items():
        key = tuple(fails(on, culprits, together) for on in legal)
        found[key] = found.get(key, 0) + share
    return found


def information(prior, rates, runs, together, questions):
    """Return the information of the answers to some questions on the culprits, in bits."""
    return shared_information(
        lambda known: joint(prior, rates, known, together), runs, questions, (True, False)
    )


def random_case(random: Random):
    """Return random suspects, numbers of culprits, requirements, a prior and rates."""
    n = random.randint(2, 7)
    suspects = range(1, n + 1)
    together = random.choice([1, 1, 2])
    most = random.randint(together, min(n, 3))
    least = random.randint(0, most)
    requires = {}
    if random.random() < 0.5:
        for suspect in range(2, n + 1):
            olds = random.sample(range(1, suspect), random.choice([0, 0, 1]))
            if olds:
                requires[suspect] = set(olds)
    secrets = subsets(suspects, least, most)
    weights = [random.randint(1, 3) for _ in secrets] if random.random() < 0.4 else []
    total = sum(weights) or len(secrets)
    shares = [Fraction(weights[at] if weights else 1, total) for at in range(len(secrets))]
    prior = dict(zip(secrets, shares, strict=True))
    numbers = {"most": most, "together": together, "least": least}
    return suspects, numbers, requires, prior, random_rates(random)


def optimum(prior, legal, together, error):
    """Return the least expected number of exact answers until a class has a probability.

    Args:
        prior: The probability of each set of culprits.
        legal: The sets that may be on.
        together: The number of culprits that fail together.
        error: The probability of error that is allowed, at each end.
    """
    classes = merged(prior, legal, together)
    keys = frozenset(classes)
    known = {}

    def least(left):
        if left in known:
            return known[left]
        shares = [classes[key] for key in left]
        total = sum(shares)
        if max(shares) >= total * (1 - error):
            return Fraction(0)
        best = None
        for at in range(len(legal)):
            parts = [frozenset(k for k in left if k[at] is side) for side in (True, False)]
            if all(parts):
                value = 1 + sum(sum(classes[k] for k in one) / total * least(one) for one in parts)
                best = value if best is None else min(best, value)
        known[left] = best
        return best

    return least(keys)
