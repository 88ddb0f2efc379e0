"""The pump of a divided search: it sends jobs, takes results, and gives up what is not needed.

The ledger says what is known, the planner what to ask next; whoever does the jobs is behind
``Hands``. What is proven does not depend on who answers, when, or in which order. Results of jobs
for a least worst case are taken in the order in which they were asked, so that its tree, of which
there are many, does not depend on it either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from mastermind_core.exact.divide import pace
from mastermind_core.exact.divide.job import Job, JobContext
from mastermind_core.exact.divide.ledger import Asked, Ledger, StoppedError
from mastermind_core.exact.divide.planner import Planner
from mastermind_core.exact.divide.subproblem import Question, Subproblem
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import Found


class Hands(Protocol):
    """Who does jobs."""

    def put(self, job: Job) -> None:
        """Take a job on."""

    def take(self, jobs: Mapping[Job, object], *, in_order: bool) -> tuple[Job, Found | None]:
        """Wait for the result of one of some jobs, of the first if in order; None to stop."""

    def recall(self, job: Job) -> bool:
        """Give a job up that nobody has begun; say whether that could be done."""

    def kept(self, question: Question) -> Iterable[tuple[Job, Found]]:
        """Return the results that an earlier search left about a set."""


class Coordinator:
    """A large search that is done by small jobs.

    ``answered`` results have been taken, and ``waiting`` jobs are in flight.
    """

    def __init__(
        self,
        context: JobContext,
        hands: Hands,
        report: Callable[[], None],
        nodes: int,
        workers: int,
    ):
        rhythm = pace.pace(context.scores, workers)
        self.ledger = Ledger(context, hands.kept, nodes)
        self._planner = Planner(context, self.ledger, rhythm)
        self._hands, self._report, self._lanes = hands, report, rhythm.lanes
        self.answered = self.waiting = 0

    def settle(self, root: Subproblem, below: int) -> None:
        """Send jobs until a subproblem is solved, or known not to cost less than a limit."""
        in_order = root.question.objective == Objective.WORST
        lanes = pace.LANES if in_order else self._lanes
        flight: dict[Job, Asked] = {}
        while not root.settled(below):
            self._send(flight, root, below, lanes)
            if root.settled(below):
                break
            self.waiting = len(flight)
            self._report()
            job, found = self._hands.take(flight, in_order=in_order)
            if found is None:
                raise StoppedError
            self.answered += 1
            asked = flight.pop(job)
            self._planner.drop(asked)
            self.ledger.learn(asked, found)
            if not in_order:
                self._give_up(flight, root)
        # What is in flight is not waited for: whoever wants it next has to ask again.
        for asked in flight.values():
            self._hands.recall(asked.job)
            self._planner.drop(asked)

    def _send(self, flight: dict[Job, Asked], root: Subproblem, below: int, lanes: int) -> None:
        """Send jobs until enough are in flight, or none can be asked before a result is there."""
        while len(flight) < lanes and (asked := self._planner.next(root, below)) is not None:
            flight[asked.job] = asked
            self._hands.put(asked.job)

    def _give_up(self, flight: dict[Job, Asked], root: Subproblem) -> None:
        """Give up jobs of which the root does not depend any more, where nobody has begun them."""
        known: dict[Subproblem, bool] = {}
        for job, asked in list(flight.items()):
            if not asked.subproblem.matters(root, known) and self._hands.recall(job):
                del flight[job]
                self._planner.drop(asked)
