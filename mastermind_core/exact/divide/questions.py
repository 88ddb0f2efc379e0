"""Questions that a worker can answer by itself: pure functions of a few numbers."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

from attrs import frozen

from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.kernels.exact.plain import MEAN, WORST, Found, Task
from mastermind_core.kernels.types import Symmetry


@frozen
class Question:
    """Ask for the best tree of a set below a limit, from some first guesses, with a budget.

    ``history`` are the guesses that led to the set, in which its symmetries are looked for.
    """

    candidates: bytes
    objective: int
    steps: int
    history: tuple[int, ...]
    first: tuple[int, ...]
    below: int
    nodes: int

    @property
    def key(self) -> bytes:
        """Return a digest that is the same wherever and whenever the question is asked."""
        numbers = (self.objective, self.steps, self.history, self.first, self.below, self.nodes)
        return blake2b(repr(numbers).encode() + b"|" + self.candidates, digest_size=20).digest()


@frozen(eq=False)
class Setting:
    """Hold what all questions of a search have in common."""

    scores: Any
    final: Sequence[bool]
    pool: int
    weights: Sequence[int]
    symmetries: Sequence[Symmetry]

    def answer(
        self,
        question: Question,
        report: Callable[[int, int, int, int], None] | None = None,
        seconds: float = -1,
    ) -> Found:
        """Search. One that is stopped by something else than its budget has spent less than it."""
        candidates = array("I")
        candidates.frombytes(question.candidates)
        worst = question.objective == WORST
        task = Task(
            candidates,
            question.objective,
            self.pool,
            question.steps,
            self.weights,
            self.symmetries,
            nodes=question.nodes,
            seconds=seconds,
            asked=question.history,
            first=question.first,
        )
        if worst:
            task = task._replace(least_steps=question.steps)
        else:
            assert question.objective == MEAN
            task = task._replace(below=question.below)
        return exact.attempt(self.scores, task, report)
