"""The compiled kernel, with the function of ``plain``."""

from __future__ import annotations

from mastermind_core.kernels._native import most_informative as most_informative
