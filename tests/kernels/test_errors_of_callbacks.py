"""An error of a function of the user's comes out of a kernel as it is, whatever its type."""

from __future__ import annotations

import pytest

import mastermind_core as mc
from mastermind_core import compile_game
from mastermind_core.kernels import POOL_ALL, Criterion
from mastermind_core.kernels import choose as kernels

ERRORS = [OverflowError, MemoryError, RuntimeError, ValueError, TypeError, ArithmeticError]


@pytest.mark.parametrize("error", ERRORS)
def test_a_tree_that_is_stopped_by_an_error_is_not_grown_again(error):
    table = compile_game(mc.Mastermind(colours=7, holes=5))
    calls = []

    def stop(*_):
        calls.append(0)
        raise error("by the user")

    order = range(table.kernel_scores.n_guesses)
    costs = [size * size for size in range(len(table.everything) + 1)]
    rule = Criterion("sum", costs, order, POOL_ALL)
    with pytest.raises(error, match="by the user"):
        kernels.greedy.greedy_tree(table.kernel_scores, table.everything, rule, progress=stop)
    assert len(calls) == 1
