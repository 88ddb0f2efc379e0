"""Published figures, computed again: what was claimed, what comes out, and why they differ."""

from __future__ import annotations

from mastermind_core.reproduce.claims import CLAIMS, Claim
from mastermind_core.reproduce.report import report

__all__ = ["CLAIMS", "Claim", "report"]
