"""What a search says of itself while it runs, in the unit of its objective."""

from __future__ import annotations

from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import IMPOSSIBLE, Found
from mastermind_core.kernels.shared.ctrl_c import AtOnce
from mastermind_core.progress import Bar, Progress


class Reporter:
    """What a search reports, as a progress hook or a bar hears it.

    Kernels report the best value, a bound, how many parts are done of how many, and nodes. While
    a worst case is looked for they have no best value; after that they report totals.
    """

    def __init__(
        self, progress: Progress, objective: Objective, least_steps: int = 1, total: str = "total"
    ):
        self._progress, self._objective, self._least = progress, objective, least_steps
        self._total = total
        self.interrupted = False
        if isinstance(progress, Bar):
            progress.standing(self._unit, 0, None)

    @property
    def _unit(self) -> str:
        return "worst" if self._objective.by_worst else self._total

    def __call__(self, best: int, bound: int, done: int, total: int, nodes: int) -> None:
        """Pass on what a kernel reports."""
        known = best if best < IMPOSSIBLE - 1 else None
        if self._objective.by_worst and known is None:
            self.stand("worst", bound, None, done, total, nodes)
        elif self._objective == Objective.WORST:
            self._hear(done, total)
        else:
            self.stand(self._total, bound, known, done, total, nodes)

    def stand(
        self, unit: str, bound: int, best: int | None, done: int, total: int, nodes: int
    ) -> None:
        """Pass on between which values an answer lies, and how much is done."""
        if isinstance(self._progress, Bar) and bound < IMPOSSIBLE - 1:
            self._progress.standing(unit, self._proven(bound), best, nodes)
        self._hear(done, total)

    def end(self, found: Found) -> None:
        """Leave a bar in the state that the result has."""
        if not isinstance(self._progress, Bar):
            return
        value = found.worst if self._objective.by_worst else found.total
        best = value if found.tree is not None else None
        if found.lower_bound < IMPOSSIBLE - 1:
            bound = self._proven(found.lower_bound)
            self._progress.standing(self._unit, bound, best, found.nodes)
        self._progress.end("proven" if found.proven else "stopped")

    def _proven(self, bound: int) -> int:
        """Return a bound; nothing where a search began with so many guesses."""
        return 0 if self._least > 1 and bound <= self._least else bound

    def _hear(self, done: int, total: int) -> None:
        try:
            with AtOnce():
                self._progress(done, total)
        except KeyboardInterrupt:
            self.interrupted = True
            raise
