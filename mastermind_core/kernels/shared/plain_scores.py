"""Scores in plain Python: rows of numbers, which every kernel can read."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from mastermind_core.kernels.types import Rules

if TYPE_CHECKING:
    from mastermind_core.kernels import _native

#: The answers of a game by number, which only the kernel that made them reads: the score of each
#: guess against each secret. ``is_table``: every score is at hand, and not computed when it is
#: asked for. ``ends_one``: a guess is known, without a look at all pairs, to end the game for one
#: secret at most. ``shares_goals``: two secrets have one goal.
Scores: TypeAlias = "PlainScores | _native.Scores"

#: Pairs up to which the rows of compiled scores are kept once they were read.
_KEPT = 2**24


class PlainScores:
    """The score ids of all pairs as rows of bytes (or of wider items), one row a guess."""

    def __init__(self, rows: Sequence[Sequence[int]], n_secrets: int, rules: Rules):
        final, goals, costs = rules
        self.rows = rows
        self.n_guesses = len(rows)
        self.n_secrets = n_secrets
        self.n_scores = len(final)
        self.final = tuple(bool(f) for f in final)
        self.is_table, self.ends_one = True, False
        self.goals = tuple(goals)
        self.shares_goals = len(set(self.goals)) < len(self.goals)
        self.costs = tuple(costs)


class _Rows(Sequence[Any]):
    """The rows of compiled scores, read one by one."""

    def __init__(self, scores: Any):
        self._scores = scores
        self._keeps = scores.n_guesses * scores.n_secrets <= _KEPT
        self._kept: dict[int, bytes | array[int]] = {}

    def __len__(self) -> int:
        return int(self._scores.n_guesses)

    def __getitem__(self, guess: Any) -> Any:
        if not 0 <= guess < len(self):
            raise IndexError(guess)  # which ends an iteration
        row = self._kept.get(guess) or read_row(self._scores, guess)
        if self._keeps:
            self._kept[guess] = row
        return row


def as_plain(scores: Scores) -> PlainScores:
    """Return scores as the plain kernels read them."""
    if isinstance(scores, PlainScores):
        return scores
    rules = Rules(scores.final, scores.goals, scores.costs)
    return PlainScores(_Rows(scores), scores.n_secrets, rules)


def over(scores: Scores, score: int, block: Sequence[int]) -> bool:
    """Return whether the game is over for the candidates that gave a score."""
    return scores.final[score] or known(scores, block)


def known(scores: Scores, candidates: Sequence[int]) -> bool:
    """Return whether some candidates have the same goal, so that nothing is left to ask."""
    if not scores.goals:
        return False
    goal = scores.goals[candidates[0]]
    return all(scores.goals[c] == goal for c in candidates)


def read_row(scores: Any, guess: int) -> bytes | array[int]:
    """Return the score ids of a guess from compiled scores: bytes, or wider items."""
    from mastermind_core.kernels import _native

    return _native.row(scores, guess)
