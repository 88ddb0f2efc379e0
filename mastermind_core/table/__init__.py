"""A game as integers: the only bridge between a user's objects and the kernels."""

from __future__ import annotations

from mastermind_core.table.compiling import compile_game, too_large
from mastermind_core.table.score_table import ScoreTable

__all__ = ["ScoreTable", "compile_game", "too_large"]
