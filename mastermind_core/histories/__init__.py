"""Find the first bad commit of a history with runs that may be wrong, at rates not known."""

from __future__ import annotations

from mastermind_core.histories.belief import HistoryBelief
from mastermind_core.histories.flaky import FlakyHistory
from mastermind_core.histories.rates import Beta, Rates

__all__ = ["Beta", "FlakyHistory", "HistoryBelief", "Rates"]

__dir__ = __all__.copy
