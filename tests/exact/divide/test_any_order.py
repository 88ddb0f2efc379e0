"""Whoever does the jobs, in whatever order and however late: the answer is the same."""

from __future__ import annotations

import pickle
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import nullcontext
from multiprocessing import get_context
from random import Random

import pytest

import mastermind_core as mc
from mastermind_core.exact.divide import pace, split
from mastermind_core.exact.divide.executors import traits_of
from mastermind_core.kernels.choose import is_compiled


class Unruly(Executor):
    """Threads that take any of the jobs that wait, when they like, and answer when they like."""

    def __init__(self, workers, seed):
        self._max_workers, self._random = workers, Random(seed)
        self._waiting, self._changed = [], threading.Condition()
        self.sent, self.open = [], True
        self._threads = [threading.Thread(target=self._work) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def submit(self, function, *given):
        future = Future()
        with self._changed:
            self.sent.append(given)
            self._waiting.append((future, function, given))
            self._changed.notify()
        return future

    def _work(self):
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or not self.open)
                if not self.open:
                    return
                at = self._random.randrange(len(self._waiting))
                future, function, given = self._waiting.pop(at)
                before, after = (self._random.choice([0, 0, 0.003]) for _ in range(2))
            if not future.set_running_or_notify_cancel():
                continue
            time.sleep(before)
            result = function(*given)
            time.sleep(after)
            future.set_result(result)

    def __exit__(self, *_):
        with self._changed:
            self.open = False
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()


@pytest.fixture(autouse=True)
def small_jobs(monkeypatch):
    small = (("SPAN", 12), ("SPAN_PLAIN", 12), ("HOPELESS", 3000), ("FEWEST", 1))
    for name, value in (*small, ("SECOND", 1)):
        monkeypatch.setattr(pace, name, value)
    monkeypatch.setattr(pace, "TINY", 2)


def odd_game(seed):
    """Return a game with weights, several ends and guesses that may not win."""
    random = Random(seed)
    rows = [[random.randint(0, 3) for _ in range(16)] for _ in range(12)]
    rows += [[9 if g == s else 8 - (s % 3 == 0) for s in range(16)] for g in range(16)]
    weights = [random.randint(1, 5) for _ in range(16)]
    return mc.FiniteGame(range(28), range(16), lambda g, s: rows[g][s], {9}, weights=weights)


GAMES = [mc.TwoD(5), mc.Mastermind(colours=4, holes=3), odd_game(1), odd_game(2)]


@pytest.mark.parametrize("objective", ["mean", "worst", "worst-then-mean", "mean-then-worst"])
@pytest.mark.parametrize("at", range(len(GAMES)))
def test_the_same_value_bound_and_tree(at, objective):
    game = GAMES[at]
    alone = mc.optimal(game, objective, workers=1)
    for seed, workers in enumerate((1, 3, 7) if is_compiled() else (3,)):
        with Unruly(workers, seed) as executor:
            found = mc.optimal(game, objective, executor=executor)
        assert (found.total, found.worst) == (alone.total, alone.worst)
        assert (found.lower_bound, found.proven) == (alone.lower_bound, True)
        assert mc.to_text(found) == mc.to_text(alone)


def test_the_same_tree_as_undivided():
    if not is_compiled():
        pytest.skip("the plain search breaks ties as it comes to them")
    for game in GAMES:
        with Unruly(5, 1) as executor:
            divided = mc.optimal(game, executor=executor)
        assert mc.to_text(divided) == mc.to_text(mc.optimal(game))


def test_a_worker_is_sent_the_game_once():
    workers, sent = 2, []
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as processes:
        submit = processes.submit
        processes.submit = lambda *given: sent.append(given) or submit(*given)
        for objective in ("mean", "worst"):
            assert mc.optimal(mc.TwoD(5), objective, executor=processes).proven
    with_game = [given for given in sent if given[2] is not None]
    # A process that asked for it may find that another took the job with it.
    assert 1 <= len(with_game) <= 3 * workers
    assert len(sent) > 10
    assert all(len(pickle.dumps(given)) < 2000 for given in sent if given[2] is None)


@pytest.mark.parametrize(("workers", "lanes"), [(1, 1), (2, 3), (8, 12), (64, 96)])
def test_as_many_jobs_are_on_the_way_as_there_are_workers(workers, lanes):
    assert pace.pace(None, workers).lanes == lanes


def test_executors_say_how_many_they_are():
    class Client:
        def nthreads(self):
            return {"one": 4, "two": 3}

    class Dask:
        _client = Client()

    class Silent:
        pass

    with ProcessPoolExecutor(5) as processes:
        assert traits_of(processes).workers == 5
    assert traits_of(Dask()).workers == 7
    assert traits_of(Silent()).workers == 8


def test_a_million_workers_are_not_started(monkeypatch):
    started = []

    def pool(workers, *_):
        started.append(workers)
        return nullcontext()

    monkeypatch.setattr(split, "process_pool", pool)
    monkeypatch.setattr(split.os, "cpu_count", lambda: 2)
    with pytest.warns(UserWarning, match="1000000 are more than this machine can use; 16 are"):
        found = mc.optimal(mc.TwoD(4), workers=10**6)
    assert started == [16]
    assert found.total == 46
