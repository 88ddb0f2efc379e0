"""Plain values as JSON, without loss: what a guess, a secret, a score or an option may be.

None, booleans, whole numbers, texts and finite decimals are themselves and a tuple is an array;
everything else is an object of one field, which says what it is.
"""

from __future__ import annotations

import json
import keyword
import sys
from collections import namedtuple
from collections.abc import Callable, Collection
from fractions import Fraction
from functools import cache
from math import isfinite
from typing import Any

from attrs import frozen

from mastermind_core.errors import BadFile, shown
from mastermind_core.game.tabular import Version
from mastermind_core.games import GAMES

Encode = Callable[[Any], Any]

_THEMSELVES = (type(None), bool, int, str)


class NotWritable(Exception):
    """The signal that a value has no place in a file."""


def tagged(content: Any) -> tuple[str, Any]:
    """Return the one field of an object; anything else is refused."""
    if type(content) is not dict or len(content) != 1:
        raise BadFile(f"expected an object of one field, not {shown(content)}")
    return next(iter(content.items()))


def expect(kind: type | tuple[type, ...], value: Any, what: str) -> Any:
    """Return a value that has a type exactly."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if type(value) not in kinds:
        names = " or ".join(_NAMES.get(one, one.__name__) for one in kinds)
        raise BadFile(f"{what} must be {names}, not {shown(value)}")
    return value


_NAMES = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "true or false",
    dict: "an object",
    list: "an array",
    type(None): "null",
}


def encode_value(value: Any, inner: Encode) -> Any:
    """Return what a plain value is in JSON; ``inner`` encodes what is in it."""
    kind = type(value)
    if kind in _THEMSELVES:
        return value
    if (plain := _of_another_library(value)) is not None:
        return encode_value(plain, inner)
    if kind is float:
        return value if isfinite(value) else {"float": repr(value)}
    if kind is tuple:
        return [inner(item) for item in value]
    if kind in _COLLECTIONS:
        items = [inner(item) for item in value]
        return {_COLLECTIONS[kind]: items if kind is list else sorted(items, key=json.dumps)}
    if kind is dict:
        return {"dict": [[inner(key), inner(item)] for key, item in value.items()]}
    if kind is bytes:
        return {"bytes": value.hex()}
    if kind is Fraction:
        return {"fraction": [value.numerator, value.denominator]}
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        fields = {name: inner(getattr(value, name)) for name in kind._fields}
        return {"namedtuple": {kind.__name__: fields}}
    raise NotWritable(f"{shown(value)} of the type {kind.__name__}")


def _of_another_library(value: Any) -> Any:
    """Return a number, truth or text of numpy as the plain one that equals it; None of others."""
    if type(value).__module__ != "numpy":
        return None
    plain = value.item()
    if type(plain) not in {bool, int, float, str}:
        return None
    return plain if plain == value and hash(plain) == hash(value) else None


_COLLECTIONS: dict[type, str] = {list: "list", set: "set", frozenset: "frozenset"}


def check_hashes(items: Collection[Any], what: str) -> None:
    """Refuse items made to have one hash, of which a dict takes the square of its time."""
    if len(items) <= _ALIKE:
        return
    try:
        hashes = len(set(map(hash, items)))
    except TypeError:
        raise BadFile(f"{what} has an item that cannot be hashed") from None
    if hashes < len(items) // 2:
        raise BadFile(f"{what} has {len(items):,} items with {hashes:,} hashes")


#: Items of one hash that do no harm.
_ALIKE = 1000


def _collection(kind: type) -> Callable[[Any, Encode], Any]:
    def decode(content: Any, inner: Encode) -> Any:
        items = [inner(item) for item in expect(list, content, kind.__name__)]
        if kind is list:
            return items
        check_hashes(items, kind.__name__)
        try:
            made = kind(items)
        except TypeError:
            raise BadFile(f"a {kind.__name__} holds what cannot be hashed") from None
        if len(made) != len(items):
            raise BadFile(f"a {kind.__name__} has an item twice")
        return made

    return decode


def _dict(content: Any, inner: Encode) -> dict[Any, Any]:
    pairs = []
    for pair in expect(list, content, "dict"):
        if type(pair) is not list or len(pair) != 2:
            raise BadFile(f"a dict is an array of pairs, not of {shown(pair)}")
        pairs.append(tuple(map(inner, pair)))
    check_hashes([key for key, _ in pairs], "dict")
    try:
        made = dict(pairs)
    except TypeError:
        raise BadFile("a dict has a key that cannot be hashed") from None
    if len(made) != len(pairs):
        raise BadFile("a dict has a key twice")
    return made


def _float(content: Any, inner: Encode) -> float:
    if expect(str, content, "float") not in {"inf", "-inf", "nan"}:
        raise BadFile(f"float must be inf, -inf or nan, not {shown(content)}")
    return float(content)


def _bytes(content: Any, inner: Encode) -> bytes:
    try:
        return bytes.fromhex(expect(str, content, "bytes"))
    except ValueError:
        raise BadFile(f"bytes must be hexadecimal, not {shown(content)}") from None


def _fraction(content: Any, inner: Encode) -> Fraction:
    if type(content) is not list or [type(part) for part in content] != [int, int]:
        raise BadFile(f"fraction must be two whole numbers, not {shown(content)}")
    if content[1] < 1:
        raise BadFile(f"fraction must have a positive denominator, not {shown(content[1])}")
    return Fraction(*content)


def _named_tuple(content: Any, inner: Encode) -> Any:
    name, fields = tagged(content)
    values = {key: inner(item) for key, item in expect(dict, fields, name).items()}
    known = _named_tuples(own=True).get(name) or _named_tuples(own=False).get(name)
    known = Version if name == "Version" else known
    if known is None:
        return _made(name, tuple(values))(*values.values())
    if list(known._fields) != list(values):
        raise BadFile(f"{name} has the fields {', '.join(known._fields)}, not {', '.join(values)}")
    return known(**values)


@cache
def _named_tuples(*, own: bool) -> dict[str, Any]:
    """Return the classes of answers that the modules of the registered games have."""
    entries = (GAMES.own if own else GAMES).values()
    modules = (sys.modules.get(getattr(entry.make, "__module__", "")) for entry in entries)
    rooms = [vars(module) for module in modules if module is not None]
    return {
        kind.__name__: kind
        for room in rooms
        for kind in room.values()
        if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")
    }


@cache
def _made(name: str, fields: tuple[str, ...]) -> Any:
    """Return a class of named tuples like that of somebody's own game."""
    wrong = [one for one in (name, *fields) if not one.isidentifier() or keyword.iskeyword(one)]
    if wrong or len(fields) > _MOST_FIELDS or len(set(fields)) != len(fields):
        raise BadFile(f"{shown(name)} cannot be a named tuple of {shown(list(fields))}")
    try:
        return namedtuple(name, fields)
    except ValueError as error:
        raise BadFile(f"{shown(name)} cannot be a named tuple: {error}") from None


_MOST_FIELDS = 64

#: What each one-field object of a plain value stands for.
DECODERS: dict[str, Callable[[Any, Encode], Any]] = {
    "list": _collection(list),
    "set": _collection(set),
    "frozenset": _collection(frozenset),
    "dict": _dict,
    "float": _float,
    "bytes": _bytes,
    "fraction": _fraction,
    "namedtuple": _named_tuple,
}


@frozen
class Ids:
    """A reader of arrays of whole numbers."""

    what: str

    def __call__(self, value: Any, below: int, least: int = 0) -> list[int]:
        """Return an array of numbers in a range."""
        numbers: list[int] = expect(list, value, self.what)
        if not set(map(type, numbers)) <= {int}:
            raise BadFile(f"{self.what} must be whole numbers, not {shown(numbers)}")
        if numbers and (min(numbers) < least or max(numbers) >= below):
            odd = next(number for number in numbers if not least <= number < below)
            raise BadFile(f"{self.what} has {shown(odd)}; numbers go from {least} to {below - 1}")
        return numbers
