"""Inner loops of noise: the values of all guesses.

``plain`` defines the function, and ``compiled`` has the same one on top of the C++ beside it.
``running`` is the module that runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermind_core.kernels import chosen

if TYPE_CHECKING:
    from mastermind_core.noise.kernels import plain

    running = plain


def __getattr__(name: str) -> Any:
    """Return the module of the functions that run, as ``running``."""
    if name != "running":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return chosen(__name__)
