"""Combinations that are known to be broken, each with the reason: a list that only shrinks."""

from __future__ import annotations


def known_fault(case):
    """Return why a case is left out; None where it must hold."""
    return next((why for why, holds in KNOWN if holds(case)), None)


KNOWN = ()
