"""How results and games are written in files, and checks on their content.

An application lists the forms for its own results and games, and :mod:`mastermind_core.files` reads
and writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from attrs import frozen

from mastermind_core.arguments import expect
from mastermind_core.errors import BadFile, shown

#: Maximum number of items without a check of their hashes.
_UNCHECKED_ITEMS = 1000

#: Maximum number of pairs of guess and secret of a game that is written with all its scores.
MOST_PAIRS = 1 << 20


@frozen
class Form:
    """A result's form in a file: an object with fields.

    Attributes:
        name: The name in the file.
        of: The result's class.
        make: Makes a result from its fields, as annotated parameters. By default the class. A
            parameter ``read`` receives the reader.
        write: Takes (writer, result) and returns the content, by default field by field.
        check: A function that raises an error for inconsistent fields.
        has_game: Whether a result's attribute ``game`` is the game whose guesses, secrets and
            scores its other fields may give by their indices.
        plain: Whether a game may contain such a result.
    """

    name: str
    of: type
    make: Callable[..., Any] | None = None
    write: Callable[[Any, Any], Any] | None = None
    check: Callable[[Any], None] | None = None
    has_game: bool = False
    plain: bool = False


@frozen
class GameForm:
    """A game's form in a file.

    Attributes:
        name: The name in the file.
        write: Takes (game, writer) and returns the content, or None for another form.
        make: Makes a game from its fields, as annotated parameters.
    """

    name: str
    write: Callable[[Any, Any], dict[str, Any] | None]
    make: Callable[..., Any]


class NotWritable(Exception):
    """The signal that a value cannot be written to a file."""


def integers(numbers: Sequence[Any], what: str, below: int, least: int = 0) -> Sequence[int]:
    """Return an array's integers, or raise ``BadFile`` for numbers out of range."""
    expect(set(map(type, numbers)) <= {int}, what, "integers", numbers, BadFile)
    if numbers and (min(numbers) < least or max(numbers) >= below):
        outside = next(number for number in numbers if not least <= number < below)
        raise BadFile(f"{what} has {shown(outside)}; numbers go from {least} to {below - 1}")
    return numbers


def check_hashes(items: Collection[Any], what: str) -> None:
    """Reject items with many equal hashes, for which a dict takes quadratic time."""
    try:
        hashes = len(set(map(hash, items)))
    except TypeError:
        raise BadFile(f"{what} has an item that cannot be hashed") from None
    if len(items) > _UNCHECKED_ITEMS and hashes < len(items) // 2:
        # Equal items, such as goals, are one key. Hashes of strings cannot be chosen to be equal.
        different = len({*map(repr, items)})
        if hashes < different // 2:
            raise BadFile(f"{what} has {different:,} items with {hashes:,} hashes")


def paired(pairs: Any, what: str) -> dict[Any, Any]:
    """Return an array with pairs, whose keys are distinct, as a dict."""
    for pair in pairs:
        if type(pair) is not tuple or len(pair) != 2:
            raise BadFile(f"{what} must be an array of pairs, not of {shown(pair)}")
    check_hashes([key for key, _ in pairs], what)
    made = dict(pairs)
    if len(made) != len(pairs):
        raise BadFile(f"{what} has a key twice")
    return made


def check_rows(
    rows: Sequence[Any], guesses: Sequence[Any], secrets: Sequence[Any], below: int
) -> None:
    """Raise ``BadFile`` unless rows have a valid number for each guess and secret."""
    if len(rows) != len(guesses) or any(
        type(row) is not tuple or len(row) != len(secrets) for row in rows
    ):
        raise BadFile(f"rows must be {len(guesses)} arrays of {len(secrets)} numbers")
    for row in rows:
        integers(row, "rows", below)


def lists_of(game: Any) -> tuple[Any, Any]:
    """Return a game's guesses and secrets."""
    return tuple(game.guesses), tuple(game.secrets)
