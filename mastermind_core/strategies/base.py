"""What a strategy is asked, and what it is: any function from a position to a guess."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Sequence
from functools import cached_property
from random import Random
from typing import (
    Any,
    ClassVar,
    Generic,
    Protocol,
    Self,
    TypeVar,
    overload,
    runtime_checkable,
)

from attrs import define, evolve, field, fields, frozen

from mastermind_core.arguments import DEFAULT_SEED, Seed, generator, is_list, text
from mastermind_core.errors import BadArgument, UninformativeGuess, nearest, shown
from mastermind_core.game import Game, Guess, Score, Secret
from mastermind_core.results import Shown
from mastermind_core.table import ScoreTable, compile_game

Item = TypeVar("Item")


@runtime_checkable
class Strategy(Protocol):
    """Whatever chooses the next guess of a position: any function does.

    A strategy may also say about itself: ``name``; ``needs_table`` (False: it plays games of any
    size and never reads ``position.table``); ``deterministic`` (True: it draws no lots and keeps
    no clock, so that many games can share one tree); ``draws_lots`` (True: another seed makes
    other guesses, so that one tree is one draw of many).

    >>> from mastermind_core import TwoD, worst_case
    >>> worst_case(TwoD(5), lambda position: position.candidates[0])
    9
    """

    def __call__(self, position: Position, /) -> Any:
        """Return the next guess."""


def named(name: str) -> Any:
    """Return a field for the name of a strategy."""
    return field(default=name, validator=text)


def cited(source: str = "") -> Any:
    """Return a field for the source of a strategy."""
    return field(default=source, repr=False, validator=text)


def guesses(given: Iterable[Any]) -> tuple[Any, ...]:
    """Return an opening as a tuple of guesses; a string is one guess, and so needs a list."""
    if not is_list(given):
        raise BadArgument(
            f"opening (or fixed) must be a list of guesses, not {shown(given)}: write [guess]"
        )
    return tuple(given)


#: Items of a long sequence that its repr shows.
_SHOWN = 4


@frozen(repr=False)
class Picked(Sequence[Item]):
    """Some items of a sequence by their places, without a copy."""

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
    """What a game has cost its strategy: the number of codes that it has looked at."""

    evaluations: int = 0


@frozen(eq=False)
class Position(Generic[Guess, Secret, Score]):
    """What a strategy is asked about: the history, and what can still be the secret.

    ``candidates`` are computed when they are asked for. ``random`` is one generator, made when it
    is first asked for from ``seed`` and the history: a strategy that draws lots from it still is a
    function of its position. :meth:`game_random` makes a generator that is the same all game long.
    A strategy that counts its work adds to ``effort``, which all positions of a game share.

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
        """Return the numbers of the secrets that fit the history."""
        return self._known[1] if self._known else self.table.after(self.history)

    @property
    def candidates(self) -> Sequence[Secret]:
        """Return the secrets that fit the history."""
        return Picked(self.table.secrets.items, self.candidate_ids)

    @cached_property
    def random(self) -> Random:
        """The generator of this position: it goes on where it was left."""
        return self.new_random()

    def new_random(self) -> Random:
        """Return a generator that begins anew at each call, as every strategy's own does."""
        return Random(f"{self.seed}{self._path or self.history!r}")

    def game_random(self) -> Random:
        """Return a generator that begins alike at every position of one game."""
        return Random(f"{self.seed}")

    def then(
        self, guess: int, score: int, candidate_ids: array[int]
    ) -> Position[Guess, Secret, Score]:
        """Return the position after an answer that leaves these candidates, all by number."""
        table = self.table
        step = (table.guesses.items[guess], table.answer(guess, score))
        path = f"{self._path} {guess}:{score}"
        history = (*self.history, step)
        known = (table, candidate_ids)
        return Position(self.game, history, self.seed, self.effort, known=known, path=path)

    def answered(self, guess: Guess, score: Score) -> Position[Guess, Secret, Score]:
        """Return the position after an answer, without a look at what it leaves."""
        return Position(self.game, (*self.history, (guess, score)), self.seed, self.effort)


def start(
    game: Game,
    seed: Seed = DEFAULT_SEED,
    *,
    with_table: bool = True,
    table: ScoreTable | None = None,
) -> Position:
    """Return the first position of a game, by default with its score table at hand.

    ``table`` is the compiled game, where it is known.
    Without another seed the lots of a random strategy are the same in every run.
    """
    number = generator(seed).getrandbits(64)
    if not with_table:
        return Position(game, (), number)
    if table is None:
        table = compile_game(game)
    return Position(game, (), number, known=(table, table.everything))


def needs_table(strategy: Any) -> bool:
    """Return whether a strategy wants a compiled game; it does unless it says otherwise."""
    return bool(getattr(strategy, "needs_table", True))


def draws_lots(strategy: Any) -> bool:
    """Return whether a strategy is randomized: a game is then one sample of many."""
    return bool(getattr(strategy, "draws_lots", False))


class StrategyValue(Shown):
    """The base of strategies with options: immutable values, changed only by making others."""

    __slots__ = ()

    def but(self, **changes: Any) -> Self:
        """Return this strategy with some of its options changed.

        >>> from mastermind_core import strategies
        >>> strategies.knuth.but(pool="candidates", name="mine").pool
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
    """The base of strategies that read no score table, and so play games of any size.

    They draw lots, unless they say otherwise.
    """

    __slots__ = ()
    needs_table: ClassVar[bool] = False

    @property
    def draws_lots(self) -> bool:
        """Whether another seed makes other guesses."""
        return True


def is_deterministic(strategy: Any) -> bool:
    """Return whether a strategy promises to make the same guess at the same history, always."""
    return bool(getattr(strategy, "deterministic", False))


class ByNumber(StrategyValue):
    """The base of strategies that know their guess by number: ``_decide`` finds it.

    A strategy may have an ``opening``, guesses that are played first.
    """

    __slots__ = ()
    opening: Any = ()

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        return position.table.guesses.items[existing(self.choose(position), name_of(self))]

    def choose(self, position: Position) -> int:
        """Return the number of the guess: that of the opening, or the one that is decided on.

        The opening has none after its end, nor where its guess would tell nothing: the same answer
        from every candidate, and not the last one.
        """
        depth = len(position.history)
        if depth < len(self.opening):
            guess = position.table.guesses[self.opening[depth]]
            if position.table.tells(guess, position.candidate_ids):
                return guess
        return self._decide(position)

    def _decide(self, position: Position) -> int:
        """Return the number of the guess after the opening; -1 where there is none."""
        raise NotImplementedError


def choose(strategy: Strategy, position: Position) -> int:
    """Return the number of the guess that a strategy makes."""
    by_number = getattr(strategy, "choose", None)
    if by_number is not None:
        return existing(int(by_number(position)), name_of(strategy))
    return position.table.guesses[guessed(strategy, position, position.table.guesses)]


def guessed(strategy: Strategy, position: Position, guesses: Container[Any]) -> Any:
    """Return the guess that a strategy makes; refuse one that the game does not have."""
    guess = strategy(position)
    if guess not in guesses:
        raise BadArgument(
            f"the strategy {name_of(strategy)} guessed {shown(guess)}, which is not a guess of "
            "this game"
        )
    return guess


def existing(guess: int, name: str) -> int:
    """Return the number of a guess; refuse the -1 of a strategy whose pool is empty."""
    if guess < 0:
        raise UninformativeGuess(
            f"the strategy {name} has no guess to choose from: no guess of its pool may win now"
        )
    return guess


def name_of(strategy: Any) -> str:
    """Return what to call a strategy: its name, or that of its function or class."""
    named = getattr(strategy, "name", None) or getattr(strategy, "__name__", None)
    return str(named or type(strategy).__name__.lower())
