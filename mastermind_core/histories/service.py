"""The service of histories whose runs may be wrong: the functions that the core calls for them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from random import Random
from typing import Any, NoReturn

from attrs import field, frozen

from mastermind_core.arguments import Seed, expect
from mastermind_core.errors import BadArgument, UninformativeGuess, shown
from mastermind_core.histories.flaky import FlakyGame
from mastermind_core.histories.view import HistoryView
from mastermind_core.histories.view import first_view as first_view
from mastermind_core.play.parts import Ending
from mastermind_core.results import NoisyBound
from mastermind_core.strategies.parts import Effort
from mastermind_core.table import spelled
from mastermind_core.tree import StrategyLike

#: The maximum number of runs of a simulated search.
_MOST_RUNS = 100_000


@frozen(eq=False)
class HistoryBreaker:
    """The most informative run of a view."""

    view: HistoryView
    effort: Effort = field(factory=Effort)

    @property
    def guess(self) -> Any:
        """Return the next commit, or set of suspects, to run."""
        return self.view.next_guess

    def after(self, guess: Any, score: Any, known: Any = None) -> HistoryBreaker:
        """Return the player after an answer."""
        return HistoryBreaker(self.view.after(guess, score), self.effort)

    def stop(self) -> None:
        """Do nothing: the player does not work in the background."""


def first_breaker(game: FlakyGame, strategy: Any, seed: Seed) -> HistoryBreaker:
    """Return the player of the only strategy, "entropy"."""
    _check_strategy(strategy)
    return HistoryBreaker(first_view(game, Ending()))


def _check_strategy(strategy: object) -> None:
    named = strategy is None or getattr(strategy, "name", strategy) == "entropy"
    expect(named, "strategy", '"entropy" for a history or culprits', strategy)


@frozen(eq=False)
class HistoryTrial:
    """The most informative runs until an end, as a simulation plays them."""

    game: FlakyGame
    ending: Ending
    name: str = "entropy"

    @property
    def identity(self) -> str:
        """Return a description of the strategy and the end, the same in every process."""
        return spelled((self.name, self.ending))

    @property
    def fingerprint(self) -> str:
        """Return a description of the game."""
        return spelled(identity(self.game))

    @property
    def bound(self) -> NoisyBound | None:
        """Return a proven lower bound on the mean."""
        return first_view(self.game, self.ending).lower_bound

    def check(self, secrets: Sequence[Any]) -> None:
        """Raise BadArgument for a secret that the game does not have."""
        for secret in secrets:
            if secret not in self.game.secrets:
                raise BadArgument(
                    f"secrets has {shown(secret)}, which is not a secret of the game: leave it out"
                )

    def play(self, secret: Hashable, random: Random) -> tuple[Sequence[tuple[Any, Any]], int, bool]:
        """Play a game. The last result is whether the right commit is named.

        An unknown rate is drawn from its distribution.
        """
        view = first_view(self.game, self.ending)
        missed, alarm = (
            rate.drawn(random) for rate in (self.game.rates.missed, self.game.rates.alarm)
        )
        fault, fine = self.game.answers
        while not view.over:
            if len(view.turns) >= _MOST_RUNS:
                raise UninformativeGuess(f"a search has not ended after {_MOST_RUNS} runs")
            commit = view.next_guess
            fails = self.game.score(commit, secret) == fault
            heard = random.random() >= missed if fails else random.random() < alarm
            view = view.after(commit, fault if heard else fine)
        goal = self.game.goal
        named = view.name if self.game.classes else goal(view.known.best.commit)
        return view.turns, 0, named == goal(secret)


def trial(
    game: FlakyGame,
    strategy: StrategyLike,
    *,
    confidence: object,
    max_steps: int | None,
    stop: object,
) -> HistoryTrial:
    """Return the trial of the only strategy, "entropy"."""
    _check_strategy(strategy)
    return HistoryTrial(game, Ending.of(confidence, max_steps, stop))


def _no(what: str, game: FlakyGame) -> NoReturn:
    raise BadArgument(
        f"{game!r} has no {what}: use Session or simulate, or known rates of a shorter history"
    )


def explanations(
    game: FlakyGame, history: Sequence[tuple[Any, Any]]
) -> Iterator[tuple[tuple[tuple[int, Any], ...], int, float]]:
    """Refuse the game: the doubts of a session say which answers are likely wrong."""
    _no("list of explanations", game)


def length_distribution(
    game: FlakyGame, strategy: StrategyLike, *, confidence: object, max_steps: int | None
) -> Any:
    """Refuse the game: its beliefs are not counted."""
    _no("exact distribution of lengths", game)


def optimal(game: FlakyGame, options: dict[str, Any]) -> Any:
    """Refuse the game: its beliefs are not counted."""
    _no("optimal policy", game)


def compiled(game: FlakyGame) -> Any:
    """Refuse the game, which has no table of pairs."""
    _no("table of pairs", game)


def identity(game: FlakyGame) -> list[Any]:
    """Return the parts that make up a game's identity, for a digest."""
    return game.identity
