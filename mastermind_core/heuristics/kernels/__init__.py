"""Inner loops of heuristics: distances from a history, breeding, and sampled guesses.

``plain`` defines every function, and ``compiled`` has the same ones on top of the C++ beside it.
``running`` is the module that runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermind_core.heuristics.kernels.types import Breeding as Breeding
from mastermind_core.heuristics.kernels.types import SampledOptions as SampledOptions
from mastermind_core.heuristics.kernels.types import varied as varied
from mastermind_core.kernels import chosen

if TYPE_CHECKING:
    from mastermind_core.heuristics.kernels import plain

    running = plain


def __getattr__(name: str) -> Any:
    """Return the module of the functions that run, as ``running``."""
    if name != "running":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return chosen(__name__)
