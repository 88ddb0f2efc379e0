"""The knowledge of a player if answers may be wrong, in the form that sessions use."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from attrs import evolve, frozen

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadGame, shown
from mastermind_core.metrics import Metric
from mastermind_core.noise.belief import Belief, first_belief
from mastermind_core.noise.bounds import lower_bound
from mastermind_core.noise.choosing import NoisySuggestion, suggestion, suggestions
from mastermind_core.play.parts import Ending, MoveReview
from mastermind_core.results import NoisyBound
from mastermind_core.strategies.parts import Greedy


@frozen(eq=False)
class BeliefView:
    """The posterior probabilities of a game whose answers may be wrong."""

    known: Belief
    ending: Ending
    turns: tuple[tuple[Any, Any], ...] = ()
    is_probable: bool = True

    @property
    def scores(self) -> Collection[Any]:
        """Return all answers of the game."""
        return self.known.scores

    @property
    def count(self) -> int:
        """Count the possible secrets."""
        return self.known.count

    @property
    def left(self) -> str:
        """Return the number of possible secrets in words."""
        return str(self.count)

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the possible secrets."""
        return self.known.candidates

    @property
    def posterior(self) -> dict[Any, Fraction]:
        """Return each possible goal or secret with its probability, the likeliest first."""
        return self.known.posterior

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.ending.is_over(self.known)

    @property
    def name(self) -> Any:
        """Return the likeliest goal or secret at the end, or before it the only possible one.

        A game that was won without doubt needs no name.
        """
        if self.over and (self.ending.is_early or not self.known.is_truly_won):
            return next(iter(self.posterior))
        if self.known.is_won and self.count > 1:
            return None
        goals = self.known.goals
        return goals[0] if len(goals) == 1 else None

    @property
    def doubts(self) -> list[Fraction]:
        """Return for each answer the probability that it is wrong."""
        return self.known.doubts

    @property
    def lower_bound(self) -> NoisyBound | None:
        """Return a proven bound on the expected number of guesses to come, or None."""
        return lower_bound(self.known, self.ending)

    @property
    def spent(self) -> Collection[Any]:
        """Return no guesses: the player knows which ones may get another answer."""
        return []

    def after(self, guess: Hashable, score: Hashable) -> BeliefView:
        """Return the view after an answer, which is None if it is unknown."""
        known = self.known.after(guess, score)
        return evolve(self, known=known, turns=(*self.turns, (guess, score)))

    def suggest(
        self,
        n: int,
        metric: str | Metric | None,
        default: Greedy | None,
        *,
        seconds: float | None,
        distinct: bool,
    ) -> list[NoisySuggestion]:
        """Return the best guesses, the best first. The metric is a measure of information."""
        return suggestions(
            self.known, whole_number("n", n, of=" (guesses)"), metric, distinct=distinct
        )

    def weigh(self, guess: Hashable, default: Greedy | None) -> NoisySuggestion:
        """Return a guess's expected effects."""
        return suggestion(self.known, guess)

    def explain(self, guess: Hashable) -> Mapping[Any, Fraction]:
        """Return the probability of each answer to a guess."""
        return self.known.weights(guess)

    def review(self, seconds: float) -> list[MoveReview]:
        """Refuse the game: a review needs exact scores."""
        raise BadGame(
            f"the answers of {shown(self.known.game)} may be wrong, and a review needs exact ones: "
            "review the game without noise"
        )


def first_view(game: Any, ending: Ending) -> BeliefView:
    """Return the view before the first guess."""
    return BeliefView(first_belief(game), ending)
