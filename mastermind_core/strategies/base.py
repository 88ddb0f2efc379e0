"""Strategies and positions: a strategy is any function from a position to a guess."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, overload, runtime_checkable

from attrs import define, evolve, field, fields, frozen

from mastermind_core.arguments import DEFAULT_SEED, Seed, expect, generator, is_list, text
from mastermind_core.errors import BadArgument, UninformativeGuess, nearest, shown
from mastermind_core.game import Game, Guess, Score, Secret, has_rule
from mastermind_core.results import Shown
from mastermind_core.table import ScoreTable, compile_game

Item = TypeVar("Item")


@runtime_checkable
class Strategy(Protocol):
    """A function from a position to the next guess.

    A strategy may have more attributes, all optional.

    Attributes:
        name: The name in results and messages. By default the function's or class's own.
        needs_table: False if the strategy never reads ``position.table``. It then plays games at
            any size. By default True.
        deterministic: True if the same history always leads to the same guess, so that many games
            can share one tree. By default False.
        randomized: True if the strategy is randomized: another seed leads to other guesses, and one
            tree is one sample among many. By default False.
        allows_uninformative: True if the strategy may make uninformative guesses and still ends
            every game. By default False, and such a guess raises ``UninformativeGuess``.

    >>> from mastermind_core import TwoD, worst_case
    >>> worst_case(TwoD(5), lambda position: position.candidates[0])
    9
    """

    def __call__(self, position: Position, /) -> Any:
        """Return the next guess.

        Args:
            position: The position to choose a guess for.
        """


def named(name: str) -> Any:
    """Return a field for a strategy's name."""
    return field(default=name, validator=text)


def cited(source: str = "") -> Any:
    """Return a field for a strategy's source."""
    return field(default=source, repr=False, validator=text)


def guesses(given: Iterable[Any]) -> tuple[Any, ...]:
    """Return an opening as a guess tuple, and reject a string, which is a single guess."""
    if not is_list(given):
        raise BadArgument(
            f"opening (or fixed) must be a list of guesses, not {shown(given)}: write [guess]"
        )
    return tuple(given)


#: The number of items in the repr of a long sequence.
_SHOWN = 4


@frozen(repr=False)
class Picked(Sequence[Item]):
    """A sequence's items, selected by indices without a copy."""

    items: Sequence[Item]
    places: Sequence[int]

    def __repr__(self) -> str:
        shown = ", ".join(repr(item) for item in self[:_SHOWN])
        more = "" if len(self) <= _SHOWN else f", ... {len(self) - _SHOWN} more"
        return f"<{shown}{more}>"

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Item]: ...
    def __getitem__(self, at: int | slice) -> Item | Sequence[Item]:
        if isinstance(at, slice):
            return Picked(self.items, self.places[at])
        return self.items[self.places[at]]


@define
class Effort:
    """A strategy's work in one game.

    Attributes:
        evaluations: How many codes the strategy has evaluated.
    """

    evaluations: int = 0


@frozen(eq=False)
class Position(Generic[Guess, Secret, Score]):
    """A game state: the history (guesses and scores), and the candidates that remain.

    ``candidates`` and ``table`` are computed at their first use. ``random`` is a generator that
    depends on ``seed`` and the history alone. A randomized strategy that uses it still depends on
    the position alone.

    Args:
        game: The game.
        history: The (guess, score) pairs so far.
        seed: The seed for the random generators.
        effort: The strategy's work, shared by all positions in a game.
        known: The compiled game and the candidates' indices, if they are known. By default they are
            computed.
        path: The history as indices, which seeds the generators instead of ``history``.

    >>> from mastermind_core import Mastermind, Pegs
    >>> position = Position(Mastermind(colours=6, holes=4), (((1, 1, 2, 2), Pegs(0, 0)),))
    >>> len(position.candidates), position.candidates[0]
    (256, (3, 3, 3, 3))
    """

    game: Game[Guess, Secret, Score]
    history: tuple[tuple[Guess, Score], ...] = ()
    seed: int = 0
    effort: Effort = field(factory=Effort, repr=False)
    _known: tuple[ScoreTable, array[int]] | None = None
    _path: str = ""

    @cached_property
    def table(self) -> ScoreTable:
        """Return the compiled game."""
        return self._known[0] if self._known else compile_game(self.game)

    @cached_property
    def candidate_ids(self) -> array[int]:
        """Return the consistent secrets, as indices."""
        return self._known[1] if self._known else self.table.after(self.history)

    @property
    def candidates(self) -> Sequence[Secret]:
        """Return the secrets that are consistent with the history."""
        return Picked(self.table.secrets.items, self.candidate_ids)

    @cached_property
    def random(self) -> Random:
        """This position's generator. It keeps its state between uses."""
        return self.new_random()

    def new_random(self) -> Random:
        """Return a generator for this position that restarts at each call."""
        return Random(f"{self.seed}{self._path or self.history!r}")

    def game_random(self) -> Random:
        """Return a generator with the same initial state at every position in a game."""
        return Random(f"{self.seed}")

    def then(
        self, guess: int, score: int, candidate_ids: array[int]
    ) -> Position[Guess, Secret, Score]:
        """Return the position after a score, if its candidates are known.

        Args:
            guess: The guess's index.
            score: The score's index.
            candidate_ids: The remaining secrets' indices.
        """
        table = self.table
        step = (table.guesses.items[guess], table.answer(guess, score))
        path = f"{self._path} {guess}:{score}"
        history = (*self.history, step)
        known = (table, candidate_ids)
        return Position(self.game, history, self.seed, self.effort, known=known, path=path)

    def answered(self, guess: Guess, score: Score) -> Position[Guess, Secret, Score]:
        """Return the position after a score. Its candidates are computed at their first use.

        Args:
            guess: The guess.
            score: Its score.
        """
        return Position(self.game, (*self.history, (guess, score)), self.seed, self.effort)


def start(
    game: Game,
    seed: Seed = DEFAULT_SEED,
    *,
    with_table: bool = True,
    table: ScoreTable | None = None,
) -> Position:
    """Return a game's first position.

    Args:
        game: The game.
        seed: The seed for randomized strategies, or a generator. By default it is the same in every
            run.
        with_table: Whether to compile the game now. False is for games that are too large.
        table: The compiled game, if it is known.
    """
    number = generator(seed).getrandbits(64)
    if not with_table:
        return Position(game, (), number)
    table = table or compile_game(game)
    return Position(game, (), number, known=(table, table.everything))


def needs_table(strategy: Any) -> bool:
    """Return whether a strategy needs a compiled game, which is the default."""
    return bool(getattr(strategy, "needs_table", True))


def randomized(strategy: Any) -> bool:
    """Return whether a strategy is randomized: a game is then one sample among many."""
    return bool(getattr(strategy, "randomized", False))


class StrategyValue(Shown):
    """The base for strategies with options, which are immutable values."""

    __slots__ = ()

    def replace(self, **changes: Any) -> Self:
        """Return this strategy with other options.

        Args:
            **changes: The new values by option name.

        Raises:
            BadArgument: If the strategy does not have the option, or the value is not valid.

        >>> from mastermind_core import strategies
        >>> strategies.knuth.replace(pool="candidates", name="mine").pool
        'candidates'
        """
        options: Any = type(self)
        known = [option.name for option in fields(options)]
        for name in changes:
            if name not in known:
                hint = nearest(name, known, f"it has {', '.join(known)}")
                raise BadArgument(f"{type(self).__name__} has no option {shown(name)}; {hint}")
        return evolve(self, **changes)  # type: ignore[misc]  # subclasses are attrs classes


class CodeStrategy(StrategyValue):
    """The base for strategies that read no score table and therefore play games at any size.

    They are randomized unless they override ``randomized``.
    """

    __slots__ = ()
    needs_table: ClassVar[bool] = False

    @property
    def randomized(self) -> bool:
        """Return whether another seed leads to other guesses."""
        return True


def is_deterministic(strategy: Any) -> bool:
    """Return whether a strategy declares that the same history always leads to the same guess."""
    return bool(getattr(strategy, "deterministic", False))


class ByNumber(StrategyValue):
    """The base for strategies that choose a guess by its index, in ``_decide``.

    A strategy may have an ``opening``, guesses that are played first.
    """

    __slots__ = ()
    opening: Any = ()

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position.

        Args:
            position: The position.

        Raises:
            UninformativeGuess: If no guess in the pool may win.
        """
        wanted = "a position; lazy_tree(game, strategy) plays a strategy in a game"
        expect(hasattr(position, "candidate_ids"), "position", wanted, position)
        return position.table.guesses.items[existing(self.choose(position), name_of(self))]

    def choose(self, position: Position) -> int:
        """Return the guess for a position, as an index, or -1 if the pool is empty.

        A guess in the opening is skipped if it is uninformative: all candidates give it the same
        score, and that score does not end the game.

        Args:
            position: The position.
        """
        depth = len(position.history)
        if depth < len(self.opening):
            guess = position.table.guesses[self.opening[depth]]
            if position.table.tells(guess, position.candidate_ids):
                return guess
        return self._decide(position)

    def _decide(self, position: Position) -> int:
        """Return the guess after the opening, as an index, or -1 if the pool is empty."""
        raise NotImplementedError


def choose(strategy: Strategy, position: Position) -> int:
    """Return a strategy's guess, as an index."""
    by_number = getattr(strategy, "choose", None)
    guesses = position.table.guesses
    if by_number is None:
        return guesses[guessed(strategy, position, guesses)]
    number = existing(int(by_number(position)), name_of(strategy))
    _check_rule(strategy, position, guesses.items[number])
    return number


def guessed(strategy: Strategy, position: Position, guesses: Container[Any]) -> Any:
    """Return the guess that a strategy makes, and reject one that is not in ``guesses``."""
    guess = strategy(position)
    if guess not in guesses:
        raise BadArgument(
            f"the strategy {name_of(strategy)} guessed {shown(guess)}, which is not a guess of "
            "this game"
        )
    _check_rule(strategy, position, guess)
    return guess


def _check_rule(strategy: Strategy, position: Position, guess: object) -> None:
    """Raise BadArgument for a guess that breaks the game's rule, unless a pool allows it."""
    game: Any = position.game
    if not has_rule(game) or getattr(strategy, "pool", None) in ("all", "candidates"):
        return
    if not game.legal(guess, position.history):
        raise BadArgument(
            f"the strategy {name_of(strategy)} guessed {shown(guess)}, which the rule of the game "
            f'forbids after {position.history}: choose a strategy with pool="legal"'
        )


def existing(guess: int, name: str) -> int:
    """Return a guess's index, and reject the -1 from a strategy whose pool is empty."""
    if guess < 0:
        raise UninformativeGuess(
            f"the strategy {name} has no guess to choose from: no guess of its pool may win now"
        )
    return guess


def name_of(strategy: Any) -> str:
    """Return the name that a strategy, a function or a class has."""
    named = getattr(strategy, "name", None) or getattr(strategy, "__name__", None)
    return str(named or type(strategy).__name__.lower())
