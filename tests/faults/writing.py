"""Faults of writing: kills, no room, no right to write; what is left is whole, old or new."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import warnings
from contextlib import suppress
from functools import cache

import mastermind_core as mc
from mastermind_core.files import notations
from tests.faults.injecting import PATIENCE, Child, run_child

GAME = mc.Mastermind(colours=4, holes=3)


@cache
def solutions():
    return mc.optimal(GAME), mc.optimal(GAME, "worst-then-mean")


def save(path, at):
    mc.save(solutions()[at], path)


def export(path, at):
    notations.write_tree(solutions()[at].tree, path, "contest")


def certify(path, at):
    solutions()[at].write_certificate(path)


def simulate(path, at):
    mc.simulate(GAME, "entropy", games=400, seed=5 + at, log=path)


WRITERS = {"save": save, "export": export, "certificate": certify}


def _contents(folder, write):
    """Return what a writer leaves when nothing happens to it."""
    found = []
    for at in (0, 1):
        path = folder / f"calm-{at}"
        write(path, at)
        found.append(path.read_bytes())
    return found


def _write_on(say, write, path):
    say("begun")
    while True:
        for at in (0, 1):
            write(path, at)
            say(f"written {at}")


def kill_writers(report, random, folder):
    solutions()
    for number, name in ((signal.SIGKILL, "SIGKILL"), (signal.SIGTERM, "SIGTERM")):
        for what, write in WRITERS.items():
            kind = f"{name} of {what}"
            whole = _contents(folder, write)
            path = folder / "target"
            write(path, 0)
            for _ in range(22 if name == "SIGKILL" else 6):
                child = Child(_write_on, write, path)
                child.hear(PATIENCE, "begun")
                child.hear(random.uniform(0, 0.05))
                status = child.end(number)
                report.count(kind)
                report.hold_alive(status == -number, kind, f"status {status}")
                report.hold(path.read_bytes() in whole, kind, "half a file")


def kill_logs(report, random, folder):
    """Kill a run of games; what was reported is on record, and is not played again."""
    kind = "SIGKILL of simulate(log=)"
    games = 300
    whole = mc.simulate(GAME, "random_candidate", games=games, seed=7)
    for at in range(28):
        path = folder / f"log-{at}"
        child = Child(_play, path, games)
        child.hear(random.uniform(0, 0.15))
        status = child.end(signal.SIGKILL)
        report.count(kind)
        report.hold_alive(status in {0, -signal.SIGKILL}, kind, f"{status} {child.lines[-1:]}")
        done = max([0, *child.numbers("done")])
        content = path.read_bytes() if path.exists() else b""
        kept = content[: content.rfind(b"\n") + 1]
        report.hold_work(kept.count(b"\n") > done or not done, kind, f"{done} done, not kept")
        found = mc.simulate(GAME, "random_candidate", games=games, seed=7, log=path)
        report.hold(found == whole, kind, "another summary")
        report.hold_work(path.read_bytes().startswith(kept), kind, "written anew")


def _play(say, path, games):
    mc.simulate(
        GAME, "random_candidate", games=games, seed=7, log=path,
        progress=lambda done, total: say(f"done {done}"),
    )  # fmt: skip


def _little_room(say, write, path, room):
    """Write where a file may only have so many bytes; then where it may have more."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    _attempt(say, write, path)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    write(path, 1)
    say("after")


def _attempt(say, write, path):
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            write(path, 1)
            say("wrote")
        except mc.MastermindCoreError as error:
            say(f"line {str(error)!r}")
    for one in warned:
        say(f"line {str(one.message)!r}")


def search(path, at):
    found = mc.optimal(GAME, checkpoint=path)
    assert found.total == 206


def fill_disks(report, random, folder):
    solutions()
    for what, write in {**WRITERS, "simulate(log=)": simulate, "checkpoint": search}.items():
        kind = f"full disk in {what}"
        for at in range(8):
            path = folder / f"{write.__name__}-{at}"
            whole = _old_file(write, path)
            room = random.choice([0, 1, 100, 3000]) + random.randint(0, 1000)
            child = run_child(report, kind, _little_room, write, path, room)
            report.count(kind)
            _hold_written(report, kind, child, whole)
    _small_disk(report, random, folder)


def _old_file(write, path):
    """Leave a file to be replaced where a writer replaces files."""
    if write in WRITERS.values():
        write(path, 0)
        return path.read_bytes()
    return None


def _hold_written(report, kind, child, whole):
    said = child.said("line")
    fine = "wrote" in child.lines or said
    report.hold(bool(fine), kind, str(child.lines)[-500:])
    report.hold_alive(all("\\n" not in line for line in said), kind, str(said)[-500:])
    report.hold("after" in child.lines, kind, str(child.lines)[-500:])


def _small_disk(report, random, folder):
    """Write to a disk of a few pages, where one may be mounted."""
    disk = folder / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", str(disk)]
    if os.geteuid() or subprocess.run(command, capture_output=True, check=False).returncode:
        return
    try:
        for what, write in {**WRITERS, "simulate(log=)": simulate, "checkpoint": search}.items():
            kind = f"tmpfs full in {what}"
            for _ in range(2):
                for old in disk.iterdir():
                    old.unlink()
                (disk / "filler").write_bytes(bytes(random.choice([0, 4096, 8192])))
                child = run_child(report, kind, _attempt, write, disk / "x")
                report.count(kind)
                said = child.said("line")
                report.hold(bool("wrote" in child.lines or said), kind, str(child.lines)[-500:])
                left = [one.name for one in disk.iterdir() if one.name.endswith(".new")]
                report.hold(not left, kind, f"half a file is left: {left}")
    finally:
        subprocess.run(["umount", str(disk)], check=False)


def _as_nobody(say, write, path):
    """Write as somebody who may not."""
    if os.geteuid() == 0:
        os.seteuid(65534)
    _attempt(say, write, path)
    with suppress(PermissionError):
        os.seteuid(0)
    path.parent.chmod(0o755)
    write(path, 1)
    say("after")


def forbid_writing(report, random, folder):
    solutions()
    for what, write in {**WRITERS, "simulate(log=)": simulate, "checkpoint": search}.items():
        kind = f"read-only folder in {what}"
        for at in range(2):
            own = folder / f"{write.__name__}-{at}"
            own.mkdir()
            whole = _old_file(write, own / "x") if at else None
            write(folder / f"warm-{write.__name__}-{at}", 1)
            own.chmod(0o555)
            child = run_child(report, kind, _as_nobody, write, own / "x")
            report.count(kind)
            report.hold("wrote" not in child.lines, kind, "it was written all the same")
            _hold_written(report, kind, child, whole)


def interrupt_writers(report, random, folder):
    """Ctrl-C while a file is written: the old one or the new one."""
    solutions()
    for what, write in WRITERS.items():
        kind = f"SIGINT of {what}"
        whole = _contents(folder, write)
        path = folder / f"interrupted {what}"
        write(path, 0)
        for _ in range(6):
            child = Child(_until_stopped, write, path)
            child.hear(PATIENCE, "begun")
            child.hear(random.uniform(0, 0.03))
            status = child.end(signal.SIGINT)
            report.count(kind)
            report.hold_alive(status == 0, kind, f"status {status} {child.lines[-1:]}")
            report.hold(path.read_bytes() in whole, kind, "half a file")
        left = [one.name for one in folder.iterdir() if one.name.endswith(".new")]
        report.hold(not left, kind, f"half a file is left: {left}")


def _until_stopped(say, write, path):
    try:
        _write_on(say, write, path)
    except KeyboardInterrupt:
        say("stopped")


FAULTS = [kill_writers, kill_logs, fill_disks, forbid_writing, interrupt_writers]
