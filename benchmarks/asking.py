"""How long the command ``next`` takes for a table of 10,000 hypotheses and 1,000 questions.

    python -m benchmarks next

The probabilities are drawn by ``random.Random(1)``, and stored as text and in the forms of numpy.
Each line has the median of some calls in processes of their own, with two answers as the history:
the time by the clock, and CPU time of which the first line is Python's own start.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.measure import timed


def written(folder: Path, rows: int, columns: int) -> list[Path]:
    """Write one table in each form."""
    import numpy as np

    chances = np.random.default_rng(1).random((rows, columns)).round(4)
    arrays = {
        "hypotheses": [f"hypothesis {row}" for row in range(rows)],
        "questions": [str(column) for column in range(columns)],
    }
    np.savez(folder / "doubles.npz", likelihoods=chances, **arrays)
    np.savez(folder / "floats.npz", likelihoods=chances.astype("f4"), **arrays)
    np.save(folder / "doubles.npy", chances)
    np.save(folder / "floats.npy", chances.astype("f4"))
    with (folder / "text.csv").open("w") as file:
        print("name", *arrays["questions"], sep=",", file=file)
        for name, row in zip(arrays["hypotheses"], chances.tolist(), strict=True):
            print(name, *row, sep=",", file=file)
    return sorted(folder.iterdir())


def said(name: str, words: list[str], runs: int) -> str:
    """Return the medians of some runs of Python."""
    command = [sys.executable, *words]
    work = [
        timed(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
        for _ in range(runs)
    ]
    cpu, wall = (median(run[at] for run in work) for at in (1, 2))
    return f"{name}: {wall:.3f} s, CPU {cpu:.3f} s"


def main(arguments: list[str]) -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks next", description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--columns", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=9)
    given = parser.parse_args(arguments)
    print(said("Python alone", ["-c", "pass"], given.runs))
    with TemporaryDirectory() as folder:
        for path in written(Path(folder), given.rows, given.columns):
            words = ["-m", "mastermind_core", "next", str(path), "--history", "1=no", "2=yes"]
            print(said(path.name, words, given.runs), flush=True)
