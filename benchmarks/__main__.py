"""Say where the library stands: results first, then time and memory, beside other programs.

    python -m benchmarks                                  # everything but what takes hours
    python -m benchmarks exact greedy --peer mmstrat=PATH # groups, beside a program that is there
    python -m benchmarks --words ANSWERS GUESSES          # the proofs of Wordle, too
    python -m benchmarks hours                            # searches of ten minutes to two hours
    python -m benchmarks identify                         # weights, costs and goals: its own table
    python -m benchmarks ceilings                         # what agents can reach: a table
    python -m benchmarks next                             # the next question: its time
    python -m benchmarks regret                           # rewards of regret: their speed
    python -m benchmarks hiding                           # values against one who chooses: a table
    python -m benchmarks values                           # what guesses are worth: speed and size
    python -m benchmarks lengths                          # most secrets within k guesses: a table
    python -m benchmarks noise                            # answers that may be wrong: a table
    python -m benchmarks histories                        # the first bad commit, with lies: a table
    python -m benchmarks --write                          # keep the figures for the documentation

Run it in the clone. Every task runs in a process of its own, in turn with the other programs, and
the ratios are of such pairs. A result that is not the known one ends the run. Counts (nodes,
sizes, totals) are the same on every machine, and a test holds them.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from pathlib import Path
from typing import Any

from attrs import asdict

from benchmarks import asking, ceilings, hiding, histories, identify, lengths, noise, regret, values
from benchmarks.limits import limits
from benchmarks.measure import TOTALS, compare, find, work_on
from benchmarks.tasks import Task, tasks
from mastermind_core.kernels import active

HERE = Path(__file__).parent
FIGURES = HERE / "figures.json"
COUNTS = HERE / "counts.json"


def counted(chosen: list[Task]) -> dict[str, Any]:
    """Return the results and counts of tasks, run here."""
    found = {}
    for task in chosen:
        run = work_on(task)
        found[f"{task.group}: {task.name}"] = {"result": run.result, **run.counts}
    return found


def held(task: Task) -> bool:
    """Tell whether a task's counts are the same on every machine and within a second or two."""
    return task.quick and task.group not in ("start", "anytime")


def line(row: dict[str, Any]) -> str:
    """Say what was measured of a task."""
    result = "" if row["result"] is None else f" = {row['result']}"
    said = f"{row['group']:12} {row['name']}{result}: {row['cpu']:.3f} s CPU, {row['wall']:.3f} s"
    said += f", {row['peak']:.0f} MB"
    for name, peer in row["peers"].items():
        said += f"; {name} {peer['result']}: {peer['cpu']:.3f} s CPU, {peer['peak']:.0f} MB"
        said += f", ratio {peer['ratio']:.2f}"
    return said


def binaries(given: list[str]) -> dict[str, str]:
    """Read NAME=PATH."""
    found = {}
    for text in given:
        name, _, path = text.partition("=")
        if name not in TOTALS or not Path(path).is_file():
            known = ", ".join(TOTALS)
            raise SystemExit(f"--peer takes NAME=PATH of a program ({known}), not {text!r}")
        found[name] = str(Path(path).resolve())
    return found


def main() -> None:
    """Measure what is asked for."""
    tables = {
        "ceilings": ceilings.main,
        "identify": identify.main,
        "hiding": hiding.main,
        "lengths": lengths.main,
        "histories": histories.main,
        "next": asking.main,
        "noise": noise.main,
        "regret": regret.main,
        "values": values.main,
    }
    if sys.argv[1:2] and sys.argv[1] in tables:
        tables[sys.argv[1]](sys.argv[2:])
        return
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("groups", nargs="*", metavar="GROUP", help="without any: all")
    parser.add_argument("--list", action="store_true", help="list the groups and their tasks")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PATH")
    parser.add_argument("--words", nargs=2, metavar=("ANSWERS", "GUESSES"))
    parser.add_argument("--runs", type=int, default=3, help="pairs a quick task (default 3)")
    parser.add_argument("--counts", action="store_true", help="what the test holds, and no more")
    parser.add_argument("--write", action="store_true", help="keep figures (or counts) in files")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    words = tuple(str(Path(path).resolve()) for path in given.words) if given.words else None
    if given.one:
        print(json.dumps(asdict(work_on(find(given.one, words)))))
        return
    known = tasks(words)
    groups = list(dict.fromkeys(task.group for task in known))
    if wrong := [name for name in given.groups if name not in [*groups, "limits"]]:
        raise SystemExit(f"no group {wrong[0]!r}; there are: {', '.join([*groups, 'limits'])}")
    wanted = given.groups or [name for name in groups if name != "hours"]
    chosen = [task for task in known if task.group in wanted]
    if given.list:
        for task in chosen:
            print(f"{task.group:12} {task.name}")
        return
    if given.counts:
        text = json.dumps(counted([task for task in chosen if held(task)]), indent=1) + "\n"
        if given.write:
            COUNTS.write_text(text)
        print(text, end="")
        return
    peers = binaries(given.peer)
    machine = f"{platform.machine()}, Python {platform.python_version()}, {active()}"
    print(machine, file=sys.stderr)
    rows = []
    for task in chosen:
        rows.append(compare(task, peers, given.runs if task.quick else 1, words))
        print(line(rows[-1]), flush=True)
    found = limits() if not given.groups or "limits" in given.groups else []
    for row in found:
        print(f"limits       {row['name']}: {row['read']:.1f} GB/s of {row['most']:.1f}")
    if given.write:
        kept = json.loads(FIGURES.read_text()) if FIGURES.exists() else {"rows": [], "limits": []}
        new = {(row["group"], row["name"]) for row in rows}
        kept["rows"] = [row for row in kept["rows"] if (row["group"], row["name"]) not in new]
        order = {(task.group, task.name): at for at, task in enumerate(tasks(("", "")))}
        kept["rows"] = sorted(kept["rows"] + rows, key=lambda row: order[row["group"], row["name"]])
        kept["limits"] = found or kept["limits"]
        kept["machine"] = machine
        FIGURES.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
