"""Kernels called from several threads at once: the answers of one, and no race.

An environment of tox runs these tests on kernels that watch for races.
"""

from __future__ import annotations

import threading
from array import array
from importlib import import_module
from random import Random

import kernel_oracle as plain
import pytest
from eight import in_threads

import mastermind_core as mc
from mastermind_core.kernels import CodeShape, Criterion, Rules, is_compiled

from .conftest import NATIVE

pytestmark = pytest.mark.skipif(not NATIVE, reason="no native kernel was built")


def in_turns(*works):
    """Run functions in eight threads, each several times, and return what they returned."""

    def run(number):
        places = [(number + at) % len(works) for at in range(2 * len(works))]
        return [(place, works[place]()) for place in places]

    return [one for found in in_threads(run) for one in found]


def rows(n, kinds, seed):
    random = Random(seed)
    table = [[random.randrange(kinds) for _ in range(n)] for _ in range(n)]
    for at in range(n):
        table[at][at] = kinds
    return table


def test_all_families_at_once_on_one_table():
    native = import_module("mastermind_core.kernels.greedy.compiled")
    codes = plain.flat(plain.all_codes(4, 3))
    ids, final = plain.score_ids(3)
    scores = native.scores_from_codes(codes, codes, 3, ids, Rules(final))
    n, criterion = 64, Criterion("power", (), range(64))
    backwards = Criterion("power", (), range(63, -1, -1))
    table = native.scores_from_table(native.code_table(codes, codes, 3, ids), n, n, Rules(final))
    symmetries = import_module("mastermind_core.kernels.symmetries.compiled")
    lists = import_module("mastermind_core.kernels.codes.compiled")
    history = [(b"\0\0\1", 1, 0)]
    works = [
        lambda: native.greedy_tree(scores, range(n), criterion),
        lambda: native.greedy_tree(table, range(n), criterion),
        lambda: native.greedy_tree(table, range(20, 30), backwards),
        lambda: native.best_guess(table, range(n), criterion),
        lambda: native.split(scores, 5, array("I", range(n))),
        lambda: symmetries.find_symmetries(table, steps=10**6),
        lambda: lists.list_consistent(CodeShape(4, 3, True, True), history, 100),
        lambda: lists.count_consistent(CodeShape(4, 3, True, True), history),
    ]
    alone = [work() for work in works]
    for place, answer in in_turns(*works):
        assert answer == alone[place]


@pytest.mark.skipif(not is_compiled(), reason="the plain search has one thread")
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_searches_at_once_each_with_threads_of_its_own(threads):
    games = []
    for seed in range(3):
        table = rows(70, 7, seed)
        score = lambda guess, secret, table=table: table[guess][secret]  # noqa: E731
        games.append(mc.FiniteGame(range(70), range(70), score, {7}))
    works = [lambda game=game: mc.optimal(game, threads=threads) for game in games]
    alone = [mc.optimal(game) for game in games]
    for place, found in in_turns(*works):
        assert (found.total, found.proven) == (alone[place].total, True)
        assert mc.to_text(found.tree) == mc.to_text(alone[place].tree)


@pytest.mark.skipif(not is_compiled(), reason="the plain kernels keep the lock of Python")
def test_the_lock_is_given_back_while_a_kernel_works():
    game = mc.Mastermind(colours=6, holes=4)
    mc.compile_game(game)
    ticks, over = [], threading.Event()

    def tick():
        while not over.wait(0.001):
            ticks.append(None)

    def ticks_meanwhile():
        before = len(ticks)
        mc.optimal(game, "worst-then-mean", nodes=3000)
        return len(ticks) - before

    thread = threading.Thread(target=tick)
    thread.start()
    # On a busy machine the other thread may have had no turn; hardly a hundred times.
    assert any(ticks_meanwhile() > 3 for _ in range(100))
    over.set()
    thread.join()
