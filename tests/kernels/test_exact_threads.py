"""Threads that share a compiled search: what they find is what one finds, however it ends."""

from __future__ import annotations

import _thread
from array import array
from random import Random

import pytest
from amounts import many
from hypothesis import given, settings
from hypothesis import strategies as st
from inside import pose, solve
from task_oracle import Oracle
from tasks import changed, task_of

import mastermind_core as mc
from mastermind_core.kernels import IMPOSSIBLE, POOL_LEGAL
from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.kernels.exact.task import MEAN, MEAN_THEN_WORST, WORST_THEN_MEAN
from mastermind_core.table import compile_game

from .conftest import native_scores

#: Thresholds at which every set is shared: tables of their own and glances for some, too.
SHARED = (3, 1, 2, 2, 64, 0, 2, 2, 2)


@pytest.fixture(scope="module")
def native():
    yield from native_scores()


def random_game(seed, n_guesses=30, n_secrets=14, n_scores=4, finals=1):
    """Return a table in which any guess may end several secrets, and what ends the game."""
    random = Random(seed)
    table = [[random.randrange(n_scores) for _ in range(n_secrets)] for _ in range(n_guesses)]
    own = [
        [n_scores if g == s else random.randrange(n_scores) for s in range(n_secrets)]
        for g in range(n_secrets)
    ]
    return table + own, [score < finals - 1 for score in range(n_scores)] + [True]


def value(found):
    return found.total, found.worst, found.lower_bound, found.proven


def digest(found):
    """Return a number that says which tree it is: a diff of two trees helps nobody."""
    tree = found.tree
    return None if tree is None else hash((bytes(tree.guesses), bytes(tree.edge_child)))


@settings(max_examples=many(60))
@given(
    st.integers(0, 2**20),
    st.sampled_from([MEAN, MEAN_THEN_WORST, WORST_THEN_MEAN]),
    st.sampled_from([1, 2]),
    st.booleans(),
    st.sampled_from([-1, 3, 4]),
    st.sampled_from([SHARED, ()]),
)
def test_several_threads_find_the_tree_of_one(
    native, seed, objective, finals, weighted, most, tuning
):
    table, final = random_game(seed, finals=finals)
    weights = [1 + s * seed % 5 for s in range(14)] if weighted else ()
    posed = task_of(
        array("I", range(14)), objective, max_steps=most, weights=weights, tuning=tuning
    )
    scores = native(table, final)
    alone = solve(scores, posed)
    assert alone.proven
    for threads in (2, 3, 5):
        found = solve(scores, changed(posed, threads=threads))
        assert value(found) == value(alone)
        assert digest(found) == digest(alone)


def test_threads_ask_for_what_is_legal(native):
    table, final = random_game(3)
    random = Random(4)
    legal = [[random.getrandbits(len(table)) | 1 << g for _ in final] for g in range(len(table))]
    posed = task_of(array("I", range(14)), MEAN, POOL_LEGAL, legal=legal, tuning=SHARED)
    scores = native(table, final)
    alone = solve(scores, posed)
    for threads in (2, 4):
        assert value(solve(scores, changed(posed, threads=threads))) == value(alone)


@pytest.mark.parametrize("nodes", [0, 1, 10, 100, 1000])
def test_a_budget_ends_all_threads(native, nodes):
    table, final = random_game(5, n_guesses=60, n_secrets=22, n_scores=5)
    everything = array("I", range(22))
    scores = native(table, final)
    best = solve(scores, task_of(everything))
    assert best.proven
    found = solve(scores, task_of(everything, nodes=nodes, threads=3, tuning=SHARED))
    assert found.lower_bound <= best.total <= found.total
    replayed = Oracle(table, final).replay(found.tree, range(22))
    assert replayed == (found.total, found.worst)


def test_a_small_table_of_solved_sets_serves_many_threads(native):
    # It grows while all are at work, and is full soon.
    table, final = random_game(6, n_guesses=40, n_secrets=17, n_scores=4)
    posed = task_of(array("I", range(17)), tuning=SHARED)
    scores = native(table, final)
    size = exact.table_bytes(scores, posed)
    totals = {
        solve(scores, changed(posed, threads=threads, memory=size + spare)).total
        for threads in (1, 4)
        for spare in (1 << 16, 1 << 20)
    }
    assert len(totals) == 1


def test_the_tree_of_a_game_of_codes_does_not_depend_on_threads(native):
    game = mc.Mastermind(colours=6, holes=4)
    table = compile_game(game)
    posed = changed(pose(game, table), tuning=(24, 2, 30, 12, 64, 64, 512, 16, 8))
    found = [solve(table.kernel_scores, changed(posed, threads=k)) for k in (1, 2, 4)]
    assert {one.total for one in found} == {5625}
    assert len(set(map(digest, found))) == 1


@pytest.mark.parametrize("colours", [4, 6])  # scores that one thread fills, and that all do
@pytest.mark.parametrize("objective", [MEAN, WORST_THEN_MEAN])
def test_the_first_tree_does_not_depend_on_threads(native, colours, objective):
    table = compile_game(mc.Mastermind(colours=colours, holes=4))
    scores = table.kernel_scores
    for posed in (
        task_of(table.everything, objective, nodes=0),
        task_of(table.everything[7:], objective, max_steps=7, nodes=0),
        task_of(table.everything, objective, weights=range(1, len(table.everything) + 1), nodes=0),
        task_of(table.everything, objective, max_steps=3, nodes=0),
    ):
        # What the search itself begins with, without the greedy trees of others.
        found = [exact.attempt(scores, changed(posed, threads=k)) for k in (1, 2, 5)]
        assert len({one.tree and digest(one) for one in found}) == 1
        assert len({(one.total, one.worst, one.lower_bound) for one in found}) == 1
        assert (found[0].tree is None) == (posed.question.max_steps == 3)


def test_ctrl_c_ends_all_threads(native):
    table = compile_game(mc.Mastermind(colours=8, holes=4))

    def interrupt(best, *_):
        if best < IMPOSSIBLE:  # a tree is there
            _thread.interrupt_main()

    found = solve(table.kernel_scores, task_of(table.everything, threads=3), interrupt)
    assert found.interrupted
    assert found.tree is not None
    assert found.lower_bound <= 20471 <= found.total


def test_an_error_of_the_game_reaches_the_caller(native):
    table, final = random_game(7)
    posed = task_of(array("I", range(14)), MEAN, POOL_LEGAL, legal=[], threads=3, tuning=SHARED)
    with pytest.raises(IndexError):
        solve(native(table, final), posed)


@pytest.mark.unwatched
@pytest.mark.parametrize("threads", [2, 3])
def test_progress_is_heard_from_several_threads(native, threads):
    game = mc.Mastermind(colours=7, holes=4)
    table = compile_game(game)
    heard = []
    posed = changed(pose(game, table), threads=threads)
    found = solve(table.kernel_scores, posed, lambda *now: heard.append(now))
    assert found.proven
    assert found.total == 11228
    assert all(bound <= 11228 <= best for best, bound, *_ in heard)
