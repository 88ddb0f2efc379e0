"""Choose between the plain and the compiled kernels of code games."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from mastermind_core.kernels import kernel


def code_kernel() -> Any:
    """Return the module that counts, lists and draws consistent codes and scores populations."""
    return _chosen("codes")


def genetic_kernel() -> Any:
    """Return the module that breeds codes."""
    return _chosen("genetic")


def sampled_kernel() -> Any:
    """Return the module that chooses guesses by samples of what fits."""
    return _chosen("sampled")


@cache
def _chosen(what: str) -> Any:
    suffix = "" if what == "codes" else f"_{what}"
    compiled = f"mastermind_core.kernels.codes.compiled{suffix}"
    if kernel().NAME == "native" and find_spec(compiled) is not None:
        return import_module(compiled)
    return import_module(f"mastermind_core.kernels.codes.plain{suffix}")
