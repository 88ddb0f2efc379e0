"""Strategies that no strategy can beat, with the proof that comes from having searched them all."""

from __future__ import annotations

from mastermind_core.exact.feasible import optimal_worst_case, solution_exists

__all__ = ["optimal_worst_case", "solution_exists"]
