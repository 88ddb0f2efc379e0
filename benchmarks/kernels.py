"""Time the native kernel against the reference, in the same run.

CPU seconds of one thread, the median of a few runs after a warm-up; the reference runs once. Memory
is the peak of a process of its own. ``--quick`` leaves the reference out.
"""

from __future__ import annotations

import argparse
import multiprocessing
import platform
import re
import resource
import sys
from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from mastermind_core.kernels.greedy import compiled as compiled
from mastermind_core.kernels.greedy import plain as reference
from mastermind_core.kernels.types import Criterion, FlatTree


class Task(NamedTuple):
    """Name a game, a rule, and how the kernels get at the scores."""

    name: str
    colours: int
    holes: int
    repeats: str
    metric: str
    scores: str
    target: float
    total: int


TASKS = (
    Task("M(4,6) largest block, table", 6, 4, "both", "max", "table", 0.05, 5801),
    Task("M(4,6) largest block, codes", 6, 4, "both", "max", "codes", 0.05, 5801),
    Task("M(4,6) entropy, table", 6, 4, "both", "power", "table", 0.05, 5722),
    Task("AB(4,10) entropy, table", 10, 4, "none", "power", "table", 0.5, 26424),
    Task("AB(4,10) entropy, codes", 10, 4, "none", "power", "codes", 0.5, 26424),
    Task("M(5,8) entropy, codes", 8, 5, "both", "power", "codes", 10.0, 179863),
)


def score_ids(holes: int) -> tuple[bytes, list[bool]]:
    """Number the answers by (black, white)."""
    ids = bytearray((holes + 1) ** 2)
    answers = [
        (black, white)
        for black in range(holes + 1)
        for white in range(holes + 1 - black)
        if (black, white) != (holes - 1, 1)
    ]
    for at, (black, white) in enumerate(answers):
        ids[black * (holes + 1) + white] = at
    return bytes(ids), [answer == (holes, 0) for answer in answers]


def prepare(task: Task, kernel: Any) -> Callable[[], FlatTree]:
    """Return what fills the table, where there is one, and grows the tree."""
    symbols = range(task.colours)
    every = (
        product(symbols, repeat=task.holes)
        if task.repeats == "both"
        else permutations(symbols, task.holes)
    )
    codes = b"".join(map(bytes, every))
    n = len(codes) // task.holes
    ids, final = score_ids(task.holes)
    costs = range(n + 1) if task.metric == "max" else ()
    rule = Criterion(task.metric, costs, range(n))

    def run() -> FlatTree:
        if task.scores == "table":
            table = kernel.code_table(codes, codes, task.holes, ids)
            scores = kernel.scores_from_table(table, n, n, final)
        else:
            scores = kernel.scores_from_codes(codes, codes, task.holes, ids, final)
        tree: FlatTree = kernel.greedy_tree(scores, range(n), rule)
        return tree

    return run


def total(tree: FlatTree) -> int:
    """Add up the guesses over all secrets."""
    depth, guesses = [1] * len(tree.guesses), 0
    for node in range(len(tree.guesses)):
        for edge in range(tree.first_edge[node], tree.first_edge[node + 1]):
            guesses += tree.edge_size[edge]
            if tree.edge_child[edge] >= 0:
                depth[tree.edge_child[edge]] = depth[node] + 1
    return guesses


def seconds(run: Callable[[], FlatTree], times: int) -> tuple[float, FlatTree]:
    """Return the median CPU time of some runs."""
    taken = []
    for _ in range(times):
        start = process_time()
        tree = run()
        taken.append(process_time() - start)
    return median(taken), tree


def memory() -> float:
    """Return the most MiB that this process has held; Linux hands ru_maxrss on to children."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.findall(r"VmHWM:\s+(\d+)", status.read_text())[0]) / 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20


def peak(task: Task) -> None:
    """Grow a tree once and print what memory that took."""
    run = prepare(task, compiled)
    before = memory()
    run()
    print(f"{'':30} peak {memory():.0f} MiB, {before:.0f} before", flush=True)


def main() -> None:
    """Print a row for each task."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    print(f"{compiled.scan_name()} loops, {platform.machine()}, Python {platform.python_version()}")
    fresh = multiprocessing.get_context("spawn")
    for task in TASKS:
        run = prepare(task, compiled)
        run()
        native, tree = seconds(run, 3 if task.target > 1 else 9)
        assert total(tree) == task.total, task
        row = f"{task.name:30} {native:8.4f} s (aim {task.target:g})"
        if task.colours == 6 and not quick:
            plain, wanted = seconds(prepare(task, reference), 1)
            assert tree == wanted
            row += f"   reference {plain:7.2f} s, {plain / native:5.0f} times as long"
        print(row, flush=True)
        process = fresh.Process(target=peak, args=(task,))
        process.start()
        process.join()


if __name__ == "__main__":
    main()
