"""The service of histories whose runs may be wrong: the functions that the core calls for them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NoReturn

from attrs import evolve, field, frozen

from mastermind_core.analysis import cost_distribution as exact_costs
from mastermind_core.analysis import length_distribution as exact_lengths
from mastermind_core.arguments import Seed, expect
from mastermind_core.errors import BadArgument, UninformativeGuess, shown
from mastermind_core.exact import optimal as exact_optimum
from mastermind_core.game import FiniteGame
from mastermind_core.histories.counted import CountedGame, RunSolution, best_policy, lengths_of
from mastermind_core.histories.filing import GAME_FORMS as GAME_FORMS
from mastermind_core.histories.flaky import FlakyGame
from mastermind_core.histories.view import HistoryView
from mastermind_core.histories.view import first_view as first_view
from mastermind_core.names import application
from mastermind_core.play.parts import Ending
from mastermind_core.results import NoisyBound
from mastermind_core.strategies.parts import Effort
from mastermind_core.table import spelled
from mastermind_core.tree import StrategyLike, digest_of_tree, lazy_tree

#: The maximum number of runs of a simulated search.
_MOST_RUNS = 100_000


@frozen(eq=False)
class HistoryBreaker:
    """The most informative run of a view, or the next one of a policy until it ends."""

    view: HistoryView
    effort: Effort = field(factory=Effort)
    #: The node of the policy, and whether there was one at first.
    policy: Any = None
    is_policy: bool = False

    @property
    def has_ended(self) -> bool:
        """Return whether there was a policy, and it has ended."""
        return self.is_policy and self.policy is None

    @property
    def guess(self) -> Any:
        """Return the next commit, or set of suspects, to run."""
        return self.view.next_guess if self.policy is None else self.policy.guess

    def after(self, guess: Any, score: Any, known: Any = None) -> HistoryBreaker:
        """Return the player after an answer. A guess outside the policy ends it."""
        node = self.policy
        follows = node is not None and node.guess == guess
        below = node.branches.get(score) if follows else None
        return evolve(self, view=self.view.after(guess, score), policy=below)

    def stop(self) -> None:
        """Do nothing: the player does not work in the background."""


def first_breaker(
    game: FlakyGame, strategy: Any, seed: Seed, ending: Ending | None = None
) -> HistoryBreaker:
    """Return the player of the strategy "entropy", or of a policy."""
    view = first_view(game, ending or Ending())
    node = getattr(strategy, "tree", strategy)
    if isinstance(strategy, RunSolution) or isinstance(getattr(node, "branches", None), Mapping):
        return HistoryBreaker(view, policy=node, is_policy=True)
    _check_strategy(strategy)
    return HistoryBreaker(view)


def _check_strategy(strategy: object) -> None:
    named = strategy is None or getattr(strategy, "name", strategy) == "entropy"
    expect(named, "strategy", '"entropy" for a history or culprits', strategy)


@frozen(eq=False)
class HistoryTrial:
    """A player's runs until an end, as a simulation plays them."""

    game: FlakyGame
    player: HistoryBreaker
    ending: Ending

    @property
    def name(self) -> str:
        """Return the strategy's name."""
        return "policy" if self.player.is_policy else "entropy"

    @property
    def identity(self) -> str:
        """Return a description of the strategy and the end, the same in every process."""
        return spelled((self.name, self.ending, digest_of_tree(self.player.policy)))

    @property
    def fingerprint(self) -> str:
        """Return a description of the game."""
        return spelled(identity(self.game))

    @property
    def bound(self) -> NoisyBound | None:
        """Return a proven lower bound on the mean. A policy may end before the confidence."""
        return None if self.player.is_policy else self.player.view.lower_bound

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
        player = self.player
        missed, alarm = (
            rate.drawn(random) for rate in (self.game.rates.missed, self.game.rates.alarm)
        )
        fault, fine = self.game.answers
        while not (player.view.over or player.has_ended):
            if len(player.view.turns) >= _MOST_RUNS:
                raise UninformativeGuess(f"a search has not ended after {_MOST_RUNS} runs")
            commit = player.guess
            fails = self.game.score(commit, secret) == fault
            heard = random.random() >= missed if fails else random.random() < alarm
            player = player.after(commit, fault if heard else fine)
        goal = self.game.goal
        view = player.view
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
    """Return the trial of the strategy "entropy", or of a policy."""
    _check_answers(game)
    ending = Ending.of(confidence, max_steps, stop)
    return HistoryTrial(game, first_breaker(game, strategy, 0, ending), ending)


def _no(what: str, game: FlakyGame) -> NoReturn:
    raise BadArgument(f"{game!r} has no {what}: use Session, simulate or length_distribution")


def explanations(
    game: FlakyGame, history: Sequence[tuple[Any, Any]]
) -> Iterator[tuple[tuple[tuple[int, Any], ...], int, float]]:
    """Refuse the game: the doubts of a session say which answers are likely wrong."""
    _no("list of explanations", game)


def tree(game: FlakyGame, strategy: Any, *, confidence: Any, max_steps: int | None) -> Any:
    """Return a strategy's tree if rates are known, or refuse the game."""
    _check_answers(game)
    if not game.rates.known:
        _no("tree, as its rates are unknown", game)
    return lazy_tree(_tabled(game), strategy, confidence=confidence, max_steps=max_steps)


def length_distribution(
    game: FlakyGame,
    strategy: StrategyLike,
    *,
    confidence: object,
    max_steps: int | None,
    costs: bool = False,
) -> Any:
    """Return the exact distribution of a strategy's lengths, or of a policy's.

    Without known rates each run costs 1, so that the ``costs`` are the lengths.
    """
    _check_costs(game)
    if game.rates.known:
        exact = exact_costs if costs else exact_lengths
        return exact(_tabled(game), strategy, confidence=confidence, max_steps=max_steps)
    ending = _limited(confidence, max_steps)
    return lengths_of(game, first_breaker(game, strategy, 0, ending), ending)


def optimal(game: FlakyGame, options: dict[str, Any]) -> Any:
    """Return an optimal policy.

    Args:
        game: The game.
        options: The options of :func:`~mastermind_core.optimal` that are not the defaults.
    """
    _check_costs(game)
    if game.rates.known:
        return exact_optimum(_tabled(game), **options)
    if options.keys() - {"confidence", "max_steps"}:
        raise BadArgument("with unknown rates, optimal takes max_steps and confidence alone")
    return best_policy(game, _limited(options.get("confidence"), options.get("max_steps")))


def _limited(confidence: object, max_steps: object) -> Ending:
    """Return the end of a search with unknown rates, whose number of runs has to have a limit."""
    if max_steps is None:
        raise BadArgument(
            "with unknown rates, searches may take any number of runs: give the maximum as "
            "max_steps=, or use simulate"
        )
    return Ending.of(confidence, max_steps)


def _check_answers(game: FlakyGame) -> None:
    """Refuse numbers, which have no known distribution."""
    if game.word:
        raise BadArgument(f"{game!r} has runs with unknown means and spreads: use Session")


def _check_costs(game: FlakyGame) -> None:
    """Refuse numbers, and costs that depend on the run before."""
    _check_answers(game)
    if getattr(game.truth, "change_cost", 0):
        raise BadArgument("change_cost makes a cost depend on the run before: use simulate")


def _tabled(game: FlakyGame) -> Any:
    """Return the same game with a table of pairs, for known rates."""
    counted = CountedGame(game)
    finite = FiniteGame(
        game.guesses,
        game.secrets,
        game.score,
        weights=game.weights,
        costs=[counted.question(guess).cost for guess in game.guesses],
        goal=game.goal,
    )
    missed, alarm = (r.likelihood(1, 0) for r in (game.rates.missed, game.rates.alarm))
    fault, fine = game.answers
    errors = {fault: {fine: missed}, fine: {fault: alarm}}
    true = {game.score(guess, secret) for guess in game.guesses for secret in game.secrets}
    # If one answer alone is ever true, no answer tells anything.
    return application("noisy")(finite, errors if true == {*game.answers} else 0)


def compiled(game: FlakyGame) -> Any:
    """Refuse the game, which has no table of pairs."""
    _no("table of pairs", game)


def identity(game: FlakyGame) -> list[Any]:
    """Return the parts that make up a game's identity, for a digest."""
    return game.identity
