"""The protocol of a guessing game, optional ones beside it, and what each refuses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from mastermind_core.errors import BadGame, shown
from mastermind_core.game.amounts import Exact, amounts, is_hashable, no_list

# Games, positions and trees are of guesses, secrets and scores of some types; where none are named
# they are Any, which type checkers know from Python 3.13 on.
if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVariable

    Guess = TypeVariable("Guess", bound=Hashable, default=Any)
    Secret = TypeVariable("Secret", bound=Hashable, default=Any)
    Score = TypeVariable("Score", bound=Hashable, default=Any)
    Score_co = TypeVariable("Score_co", bound=Hashable, covariant=True, default=Any)
else:
    Guess, Secret, Score = TypeVar("Guess"), TypeVar("Secret"), TypeVar("Score")
    Score_co = TypeVar("Score_co", covariant=True)


#: Guesses and their answers so far, in order of play.
History = Sequence[tuple[Guess, Score]]


@runtime_checkable
class Game(Protocol[Guess, Secret, Score_co]):
    """The protocol that every game follows: guesses, secrets, end states and a score.

    The order of ``guesses`` is the order in which ties are broken.

    A game does not change: what was worked out of it is kept and used again. Whoever changes the
    lists or the score of one makes another game. (Where an object that can be changed has other
    lengths, first or last items, or other scores of these, it is worked out anew.)

    >>> from mastermind_core import TwoD
    >>> isinstance(TwoD(3), Game), isinstance("3", Game)
    (True, False)
    """

    @property
    def guesses(self) -> Sequence[Guess]:
        """Return what may be asked, in the order that breaks ties."""

    @property
    def secrets(self) -> Sequence[Secret]:
        """Return what may be hidden."""

    @property
    def endstates(self) -> Collection[Score_co]:
        """Return the scores that end the game."""

    def score(self, guess: Guess, secret: Secret, /) -> Score_co:
        """Return the answer to a guess."""


@runtime_checkable
class Weighted(Protocol):
    """The protocol of a game whose secrets are not equally likely: each has a weight.

    Weights are integers or fractions from 0, one of them above it. A secret that weighs 0 is never
    the one that is hidden. No weights at all, ``()``, stand for equal ones.
    """

    @property
    def weights(self) -> Sequence[Exact]:
        """Return how often each secret comes, in the order of the secrets."""


@runtime_checkable
class Priced(Protocol):
    """The protocol of a game whose guesses do not cost the same.

    Costs are integers or fractions over 0; what a path costs is the sum over its guesses. No costs
    at all, ``()``, stand for one each.
    """

    @property
    def costs(self) -> Sequence[Exact]:
        """Return what each guess costs, in the order of the guesses."""


@runtime_checkable
class Goal(Protocol):
    """The protocol of a game that is over as soon as enough is known, named or not.

    That is when all secrets that are left have the same goal; a score that is an end state ends it
    too. The goal may be the secret itself, or the class that it belongs to. Where ``goal`` is None
    there is none.
    """

    def goal(self, secret: Any, /) -> Hashable:
        """Return what has to be known of a secret."""


@runtime_checkable
class FastScores(Protocol):
    """The protocol of a game that fills its own score table, faster than pair by pair.

    ``score_table()`` returns the distinct scores and a buffer of their indices, a byte a pair (or
    two, with over 255 scores), one row a guess.
    """

    def score_table(self) -> tuple[Sequence[Any], Any]:
        """Return the distinct scores, and the index of the score of each pair."""


class PackedCodes(NamedTuple):
    """A game of codes as bytes, which a kernel can score without a table.

    ``guesses`` and ``secrets`` have a byte a hole, code after code; ``score_ids`` maps
    ``black * (holes + 1) + white`` to the place in ``scores``.

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
    """The protocol of a game of codes that can be scored from their bytes."""

    def packed_codes(self) -> PackedCodes | None:
        """Return the codes as bytes, or None."""


@runtime_checkable
class Symmetric(Protocol):
    """The protocol of a game that declares symmetries, by generators.

    A generator is a pair of functions, on guesses and on secrets, that keep every score. Where
    secrets are words (strings or tuples of one length), those that exchange two letters or two
    places save most: the exact search then takes sets that differ in no more for one set.
    """

    def generators(self) -> Iterable[tuple[Callable[[Any], Any], Callable[[Any], Any]]]:
        """Return symmetries that generate all that are declared."""


@runtime_checkable
class CodeGame(Protocol):
    """The protocol of a game of codes answered with pegs, of any size: it needs no list of codes.

    ``symbols`` are the colours, ``holes`` the length of a code, and the two flags say whether a
    colour may come more than once in a guess and in a secret.
    """

    @property
    def symbols(self) -> Sequence[Any]:
        """Return the colours."""

    @property
    def holes(self) -> int:
        """Return the length of a code."""

    @property
    def guess_repeats(self) -> bool:
        """Return whether a colour may come twice in a guess."""

    @property
    def secret_repeats(self) -> bool:
        """Return whether a colour may come twice in a secret."""


@runtime_checkable
class HistoryLegal(Protocol):
    """The protocol of a game that says which guesses a history allows (a hard mode)."""

    def legal(self, guess: Any, history: History[Any, Any], /) -> bool:
        """Return whether a guess may be made after a history."""


def weights_of(game: Any) -> tuple[Exact, ...]:
    """Return the weights of a game's secrets; none where all are equally likely."""
    return _amounts(game, "weights", game.secrets)


def prices_of(game: Any) -> dict[Any, Exact]:
    """Return what each guess of a game costs; nothing where guesses have no costs."""
    costs = costs_of(game)
    return dict(zip(game.guesses, costs, strict=True)) if costs else {}


def costs_of(game: Any) -> tuple[Exact, ...]:
    """Return what the guesses of a game cost; nothing where each costs one."""
    return _amounts(game, "costs", game.guesses)


def _amounts(game: Any, name: str, items: Sequence[Any]) -> tuple[Exact, ...]:
    given = getattr(game, name, None)
    if given is None or (isinstance(given, tuple) and not given):
        return ()
    if isinstance(given, (Mapping, str, bytes)) or callable(given):
        raise BadGame(no_list(name, given, "secret" if name == "weights" else "guess"))
    checked = amounts(name, given, items)
    if checked and not any(checked):
        raise BadGame("all weights are 0: give one secret at least a weight above it")
    return checked


def goal_of(game: Any) -> Callable[[Any], Hashable] | None:
    """Return what has to be known of each secret; None where it has to be named."""
    goal = getattr(game, "goal", None)
    if goal is not None and not callable(goal):
        raise BadGame(f"goal must be a function of a secret, not {shown(goal)}")
    return goal


def goals_of(game: Any, secrets: Sequence[Any]) -> Sequence[Hashable]:
    """Return the goal of each secret; nothing where a game has none."""
    goal = goal_of(game)
    return [] if goal is None else checked_goals(secrets, list(map(goal, secrets)))


def checked_goals(secrets: Sequence[Any], goals: Sequence[Any]) -> Sequence[Hashable]:
    """Return goals of secrets; refuse what cannot be compared."""
    for secret, own in zip(secrets, goals, strict=True):
        _check_comparable(own, "goal", "the goal of {}", secret)
    return goals


def check_hashable_score(answer: Any, guess: Any, secret: Any) -> None:
    """Refuse a score that cannot be compared, or not by hash, naming the pair that shows it."""
    _check_comparable(answer, "answer", "score({}, {})", guess, secret)


def _check_comparable(value: Any, noun: str, named: str, *of: Any) -> None:
    fault = ""
    if not is_hashable(value):
        fault = f"is not hashable: {shown(value)}; return a tuple or a number"
    elif is_nan(value):
        fault = f"is {shown(value)}, which equals no {noun}: return a number"
    if fault:
        raise BadGame(f"{named.format(*map(shown, of))} {fault}")


def is_nan(answer: Any) -> bool:
    """Return whether a score, or a part of one, is not known to equal itself."""
    if isinstance(answer, tuple):
        return any(map(is_nan, answer))
    try:
        return bool(answer != answer)
    except TypeError:  # as of the missing value of pandas
        return True


_PARTS = ("guesses", "secrets", "endstates", "score")


def is_game(given: Any) -> bool:
    """Return whether something has all parts of a game."""
    return all(hasattr(given, part) for part in _PARTS)


def check_parts(game: Any) -> None:
    """Refuse what is no game, and name the part that is missing."""
    if isinstance(game, type):
        raise BadGame(f"{game.__name__} is a class, and no game yet: call it, {game.__name__}(...)")
    for part in _PARTS:
        if not hasattr(game, part):
            raise BadGame(
                f"{type(game).__name__} has no {part}: a game has guesses, secrets, endstates and "
                "score(guess, secret)"
            )


def never_ends(secret: Any, endstates: Collection[Any]) -> str:
    """Return what is said of a secret that no guess ends the game for."""
    ends = ", ".join(sorted(map(shown, endstates)))
    return (
        f"no guess scores an end state ({ends}) for the secret {shown(secret)}: the game could "
        "never end; add such a guess or end state"
    )
