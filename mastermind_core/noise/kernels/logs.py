"""Logarithms of probabilities."""

from __future__ import annotations

from math import log2


def plogp(part: float) -> float:
    """Return p log2 p, which is 0 for p = 0."""
    return part * log2(part) if part > 0 else 0.0
