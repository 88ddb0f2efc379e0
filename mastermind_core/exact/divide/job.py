"""What goes to a worker: pure functions of a few numbers, and what they all share."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from hashlib import blake2b
from threading import local
from typing import Any

from attrs import evolve, field, frozen

from mastermind_core.exact.divide import pace
from mastermind_core.kernels.choose import exact_kernel, greedy_kernel
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.sharing import Shared
from mastermind_core.kernels.exact.task import IMPOSSIBLE, NO_LIMIT, Found, Report, Task, Words
from mastermind_core.kernels.shared.flat_trees import depth, measured
from mastermind_core.kernels.types import POOL_CANDIDATES, Criterion, Symmetry

#: Limits of jobs are lower than what is impossible: a search without a limit tells less of guesses.
HIGHEST_LIMIT = IMPOSSIBLE - 1

#: Secrets of a set from which its symmetries save more than it takes to look for them.
_SYMMETRIC = 12


@frozen
class Job:
    """One task for a worker: the best tree of a set below a limit, within so many nodes.

    The tree begins with one of the guesses ``first``, if there are any. ``history`` are the guesses
    that led to the set, in which its symmetries are looked for. Where guesses have costs, ``purse``
    is what each path may cost; ``prices`` are what is left of those of a path.
    """

    candidates: bytes
    objective: Objective
    steps: int
    history: tuple[int, ...]
    first: tuple[int, ...]
    below: int
    nodes: int
    purse: int = NO_LIMIT
    prices: tuple[int, ...] = ()

    @property
    def key(self) -> bytes:
        """Return a digest that is the same wherever and whenever the job is put."""
        own = (self.objective.code, self.steps, self.history, self.first, self.below, self.nodes)
        return self._digest(own)

    @property
    def subproblem(self) -> bytes:
        """Return a digest of the set that it is about."""
        return self._digest((self.objective.code, self.steps))

    def _digest(self, own: tuple[object, ...]) -> bytes:
        own = own if self.purse < 0 else (*own, "purse", self.purse)
        own = own if not self.prices else (*own, "prices", self.prices)
        return blake2b(repr(own).encode() + b"|" + self.candidates, digest_size=20).digest()


@frozen(eq=False)
class JobContext:
    """What all jobs of a search share: the scores, and what a task says of the whole game."""

    scores: Any
    final: Sequence[bool]
    pool: int
    weights: Sequence[int]
    symmetries: Sequence[Symmetry]
    words: Words
    most_bytes: int = -1  # of each worker
    shared: Shared | None = None  # for the solved sets of all workers of this machine
    _own: local = field(factory=local, init=False, repr=False)

    @property
    def wide(self) -> bool:
        """Return whether a search of the whole game by one job would be in vain."""
        return int(self.scores.n_guesses) * int(self.scores.n_secrets) > pace.HOPELESS

    def memory(self) -> Any:
        """Return what earlier jobs of this thread have found out, for the next one.

        Where workers share their solved sets, it is what those of all workers have found out. A
        least total is what it is whatever is known before, and so is its tree. That is not so for
        a tree of the least worst case, of which there are many.
        """
        if not hasattr(self._own, "memory"):
            self._own.memory = exact_kernel().new_memory(self.scores, self._everything, self.shared)
        return self._own.memory

    def sharing(self, workers: int) -> JobContext:
        """Return the context for workers of this machine, who share the sets that they solve."""
        shared = exact_kernel().shared_sets(self.scores, self._everything, workers)
        return evolve(self, shared=shared)

    @property
    def _everything(self) -> Task:
        candidates = array("I", range(self.scores.n_secrets))
        return Task(
            candidates,
            Objective.MEAN,
            self.pool,
            weights=self.weights,
            symmetries=self.symmetries,
            words=self.words,
            memory=self.most_bytes,
        )

    @property
    def warms_up(self) -> bool:
        """Return whether the first jobs are about the whole game.

        Symmetries leave few first guesses. They are split at once, and jobs are about their blocks.
        """
        return self.wide and not self.symmetries

    def warm_up(self) -> None:
        """Fill the scores of the whole game, which the first job of this thread would have to."""
        if not self.warms_up:
            return
        candidates = array("I", range(self.scores.n_secrets))
        self.answer(Job(candidates.tobytes(), Objective.MEAN, len(candidates), (), (0,), 1, 1))

    def answer(
        self,
        job: Job,
        report: Report | None = None,
        seconds: float = -1,
        news: bytes | None = None,
    ) -> Found:
        """Search. If fewer nodes than the budget were searched, the search was interrupted.

        Where a set was not settled, the total is that of a greedy tree, which is not given.
        ``news`` are entries of sets that others have solved, and those solved here come back.
        """
        candidates = array("I")
        candidates.frombytes(job.candidates)
        task = Task(
            candidates,
            job.objective,
            self.pool,
            job.steps,
            self.weights,
            self.symmetries if len(candidates) >= _SYMMETRIC else (),
            self.words,
            nodes=job.nodes,
            seconds=seconds,
            memory=self.most_bytes,
            asked=job.history,
            first=job.first,
            max_cost=job.purse,
            prices=job.prices,
        )
        kernel = exact_kernel()
        if job.objective == Objective.WORST:
            least = max(2, job.steps) if self.scores.costs else job.steps
            return kernel.attempt(self.scores, task._replace(least_steps=least), report)
        assert job.objective == Objective.MEAN
        memory = self.memory()
        if memory is not None and news is not None:
            memory.hear(news, pace.TOLD)
        found = kernel.attempt(self.scores, task._replace(below=job.below), report, memory)
        if memory is not None and news is not None:
            found = found._replace(solved=memory.tell())
        if found.proven or found.tree is not None or job.first or not job.history:
            return found
        return found._replace(total=self._greedy_total(task))

    def _greedy_total(self, task: Task) -> int:
        """Return the total of a greedy tree: a limit for those who go on where a search ended."""
        own = greedy_kernel()
        pools = Criterion("power", (), range(self.scores.n_guesses), POOL_CANDIDATES)
        tree = own.greedy_tree(self.scores, task.candidates, pools)
        if tree.stuck >= 0:
            return IMPOSSIBLE
        total, worst = measured(own, self.scores, task.candidates, task.weights, tree, task.prices)
        fits = depth(tree) <= task.max_steps and not 0 <= task.max_cost < worst
        return total if fits else IMPOSSIBLE
