"""A search on a dask cluster of this machine."""

from __future__ import annotations

import os
import signal
from threading import Thread
from time import sleep

import pytest
from dividing import Here, small_jobs

import mastermind_core as mc

distributed = pytest.importorskip("distributed")

# Each starts a cluster of processes.
pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def cut_small():
    with small_jobs():
        yield


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("objective", ["mean", "worst"])
def test_the_same_answer_as_alone(tmp_path, objective):
    game = mc.Mastermind(colours=4, holes=3)
    alone = mc.optimal(game, objective, executor=Here())
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        found = mc.optimal(
            game, objective, executor=client.get_executor(), checkpoint=tmp_path / "proof"
        )
    assert (found.values, found.proven) == (alone.values, True)
    assert objective == "worst" or mc.to_text(found) == mc.to_text(alone)


@pytest.mark.filterwarnings("default")
def test_a_worker_that_is_killed_on_the_way():
    """Its jobs are done again by another, which is sent the game when it asks for it."""
    game = mc.Mastermind(colours=4, holes=3)
    alone = mc.optimal(game, executor=Here())
    killed = []
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        processes = list(client.run(os.getpid).values())

        def kill_one(done, _):
            if done >= 3 and not killed:
                killed.append(processes[0])
                os.kill(processes[0], signal.SIGKILL)

        found = mc.optimal(game, executor=client.get_executor(), progress=kill_one)
    assert killed
    assert (found.total, found.worst, found.proven) == (alone.total, alone.worst, True)
    assert mc.to_text(found) == mc.to_text(alone)


def signal_all(processes, number):
    for process in processes:
        os.kill(process, number)


@pytest.mark.filterwarnings("default")
def test_a_job_that_the_cluster_gives_up(tmp_path):
    """Dask takes the death of workers for the fault of what they did, and says so in its words."""
    dask = pytest.importorskip("dask")
    game, path = mc.Mastermind(colours=6, holes=3), tmp_path / "proof"
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        processes = client.run(os.getpid).values()

        def kill_all():
            sleep(0.5)  # what was answered before the workers stood still arrives
            while not any(worker.processing for worker in cluster.scheduler.workers.values()):
                sleep(0.01)
            signal_all(processes, signal.SIGKILL)

        killing = Thread(target=kill_all, daemon=True)

        def stop_all(done, _):
            if done and killing.ident is None:
                signal_all(processes, signal.SIGSTOP)
                killing.start()

        with pytest.raises(mc.errors.WorkerLost, match="a worker process died"):
            mc.optimal(game, executor=client.get_executor(), checkpoint=path, progress=stop_all)
        killing.join()
    assert mc.optimal(game, checkpoint=path).total == 854


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("closed", ["client", "cluster"])
def test_a_cluster_that_closes_on_the_way(tmp_path, closed):
    game, path = mc.Mastermind(colours=6, holes=3), tmp_path / "proof"
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        waiting = [{"client": client, "cluster": cluster}[closed]]

        def close(done, _):
            if done and waiting:
                waiting.pop().close()

        with small_jobs(), pytest.raises(mc.errors.WorkerLost, match="its executor was shut down"):
            mc.optimal(game, executor=client.get_executor(), checkpoint=path, progress=close)
    assert mc.optimal(game, checkpoint=path).total == 854
