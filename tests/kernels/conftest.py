"""Both kernels, side by side, and plain oracles that import neither."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from itertools import chain

import pytest
from inside import PlainScores

from mastermind_core.kernels import Rules, is_compiled

NATIVE = find_spec("mastermind_core.kernels._native") is not None


@pytest.fixture(params=["reference", "native", "native-baseline"], scope="module")
def kernel(request):
    """Run a test on the reference, the compiled kernel, and that without special instructions."""
    if request.param == "reference":
        yield import_module("mastermind_core.kernels.greedy.plain")
        return
    if not NATIVE:
        pytest.skip("no native kernel was built")
    native = import_module("mastermind_core.kernels._native")
    before = native.vectors()
    native.limit_vectors("baseline" if request.param == "native-baseline" else before)
    yield import_module("mastermind_core.kernels.greedy.compiled")
    native.limit_vectors(before)


@pytest.fixture(params=["reference", "native", "native-baseline"], scope="module")
def scores_of(request):
    """Make scores from rows for the reference, or for one of the compiled searches."""
    if request.param == "reference":
        yield lambda table, final: PlainScores([*map(bytes, table)], len(table[0]), Rules(final))
        return
    yield from native_scores(request.param.removeprefix("native").removeprefix("-"))


def native_scores(most=""):
    if not is_compiled():
        pytest.skip("no native kernel runs")
    from mastermind_core.kernels import _native

    def scores(table, final):
        flat = bytes(chain.from_iterable(table))
        return _native.scores_from_table(flat, len(table), len(table[0]), bytes(final))

    before = _native.vectors()
    _native.limit_vectors(most or before)
    yield scores
    _native.limit_vectors(before)
