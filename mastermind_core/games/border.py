"""Where a game meets its callers: checked options, lists that find members, scores of pairs."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar
from zlib import crc32

from attrs import field

from mastermind_core.arguments import choice, whole_number
from mastermind_core.arguments import whole as in_range
from mastermind_core.errors import BadArgument, BadGame, GameTooLarge, shown
from mastermind_core.game import Guess, Score, Secret, check_hashable_score, is_nan
from mastermind_core.game.finite import GameBase
from mastermind_core.game.tabular import MOST_SCORES
from mastermind_core.kernels.shared.listening import tell
from mastermind_core.notation import scores_of

if TYPE_CHECKING:  # the protocol of a game has properties, and type checkers know no cached ones
    cached = property
else:
    from functools import cached_property as cached

Item = TypeVar("Item", bound=Hashable, covariant=True)

#: Distinct scores that fit in a table of bytes.
NARROW = 255


class Items(tuple[Item, ...]):
    """A tuple that finds its members at once.

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
    """Raise the error for what is no guess, or no secret, of a game."""
    example = next(iter(game.guesses if kind == "guess" else game.secrets))
    hint = ""
    if isinstance(item, str) and not isinstance(example, str):
        hint = "; text is read by game.parse_guess(text)"
    elif kind == "guess" and item in game.secrets:
        hint = "; it is a secret: score(guess, secret) takes the guess first"
    raise BadArgument(
        f"{shown(item)} is no {kind} of {shown(game)}: give one such as {shown(example)}{hint}"
    )


def check_pair(game: Any, guess: object, secret: object) -> None:
    """Refuse a guess or a secret that is none of the game."""
    if guess not in game.guesses:
        refuse(game, guess, "guess")
    if secret not in game.secrets:
        refuse(game, secret, "secret")


def filled(
    score: Callable[[Any, Any], Any], guesses: Collection[Any], secrets: Sequence[Any]
) -> tuple[tuple[Any, ...], array[int]]:
    """Score all pairs, whose scores are numbered as they first come; return what a table needs.

    >>> filled(lambda guess, secret: guess == secret, "ab", "ab")
    ((True, False), array('B', [0, 1, 1, 0]))
    """
    ids: dict[Any, int] = {}
    known, table = 0, array("B")
    for done, guess in enumerate(guesses, start=1):
        try:
            row = [ids.setdefault(score(guess, secret), len(ids)) for secret in secrets]
        except TypeError:
            for secret in secrets:
                check_hashable_score(score(guess, secret), guess, secret)
            raise
        for answer in islice(ids, known, None):
            if is_nan(answer):
                check_hashable_score(answer, guess, secrets[row.index(ids[answer])])
        known = len(ids)
        if known > MOST_SCORES:
            raise GameTooLarge(
                f"over {MOST_SCORES} distinct scores: join some of them in the score function"
            )
        if known > NARROW and table.typecode == "B":
            table = array("H", table)
        table.extend(row)
        tell(done, len(guesses))
    return tuple(ids), table


def permuted(places: Mapping[Any, int], images: Iterable[Any], name: str, kind: str) -> array[int]:
    """Return the places that a symmetry takes items to; refuse one that is no permutation."""
    found, taken = array("I"), [*images]
    try:
        found.extend(map(places.__getitem__, taken))
    except (KeyError, TypeError):  # those before it are there
        item, image = [*places][len(found)], taken[len(found)]
        raise BadGame(
            f"{name} takes the {kind} {shown(item)} to {shown(image)}, which is none"
        ) from None
    if len(set(found)) < len(found):
        plural = "guesses" if kind == "guess" else f"{kind}s"
        raise BadGame(f"{name} takes two of its {plural} to the same one: it is no permutation")
    return found


class ListedGame(GameBase, Generic[Guess, Secret, Score]):
    """The base of games that are lists and a function of a guess and a secret.

    A game has ``guesses``, ``scores`` and ``_answer``; its ``secrets`` are the guesses, and the
    last of its scores ends it, unless it has others.
    """

    __slots__ = ()

    @property
    def guesses(self) -> Sequence[Guess]:
        """Return the guesses, in the order that breaks ties."""
        raise NotImplementedError

    @property
    def secrets(self) -> Sequence[Secret]:
        """Return the secrets."""
        return self.guesses  # type: ignore[return-value]  # where a game does not say otherwise

    @property
    def endstates(self) -> frozenset[Score]:
        """Return the scores that end the game."""
        return frozenset(scores_of(self)[-1:])

    def _answer(self, guess: Guess, secret: Secret) -> Score:
        """Score a guess and a secret of the game."""
        raise NotImplementedError

    def score(self, guess: Guess, secret: Secret) -> Score:
        """Return the answer to a guess."""
        check_pair(self, guess, secret)
        return self._answer(guess, secret)

    def score_table(self) -> tuple[Sequence[Score], Any]:
        """Fill the score table pair by pair."""
        return filled(self._answer, self.guesses, tuple(self.secrets))


def integer(default: int, least: int = 1, most: int | None = None) -> Any:
    """Return the field of an option that is an integer in a range."""
    return field(default=default, validator=in_range(least, most, error=BadGame))


#: Refuses an option that is no whole number in a range.
whole = partial(whole_number, error=BadGame)

#: Returns the field of an option that has some values: by default the first, or None.
one_of = partial(choice, error=BadGame)


def brief(noun: str) -> Callable[[Sequence[Any]], str]:
    """Return how a long list is shown: its length, and a number that tells it from others.

    >>> brief("words")(["fools", "score"])
    '<2 words, 96d4724e>'
    """

    def show(items: Sequence[Any]) -> str:
        return f"<{len(items)} {noun}, {crc32(repr(tuple(items)).encode()):08x}>"

    return show
