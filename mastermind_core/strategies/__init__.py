"""Strategies by name: a value each, with the source that it is from."""

from __future__ import annotations

from mastermind_core.metrics import ENTROPY, EXPECTED_SIZE, MAX_BLOCK, MOST_PARTS
from mastermind_core.strategies.base import Position, Strategy
from mastermind_core.strategies.greedy import Greedy, TieRule, best_decision

knuth = Greedy(MAX_BLOCK, name="knuth", source=MAX_BLOCK.source)
irving = Greedy(EXPECTED_SIZE, name="irving", source=EXPECTED_SIZE.source)
entropy = Greedy(ENTROPY, name="entropy", source=ENTROPY.source)
most_parts = Greedy(MOST_PARTS, name="most_parts", source=MOST_PARTS.source)

STRATEGIES: dict[str, Strategy] = {
    strategy.name: strategy for strategy in (knuth, irving, entropy, most_parts)
}

__all__ = [
    "STRATEGIES",
    "Greedy",
    "Position",
    "Strategy",
    "TieRule",
    "best_decision",
    "entropy",
    "irving",
    "knuth",
    "most_parts",
]
