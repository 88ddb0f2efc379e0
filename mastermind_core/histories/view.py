"""The knowledge about a history whose runs may be wrong, in the form that sessions use."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from attrs import evolve, field, frozen
from more_itertools import first

from mastermind_core.arguments import expect, whole_number
from mastermind_core.errors import BadArgument
from mastermind_core.histories.belief import HistoryBelief
from mastermind_core.histories.culprits import CulpritBelief
from mastermind_core.histories.flaky import FlakyGame
from mastermind_core.histories.rated import ROUNDING, RunRule, SuggestedRun
from mastermind_core.histories.search import runs_needed
from mastermind_core.play.parts import Ending
from mastermind_core.results import NoisyBound


@frozen(eq=False)
class HistoryView:
    """The posterior probabilities of a history's commits, or of culprits."""

    game: FlakyGame
    known: HistoryBelief | CulpritBelief
    ending: Ending
    turns: tuple[tuple[Any, Any], ...] = ()
    is_probable: bool = True
    is_won: bool = field(default=False, init=False)

    @property
    def scores(self) -> Collection[Any]:
        """Return the answers of a run."""
        return self.game.scores

    @property
    def count(self) -> int:
        """Return the number of commits that may be the first bad one."""
        return self.known.count

    @property
    def left(self) -> str:
        """Return the number of possible commits in words."""
        return str(self.count)

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the commits that may be the first bad one."""
        possible = self._possible
        return [commit for commit in self.game.secrets if commit in possible]

    @property
    def _possible(self) -> dict[Any, Any]:
        return {commit: chance for commit, chance in self.known.posterior.items() if chance}

    @property
    def posterior(self) -> dict[Any, Any]:
        """Return the probability of each possible commit or class, the likeliest first."""
        classes = self.game.classes
        if not classes:
            return self._possible
        known: Any = self.known
        return {name: chance for name, chance in known.mass_by_class(classes).items() if chance}

    @property
    def _best(self) -> tuple[Any, float]:
        """The likeliest commit or class, with its probability."""
        if self.game.classes:
            best: tuple[Any, float] = first(self.posterior.items())
            return best
        return self.known.best.commit, self.known.certainty

    @property
    def rates(self) -> tuple[float, float]:
        """Return the expected rates of missed faults and false alarms."""
        return self.known.expected_rates

    @property
    def rule(self) -> RunRule:
        """Return how runs are chosen, by their costs and the end of the search.

        If each commit has a cost of its own, all are compared.
        """
        confidence = None if self.game.classes else self.ending.confidence
        price: Any = self.game.price
        sure = 1.0 if confidence is None else float(confidence)
        return RunRule(price(self.known), bool(self.game.costs), sure)

    def reaches(self, confidence: Fraction) -> bool:
        """Return whether the likeliest commit, or class, has a probability."""
        return self._best[1] >= float(confidence) - ROUNDING

    @property
    def is_decided(self) -> bool:
        """Return whether one commit is certain."""
        return self._best[1] >= 1

    @property
    def over(self) -> bool:
        """Return whether the search is over."""
        return self.ending.is_over(self)

    @property
    def name(self) -> Any:
        """Return the likeliest commit at the end, and None before it."""
        return self._best[0] if self.over else None

    @property
    def doubts(self) -> list[float]:
        """Return for each answer the probability that it is wrong."""
        return self.known.doubts

    @property
    def lower_bound(self) -> NoisyBound | None:
        """Return a proven bound on the expected number of runs to come, or None."""
        ending = self.ending
        if (
            self.game.classes
            or ending.max_steps is not None
            or ending.rule is not None
            or ending.confidence is None
        ):
            return None
        runs = runs_needed(self.known, float(ending.confidence))
        cheapest = self.game.cheapest
        return NoisyBound(runs, runs * cheapest, 1.0, self.known.entropy, 1 - ending.confidence)

    @property
    def spent(self) -> Collection[Any]:
        """Return no commits: each may be run again."""
        return []

    def after(self, guess: Hashable, score: Hashable) -> HistoryView:
        """Return the view after an answer, which is None if the commit cannot be tested."""
        told: Any = self.game.heard(score)
        known = self.known.after(self.known.question(guess), told)
        return evolve(self, known=known, turns=(*self.turns, (guess, score)))

    @property
    def next_guess(self) -> Any:
        """Return the best run."""
        return self.known.next_run(self.rule).guess

    def suggest(
        self,
        n: int,
        metric: Any,
        default: Any,
        *,
        seconds: float | None,
        distinct: bool,
    ) -> list[SuggestedRun]:
        """Return the best runs, the best first: by their information alone with a metric."""
        expect(metric in (None, "entropy"), "metric", 'None or "entropy"', metric)
        number = whole_number("n", n, of=" (guesses)")
        rule = evolve(self.rule, confidence=1.0) if metric else self.rule
        return self.known.best_runs(number, rule)

    def suggest_batch(self, n: int) -> list[SuggestedRun]:
        """Return runs to do at the same time, chosen by their information together."""
        return self.known.batch(n, self.rule)

    def weigh(self, guess: Hashable, default: Any) -> SuggestedRun:
        """Return the expected effects of a run."""
        index = self.known.question(guess)
        return self.known.suggested(index, self.rule, self.known.information(index))

    def explain(self, guess: Hashable) -> Mapping[Any, float]:
        """Return the probability of each answer to a run."""
        fails = self.known.chance_of_failure(self.known.question(guess))
        return dict(zip(self.game.answers, (fails, 1 - fails), strict=True))

    def review(self, seconds: float) -> list[Any]:
        """Refuse the game: a review needs exact scores."""
        raise BadArgument(f"{self.game!r} has no exact scores, which a review needs")


def first_view(game: FlakyGame, ending: Ending) -> HistoryView:
    """Return the view before the first run."""
    return HistoryView(game, game.first_belief(), ending)
