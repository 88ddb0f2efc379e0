"""Both kernels, side by side, and plain oracles that import neither."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from itertools import chain

import pytest

from mastermind_core.kernels.choose import is_compiled
from mastermind_core.kernels.shared.plain_scores import PlainScores

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
    native.use_baseline_scan(request.param == "native-baseline")
    yield import_module("mastermind_core.kernels.greedy.compiled")
    native.use_baseline_scan(False)


@pytest.fixture(params=["reference", "native", "native-baseline"], scope="module")
def scores_of(request):
    """Make scores from rows for the reference, or for one of the compiled searches."""
    if request.param == "reference":
        yield lambda table, final: PlainScores([*map(bytes, table)], len(table[0]), final)
        return
    yield from native_scores(baseline=request.param == "native-baseline")


def native_scores(*, baseline):
    if not is_compiled():
        pytest.skip("no native kernel runs")
    from mastermind_core.kernels import _native

    def scores(table, final):
        flat = bytes(chain.from_iterable(table))
        return _native.scores_from_table(flat, len(table), len(table[0]), bytes(final))

    _native.use_baseline_scan(baseline)
    yield scores
    _native.use_baseline_scan(False)
