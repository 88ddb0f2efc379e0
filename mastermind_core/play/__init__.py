"""Games move by move: sessions that help a person, and what else a game in progress needs."""

from __future__ import annotations

from mastermind_core.play.advice import Suggestion
from mastermind_core.play.hindsight import Diagnosis, Reviewed, diagnose, review
from mastermind_core.play.match import Match, WithLies, play_game, play_match
from mastermind_core.play.session import Session, solve

__all__ = [
    "Diagnosis",
    "Match",
    "Reviewed",
    "Session",
    "Suggestion",
    "WithLies",
    "diagnose",
    "play_game",
    "play_match",
    "review",
    "solve",
]
