"""Those who do the jobs: budgets, Ctrl-C, workers that are lost, that hang, that are refused."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from multiprocessing import active_children, get_context
from pathlib import Path

import pytest
from dividing import Here, small_jobs

import mastermind_core as mc
from mastermind_core.errors import BadArgument, WorkerLost
from mastermind_core.exact.divide import search, workers
from mastermind_core.exact.divide.workers import JobContext
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels import is_compiled
from mastermind_core.kernels.exact import compiled, sharing

GAME = mc.Mastermind(colours=4, holes=3)
LINUX = pytest.mark.skipif(
    not (is_compiled() and hasattr(os, "memfd_create")),
    reason="needs the compiled kernel and files in memory",
)


@pytest.fixture(autouse=True)
def cut_small():
    workers._contexts.clear()  # a process keeps the solved sets of games that it has seen
    with small_jobs():
        yield


@pytest.mark.parametrize("nodes", [0, 5, 30, 60, 200])
@pytest.mark.parametrize("objective", ["mean", "worst-then-mean", "worst"])
def test_a_budget(nodes, objective):
    least = mc.optimal(GAME, objective)
    # Processes take most of the time of this file: two budgets show that they keep to theirs.
    for how in ({"executor": Here()}, {"workers": 2})[: 2 if nodes in (5, 60) else 1]:
        found = mc.optimal(GAME, objective, nodes=nodes, **how)
        assert found.lower_bound <= least.lower_bound
        assert least.values <= found.values <= mc.optimal(GAME, objective, nodes=0).values
        assert not found.proven or found.values == least.values


def test_no_time(tmp_path):
    found = mc.optimal(GAME, executor=Here(), seconds=0, checkpoint=tmp_path / "proof")
    assert found.lower_bound <= 206 <= found.total


@pytest.mark.parametrize("stopped_at", range(0, 40, 3))
def test_a_search_that_is_stopped_has_as_good_a_tree_as_every_greedy_one(stopped_at):
    asked = []

    def tick(*_):
        asked.append(1)
        if len(asked) > stopped_at:
            raise KeyboardInterrupt

    try:
        found = mc.optimal(GAME, executor=Here(1), progress=tick)
    except mc.errors.Interrupted as stopped:
        found = stopped.solution
        assert found.lower_bound <= 206
    greedy = (s for s in mc.STRATEGIES.values() if isinstance(s, mc.Greedy))
    assert found.total <= min(mc.length_distribution(GAME, one).total for one in greedy)
    assert mc.replay(GAME, found.tree).total == found.total


def local_game():
    """Return a game whose class no other process can find."""

    class Local(mc.TwoD):
        pass

    return Local(2)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"workers": 0}, "workers must be an integer from 1, or None, not 0"),
        ({"executor": 3}, "executor must be a concurrent.futures.Executor, not 3"),
        ({"executor": ThreadPoolExecutor(1), "workers": 2}, "threads, workers or an executor"),
        ({"game": local_game()}, "cannot be sent to"),
    ],
)
def test_bad_arguments(wrong, words):
    game = wrong.pop("game", mc.TwoD(3))
    with pytest.raises(BadArgument, match=words):
        mc.optimal(game, **{"workers": None if "executor" in wrong else 2, **wrong})


def test_the_pool_of_legal_guesses_is_not_split():
    class Odd(mc.TwoD):
        def legal(self, guess, history):
            return all(guess != asked for asked, _ in history)

    with pytest.raises(BadArgument, match='the pool "legal" is not split'):
        mc.optimal(Odd(3), pool="legal", workers=1)


def test_executors_say_how_many_they_are():
    class Client:
        def nthreads(self):
            return {"one": 4, "two": 3}

    class Dask:
        _client = Client()

    class Silent:
        pass

    with ThreadPoolExecutor(5) as threads:
        assert workers.traits_of(threads).workers == 5
    assert workers.traits_of(Dask()).workers == 7
    assert workers.traits_of(Silent()).workers == 8


def test_a_million_workers_are_not_started(monkeypatch):
    started = []

    def pool(count, *_):
        started.append(count)
        executor = Here(count)
        return nullcontext(workers.sent_to(executor, b"own"))

    monkeypatch.setattr(search, "process_pool", pool)
    monkeypatch.setattr(workers.os, "cpu_count", lambda: 2)
    with pytest.warns(UserWarning, match="1000000 are more than this machine can use; 16 are"):
        found = mc.optimal(mc.TwoD(4), workers=10**6)
    assert started == [16]
    assert found.total == 46


class Broken(Executor):
    """Lose a worker with the first question, and take none after that."""

    def __init__(self):
        self._lost = False

    def submit(self, *_):
        if self._lost:
            raise BrokenExecutor
        self._lost = True
        future = Future()
        future.set_exception(BrokenExecutor())
        return future


def test_a_worker_that_dies_is_reported(tmp_path):
    with pytest.raises(WorkerLost, match="checkpoint"):
        mc.optimal(mc.TwoD(5), executor=Broken(), checkpoint=tmp_path / "proof")
    assert mc.optimal(mc.TwoD(5), checkpoint=tmp_path / "proof").total == 83


class Losing(Here):
    """An executor like dask's, some of whose results are lost with their workers."""

    _client = None

    def __init__(self, lost):
        super().__init__(2)
        self.lost = lost

    def submit(self, *given):
        if not self.lost:
            return super().submit(*given)
        self.lost -= 1
        future = Future()
        future.set_exception(TypeError("cannot unpack non-iterable NoneType object"))
        return future


def test_results_that_are_lost_are_asked_for_again():
    executor = Losing(1)
    found = mc.optimal(GAME, executor=executor)
    assert executor.lost == 0
    assert mc.to_text(found) == mc.to_text(mc.optimal(GAME, executor=Here()))
    with pytest.raises(TypeError):
        mc.optimal(GAME, executor=Losing(1000))


class Deaf(Executor):
    """An executor that takes jobs and does none."""

    def submit(self, *given, **named):
        signal.setitimer(signal.ITIMER_REAL, workers.TICK / 3, 60)
        return Future()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no timers that send signals")
def test_a_signal_that_is_heard_when_a_wait_should_be_over_ends_it():
    heard = []

    def note(number, frame):
        heard.append(number)
        time.sleep(2 * workers.TICK)
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGALRM, note)
    try:
        with pytest.raises(mc.errors.Interrupted):
            mc.optimal(GAME, executor=Deaf())
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert heard == [signal.SIGALRM], "the wait went on until another signal came"


class Stopped(Here):
    """An executor whose jobs are cut short by something else than their nodes."""

    def submit(self, work, *given):
        future = super().submit(work, *given)
        if (found := future.result()) is not None and self.jobs > 3:
            future = Future()
            future.set_result(found._replace(tree=None, proven=False, nodes=0, openings=()))
        return future


def test_a_job_that_was_cut_short_ends_the_search():
    found = mc.optimal(mc.Mastermind(colours=5, holes=3), executor=Stopped())
    assert not found.proven
    assert found.lower_bound <= 451 <= found.total


def test_jobs_keep_to_the_memory_of_a_search(monkeypatch, tmp_path):
    asked = set()
    attempt = kernels.exact.attempt

    def spy(scores, task, *rest):
        asked.add(task.limits.memory)
        return attempt(scores, task, *rest)

    monkeypatch.setattr(kernels.exact, "attempt", spy)
    path = tmp_path / "kept"
    found = mc.optimal(mc.TwoD(5), checkpoint=path, executor=Here(), memory=1 << 28)
    assert (found.total, asked) == (83, {1 << 28})


class Looking:
    """A context whose jobs do nothing but look whether they are to stop."""

    def __init__(self, begun):
        self._begun = begun

    def answer(self, job, look_up):
        self._begun.touch()
        while True:
            look_up()


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")
@pytest.mark.parametrize("number", ["SIGSTOP", "SIGKILL"])
def test_a_process_that_ends_at_a_look_holds_nobody_up(number, tmp_path, monkeypatch):
    """Wherever it is stopped, the others and the parent are told to stop all the same."""
    monkeypatch.setattr(workers, "_PATIENCE", 0.1)
    monkeypatch.setattr(workers, "get_context", lambda: get_context("fork"))
    monkeypatch.setattr(workers, "evolve", lambda context: context)

    def end_many():
        for at in range(8):
            begun = tmp_path / str(at)
            with workers.process_pool(1, b"looking", Looking(begun), b"") as send:
                send(None, None)
                while not begun.exists():
                    time.sleep(0.001)
                os.kill(active_children()[0].pid, getattr(signal, number))
        done.append(True)

    done = []
    ending = threading.Thread(target=end_many, daemon=True)
    ending.start()
    ending.join(3600)
    assert done


@LINUX
@pytest.mark.parametrize("lost", ["made", "opened", "mapped"])
def test_without_what_is_shared_each_has_its_own(monkeypatch, lost):
    if lost == "made":
        monkeypatch.setattr(compiled, "shared_bytes", lambda _: None)
    elif lost == "opened":
        monkeypatch.setattr("mastermind_core.exact.divide.workers.opened", lambda _: None)
        monkeypatch.setattr(workers, "get_context", lambda: get_context("spawn"))
    else:
        monkeypatch.setattr(sharing, "_MOST", 4096)
    with small_jobs(ALONE=0):
        found, alone = mc.optimal(mc.TwoD(5), workers=2), mc.optimal(mc.TwoD(5))
    assert mc.to_text(found) == mc.to_text(alone)


@pytest.mark.slow
@LINUX
def test_what_one_process_has_solved_another_knows(monkeypatch):
    """Processes that share do less than those that do not."""
    game, nodes = mc.Mastermind(colours=7, holes=4), {}
    for shares in (True, False):
        if not shares:
            monkeypatch.setattr(compiled, "shared_bytes", lambda _: None)
        with small_jobs(SPAN=2000, ALONE=0, FEWEST=16):
            nodes[shares] = mc.optimal(game, workers=4).nodes
    assert nodes[True] < nodes[False]


@LINUX
def test_nothing_stays_open_when_all_is_said(tmp_path):
    def open_files():
        return len(list(Path("/proc/self/fd").iterdir()))

    def mapped():
        maps = Path("/proc/self/maps").read_text()
        return maps.count("memfd:mastermind_core") + maps.count(str(tmp_path))

    def searched(game, name):
        mc.optimal(game, workers=2)
        mc.optimal(game, workers=2, checkpoint=tmp_path / name)
        mc.optimal(game, checkpoint=tmp_path / f"{name} alone")
        with ThreadPoolExecutor(2) as threads:
            mc.optimal(game, executor=threads)

    searched(mc.TwoD(4), "first")
    gc.collect()
    files, maps = open_files(), mapped()
    for at, game in enumerate([mc.TwoD(5), GAME, mc.TwoD(6)]):
        searched(game, str(at))
    gc.collect()
    assert open_files() <= files
    assert mapped() <= maps


@pytest.mark.parametrize("memory", [1, 2**20, 2**40, 2**58, 2**62])
def test_more_and_less_memory_than_there_is(memory):
    if memory == 1 and is_compiled():
        with pytest.raises(mc.GameTooLarge):
            mc.optimal(GAME, workers=5, memory=memory)
        return
    found = mc.optimal(GAME, workers=5, memory=memory)
    assert mc.to_text(found) == mc.to_text(mc.optimal(GAME, executor=Here()))


@LINUX
def test_what_has_the_number_by_now_is_not_opened(tmp_path, monkeypatch):
    shared = sharing.shared_bytes(1 << 20)
    path, count, token, machine, process = shared.name
    assert sharing.opened(shared.name) is None  # by this process
    assert sharing.opened((path, count, token, machine, process + 1)) is not None
    assert sharing.opened((path, count, token[::-1], machine, process + 1)) is None
    assert sharing.opened((path, count, token, "another", process + 1)) is None
    kept = tmp_path / "kept"
    kept.write_bytes(b"mine" * 100)
    for other in (kept, tmp_path, "/dev/null", "/nowhere"):
        assert sharing.opened((str(other), count, token, machine, process + 1)) is None
    assert kept.read_bytes() == b"mine" * 100


def test_a_game_that_another_process_gets_is_made_once(monkeypatch):
    made, answered = [], []
    answer = JobContext.answer

    def noted(context, *given):
        made.append(id(context))
        answered.append(given)
        return answer(context, *given)

    monkeypatch.setattr(JobContext, "answer", noted)
    mc.optimal(mc.Mastermind(colours=5, holes=3), "worst-then-mean", executor=Here(3))
    assert len(answered) > 5
    assert len(set(made)) == 1
