"""Histories and culprits whose runs may be wrong, as games without a table of pairs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from attrs import evolve, field, frozen

from mastermind_core.arguments import expect
from mastermind_core.errors import BadArgument, shown
from mastermind_core.game import Exact, GameBase
from mastermind_core.games.parts import BASE, FAILS, WORKS, Culprits, History
from mastermind_core.histories.belief import HistoryBelief
from mastermind_core.histories.culprits import CulpritBelief
from mastermind_core.histories.cuts import cuts_of
from mastermind_core.histories.numbers import NumberBelief
from mastermind_core.histories.rates import DEFAULT_RATES, FAIL, PASS, Rates

#: The words for runs that return numbers, and whether their logarithms are normal.
_NUMBERS = {"normal": False, "log-normal": True}


@frozen(repr=False)
class FlakyBase(GameBase):
    """The base of games whose runs may be wrong: a game with true answers, and their rates.

    ``score`` is the true answer.
    """

    #: The game whose answers are right.
    truth: Any
    #: The rates of wrong answers.
    rates: Rates
    #: The prior weight of each secret; empty if all are equal.
    weights: tuple[Exact, ...] = field(default=(), repr=False)

    #: The answers of a fault and of none.
    answers: ClassVar[tuple[str, str]]
    #: The name of the form in a file.
    form: ClassVar[str]
    #: The word that stands for runs that return numbers, or "".
    word: ClassVar = ""

    @property
    def guesses(self) -> Sequence[Any]:
        """Return the commits, or the sets of suspects, that may be run."""
        guesses: Sequence[Any] = self.truth.guesses
        return guesses

    @property
    def secrets(self) -> Sequence[Any]:
        """Return the commits that may be the first bad one, or the sets of culprits."""
        secrets: Sequence[Any] = self.truth.secrets
        return secrets

    #: There is no end state.
    endstates: ClassVar = frozenset[str]()

    @property
    def scores(self) -> Collection[Any]:
        """Return the answers of a run."""
        return self.answers

    def heard(self, score: Any) -> float | None:
        """Return whether an answer shows a fault, or the number that was measured."""
        fault, fine = self.answers
        wanted = f'"{fault}", "{fine}" or None'
        expect(score in (fault, fine, None), "answer", wanted, score)
        return None if score is None else score == fault

    def score(self, guess: Any, secret: Any) -> str:
        """Return the true answer."""
        return str(self.truth.score(guess, secret))


@frozen(repr=False)
class FlakyHistory(FlakyBase):
    """A history whose runs may be wrong. Make one with :func:`mastermind_core.noisy`."""

    #: The cost of each run; empty if all are equal.
    costs: tuple[Exact, ...] = field(default=(), repr=False)
    #: The class of each commit, such as its pull request; empty if each commit is its own.
    goals: tuple[Any, ...] = field(default=(), repr=False)

    form: ClassVar = "flaky_history"
    answers: ClassVar = (FAIL, PASS)

    @classmethod
    def of(
        cls,
        history: History,
        noise: Any,
        weights: Sequence[Exact] = (),
        costs: Sequence[Exact] = (),
    ) -> FlakyHistory:
        """Return a history with rates of wrong answers, as in :meth:`Rates.of`.

        The words "normal" and "log-normal" stand for runs that return numbers.
        """
        parts = tuple(weights), tuple(costs)
        if not isinstance(noise, str):
            return cls(history, Rates.of(noise), *parts)
        expect(noise in _NUMBERS, "noise", '"normal", "log-normal" or rates', noise)
        return MeasuredHistory(history, DEFAULT_RATES, *parts, is_log=_NUMBERS[noise])

    def grouped(self, goals: object) -> FlakyHistory:
        """Return the game in which the class of the first bad commit has to be known."""
        if not isinstance(goals, tuple) or goals == self.truth.commits:
            return self
        return evolve(self, goals=goals)

    def goal(self, secret: Hashable) -> Hashable:
        """Return the class of a commit, or the commit itself, which has to be known."""
        return self.classes.get(secret, secret)

    @cached_property
    def classes(self) -> Mapping[Hashable, Hashable]:
        """The class of each commit, if there are classes."""
        return dict(zip(self.truth.commits, self.goals, strict=True)) if self.goals else {}

    def first_belief(self) -> HistoryBelief:
        """Return the belief before the first run."""
        weights = [float(weight) for weight in self.weights]
        return HistoryBelief(self.truth, cuts_of(self.truth, weights, 0.0), self.rates)

    def price(self, known: HistoryBelief) -> Callable[[int], float]:
        """Return the cost of running a commit by its index."""
        return self._cost

    def _cost(self, commit: int) -> float:
        if not self.costs:
            return 1.0
        return float(self.costs[-1] if commit == BASE else self.costs[commit])

    @property
    def cheapest(self) -> float:
        """Return the lowest run cost."""
        return min(map(float, self.costs), default=1.0)

    @property
    def identity(self) -> list[Any]:
        """Return the parts that make up the game's identity, for a digest."""
        history = self.truth
        return [
            history.commits,
            history.parents,
            history.base,
            self.rates,
            self.weights,
            self.costs,
            *filter(None, (self.goals, self.word)),
        ]

    def __repr__(self) -> str:
        return f"noisy({self.truth!r}, {{'fail': {self.rates.missed}, 'pass': {self.rates.alarm}}})"


class _Numbers(Collection[float]):
    """All numbers. One is listed as an example."""

    def __contains__(self, item: object) -> bool:
        return isinstance(item, (int, float)) and not isinstance(item, bool)

    def __iter__(self) -> Iterator[float]:
        return iter((1.5,))

    def __len__(self) -> int:
        return 1


@frozen(repr=False)
class MeasuredHistory(FlakyHistory):
    """A history whose runs return numbers, such as the seconds of a benchmark.

    Make one with :func:`mastermind_core.noisy`, by the word "normal" or "log-normal" in place of
    rates. The numbers before the secret and from it on have two such distributions.
    """

    #: Whether the logarithms of the numbers are normal.
    is_log: bool = False

    #: The sides of the middle of both means, as for predictions.
    answers: ClassVar = ("above", "below")

    @property
    def word(self) -> str:  # type: ignore[override]
        """Return the word for the distribution."""
        return "log-normal" if self.is_log else "normal"

    @property
    def scores(self) -> Collection[Any]:
        """Return all numbers."""
        return _Numbers()

    def heard(self, score: Any) -> float | None:
        """Return the number that was measured."""
        expect(score is None or score in self.scores, "answer", "a number or None", score)
        return None if score is None else float(score)

    def parse_score(self, text: str) -> float:
        """Return the number in a string."""
        try:
            return float(text)
        except ValueError:
            raise BadArgument(f"{shown(text)} is not a number, such as 1.5") from None

    def first_belief(self) -> NumberBelief:
        """Return the belief before the first run."""
        return NumberBelief.of(super().first_belief(), is_log=self.is_log)

    def __repr__(self) -> str:
        return f"noisy({self.truth!r}, {self.word!r})"


@frozen(repr=False)
class FlakyCulprits(FlakyBase):
    """Culprits whose runs may be wrong. Make them with :func:`mastermind_core.noisy`."""

    form: ClassVar = "flaky_culprits"
    answers: ClassVar = (FAILS, WORKS)
    #: The costs of guesses, which are not listed.
    costs: ClassVar = ()

    @classmethod
    def of(
        cls,
        culprits: Culprits,
        noise: Any,
        weights: Sequence[Exact] = (),
        costs: Sequence[Exact] = (),
    ) -> FlakyCulprits:
        """Return culprits with rates of wrong answers, as in :meth:`Rates.of`."""
        if costs:
            raise BadArgument("costs: the sets are not listed, use run_cost= and change_cost=")
        return cls(culprits, Rates.of(noise, cls.answers), tuple(weights))

    @property
    def classes(self) -> Mapping[Hashable, Hashable]:
        """Return no classes."""
        return {}

    def grouped(self, goals: object) -> FlakyCulprits:
        """Return the game itself, and refuse other classes than its own."""
        listed = isinstance(goals, tuple)
        if listed and goals != tuple(map(self.truth.goal, self.secrets)):
            raise BadArgument("sets of culprits have no classes: leave out identified")
        return self

    def goal(self, secret: Any) -> Hashable:
        """Return the goal of the culprits."""
        goal: Hashable = self.truth.goal(secret)
        return goal

    def parse_guess(self, text: str) -> frozenset[Any]:
        """Return the set of suspects that a string names."""
        guess: frozenset[Any] = self.truth.parse_guess(text)
        return guess

    def first_belief(self) -> CulpritBelief:
        """Return the belief before the first run."""
        return CulpritBelief.first(self.truth, self.rates, [float(one) for one in self.weights])

    def price(self, known: CulpritBelief) -> Callable[[int], float]:
        """Return the cost of a run after others, by the suspects that are on as bits."""
        return known.cost

    @property
    def cheapest(self) -> float:
        """Return the lowest run cost."""
        return float(self.truth.run_cost)

    @property
    def identity(self) -> list[Any]:
        """Return the parts that make up the game's identity, for a digest."""
        game = self.truth
        numbers = (game.most, game.together, game.least, game.run_cost, game.change_cost)
        return [game.suspects, numbers, game.needs, self.rates, self.weights]

    def __repr__(self) -> str:
        rates = f"{{'fails': {self.rates.missed}, 'works': {self.rates.alarm}}}"
        return f"noisy({self.truth!r}, {rates})"


#: The games that this application serves.
FlakyGame = FlakyHistory | FlakyCulprits
