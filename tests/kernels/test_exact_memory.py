"""Searches of one game that have a memory in common find what each finds by itself."""

from __future__ import annotations

from array import array
from itertools import product
from random import Random

import pytest
from exact_problems import check, oracle_of, problems, task
from hypothesis import given
from hypothesis import strategies as st
from task_oracle import ALL, LEGAL
from tasks import changed

import mastermind_core as mc
from mastermind_core.kernels import Criterion, is_compiled
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.table import compile_game

from .conftest import native_scores


@pytest.fixture(scope="module")
def native():
    yield from native_scores()


@given(problems(), st.data())
def test_a_memory_changes_no_value(native, problem, data):
    table, final, candidates, objective, asked = problem
    scores = native(table, final)
    posed = task(candidates, objective, **asked)
    memory = exact.new_memory(scores, posed)
    guesses = data.draw(st.lists(st.integers(0, len(table) - 1), max_size=5))
    subset = sorted(data.draw(st.sets(st.sampled_from(candidates), min_size=1)))
    part = task(subset, objective, **{**asked, "symmetries": ()})
    for one in [posed, part, *(changed(posed, first=(guess,)) for guess in guesses), part, posed]:
        found = exact.attempt(scores, one, known=memory)
        alone = exact.attempt(scores, one)
        assert found.proven
        assert found.lower_bound == alone.lower_bound
        assert (found.tree is None) == (alone.tree is None)
        if not one.question.first:
            oracle = oracle_of(table, final, {**asked, "symmetries": one.hints.symmetries})
            check(found, oracle, one.question.candidates, objective, one.question.max_steps)
        elif objective in {"mean", "mean-then-worst"} and asked["pool"] != LEGAL:
            assert found.total == alone.total


@pytest.mark.parametrize("steps", [2, 3, -1])
def test_a_memory_keeps_what_paths_cost_apart(native, steps):
    """Questions about several prices of the guesses of a path have one memory, in any order."""
    random = Random(steps)
    rows = [[random.randrange(3) for _ in range(6)] for _ in range(4)]
    rows += [[3 * (at == own) for at in range(6)] for own in range(6)]
    scores = native(rows, [False, False, False, True])
    posed = task(list(range(6)), "mean", max_steps=steps)
    every = [prices for n in (1, 2, 3) for prices in product((0, 1, 2), repeat=n)]
    random.shuffle(every)
    memory = exact.new_memory(scores, posed)
    for prices in every + every[::-1]:
        asked = changed(posed, prices=prices)
        found, alone = exact.attempt(scores, asked, known=memory), exact.attempt(scores, asked)
        assert found._replace(nodes=0) == alone._replace(nodes=0), prices


@given(problems(), st.randoms(use_true_random=False))
def test_what_a_memory_tells_helps_another_and_damage_changes_no_value(native, problem, random):
    table, final, candidates, objective, asked = problem
    scores = native(table, final)
    posed = task(candidates, objective, **asked)
    alone = exact.attempt(scores, posed)
    teller, silent = (exact.new_memory(scores, posed) for _ in range(2))
    teller.hear(b"", 0)
    silent.hear(b"", 10**12)
    assert exact.attempt(scores, posed, known=teller)._replace(nodes=0) == alone._replace(nodes=0)
    exact.attempt(scores, posed, known=silent)
    alone_again = exact.new_memory(scores, posed)
    exact.attempt(scores, posed, known=alone_again)
    assert not alone_again.tell()  # who hears nothing keeps nothing to tell
    told = bytearray(teller.tell())
    assert not silent.tell()
    assert not teller.tell()  # each entry is told once
    assert len(told) % 32 == 0
    damaged = bytearray(told)
    for _ in range(random.randint(1, 9)):
        if damaged:
            damaged[random.randrange(len(damaged))] ^= 1 << random.randrange(8)
    cut = told[: random.randint(0, len(told))]
    for entries in (told, damaged, cut, random.randbytes(random.randint(0, 200))):
        memory = exact.new_memory(scores, posed)
        memory.hear(bytes(entries), 10**12)
        found = exact.attempt(scores, posed, known=memory)
        assert found._replace(nodes=0) == alone._replace(nodes=0)
        assert entries is not told or found.nodes <= alone.nodes


@pytest.mark.skipif(not is_compiled(), reason="no native kernel runs")
@pytest.mark.parametrize(
    "sizes", [(1, 7, 8, 64, 90), pytest.param((1, 7, 8, 64, 90, 120), marks=pytest.mark.slow)]
)
def test_a_search_of_a_subset_is_the_same_after_greedy_trees(sizes):
    game = mc.FiniteGame(range(150), range(150), lambda g, s: -1 if g == s else g * s % 11, {-1})
    fresh, grown = compile_game(game).kernel_scores, compile_game(game).kernel_scores
    everything = Criterion("power", (), array("I", range(150)), ALL, 1)
    kernels.greedy.greedy_tree(grown, array("I", range(150)), everything)
    for size in sizes:
        posed = task(sorted(Random(size).sample(range(150), size)))
        found = exact.attempt(grown, posed)
        assert found == exact.attempt(fresh, posed)
        assert found.proven


@given(problems(), st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=3), min_size=2))
def test_one_memory_serves_all_prices_of_the_guesses_of_a_path(native, problem, priced):
    table, final, candidates, objective, asked = problem
    scores, posed = native(table, final), task(candidates, objective, **asked)
    memory = exact.new_memory(scores, posed)
    for prices in priced:
        one = changed(posed, prices=prices)
        known, alone = exact.attempt(scores, one, known=memory), exact.attempt(scores, one)
        assert (known.proven, known.lower_bound) == (True, alone.lower_bound)
        assert (known.tree is None) == (alone.tree is None)
        assert objective == "worst" or known.total == alone.total
