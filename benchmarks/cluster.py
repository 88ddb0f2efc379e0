"""Solve a game on a cluster, and compare it with the search that is not divided.

python benchmarks/cluster.py [--colours N] [--holes N] [--objective NAME] [--workers N] [--kill]
python benchmarks/cluster.py --scheduler FILE [--wait N] [--checkpoint FILE] [--trust]

Without ``--scheduler`` the cluster is one of dask's on this machine, of workers with one thread
each; ``--kill`` kills one of them in the middle, without warning. With it the scheduler is one that
runs already and has written FILE: ``--wait N`` waits until it has that many workers. ``--trust``
leaves out the search that is not divided.
"""

from __future__ import annotations

import argparse
import os
import signal
from contextlib import ExitStack
from time import perf_counter

import mastermind_core as mc


def parser():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--colours", type=int, default=6)
    parser.add_argument("--holes", type=int, default=4)
    parser.add_argument("--repeats", choices=["both", "guesses", "none"], default="both")
    parser.add_argument("--objective", default="mean")
    parser.add_argument("--workers", type=int, default=8, help="of a cluster on this machine")
    parser.add_argument("--kill", action="store_true", help="kill one of them in the middle")
    parser.add_argument("--scheduler", metavar="FILE", help="of a cluster that runs already")
    parser.add_argument("--wait", type=int, default=1, metavar="N", help="for so many workers")
    parser.add_argument("--checkpoint", metavar="FILE")
    parser.add_argument("--trust", action="store_true", help="do not search alone, too")
    return parser


def client_of(stack, given):
    """Return a client of the cluster that is there, or of one on this machine."""
    from distributed import Client, LocalCluster

    if given.scheduler:
        client = stack.enter_context(Client(scheduler_file=given.scheduler))
        client.wait_for_workers(given.wait)
        return client
    workers = {"n_workers": given.workers, "threads_per_worker": 1, "dashboard_address": ":0"}
    return stack.enter_context(Client(stack.enter_context(LocalCluster(**workers))))


class Killer:
    """Kill a process when so many jobs are done; say so once."""

    def __init__(self, process, after):
        self.process, self.after, self.killed = process, after, False

    def __call__(self, done, total):
        if done >= self.after and not self.killed:
            self.killed = True
            os.kill(self.process, signal.SIGKILL)
            print(f"killed a worker after {done} jobs", flush=True)


def main():
    given = parser().parse_args()
    game = mc.Mastermind(colours=given.colours, holes=given.holes, repeats=given.repeats)
    with ExitStack() as stack:
        client = client_of(stack, given)
        processes = client.run(os.getpid)
        print(f"{len(processes)} workers, {os.cpu_count()} processors here", flush=True)
        killer = Killer(next(iter(processes.values())), after=40) if given.kill else None
        began = perf_counter()
        found = mc.optimal(
            game,
            given.objective,
            executor=client.get_executor(),
            checkpoint=given.checkpoint,
            progress=killer,
        )
        print(f"{game}: {found}, in {perf_counter() - began:.1f} s", flush=True)
    if not given.trust:
        alone = mc.optimal(game, given.objective)
        ends = [(one.total, one.worst, one.proven, mc.to_text(one.tree)) for one in (found, alone)]
        print("the same tree as alone" if ends[0] == ends[1] else "ANOTHER TREE THAN ALONE")


if __name__ == "__main__":
    main()
