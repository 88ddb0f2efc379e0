"""A codemaker that may lie: Ulam's game.

:class:`WithLies` searches for an optimal strategy. ``wary_breaker`` gives any other strategy the
secrets that are still possible under the allowed lies.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import accumulate, product
from math import comb, inf
from operator import add
from random import Random
from typing import Any, ClassVar, Literal

from attrs import define, evolve, field, frozen
from more_itertools import unique_everseen

from mastermind_core.arguments import (
    DEFAULT_SEED,
    Seed,
    choice,
    kept,
    real_number,
    whole_number,
)
from mastermind_core.errors import (
    GameTooLarge,
    InconsistentHistory,
    NoStrategy,
    UninformativeGuess,
)
from mastermind_core.exact import FOREVER, Deadline, TimeIsUpError
from mastermind_core.game import Game, History, of_lists
from mastermind_core.kernels import choose as kernels
from mastermind_core.play.parts import (
    AskingBreaker,
    Codebreaker,
    Knowledge,
    advisor,
    first_breaker,
    first_knowledge,
)
from mastermind_core.strategies.parts import Position, needs_table, start
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.tree import Node, StrategyLike, player_for

#: The number of lies still available for each secret, or -1 if the secret is impossible.
Lives = tuple[int, ...]

Until = Literal["guessed", "known"]

#: Maximum number of pairs of guess and secret for an exact search.
_SEARCHED = 1 << 16


@frozen(eq=False)
class WithLies:
    """A game whose codemaker may lie: at most ``lies`` scores are false.

    An instance is also an optimal strategy for :func:`play_game`.

    Attributes:
        game: A small game. At most 65,536 (guess, secret) pairs are allowed, or any number if every
            subset of up to 16 secrets may be asked for. In this case the candidates are counted by
            the lies left (Berlekamp, 1968).
        lies: How many scores may be false.
        until: With "guessed" the game ends with a correct guess. The codemaker never lies about
            that. With "known" it ends when one secret is left, and every score may be a lie
            (Ulam's game).

    Raises:
        GameTooLarge: If the game has more pairs.

    See Also:
        :func:`noisy`, :class:`Session`.

    >>> from mastermind_core import FiniteGame
    >>> questions = [frozenset(n for n in range(8) if subset >> n & 1) for subset in range(256)]
    >>> ulam = FiniteGame(questions, range(8), lambda asked, n: n in asked, {True})
    >>> WithLies(ulam, 1, until="known").worst_case()
    6
    """

    name: ClassVar[str] = "lie_proof"
    needs_table: ClassVar[bool] = False
    deterministic: ClassVar[bool] = True
    game: Game = field(converter=of_lists)
    lies: int = field(validator=kept(whole_number))
    until: Until = choice("guessed", "known", kw_only=True)

    def __attrs_post_init__(self) -> None:
        table = compile_game(self.game)
        pairs = len(table.guesses.items) * len(table.secrets.items)
        if pairs > _SEARCHED and not (self.until == "known" and _subsets(table)):
            raise GameTooLarge(
                f"{pairs:,} pairs of guess and secret are too many for an exact search with lies, "
                f"which takes up to {_SEARCHED:,}: make the game smaller"
            )

    @cached_property
    def _search(self) -> _Search:
        table = compile_game(self.game)
        known = self.until == "known"
        subsets = _subsets(table) if known else {}
        return _SubsetSearch(table, known, subsets=subsets) if subsets else _Search(table, known)

    def candidates(self, history: History) -> dict[Any, int]:
        """Return the secrets that are still possible, each with its lies left.

        Args:
            history: (guess, score) pairs.

        Returns:
            A mapping from each secret to how many lies are still available for it.

        Raises:
            InconsistentHistory: If every secret would take more than ``lies`` lies.

        >>> from mastermind_core import Mastermind
        >>> game = WithLies(Mastermind(colours=2, holes=2), 1)
        >>> game.candidates([((1, 1), (0, 0)), ((1, 1), (1, 0))])
        {(1, 2): 0, (2, 1): 0, (2, 2): 0}
        """
        secrets = self._search.table.secrets.items
        lives = self._lives(history)
        return {secret: left for secret, left in zip(secrets, lives, strict=True) if left >= 0}

    def worst_case(self, *, seconds: float | None = None) -> int:
        """Return the minimum worst case in guesses.

        The work grows fast with the lies: for two holes and three colours one lie takes a fifth of
        a second, and two take several seconds.

        Args:
            seconds: The time limit. None means no limit.

        Returns:
            How many guesses suffice for every secret, whichever scores are lies.

        Raises:
            NoStrategy: If no strategy can guarantee to find the secret, or time runs out. The
                message has the proven lower bound.
        """
        seconds = real_number("seconds", seconds, most=inf, none="for no limit")
        self._search.deadline = FOREVER if seconds is None else Deadline(seconds)
        try:
            return self._search.worst(self._lives(()))
        finally:
            self._search.deadline = FOREVER

    def best_guess(self, history: History = ()) -> Any:
        """Return an optimal strategy's guess after a history.

        Args:
            history: (guess, score) pairs.

        Returns:
            The guess.

        Raises:
            InconsistentHistory: If every secret would take more than ``lies`` lies.
        """
        guess = self._search.best(self._lives(history))
        return self._search.table.guesses.items[guess]

    @property
    def strategy(self) -> WithLies:
        """Return the optimal strategy, for :func:`play_game` and other functions."""
        return self

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position, which depends on its history alone."""
        return self.best_guess(position.history)

    def _lives(self, history: History) -> Lives:
        search = self._search
        lives = _at_first(search.table, self.lies)
        for number, (guess, score) in enumerate(history, start=1):
            row = search.rows[search.table.guesses[guess]]
            if score in search.table.scores:
                lives = _after(lives, row, search.table.scores[score], search.final)
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
    """Each state's minimum worst case, by iterative deepening with stored bounds."""

    table: ScoreTable
    known: bool
    rows: Sequence[Sequence[int]] = field(init=False)
    #: The scores that are never lies.
    final: Sequence[bool] = field(init=False)
    lower: dict[Lives, int] = field(factory=dict)
    upper: dict[Lives, tuple[int, Any]] = field(factory=dict)
    deadline: Deadline = FOREVER

    def __attrs_post_init__(self) -> None:
        row = kernels.greedy.row
        scores = self.table.kernel_scores
        self.final = () if self.known else self.table.final
        self.rows = [row(scores, guess) for guess in range(len(self.table.guesses.items))]

    def state(self, lives: Lives) -> Lives:
        """Return the search state, which is the lies left for each secret."""
        return lives

    def guess(self, lives: Lives, move: Any) -> int:
        """Return a move's guess."""
        return int(move)

    def worst(self, lives: Lives) -> int:
        """Return a state's minimum worst case."""
        for limit in range(4 * (sum(left + 1 for left in lives if left >= 0) + 2) + 2):
            try:
                if self.within(self.state(lives), limit):
                    return limit
            except TimeIsUpError:
                raise NoStrategy(
                    f"no strategy was found in time: at least {limit} guesses are needed"
                ) from None
        raise NoStrategy("no strategy can guarantee success: some secrets cannot be distinguished")

    def best(self, lives: Lives) -> int:
        """Return an optimal guess in a state, as an index."""
        state = self.state(lives)
        if self._over(state):  # a correct guess if it exists
            secret = next(at for at, left in enumerate(lives) if left >= 0)
            return next((g for g, row in enumerate(self.rows) if self.table.final[row[secret]]), 0)
        self.worst(lives)
        return self.guess(lives, self.upper[state][1])

    def within(self, state: Lives, limit: int) -> bool:
        """Return whether some guesses are enough, and store the result."""
        if self._over(state):
            return True
        self.deadline.check()
        if state in self.upper and self.upper[state][0] <= limit:
            return True
        if self.lower.get(state, 1) > limit or self._too_many(state, limit):
            return False
        for move, states in self._moves(state, limit - 1):
            if all(self.within(then, limit - 1) for then in states):
                self.upper[state] = limit, move
                return True
        self.lower[state] = limit + 1
        return False

    def _over(self, lives: Lives) -> bool:
        return self.known and sum(left >= 0 for left in lives) <= 1

    def _answers(self, lives: Lives, guess: int) -> list[Lives]:
        """Return the state after each possible score, the largest volume first."""
        row = self.rows[guess]
        final = self.final
        seen = {row[at] for at, left in enumerate(lives) if left >= 0}
        if any(left > 0 for left in lives):
            # A lie may be any score that the guess can have.
            seen.update(row)
        scores = (score for score in seen if not (final and final[score]))
        states = [_after(lives, row, score, final) for score in scores]
        return sorted((s for s in states if max(s) >= 0), key=_volume, reverse=True)

    def _moves(self, lives: Lives, _limit: int) -> Iterable[tuple[Any, Sequence[Lives]]]:
        """Return the guesses that change the state, by their largest next state, with all states.

        Guesses with the same next states are listed once.
        """
        found = ((guess, self._answers(lives, guess)) for guess in range(len(self.rows)))
        telling = (move for move in found if lives not in move[1])
        different = unique_everseen(telling, lambda move: tuple(sorted(move[1])))
        return sorted(different, key=lambda move: max(map(_volume, move[1]), default=0))

    def _too_many(self, lives: Lives, limit: int) -> bool:
        """Return whether no strategy stays within a limit, by Berlekamp's volume bound.

        Each secret needs one score sequence for each set of guesses with a lie. The sequences must
        not outnumber the scores to the power of ``limit``.
        """
        if not self.known:
            return limit < 1
        answers = max(2, len(self.table.scores.items))
        return bool(_weight(_counts(lives), limit) > answers**limit)


#: The maximum number of secrets of which any subset may be asked for.
_MOST_SUBSETS = 16


def _subsets(table: ScoreTable) -> dict[int, int]:
    """Return a guess for each subset of the secrets, or its complement, empty if one lacks."""
    n = len(table.secrets.items)
    if len(table.scores.items) != 2 or n > _MOST_SUBSETS or table.n_pairs < n * (2 ** (n - 1) - 1):
        return {}
    found = dict[int, int]()
    every = 2**n - 1
    for guess in range(len(table.guesses.items)):
        row = kernels.greedy.row(table.kernel_scores, guess)
        mask = sum(1 << at for at, score in enumerate(row) if score)
        found.setdefault(mask, guess)
        found.setdefault(every - mask, guess)
    return found if len(found.keys() - {0, every}) == every - 1 else {}


@define(eq=False)
class _SubsetSearch(_Search):
    """The search in a game in which any subset may be asked for.

    A move is how many candidates with 0, 1, 2, ... lies left to ask for.
    """

    subsets: dict[int, int] = field(kw_only=True)

    def state(self, lives: Lives) -> Lives:
        """Count the candidates with 0, 1, 2, ... lies left."""
        return _counts(lives)

    def guess(self, lives: Lives, move: Any) -> int:
        """Return the guess that asks for given numbers of candidates with 0, 1, ... lies left."""
        asked = [[at for at, left in enumerate(lives) if left == lie] for lie in range(len(move))]
        chosen = (at for own, size in zip(asked, move, strict=True) for at in own[:size])
        return self.subsets[sum(1 << at for at in chosen)]

    def _over(self, counts: Lives) -> bool:
        return sum(counts) <= 1

    def _too_many(self, counts: Lives, limit: int) -> bool:
        return bool(_weight(counts, limit) > 2**limit)

    def _moves(self, counts: Lives, limit: int) -> Iterable[tuple[Any, Sequence[Lives]]]:
        """Return the numbers to ask for and the two next states, the most balanced first."""
        found = []
        for sizes in product(*(range(count + 1) for count in counts)):
            others = tuple(count - size for count, size in zip(counts, sizes, strict=True))
            if sizes > others or not any(sizes):
                continue
            # An answer takes a lie from each candidate that it contradicts.
            yes = tuple(map(add, sizes, (*others[1:], 0)))
            no = tuple(map(add, others, (*sizes[1:], 0)))
            weight = max(_weight(yes, limit), _weight(no, limit))
            if weight <= 2**limit and counts not in (yes, no):
                found.append((weight, sizes, yes, no))
        return [(sizes, (yes, no)) for _, sizes, yes, no in sorted(found)]


def _counts(lives: Lives) -> Lives:
    return tuple(lives.count(left) for left in range(max(lives) + 1))


def _weight(counts: Lives, limit: int) -> int:
    """Return Berlekamp's volume (1968): the score sequences that the candidates need."""
    sums = accumulate(comb(limit, lie) for lie in range(len(counts)))
    return sum(count * each for count, each in zip(counts, sums, strict=True))


def _volume(lives: Lives) -> int:
    return sum((left + 1) ** 2 for left in lives if left >= 0)


def _at_first(table: ScoreTable, lies: int) -> Lives:
    """Return the lies available for each secret at first, or -1 if its weight is 0."""
    return tuple(lies if weight else -1 for weight in table.weights)


def _after(lives: Lives, row: Sequence[int], score: int, final: Sequence[bool]) -> Lives:
    """Return the state after a score: each secret that it contradicts loses a lie.

    If some scores are ``final``, a correct guess is neither denied nor claimed falsely.
    """
    certain = bool(final and final[score])
    return tuple(
        left if own == score else -1 if certain or (final and final[own]) else left - 1
        for left, own in zip(lives, row, strict=True)
    )


@define(eq=False)
class WaryBreaker(AskingBreaker):
    """A strategy that is given every secret still possible under the allowed lies.

    If the strategy fails, because it reads the history or its guess is uninformative, the default
    strategy guesses instead.
    """

    lives: Lives

    @property
    def guess(self) -> Any:
        """Return the strategy's guess for the remaining secrets."""
        with suppress(InconsistentHistory, UninformativeGuess):
            guess = AskingBreaker(self.strategy, self.position, self.tabled).guess
            table = self.position.table
            if table.tells(table.guesses[guess], self.position.candidate_ids):
                return guess
        return AskingBreaker(advisor(self.position.game), self.position, tabled=True).guess

    def after(self, guess: Any, score: Any, known: Knowledge | None = None) -> WaryBreaker:
        """Return the player after a score: each secret that it contradicts loses a lie."""
        table = self.position.table
        number = table.guesses[guess]
        seen = table.scores[score]
        row = kernels.greedy.row(table.kernel_scores, number)
        lives = _after(self.lives, row, seen, table.final)
        ids = array("I", (secret for secret, left in enumerate(lives) if left >= 0))
        if not ids:
            raise InconsistentHistory(
                f"no secret is left: up to answer {len(self.position.history) + 1} there are more "
                "lies than were allowed, whatever the secret"
            )
        return evolve(self, position=self.position.then(number, seen, ids), lives=lives)


def wary_breaker(
    game: Game, strategy: StrategyLike, lies: int, seed: Seed = DEFAULT_SEED
) -> Codebreaker:
    """Return the player for a strategy against at most ``lies`` lies, as a game begins.

    An instance of :class:`WithLies` expects them. The default strategy replaces a tree, which
    cannot follow false scores.
    """
    if isinstance(strategy, WithLies):
        return first_breaker(game, strategy, seed)
    player = player_for(game, strategy).choice
    chosen = advisor(game) if isinstance(player, Node) else player
    position = start(game, seed)
    return WaryBreaker(chosen, position, needs_table(chosen), _at_first(position.table, lies))


@define
class Lying:
    """A codemaker's scores, some of them false while lies are left.

    The end of a game is never denied, and never claimed falsely.

    Attributes:
        game: The game.
        random: Draws the lies.
        truthful: The function that gives the true score of a guess.
        left: How many lies are left.
        chance: How probable a lie is at each guess.
    """

    game: Any
    random: Random
    truthful: Callable[[object], Any]
    left: int
    chance: float

    def __call__(self, guess: object) -> Any:
        """Return a score, which may be false."""
        true = self.truthful(guess)
        if true in self.game.endstates or not self.left or self.random.random() >= self.chance:
            return true
        scores = first_knowledge(self.game).blocks(guess)
        others = [one for one in scores if one != true and one not in self.game.endstates]
        if not others:
            return true
        self.left -= 1
        return self.random.choice(others)
