"""The compiled kernel, with the function of ``plain``."""

from __future__ import annotations

from functools import wraps
from typing import Any

from mastermind_core.kernels import PlainScores, Scores, _native
from mastermind_core.noise.kernels import plain


@wraps(plain.noisy_values)
def noisy_values(scores: Scores, *given: Any) -> list[float]:
    """See ``plain``, which handles plain scores."""
    used: Any = plain if isinstance(scores, PlainScores) else _native
    values: list[float] = used.noisy_values(scores, *given)
    return values
