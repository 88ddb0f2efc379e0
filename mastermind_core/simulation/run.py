"""Simulating many games, on any executor, and comparing strategies."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import nullcontext
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, islice
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeAlias
from zlib import crc32

from attrs import evolve, frozen
from more_itertools import chunked

from mastermind_core.arguments import (
    DEFAULT_SEED,
    Seed,
    awaited,
    check_executor,
    expect,
    is_list,
    number_of,
    returned,
    submitted,
    unbroken,
    whole_number,
)
from mastermind_core.errors import BadArgument, UninformativeGuess, shown
from mastermind_core.exact import thread_time
from mastermind_core.game import Exact, Game, exact, in_units, prices_of, takes_game, weights_of
from mastermind_core.games.parts import size_of
from mastermind_core.names import service_of
from mastermind_core.play.parts import first_breaker, turns_of_game
from mastermind_core.progress import Progress, progress_hook
from mastermind_core.results import Shown, aligned, make_frame, without
from mastermind_core.simulation.records import Log, Record, Summary, finite, half_interval
from mastermind_core.strategies.parts import Strategy, is_deterministic, name_of, needs_table
from mastermind_core.table import fingerprint_of, fingerprint_of_sample, spelled
from mastermind_core.tree import Node, StrategyLike, flat_tree, lazy_tree, player_for

#: Games per task; more on an executor, since each task computes its first guesses again.
_CHUNK = 20
_LARGE_CHUNK = 250
_CHUNKS = 32
#: The maximum number of guesses of a game.
MOST_GUESSES = 100_000


#: Maximum number of pending tasks of an executor: enough for many machines, not all of a long run.
_IN_FLIGHT = 512

#: The advice after a worker was lost.
_ADVICE = "play the games again, with a log, which keeps those that were played"


@takes_game
def simulate(
    game: Game,
    strategy: StrategyLike | None = None,
    games: int = 1000,
    *,
    seed: Seed = DEFAULT_SEED,
    secrets: Sequence[Any] | None = None,
    executor: Executor | None = None,
    log: str | Path | None = None,
    progress: Progress | bool | None = None,
    confidence: object = None,
    max_steps: int | None = None,
    stop: Callable[[Mapping[Any, Fraction], int], Any] | None = None,
) -> Summary:
    """Simulate a strategy's games and summarize them.

    Each game has its own random generator, seeded with ``seed`` and the game's index. The generator
    samples the secret and then serves the strategy. Strategies with the same seed therefore play
    the same secrets, on any executor.

    Args:
        game: The game.
        strategy: A strategy, its name, a tree or a solution. By default "pairs" if several
            secrets share a goal, and otherwise "entropy".
        games: How many games.
        seed: The seed for all games. Its default is fixed, so results are reproducible.
        secrets: Secrets to play in turn. By default secrets are sampled in proportion to their
            weights.
        executor: A ``concurrent.futures.Executor`` that plays the games.
        log: A JSON lines file that stores finished games. Games found there are not played again,
            so an interrupted run can be resumed.
        progress: Called with (games done, games). True shows a bar.
        confidence: A game with noise ends when the likeliest secret has this probability. None
            means no such end.
        max_steps: A game with noise ends after this many guesses.
        stop: Called with the posterior and the guesses so far. It ends a game with noise.

    Returns:
        The games' summary. If answers may be wrong, it has the accuracy with an exact interval, and
        a proven lower bound on the mean. There is no bound with ``max_steps``, ``stop``,
        ``secrets`` or a tree.

    Raises:
        BadArgument: If an argument is not valid, or the log has other games.
        UninformativeGuess: If a game does not end.

    See Also:
        :func:`compare`, :func:`length_distribution`, :func:`expected_distribution`.

    >>> from mastermind_core import Mastermind, strategies
    >>> print(simulate(Mastermind(colours=6, holes=4), strategies.entropy, games=200))
    entropy: 200 games, mean 4.335 +- 0.088, median 4, stdev 0.635, worst 6
    """
    options = {"confidence": confidence, "max_steps": max_steps, "stop": stop}
    service = service_of(game, **options)
    drawn_by = number_of(seed)
    games = whole_number("games", games, 1)
    _check_secrets(secrets)
    check_executor(executor)
    expect(isinstance(log, str | Path | None), "log", "the name of a file, or None", log)
    trial: Trial
    if service is None:
        trial = ExactTrial(game, player_for(game, strategy).choice)
    else:
        trial = service.trial(game, strategy, **options)
    if secrets is not None:
        trial.check(secrets)
    run = _Run(game, trial, drawn_by, secrets)
    kept = None if log is None else Log(log, _header(run))
    with nullcontext() if kept is None else kept:
        records = _all_records(run, games, executor, kept, progress=progress)
    bound = trial.bound if secrets is None else None  # given secrets do not have the prior's mean
    return Summary(trial.name, records, bound)


def _check_secrets(secrets: Sequence[Any] | None) -> None:
    """Raise BadArgument unless there are secrets, or None."""
    expect(isinstance(secrets, Sequence | None), "secrets", "a list of secrets or None", secrets)
    if secrets is not None and not secrets:
        raise BadArgument("secrets is empty: give at least one, or None to sample them")


def _all_records(
    run: _Run,
    games: int,
    executor: Executor | None,
    log: Log | None,
    *,
    progress: Progress | bool | None,
) -> tuple[Record, ...]:
    """Play the games that a log does not have, and return all in order."""
    done = {} if log is None else {n: r for n, r in log.done.items() if n < games}
    waiting = (number for number in range(games) if number not in done)
    size = _CHUNK if executor is None else max(_CHUNK, min(_LARGE_CHUNK, games // _CHUNKS))
    with progress_hook("playing games", progress=progress) as bar:
        for record in _played(run, chunked(waiting, size), executor):
            done[record.number] = record
            if log is not None:
                log.write(record)
            if bar is not None:
                bar(len(done), games)
    return tuple(done[number] for number in range(games))


def _played(run: _Run, tasks: Iterator[list[int]], executor: Executor | None) -> Iterator[Record]:
    """Yield a run's games, in order, also those finished before an executor breaks."""
    if executor is None:
        for numbers in tasks:
            yield from map(run.record, numbers)
        return
    flight: deque[Future[list[Record]]] = deque()
    broken: Exception | None = None
    try:
        while True:
            while broken is None and len(flight) < _IN_FLIGHT and (task := next(tasks, None)):
                try:
                    with unbroken(_ADVICE):
                        flight.append(submitted(executor, evolve(run).records, task))
                except Exception as error:
                    broken = error
            if not flight:
                break
            with unbroken(_ADVICE):
                found = returned(list, awaited(executor, flight[0]))
            for record in found:
                yield returned(Record, record)
            flight.popleft()
        if broken is not None:
            raise broken
    finally:
        for future in flight:
            future.cancel()


#: The history of a game, the number of codes examined, and whether the right name was given.
Played: TypeAlias = "tuple[Sequence[tuple[Any, Any]], int, bool | None]"


class Trial(Protocol):
    """A strategy for one game, as a simulation plays it."""

    @property
    def name(self) -> str:
        """Return the strategy's name."""

    @property
    def identity(self) -> str:
        """Describe the strategy and the end, with the same words in every process."""

    @property
    def fingerprint(self) -> str:
        """Return the game's digest."""

    @property
    def bound(self) -> Any:
        """Return a proven lower bound on the mean, or None."""

    def check(self, secrets: Sequence[Any]) -> None:
        """Raise BadArgument for a secret that cannot be played."""

    def play(self, secret: Any, random: Random) -> Played:
        """Play a game."""


@frozen(eq=False)
class ExactTrial:
    """A strategy for a game with exact scores."""

    game: Game
    strategy: Strategy | Node
    bound: None = None

    @property
    def name(self) -> str:
        """Return the strategy's name."""
        return name_of(self.strategy)

    @property
    def identity(self) -> str:
        """Return the strategy as a string, or a tree's digest."""
        if isinstance(self.strategy, Node):
            return f"tree {crc32(flat_tree(self.strategy).guesses.tobytes()):08x}"
        return spelled(self.strategy)

    @property
    def fingerprint(self) -> str:
        """Return the game's digest, from sampled scores if it needs no table."""
        compiled = needs_table(self.strategy)
        return fingerprint_of(self.game) if compiled else fingerprint_of_sample(self.game)

    @cached_property
    def _player(self) -> Strategy | Node:
        """The strategy, or its tree if it is deterministic: then each node is computed once."""
        fixed = is_deterministic(self.strategy) and needs_table(self.strategy)
        return lazy_tree(self.game, self.strategy) if fixed else self.strategy

    def check(self, secrets: Sequence[Any]) -> None:
        """Accept all secrets."""

    def play(self, secret: Any, random: Random) -> Played:
        """Play a game until its end."""
        game = self.game
        breaker = first_breaker(game, self._player, random)
        history: list[tuple[Any, Any]] = []
        for guess, score, _ in turns_of_game(game, [breaker], lambda g: game.score(g, secret)):
            history.append((guess, score))
            if len(history) >= MOST_GUESSES:
                raise UninformativeGuess(
                    f"the strategy {name_of(self.strategy)} has not found {shown(secret)} after "
                    f"{MOST_GUESSES} guesses"
                )
        return history, breaker.effort.evaluations, None


@frozen(eq=False)
class _Run:
    """The data that all games in a run share. Derived data are computed on first use."""

    game: Game
    trial: Trial
    seed: int
    secrets: Sequence[Any] | None

    @cached_property
    def _weights(self) -> list[int]:
        """The secrets' cumulative weights, empty if the weights are uniform."""
        given = weights_of(self.game)
        return list(accumulate(in_units(given)[0])) if given else []

    @cached_property
    def _prices(self) -> dict[Any, Exact]:
        return prices_of(self.game)

    def _draw(self, random: Random) -> Any:
        """Return a random secret, in proportion to the weights."""
        secrets = self.game.secrets
        weights = self._weights
        if weights:
            return secrets[bisect_right(weights, random.randrange(weights[-1]))]
        return secrets[random.randrange(size_of(secrets))]

    def records(self, numbers: Iterable[int]) -> list[Record]:
        """Return games' records, by their indices."""
        return [*map(self.record, numbers)]

    def record(self, number: int) -> Record:
        """Return a game's record, by its index."""
        game = self.game
        random = Random(f"{self.seed} {number}")
        secret = self._draw(random)
        if self.secrets is not None:
            secret = self.secrets[number % len(self.secrets)]
        began = thread_time()
        history, examined, right = self.trial.play(secret, random)
        seconds = thread_time() - began
        paid = exact(sum(self._prices[g] for g, _ in history)) if self._prices else None
        missed = _inconsistent(game, history) if right is None else 0
        return Record(number, len(history), examined, missed, seconds, paid, right)


def _inconsistent(game: Game, history: Sequence[tuple[Any, Any]]) -> int:
    """Count the guesses that are not secrets, or contradict an earlier score."""
    return sum(
        guess not in game.secrets
        or any(game.score(asked, guess) != score for asked, score in islice(history, place))
        for place, (guess, _) in enumerate(history)
    )


def _header(run: _Run) -> dict[str, Any]:
    """Describe a run's games, with the same words in every process."""
    hidden = None if run.secrets is None else [*map(spelled, run.secrets)]
    described = {"game": spelled(run.game), "fingerprint": run.trial.fingerprint}
    return described | {"strategy": run.trial.identity, "seed": run.seed, "secrets": hidden}


@frozen
class Standing:
    """A strategy's games, compared with the first strategy's on the same secrets.

    Attributes:
        summary: The games' summary.
        difference: The mean difference in guesses, or in cost if guesses have costs.
        margin: The half-width of the 95 % confidence interval for ``difference``.
    """

    summary: Summary
    difference: float
    margin: float


@frozen(repr=False)
class Standings(Shown):
    """Strategies compared, which prints as a table.

    Attributes:
        rows: One standing per strategy, in the given order.

    Raises:
        BadArgument: If ``rows`` is not a tuple with standings.

    >>> from mastermind_core import TwoD, compare
    >>> compare(TwoD(5), ["knuth", "entropy"], 25, secrets=TwoD(5).secrets)
    <Standings by mean: knuth 3.320, entropy 3.320>
    """

    rows: tuple[Standing, ...]

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.rows, tuple) or not all(isinstance(r, Standing) for r in self.rows):
            raise BadArgument("rows must be a tuple of Standing, one per strategy")

    def __repr__(self) -> str:
        summaries = [row.summary for row in self.rows]
        means = ", ".join(f"{one.strategy} {(one.costs or one).mean:.3f}" for one in summaries)
        kind = "mean cost" if any(one.costs for one in summaries) else "mean"
        return f"<Standings by {kind}: {means}>"

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self, width: int | None = None, *, exact: bool = False) -> str:
        """Return the comparison as a table.

        Args:
            width: A line's maximum width, for which columns are left out, or None for any.
            exact: Whether all secrets were played, so that confidence intervals are left out.
        """
        width = whole_number("width", width, 1, none="for any")
        expect(isinstance(exact, bool), "exact", "True or False", exact)
        priced = ("cost", "+-", "worst") if self.rows and self.rows[0].summary.costs else ()
        figures = ("mean", "+-", "median", "stdev", "worst", *priced, "codes", "ms")
        head = ("strategy", *figures, "difference")
        lines = [
            (
                row.summary.strategy,
                f"{row.summary.mean:.3f}",
                f"{row.summary.margin:.3f}",
                f"{row.summary.median:g}",
                f"{row.summary.stdev:.3f}",
                f"{row.summary.worst}",
                *row.summary.cost_figures,
                f"{row.summary.evaluations:.0f}",
                f"{1000 * row.summary.seconds:.1f}",
                ""
                if row is self.rows[0]
                else f"{row.difference:+.3f}" + ("" if exact else f" +- {row.margin:.3f}"),
            )
            for row in self.rows
        ]
        table = without([head, *lines], "+-") if exact else [head, *lines]
        spare = ("codes", "ms", "stdev", "median", "+-")
        return "\n".join(aligned(table[0], table[1:], width, spare))

    def to_dict(self) -> dict[str, Any]:
        """Return the rows in types that JSON supports."""
        rows = [
            row.summary.to_dict() | {"difference": row.difference, "margin": finite(row.margin)}
            for row in self.rows
        ]
        return {"rows": rows}

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with one row per strategy, if pandas is installed."""
        rows = self.to_dict()["rows"]
        names = [name for name in rows[0] if name not in {"lengths", "costs"}]
        return make_frame(([row.get(name) for name in names] for row in rows), names)


@takes_game
def compare(
    game: Game,
    strategies: Iterable[StrategyLike],
    games: int = 1000,
    *,
    seed: Seed = DEFAULT_SEED,
    secrets: Sequence[Any] | None = None,
    executor: Executor | None = None,
    progress: Progress | bool | None = None,
    confidence: object = None,
    max_steps: int | None = None,
) -> Standings:
    """Simulate several strategies on the same secrets, and compare each with the first.

    Args:
        game: The game.
        strategies: The strategies, the reference first.
        games: Games per strategy.
        seed: The seed for all games. Its default is fixed, so results are reproducible.
        secrets: Secrets to play in turn. By default secrets are sampled in proportion to their
            weights.
        executor: A ``concurrent.futures.Executor`` that plays the games.
        progress: Called with (games done, games). True shows a bar.
        confidence: As in :func:`simulate`.
        max_steps: As in :func:`simulate`.

    Returns:
        The comparison, one row per strategy.

    Raises:
        BadArgument: If an argument is not valid.
        UninformativeGuess: If a game does not end.

    See Also:
        :func:`simulate`.

    >>> from mastermind_core import Mastermind, strategies
    >>> game = Mastermind(colours=4, holes=3)
    >>> players = [strategies.entropy, strategies.knuth]
    >>> table = compare(game, players, secrets=game.secrets, games=64)
    >>> [(row.summary.strategy, row.summary.mean, row.difference) for row in table.rows]
    [('entropy', 3.25, 0.0), ('knuth', 3.375, 0.125)]
    """
    expect(is_list(strategies), "strategies", "a list of strategies", strategies)
    exact_answers = service_of(game) is None
    players = [player_for(game, s).choice if exact_answers else s for s in strategies]
    if not players:
        raise BadArgument("strategies is empty: name at least one to compare")
    how: Any = {"seed": number_of(seed), "secrets": secrets, "executor": executor}
    how |= {"confidence": confidence, "max_steps": max_steps}
    with progress_hook("playing games", progress=progress) as bar:
        summaries = []
        for place, player in enumerate(players):
            own = None if bar is None else _part(bar, place, len(players))
            summaries.append(simulate(game, player, games, progress=own, **how))
    return Standings(tuple(_against(summaries[0], summary) for summary in summaries))


def _part(progress: Progress, place: int, parts: int) -> Progress:
    return lambda done, total: progress(place * total + done, parts * total)


def _against(first: Summary, other: Summary) -> Standing:
    differences = [
        mine.length - theirs.length if mine.cost is None else float(mine.cost - (theirs.cost or 0))
        for mine, theirs in zip(other.records, first.records, strict=True)
    ]
    return Standing(other, sum(differences) / len(differences), half_interval(differences))
