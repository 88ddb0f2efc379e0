"""The interface of games to their callers: checked options, hashed lists, tables of scores."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar
from zlib import crc32

from attrs import field
from more_itertools import first

from mastermind_core.arguments import choice, expect, whole_number
from mastermind_core.arguments import whole as in_range
from mastermind_core.errors import BadArgument, BadGame, GameTooLarge, shown
from mastermind_core.game import (
    MOST_SCORES,
    Guess,
    Score,
    Secret,
    check_hashable_score,
    is_nan,
    scored,
)
from mastermind_core.game.finite import GameBase
from mastermind_core.kernels.shared.listening import tell
from mastermind_core.notation import scores_of

if TYPE_CHECKING:  # a cached property does not match a property of the protocol of a game
    cached = property
else:
    from functools import cached_property as cached

Item = TypeVar("Item", bound=Hashable, covariant=True)

#: Maximum number of distinct scores in a table of bytes.
NARROW = 255


class Items(tuple[Item, ...]):
    """A tuple with a hash table of its members.

    >>> words = Items(["fools", "score"])
    >>> "score" in words, words.index("score"), 3 in words, [] in words
    (True, 1, False, False)
    """

    @cached
    def _places(self) -> dict[Any, int]:
        return {item: place for place, item in enumerate(self)}

    def __contains__(self, item: object) -> bool:
        try:
            return item in self._places
        except TypeError:
            return False

    def __reduce__(self) -> tuple[type[Items[Item]], tuple[tuple[Item, ...]]]:
        return Items, (tuple(self),)


def refuse(game: Any, item: object, kind: str) -> NoReturn:
    """Raise the error for an item that is not a guess, or a secret, of a game."""
    example = first(game.guesses if kind == "guess" else game.secrets)
    hint = ""
    if isinstance(item, str) and not isinstance(example, str):
        hint = "; game.parse_guess(text) reads a string"
    elif kind == "guess" and item in game.secrets:
        hint = "; it is a secret: score(guess, secret) takes the guess first"
    raise BadArgument(
        f"{shown(item)} is not a {kind} of {shown(game)}: give one such as {shown(example)}{hint}"
    )


def check_pair(game: Any, guess: object, secret: object) -> None:
    """Raise the error for a guess or a secret that does not belong to the game."""
    if guess not in game.guesses:
        refuse(game, guess, "guess")
    if secret not in game.secrets:
        refuse(game, secret, "secret")


#: The number of pairs that are scored again, to find functions whose scores change.
_AGAIN = 12


def _check_steady(
    score: Callable[[Any, Any], Any],
    guesses: Collection[Any],
    secrets: Sequence[Any],
    table: array[int],
    scores: Sequence[Any],
) -> None:
    """Raise BadGame if a second call of a score function returns another score than the first."""
    width = len(secrets)
    some = islice(enumerate(guesses), 0, None, max(1, len(guesses) // _AGAIN))
    for step, (row, guess) in enumerate(some):
        column = step * 7 * width // _AGAIN % width
        secret = secrets[column]
        before = scores[table[row * width + column]]
        if (after := scored(score, guess, secret)) != before:
            raise BadGame(
                f"score({shown(guess)}, {shown(secret)}) is {shown(before)} at first and "
                f"{shown(after)} when it is called again: a score must depend on the guess and "
                "the secret alone; noisy(game, ...) describes random answers"
            )


def filled(
    score: Callable[[Any, Any], Any], guesses: Collection[Any], secrets: Sequence[Any]
) -> tuple[tuple[Any, ...], array[int]]:
    """Score all pairs, and return the distinct scores with the table of their indices.

    Scores are numbered in the order of their first occurrence. The table has one row per guess.

    >>> filled(lambda guess, secret: guess == secret, "ab", "ab")
    ((True, False), array('B', [0, 1, 1, 0]))
    """
    ids: dict[Any, int] = {}
    known = 0
    table = array("B")
    for done, guess in enumerate(guesses, start=1):
        try:
            row = [ids.setdefault(score(guess, secret), len(ids)) for secret in secrets]
        except TypeError:
            for secret in secrets:
                check_hashable_score(scored(score, guess, secret), guess, secret)
            raise
        except Exception:
            for secret in secrets:
                scored(score, guess, secret)  # raises again, with the pair
            raise
        for answer in islice(ids, known, None):
            if is_nan(answer):
                check_hashable_score(answer, guess, secrets[row.index(ids[answer])])
        known = len(ids)
        if known > MOST_SCORES:
            raise GameTooLarge(
                f"over {MOST_SCORES} distinct scores: merge some of them in the score function"
            )
        if known > NARROW and table.typecode == "B":
            table = array("H", table)
        table.extend(row)
        tell(done, len(guesses))
    scores = tuple(ids)
    _check_steady(score, guesses, secrets, table, scores)
    return scores, table


def permuted(places: Mapping[Any, int], images: Iterable[Any], name: str, kind: str) -> array[int]:
    """Return the image of each item under a symmetry as an index, and check that it permutes."""
    found = array("I")
    taken = [*images]
    try:
        found.extend(map(places.__getitem__, taken))
    except (KeyError, TypeError):  # the places before this image were found
        item = [*places][len(found)]
        image = taken[len(found)]
        raise BadGame(
            f"{name} takes the {kind} {shown(item)} to {shown(image)}, which is not a {kind}"
        ) from None
    if len(set(found)) < len(found):
        plural = "guesses" if kind == "guess" else f"{kind}s"
        raise BadGame(f"{name} takes two of its {plural} to the same one: not a permutation")
    return found


class ListedGame(GameBase, Generic[Guess, Secret, Score]):
    """The base class for games that consist of lists and a score function.

    A subclass defines ``guesses``, ``scores`` and ``_answer``. By default its ``secrets`` are the
    guesses, and only the last of its scores ends the game.
    """

    __slots__ = ()

    @property
    def guesses(self) -> Sequence[Guess]:
        """Return the guesses, in the order that breaks ties."""
        raise NotImplementedError

    @property
    def secrets(self) -> Sequence[Secret]:
        """Return the secrets."""
        return self.guesses  # type: ignore[return-value]  # unless a subclass overrides it

    @property
    def endstates(self) -> frozenset[Score]:
        """Return the scores that end the game."""
        return frozenset(scores_of(self)[-1:])

    def _answer(self, guess: Guess, secret: Secret) -> Score:
        """Return the score of a valid guess and a valid secret."""
        raise NotImplementedError

    def score(self, guess: Guess, secret: Secret) -> Score:
        """Return a guess's score.

        Args:
            guess: An element of ``guesses``.
            secret: An element of ``secrets``.

        Raises:
            BadArgument: If the guess or the secret does not belong to the game.
        """
        check_pair(self, guess, secret)
        return self._answer(guess, secret)

    def score_table(self) -> tuple[Sequence[Score], Any]:
        """Return the scores, and the table of their indices, filled pair by pair."""
        return filled(self._answer, self.guesses, tuple(self.secrets))


def integer(default: int, least: int = 1, most: int | None = None) -> Any:
    """Return the field of an option that is an integer in a range."""
    return field(default=default, validator=in_range(least, most, error=BadGame))


#: Checks that a condition on an option holds.
need = partial(expect, error=BadGame)

#: Checks that an option is an integer in a range.
whole = partial(whole_number, error=BadGame)

#: Returns the field of an option with a few values. The default is the first, or None.
one_of = partial(choice, error=BadGame)


def brief(noun: str) -> Callable[[Sequence[Any]], str]:
    """Return a function that abbreviates a long list to its length and its CRC-32 checksum.

    >>> brief("words")(["fools", "score"])
    '<2 words, 96d4724e>'
    """

    def show(items: Sequence[Any]) -> str:
        return f"<{len(items)} {noun}, {crc32(repr(tuple(items)).encode()):08x}>"

    return show
