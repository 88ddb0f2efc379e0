"""Faults of those who search for others: processes and dask's workers, killed or standing still."""

from __future__ import annotations

import logging
import os
import signal
import time
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from threading import Thread, Timer

import mastermind_core as mc
from tests.faults.injecting import PATIENCE, Child, run_child
from tests.faults.searching import GAME, LONGER, figures, finished, undisturbed
from tests.support.dividing import small_jobs

#: Whether dask is installed; where it is not, the report says so.
DASK = find_spec("distributed") is not None


def lose_workers(report, random, folder):
    """Kill a worker while the search waits, and go on with the checkpoint."""
    _lose(report, "worker killed", folder, [random.randint(1, 30) for _ in range(10)], _kill)


def freeze_workers(report, random, folder):
    """Let a worker stand still for good, in a search with a budget of time."""
    kind, strikes = "worker hangs, with a budget", [random.randint(1, 2) for _ in range(3)]
    _lose(report, kind, folder, strikes, _freeze, seconds=0.5)


def _lose(report, kind, folder, strikes, strike, seconds=None):
    """Strike a worker in each search: it ends in one line or with a total, and can be gone on."""
    for at, after in enumerate(strikes):
        path = folder / f"{strike.__name__}-{at}"
        child = run_child(report, kind, _with_workers, path, after, strike, seconds)
        report.count(kind)
        found = child.said("found")
        fine = child.said("line") or (found == ["206"] if seconds is None else found)
        report.hold(bool(fine), kind, f"{child.lines[-3:]}")
        finished(report, kind, path, max([0, *child.numbers("done")]))


def thaw_workers(report, random, folder):
    """Let a worker stand still for a while, in a search without a budget: it waits, and ends."""
    kind = "worker hangs for a while"
    for at in range(3):
        path = folder / f"thawed-{at}"
        child = run_child(report, kind, _with_workers, path, random.randint(1, 9), _freeze_a_while)
        report.count(kind)
        report.hold(child.said("found") == ["206"], kind, f"{child.lines[-3:]}")


def interrupt_frozen(report, random, folder):
    """Press Ctrl-C where a worker stands still for good, in a search without a budget."""
    kind = "worker hangs until Ctrl-C"
    for at in range(3):
        path = folder / f"interrupted-{at}"
        child = Child(_with_workers, path, random.randint(1, 9), _freeze_all)
        child.hear(PATIENCE, "frozen")
        child.hear(0.3)
        status = child.end(signal.SIGINT)
        report.count(kind)
        report.hold_alive(status == 0, kind, f"status {status}: {child.lines[-3:]}")
        report.hold(bool(child.said("line")), kind, f"{child.lines[-3:]}")
        finished(report, kind, path, max([0, *child.numbers("done")]))


def _kill(say, processes):
    os.kill(processes[0].pid, signal.SIGKILL)


def _freeze(say, processes):
    os.kill(processes[0].pid, signal.SIGSTOP)


def _freeze_a_while(say, processes):
    os.kill(processes[0].pid, signal.SIGSTOP)
    Timer(0.7, os.kill, (processes[0].pid, signal.SIGCONT)).start()


def _freeze_all(say, processes):
    for process in processes:
        os.kill(process.pid, signal.SIGSTOP)
    say("frozen all")


def _with_workers(say, path, after, strike, seconds=None):
    """Search with two processes, and strike when some results have come."""
    import multiprocessing

    left, waiting = after, [strike]

    def hook(done, total):
        nonlocal left
        say(f"done {done}")
        left -= 1
        # A search looks at some sets by itself before it has workers.
        if left <= 0 and waiting and (processes := multiprocessing.active_children()):
            waiting.pop()(say, processes)

    with small_jobs():
        try:
            found = mc.optimal(GAME, workers=2, checkpoint=path, progress=hook, seconds=seconds)
            say(f"found {found.total}")
        except (mc.errors.WorkerLost, mc.errors.Interrupted) as error:
            say(f"line {error}")


def kill_dask_workers(report, random, folder):
    """Kill a worker of a cluster in each search: another does its jobs."""
    strikes = [random.randint(1, 4) for _ in range(8)]
    _on_a_cluster(report, "dask worker killed", strikes, signal.SIGKILL)


def freeze_dask_workers(report, random, folder):
    """Let a worker of a cluster stand still: its scheduler gives it up, and another goes on."""
    strikes = [random.randint(1, 3) for _ in range(2)]
    _on_a_cluster(report, "dask worker hangs", strikes, signal.SIGSTOP)


def lose_dask_jobs(report, random, folder):
    """Let a cluster give a job up with its worker: one line, and the checkpoint goes on."""
    kind = "dask gives a job up"
    path = folder / "given-up"
    child = run_child(report, kind, _give_up, path)
    report.count(kind)
    report.hold(bool(child.said("line")), kind, f"{child.lines[-3:]}")
    finished(report, kind, path, max([0, *child.numbers("done")]), LONGER)


def _on_a_cluster(report, kind, strikes, number):
    child = run_child(report, kind, _strike_cluster, strikes, number)
    # A search may end before its turn to be struck: what is counted is what was.
    report.count(kind, len(child.said("struck")))
    report.hold(len(child.said("struck")) > 0, kind, f"no worker was struck: {child.lines[-3:]}")
    right = " ".join(map(str, undisturbed()))
    report.hold(child.said("found") == [right] * len(strikes), kind, f"{child.lines[-9:]}")


@contextmanager
def _cluster(failures):
    """Open a cluster of two processes that gives one up which is silent for a few seconds."""
    import dask
    from distributed import Client, LocalCluster

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    patience = {
        "distributed.scheduler.worker-ttl": "5s",
        "distributed.scheduler.allowed-failures": failures,
    }
    with (
        dask.config.set(patience),
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


def _processes(client):
    """Return the processes of a cluster's workers, when there are two that answer."""
    end = time.monotonic() + PATIENCE
    patience = time.monotonic() + 10
    while time.monotonic() < end:
        with suppress(OSError, RuntimeError):
            found = client.run(os.getpid, on_error="ignore")
            if len(found) >= 2:
                return list(found.values())
        time.sleep(0.1)
        # What watches over a worker does not always start another.
        if time.monotonic() > patience:
            patience += 30
            client.cluster.scale(len(client.cluster.workers) + 1)
    raise RuntimeError("a cluster does not have its two workers again")


def _strike_cluster(say, strikes, number):
    with small_jobs(), _cluster(failures=100) as client:
        for after in strikes:
            processes = _processes(client)

            def hook(done, total, left=[after], processes=processes):  # noqa: B006
                left[0] -= 1
                if left[0] == 0:
                    os.kill(processes[0], number)
                    say("struck one")

            found = mc.optimal(GAME, executor=client.get_executor(), progress=hook)
            total, proven = figures(found)
            say(f"found {total} {proven}")


def _give_up(say, path):
    """Search on a cluster that takes the death of a worker for the fault of its job."""
    with small_jobs(), _cluster(failures=0) as client:
        processes = _processes(client)
        scheduler = client.cluster.scheduler

        def kill_all():
            # What was answered before they stood still has arrived, and new jobs are theirs.
            time.sleep(0.5)
            while not any(worker.processing for worker in scheduler.workers.values()):
                time.sleep(0.01)
            for process in processes:
                os.kill(process, signal.SIGKILL)

        killing = Thread(target=kill_all, daemon=True)

        def hook(done, total):
            say(f"done {done}")
            if killing.ident is None:
                for process in processes:
                    os.kill(process, signal.SIGSTOP)
                killing.start()

        try:
            mc.optimal(LONGER, executor=client.get_executor(), checkpoint=path, progress=hook)
            say("found no fault")
        except mc.errors.WorkerLost as error:
            say(f"line {error}")


def close_dask_clusters(report, random, folder):
    """Close a client or its cluster, or call its jobs back, in the midst of a search."""
    for at in range(8):
        close, aside = random.choice(sorted(_CLOSINGS)), random.random() < 0.5
        kind, path = f"dask: {close}", folder / f"closed-{at}"
        child = run_child(report, kind, _close, path, close, random.randint(1, 5), aside)
        report.count(kind, len(child.said("struck")))
        fine = child.said("line") or child.said("found") == ["854"]
        report.hold(bool(fine), kind, f"{child.lines[-3:]}")
        report.hold_alive(all("\\n" not in line for line in child.said("line")), kind, child.lines)
        finished(report, kind, path, max([0, *child.numbers("done")]), LONGER)


def _shut_down(client, executor):
    client.shutdown()


def _close_cluster(client, executor):
    client.cluster.close()


def _close_client(client, executor):
    client.close()


def _cancel(client, executor):
    client.cancel(list(executor._futures), force=True)


_CLOSINGS = {
    "scheduler shut down": _shut_down,
    "cluster closed": _close_cluster,
    "client closed": _close_client,
    "jobs cancelled": _cancel,
}


def _close(say, path, name, after, aside):
    """Search on a cluster that is closed by the search's own hook, or by a thread beside it."""
    with suppress(Exception), small_jobs(), _cluster(failures=3) as client:
        executor = client.get_executor()
        left = after

        def strike():
            with suppress(Exception):
                _CLOSINGS[name](client, executor)
            say("struck one")

        striking = Thread(target=strike, daemon=True)

        def hook(done, total):
            nonlocal left
            say(f"done {done}")
            left -= 1
            if left == 0:
                striking.start() if aside else strike()

        try:
            found = mc.optimal(LONGER, executor=executor, checkpoint=path, progress=hook)
            say(f"found {found.total}")
        except mc.errors.WorkerLost as error:
            say(f"line {error}")
        except Exception as error:
            say(f"other {error!r}")
        if striking.ident is not None:
            striking.join(PATIENCE)


def end_dask_tasks(report, random, folder):
    """Let the process of a task end in the midst of it: it is done again, or given up in a line."""
    for at in range(4):
        kind, failures = "dask task dies", at % 2 * 100
        marker, path = folder / f"marker-{at}", folder / f"died-{at}"
        marker.write_text(str(random.randint(1, 500)))
        child = run_child(report, kind, _end_task, path, marker, failures)
        report.count(kind, not marker.exists())
        report.hold(not marker.exists(), kind, "no task died")
        fine = child.said("found") == ["206"] if failures else child.said("line")
        report.hold(bool(fine), kind, f"{failures}: {child.lines[-3:]}")


def _deadly(marker, parent, guess, secret):
    """Score as the game does; end another process than the parent after so many scores."""
    if os.getpid() != parent and marker.exists():
        _deadly.left = getattr(_deadly, "left", int(marker.read_text())) - 1
        if _deadly.left == 0:
            marker.unlink()
            os._exit(3)
    return GAME.score(guess, secret)


def _end_task(say, path, marker, failures):
    score = partial(_deadly, marker, os.getpid())
    game = mc.FiniteGame(GAME.guesses, GAME.secrets, score, GAME.endstates)
    with small_jobs(), _cluster(failures) as client:
        try:
            found = mc.optimal(game, executor=client.get_executor(), checkpoint=path)
            say(f"found {found.total}")
        except mc.errors.WorkerLost as error:
            say(f"line {error}")


FAULTS = [lose_workers, freeze_workers, thaw_workers, interrupt_frozen]
if DASK:
    FAULTS += [kill_dask_workers, freeze_dask_workers, lose_dask_jobs]
    FAULTS += [close_dask_clusters, end_dask_tasks]
