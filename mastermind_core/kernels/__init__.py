"""Numbers in, numbers out: the inner loops, in plain Python and (where built) natively.

``reference`` defines every function; the native kernel has the same ones. Callers ask
:func:`kernel` and never import one of the two. The environment variable
``MASTERMIND_CORE_KERNEL`` (reference or native) forces one.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from mastermind_core.errors import BadArgument

_CHOICE = "MASTERMIND_CORE_KERNEL"


def active() -> str:
    """Say in one line which kernel runs.

    >>> active().split(":")[0] in {"native", "reference"}
    True
    """
    if kernel().NAME == "native":
        return f"native: compiled, {kernel().scan_name()} loops"
    if find_spec("mastermind_core.kernels._native"):
        return f"reference: plain Python (asked for by {_CHOICE})"
    return "reference: plain Python (no native kernel was built: was there a C++20 compiler?)"


@cache
def kernel() -> Any:
    """Return the module that does the work."""
    wanted = os.environ.get(_CHOICE, "")
    if wanted not in {"", "native", "reference"}:
        raise BadArgument(f"{_CHOICE} must be native or reference, not {wanted!r}")
    built = find_spec("mastermind_core.kernels._native") is not None
    if wanted == "native" and not built:
        raise BadArgument(
            f"{_CHOICE} asks for the native kernel, which was not built: install again where a "
            "C++20 compiler is found, or unset it"
        )
    native = built and wanted != "reference"
    return import_module(f"mastermind_core.kernels.greedy.{'compiled' if native else 'plain'}")
