"""What goes to a worker: pure functions of a few numbers, and what they all share."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

from attrs import frozen

from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import IMPOSSIBLE, Found, Task
from mastermind_core.kernels.types import Symmetry

#: Limits of jobs are lower than what is impossible: a search without a limit tells less of guesses.
HIGHEST_LIMIT = IMPOSSIBLE - 1


@frozen
class Job:
    """One task for a worker: the best tree of a set below a limit, within so many nodes.

    The tree begins with one of the guesses ``first``, if there are any. ``history`` are the guesses
    that led to the set, in which its symmetries are looked for.
    """

    candidates: bytes
    objective: Objective
    steps: int
    history: tuple[int, ...]
    first: tuple[int, ...]
    below: int
    nodes: int

    @property
    def key(self) -> bytes:
        """Return a digest that is the same wherever and whenever the job is put."""
        own = (self.objective.code, self.steps, self.history, self.first, self.below, self.nodes)
        return blake2b(repr(own).encode() + b"|" + self.candidates, digest_size=20).digest()


@frozen(eq=False)
class JobContext:
    """What all jobs of a search share: the scores, and what a task says of the whole game."""

    scores: Any
    final: Sequence[bool]
    pool: int
    weights: Sequence[int]
    symmetries: Sequence[Symmetry]

    def answer(
        self,
        job: Job,
        report: Callable[[int, int, int, int], None] | None = None,
        seconds: float = -1,
    ) -> Found:
        """Search. If fewer nodes than the budget were searched, the search was interrupted."""
        candidates = array("I")
        candidates.frombytes(job.candidates)
        task = Task(
            candidates,
            job.objective,
            self.pool,
            job.steps,
            self.weights,
            self.symmetries,
            nodes=job.nodes,
            seconds=seconds,
            asked=job.history,
            first=job.first,
        )
        if job.objective == Objective.WORST:
            task = task._replace(least_steps=job.steps)
        else:
            assert job.objective == Objective.MEAN
            task = task._replace(below=job.below)
        return exact.attempt(self.scores, task, report)
