"""Games move by move: sessions that help a person, and what else a game in progress needs."""

from __future__ import annotations

from mastermind_core.play.advice import Suggestion
from mastermind_core.play.diagnosis import Diagnosis, diagnose
from mastermind_core.play.hindsight import Reviewed, review
from mastermind_core.play.session import Session, solve

__all__ = ["Diagnosis", "Reviewed", "Session", "Suggestion", "diagnose", "review", "solve"]
