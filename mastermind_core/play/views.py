"""A player's knowledge after some scores, for any kind of game.

A :class:`PlayerView` is the one interface that sessions use. :class:`ExactView` implements it for
exact scores. An application implements it for its own games, and its service returns the first view
(:mod:`mastermind_core.names.services`).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from attrs import evolve, frozen

from mastermind_core.errors import InconsistentHistory
from mastermind_core.game import Game
from mastermind_core.game.amounts import Exact, in_user_units
from mastermind_core.metrics import EXPECTED_SIZE, Metric, metric_named
from mastermind_core.names.applications import application
from mastermind_core.names.services import service_of
from mastermind_core.play import advice
from mastermind_core.play.ending import Ending
from mastermind_core.play.judging import Judge, MoveReview
from mastermind_core.play.knowledge import (
    Knowledge,
    TabledKnowledge,
    first_knowledge,
)
from mastermind_core.strategies.tabled.greedy import Greedy


class PlayerView(Protocol):
    """A player's knowledge after a history, and the conclusions from it."""

    @property
    def turns(self) -> Sequence[tuple[Any, Any]]:
        """Return the guesses so far with their scores, where None is an unknown score."""

    @property
    def is_probable(self) -> bool:
        """Return whether scores are only probable, so that the posterior says most."""

    @property
    def known(self) -> Any:
        """Return the knowledge that a player reads."""

    @property
    def scores(self) -> Collection[Any] | None:
        """Return all scores in the game, or None if only some are known."""

    @property
    def count(self) -> int:
        """Count the candidates."""

    @property
    def left(self) -> str:
        """Return the candidate count in words, if counting does not take long."""

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the possible secrets, in the game's order."""

    @property
    def posterior(self) -> dict[Any, Fraction]:
        """Return each possible goal or secret with its probability, the likeliest first."""

    @property
    def over(self) -> bool:
        """Return whether the game is over."""

    @property
    def name(self) -> Any:
        """Return the identified goal or secret, or None while several are possible."""

    @property
    def doubts(self) -> list[Fraction]:
        """Return for each score the probability that it is wrong."""

    @property
    def lower_bound(self) -> Any:
        """Return a proven bound on the guesses to come, or None."""

    @property
    def spent(self) -> Collection[Any]:
        """Return the guesses with an unknown score that would stay unknown."""

    def after(self, guess: Hashable, score: Hashable) -> PlayerView:
        """Return the view after a score, which is None if it is unknown.

        Raises:
            InconsistentHistory: If no secret fits. The message names scores that may be wrong.
        """

    def suggest(
        self,
        n: int,
        metric: str | Metric | None,
        default: Greedy | None,
        *,
        seconds: float | None,
        distinct: bool,
    ) -> list[Any]:
        """Return the best guesses by a metric, or by a strategy by default, the best first."""

    def weigh(self, guess: Hashable, default: Greedy | None) -> Any:
        """Return a guess's expected effects."""

    def explain(self, guess: Hashable) -> Mapping[Any, Exact]:
        """Return each score's weight, or probability, for a guess."""

    def review(self, seconds: float) -> list[MoveReview]:
        """Return a review for each guess so far, or raise BadGame if the game has none."""


@frozen(eq=False)
class ExactView:
    """The candidates in a game with exact scores."""

    known: Knowledge
    ending: Ending
    judge: Judge
    turns: tuple[tuple[Any, Any], ...] = ()
    is_probable: bool = False

    @property
    def scores(self) -> Collection[Any] | None:
        """Return all scores in the game, or None if only some are known."""
        return self.known.scores

    @property
    def count(self) -> int:
        """Count the candidates."""
        return self.known.count

    @property
    def left(self) -> str:
        """Return the candidate count in words."""
        return self.known.left

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the consistent secrets."""
        return self.known.candidates

    @property
    def posterior(self) -> dict[Any, Fraction]:
        """Return each possible goal or secret with its probability."""
        return self.known.posterior

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.ending.is_over(self)

    @property
    def is_won(self) -> bool:
        """Return whether the last score is an end state."""
        return bool(self.turns) and self.turns[-1][1] in self.judge.game.endstates

    @property
    def is_decided(self) -> bool:
        """Return whether all candidates share a goal, in a game with goals."""
        return self.judge.is_over(self.turns, self.known)

    def reaches(self, confidence: Fraction) -> bool:
        """Return whether the likeliest goal or secret has a probability."""
        return max(self.posterior.values()) >= confidence

    @property
    def name(self) -> Any:
        """Return all candidates' goal, or the only one, or the likeliest at an early end."""
        if self.ending.is_early and self.over:
            return next(iter(self.posterior))
        if self.is_won and self.count > 1:
            return None
        goals = self.known.goals
        return goals[0] if len(goals) == 1 else None

    @property
    def doubts(self) -> list[Fraction]:
        """Return zeros: no score is wrong."""
        return [Fraction(0)] * len(self.turns)

    @property
    def lower_bound(self) -> None:
        """Return None."""

    @property
    def spent(self) -> Collection[Any]:
        """Return the guesses with an unknown score."""
        return [guess for guess, score in self.turns if self._is_unknown(score)]

    @property
    def _told(self) -> list[tuple[Any, Any]]:
        """Return the turns with known scores."""
        return [turn for turn in self.turns if not self._is_unknown(turn[1])]

    def _is_unknown(self, score: Hashable) -> bool:
        return score is None and None not in (self.scores or ())

    def after(self, guess: Hashable, score: Hashable) -> ExactView:
        """Return the view after a score. An unknown one changes nothing."""
        known = self.known
        if not self._is_unknown(score):
            try:
                known = known.after(guess, score)
            except InconsistentHistory as error:
                turns = [*self._told, (guess, score)]
                suspects = application("suspects")(self.judge.game, turns)
                raise InconsistentHistory(f"{error}{suspects}") from None
        return evolve(self, known=known, turns=(*self.turns, (guess, score)))

    def suggest(
        self,
        n: int,
        metric: str | Metric | None,
        default: Greedy | None,
        *,
        seconds: float | None,
        distinct: bool,
    ) -> list[Any]:
        """Return the best guesses, with their regrets."""
        if self.known.has_suggestions:
            return self.known.suggest(n, metric)
        strategy = default or Greedy(EXPECTED_SIZE)
        chosen = strategy.metric if metric is None else metric_named(metric)
        weighted = metric is not None or strategy.use_weights
        how: Any = {"weighted": weighted, "distinct": distinct}
        best = advice.suggest(self.known, tuple(self._told), n, chosen, **how)
        return self.judge.compared(self._told, self.known, best, seconds)

    def weigh(self, guess: Hashable, default: Greedy | None) -> Any:
        """Return a guess's expected effects."""
        return advice.weigh(self.known, guess, (default or Greedy(EXPECTED_SIZE)).metric)

    def explain(self, guess: Hashable) -> Mapping[Any, Exact]:
        """Return the candidates' number or weight for each score that a guess can get."""
        known = self.known
        unit = known.table.weight_unit if isinstance(known, TabledKnowledge) else Fraction(1)
        weights = known.weights(guess).items()
        return {score: in_user_units(weight, unit) for score, weight in weights}

    def review(self, seconds: float) -> list[MoveReview]:
        """Return a review for each guess so far."""
        reviews: list[MoveReview] = application("reviewed")(self.judge, self._told, seconds)
        return reviews


def first_view(game: Game, ending: Ending) -> PlayerView:
    """Return the view before the first guess."""
    service = service_of(game)
    if service is None:
        return ExactView(first_knowledge(game), ending, Judge(game))
    found: PlayerView = service.first_view(game, ending)
    return found
