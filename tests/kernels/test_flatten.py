"""Trees that are mended until they are flat enough: found if there is one, given the time."""

from __future__ import annotations

from functools import partial

import pytest
from amounts import many
from clock import turned_clock
from hypothesis import given, settings
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.exact.anytime import flattener as flattening
from mastermind_core.exact.anytime.budget import solve
from mastermind_core.exact.anytime.flattener import Flattener
from mastermind_core.exact.anytime.improver import Improver
from mastermind_core.exact.anytime.sets import Sets, Settings
from mastermind_core.exact.deadline import Deadline, TimeIsUpError
from mastermind_core.kernels.choose import greedy_kernel, is_compiled
from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.kernels.exact.task import NO_LIMIT, WORST, Task
from mastermind_core.table import compile_game

from .conftest import native_scores
from .exact_oracle import LEGAL, NEVER
from .exact_problems import oracle_of, problems, task


@pytest.fixture(scope="module")
def native():
    yield from native_scores()


def flattener_of(scores, posed, deadline, how=None):
    new_sets = partial(Sets, greedy_kernel(), scores, posed, deadline, how)
    return Flattener(new_sets, exact.attempt)


#: Everything is searched at once, some sets are, none is.
SMALL = [100, 5, 1]


@settings(max_examples=many(150))
@given(
    problems(),
    st.sampled_from(SMALL),
    st.integers(1, 3),
    st.sampled_from([0, 10**7]),
    st.sampled_from([0, 1 << 26]),
)
def test_what_there_is_is_found_and_nothing_else(native, problem, small, nodes, kept, late):
    table, final, candidates, _, asked = problem
    if asked["pool"] == LEGAL:
        return
    posed = task(candidates, "worst", **asked)
    scores, oracle = native(table, final), oracle_of(table, final, asked)
    least = oracle.worst(candidates, len(candidates))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flattening, "_WIDEST", 64)
        patch.setattr(flattening, "_MOST_KEPT", kept)
        patch.setattr(flattening, "_MANY", late)
        how = Settings(small=small, nodes=nodes)
        for steps in range(len(candidates) + 1):
            flattener = flattener_of(scores, posed, Deadline(NO_LIMIT), how)
            tree = flattener.within(steps)
            assert (tree is not None) == (steps >= least)
            if tree is not None:
                total, worst = oracle.replay(tree, candidates)
                assert worst <= steps
                assert total < NEVER


@settings(max_examples=many(150))
@given(
    problems(),
    st.sampled_from(SMALL),
    st.sampled_from([1, 10**6]),
    st.sampled_from([1, 100]),
    st.booleans(),
)
def test_the_best_guesses_have_trees_that_are_short_enough(
    native, problem, small, nodes, at_once, root
):
    table, final, candidates, _, asked = problem
    if asked["pool"] == LEGAL:
        return
    posed = task(candidates, "worst", **asked)
    scores, oracle = native(table, final), oracle_of(table, final, asked)
    least, forever = oracle.worst(candidates, len(candidates)), Deadline(NO_LIMIT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flattening, "_AT_ONCE", at_once)
        for steps in range(1, len(candidates) + 1):
            flattener = flattener_of(scores, posed, forever, Settings(small, nodes))
            tree = flattener.best_within(posed.candidates, steps, forever, root=root)
            if tree is not None:
                assert oracle.replay(tree, candidates)[1] <= steps
            elif small == max(SMALL) and nodes > 1:
                assert steps < least


@pytest.mark.parametrize("looks", range(0, 60, 7))
def test_when_the_time_is_up_there_is_no_tree(looks):
    class Soon(Deadline):
        left_looks = looks

        def check(self, *_):
            self.left_looks -= 1
            if self.left_looks < 0:
                raise TimeIsUpError

    table = compile_game(mc.Mastermind(colours=6, holes=3))
    posed = Task(table.everything, WORST)
    flattener = flattener_of(table.kernel_scores, posed, Soon(NO_LIMIT))
    assert flattener.within(2) is None


@pytest.mark.unwatched
@pytest.mark.skipif(not is_compiled(), reason="minutes of plain Python")
def test_a_flatter_tree_than_any_greedy_one():
    table, greedily, least = compile_game(mc.BullsAndCows(9, 4)), 7, 6
    scores, posed = table.kernel_scores, Task(table.everything, WORST)
    assert solve(scores, posed._replace(nodes=0)).worst == greedily
    flattener = flattener_of(scores, posed, Deadline(NO_LIMIT))
    assert flattener.within(least) is not None


@pytest.mark.unwatched
@pytest.mark.skipif(not is_compiled(), reason="no native kernel runs")
@pytest.mark.parametrize("objective", ["worst", "worst-then-mean"])
def test_ctrl_c_ends_everything(monkeypatch, objective):
    asked = []

    def pressed(*_):
        asked.append(1)
        raise KeyboardInterrupt

    def never(*_):
        raise AssertionError

    monkeypatch.setattr(Flattener, "within", pressed)
    monkeypatch.setattr(Improver, "passes", never)
    table = compile_game(mc.Mastermind(colours=6, holes=4))
    posed = task(table.everything, objective, seconds=0.3)
    with turned_clock():
        found = solve(table.kernel_scores, posed)
    assert asked
    assert found.tree is not None
    assert not found.proven
