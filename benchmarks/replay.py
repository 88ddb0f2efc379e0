"""Divide a search among 1 to 256 workers that are simulated, and say how well they are used.

python benchmarks/replay.py [GAME] [--words FILE FILE] [--workers N ...] [--record N]
    [--apart [--told MICROSECONDS]]

The coordinator is the one of the package, and so are the jobs; only the clock is not: a job is done
by whichever worker is free first, with the memory of that worker, and its CPU time moves that
worker's clock. What the coordinator takes itself moves its own clock, and nobody works before it
has asked. So what a division costs in work done twice is measured, and what it costs in waiting.
Workers fill their scores while the coordinator sets out. They share the sets that they solve, as
those of one machine do; with ``--apart`` each is on a machine of its own, and knows of others what
comes with jobs: all goes as bytes, which are counted, and packed and unpacked on the clocks of who
does it. ``--told`` is how long the search of a set takes that goes around; 1000000000 is none.

Each number of workers is a search of its own, in which as much is done as by all of them: it takes
the CPU time of an undivided search, and some. ``--record N`` searches once, as N workers would, and
then only replays the durations of its jobs for each number of workers: a job begins when somebody
is free and what was known when it was asked has been found.

Efficiency is the time of the undivided search over the time of all workers together, while they
wait too. Left out is what comes before a search: filling the table, and starting workers.
"""

from __future__ import annotations

import argparse
import heapq
import pickle
from collections.abc import Mapping
from statistics import mean
from time import process_time
from typing import Any, NamedTuple

from attrs import evolve

import mastermind_core as mc
from mastermind_core.exact.anytime.budget import solve
from mastermind_core.exact.divide import pace
from mastermind_core.exact.divide.job import Job, JobContext
from mastermind_core.exact.divide.phases import DividedSearch
from mastermind_core.exact.divide.recipe import context_of
from mastermind_core.exact.divide.workers import News
from mastermind_core.exact.problem import pose
from mastermind_core.kernels.exact.task import Found, Task
from mastermind_core.table import compile_game

GAMES = {
    "M(4,7)": {"colours": 7, "holes": 4},
    "M(4,8)": {"colours": 8, "holes": 4},
    "M(4,9)": {"colours": 9, "holes": 4},
    "M(4,10)": {"colours": 10, "holes": 4},
    "AB(4,10)": {"colours": 10, "holes": 4, "repeats": "none"},
}
WORKERS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Done(NamedTuple):
    """A job that was done: how long it took, and how many had been taken in when it was asked."""

    seconds: float
    before: int


class Simulated:
    """Workers with a clock each, which do the jobs of a coordinator one after the other."""

    def __init__(self, contexts: list[JobContext]):
        self._contexts = contexts
        self.warmed = [_warmed(context) for context in contexts]
        self._free = sorted((seconds, at) for at, seconds in enumerate(self.warmed))
        self._running: list[tuple[float, int, Job, bytes]] = []
        self._asked: dict[Job, tuple[float, int, bytes]] = {}
        self._now, self._since = 0.0, process_time()
        self.work, self.own, self.set_up = sum(self.warmed), 0.0, 0.0
        self.jobs: dict[Job, int] = {}
        self.done: list[Done] = []
        self.order: list[int] = []
        self.bytes = self.solved = 0
        self._news = None if contexts[0].shared else News(len(contexts))

    def _tick(self) -> None:
        """Move the clock of the coordinator by what it took since the last time."""
        now = process_time()
        self._now += now - self._since
        self.own += now - self._since
        self._since = now

    def whole(self, task: Task, report: object) -> Found:
        """Search in the process of the coordinator."""
        found = solve(self._contexts[0].scores, task)
        self._tick()
        return found

    def kept(self, subproblem: object) -> list[tuple[Job, Found]]:
        """Return nothing: no search came before."""
        return []

    def put(self, job: Job) -> None:
        """Queue a job."""
        self._tick()
        self.set_up = self.set_up or self.own
        sent = pickle.dumps((job, self._news.all() if self._news else None))
        self._tick()
        self._asked[job] = (self._now, len(self.order), sent)
        self.bytes += len(sent)

    def _begin(self, until: float) -> None:
        """Let workers that are free begin the jobs that wait, up to some time."""
        while self._asked:
            free, worker = self._free[0]
            job, (asked, before, sent) = next(iter(self._asked.items()))
            if max(free, asked) > until:
                return
            heapq.heappop(self._free)
            del self._asked[job]
            began = process_time()
            received, news = pickle.loads(sent)
            found = self._contexts[worker].answer(received, news=news)
            answered = pickle.dumps(found)
            seconds = process_time() - began
            self.bytes += len(answered)
            self.solved += len(news or b"") + len(found.solved)
            end = max(free, asked) + seconds
            self.work += seconds
            self.jobs[job] = len(self.done)
            self.done.append(Done(seconds, before))
            heapq.heappush(self._free, (end, worker))
            heapq.heappush(self._running, (end, len(self.done), job, answered))
        return

    def take(self, jobs: Mapping[Job, object], *, in_order: bool) -> tuple[Job, Found | None]:
        """Return the job that is ready first, and be there at that time."""
        self._tick()
        self._begin(self._now)
        while True:
            end = self._running[0][0] if self._running else float("inf")
            first = next(iter(self._asked.values()))[0] if self._asked else float("inf")
            # A worker that is free before the next result may begin another job.
            soon = max(self._free[0][0], first)
            if soon < end:
                self._begin(soon)
                continue
            _, _, job, answered = heapq.heappop(self._running)
            if job not in jobs:
                continue
            self._now = max(self._now, end)
            self.order.append(self.jobs[job])
            self._since = process_time()
            found = pickle.loads(answered)
            if self._news:
                self._news.take(found)
            return job, found

    def recall(self, job: Job) -> bool:
        """Give up a job that nobody has begun."""
        self._tick()
        self._begin(self._now)
        self._since = process_time()
        return self._asked.pop(job, None) is not None

    @property
    def end(self) -> float:
        """Return the time on the coordinator's clock."""
        return self._now


def _warmed(context: JobContext) -> float:
    """Return the seconds that a worker takes before its first job."""
    began = process_time()
    context.warm_up()
    return process_time() - began


def simulate(game: Any, workers: int, *, apart: bool = False) -> tuple[Found, Simulated]:
    """Divide a search among so many workers."""
    table = compile_game(game)
    task = pose(game, table)
    context = context_of(table, task)
    if not apart:
        context = context.sharing(workers)
    contexts = [evolve(context) for _ in range(workers)]
    hands = Simulated(contexts)
    found = DividedSearch(contexts[0], task, None, workers).run(hands)  # type: ignore[arg-type]  # they do what is asked of Workers
    return found, hands


def replayed(hands: Simulated, workers: int) -> float:
    """Return the time in which so many workers do the jobs of a search, each after its causes."""
    jobs, order = hands.done, hands.order
    ready = [hands.set_up]  # when so many results had been taken in
    free = [mean(hands.warmed)] * workers
    each = (hands.own - hands.set_up) / max(1, len(order))
    ends: dict[int, float] = {}
    at = 0
    for taken in order:
        while at <= taken or (at < len(jobs) and jobs[at].before < len(ready)):
            began = max(heapq.heappop(free), ready[min(jobs[at].before, len(ready) - 1)])
            ends[at] = began + jobs[at].seconds
            heapq.heappush(free, ends[at])
            at += 1
        ready.append(max(ready[-1] + each, ends[taken]))
    return ready[-1]


def undivided(game: Any) -> float:
    """Return the CPU seconds of the search as it is without workers."""
    table = compile_game(game)
    began = process_time()
    solve(table.kernel_scores, pose(game, table))
    return process_time() - began


def report(
    game: Any,
    workers: tuple[int, ...] = WORKERS,
    record: int = 0,
    alone: float = 0,
    *,
    apart: bool = False,
) -> list[dict[str, Any]]:
    """Print a line for each number of workers; return what is in them."""
    alone = alone or undivided(game)
    print(f"{game!r}: {alone:.2f} s CPU undivided")
    rows = []
    recorded = simulate(game, record, apart=apart) if record else None
    if recorded:
        longest = max(done.seconds for done in recorded[1].done)
        print(f"recorded as {record} workers: {recorded[1].end:.2f} s, longest job {longest:.2f} s")
    for count in workers:
        found, hands = recorded or simulate(game, count, apart=apart)
        end = replayed(hands, count) if record else hands.end
        jobs = max(1, len(hands.done))
        row = {
            "workers": count,
            "jobs": jobs,
            "work": (hands.work + hands.own) / alone,
            "seconds": end,
            "efficiency": alone / (count * end),
            "set-up": hands.set_up,
            "coordinator": (hands.own - hands.set_up) / jobs,
            "bytes": hands.bytes / jobs,
        }
        rows.append(row)
        print(
            f"{count:4} workers: {jobs:5} jobs, {row['work']:.2f} x the work, {end:8.2f} s, "
            f"efficiency {row['efficiency']:.2f}; coordinator: {row['set-up']:.2f} s at first and "
            f"{1000 * row['coordinator']:.2f} ms, {row['bytes']:.0f} bytes a job; "
            f"{hands.solved / jobs:.0f} of them of solved sets; {found.nodes} nodes, "
            f"total {found.total}",
            flush=True,
        )
    return rows


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="AB(4,10)", choices=sorted(GAMES))
    parser.add_argument("--words", nargs=2, metavar=("ANSWERS", "GUESSES"), help="Wordle instead")
    parser.add_argument("--workers", type=int, nargs="+", default=WORKERS)
    parser.add_argument("--record", type=int, default=0, metavar="N")
    parser.add_argument("--apart", action="store_true", help="each worker on its own machine")
    parser.add_argument("--told", type=int, default=pace.TOLD, metavar="MICROSECONDS")
    parser.add_argument(
        "--alone", type=float, default=0, metavar="SECONDS", help="the undivided search took"
    )
    given = parser.parse_args()
    pace.TOLD = given.told
    if given.words:
        answers, guesses = map(mc.games.read_words, given.words)
        game: Any = mc.Wordle(answers, others=guesses)
    else:
        game = mc.Mastermind(**GAMES[given.game])
    report(game, tuple(given.workers), given.record, given.alone, apart=given.apart)


if __name__ == "__main__":
    main()
