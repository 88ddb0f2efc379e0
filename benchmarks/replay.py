"""Divide a search among 1 to 64 workers that are simulated, and say how well they are used.

python benchmarks/replay.py [GAME] [--words FILE FILE] [--workers N ...] [--apart] [--whole]

The division is that of the package, and so are the jobs; only the clock is not: a job is done by
whichever worker is free first, with the memory of that worker, and its CPU time moves that worker's
clock. What the coordinator takes itself moves its own clock, and nobody works before it has asked.
So what a division costs in work done twice is measured, and what it costs in waiting. Workers share
the sets that they solve, as those of one machine do; with ``--apart`` each is a machine of its own.
With ``--whole`` a job is one or some first guesses, and no job is ever divided again.

Each number of workers is a search of its own, in which as much is done as by all of them: it takes
the CPU time of an undivided search, and some. Efficiency is the time of the undivided search over
the time of all workers together, while they wait too. Left out is what comes before a search:
filling the table, and starting workers.
"""

from __future__ import annotations

import argparse
import heapq
import pickle
from collections.abc import Callable
from time import process_time
from typing import Any

from attrs import evolve

import mastermind_core as mc
from mastermind_core.exact.anytime.budget import Search, solve
from mastermind_core.exact.divide import graph
from mastermind_core.exact.divide.search import Division
from mastermind_core.exact.divide.workers import Job, JobContext, context_of
from mastermind_core.exact.problem import pose
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact.task import Found
from mastermind_core.table import compile_game

GAMES = {
    "M(4,7)": {"colours": 7, "holes": 4},
    "M(4,8)": {"colours": 8, "holes": 4},
    "M(4,9)": {"colours": 9, "holes": 4},
    "M(4,10)": {"colours": 10, "holes": 4},
    "AB(4,10)": {"colours": 10, "holes": 4, "repeats": "none"},
}
WORKERS = (1, 2, 4, 8, 16, 32, 64)


class Simulated:
    """Workers with a clock each, which do the jobs of a division one after the other."""

    def __init__(self, contexts: list[JobContext]):
        self._contexts, self.count = contexts, len(contexts)
        self._free = [(0.0, at) for at in range(self.count)]
        self._asked: list[tuple[float, bytes]] = []
        self._running: list[tuple[float, int, bytes]] = []
        self.now, self._since = 0.0, process_time()
        self.work = self.own = self.longest = 0.0
        self.jobs = self.bytes = 0

    def _tick(self) -> None:
        """Move the clock of the coordinator by what it took since the last time."""
        now = process_time()
        self.now += now - self._since
        self.own += now - self._since
        self._since = now

    def put(self, job: Job) -> None:
        """Queue a job."""
        sent = pickle.dumps(job)
        self._tick()
        self._asked.append((self.now, sent))

    def _begin(self, until: float) -> None:
        """Let workers that are free begin the jobs that wait, up to some time."""
        while self._asked and max(self._free[0][0], self._asked[0][0]) <= until:
            free, worker = heapq.heappop(self._free)
            asked, sent = self._asked.pop(0)
            began = process_time()
            job = pickle.loads(sent)
            answered = pickle.dumps((job, self._contexts[worker].answer(job)))
            seconds = process_time() - began
            end = max(free, asked) + seconds
            self.work += seconds
            self.longest = max(self.longest, seconds)
            self.jobs += 1
            self.bytes += len(sent) + len(answered)
            heapq.heappush(self._free, (end, worker))
            heapq.heappush(self._running, (end, self.jobs, answered))

    def take(self, tick: Callable[[], None], end: float | None) -> tuple[Job, Found]:
        """Return the job that is ready first, and be there at that time."""
        self._tick()
        self._begin(self.now)
        while True:
            ready = self._running[0][0] if self._running else float("inf")
            # A worker that is free before the next result may begin another job.
            soon = max(self._free[0][0], self._asked[0][0]) if self._asked else float("inf")
            if soon >= ready:
                break
            self._begin(soon)
        _, _, answered = heapq.heappop(self._running)
        self.now, self._since = max(self.now, ready), process_time()
        result: tuple[Job, Found] = pickle.loads(answered)
        return result


#: So many nodes that every job ends with a proof, and is therefore never divided.
_ENDLESS = 1 << 50


def simulate(
    game: Any, workers: int, *, apart: bool = False, whole: bool = False
) -> tuple[Found, Simulated]:
    """Divide a search among so many workers."""
    table = compile_game(game)
    task = pose(game, table)
    context = context_of(table, task)
    if not apart:
        everything = context.task
        context = evolve(
            context, shared=kernels.exact.shared_sets(context.scores, everything, workers)
        )
    hands = Simulated([evolve(context) for _ in range(workers)])
    division = Division(context, Search(context.scores, task))
    if whole:
        division._span = _ENDLESS
        graph.NARROW = 0  # even few first guesses are not split into their blocks
    found = division.run(hands)  # type: ignore[arg-type]  # they do what is asked of Workers
    hands._tick()
    return found, hands


def undivided(game: Any) -> float:
    """Return the CPU seconds of the search as it is without workers."""
    table = compile_game(game)
    began = process_time()
    solve(table.kernel_scores, pose(game, table))
    return process_time() - began


def report(
    game: Any, workers: tuple[int, ...] = WORKERS, alone: float = 0, **options: bool
) -> list[dict[str, Any]]:
    """Print a line for each number of workers; return what is in them."""
    alone = alone or undivided(game)
    print(f"{game!r}: {alone:.2f} s CPU undivided")
    rows = []
    for count in workers:
        found, hands = simulate(game, count, **options)
        jobs = max(1, hands.jobs)
        row = {
            "workers": count,
            "jobs": jobs,
            "work": (hands.work + hands.own) / alone,
            "seconds": hands.now,
            "efficiency": alone / (count * hands.now),
            "coordinator": hands.own,
            "bytes": hands.bytes / jobs,
        }
        rows.append(row)
        print(
            f"{count:4} workers: {jobs:5} jobs, {row['work']:.2f} x the work, "
            f"{hands.now:8.2f} s, efficiency {row['efficiency']:.2f}; longest job "
            f"{hands.longest:.2f} s, coordinator {hands.own:.2f} s, {row['bytes']:.0f} bytes a "
            f"job; {found.nodes} nodes, total {found.total}",
            flush=True,
        )
    return rows


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="AB(4,10)", choices=sorted(GAMES))
    parser.add_argument("--words", nargs=2, metavar=("ANSWERS", "GUESSES"), help="Wordle instead")
    parser.add_argument("--workers", type=int, nargs="+", default=WORKERS)
    parser.add_argument("--apart", action="store_true", help="each worker on its own machine")
    parser.add_argument("--whole", action="store_true", help="never divide a first guess")
    parser.add_argument(
        "--alone", type=float, default=0, metavar="SECONDS", help="the undivided search took"
    )
    given = parser.parse_args()
    if given.words:
        answers, guesses = map(mc.games.read_words, given.words)
        game: Any = mc.Wordle(answers, others=guesses)
    else:
        game = mc.Mastermind(**GAMES[given.game])
    report(game, tuple(given.workers), given.alone, apart=given.apart, whole=given.whole)


if __name__ == "__main__":
    main()
