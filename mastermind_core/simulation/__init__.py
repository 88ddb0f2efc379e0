"""Simulating many games, with statistics."""

from __future__ import annotations

from mastermind_core.simulation.records import Summary
from mastermind_core.simulation.run import Standings, compare, simulate

__all__ = ["Standings", "Summary", "compare", "simulate"]

__dir__ = __all__.copy
