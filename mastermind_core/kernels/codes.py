"""Choose between the plain and the compiled kernels of code games."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from mastermind_core.kernels import kernel

_COMPILED = "mastermind_core.kernels.compiled_codes"


@cache
def code_kernel() -> Any:
    """Return the module that counts, lists and draws consistent codes and scores populations."""
    compiled = kernel().NAME == "native" and find_spec(_COMPILED) is not None
    return import_module(_COMPILED if compiled else "mastermind_core.kernels.reference_codes")
