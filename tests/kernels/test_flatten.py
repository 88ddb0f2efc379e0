"""Trees that are mended until they are flat enough: found if there is one, given the time."""

from __future__ import annotations

import pytest
from amounts import many
from clock import turned_clock
from exact_problems import oracle_of, problems, task
from hypothesis import given, settings
from hypothesis import strategies as st
from inside import solve
from task_oracle import LEGAL, NEVER
from tasks import changed, task_of

import mastermind_core as mc
from mastermind_core.exact import Deadline, TimeIsUpError
from mastermind_core.exact.anytime import passes, sets
from mastermind_core.exact.anytime.passes import Passes
from mastermind_core.exact.anytime.sets import Sets, Settings
from mastermind_core.kernels import NO_LIMIT, is_compiled
from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.kernels.exact.task import WORST
from mastermind_core.table import compile_game

from .conftest import native_scores


@pytest.fixture(scope="module")
def native():
    yield from native_scores()


def passes_of(scores, posed, deadline, how=None):
    return Passes(Sets(scores, posed, exact.attempt, deadline, how))


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
def test_what_there_is_is_found_and_nothing_else(native, problem, small, nodes, kept, pairs):
    table, final, candidates, _, asked = problem
    if asked["pool"] == LEGAL:
        return
    posed = task(candidates, "worst", **asked)
    scores, oracle = native(table, final), oracle_of(table, final, asked)
    least = oracle.worst(candidates, len(candidates))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passes, "_WIDEST_FOR_ANY", 64)
        patch.setattr(sets, "_MOST_KEPT", kept)
        patch.setattr(sets, "_MANY", pairs)
        how = Settings(small=small, nodes=nodes)
        one_memory = passes_of(scores, posed, Deadline(NO_LIMIT), how)
        for steps in range(len(candidates) + 1):
            for own in (one_memory, passes_of(scores, posed, Deadline(NO_LIMIT), how)):
                tree = own.any_within(steps)
                assert (tree is not None) == (steps >= least)
                if tree is not None:
                    total, worst = oracle.replay(tree, candidates)
                    assert worst <= steps
                    assert total < NEVER


@pytest.mark.parametrize("looks", range(0, 60, 7))
def test_when_the_time_is_up_there_is_no_tree(looks):
    class Soon(Deadline):
        left_looks = looks

        def check(self, *_):
            self.left_looks -= 1
            if self.left_looks < 0:
                raise TimeIsUpError

    table = compile_game(mc.Mastermind(colours=6, holes=3))
    posed = task_of(table.everything, WORST)
    assert passes_of(table.kernel_scores, posed, Soon(NO_LIMIT)).any_within(2) is None


@pytest.mark.unwatched
@pytest.mark.compiled
def test_a_flatter_tree_than_any_greedy_one():
    table, greedily, least = compile_game(mc.BullsAndCows(9, 4)), 7, 6
    scores, posed = table.kernel_scores, task_of(table.everything, WORST)
    assert solve(scores, changed(posed, nodes=0)).worst == greedily
    assert passes_of(scores, posed, Deadline(NO_LIMIT)).any_within(least) is not None


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

    monkeypatch.setattr(Passes, "any_within", pressed)
    monkeypatch.setattr(Passes, "lessen", never)
    table = compile_game(mc.Mastermind(colours=6, holes=4))
    posed = task(table.everything, objective, seconds=1.0)
    with turned_clock():
        found = solve(table.kernel_scores, posed)
    assert asked
    assert found.tree is not None
    assert not found.proven
