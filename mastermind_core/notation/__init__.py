"""Parsing and formatting guesses and scores, for every game.

A game may define its own notation (:class:`Readable`). For any other game, the notation is derived
from how its guesses and scores look.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AnySet
from contextlib import suppress
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from itertools import islice, product, starmap
from re import split
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from mastermind_core.errors import (
    BadArgument,
    InconsistentHistory,
    UninformativeGuess,
    clipped,
    counted,
    shown,
)
from mastermind_core.notation.spelling import (
    as_text,
    fold,
    numbers_in,
    quoted,
    read_code,
    say,
)
from mastermind_core.notation.spelling import (
    show_item as show_item,
)

if TYPE_CHECKING:
    from mastermind_core.notation.lines import bad_line as bad_line
    from mastermind_core.notation.lines import csv_rows as csv_rows
    from mastermind_core.notation.lines import text_lines as text_lines

#: The readers of files, which few processes need: each is imported at its first use.
_READERS = {"bad_line", "csv_rows", "text_lines"}


def __getattr__(name: str) -> Any:
    """Import a file reader."""
    if name not in _READERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("mastermind_core.notation.lines"), name)


#: Maximum number of pairs that are scored to find the scores of a game without ``scores``.
MOST_PAIRS = 2**18

#: Maximum number of items in a message, and of items compared with a misspelt one.
_LISTED = 8
_COMPARED = 20_000

_YES = {"true": True, "yes": True, "y": True, "false": False, "no": False, "n": False}


@runtime_checkable
class Readable(Protocol):
    """The protocol for a game that parses and formats its guesses and scores."""

    def parse_guess(self, text: str, /) -> Any:
        """Return the guess that a string denotes.

        Args:
            text: The string as the user typed it.

        Raises:
            BadArgument: If the string is not a valid guess. The message gives an example.
        """

    def parse_score(self, text: str, /) -> Any:
        """Return the score that a string denotes.

        Args:
            text: The string as the user typed it.

        Raises:
            BadArgument: If the string is not a valid score. The message gives an example.
        """

    def format_guess(self, guess: Any, /) -> str:
        """Return a guess or a secret as a string that ``parse_guess`` reads.

        Args:
            guess: A guess or a secret in the game.
        """

    def format_score(self, score: Any, /) -> str:
        """Return a score as a string that ``parse_score`` reads.

        Args:
            score: A possible score.
        """


class Spelled:
    """A mixin that makes any game :class:`Readable`, by how its guesses and scores look."""

    __slots__ = ()

    def parse_guess(self, text: str, /) -> Any:
        """Return the guess that a string denotes.

        Args:
            text: A code by symbols, or a guess's name, or how the name starts.

        Raises:
            BadArgument: If the string is not a valid guess.
        """
        return read_guess(self, text)

    def parse_score(self, text: str, /) -> Any:
        """Return the score that a string denotes.

        Args:
            text: A name, numbers, or numbers with field names.

        Raises:
            BadArgument: If the string is not a valid score.
        """
        return read_score(self, text)

    def format_guess(self, guess: Any, /) -> str:
        """Write a guess or a secret in a form that :meth:`parse_guess` reads.

        Args:
            guess: A guess or a secret in the game.
        """
        return show_item(guess)

    def format_score(self, score: Any, /) -> str:
        """Write a score in a form that :meth:`parse_score` reads.

        Args:
            score: A possible score.
        """
        return show_item(score)


#: Maximum length of the string of a score; longer strings would take long to parse.
_LONGEST = 2000


def parse_guess(game: Any, text: str) -> Any:
    """Return the guess that a string denotes in a game.

    Args:
        game: Any game. A game that is not :class:`Readable` is read by how its guesses look.
        text: The string as the user typed it. Case, brackets and separators do not matter.

    Returns:
        The guess, from ``game.guesses``.

    Raises:
        BadArgument: If the string is not a valid guess. The message gives an example.

    See Also:
        :func:`format_guess`, :func:`parse_score`.

    >>> from mastermind_core import Mastermind
    >>> game = Mastermind(colours=("red", "green", "blue", "yellow"), holes=4)
    >>> parse_guess(game, "rgby"), parse_guess(game, "Red, red, blue, g")
    (('red', 'green', 'blue', 'yellow'), ('red', 'red', 'blue', 'green'))
    """
    _check(game)
    if isinstance(game, Readable):
        return game.parse_guess(text)
    return read_guess(game, text)


def _check(game: Any) -> None:
    if isinstance(game, type) or not hasattr(game, "guesses") or not hasattr(game, "secrets"):
        raise BadArgument(f"game must be a game, not {shown(game)}: the game comes first")
    for part in ("guesses", "secrets"):
        if isinstance(getattr(game, part), Iterator):
            raise BadArgument(
                f"{part} of {shown(game)} can be read only once: pass session.game or a game of "
                "lists"
            )


def parse_score(game: Any, text: str, guess: object = None) -> Any:
    """Return the score that a string denotes in a game.

    Args:
        game: Any game. A game that is not :class:`Readable` is read by how its scores look.
        text: The string as the user typed it. Case, brackets and separators do not matter.
        guess: The guess, if the string may be a number that was measured.

    Returns:
        The score.

    Raises:
        BadArgument: If the string is not a valid score. The message gives an example.

    See Also:
        :func:`format_score`, :func:`parse_guess`.

    >>> from mastermind_core import Mastermind
    >>> game = Mastermind(colours=6, holes=4)
    >>> parse_score(game, "02") == parse_score(game, "2 cows") == parse_score(game, "W W")
    True
    """
    _check(game)
    if isinstance(text, str) and len(text) > _LONGEST:
        raise BadArgument(f"a score has at most {_LONGEST} letters, not {len(text)}")
    band = _band_of(game, guess, text)
    if band is not None:
        return band
    if isinstance(game, Readable):
        return game.parse_score(text)
    return read_score(game, text)


def format_guess(game: Any, guess: object) -> str:
    """Write any game's guess or secret in a form that :func:`parse_guess` reads.

    Args:
        game: Any game.
        guess: A guess or a secret in the game.

    Returns:
        A short string, such as "1122" for a digit code.

    See Also:
        :func:`parse_guess`, :func:`format_score`.

    >>> from mastermind_core import Mastermind
    >>> format_guess(Mastermind(), (1, 1, 2, 2))
    '1122'
    """
    _check(game)
    if isinstance(game, Readable):
        return game.format_guess(guess)
    return show_item(guess)


def format_score(game: Any, score: object) -> str:
    """Write any game's score in a form that :func:`parse_score` reads.

    Args:
        game: Any game.
        score: A possible score.

    Returns:
        A short string, such as "1,2" for pegs.

    See Also:
        :func:`parse_score`, :func:`format_guess`.

    >>> from mastermind_core import Mastermind, Pegs
    >>> format_score(Mastermind(), Pegs(1, 2))
    '1,2'
    """
    _check(game)
    if isinstance(game, Readable):
        return game.format_score(score)
    return show_item(score)


def guess_in(game: Any, given: object) -> Any:
    """Return the guess that a value denotes: the guess itself, a string, or its parts as a list.

    A list may also name a set's members.

    >>> from mastermind_core import Mastermind
    >>> guess_in(Mastermind(), "1122"), guess_in(Mastermind(), [1, 1, 2, 2])
    ((1, 1, 2, 2), (1, 1, 2, 2))
    """
    guess = tupled(given)
    if is_in(guess, game.guesses):
        return guess
    if isinstance(guess, tuple):
        with suppress(TypeError):  # a part that is not hashable
            members = frozenset(guess)
            if is_in(members, game.guesses):
                return members
    hint = f"give one such as {shown(_listed(game.guesses)[0])}"
    if isinstance(guess, (str, tuple)):
        text = guess if isinstance(guess, str) else show_item(guess)
        try:
            return parse_guess(game, text)
        except BadArgument as error:
            hint = str(error).partition(": ")[2] or hint
    raise BadArgument(f"{shown(given)} is not a guess of this game: {hint}")


def score_in(
    game: Any, given: object, scores: Collection[Any] | None = None, guess: object = None
) -> Any:
    """Return the score that a value denotes: the score itself, a string, or its parts as a list.

    A number that was measured denotes the band that contains it.

    Args:
        game: The game.
        given: The value.
        scores: All scores in the game. If it is None, only some are known, and another value with
            the same type may be one.
        guess: The guess, for its answers' bands.

    >>> from mastermind_core import Mastermind
    >>> score_in(Mastermind(), "0,2"), score_in(Mastermind(), [0, 2])
    (Pegs(black=0, white=2), Pegs(black=0, white=2))
    """
    score = tupled(given)
    known = scores_of(game) if scores is None else scores
    band = _band_of(game, guess, given)
    if band is not None:
        return band
    if is_in(score, known):
        return _named(game, score)
    if isinstance(score, (str, tuple)):
        text = score if isinstance(score, str) else show_item(score)
        with suppress(BadArgument):
            return parse_score(game, text)
    if scores is None and type(score) in set(map(type, known)):
        return score
    listed = [format_score(game, example) for example in islice(known, _LISTED + 1)]
    raise BadArgument(f"{shown(given)} is not a score of this game: give one such as {say(listed)}")


def _band_of(game: Any, guess: object, given: object) -> Any:
    """Return the answer to a guess whose ``low`` and ``high`` bound a number, or None."""
    if guess is None:
        return None
    number = _measured(given)
    if number is None:
        return None
    bands = [score for score in scores_of(game) if hasattr(score, "low")]
    if not bands:
        return None
    answers = {game.score(guess, secret) for secret in game.secrets}
    fitting = (band for band in answers.intersection(bands) if _contains(band, number))
    return next(fitting, None)


def _contains(band: Any, number: float) -> bool:
    above = band.low is None or band.low < number
    below = band.high is None or number <= band.high
    return above and below


def _measured(given: Any) -> float | None:
    """Return the number that a value is, spells or has as its only item, or None for others."""
    value = given
    if isinstance(given, (list, tuple)) and len(given) == 1:
        value = given[0]
    if isinstance(value, bool):
        return None
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return None


def _listed(items: Collection[Any]) -> Sequence[Any]:
    """Return items as a sequence, where a set's items are in the order of their written forms."""
    if isinstance(items, AnySet) or not hasattr(items, "__getitem__"):
        return sorted(items, key=show_item)
    return items  # type: ignore[return-value]


def tupled(item: object) -> Any:
    """Return lists as tuples, recursively, and a set as one that can be hashed."""
    if isinstance(item, set):
        return frozenset(item)
    return tuple(map(tupled, item)) if isinstance(item, list) else item


def is_in(item: object, items: Collection[Any]) -> bool:
    """Return whether an item is in a collection, or False if it cannot be compared."""
    try:
        return item in items
    except (TypeError, ValueError):  # an array has no truth value
        return False


def contradiction(
    game: Any, number: int, guess: object, score: object, left: int | None
) -> InconsistentHistory:
    """Return the error for a score that is inconsistent with all ``left`` secrets.

    If ``left`` is None, the secrets were too many to count.
    """
    if left == 1:
        fits_none = "does not fit the 1 secret"
    else:
        secrets = "secrets" if left is None else counted(left, "secret")
        fits_none = f"fits none of the {secrets}"
    guess_text, score_text = spoken(game, guess, score)
    return InconsistentHistory(
        f"answer {number}, {score_text} to {guess_text}, {fits_none} left before it; check the "
        "answers"
    )


def uninformative(game: Any, guess: object, score: object, left: int) -> UninformativeGuess:
    """Return the error for a guess with the same score for all remaining secrets."""
    guess_text, score_text = spoken(game, guess, score)
    return UninformativeGuess(
        f"the guess {guess_text} has the score {score_text} for all {left} remaining secrets: the "
        "game would never end"
    )


def spoken(game: Any, guess: object, score: object) -> tuple[str, str]:
    """Return a guess and a score as strings, even if they do not belong to the game."""
    try:
        return clipped(format_guess(game, guess)), clipped(format_score(game, _named(game, score)))
    except Exception:  # the game cannot format an invalid item
        return shown(guess), shown(score)


def _named(game: Any, score: object) -> Any:
    """Convert a plain tuple to the named tuple that the game's end states use."""
    kinds = {type(end) for end in game.endstates}
    kind = kinds.pop() if len(kinds) == 1 else tuple
    names = getattr(kind, "_fields", None)
    if type(score) is tuple and names is not None and len(names) == len(score):
        return kind(*score)
    return score


def read_guess(game: Any, text: str) -> Any:
    """Read a guess by how the guesses look: codes by symbols, others by name."""
    text = as_text(text, "guess")
    symbols = getattr(game, "symbols", None)
    holes = getattr(game, "holes", None)
    if symbols is not None and isinstance(holes, int):
        code = getattr(game, "from_symbols", tuple)(read_code(text, tuple(symbols), holes))
        if code not in game.guesses:
            raise BadArgument(f"{quoted(text)} is not a valid guess: it repeats a colour")
        return code
    return choose(text, _listed(game.guesses), "guess")


def read_score(game: Any, text: str) -> Any:
    """Read a score by how the scores look."""
    text = as_text(text, "score")
    scores = scores_of(game)
    for matches in (_same_text, _same_numbers, _same_labels, _same_truth):
        matching = [score for score in scores if matches(text, score)]
        if len(matching) == 1:
            return matching[0]
    return choose(text, scores, "score")


def _same_text(text: str, score: object) -> bool:
    return text.strip() in (show_item(score), str(score), repr(score))


def _same_numbers(text: str, score: object) -> bool:
    """Compare numbers, separated or digit by digit, with a number or a number tuple."""
    parts = score if isinstance(score, tuple) else (score,)
    if isinstance(score, bool) or not all(isinstance(part, (int, float)) for part in parts):
        return False
    return tuple(map(float, parts)) in numbers_in(text)


def _same_labels(text: str, score: Any) -> bool:
    """Read words such as "2 less 1 equal" as a named tuple's fields."""
    fields = getattr(score, "_fields", ())
    if not fields:
        return False
    numbers = _labelled_numbers(text, fields)
    if not numbers:
        return False
    named = zip(fields, score, strict=True)
    return all(numbers.get(name, 0) == value for name, value in named)


def _labelled_numbers(text: str, fields: Sequence[str]) -> dict[str, float] | None:
    """Return each named field's number in a string, or None if it has anything else."""
    words = fold(text).replace("=", " ").replace(":", " ").split()
    if len(words) % 2:
        return None
    numbers: dict[str, float] = {}
    for first, second in zip(words[::2], words[1::2], strict=True):
        number, label = (first, second) if first.isdecimal() else (second, first)
        matching = [name for name in fields if name.startswith(label) or label == f"{name}s"]
        if not number.isdecimal() or len(matching) != 1 or matching[0] in numbers:
            return None
        numbers[matching[0]] = float(number)
    return numbers


def _same_truth(text: str, score: object) -> bool:
    return isinstance(score, bool) and _YES.get(fold(text)) is score


def choose(
    text: str, items: Iterable[Any], kind: str, spelled: Callable[[Any], str] = show_item
) -> Any:
    """Return the only item whose written form equals, or begins with, a string.

    If no item matches, or several match, the error names a similar item, or some items.

    >>> choose("L", ["left", "right"], "score")
    'left'
    """
    wanted = fold(text)
    texts: dict[str, list[Any]] = {}
    for item in items:
        written = spelled(item)
        if written == text.strip():
            return item
        texts.setdefault(fold(written), []).append(item)
    matching = texts.get(wanted, []) or _by_parts(text, texts)
    if not matching and wanted:
        matching = [
            item for name, items in texts.items() if name.startswith(wanted) for item in items
        ]
    if len(matching) == 1:
        return matching[0]
    if matching:
        shown = " or ".join(spelled(item) for item in matching[:3])
        raise BadArgument(f"{quoted(text)} may be {shown}: write more of the {kind}")
    raise BadArgument(_unknown(text, texts, kind, spelled))


def _by_parts(text: str, texts: dict[str, list[Any]]) -> list[Any]:
    """Return the tuples with a string's parts: "1 2" and "(1, 2)" are the pair 1, 2."""
    parts = [part for part in split(r"[\s,;()\[\]]+", text) if part]
    if len(parts) <= 1:
        return []
    tuples = (item for those in texts.values() for item in those if isinstance(item, tuple))
    return [item for item in tuples if list(map(str, item)) == parts]


def _unknown(
    text: str, texts: dict[str, list[Any]], kind: str, spelled: Callable[[Any], str]
) -> str:
    """Return the error message for a string that is not an item, with some items."""
    shown = [spelled(item) for those in islice(texts.values(), _LISTED + 1) for item in those]
    if len(texts) <= _LISTED:
        return f"{quoted(text)} is not a valid {kind}: write one of {say(shown)}"
    near = get_close_matches(fold(text), list(islice(texts, _COMPARED)), n=1)
    example = spelled(texts[near[0]][0]) if near else shown[0]
    return f"{quoted(text)} is not a valid {kind}: write one such as {quoted(example)}"


def scores_of(game: Any) -> Sequence[Any]:
    """Return all scores: the game's ``scores``, or the scores for all pairs.

    At most :data:`MOST_PAIRS` pairs are scored, spread over the guesses.
    """
    named = getattr(game, "scores", getattr(getattr(game, "score", None), "scores", None))
    if named is not None and not callable(named):
        return named if isinstance(named, Sequence) else tuple(named)
    try:
        return _remembered(game)
    except TypeError:  # the game is not hashable
        return _seen(game)


def _seen(game: Any) -> tuple[Any, ...]:
    guesses = _listed(game.guesses)
    secrets = _listed(game.secrets)
    step = max(1, len(guesses) * min(len(secrets), MOST_PAIRS) // MOST_PAIRS)
    spread = (guesses[index] for index in range(0, len(guesses), step))
    pairs = product(spread, islice(secrets, MOST_PAIRS))
    return tuple(dict.fromkeys(starmap(game.score, pairs)))


_remembered = lru_cache(maxsize=8)(_seen)
