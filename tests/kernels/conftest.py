"""Both kernels, side by side, and plain oracles that import neither."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import pytest

NATIVE = find_spec("mastermind_core.kernels._native") is not None


@pytest.fixture(params=["reference", "native", "native-baseline"], scope="module")
def kernel(request):
    """Run a test on the reference, the compiled kernel, and that without special instructions."""
    if request.param == "reference":
        yield import_module("mastermind_core.kernels.reference")
        return
    if not NATIVE:
        pytest.skip("no native kernel was built")
    native = import_module("mastermind_core.kernels._native")
    native.use_baseline_scan(request.param == "native-baseline")
    yield import_module("mastermind_core.kernels.compiled")
    native.use_baseline_scan(False)
