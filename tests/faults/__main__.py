"""``python -m tests.faults``: inject faults, and report what they did."""

from __future__ import annotations

import argparse
import json
import secrets
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from random import Random

#: Faults that a run has to inject for its report to count.
LEAST = 300


def known_faults():
    from tests.faults import playing, searching, stopping, workers, writing

    kinds = (searching, stopping, workers, writing, playing)
    faults = [fault for kind in kinds for fault in kind.FAULTS]
    return {fault.__name__: fault for fault in faults}


def parser():
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--seed", type=int, help="default: a fresh one, which is printed")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--only", nargs="+", metavar="FAULT", help="some of them")
    parser.add_argument("--plant", help="make a mistake that the report has to show")
    parser.add_argument("--part", action="store_true", help=argparse.SUPPRESS)
    return parser


def inject(names, seed):
    """Inject faults in this process, and return what the report holds."""
    from tests.faults.injecting import Report

    report, took = Report(), {}
    for name in names:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            known_faults()[name](report, Random(f"{seed} {name}"), Path(folder))
        took[name] = time.monotonic() - began
    return {**vars(report), "took": took}


def main():
    given = parser().parse_args()
    if sys.platform == "win32":
        print("faults are injected where processes can be forked: not on Windows")
        return 0
    seed = secrets.randbelow(10**9) if given.seed is None else given.seed
    names = given.only or list(known_faults())
    if given.part:
        if given.plant:
            from tests.faults.planted import PLANTED

            PLANTED[given.plant][0]()
        print(json.dumps(inject(names, seed)))
        return 0
    print(f"seed {seed}", flush=True)
    if not find_spec("distributed"):
        print("dask is not installed: nothing happens to its workers")
    began = time.monotonic()
    parts = [names[at :: given.jobs] for at in range(given.jobs)]
    children = [_started(part, seed, given.plant) for part in parts if part]
    found = []
    for child in children:
        output, _ = child.communicate()
        try:
            found.append(json.loads(output.splitlines()[-1]))
        except (ValueError, IndexError):
            died = f"the process that injects ended with {child.returncode}: {output[-3000:]}"
            found.append({"injected": {}, "wrong": [], "lost": [], "crashed": [died], "took": {}})
    return tell(found, time.monotonic() - began, whole=given.only is None)


def _started(names, seed, plant):
    command = [
        sys.executable,
        "-m",
        "tests.faults",
        "--part",
        "--seed",
        str(seed),
        "--only",
        *names,
    ]
    if plant:
        command += ["--plant", plant]
    return subprocess.Popen(
        command,
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def tell(found, seconds, *, whole):
    """Print the report; return the exit status."""
    injected = {kind: count for one in found for kind, count in one["injected"].items()}
    for kind, count in sorted(injected.items()):
        print(f"  {kind:36} {count:4}")
    total = sum(injected.values())
    print(f"faults injected: {total} (in {seconds:.0f} s)")
    bad = 0
    for title, name in (
        ("answers wrong", "wrong"),
        ("work lost", "lost"),
        ("crashes", "crashed"),
    ):
        lines = [line for one in found for line in one[name]]
        bad += len(lines)
        print(f"{title}: {len(lines)}")
        for line in lines[:20]:
            print(f"    {line[-6000:]}")
    if whole and total < LEAST:
        print(f"fewer than {LEAST} faults were injected")
        return 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
