"""Workers of one machine who share the sets that they solve find what each finds by itself."""

from __future__ import annotations

import gc
import os
import sys
from array import array
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from adhoc import games
from amounts import many
from hypothesis import given, settings
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.exact.divide import pace, recipe, senders
from mastermind_core.exact.divide.job import Job, JobContext
from mastermind_core.exact.divide.workers import News
from mastermind_core.exact.problem import pose
from mastermind_core.kernels.choose import is_compiled
from mastermind_core.kernels.exact import compiled, sharing
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.table import compile_game

OBJECTIVES = ["worst", "mean", "worst-then-mean", "mean-then-worst"]

pytestmark = pytest.mark.skipif(
    not (is_compiled() and hasattr(os, "memfd_create")),
    reason="needs the compiled kernel and files in memory",
)


@pytest.fixture(autouse=True, scope="module")
def small_jobs():
    small = (("SPAN", 12), ("HOPELESS", 3000), ("FEWEST", 1), ("SECOND", 1))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in small:
            patch.setattr(pace, name, value)
        patch.setattr(pace, "TINY", 2)
        yield


def same(one, other):
    assert (one.total, one.worst) == (other.total, other.worst)
    assert (one.lower_bound, one.proven) == (other.lower_bound, other.proven)
    assert mc.to_text(one) == mc.to_text(other)


@settings(max_examples=many(40))
@given(games(weighted=True), st.sampled_from(OBJECTIVES), st.sampled_from(["all", "candidates"]))
def test_threads_that_share(tmp_path_factory, game, objective, pool):
    alone = mc.optimal(game.finite(), objective, workers=1, pool=pool)
    kept = tmp_path_factory.mktemp("kept") / "proof.sqlite"
    found = mc.optimal(game.finite(), objective, threads=3, checkpoint=kept, pool=pool)
    same(found, alone)


@pytest.fixture
def sharers(monkeypatch):
    """Count those who shared in each search of a test, as the bytes say."""
    made = []
    sharing_of = JobContext.sharing

    def seen(own, count):
        made.append(sharing_of(own, count))
        return made[-1]

    monkeypatch.setattr(JobContext, "sharing", seen)
    monkeypatch.setattr(pace, "TINY", 0)  # then the coordinator searches nothing itself
    return lambda: [
        int.from_bytes(os.pread(own.shared.mapped.file, 8, 8), sys.byteorder) for own in made
    ]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("way", ["fork", "spawn", "forkserver"])
def test_processes_share_however_they_are_started(monkeypatch, sharers, way, objective):
    monkeypatch.setattr(senders, "get_context", lambda: get_context(way))
    game = mc.Mastermind(colours=5, holes=3)
    same(mc.optimal(game, objective, workers=2), mc.optimal(game, objective, workers=1))
    assert (sharers()[0] > 0) == (objective != "worst")


def test_the_processes_of_an_executor_share(sharers):
    game = mc.Mastermind(colours=4, holes=3)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        same(mc.optimal(game, executor=processes), mc.optimal(game, workers=1))
    assert sharers()[0] > 0


@pytest.mark.parametrize("lost", ["made", "opened", "mapped"])
def test_without_what_is_shared_each_has_its_own(monkeypatch, lost):
    if lost == "made":
        monkeypatch.setattr(compiled, "shared_bytes", lambda _: None)
    elif lost == "opened":
        nowhere = property(lambda _: ("/proc/self/fd/nothing", "mastermind_core"))
        monkeypatch.setattr(sharing.Shared, "name", nowhere)
        monkeypatch.setattr(senders, "get_context", lambda: get_context("spawn"))
    else:
        monkeypatch.setattr(compiled, "shared_bytes", lambda _: sharing.shared_bytes(4096))
    game = mc.TwoD(5)
    same(mc.optimal(game, workers=2), mc.optimal(game, workers=1))


GAME = mc.Mastermind(colours=8, holes=3)


def context():
    """Return the context of a game, which shares with nobody."""
    table = compile_game(GAME)
    return recipe.context_of(table, pose(GAME, table))


def everything():
    candidates = array("I", range(512))
    return Job(candidates.tobytes(), Objective.MEAN, 512, (), (), 10**6, 10**6)


def test_what_one_process_has_solved_another_knows():
    own = context()
    common = own.sharing(2)
    alone = own.answer(everything()).nodes
    assert common.answer(everything()).nodes == alone
    path, label = common.shared.name
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:

        def nodes(name):
            made = recipe.recipe_of(GAME, "all", -1, name)
            return processes.submit(senders._answer, repr(name), made, everything()).result().nodes

        assert nodes((path, label)) < 0.6 * alone
        assert nodes((path, "another")) == alone
        assert nodes(("/nowhere", label)) == alone


def test_nothing_stays_open_when_all_is_said():
    def open_files():
        return len(list(Path("/proc/self/fd").iterdir()))

    def mapped():
        return Path("/proc/self/maps").read_text().count("mastermind_core-")

    games = [mc.TwoD(5), mc.Mastermind(colours=4, holes=3), mc.TwoD(6)]
    gc.collect()
    files, maps = open_files(), mapped()
    for game in games:
        mc.optimal(game, workers=2)
        with ThreadPoolExecutor(2) as threads:
            mc.optimal(game, executor=threads)
    gc.collect()
    assert open_files() <= files
    assert mapped() <= maps


@pytest.mark.parametrize("memory", [2**40, 2**58, 2**62])
def test_more_memory_than_there_is(memory):
    game = mc.Mastermind(colours=4, holes=3)
    same(mc.optimal(game, workers=5, memory=memory), mc.optimal(game, workers=1))


def test_what_has_the_number_by_now_is_not_opened(tmp_path, monkeypatch):
    shared = sharing.shared_bytes(1 << 20)
    path, label = shared.name
    monkeypatch.setattr(os, "getpid", lambda: 0)  # another process
    assert sharing.opened((path, label)) is not None
    assert sharing.opened((path, label + "0")) is None
    kept = tmp_path / "kept"
    kept.write_bytes(b"mine")
    opened = os.open
    monkeypatch.setattr(sharing.os, "open", lambda _, flags: opened(kept, flags))
    assert sharing.opened((path, label)) is None
    assert kept.read_bytes() == b"mine"


class Heard(ThreadPoolExecutor):
    """Threads on machines of their own, with the entries that come with each job."""

    def __init__(self):
        super().__init__(3)
        self.news = []

    def submit(self, work, *given):
        self.news.append(given[3])
        return super().submit(work, *given)


@pytest.mark.parametrize("objective", [*OBJECTIVES, "within:2-then-mean"])
@pytest.mark.parametrize(
    ("told", "heard", "most", "some"),
    [(0, 2, 1 << 20, True), (10**9, 2, 1 << 20, False), (0, 0, 1 << 20, False), (0, 2, 31, False)],
)
def test_what_goes_around_between_machines(monkeypatch, objective, told, heard, most, some):
    monkeypatch.setattr(senders, "_contexts", {})
    for name, value in (("TOLD", told), ("HEARD", heard), ("MOST_NEWS", most), ("TINY", 0)):
        monkeypatch.setattr(pace, name, value)
    game = mc.Mastermind(colours=5, holes=3)
    alone = mc.optimal(game, objective, workers=1)
    with Heard() as executor:
        same(mc.optimal(game, objective, executor=executor), alone)
        same(mc.optimal(game, objective, executor=executor), alone)  # who knows what it was told
    assert any(executor.news) == (some and objective != "worst")
    assert all(len(one) <= most for one in executor.news)


def test_workers_of_one_machine_are_told_nothing(monkeypatch, tmp_path):
    seen = []
    answer = JobContext.answer

    def asked(own, job, *given, **named):
        seen.append(named.get("news"))
        return answer(own, job, *given, **named)

    monkeypatch.setattr(JobContext, "answer", asked)
    mc.optimal(mc.Mastermind(colours=4, holes=3), threads=2, checkpoint=tmp_path / "proof")
    assert seen
    assert set(seen) == {None}


def test_the_newest_results_are_kept(monkeypatch):
    monkeypatch.setattr(pace, "HEARD", 2)
    monkeypatch.setattr(pace, "MOST_NEWS", 100)
    news, answer = News(2), context().answer(everything())
    for at in range(9):
        news.take(answer._replace(solved=bytes([at]) * 20))
    assert news.all() == b"".join(bytes([at]) * 20 for at in range(5, 9))
    news.take(answer._replace(solved=bytes(90)))
    assert news.all() == bytes(90)
    news.take(answer._replace(solved=bytes(101)))
    assert news.all() == b""
