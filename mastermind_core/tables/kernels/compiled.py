"""The compiled kernel, with the class of ``plain``."""

from __future__ import annotations

from mastermind_core.kernels._native import ErrorTrees as ErrorTrees
