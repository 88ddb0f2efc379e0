"""Scores in plain Python: rows of numbers, readable by every kernel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias

from mastermind_core.kernels.types import Rules

if TYPE_CHECKING:
    from mastermind_core.kernels import _native

#: The scores of a game as numbers, one per guess and secret, which only the kernel that made them
#: reads. ``is_table``: every score is stored, not computed on demand. ``ends_one``: it is known,
#: without examining all pairs, that each guess ends the game for at most one secret.
#: ``shares_goals``: two secrets have one goal.
Scores: TypeAlias = "PlainScores | _native.Scores"

#: Maximum number of pairs for which the rows of compiled scores are cached.
_KEPT = 2**24


class PlainScores:
    """The score ids of all pairs as rows with bytes or wider items, one row per guess."""

    def __init__(self, rows: Sequence[Sequence[int]], n_secrets: int, rules: Rules):
        final, goals, costs = rules
        self.rows = rows
        self.n_guesses = len(rows)
        self.n_secrets = n_secrets
        self.n_scores = len(final)
        self.final = tuple(bool(f) for f in final)
        self.is_table = True
        self.ends_one = False
        self.goals = tuple(goals)
        self.shares_goals = len(set(self.goals)) < len(self.goals)
        self.costs = tuple(costs)


class _Rows(Sequence[Any]):
    """The rows of compiled scores, read one by one."""

    def __init__(self, scores: Any):
        from mastermind_core.kernels import _native

        self._size = scores.n_guesses
        read = partial(_native.row, scores)
        self._read = cache(read) if scores.n_guesses * scores.n_secrets <= _KEPT else read

    def __len__(self) -> int:
        return int(self._size)

    def __getitem__(self, guess: Any) -> Any:
        if not 0 <= guess < len(self):
            raise IndexError(guess)  # which ends an iteration
        return self._read(guess)


def as_plain(scores: Scores) -> PlainScores:
    """Return scores in the form that the plain kernels read."""
    if isinstance(scores, PlainScores):
        return scores
    rules = Rules(scores.final, scores.goals, scores.costs)
    return PlainScores(_Rows(scores), scores.n_secrets, rules)


def over(scores: Scores, score: int, block: Sequence[int]) -> bool:
    """Return whether the game is over for the candidates with a score."""
    return scores.final[score] or known(scores, block)


def known(scores: Scores, candidates: Sequence[int]) -> bool:
    """Return whether some candidates have the same goal, so that no guess is needed."""
    if not scores.goals:
        return False
    goal = scores.goals[candidates[0]]
    return all(scores.goals[c] == goal for c in candidates)
