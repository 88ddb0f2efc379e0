"""Strategies that no strategy can beat, with the proof that comes from having searched them all."""

from __future__ import annotations

from mastermind_core.exact.objective import (
    LengthObjective,
    objective_named,
    penalty,
    quantile,
    within,
)
from mastermind_core.exact.options import SearchOptions
from mastermind_core.exact.problem import Pool
from mastermind_core.exact.search import best_solution, optimal, optimal_worst_case, solution_exists
from mastermind_core.exact.solution import Solution
from mastermind_core.exact.valuing import Value
from mastermind_core.exact.worth import Oracle, values
from mastermind_core.kernels.exact.objective import Objective, ObjectiveName

__all__ = [
    "LengthObjective",
    "Objective",
    "ObjectiveName",
    "Oracle",
    "Pool",
    "SearchOptions",
    "Solution",
    "Value",
    "best_solution",
    "objective_named",
    "optimal",
    "optimal_worst_case",
    "penalty",
    "quantile",
    "solution_exists",
    "values",
    "within",
]
