"""Executors that are closed, that return no futures, or futures of something else."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace

import pytest
from dividing import small_jobs
from errors import one_line

import mastermind_core as mc
from mastermind_core.kernels import Found

GAME = mc.Mastermind(colours=5, holes=3)


class Odd:
    """An executor that does nothing of what it is given, and returns what it makes."""

    def __init__(self, make):
        self._make = make

    def submit(self, work, *given):
        return self._make()


class Silent(Odd):
    """An executor of a client that was closed before it called its jobs back."""

    _client = SimpleNamespace(status="closed", nthreads=lambda: {"worker": 1})

    def __init__(self):
        super().__init__(Future)


def with_result(value):
    future = Future()
    future.set_result(value)
    return future


def cancelled():
    future = Future()
    future.cancel()
    future.set_running_or_notify_cancel()
    return future


def shut_down():
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    return pool


def fails():
    raise RuntimeError("several\nlines")


class ClosedClientError(Exception):
    """What dask raises where its client is closed: no error of concurrent.futures."""

    __module__ = "distributed.client"


def raises(error):
    raise error


def with_error(error):
    future = Future()
    future.set_exception(error)
    return future


CLOSED, BROKEN = ClosedClientError("several\nlines"), BrokenExecutor("several\nlines")
LOST = mc.errors.WorkerLost

ODD = {
    "nothing": (partial(Odd, lambda: None), mc.BadArgument, "must return a future"),
    "number": (partial(Odd, lambda: 3), mc.BadArgument, "must return a future"),
    "result": (partial(Odd, lambda: with_result(None)), mc.BadArgument, "the result of its work"),
    "text": (partial(Odd, lambda: with_result("junk")), mc.BadArgument, "the result of its work"),
    "pair": (partial(Odd, lambda: with_result((1, 2))), mc.BadArgument, "the result of its work"),
    "list": (partial(Odd, lambda: with_result([1, 2])), mc.BadArgument, "the result of its work"),
    "cancelled": (partial(Odd, cancelled), LOST, ""),
    "shut down": (shut_down, mc.BadArgument, "accepts no work"),
    "failing": (partial(Odd, fails), mc.BadArgument, "accepts no work (several lines)"),
    "closed": (partial(Odd, partial(raises, CLOSED)), LOST, "its executor was shut down"),
    "closed later": (partial(Odd, lambda: with_error(CLOSED)), LOST, "its executor was shut down"),
    "silent": (Silent, LOST, "its executor was shut down"),
    "broken": (partial(Odd, partial(raises, BROKEN)), LOST, "a worker process died"),
    "broken later": (partial(Odd, lambda: with_error(BROKEN)), LOST, "a worker process died"),
}

CALLS = {
    "optimal": lambda executor: mc.optimal(GAME, executor=executor),
    "solution_exists": lambda executor: mc.solution_exists(GAME, 4, executor=executor),
    "is_greedy_optimal": lambda executor: mc.is_greedy_optimal(GAME, executor=executor),
    "simulate": lambda executor: mc.simulate(GAME, "knuth", games=3, executor=executor),
    "compare": lambda executor: mc.compare(GAME, ["knuth"], games=3, executor=executor),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("odd", ODD)
def test_an_odd_executor_is_refused_in_one_line(call, odd):
    make, error, words = ODD[odd]
    with small_jobs(), one_line(error, words):  # so that there are jobs
        CALLS[call](make())


class Meddling:
    """An executor that does its work, and says of the sets that were solved what it likes."""

    _max_workers = 2

    def __init__(self, solved):
        self._solved = solved

    def submit(self, work, *given):
        found = work(*given)
        return with_result(
            found._replace(solved=self._solved) if isinstance(found, Found) else found
        )


@pytest.mark.parametrize(
    "solved", [None, 3, "text", [1], float("nan"), b"cut", b"\xff" * 64, bytes(1 << 21)]
)
def test_what_is_said_of_solved_sets_changes_no_result(solved, tmp_path):
    with small_jobs():
        found = mc.optimal(GAME, executor=Meddling(solved), checkpoint=tmp_path / "proof")
    assert (found.total, found.proven) == (451, True)
    assert mc.optimal(GAME, checkpoint=tmp_path / "proof").total == 451
