"""Games move by move: the strategy guesses, and somebody answers."""

from __future__ import annotations

from mastermind_core.play.session import Session, diagnose, solve

__all__ = ["Session", "diagnose", "solve"]
