"""Solve a game on a cluster of this machine, and say who did what: python benchmarks/cluster.py."""

from __future__ import annotations

import argparse
import os
from time import perf_counter

import mastermind_core as mc


def parser():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--colours", type=int, default=6)
    parser.add_argument("--holes", type=int, default=4)
    parser.add_argument("--workers", type=int, default=8)
    return parser


def main():
    from distributed import Client, LocalCluster

    given = parser().parse_args()
    game = mc.Mastermind(colours=given.colours, holes=given.holes)
    with (
        LocalCluster(
            n_workers=given.workers, threads_per_worker=1, dashboard_address=":0"
        ) as cluster,
        Client(cluster) as client,
    ):
        processes = client.run(os.getpid)
        print(f"{len(processes)} workers, {os.cpu_count()} processors")
        began = perf_counter()
        found = mc.optimal(game, executor=client.get_executor())
        print(f"{game}: {found}, in {perf_counter() - began:.1f} s")
    alone = mc.optimal(game)
    same = (found.total, found.worst, mc.to_text(found.tree)) == (
        alone.total,
        alone.worst,
        mc.to_text(alone.tree),
    )
    print("the same tree as alone" if same else "ANOTHER TREE THAN ALONE")


if __name__ == "__main__":
    main()
