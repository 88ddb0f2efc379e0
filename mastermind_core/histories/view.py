"""The knowledge about a history whose runs may be wrong, in the form that sessions use."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from attrs import evolve, field, frozen

from mastermind_core.arguments import expect, whole_number
from mastermind_core.errors import BadArgument, shown
from mastermind_core.histories.belief import HistoryBelief, SuggestedRun
from mastermind_core.histories.flaky import FlakyHistory
from mastermind_core.histories.rates import FAIL, PASS
from mastermind_core.histories.search import runs_needed
from mastermind_core.noise.bounds import NoisyBound
from mastermind_core.play.ending import Ending
from mastermind_core.results import Shown

_ANSWERS = {FAIL: True, PASS: False, None: None}


@frozen
class HistorySuggestion(Shown):
    """A commit to run, with the expected effects of its answer."""

    #: The commit.
    guess: Any
    #: The information of the answer on the first bad commit in bits.
    bits: float
    #: The probability that the run fails.
    fails: float
    #: The cost of the run.
    price: float = 1.0
    #: A run does not end a search by itself.
    may_win: bool = False

    @property
    def bits_per_cost(self) -> float:
        """Return the information per unit of cost, in bits."""
        return self.bits / self.price

    def __str__(self) -> str:
        return f"{self.guess!r}: {self.bits:.4f} bits, fails with {100 * self.fails:.1f} %"


@frozen(eq=False)
class HistoryView:
    """The posterior probabilities of a history's commits."""

    game: FlakyHistory
    known: HistoryBelief
    ending: Ending
    turns: tuple[tuple[Any, Any], ...] = ()
    is_probable: bool = True
    is_won: bool = field(default=False, init=False)

    @property
    def scores(self) -> Collection[Any]:
        """Return the answers of a run."""
        return (FAIL, PASS)

    @property
    def count(self) -> int:
        """Return the number of commits that may be the first bad one."""
        pairs = zip(self.known.cells, self.known.weights, strict=True)
        return sum(cell.size for cell, weight in pairs if weight)

    @property
    def left(self) -> str:
        """Return the number of possible commits in words."""
        return str(self.count)

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the commits that may be the first bad one."""
        possible = self.posterior
        return [commit for commit in self.game.secrets if commit in possible]

    @property
    def posterior(self) -> dict[Any, Any]:
        """Return the probability of each possible commit, the likeliest first."""
        return {commit: chance for commit, chance in self.known.posterior.items() if chance}

    @property
    def rates(self) -> tuple[float, float]:
        """Return the expected rates of missed faults and false alarms."""
        return self.known.expected_rates

    @property
    def every(self) -> bool:
        """Return whether each commit has a cost of its own, so that all are compared."""
        return bool(self.game.costs)

    def reaches(self, confidence: Fraction) -> bool:
        """Return whether the likeliest commit has a probability."""
        return self.known.certainty >= confidence

    @property
    def is_decided(self) -> bool:
        """Return whether one commit is certain."""
        return self.known.certainty >= 1

    @property
    def over(self) -> bool:
        """Return whether the search is over."""
        return self.ending.is_over(self)

    @property
    def name(self) -> Any:
        """Return the likeliest commit at the end, and None before it."""
        return self.known.best.commit if self.over else None

    @property
    def doubts(self) -> list[float]:
        """Return for each answer the probability that it is wrong."""
        known = self.known
        places = {commit: place for place, commit in enumerate(known.asked)}
        fails = [0.0] * len(known.asked)
        for cell, weight in zip(known.cells, known.weights, strict=True):
            fails = [
                fail + weight * inside for fail, inside in zip(fails, cell.inside, strict=True)
            ]
        return [
            0.0
            if run.failed is None
            else (1 - fails[places[run.commit]] if run.failed else fails[places[run.commit]])
            for run in known.runs
        ]

    @property
    def lower_bound(self) -> NoisyBound | None:
        """Return a proven bound on the expected number of runs to come, or None."""
        ending = self.ending
        if ending.max_steps is not None or ending.rule is not None or ending.confidence is None:
            return None
        runs = runs_needed(self.known, float(ending.confidence))
        cheapest = min(map(float, self.game.costs), default=1.0)
        return NoisyBound(runs, runs * cheapest, 1.0, self.known.entropy, 1 - ending.confidence)

    @property
    def spent(self) -> Collection[Any]:
        """Return no commits: each may be run again."""
        return []

    def after(self, guess: Hashable, score: Hashable) -> HistoryView:
        """Return the view after an answer, which is None if the commit cannot be tested."""
        places = self.game.history.places
        if guess not in places:
            raise BadArgument(f"{shown(guess)} is not a commit of {self.game.history!r}")
        expect(score in _ANSWERS, "answer", '"fail", "pass" or None', score)
        known = self.known.after(places[guess], _ANSWERS[score])  # type: ignore[index]
        return evolve(self, known=known, turns=(*self.turns, (guess, score)))

    def suggest(
        self,
        n: int,
        metric: Any,
        default: Any,
        *,
        seconds: float | None,
        distinct: bool,
    ) -> list[HistorySuggestion]:
        """Return the best runs, the best first."""
        expect(metric in (None, "entropy"), "metric", 'None or "entropy"', metric)
        number = whole_number("n", n, of=" (guesses)")
        return [
            self._shown(run)
            for run in self.known.best_runs(number, self.game.cost, every=self.every)
        ]

    def suggest_batch(self, n: int) -> list[HistorySuggestion]:
        """Return runs to do at the same time, each by the information it adds to earlier ones."""
        return [self._shown(run) for run in self.known.batch(n, self.game.cost, every=self.every)]

    def _shown(self, run: SuggestedRun) -> HistorySuggestion:
        fails = self.known.chance_of_failure(self.game.history.places[run.commit])
        return HistorySuggestion(run.commit, run.bits, fails, run.cost)

    def weigh(self, guess: Hashable, default: Any) -> HistorySuggestion:
        """Return the expected effects of a run."""
        index = self.game.history.places[guess]
        bits = self.known.information(index)
        return self._shown(SuggestedRun(guess, bits, self.game.cost(index)))

    def explain(self, guess: Hashable) -> Mapping[Any, float]:
        """Return the probability of each answer to a run."""
        fails = self.known.chance_of_failure(self.game.history.places[guess])
        return {FAIL: fails, PASS: 1 - fails}

    def review(self, seconds: float) -> list[Any]:
        """Refuse the game: a review needs exact scores."""
        raise BadArgument(f"{self.game!r} has no exact scores, which a review needs")


def first_view(game: FlakyHistory, ending: Ending) -> HistoryView:
    """Return the view before the first run."""
    return HistoryView(game, game.first_belief(), ending)
