"""Combinations that are known to be broken, each with the reason: a list that only shrinks."""

from __future__ import annotations


def known_fault(case):
    """Return why a case is left out; None where it must hold."""
    return next((why for why, holds in KNOWN if holds(case)), None)


def loses_its_rule(case):
    """A game after a guess has secrets of weight 0 no more, and refuses the pool "legal"."""
    return case.asks == "values" and case.pool == "legal" and 0 in (case.weights or ())


KNOWN = (
    ("values, legal guesses and a weight of 0: the game after a guess is refused", loses_its_rule),
)
