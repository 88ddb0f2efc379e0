"""The border for games whose guesses and secrets are not lists: they are read once, in order.

A game may have any iterable as ``guesses``, ``secrets`` and ``endstates``. Every public function
that takes a game reads it by :func:`of_lists`, so that all other code can rely on sequences.
"""

from __future__ import annotations

import sys
from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
    Sized,
)
from collections.abc import Set as AnySet
from contextlib import suppress
from functools import wraps
from inspect import signature
from itertools import islice, pairwise
from operator import lt
from typing import Any, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from mastermind_core.errors import BadGame, GameTooLarge, shown
from mastermind_core.game.protocol import MOST_LISTED, is_game

Given = ParamSpec("Given")
Result = TypeVar("Result")

#: The optional attributes of a game that do not depend on the order of its guesses and secrets.
_OPTIONAL = (
    "weights",
    "costs",
    "goal",
    "again",
    "likelihood",
    "generators",
    "hard",
    "legal",
    "name",
    "scores",
    "parse_guess",
    "parse_score",
    "format_guess",
    "format_score",
)

#: The items of the generators that were read, since a generator can be read only once.
_ITEMS_READ: WeakKeyDictionary[Iterator[Any], tuple[Any, ...]] = WeakKeyDictionary()


class GameOfLists:
    """A game of other collections than lists, with its guesses and secrets in a fixed order.

    Attributes:
        game: The game as it was given.
        guesses: Its guesses in order. A set is sorted.
        secrets: Its secrets in the same way.
        endstates: The scores that end the game.
    """

    def __init__(
        self,
        game: Any,
        guesses: Sequence[Any],
        secrets: Sequence[Any],
        endstates: Collection[Any],
    ) -> None:
        self.game = game
        self.guesses = guesses
        self.secrets = secrets
        self.endstates = endstates
        # Protocols are checked without __getattr__, so the attributes are copied.
        vars(self).update({name: getattr(game, name) for name in _OPTIONAL if hasattr(game, name)})

    def score(self, guess: Any, secret: Any) -> Any:
        """Return the score of a guess, as the game does."""
        return self.game.score(guess, secret)

    def __repr__(self) -> str:
        return repr(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameOfLists) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self.game)

    def __reduce__(self) -> Any:
        return GameOfLists, self._parts

    @property
    def _parts(self) -> tuple[Any, ...]:
        return self.game, self.guesses, self.secrets, self.endstates


def of_lists(game: Any) -> Any:
    """Return a game with sequences of guesses and secrets: the game itself if it has them.

    Args:
        game: Any game. Anything else is returned unchanged.

    Raises:
        BadGame: If a part is no collection, or has no order that is the same in every run.

    >>> class Coins:
    ...     guesses = secrets = {"right", "left"}
    ...     endstates = (outcome for outcome in [True])
    ...     def score(self, guess, secret):
    ...         return guess == secret
    >>> of_lists(Coins()).guesses
    ('left', 'right')
    """
    if isinstance(game, type) or not is_game(game):
        return game
    ends = game.endstates
    collected = isinstance(ends, Collection) and not isinstance(ends, (str, bytes))
    if collected and _is_list(game.guesses) and _is_list(game.secrets):
        return game
    parts = _items_of(game, "guesses"), _items_of(game, "secrets"), _items_of(game, "endstates")
    return GameOfLists(game, *parts)


def takes_game(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Allow games of any collections in a public function with the parameter ``game``."""
    place = [*signature(function).parameters].index("game")

    @wraps(function)
    def call(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        read: Any = list(args)
        if place < len(read):
            read[place] = of_lists(read[place])
        elif "game" in kwargs:
            kwargs["game"] = of_lists(kwargs["game"])
        return function(*read, **kwargs)

    return call


def _items_of(game: Any, name: str) -> Any:
    """Return a part of a game as a list, or as a set of scores."""
    items = getattr(game, name)
    if _is_list(items) and name != "endstates":
        return items
    if isinstance(items, Iterator) and getattr(game, name) is items:
        items = _read_once(items, name)
    return end_states(items) if name == "endstates" else in_order(items, name)


def _read_once(items: Iterator[Any], name: str) -> tuple[Any, ...]:
    """Return the items of an iterator that the game has kept, also if it was read before."""
    try:
        if items not in _ITEMS_READ:
            _ITEMS_READ[items] = tuple(items)
    except TypeError:  # no weak reference to it is possible
        raise BadGame(
            f"{name} is {shown(items)}, which can be read only once: pass a list or a tuple"
        ) from None
    return _ITEMS_READ[items]


def _is_list(items: object) -> bool:
    """Return whether items have a length and a fixed order, and can be read again by index."""
    if isinstance(items, Sequence):
        return True
    by_index = hasattr(items, "__len__") and hasattr(items, "__getitem__")
    return by_index and not isinstance(items, (Mapping, AnySet)) and not hasattr(items, "dtype")


def in_order(items: object, name: str) -> tuple[Any, ...]:
    """Return items as a tuple in an order that is the same in every run.

    Args:
        items: Any iterable. A set is sorted.
        name: The part of the game, for errors.

    Returns:
        The items.

    Raises:
        BadGame: If ``items`` is no collection, or a set of items without an order.
        GameTooLarge: If there are more items than can be scored one by one.

    >>> in_order({"b", "a"}, "guesses"), in_order({frozenset("ab"), frozenset("a")}, "guesses")
    (('a', 'b'), (frozenset({'a'}), frozenset({...})))
    """
    if not isinstance(items, Iterable):
        raise BadGame(f"{name} must be a collection, not {shown(items)}")
    found = tuple(islice(items, MOST_LISTED + 1)) if _size(items) <= MOST_LISTED else None
    if found is None or len(found) > MOST_LISTED:
        raise GameTooLarge(
            f"{name} has over {MOST_LISTED:,} items, too many to list: choose a smaller game, or "
            "one of codes, such as Mastermind, which are not listed"
        )
    return _sorted(found, name) if isinstance(items, (set, frozenset)) else found


def _size(items: object) -> int:
    """Return the number of items if it is known without reading them, or 0."""
    try:
        return len(items) if isinstance(items, Sized) else 0
    except OverflowError:
        return sys.maxsize


def _sorted(items: Collection[Any], name: str) -> tuple[Any, ...]:
    """Return the items of a set in their own order, or in that of their strings."""
    with suppress(TypeError):
        ordered = sorted(items)
        # Subsets are ordered in part only: sorting them would keep the arbitrary order of the set.
        if all(map(lt, ordered, ordered[1:])):
            return tuple(ordered)
    keys = {item: _spelled(item) for item in items}
    by_key = sorted(items, key=keys.__getitem__)
    unordered = [first for first, second in pairwise(by_key) if keys[first] == keys[second]]
    unordered += [item for item in by_key if _has_no_name(item)]
    if unordered:
        raise BadGame(
            f"{name} is a set of items without an order, such as {shown(unordered[0])}: pass a "
            "list or a tuple"
        )
    return tuple(by_key)


def _has_no_name(item: object) -> bool:
    """Return whether the string of an item is its place in memory, which changes."""
    return getattr(type(item), "__repr__", None) is object.__repr__


def _spelled(item: Hashable) -> tuple[Any, ...]:
    """Return a sort key: equal in every run, also for sets within an item."""
    if isinstance(item, (set, frozenset)):
        return ("set", len(item), sorted(map(_spelled, item)))
    if isinstance(item, tuple):
        return ("tuple", len(item), [*map(_spelled, item)])
    if fields := getattr(item, "__match_args__", ()):  # of attrs or dataclasses
        parts = [_spelled(getattr(item, field)) for field in fields]
        return (type(item).__name__, len(parts), parts)
    return (type(item).__name__, 0, repr(item))


def end_states(states: Any) -> frozenset[Any]:
    """Return the scores that end a game, or raise BadGame for a string, which is one score."""
    # A string is most often meant as one score, not as a collection of letters.
    text = isinstance(states, (str, bytes))
    if not text:
        with suppress(TypeError):
            return frozenset(states)
    raise BadGame(
        f"endstates must be a collection of hashable scores, not {shown(states)}: "
        f"write endstates={{{shown(states) if text else 'score'}}}"
    )


def scored(score: Callable[[Any, Any], Any], guess: object, secret: object) -> Any:
    """Return the score of a pair. An error of the function gets a note with the pair."""
    try:
        return score(guess, secret)
    except Exception as error:
        error.add_note(f"score({shown(guess)}, {shown(secret)}) of your game raised this")
        raise
