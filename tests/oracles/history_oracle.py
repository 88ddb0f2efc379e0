"""Histories by their definition, in fractions: the joint distribution of culprits and answers.

Imports nothing of what it checks. A history is a mapping from a commit to its parents. A rate is a
fraction, or the pair of the parameters of a Beta distribution, whose integrals are factorials.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import factorial, log2
from random import Random


def ancestors(parents, commit):
    """Return a commit with all its ancestors."""
    found, waiting = {commit}, [commit]
    while waiting:
        for old in parents[waiting.pop()]:
            if old in parents and old not in found:
                found.add(old)
                waiting.append(old)
    return found


def sequence(rate, wrong, right):
    """Return the probability of one sequence of wrong and right answers."""
    if not isinstance(rate, tuple):
        return rate**wrong * (1 - rate) ** right
    a, b = rate
    top = factorial(a + wrong - 1) * factorial(b + right - 1) * factorial(a + b - 1)
    return Fraction(top, factorial(a - 1) * factorial(b - 1) * factorial(a + b + wrong + right - 1))


def likelihood(parents, rates, runs, culprit):
    """Return the probability of some runs for a culprit, which may be None."""
    counts = {(truth, wrong): 0 for truth in ("fail", "pass") for wrong in (False, True)}
    for commit, answer in runs:
        truth = "fail" if culprit in ancestors(parents, commit) else "pass"
        counts[truth, answer != truth] += 1
    found = Fraction(1)
    for truth, rate in rates.items():
        found *= sequence(rate, counts[truth, True], counts[truth, False])
    return found


def joint(parents, rates, prior, runs):
    """Return the joint probability of the runs and each culprit."""
    return {c: p * likelihood(parents, rates, runs, c) for c, p in prior.items()}


def _plogp(part):
    return float(part) * log2(part) if part else 0.0


def information(parents, rates, prior, runs, commits):
    """Return the information of the answers to some commits on the culprit, in bits."""
    return shared_information(
        lambda known: joint(parents, rates, prior, known), runs, commits, ("fail", "pass")
    )


def left_at_end(parents, rates, prior, runs, confidence):
    """Return the expected entropy after a run of each commit, counted if its answer is the last.

    The last answer is one after which a culprit has a probability. None stands for no such answer.
    """
    total = sum(joint(parents, rates, prior, runs).values())
    found = {}
    for commit in parents:
        found[commit] = None
        for answer in ("fail", "pass"):
            after = joint(parents, rates, prior, [*runs, (commit, answer)]).values()
            heard = sum(after)
            if heard and max(after) >= confidence * heard:
                bits = -sum(_plogp(part / heard) for part in after)
                found[commit] = (found[commit] or 0.0) + float(heard / total) * bits
    return found


def left_by_batch(parents, rates, prior, runs, commits, confidence):
    """Return the expected entropy after some runs, counted if a culprit has a probability then."""
    total = sum(joint(parents, rates, prior, runs).values())
    left = 0.0
    for given in product(("fail", "pass"), repeat=len(commits)):
        more = [*runs, *zip(commits, given, strict=True)]
        after = joint(parents, rates, prior, more).values()
        heard = sum(after)
        if heard and max(after) >= confidence * heard:
            bits = -sum(_plogp(part / heard) for part in after)
            left += float(heard / total) * bits
    return left


def shared_information(joint_of, runs, questions, answers):
    """Return the information of the answers to some questions on what is hidden, in bits.

    ``joint_of`` returns the joint probability of some runs and each thing that may be hidden.
    """
    now = joint_of(runs)
    total = sum(now.values())
    inside, heard = 0.0, 0.0
    for given in product(answers, repeat=len(questions)):
        more = [*runs, *zip(questions, given, strict=True)]
        after = [part / total for part in joint_of(more).values()]
        heard -= _plogp(sum(after))
        inside -= sum(map(_plogp, after))
    return heard - (inside - -sum(_plogp(part / total) for part in now.values()))


def random_history(random: Random, *, merges):
    """Return a random history of up to seven commits."""
    n = random.randint(1, 7)
    parents = {0: []}
    for commit in range(1, n):
        parents[commit] = [commit - 1]
        if merges and commit > 1 and random.random() < 0.6:
            olds = random.sample(range(commit), min(commit, random.randint(1, 2)))
            parents[commit] = sorted(olds)
    return parents


def random_rates(random: Random):
    """Return random rates of wrong answers, known or not."""

    def rate():
        if random.random() < 0.5:
            return random.randint(1, 3), random.randint(1, 4)
        return Fraction(random.randint(1, 4), 10)

    return {"fail": rate(), "pass": rate()}
