"""Find the first bad commit of a history with a flaky test.

The test fails in 80 % of its runs at a bad commit, and in 20 % at a good one.

>>> game = history(32)
>>> session = mc.Session(game, confidence=0.95)
>>> flaky = Random(1)
>>> while not session.over:
...     session.answer(run(session.guess, 20, flaky))
>>> session.known, len(session.history)
(20, 16)

The answers that were probably wrong, by number:

>>> [at for at, doubt in enumerate(session.doubts, start=1) if doubt > 0.5]
[1, 10]

If the rates are unknown, they are a part of the secret, and the commit is its class:

>>> session = mc.Session(unknown(32), confidence=0.95)
>>> flaky = Random(2)
>>> while not session.over:
...     session.answer(run(session.guess, 20, flaky))
>>> session.known
20
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import mastermind_core as mc

#: The rates of a failure at a bad and at a good commit.
BAD, GOOD = Fraction(4, 5), Fraction(1, 5)


def history(commits: int) -> Any:
    """Return the game of the first bad commit with known rates."""
    game = mc.FiniteGame(
        range(commits),
        range(commits),
        lambda commit, first: "fail" if commit >= first else "pass",
        goal=lambda first: first,
    )
    return mc.noisy(game, {"fail": {"pass": 1 - BAD}, "pass": {"fail": GOOD}})


def unknown(commits: int) -> Any:
    """Return the same game with the rates as a part of the secret."""
    rates = [Fraction(n, 10) for n in range(1, 10, 2)]
    secrets = [(s, bad, good) for s in range(commits) for bad in rates for good in rates]
    secrets = [secret for secret in secrets if secret[1] > secret[2]]

    def likelihood(commit: int, secret: tuple[int, Fraction, Fraction]) -> Mapping[str, Fraction]:
        first, bad, good = secret
        rate = bad if commit >= first else good
        return {"fail": rate, "pass": 1 - rate}

    game = mc.FiniteGame(range(commits), secrets, lambda commit, secret: commit >= secret[0])
    return mc.identified(mc.noisy(game, likelihood=likelihood), by=lambda secret: secret[0])


def run(commit: int, first: int, random: Random) -> str:
    """Return the result of a flaky test."""
    return "fail" if random.random() < (BAD if commit >= first else GOOD) else "pass"
