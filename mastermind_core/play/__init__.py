"""Games move by move: sessions, matches against codemakers, advice, reviews and diagnoses."""

from __future__ import annotations

from mastermind_core.play.advice import Suggestion
from mastermind_core.play.hindsight import Diagnosis, MoveReview, diagnose, review
from mastermind_core.play.match import Match, WithLies, play_game, play_match
from mastermind_core.play.session import Session, solve

__all__ = [
    "Diagnosis",
    "Match",
    "MoveReview",
    "Session",
    "Suggestion",
    "WithLies",
    "diagnose",
    "play_game",
    "play_match",
    "review",
    "solve",
]

__dir__ = __all__.copy
