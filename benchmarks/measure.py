"""Run a task in a process of its own, and another program beside it."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, sleep
from typing import Any

from attrs import Factory, define

from benchmarks.tasks import Task, tasks, warm_up

#: How another program says the total that it found, or the mean over so many secrets.
TOTALS = {
    "mmstrat": re.compile(r"^\w+ +(\d+) +[\d.]+", re.MULTILINE),
    "alex1770": re.compile(r"guess score = (\d+)"),
    "mikemag": re.compile(r"Average number of turns was ([\d.]+)"),
}


@define
class Run:
    """One run: the result, counts, CPU and wall seconds of the work, the process's peak in MB."""

    result: Any
    cpu: float
    wall: float
    peak: float
    counts: dict[str, int] = Factory(dict)


def timed(work: Callable[[], Any]) -> tuple[Any, float, float]:
    """Return what some work returned, its CPU seconds, processes too, and wall seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu, wall = process_time(), perf_counter()
    found = work()
    cpu, wall = process_time() - cpu, perf_counter() - wall
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return found, cpu, wall


def work_on(task: Task) -> Run:
    """Run a task here."""
    warm_up()
    prepared = task.prepare()
    (result, counts), cpu, wall = timed(lambda: task.work(prepared))
    return Run(result, cpu, wall, _peak(), counts)


def ours(task: Task, words: tuple[str, str] | None) -> Run:
    """Run a task in a process of its own; a result that is wrong ends everything."""
    command = [sys.executable, "-m", "benchmarks", "--one", f"{task.group}: {task.name}"]
    command += ["--words", *words] if words else []
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise SystemExit(f"{task.group}: {task.name} failed")
    run = Run(**json.loads(done.stdout))
    if task.wanted is not None and run.result != task.wanted:
        raise SystemExit(f"{task.group}: {task.name}: {run.result}, not {task.wanted}")
    return run


def theirs(task: Task, peer: str, binary: str) -> Run:
    """Let another program do the same."""
    command = [part.format(**{peer: binary}) for part in task.peers[peer]]
    with tempfile.TemporaryFile("w+") as said:
        began = perf_counter()
        process = subprocess.Popen(
            command, stdout=said, stderr=subprocess.STDOUT, cwd=Path(binary).parent
        )
        peak, ended = 0.0, 0
        while not ended:
            # Its own report would start with the memory of this process, which it was forked from.
            peak = max(peak, _peak(process.pid))
            sleep(0.002)
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = perf_counter() - began
        said.seek(0)
        text = said.read()
    found = TOTALS[peer].search(text)
    if process.returncode or not found:
        raise SystemExit(f"{peer} did not say what it found: {' '.join(command)}\n{text}")
    result = float(found[1]) if "." in found[1] else int(found[1])
    cpu = usage.ru_utime + usage.ru_stime
    return Run(result, cpu, wall, peak)


def compare(
    task: Task, binaries: dict[str, str], runs: int, words: tuple[str, str] | None
) -> dict[str, Any]:
    """Run a task and those who do it too in turn; return medians, and ratios of pairs."""
    own: list[Run] = []
    others: dict[str, list[Run]] = {name: [] for name in binaries if name in task.peers}
    for _ in range(runs):
        own.append(ours(task, words))
        for name, gathered in others.items():
            gathered.append(theirs(task, name, binaries[name]))
    return {
        "group": task.group,
        "name": task.name,
        "result": own[0].result,
        **_medians(own),
        "counts": own[0].counts,
        "peers": {
            name: {
                "result": gathered[0].result,
                **_medians(gathered),
                "ratio": median(
                    mine.cpu / max(other.cpu, 1e-3)
                    for mine, other in zip(own, gathered, strict=True)
                ),
            }
            for name, gathered in others.items()
        },
    }


def _medians(runs: list[Run]) -> dict[str, float]:
    return {part: median(getattr(run, part) for run in runs) for part in ("cpu", "wall", "peak")}


def find(name: str, words: tuple[str, str] | None) -> Task:
    """Return a task by its group and name."""
    by_name = {f"{task.group}: {task.name}": task for task in tasks(words)}
    if name not in by_name:
        raise SystemExit(f"no task {name!r}; there are: {'; '.join(by_name)}")
    return by_name[name]


def _peak(process: int | str = "self") -> float:
    """Return the most MB that a process has held, nothing where the system does not tell."""
    try:
        found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) * 1024 / 1e6 if found else 0.0
