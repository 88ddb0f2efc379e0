"""Those who do the jobs of a search, with a memory of what was done before.

Whatever sends jobs, a result comes back as a future: it is taken in when somebody looks, kept in
the checkpoint, and handed on. Without a sender this thread does the first job that is wanted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import CancelledError, Future
from queue import Empty, Queue
from time import monotonic

from mastermind_core.arguments import returned, unbroken
from mastermind_core.exact.anytime import budget as anytime
from mastermind_core.exact.anytime.greedy import GreedyTrees
from mastermind_core.exact.divide import pace
from mastermind_core.exact.divide.checkpoint import Checkpoint
from mastermind_core.exact.divide.executors import Traits
from mastermind_core.exact.divide.job import Job, JobContext
from mastermind_core.exact.divide.senders import Sender
from mastermind_core.exact.divide.subproblem import Question
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import Found, Report, Task
from mastermind_core.kernels.shared.ctrl_c import look

#: What to do where a worker is lost.
_ADVICE = "search again with fewer workers, and with a checkpoint, which keeps what is done"

#: The key of the best tree so far of a search that time ended.
BEST_TREE = b"best tree"

#: Seconds between looks at what happens.
_TICK = 0.1


class News:
    """The sets that came with the newest results, for workers who share none with those.

    A job may be done by anybody, so each brings all of them, up to so many bytes.
    """

    def __init__(self, workers: int):
        self._batches: deque[bytes] = deque()
        self._most, self._size = pace.HEARD * workers, 0

    def take(self, found: Found) -> None:
        """Take what came with a result."""
        self._batches.append(found.solved)
        self._size += len(found.solved)
        while self._size > pace.MOST_NEWS or len(self._batches) > self._most:
            self._size -= len(self._batches.popleft())

    def all(self) -> bytes:
        """Return what goes with a job."""
        return b"".join(self._batches)


def _complete(job: Job, found: Found) -> bool:
    """Return whether a search was ended by its own budget, if at all."""
    return found.proven or (found.nodes > job.nodes and bool(found.openings))


class Workers:
    """Those who do the jobs of a search, an executor or this process, with a memory of results.

    ``tick`` is called while nothing happens; ``deadline`` ends the search. ``searched`` counts the
    results that were made, ``looked_up`` those that a checkpoint had.
    """

    def __init__(
        self,
        context: JobContext,
        send: Sender | None,
        traits: Traits,
        kept: Checkpoint | None,
        tick: Callable[[], None],
        deadline: float | None,
        greedy: GreedyTrees,
    ):
        self._context, self._send, self._traits, self._kept = context, send, traits, kept
        self._tick, self._deadline, self._greedy = tick, deadline, greedy
        apart = traits.apart or context.shared is None
        self._news = News(traits.workers) if apart else None
        self._out: dict[Job, Future[Found | None]] = {}
        self._jobs: dict[Future[Found | None], Job] = {}
        # A SimpleQueue waits for ever where a signal comes as its time runs out.
        self._done: Queue[Future[Found | None]] = Queue()
        self._results: dict[Job, Found] = {}
        self._lost: set[Job] = set()
        self._told: set[Job] = set()  # those that were sent with the recipe
        self.searched = self.looked_up = 0

    def whole(self, task: Task, report: Report | None) -> Found:
        """Search here for all at once, as far as its budget goes."""
        least = "" if task.least_steps == 1 else f" from {task.least_steps}"
        most = "" if task.max_cost < 0 else f" for {task.max_cost}"
        # Criteria that are asked for in turn are kept in one file.
        parts = task.objective, task.max_steps, task.prices, task.below
        stage = repr(parts).encode() if task.by_depth else b""
        key = f"whole {task.nodes}{least}{most}".encode() + stage
        known = None if self._kept is None else self._kept.find(key)
        if known is not None:
            self.looked_up += 1
            return known
        if self._kept is None:
            return anytime.solve(self._context.scores, task, report, None, self._greedy)
        before = self._kept.find(BEST_TREE + stage)
        found = anytime.solve(self._context.scores, task, report, before, self._greedy)
        if found.proven or 0 <= task.nodes < found.nodes:
            self.searched += 1
            self._kept.keep(key, found)
        elif found.tree is not None:
            self._kept.keep(BEST_TREE + stage, found)
        return found

    def kept(self, question: Question) -> Iterable[tuple[Job, Found]]:
        """Return the results about a set that a checkpoint has, in the order of their coming."""
        if self._kept is None:
            return
        for job, found in self._kept.about(question):
            self.looked_up += 1
            yield job, found

    def put(self, job: Job) -> None:
        """Send a job off, unless its result is known or on its way."""
        in_order = job.objective == Objective.WORST
        known = self._kept.find(job.key) if in_order and self._kept is not None else None
        if known is not None:
            self.looked_up += 1
            self._results[job] = known
        elif self._send is not None and job not in self._out and job not in self._results:
            self._send_off(job)

    def take(self, jobs: Mapping[Job, object], *, in_order: bool) -> tuple[Job, Found | None]:
        """Wait for the result of one of some jobs, of the first if in order; None to stop."""
        first = next(iter(jobs))
        if self._send is None:
            known = self._results.pop(first, None)
            return first, self._answer(first) if known is None else known
        while True:
            look()
            while not self._done.empty():
                self._take(self._done.get())
            ready = (job for job in ([first] if in_order else jobs) if job in self._results)
            job = next(ready, None)
            if job is not None:
                found = self._results.pop(job)
                return job, found if _complete(job, found) else None
            if self._deadline is not None and monotonic() > self._deadline:
                return first, None
            try:
                self._take(self._done.get(timeout=_TICK))
            except Empty:
                with unbroken(_ADVICE):
                    if self._traits.closed():
                        raise CancelledError from None
            self._tick()

    def recall(self, job: Job) -> bool:
        """Give a job up that nobody has begun; say whether that could be done."""
        future = self._out.get(job)
        if future is None or not self._traits.recalls or not future.cancel():
            return self._send is None
        del self._out[job]
        return True

    def _send_off(self, job: Job, *, with_recipe: bool = False) -> None:
        assert self._send is not None
        with unbroken(_ADVICE):
            news = self._news.all() if self._news else None
            future = self._send(job, news, with_recipe=with_recipe)
        self._out[job] = future
        self._jobs[future] = job
        future.add_done_callback(self._done.put)

    def _answer(self, job: Job) -> Found | None:
        seconds = -1.0 if self._deadline is None else max(0.0, self._deadline - monotonic())
        found = self._context.answer(job, lambda *_: self._tick(), seconds)
        kept = self._keep(job, found)
        return found if kept and not found.interrupted else None

    def _take(self, future: Future[Found | None]) -> None:
        """Take a result in, or send its job again to a process that did not know the game."""
        job = self._jobs.pop(future)
        if future.cancelled() and self._out.get(job) is not future:
            return
        del self._out[job]
        try:
            with unbroken(_ADVICE):
                found = future.result()
        except self._traits.lost:
            if job in self._lost:
                raise
            self._lost.add(job)
            self._send_off(job)
            return
        if found is None and job not in self._told:
            self._told.add(job)
            self._send_off(job, with_recipe=True)
            return
        found = returned(Found, found)
        if self._news and isinstance(found.solved, bytes):
            self._news.take(found)
        self._results[job] = found
        self._keep(job, found)

    def _keep(self, job: Job, found: Found) -> bool:
        """Remember a result, unless its search was cut short by something else than its budget."""
        if not _complete(job, found):
            return False
        self.searched += 1
        if self._kept is not None:
            self._kept.keep(job.key, found, job)
        return True

    def close(self) -> None:
        """Keep what is done already, and call back the rest."""
        for job, future in list(self._out.items()):
            if future.done() and not future.cancelled() and future.exception() is None:
                found = future.result()
                if isinstance(found, Found):
                    self._keep(job, found)
            future.cancel()
