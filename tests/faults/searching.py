"""Faults of searches: killed, stopped, damaged checkpoints, two at once, no memory, odd clocks."""

from __future__ import annotations

import resource
import signal
import sys
import time
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path

import mastermind_core as mc
from tests.faults.injecting import PATIENCE, Child, run_child
from tests.support.dividing import small_jobs
from tests.support.inside import FRONT

GAME = mc.Mastermind(colours=4, holes=3)
LARGE = mc.Mastermind(colours=5, holes=4)

#: A game of over a hundred jobs: those of GAME can all be done before a fault comes.
LONGER = mc.Mastermind(colours=6, holes=3)


def figures(found):
    return found.total, found.proven


@cache
def undisturbed(game=GAME):
    with small_jobs():
        return figures(mc.optimal(game))


def entries(path):
    """Count the entries of the table that a checkpoint holds."""
    with suppress(OSError), Path(path).open("rb") as file:
        file.seek(FRONT + 64)
        return int.from_bytes(file.read(8), sys.byteorder)
    return 0


def finished(report, kind, path, least, game=GAME):
    """End a search from its checkpoint: the same answer, and what was solved is found there."""
    kept = entries(path)
    report.hold_work(kept > 0 or least == 0, kind, f"{least} jobs were done, no set is kept")
    found = mc.optimal(game, checkpoint=path)
    right = undisturbed(game)
    report.hold(figures(found) == right, kind, f"{found} and not {right}")
    report.hold_work(entries(path) >= kept, kind, f"{kept} sets were kept, {entries(path)} are")


def _search(say, path, options):
    with small_jobs():
        # A search that is slow enough to be hit.
        def hook(done, total):
            say(f"done {done}")
            time.sleep(0.002)

        found = mc.optimal(GAME, checkpoint=path, progress=hook, **options)
    say(f"found {found.total}")


def _stopped(report, kind, random, folder, number, times):
    """Stop a search again and again on one checkpoint, and then let it end."""
    for at in range(times):
        path = folder / f"{kind}-{at}"
        least = kept = 0
        for _ in range(random.choice([1, 1, 2, 3])):
            child = Child(_search, path, random.choice([{}, {"workers": 2}, {"threads": 2}]))
            child.hear(random.uniform(0, 0.35))
            status = child.end(number)
            report.count(kind)
            report.hold_alive(status in {-number, 0}, kind, f"status {status}: {child.lines[-2:]}")
            least = max([least, *child.numbers("done")])
            before, kept = kept, entries(path)
            report.hold_work(kept >= before, kind, f"{before} sets were kept, {kept} are")
        finished(report, kind, path, least)


def kill_searches(report, random, folder):
    _stopped(report, "SIGKILL of a search", random, folder, signal.SIGKILL, 18)


def terminate_searches(report, random, folder):
    _stopped(report, "SIGTERM of a search", random, folder, signal.SIGTERM, 6)


def _interruptible(say, options):
    """Search, be interrupted, and show that the interpreter still works."""
    try:
        say("begun")
        found = mc.optimal(LARGE, **options)
        say(f"total {found.total} {found.lower_bound} {found.proven}")
    except mc.errors.Interrupted as stopped:
        if stopped.solution is not None:
            found = stopped.solution
            mc.replay(LARGE, found.tree)
            say(f"total {found.total} {found.lower_bound} {found.proven}")
        say(f"line {stopped}")
    except KeyboardInterrupt:
        say("line stopped")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    say(f"after {mc.optimal(GAME).total}")


def interrupt_searches(report, random, folder):
    kind = "SIGINT of a search"
    least = mc.optimal(LARGE).total
    for at in range(36):
        options = random.choice(
            [{}, {"threads": 2}, {"workers": 2}, {"checkpoint": folder / f"int-{at}"}]
        )
        child = Child(_interruptible, options)
        child.hear(PATIENCE, "begun")
        child.hear(random.choice([0, 0.001, 0.01, 0.1]) * random.random() * 5)
        status = child.end(signal.SIGINT)
        report.count(kind)
        report.hold_alive(status == 0, kind, f"status {status} {options}: {child.lines[-2:]}")
        report.hold(child.said("after") == ["206"], kind, f"{child.lines} {options}")
        for said in child.said("total"):
            total, bound, proven = said.split()
            fine = int(bound) <= least <= int(total) and (proven == "False" or int(total) == least)
            report.hold(fine, kind, f"{said}, where {least} is least")


def damage_checkpoints(report, random, folder):
    kind = "damaged checkpoint"
    path = folder / "whole"
    with small_jobs():
        mc.optimal(GAME, nodes=400, checkpoint=path)
        whole = path.read_bytes()
        for at in range(48):
            content = bytearray(whole)
            for _ in range(random.choice([1, 1, 2, 5, 60])):
                content[random.randrange(len(content))] = random.randrange(256)
            if at % 4 == 0:
                del content[random.randrange(len(content)) :]
            damaged = folder / f"damaged-{at}"
            damaged.write_bytes(content)
            report.count(kind)
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    found = mc.optimal(GAME, checkpoint=damaged)
                report.hold(figures(found) == undisturbed(), kind, f"{found} of {at}")
            except mc.MastermindCoreError as error:
                report.hold_alive("\n" not in str(error), kind, str(error))
            except Exception as error:
                report.hold_alive(False, kind, repr(error))


def _wait_half_way(say, path, go_on):
    """Search, and wait half-way until there is a file."""

    def hook(done, total):
        say(f"done {done}")
        while not go_on.exists():
            time.sleep(0.01)

    with small_jobs():
        say(f"found {mc.optimal(GAME, checkpoint=path, progress=hook).total}")


def share_checkpoints(report, random, folder):
    kind = "two searches on one checkpoint"
    for at in range(10):
        path, go_on = folder / f"shared-{at}", folder / f"go-on-{at}"
        child = Child(_wait_half_way, path, go_on)
        child.hear(PATIENCE, "done")
        report.count(kind)
        try:
            mc.optimal(GAME, checkpoint=path)
            report.hold(False, kind, "two wrote at once")
        except mc.BadArgument as error:
            report.hold("in use" in str(error) and "\n" not in str(error), kind, str(error))
        go_on.touch()
        status = child.end()
        report.hold(child.said("found") == ["206"], kind, f"status {status} {child.lines[-1:]}")


def _memory(say, room, options):
    """Search where the system refuses memory; then where it does not."""
    mc.optimal(mc.Mastermind(colours=6, holes=4), nodes=10, **options)
    size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size + room, hard))
    try:
        found = mc.optimal(mc.Mastermind(colours=6, holes=4), nodes=3000, **options)
        say(f"bounds {found.lower_bound} {found.total}")
    except (mc.MastermindCoreError, MemoryError) as error:
        say(f"line {type(error).__name__} {error}")
    except RuntimeError as error:  # of a thread that could not be started
        say(f"line {error}")
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    say(f"after {mc.optimal(GAME).total}")


def refuse_memory(report, random, folder):
    kind = "memory refused"
    for _ in range(16):
        # Where there is room for a thread's stack and hardly anything else, the C library itself
        # ends the process (status 127) as soon as the thread needs what belongs to it.
        room = random.randint(4 << 20, 16 << 20)
        options = random.choice([{}, {}, {"workers": 1}, {"threads": 2}])
        child = run_child(report, kind, _memory, room, options)
        report.count(kind)
        report.hold(child.said("after") == ["206"], kind, f"{room} {options} {child.lines[-2:]}")
        for said in child.said("bounds"):
            bound, total = map(int, said.split())
            report.hold(bound <= 5625 <= total, kind, said)


def _clock(say, path, options):
    """Search while the clock goes back an hour at every look."""
    now = [time.time()]

    def back():
        now[0] -= 3600
        return now[0]

    time.time = back
    found = mc.optimal(GAME, checkpoint=path, **options)
    say(f"found {found.total} {found.proven}")
    say(f"games {mc.simulate(GAME, 'entropy', games=20, seed=3).lengths.total}")


def turn_clocks_back(report, random, folder):
    kind = "clock set back"
    games = mc.simulate(GAME, "entropy", games=20, seed=3).lengths.total
    for at in range(10):
        options = random.choice([{}, {"seconds": 600}, {"threads": 2, "seconds": 600}])
        path = random.choice([None, folder / f"clock-{at}"])
        child = run_child(report, kind, _clock, path, options)
        report.count(kind)
        report.hold(child.said("found") == ["206 True"], kind, child.lines)
        report.hold(child.numbers("games") == [games], kind, child.lines)


FAULTS = [
    kill_searches,
    terminate_searches,
    interrupt_searches,
    damage_checkpoints,
    share_checkpoints,
    refuse_memory,
    turn_clocks_back,
]
