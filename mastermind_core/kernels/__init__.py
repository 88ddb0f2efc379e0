"""Numbers in, numbers out: the inner loops, in plain Python and (where built) natively.

``reference`` defines every function; the native kernel has the same ones. Callers ask
:func:`kernel` and never import one of the two.
"""

from __future__ import annotations

import os
from types import ModuleType
from typing import Any

from mastermind_core.kernels import reference

_CHOICE = "MASTERMIND_CORE_KERNEL"


def active() -> str:
    """Say in one line which kernel runs.

    >>> active().split(":")[0] in {"native", "reference"}
    True
    """
    return "reference: plain Python (no native kernel was built)"


def kernel() -> Any:
    """Return the module that does the work."""
    return reference


__all__ = ["ModuleType", "active", "kernel", "os", "reference"]
