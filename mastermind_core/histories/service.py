"""The service of histories whose runs may be wrong: the functions that the core calls for them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, NoReturn

from attrs import evolve, field, frozen

from mastermind_core.analysis import cost_distribution
from mastermind_core.analysis import length_distribution as table_lengths
from mastermind_core.arguments import DEFAULT_SEED, Seed, expect, generator
from mastermind_core.errors import BadArgument, UninformativeGuess, shown
from mastermind_core.exact import optimal as exact_optimum
from mastermind_core.game import FiniteGame
from mastermind_core.histories.counted import CountedGame, best_policy, exact_lengths
from mastermind_core.histories.filing import GAME_FORMS as GAME_FORMS
from mastermind_core.histories.flaky import FlakyGame
from mastermind_core.histories.view import HistoryView
from mastermind_core.histories.view import first_view as first_view
from mastermind_core.names import application
from mastermind_core.play.parts import Ending
from mastermind_core.results import NoisyBound
from mastermind_core.strategies.parts import Effort, Position, StrategyValue, guessed, name_of
from mastermind_core.table import spelled
from mastermind_core.tree import StrategyLike, digest_of_tree, lazy_tree

#: The maximum number of runs of a simulated search.
_MOST_RUNS = 100_000


@frozen(eq=False)
class RunPosition(Position):
    """The position that your own strategy is called with."""

    view: Any = field(default=None, kw_only=True)

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the possible commits, or sets of culprits."""
        found: Sequence[Any] = self.view.candidates
        return found

    @property
    def posterior(self) -> Mapping[Any, float]:
        """Return the probability of each commit, class or set, the likeliest first."""
        found: Mapping[Any, float] = self.view.posterior
        return found


@frozen(eq=False)
class HistoryBreaker:
    """A player: the most informative runs, a policy, or a user's function."""

    view: HistoryView
    effort: Effort = field(factory=Effort)
    #: The node of the policy, and whether there was one at first.
    policy: Any = None
    is_policy: bool = False
    #: A user's function of a position, or None, and its seed.
    function: Any = None
    seed: int = 0

    @property
    def name(self) -> str:
        """Return the strategy's name."""
        if self.function is not None:
            return name_of(self.function)
        return "policy" if self.is_policy else "entropy"

    @property
    def has_ended(self) -> bool:
        """Return whether there was a policy, and it has ended."""
        return self.is_policy and self.policy is None

    @property
    def key(self) -> Any:
        """Return a key that players share after equal runs if they go on in the same way."""
        return id(self.policy), self.function and self.view.turns

    @property
    def guess(self) -> Any:
        """Return the next commit, or set of suspects, to run."""
        if self.policy is not None:
            return self.policy.guess
        if self.function is None:
            return self.view.next_guess
        view = self.view
        position = RunPosition(view.game, view.turns, self.seed, self.effort, view=view)
        return guessed(self.function, position, view.game.guesses)

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
    """Return the player for a strategy: "entropy", a policy, or a user's function."""
    player = HistoryBreaker(first_view(game, ending or Ending()))
    if _is_default(strategy):
        return player
    node = getattr(strategy, "tree", strategy)
    if node is None or isinstance(getattr(node, "branches", None), Mapping):
        return evolve(player, policy=node, is_policy=True)
    own = callable(strategy) and not isinstance(strategy, StrategyValue)
    wanted = (
        '"entropy", a policy of optimal, or a function of a position, for runs that may be wrong'
    )
    expect(own and not hasattr(strategy, "needs_table"), "strategy", wanted, strategy)
    return evolve(player, function=strategy, seed=generator(seed).getrandbits(64))


def _is_default(strategy: object) -> bool:
    """Return whether a strategy is "entropy", or None."""
    return strategy is None or getattr(strategy, "name", strategy) == "entropy"


@frozen(eq=False)
class TabledRuns:
    """The runs of a session as a strategy for the same game with a table of pairs."""

    view: HistoryView

    name: ClassVar = "entropy"
    by_belief: ClassVar = True

    def choose(self, belief: Any, seed: int) -> int:
        """Return the index of the run that a session chooses after the same answers."""
        table = belief.table
        view = self.view
        for guess, answer in belief.turns:
            view = view.after(table.guesses.items[guess], table.answers.items[answer])
        index: int = table.guesses[view.next_guess]
        return index


@frozen(eq=False)
class HistoryTrial:
    """A player's runs until an end, as a simulation plays them."""

    game: FlakyGame
    player: HistoryBreaker
    ending: Ending

    @property
    def name(self) -> str:
        """Return the strategy's name."""
        return self.player.name

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
        if player.function is not None:
            player = evolve(player, seed=random.getrandbits(64))
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
    ending = Ending.of(confidence, max_steps)
    runs = _tabled_runs(game, strategy, ending)
    return lazy_tree(_tabled(game), runs, confidence=confidence, max_steps=max_steps)


def length_distribution(
    game: FlakyGame,
    strategy: StrategyLike,
    *,
    confidence: object,
    max_steps: int | None,
    costs: bool = False,
) -> Any:
    """Return the exact distribution of a strategy's lengths, or of its costs."""
    _check_costs(game)
    if not game.rates.known:
        ending = _limited(confidence, max_steps)
        player = first_breaker(game, strategy, DEFAULT_SEED, ending)
        return exact_lengths(game, player, ending, costs=costs)
    runs = _tabled_runs(game, strategy, Ending.of(confidence, max_steps))
    exact = cost_distribution if costs else table_lengths
    return exact(_tabled(game), runs, confidence=confidence, max_steps=max_steps)


def _tabled_runs(game: FlakyGame, strategy: Any, ending: Ending) -> Any:
    """Return a strategy for the same game with a table: by default, the runs of a session."""
    return TabledRuns(first_view(game, ending)) if _is_default(strategy) else strategy


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
