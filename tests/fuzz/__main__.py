"""``python -m tests.fuzz``: run the fuzzer for some minutes, or one of its cases again."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.fuzz import mutants, runner

#: Seconds that a case may take by the clock before it counts as one that hangs.
PATIENCE = 600


def parser():
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--checks", type=int, help="go on until so many are made, however long")
    parser.add_argument("--once", action="store_true", help="run one case of each kind")
    parser.add_argument("--least", type=int, default=1, help="fail if fewer checks were made")
    parser.add_argument("--seed", type=int, help="default: a fresh one, which is printed")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument(
        "--only",
        nargs="+",
        default=[],
        help="kinds, or games, readers, faults; default: games and readers",
    )
    parser.add_argument("--case", help="run one case again: KIND:NUMBER, with --seed")
    parser.add_argument("--input", nargs=2, metavar=("READER", "FILE"), help="read a file again")
    parser.add_argument("--mutant", choices=sorted(mutants.MUTANTS), help="plant a mistake")
    parser.add_argument("--place", nargs=2, help=argparse.SUPPRESS)
    return parser


def chosen_kinds(only):
    known, groups = runner.kinds(), runner.groups()
    names = [name for one in only or ("games", "readers") for name in groups.get(one, [one])]
    unknown = set(names) - set(known)
    if unknown:
        raise SystemExit(f"kinds are {', '.join([*known, *groups])}; not {sorted(unknown)}")
    return names


def main():
    given = parser().parse_args()
    if given.mutant:
        mutants.MUTANTS[given.mutant][0]()
    if given.input:
        from tests.fuzz.readers import read_again

        return read_again(*given.input)
    if given.case:
        kind, _, number = given.case.partition(":")
        print(runner.run_case(kind, int(number), given.seed), "checks, all held")
        return 0
    if given.place:
        path, at = given.place
        chosen = chosen_kinds(given.only)
        most = 1 if given.mutant else 5
        checks = given.checks and -(-given.checks // given.jobs)
        until = runner.Until(given.minutes, checks, given.once)
        runner.work(chosen, given.seed, until, (path, int(at)), given.jobs, most)
        return 0
    return lead(given)


def lead(given):
    """Start the processes, and say what they found."""
    chosen_kinds(given.only)
    seed = secrets.randbelow(10**9) if given.seed is None else given.seed
    long = f"{given.checks:,} checks" if given.checks else f"{given.minutes:g} minutes"
    long = "a case of each kind" if given.once else long
    print(f"seed {seed}, {long}, {given.jobs} processes", flush=True)
    began, tally = time.monotonic(), runner.Tally()
    with tempfile.TemporaryDirectory() as folder:
        places = [Path(folder, str(at)) for at in range(given.jobs)]
        children = [_started(given, seed, at, place) for at, place in enumerate(places)]
        for child, place in zip(children, places, strict=True):
            _heard(child, place, tally)
    minutes = (time.monotonic() - began) / 60
    for kind in tally.cases:
        print(f"{kind:16} {tally.cases[kind]:9,} cases {tally.checks[kind]:11,} checks")
    cases, checks = sum(tally.cases.values()), sum(tally.checks.values())
    print(f"in all {cases:,} cases, {checks:,} checks, {minutes:.1f} minutes by the clock")
    print(f"failures: {len(tally.failures)}")
    planted = f" --mutant {given.mutant}" if given.mutant else ""
    for failure in tally.failures:
        print(f"\n{failure['what']}")
        print(f"again: python -m tests.fuzz --seed {seed} --case {failure['case']}{planted}")
    if checks < given.least:
        print(f"fewer than {given.least} checks were made")
    return 1 if tally.failures or checks < given.least else 0


def _started(given, seed, at, place):
    command = [sys.executable, "-m", "tests.fuzz", "--seed", str(seed), "--jobs", str(given.jobs)]
    command += ["--minutes", str(given.minutes), "--place", str(place), str(at)]
    if given.checks:
        command += ["--checks", str(given.checks)]
    if given.once:
        command += ["--once"]
    if given.only:
        command += ["--only", *given.only]
    if given.mutant:
        command += ["--mutant", given.mutant]
    output = Path(f"{place}.out")
    with output.open("w") as file:
        return subprocess.Popen(
            command, cwd=Path(__file__).parents[2], stdout=file, stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONFAULTHANDLER": "1"},
        )  # fmt: skip


def _heard(child, place, tally):
    """Wait for a process; one that hangs or dies is a failure of the case it was at."""
    hangs = None
    while child.poll() is None:
        time.sleep(0.05)
        if place.exists() and time.time() - place.stat().st_mtime > PATIENCE:
            hangs = f"no end after {PATIENCE} seconds"
            child.kill()
            child.wait()
    output = Path(f"{place}.out").read_text(errors="replace")
    last = output.splitlines()[-1:] or [""]
    try:
        tally.merge(json.loads(last[0]))
    except ValueError:
        case = place.read_text() if place.exists() else "none yet"
        what = hangs or f"the process ended with {child.returncode}:\n{output[-3000:]}"
        tally.failures.append({"case": case, "what": what})


if __name__ == "__main__":
    sys.exit(main())
