"""The protocol for a guessing game, optional protocols, and checks on games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, runtime_checkable
from weakref import WeakKeyDictionary

from mastermind_core.errors import BadGame, GameTooLarge, shown
from mastermind_core.game.amounts import Exact, amounts, is_hashable, is_nan, no_list

# Games, positions and trees are generic in the types of guesses, secrets and scores. The default is
# Any, which the standard library can express only from Python 3.13 on.
if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVariable

    Guess = TypeVariable("Guess", bound=Hashable, default=Any)
    Secret = TypeVariable("Secret", bound=Hashable, default=Any)
    Score = TypeVariable("Score", bound=Hashable, default=Any)
    Score_co = TypeVariable("Score_co", bound=Hashable, covariant=True, default=Any)
else:
    Guess = TypeVar("Guess")
    Secret = TypeVar("Secret")
    Score = TypeVar("Score")
    Score_co = TypeVar("Score_co", covariant=True)


#: Guesses and their scores so far, in order of play.
History = Sequence[tuple[Guess, Score]]


@runtime_checkable
class Game(Protocol[Guess, Secret, Score_co]):
    """The protocol that every game follows: guesses, secrets, end states and a score.

    The order in ``guesses`` breaks ties between equivalent guesses. Public functions also take a
    game whose parts are other collections: sets are sorted, and a generator is read once.

    A game must not change, because computed results are stored and used again. To change the lists
    or the score, make another game.

    >>> from mastermind_core import TwoD
    >>> isinstance(TwoD(3), Game), isinstance("3", Game)
    (True, False)
    """

    @property
    def guesses(self) -> Sequence[Guess]:
        """Return the allowed guesses, in the order that breaks ties."""

    @property
    def secrets(self) -> Sequence[Secret]:
        """Return the possible secrets."""

    @property
    def endstates(self) -> Collection[Score_co]:
        """Return the scores that end the game."""

    def score(self, guess: Guess, secret: Secret, /) -> Score_co:
        """Return a guess's score.

        Args:
            guess: A value from ``guesses``.
            secret: A value from ``secrets``.

        Returns:
            A hashable value that equals itself, so that it can be compared.
        """


@runtime_checkable
class Weighted(Protocol):
    """The protocol for a game with weighted secrets, which are not equally likely.

    Weights are integers or fractions, at least 0, and at least one is positive. A secret with
    weight 0 is never hidden. An empty tuple means equal weights.
    """

    @property
    def weights(self) -> Sequence[Exact]:
        """Return each secret's relative frequency, in the secrets' order."""


@runtime_checkable
class Priced(Protocol):
    """The protocol for a game whose guesses differ in cost.

    Costs are positive integers or fractions. A path's cost is the sum over its guesses. An empty
    tuple means that each guess costs 1.
    """

    @property
    def costs(self) -> Sequence[Exact]:
        """Return each guess's cost, in the guesses' order."""


@runtime_checkable
class Goal(Protocol):
    """The protocol for a game that is over when the secret's goal is known.

    This is the case when all remaining candidates have the same goal. A score that is an end state
    ends the game as well. The goal may be the secret itself, or its class. A game whose ``goal`` is
    None has no goals.
    """

    def goal(self, secret: Any, /) -> Hashable:
        """Return a secret's goal: the value that has to be known.

        Args:
            secret: A value from ``secrets``.
        """


@runtime_checkable
class Noisy(Protocol):
    """The protocol for a game whose answers may be wrong, so that they are only probable.

    An optional attribute ``again`` is "fresh" or "same": whether the same question, asked again,
    gets another answer or the same one. By default it is "fresh".
    """

    def likelihood(self, guess: Any, secret: Any, /) -> Mapping[Any, Exact]:
        """Return each answer that may be received, with its probability.

        Args:
            guess: A value from ``guesses``.
            secret: A value from ``secrets``.
        """


class ProbableGame(Game[Any, Any, Any], Noisy, Protocol):
    """A game whose answers are only probable."""


@runtime_checkable
class FastScores(Protocol):
    """The protocol for a game that fills its own score table, faster than pair by pair.

    ``score_table()`` returns the distinct scores and a buffer with their indices, one row per guess
    and one item per secret. Items have one byte, or two bytes with more than 255 scores.
    """

    def score_table(self) -> tuple[Sequence[Any], Any]:
        """Return the distinct scores, and for each pair its score's index."""


class PackedCodes(NamedTuple):
    """A game with codes as bytes, which a kernel can score without a table.

    Attributes:
        guesses: One byte per hole, code after code.
        secrets: The secrets in the same form.
        holes: The code length.
        score_ids: For each ``black * (holes + 1) + white``, its index in ``scores``.
        scores: The distinct scores.

    >>> from mastermind_core import Mastermind
    >>> codes = Mastermind(colours=6, holes=4).packed_codes()
    >>> list(codes.guesses[-4:]), codes.holes, codes.scores[-1]
    ([5, 5, 5, 5], 4, Pegs(black=4, white=0))
    """

    guesses: bytes
    secrets: bytes
    holes: int
    score_ids: bytes
    scores: Sequence[Any]


@runtime_checkable
class Packed(Protocol):
    """The protocol for games whose codes can be scored from their bytes."""

    def packed_codes(self) -> PackedCodes | None:
        """Return the codes as bytes, or None."""


@runtime_checkable
class Symmetric(Protocol):
    """The protocol for a game that declares symmetries, by generators.

    A generator is two functions, on guesses and on secrets, that together preserve every score. If
    secrets are words (strings or tuples with one length), generators that exchange two letters or
    two positions save most. The exact search then treats sets that differ only by them as one set.
    """

    def generators(self) -> Iterable[tuple[Callable[[Any], Any], Callable[[Any], Any]]]:
        """Return generators for the declared symmetry group."""


@runtime_checkable
class CodeGame(Protocol):
    """The protocol for games with peg scores at any size, without listed codes."""

    @property
    def symbols(self) -> Sequence[Any]:
        """Return the colours."""

    @property
    def holes(self) -> int:
        """Return the code length."""

    @property
    def guess_repeats(self) -> bool:
        """Return whether a colour may occur more than once in a guess."""

    @property
    def secret_repeats(self) -> bool:
        """Return whether a colour may occur more than once in a secret."""


@runtime_checkable
class HistoryLegal(Protocol):
    """The protocol for a game whose history restricts the guesses (a hard mode)."""

    def legal(self, guess: Any, history: History[Any, Any], /) -> bool:
        """Return whether a guess may be made after a history.

        Args:
            guess: A value from ``guesses``.
            history: The (guess, score) pairs so far.
        """


def has_rule(game: Any) -> bool:
    """Return whether the history restricts a game's guesses, as in a hard mode.

    A game with the attribute ``hard`` may switch its rule off, as Wordle does.
    """
    return isinstance(game, HistoryLegal) and bool(getattr(game, "hard", True))


def pool_of(game: Any, pool: object) -> Any:
    """Return a guess pool. None means the legal ones in a game with a rule, otherwise all."""
    if pool is not None:
        return pool
    return "legal" if has_rule(game) else "all"


#: The sets of legal guesses by game, for games that return all legal guesses at once.
_LEGAL_SETS: WeakKeyDictionary[Any, Callable[[Any, Any], int]] = WeakKeyDictionary()


def legal_guesses(game: Any, guesses: Sequence[Any], history: History[Any, Any]) -> list[int]:
    """Return, as indices, the guesses that a game with a rule allows after a history.

    Args:
        game: The game.
        guesses: All guesses in the game, in its order.
        history: The (guess, score) pairs so far.
    """
    sets = getattr(game, "legal_sets", None)
    if sets is None or not history:
        return [at for at, guess in enumerate(guesses) if game.legal(guess, history)]
    try:
        allowed = _LEGAL_SETS.get(game) or _LEGAL_SETS.setdefault(game, sets())
    except TypeError:  # the game is not hashable
        allowed = sets()
    bits = (1 << len(guesses)) - 1
    for asked, score in history:
        bits &= allowed(asked, score)
    return [at for at, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"]


def weights_of(game: Any) -> tuple[Exact, ...]:
    """Return a game's secret weights, or an empty tuple if all are equally likely."""
    return _amounts(game, "weights", game.secrets)


def prices_of(game: Any) -> dict[Any, Exact]:
    """Return each guess's cost by guess, or an empty mapping without costs."""
    costs = costs_of(game)
    return dict(zip(game.guesses, costs, strict=True)) if costs else {}


def costs_of(game: Any) -> tuple[Exact, ...]:
    """Return a game's guess costs, or an empty tuple if each cost is 1."""
    return _amounts(game, "costs", game.guesses)


def _amounts(game: Any, name: str, items: Sequence[Any]) -> tuple[Exact, ...]:
    given = getattr(game, name, None)
    if given is None or (isinstance(given, tuple) and not given):
        return ()
    if isinstance(given, (Mapping, str, bytes)) or callable(given):
        raise BadGame(no_list(name, given, "secret" if name == "weights" else "guess"))
    checked = amounts(name, given, items)
    if checked and not any(checked):
        raise BadGame("all weights are 0: give at least one secret a weight over 0")
    return checked


def goal_of(game: Any) -> Callable[[Any], Hashable] | None:
    """Return a game's goal function, or None if the secret itself has to be guessed."""
    goal = getattr(game, "goal", None)
    if goal is not None and not callable(goal):
        raise BadGame(f"goal must be a function of a secret, not {shown(goal)}")
    return goal


def goals_of(game: Any, secrets: Sequence[Any]) -> Sequence[Hashable]:
    """Return each secret's goal, or an empty list if the game has no goals."""
    goal = goal_of(game)
    return [] if goal is None else checked_goals(secrets, list(map(goal, secrets)))


def checked_goals(secrets: Sequence[Any], goals: Sequence[Any]) -> Sequence[Hashable]:
    """Return secrets' goals, or raise BadGame if one cannot be compared."""
    simple = len(goals) == len(secrets) and {*map(type, goals)} <= {int, str}
    for secret, own in () if simple else zip(secrets, goals, strict=True):
        _check_comparable(own, "goal", "the goal of {}", secret)
    return goals


def check_hashable_score(answer: object, guess: object, secret: object) -> None:
    """Raise BadGame, with the pair, if a score cannot be hashed or does not equal itself."""
    _check_comparable(answer, "answer", "score({}, {})", guess, secret)


def _check_comparable(value: object, noun: str, named: str, *of: Any) -> None:
    fault = ""
    if not is_hashable(value):
        instead = "a frozenset" if isinstance(value, set) else "a tuple or a number"
        fault = f"is not hashable: {shown(value)}; return {instead}"
    elif is_nan(value):
        fault = f"is {shown(value)}, which does not equal any {noun}: return a number"
    if fault:
        raise BadGame(f"{named.format(*map(shown, of))} {fault}")


_PARTS = ("guesses", "secrets", "endstates", "score")


def is_game(given: object) -> bool:
    """Return whether an object has everything that a game needs."""
    return all(hasattr(given, part) for part in _PARTS)


def check_parts(game: Any, *, noisy: bool = False) -> None:
    """Raise BadGame, with the missing part, if an object is not a game.

    Unless ``noisy`` is true, a game whose answers may be wrong is refused, since functions for
    exact answers would silently ignore the errors.
    """
    if isinstance(game, type):
        raise BadGame(f"{game.__name__} is a class, not a game: call it, {game.__name__}(...)")
    for part in _PARTS:
        if not hasattr(game, part):
            raise BadGame(
                f"{type(game).__name__} has no {part}: a game has guesses, secrets, endstates and "
                "score(guess, secret)"
            )
    if hasattr(game, "is_legal") and not isinstance(game, HistoryLegal):
        raise BadGame(
            f"{type(game).__name__}.is_legal is not read: name a rule on guesses "
            "legal(guess, history), where history has the pairs of guess and score so far"
        )
    if not noisy and isinstance(game, Noisy):
        raise BadGame(
            f"the answers of {shown(game)} may be wrong, and this function needs exact ones: use "
            "Session, diagnose, simulate, length_distribution or optimal, or the game without noise"
        )


#: The maximum number of secrets that are scored one by one.
MOST_LISTED = 10**7


def check_listable(game: Any) -> None:
    """Raise GameTooLarge if a game has too many secrets to score one by one."""
    try:
        size = len(game.secrets)
    except OverflowError:
        size = sys.maxsize
    if size > MOST_LISTED:
        many = f"over {size:,}" if size == sys.maxsize else f"{size:,}"
        raise GameTooLarge(
            f"{shown(game)} has {many} secrets, over the {MOST_LISTED:,} that can be scored one "
            "by one: choose smaller sizes or shorter lists"
        )


def never_ends(secret: object, endstates: Collection[Any]) -> str:
    """Return the error message for a secret with which no guess scores an end state."""
    if not endstates:
        return (
            "the game has no end states and could never end: name winning scores in endstates=, or "
            "goals in goal=; identified(game) ends any game when the secret is known"
        )
    ends = ", ".join(sorted(map(shown, endstates)))
    return (
        f"no guess scores an end state ({ends}) for the secret {shown(secret)}: the game could "
        "never end; add such a guess or end state"
    )
