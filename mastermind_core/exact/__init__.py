"""Strategies that no strategy can beat, with the proof that comes from having searched them all."""

from __future__ import annotations

from mastermind_core.exact.feasible import optimal_worst_case, solution_exists
from mastermind_core.exact.search import OBJECTIVES, Objective, Solution, optimal

__all__ = [
    "OBJECTIVES",
    "Objective",
    "Solution",
    "optimal",
    "optimal_worst_case",
    "solution_exists",
]
