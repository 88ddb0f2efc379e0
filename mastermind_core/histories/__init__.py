"""Find the first bad commit of a history, or culprits, with runs that may be wrong."""

from __future__ import annotations

from mastermind_core.histories.belief import HistoryBelief
from mastermind_core.histories.culprits import CulpritBelief
from mastermind_core.histories.flaky import FlakyCulprits, FlakyHistory
from mastermind_core.histories.numbers import NormalPrior, NumberBelief
from mastermind_core.histories.rated import RunRule
from mastermind_core.histories.rates import Beta, Rates

__all__ = [
    "Beta",
    "CulpritBelief",
    "FlakyCulprits",
    "FlakyHistory",
    "HistoryBelief",
    "NormalPrior",
    "NumberBelief",
    "Rates",
    "RunRule",
]

__dir__ = __all__.copy
