"""The protocol of a guessing game, optional ones beside it, and a class for ad-hoc games."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from functools import cached_property
from types import FunctionType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from attrs import field, frozen

from mastermind_core.errors import BadGame
from mastermind_core.notation import Notation

Guess = TypeVar("Guess", bound=Hashable)
Secret = TypeVar("Secret", bound=Hashable)
Score = TypeVar("Score", bound=Hashable)
Score_co = TypeVar("Score_co", bound=Hashable, covariant=True)

#: Guesses and their answers so far, in order of play.
History = Sequence[tuple[Guess, Score]]


@runtime_checkable
class Game(Protocol[Guess, Secret, Score_co]):
    """The protocol that every game follows: guesses, secrets, end states and a score.

    The order of ``guesses`` is the order in which ties are broken.
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
    """The protocol of a game whose secrets are not equally likely: each has an integer weight."""

    @property
    def weights(self) -> Sequence[int]:
        """Return how often each secret comes, in the order of the secrets."""


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
        """Say whether a colour may come twice in a guess."""

    @property
    def secret_repeats(self) -> bool:
        """Say whether a colour may come twice in a secret."""


@runtime_checkable
class HistoryLegal(Protocol):
    """The protocol of a game that says which guesses a history allows (a hard mode)."""

    def legal(self, guess: Any, history: History[Any, Any], /) -> bool:
        """Say whether a guess may be made after a history."""


#: What no total of a strategy may reach: larger ones stand for "impossible" in the kernels.
_MOST_TOTAL = 1 << 60

#: Numbers that a byte holds.
_BYTE = 256


def _in_order(items: Iterable[Any]) -> tuple[Any, ...]:
    """Return items as a tuple; a set, whose order is chance, sorted (by repr if it must be)."""
    if not isinstance(items, (Iterable, Sequence)):
        raise BadGame(f"guesses and secrets must each be a collection, not {items!r}")
    if isinstance(items, (set, frozenset)):
        try:
            return tuple(sorted(items))
        except TypeError:
            return tuple(sorted(items, key=repr))
    return tuple(items)


def _end_states(states: Iterable[Any]) -> frozenset[Any]:
    try:
        return frozenset(states)
    except TypeError:
        raise BadGame(
            f"endstates must be a collection of hashable scores, not {states!r}: "
            "write endstates={score}"
        ) from None


@frozen(eq=False)
class FiniteGame(Notation, Generic[Guess, Secret, Score]):
    """A game of two lists and a function, ``score(guess, secret)``.

    A set of guesses or secrets is put in sorted order, since the order breaks ties.

    >>> game = FiniteGame(guesses=range(8), secrets=range(8), endstates={0},
    ...                   score=lambda guess, secret: (guess > secret) - (guess < secret))
    >>> len(game.secrets), game.score(3, 5)
    (8, -1)
    """

    guesses: Sequence[Guess] = field(converter=_in_order, repr=False)
    secrets: Sequence[Secret] = field(converter=_in_order, repr=False)
    score: Callable[[Guess, Secret], Score] = field(repr=False)
    endstates: Collection[Score] = field(converter=_end_states, repr=False)
    weights: Sequence[int] = field(kw_only=True, default=(), repr=False)
    name: str = field(kw_only=True, default="game")

    def __copy__(self) -> FiniteGame[Guess, Secret, Score]:
        return self

    def __deepcopy__(self, memo: Any) -> FiniteGame[Guess, Secret, Score]:
        return self

    def __reduce__(self) -> Any:
        # A function that pickle cannot find by its name, such as a lambda, is written out.
        score = self.score if _has_a_home(self.score) else written_scores(self)
        parts = (self.guesses, self.secrets, score, self.endstates, self.weights, self.name)
        return _finite_game, parts

    def __attrs_post_init__(self) -> None:
        weights = checked_weights(self.weights) or (1,) * len(self.secrets)
        object.__setattr__(self, "weights", weights)
        check_lists(self.guesses, self.secrets, weights)
        if not callable(self.score):
            raise BadGame(f"score must be a function of a guess and a secret, not {self.score!r}")
        self._check_ends()

    def _check_ends(self) -> None:
        if not self.endstates:
            raise BadGame("endstates is empty: the game could never end; name a winning score")
        own = dict.fromkeys(self.guesses)
        for secret in self.secrets:
            first = (secret,) if secret in own else ()
            tries: Iterable[Any] = (*first, *self.guesses)
            for guess in tries:
                answer = self.score(guess, secret)
                check_hashable_score(answer, guess, secret)
                if answer in self.endstates:
                    break
            else:
                raise BadGame(_never_ends(secret, self.endstates))


@frozen(eq=False, repr=False)
class WrittenScores:
    """A score function that is written out: ``rows[guess][secret]`` is a place in ``scores``.

    It is what becomes of a function that cannot go along with its game, into a file or to another
    process.
    """

    guesses: Sequence[Any]
    secrets: Sequence[Any]
    scores: Sequence[Any]
    rows: Sequence[Sequence[int]]

    @cached_property
    def _guess_ids(self) -> dict[Any, int]:
        return {guess: at for at, guess in enumerate(self.guesses)}

    @cached_property
    def _secret_ids(self) -> dict[Any, int]:
        return {secret: at for at, secret in enumerate(self.secrets)}

    def __call__(self, guess: Any, secret: Any) -> Any:
        """Return the score of a guess."""
        try:
            return self.scores[self.rows[self._guess_ids[guess]][self._secret_ids[secret]]]
        except (KeyError, TypeError):
            raise BadGame(
                f"the score of {guess!r} and {secret!r} is not written out: the game has no such "
                "guess or secret"
            ) from None

    def __repr__(self) -> str:
        return f"<scores of {len(self.guesses)} guesses and {len(self.secrets)} secrets>"


def written_scores(game: Game[Any, Any, Any]) -> WrittenScores:
    """Write the scores of a game out; they are numbered as they first come.

    >>> game = FiniteGame("ab", "ab", lambda guess, secret: guess == secret, {True})
    >>> written = written_scores(game)
    >>> written.scores, [list(row) for row in written.rows], written("b", "b")
    ((True, False), [[0, 1], [1, 0]], True)
    """
    guesses, secrets = tuple(game.guesses), tuple(game.secrets)
    ids: dict[Any, int] = {}
    rows = [
        array("L", (ids.setdefault(game.score(guess, secret), len(ids)) for secret in secrets))
        for guess in guesses
    ]
    packed = tuple(map(bytes, map(list, rows))) if len(ids) <= _BYTE else tuple(rows)
    return WrittenScores(guesses, secrets, tuple(ids), packed)


def _has_a_home(function: Any) -> bool:
    """Say whether pickle finds a function by its name; what is no plain function may see to it."""
    if not isinstance(function, FunctionType):
        return True
    home: Any = sys.modules.get(function.__module__)
    for name in function.__qualname__.split("."):
        home = getattr(home, name, None)
    return home is function


def _finite_game(
    guesses: Any, secrets: Any, score: Any, endstates: Any, weights: Any, name: str
) -> FiniteGame[Any, Any, Any]:
    return FiniteGame(guesses, secrets, score, endstates, weights=weights, name=name)


def check_lists(guesses: Sequence[Any], secrets: Sequence[Any], weights: Sequence[int]) -> None:
    """Refuse lists that make no game, naming what is wrong with them."""
    for name, items in (("guesses", guesses), ("secrets", secrets)):
        if name == "secrets" and secrets is guesses:
            continue
        if not items:
            raise BadGame(f"{name} is empty: a game needs at least one")
        if _all_different(items):
            continue
        seen: set[Any] = set()
        for at, item in enumerate(items):
            try:
                hash(item)
            except TypeError:
                raise BadGame(
                    f"{name}[{at}] is not hashable: {item!r}; use a tuple or a frozenset"
                ) from None
            if item in seen:
                raise BadGame(f"{name} has {item!r} twice; each may come once")
            seen.add(item)
    if len(weights) != len(secrets):
        raise BadGame(
            f"weights has {len(weights)} numbers for {len(secrets)} secrets: give one for each"
        )
    for secret, weight in zip(secrets, weights, strict=True):
        if type(weight) is int and weight >= 1:
            continue
        if not isinstance(weight, int) or weight < 1:
            raise BadGame(f"the weight of {secret!r} must be an integer from 1, not {weight!r}")
    if sum(weights) * len(secrets) >= _MOST_TOTAL:
        raise BadGame(
            f"weights add up to {sum(weights)}: times {len(secrets)} secrets they must stay under "
            "2**60, so that totals can be counted; divide them"
        )


def _all_different(items: Sequence[Any]) -> bool:
    try:
        return len(set(items)) == len(items)
    except TypeError:
        return False


def checked_weights(weights: Any) -> tuple[int, ...]:
    """Return weights as a tuple; refuse a set, which has no order, and what is no collection."""
    if isinstance(weights, (set, frozenset)) or not isinstance(weights, Iterable):
        raise BadGame(f"weights must be a list of numbers in the order of secrets, not {weights!r}")
    return tuple(weights)


def check_hashable_score(answer: Any, guess: Any, secret: Any) -> None:
    """Refuse a score that cannot be compared, or not by hash, naming the pair that shows it."""
    try:
        hash(answer)
    except TypeError:
        raise BadGame(
            f"score({guess!r}, {secret!r}) is not hashable: {answer!r}; return a tuple or a number"
        ) from None
    if is_nan(answer):
        raise BadGame(
            f"score({guess!r}, {secret!r}) is {answer!r}, which equals no answer: return a number"
        )


def is_nan(answer: Any) -> bool:
    """Say whether a score, or a part of one, is not equal to itself."""
    return any(map(is_nan, answer)) if isinstance(answer, tuple) else bool(answer != answer)


def check_parts(game: Any) -> None:
    """Refuse what is no game, and name the part that is missing."""
    for part in ("guesses", "secrets", "endstates", "score"):
        if not hasattr(game, part):
            raise BadGame(
                f"{type(game).__name__} has no {part}: a game has guesses, secrets, endstates and "
                "score(guess, secret)"
            )


def check_ends(secrets: Sequence[Any], ends: Iterable[bool], endstates: Collection[Any]) -> None:
    """Refuse a game that never ends for some secret; ``ends`` says for each whether it can."""
    for secret, reached in zip(secrets, ends, strict=True):
        if not reached:
            raise BadGame(_never_ends(secret, endstates))


def _never_ends(secret: Any, endstates: Collection[Any]) -> str:
    shown = ", ".join(sorted(map(repr, endstates)))
    return (
        f"no guess scores an end state ({shown}) for the secret {secret!r}: the game could never "
        "end; add such a guess or end state"
    )
