"""Exact search on whichever kernel runs."""

from __future__ import annotations

from typing import Any

from mastermind_core.kernels import kernel, reference, reference_exact
from mastermind_core.kernels.reference_exact import Found, Report, Task


def solve(scores: Any, task: Task, report: Report | None = None) -> Found:
    """Search for the best tree of an objective."""
    if not isinstance(scores, reference.Scores):
        rows = [kernel().row(scores, guess) for guess in range(scores.n_guesses)]
        scores = reference.Scores(rows, scores.n_secrets, scores.final)
    return reference_exact.solve(scores, task, report)
