"""Whoever does the jobs, however small, in whatever order and however late: the same answer."""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import product
from multiprocessing import get_context
from random import Random

import pytest
from adhoc import games
from amounts import many, mostly_slow
from dividing import Here, small_jobs
from hypothesis import given, settings
from hypothesis import strategies as st
from path_oracle import Paths
from test_paths_that_cost import KINDS, random_game

import mastermind_core as mc
from mastermind_core.errors import NoStrategy
from mastermind_core.kernels import is_compiled

OBJECTIVES = ("worst", "mean", "worst-then-mean", "mean-then-worst")
LENGTHS = ("within:2-then-mean", "penalty:0,1,3-then-worst", "worst-then-within:2")


@pytest.fixture(autouse=True)
def cut_small():
    with small_jobs():
        yield


class Unruly(Executor):
    """Threads that take any of the jobs that wait, when they like, and answer when they like."""

    def __init__(self, workers, seed):
        self._max_workers, self._random = workers, Random(seed)
        self._waiting, self._changed, self.open = [], threading.Condition(), True
        self._threads = [threading.Thread(target=self._work) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def submit(self, function, *given):
        future = Future()
        with self._changed:
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


def odd_game(seed):
    """Return a game with weights, several ends and guesses that may not win."""
    random = Random(seed)
    rows = [[random.randint(0, 3) for _ in range(16)] for _ in range(12)]
    rows += [[9 if g == s else 8 - (s % 3 == 0) for s in range(16)] for g in range(16)]
    weights = [random.randint(1, 5) for _ in range(16)]
    return mc.FiniteGame(range(28), range(16), lambda g, s: rows[g][s], {9}, weights=weights)


GAMES = [mc.TwoD(5), mc.Mastermind(colours=4, holes=3), odd_game(1), odd_game(2)]


def figures(game, objective, **options):
    """Return what does not depend on who searches: only the nodes do."""
    try:
        found = mc.optimal(game, objective, **options)
    except NoStrategy:
        return None
    total = None if objective == "worst" else found.total
    worst = None if objective == "mean" else found.worst
    return found.proven, found.lower_bound, found.values, total, worst


def same(one, other):
    assert one.proven
    assert other.proven
    assert one.values == other.values
    assert one.lower_bound == other.lower_bound
    if one.objective != "worst":  # of which any tree does
        assert mc.to_text(one) == mc.to_text(other)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("at", range(len(GAMES)))
def test_the_same_value_bound_and_tree(at, objective):
    first = mc.optimal(GAMES[at], objective, executor=Here())
    for seed, workers in enumerate((1, 3, 7) if is_compiled() else (3,)):
        with Unruly(workers, seed) as executor:
            same(mc.optimal(GAMES[at], objective, executor=executor), first)
    if is_compiled():  # the plain search breaks ties as it comes to them
        same(first, mc.optimal(GAMES[at], objective))


def settled_game(random):
    """Return a game with end states here and there, or with the secrets as guesses, and twins."""
    n, m = random.randint(3, 13), random.randint(3, 11)
    kinds = random.randint(1, 4)
    rows = [[random.randint(0, kinds) for _ in range(n)] for _ in range(m)]
    if random.random() < 0.5:
        rows += [[kinds - answer for answer in row] for row in rows[: random.randint(1, m)]]
    own = n if random.random() < 0.6 else 0
    if not own:
        for secret in range(n):
            rows[random.randrange(len(rows))][secret] = 9
    rows += [[9 if g == s else -1 for s in range(n)] for g in range(own)]
    weights = () if random.random() < 0.6 else [random.randint(1, 9) for _ in range(n)]
    return mc.FiniteGame(range(len(rows)), range(n), lambda g, s: rows[g][s], {9}, weights=weights)


@pytest.mark.parametrize(
    "sizes",
    [
        {"SPAN": 12, "ALONE": 1},
        {"SPAN": 1, "ALONE": 0, "NARROW": 0},
        {"SPAN": 2, "ALONE": 0, "FEWEST": 2},
        {"SPAN": 3, "ALONE": 2, "FEWEST": 16, "RANKED": 3},
        {"SPAN": 5, "ALONE": 0, "NARROW": 0, "FEWEST": 3},
    ],
    ids=str,
)
def test_random_games_however_they_are_cut(sizes):
    random, jobs = Random(sizes["SPAN"]), 0
    for _ in range(30 if is_compiled() else 8):
        game, executor = settled_game(random), Here(random.choice([1, 2, 5]))
        objective = random.choice([*OBJECTIVES, *LENGTHS])
        asked = {
            "pool": random.choice(["all", "candidates"]),
            "max_steps": random.choice([None, None, 1, 2, 3, 4, 5]),
        }
        direct = figures(game, objective, **asked)
        with small_jobs(**sizes, ALONE_PLAIN=0):
            assert figures(game, objective, executor=executor, **asked) == direct
        jobs += executor.jobs
    assert jobs > (60 if is_compiled() else 8)


@settings(deadline=None, max_examples=many(40))
@given(games(weighted=True), st.sampled_from(OBJECTIVES), st.sampled_from(["all", "candidates"]))
def test_threads_on_their_own_and_an_executor(game, objective, pool):
    alone = mc.optimal(game.finite(), objective, pool=pool, executor=Here())
    with ThreadPoolExecutor(3) as threads:
        same(mc.optimal(game.finite(), objective, pool=pool, executor=threads), alone)


DIVIDED = [kind for kind in KINDS if kind[3] != "legal" and (kind[1] or kind[2] != "none")]


@pytest.mark.parametrize("kind", DIVIDED, ids=lambda kind: "-".join(map(str, kind)))
def test_goals_and_costs_as_the_oracle_has_them(kind):
    weighted, priced, goals, pool, objective = kind
    for seed in range(3):
        random = Random(seed)
        game = random_game(random, weighted=weighted, priced=priced, goals=goals, most=9)
        if not any(0 in row for row in game["table"]):
            game["final"] = [False] * len(game["final"])
        steps, money = random.choice(
            [(None, None), (random.randint(2, 5), None), (None, random.randint(3, 20))]
        )
        wanted = Paths(game, pool).answer(range(len(game["table"][0])), objective, steps, money)
        asked = {"pool": pool, "max_steps": steps, "max_cost": money, "executor": Here()}
        try:
            with small_jobs(SPAN=3, ALONE=0):
                found = mc.optimal(finite(game), objective, **asked)
        except NoStrategy:
            assert wanted is None
        else:
            assert found.proven
            assert wanted[0] in {None, found.total}
            assert wanted[1] in {None, found.worst}


def finite(game, costs=None, goals=None):
    """Make a game of the rows of a random one."""
    table = game["table"]
    own = game["goals"] if goals is None else goals
    return mc.FiniteGame(
        range(len(table)),
        range(len(table[0])),
        table,
        {0} if any(0 in row for row in table) else (),
        weights=game["weights"],
        costs=costs or game["prices"],
        **({} if own is None else {"goal": own.__getitem__}),
    )


def test_what_is_paid_along_the_way_is_divided():
    random, executor = Random(3), Here()
    rows = [[random.randrange(2) for _ in range(24)] for _ in range(16)]
    game = mc.FiniteGame(range(16), range(24), rows, (), goal=int, costs=[1, 2, 3, 5] * 4)
    for objective in OBJECTIVES:
        one, other = (figures(game, objective, **how) for how in ({}, {"executor": executor}))
        assert one == other
    assert (executor.jobs > 0) == is_compiled()


@pytest.mark.parametrize("weight", [1, 2**41])
@pytest.mark.parametrize("max_steps", [1, 2])
def test_a_limit_that_no_strategy_keeps_ends(weight, max_steps):
    rows = ["w00w", "1w11", "11w1"]
    game = mc.FiniteGame(
        range(3), range(4), lambda g, s: rows[g][s], {"w"}, weights=[weight, 1, 1, 1]
    )
    with pytest.raises(NoStrategy):
        mc.optimal(game, max_steps=max_steps, executor=Here())
    assert mc.optimal(game, max_steps=3, executor=Here()).worst == 3


@pytest.mark.parametrize(
    ("way", "objective"),
    mostly_slow(
        [*product(["fork", "spawn", "forkserver"], OBJECTIVES)],
        quick=[("fork", "mean"), ("fork", "worst"), ("spawn", "mean-then-worst")],
    ),
)
def test_processes_however_they_are_started(monkeypatch, way, objective):
    if sys.platform == "win32" and way != "spawn":
        pytest.skip("processes are not forked there")
    from mastermind_core.exact.divide import workers

    monkeypatch.setattr(workers, "get_context", lambda: get_context(way))
    game = mc.Mastermind(colours=5 if is_compiled() else 3, holes=3)
    same(mc.optimal(game, objective, workers=2), mc.optimal(game, objective, executor=Here()))


def test_processes_of_an_executor_that_are_sent_the_game_once():
    sent, game = [], mc.TwoD(5)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        submit = processes.submit
        processes.submit = lambda *given: sent.append(given) or submit(*given)
        for objective in ("mean", "worst"):
            same(mc.optimal(game, objective, executor=processes), mc.optimal(game, objective))
    with_game = [given for given in sent if given[2] is not None]
    # A process that asked for it may find that another took the job with it.
    assert 1 <= len(with_game) <= 6
    assert len(sent) > 10


def test_an_opening_and_other_questions():
    game, executor = mc.TwoD(5), Here()
    first = {"first_guess": (1, 2)}
    same(mc.optimal(game, **first, executor=executor), mc.optimal(game, **first))
    assert mc.solution_exists(game, 4, executor=executor)
    assert not mc.solution_exists(game, 3, executor=executor)
    assert mc.optimal_worst_case(game, executor=executor) == 4
    assert not mc.is_greedy_optimal(game, executor=executor)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_search_is_not_done_twice():
    """A search that one worker divides, with its own memory, looks at hardly more sets."""
    game, executor = mc.Mastermind(colours=7, holes=4), Here(1)
    with small_jobs(SPAN=5000, ALONE=2000, FEWEST=16):
        direct, divided = mc.optimal(game), mc.optimal(game, executor=executor)
    same(divided, direct)
    assert executor.jobs > 20
    assert divided.nodes < 1.25 * direct.nodes
