"""Whole games between codebreakers and a codemaker, which may lie: Ulam's game.

:class:`WithLies` searches for the optimal strategy; ``wary_breaker`` shows any other strategy all
secrets but the impossible ones.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import comb, inf
from typing import Any, ClassVar, Literal

from attrs import define, evolve, field, frozen

from mastermind_core.arguments import (
    DEFAULT_SEED,
    Seed,
    choice,
    expect,
    generator,
    kept,
    real_number,
    whole_number,
)
from mastermind_core.errors import (
    BadArgument,
    GameTooLarge,
    InconsistentHistory,
    NoStrategy,
    UninformativeGuess,
    shown,
)
from mastermind_core.exact.deadline import FOREVER, Deadline, TimeIsUpError
from mastermind_core.game import Game, History, check_parts
from mastermind_core.game.amounts import is_hashable
from mastermind_core.kernels import choose as kernels
from mastermind_core.play.codebreaker import (
    AskingBreaker,
    Codebreaker,
    advisor,
    first_breaker,
    turns_of_game,
)
from mastermind_core.play.codemakers import Codemaker, codemaker_of
from mastermind_core.play.knowledge import Knowledge
from mastermind_core.strategies.base import Position, needs_table, start
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.tree import Node, StrategyLike, player_for

#: For each secret the lies that are still possible if it is the one, or -1 where it is not.
Lives = tuple[int, ...]

Until = Literal["guessed", "known"]

#: Pairs of guess and secret up to which strategies are searched exactly.
_SEARCHED = 1 << 16


@frozen(eq=False)
class WithLies:
    """A game whose codemaker may lie: at most ``lies`` answers are false.

    A candidate is a secret with the lies that are left if it is the one. Until "guessed" the game
    ends as ever, and that a guess is right is neither denied nor claimed falsely. Until "known"
    it ends when only one secret is left, as Ulam asked it, and any answer may be a lie.

    >>> from mastermind_core import FiniteGame
    >>> questions = [frozenset(n for n in range(8) if subset >> n & 1) for subset in range(256)]
    >>> ulam = FiniteGame(questions, range(8), lambda asked, n: n in asked, {True})
    >>> WithLies(ulam, 1, until="known").worst_case()
    6
    """

    name: ClassVar[str] = "lie_proof"
    needs_table: ClassVar[bool] = False
    deterministic: ClassVar[bool] = True
    game: Game
    lies: int = field(validator=kept(whole_number))
    until: Until = choice("guessed", "known", kw_only=True)

    def __attrs_post_init__(self) -> None:
        table = compile_game(self.game)
        pairs = len(table.guesses.items) * len(table.secrets.items)
        if pairs > _SEARCHED:
            raise GameTooLarge(
                f"{pairs:,} pairs of guess and secret are too many for an exact search with lies, "
                f"which takes up to {_SEARCHED:,}: make the game smaller"
            )

    @cached_property
    def _search(self) -> _Search:
        return _Search(compile_game(self.game), known=self.until == "known")

    def candidates(self, history: History) -> dict[Any, int]:
        """Return the secrets that are still possible, each with the lies that it leaves.

        >>> from mastermind_core import Mastermind
        >>> game = WithLies(Mastermind(colours=2, holes=2), 1)
        >>> game.candidates([((1, 1), (0, 0)), ((1, 1), (1, 0))])
        {(1, 2): 0, (2, 1): 0, (2, 2): 0}
        """
        secrets = self._search.table.secrets.items
        lives = self._lives(history)
        return {secret: left for secret, left in zip(secrets, lives, strict=True) if left >= 0}

    def worst_case(self, *, seconds: float | None = None) -> int:
        """Return the minimum number of guesses that is enough against any answers.

        The work grows fast with the lies: for two holes and three colours one lie takes a fifth of
        a second and two take several. Where ``seconds`` are not enough,
        :class:`~mastermind_core.errors.NoStrategy` says what is known.
        """
        seconds = real_number("seconds", seconds, most=inf, over=True, none="for no limit")
        self._search.deadline = FOREVER if seconds is None else Deadline(seconds)
        try:
            return self._search.worst(self._lives(()))
        finally:
            self._search.deadline = FOREVER

    def best_guess(self, history: History = ()) -> Any:
        """Return a guess of an optimal strategy after a history."""
        guess = self._search.best(self._lives(history))
        return self._search.table.guesses.items[guess]

    @property
    def strategy(self) -> WithLies:
        """Return the optimal strategy, for :func:`play_game` and all that takes a strategy."""
        return self

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position; the history alone is looked at."""
        return self.best_guess(position.history)

    def _lives(self, history: History) -> Lives:
        search = self._search
        lives = _at_first(search.table, self.lies)
        for number, (guess, score) in enumerate(history, start=1):
            row = search.rows[search.table.guesses[guess]]
            if score in search.table.scores:
                lives = search.after(lives, row, search.table.scores[score])
            else:
                lives = tuple(left - 1 for left in lives)
            if max(lives) < 0:
                raise InconsistentHistory(
                    f"no secret is left: up to answer {number} more than {self.lies} are lies, "
                    "whatever the secret"
                )
        return lives


@define(eq=False)
class _Search:
    """The minimum worst case of every state, by iterative deepening with remembered bounds."""

    table: ScoreTable
    known: bool
    rows: Sequence[Sequence[int]] = field(init=False)
    lower: dict[Lives, int] = field(factory=dict)
    upper: dict[Lives, tuple[int, int]] = field(factory=dict)
    deadline: Deadline = FOREVER

    def __attrs_post_init__(self) -> None:
        row, scores = kernels.greedy.row, self.table.kernel_scores
        self.rows = [row(scores, guess) for guess in range(len(self.table.guesses.items))]

    def after(self, lives: Lives, row: Sequence[int], score: int) -> Lives:
        """Return the state after an answer."""
        return _after(lives, row, score, () if self.known else self.table.final)

    def worst(self, lives: Lives) -> int:
        """Return the minimum worst case of a state."""
        for limit in range(4 * (sum(left + 1 for left in lives if left >= 0) + 2) + 2):
            try:
                if self.within(lives, limit):
                    return limit
            except TimeIsUpError:
                raise NoStrategy(
                    f"no strategy was found in time: at least {limit} guesses are needed"
                ) from None
        raise NoStrategy("no strategy is sure to find it: some secrets are never told apart")

    def best(self, lives: Lives) -> int:
        """Return the number of an optimal guess of a state."""
        if self._over(lives):
            return self._last(lives)
        self.worst(lives)
        return self.upper[lives][1]

    def within(self, lives: Lives, limit: int) -> bool:
        """Return whether a number of guesses is enough, and remember the result."""
        if self._over(lives):
            return True
        self.deadline.check()
        if lives in self.upper and self.upper[lives][0] <= limit:
            return True
        if self.lower.get(lives, 1) > limit or self._too_many(lives, limit):
            return False
        for guess in self._order(lives):
            if all(self.within(state, limit - 1) for state in self._answers(lives, guess)):
                self.upper[lives] = limit, guess
                return True
        self.lower[lives] = limit + 1
        return False

    def _over(self, lives: Lives) -> bool:
        return self.known and sum(left >= 0 for left in lives) <= 1

    def _last(self, lives: Lives) -> int:
        """Return a guess for a state in which the secret is known: its own, if there is one."""
        secret = next(at for at, left in enumerate(lives) if left >= 0)
        return next((g for g, row in enumerate(self.rows) if self.table.final[row[secret]]), 0)

    def _answers(self, lives: Lives, guess: int) -> Iterator[Lives]:
        """Yield the states after each answer that may come, those with most in them first."""
        row, final = self.rows[guess], self.table.final
        told = {row[at] for at, left in enumerate(lives) if left >= 0}
        if any(left > 0 for left in lives):
            # A lie may be any answer that the guess can get.
            told.update(row)
        states = [self.after(lives, row, score) for score in told if self.known or not final[score]]
        states = [state for state in states if max(state) >= 0]
        yield from sorted(states, key=_volume, reverse=True)

    def _order(self, lives: Lives) -> list[int]:
        """Return the guesses that change the state, the most even first, each state only once."""
        ranked: dict[tuple[Lives, ...], tuple[int, int]] = {}
        for guess in range(len(self.rows)):
            states = tuple(self._answers(lives, guess))
            if lives not in states:
                value = (max(map(_volume, states), default=0), guess)
                ranked.setdefault(tuple(sorted(states)), value)
        return [guess for _, guess in sorted(ranked.values())]

    def _too_many(self, lives: Lives, limit: int) -> bool:
        """Return whether no strategy can be done within a limit, by counting answers.

        Each secret takes, for every number of lies, one sequence of answers for each set of
        guesses lied at. So many sequences there must be (Berlekamp's volume bound, with as many
        answers as there are scores).
        """
        if not self.known:
            return limit < 1
        answers = max(2, len(self.table.scores.items))
        volume = sum(
            sum(comb(limit, lie) for lie in range(left + 1)) for left in lives if left >= 0
        )
        return bool(volume > answers**limit)


def _volume(lives: Lives) -> int:
    return sum((left + 1) ** 2 for left in lives if left >= 0)


def _at_first(table: ScoreTable, lies: int) -> Lives:
    """Return the lies that each secret allows at first; -1 where it is never hidden."""
    return tuple(lies if weight else -1 for weight in table.weights)


def _after(lives: Lives, row: Sequence[int], score: int, final: Sequence[bool]) -> Lives:
    """Return the state after an answer: each secret that it contradicts loses a lie.

    That a guess is right is neither denied nor claimed falsely, where some scores are ``final``.
    """
    certain = bool(final and final[score])
    return tuple(
        left if own == score else -1 if certain or (final and final[own]) else left - 1
        for left, own in zip(lives, row, strict=True)
    )


@define(eq=False)
class WaryBreaker(AskingBreaker):
    """A strategy that is shown every secret which at most so many lies leave.

    Where the strategy cannot go on (it reads the answers themselves, or follows a tree), the
    guess that leaves fewest candidates on average is made instead.
    """

    lives: Lives

    @property
    def guess(self) -> Any:
        """Return the guess that the strategy makes of the secrets that are left."""
        try:
            guess = AskingBreaker(self.strategy, self.position, self.tabled).guess
            table = self.position.table
            if table.tells(table.guesses[guess], self.position.candidate_ids):
                return guess
        except (InconsistentHistory, UninformativeGuess):
            pass
        return AskingBreaker(advisor(self.position.game), self.position, tabled=True).guess

    def after(self, guess: Any, score: Any, known: Knowledge | None = None) -> WaryBreaker:
        """Return the player after an answer: each secret that it contradicts loses a lie."""
        table = self.position.table
        number, told = table.guesses[guess], table.scores[score]
        row = kernels.greedy.row(table.kernel_scores, number)
        lives = _after(self.lives, row, told, table.final)
        ids = array("I", (secret for secret, left in enumerate(lives) if left >= 0))
        if not ids:
            raise InconsistentHistory(
                f"no secret is left: up to answer {len(self.position.history) + 1} there are more "
                "lies than were allowed, whatever the secret"
            )
        return evolve(self, position=self.position.then(number, told, ids), lives=lives)


def wary_breaker(
    game: Game, strategy: StrategyLike, lies: int, seed: Seed = DEFAULT_SEED
) -> WaryBreaker:
    """Return the player that a strategy is against so many lies, at the beginning of a game."""
    player = player_for(game, strategy).choice
    chosen = advisor(game) if isinstance(player, Node) else player
    position = start(game, seed)
    lives = _at_first(position.table, lies)
    return WaryBreaker(chosen, position, needs_table(chosen), lives)


#: Guesses after which a game without a limit is given up.
_MOST_GUESSES = 10_000


@frozen
class Match:
    """A game of several codebreakers against one codemaker.

    ``winner`` is the number of the codebreaker whose guess was right, from 0, or told enough in a
    game that is over as soon as enough is known; None where the guesses were used up first, and
    the codemaker has won, or where nothing had to be guessed.

    >>> Match((((1, 2), 0), ((3, 4), 2)), winner=1, codebreakers=2).turns
    [(0, (1, 2), 0), (1, (3, 4), 2)]
    """

    history: tuple[tuple[Any, Any], ...]
    winner: int | None
    codebreakers: int

    @property
    def turns(self) -> list[tuple[int, Any, Any]]:
        """Return each turn: the number of the codebreaker, the guess and the score."""
        return [(at % self.codebreakers, *step) for at, step in enumerate(self.history)]


def play_match(
    game: Game,
    codebreakers: Sequence[StrategyLike],
    codemaker: Codemaker | Callable[[Any], Any] | str,
    *,
    max_steps: int | None = None,
    seed: Seed = DEFAULT_SEED,
) -> Match:
    """Let codebreakers guess in turn, each hearing all answers, until one is right.

    Every guess counts towards the limit of ``max_steps``, whoever makes it, as in the thesis of S.
    de Graaf (2019), where most boards have eleven. A tree that is led off its path goes on as the
    default strategy. Against a codemaker that lies a strategy is shown every secret that so many
    lies leave; other answers that contradict each other raise :class:`InconsistentHistory`.

    >>> from mastermind_core import Mastermind, codemakers
    >>> game = Mastermind(colours=6, holes=4)
    >>> secret = codemakers.fixed((1, 2, 1, 4))
    >>> match = play_match(game, ["knuth", "entropy"], secret, max_steps=11)
    >>> match.winner, len(match.history)
    (1, 4)
    """
    several = isinstance(codebreakers, Sequence) and not isinstance(codebreakers, str)
    expect(several, "codebreakers", "a list of strategies", codebreakers)
    if not codebreakers:
        raise BadArgument("codebreakers is empty: somebody has to guess")
    check_parts(game)
    limit = _MOST_GUESSES if max_steps is None else whole_number("max_steps", max_steps, 1)
    lots = generator(seed)
    answering = codemaker_of(codemaker)
    answers = answering.begin(game, lots)
    lies = getattr(answering, "lies", 0)
    # Against lies a strategy goes on when answers contradict each other.
    breakers: list[Codebreaker] = [
        wary_breaker(game, strategy, lies, lots)
        if lies and not isinstance(strategy, WithLies)
        else first_breaker(game, strategy, lots)
        for strategy in codebreakers
    ]

    def answer(guess: Any) -> Any:
        score = answers(guess)
        if not is_hashable(score):
            raise BadArgument(f"codemaker answered {shown(guess)} with {shown(score)}: no score")
        return score

    history: list[tuple[Any, Any]] = []
    winner = None
    turns = turns_of_game(game, breakers, answer, lies=bool(lies))
    for _, (guess, score, over) in zip(range(limit), turns, strict=False):
        winner = len(history) % len(breakers) if over else None
        history.append((guess, score))
    if history and winner is None and max_steps is None:
        raise UninformativeGuess(f"nobody has found the secret after {limit} guesses")
    return Match(tuple(history), winner, len(breakers))


def play_game(
    game: Game,
    strategy: StrategyLike,
    codemaker: Codemaker | Callable[[Any], Any] | str,
    *,
    max_steps: int | None = None,
    seed: Seed = DEFAULT_SEED,
) -> list[tuple[Any, Any]]:
    """Let a strategy guess until a codemaker says that it is right; return guesses and scores.

    With a limit of ``max_steps`` guesses the game may end before that. ``seed`` is where all lots
    of a game come from; without it they are the same in every call.

    >>> from mastermind_core import TwoD
    >>> [guess for guess, _ in play_game(TwoD(4), "entropy", "adversarial")]
    [(1, 2), (2, 3), (1, 3), (2, 2)]
    """
    match = play_match(game, [strategy], codemaker, max_steps=max_steps, seed=seed)
    return list(match.history)
