"""Plain values as JSON, without loss: what a guess, a secret, a score or an option may be.

None, booleans, integers, texts and finite decimals are themselves and a tuple is an array;
everything else is an object of one field, whose name is that of its kind.
"""

from __future__ import annotations

import json
import keyword
import sys
from collections import namedtuple
from collections.abc import Callable, Collection
from fractions import Fraction
from functools import cache, partial
from typing import Any

from attrs import frozen

from mastermind_core.errors import BadFile, shown
from mastermind_core.game.tabular import Version
from mastermind_core.games import GAMES

#: Types whose values are themselves in JSON.
THEMSELVES = {type(None), bool, int, str}

#: Items of one hash that do no harm, and the fields and the kinds of named tuples in one document.
_ALIKE, _MOST_FIELDS, _MOST_KINDS = 1000, 64, 64


class NotWritable(Exception):
    """The signal that a value has no place in a file."""


@frozen
class Kind:
    """A kind of value: its class, how it is written and how it is read.

    ``write`` takes the document that is written and the value, ``read`` the document that is read
    and the content; either is called with what is inside. A value that is ``plain`` may be a part
    of a game.
    """

    make: type
    write: Callable[[Any, Any], Any]
    read: Callable[[Any, Any], Any]
    plain: bool = False


def tagged(content: Any) -> tuple[str, Any]:
    """Return the one field of an object; anything else is refused."""
    if type(content) is not dict or len(content) != 1:
        raise BadFile(f"expected an object of one field, not {shown(content)}")
    return next(iter(content.items()))


def fields_of(content: Any, what: str, names: str, others: str = "") -> dict[str, Any]:
    """Return an object that has these fields, may have the others, and has nothing else."""
    needed = names.split()
    if type(content) is not dict or not {*needed} <= {*content} <= {*needed, *others.split()}:
        more = [other for other in others.split() if other not in needed]
        may = f", may have {', '.join(more)}" if more else ""
        raise BadFile(
            f"{what} has {', '.join(needed)}{may}, and nothing else: is it of this version?"
        )
    return content


def expect(kind: type, value: Any, what: str) -> Any:
    """Return a value that has a type exactly."""
    if type(value) is not kind:
        raise BadFile(f"{what} must be {_NAMES[kind]}, not {shown(value)}")
    return value


_NAMES = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    dict: "an object",
    list: "an array",
}


def integers(value: Any, what: str, below: int, least: int = 0) -> list[int]:
    """Return an array of integers in a range."""
    numbers: list[int] = expect(list, value, what)
    if not set(map(type, numbers)) <= {int}:
        raise BadFile(f"{what} must be whole numbers, not {shown(numbers)}")
    if numbers and (min(numbers) < least or max(numbers) >= below):
        odd = next(number for number in numbers if not least <= number < below)
        raise BadFile(f"{what} has {shown(odd)}; numbers go from {least} to {below - 1}")
    return numbers


def check_hashes(items: Collection[Any], what: str) -> None:
    """Refuse items made to have one hash, of which a dict takes the square of its time."""
    try:
        hashes = len(set(map(hash, items)))
    except TypeError:
        raise BadFile(f"{what} has an item that cannot be hashed") from None
    if len(items) > _ALIKE and hashes < len(items) // 2:
        raise BadFile(f"{what} has {len(items):,} items with {hashes:,} hashes")


def paired(pairs: Any, what: str) -> dict[Any, Any]:
    """Return the dict of pairs that have been read."""
    for pair in pairs:
        if type(pair) is not tuple or len(pair) != 2:
            raise BadFile(f"{what} is an array of pairs, not of {shown(pair)}")
    check_hashes([key for key, _ in pairs], what)
    made = dict(pairs)
    if len(made) != len(pairs):
        raise BadFile(f"{what} has a key twice")
    return made


def as_plain(value: Any) -> Any:
    """Return a number, truth or text of numpy as the plain one that equals it."""
    if type(value).__module__ == "numpy":
        plain = value.item()
        if type(plain) in {bool, int, float, str} and plain == value and hash(plain) == hash(value):
            return plain
    return value


def _write_items(write: Any, value: Any) -> list[Any]:
    items = [write(item) for item in value]
    return items if isinstance(value, list) else sorted(items, key=json.dumps)


def _read_items(kind: type, read: Any, content: Any) -> Any:
    items = [read(item) for item in expect(list, content, kind.__name__)]
    if kind is list:
        return items
    check_hashes(items, kind.__name__)
    if len(made := kind(items)) != len(items):
        raise BadFile(f"a {kind.__name__} has an item twice")
    return made


def _read_dict(read: Any, content: Any) -> dict[Any, Any]:
    return paired([read(pair) for pair in expect(list, content, "dict")], "dict")


def _read_float(read: Any, content: Any) -> float:
    if expect(str, content, "float") not in {"inf", "-inf", "nan"}:
        raise BadFile(f"float must be inf, -inf or nan, not {shown(content)}")
    return float(content)


def _read_bytes(read: Any, content: Any) -> bytes:
    try:
        return bytes.fromhex(expect(str, content, "bytes"))
    except ValueError:
        raise BadFile(f"bytes must be hexadecimal, not {shown(content)}") from None


def _read_fraction(read: Any, content: Any) -> Fraction:
    if type(content) is not list or [type(part) for part in content] != [int, int]:
        raise BadFile(f"fraction must be two whole numbers, not {shown(content)}")
    if content[1] < 1:
        raise BadFile(f"fraction must have a positive denominator, not {shown(content[1])}")
    return Fraction(*content)


def _write_named_tuple(write: Any, value: Any) -> Any:
    return {type(value).__name__: {name: write(getattr(value, name)) for name in value._fields}}


def _read_named_tuple(read: Any, content: Any) -> Any:
    name, fields = tagged(content)
    values = {key: read(item) for key, item in expect(dict, fields, name).items()}
    read.kinds.add((name, *values))
    if len(read.kinds) > _MOST_KINDS:
        raise BadFile(f"it has over {_MOST_KINDS} kinds of named tuples")
    known = _named_tuples(own=True).get(name) or _named_tuples(own=False).get(name)
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
    found = [vars(module) for module in modules if module is not None]
    return {
        kind.__name__: kind
        for names in found
        for kind in (*names.values(), Version)
        if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")
    }


@cache
def _made(name: str, fields: tuple[str, ...]) -> Any:
    """Return a class of named tuples like that of a game of the user's own."""
    wrong = [one for one in (name, *fields) if not one.isidentifier() or keyword.iskeyword(one)]
    try:
        if not wrong and len(fields) <= _MOST_FIELDS:
            return namedtuple(name, fields)
    except ValueError:
        pass
    raise BadFile(f"{shown(name)} cannot be a named tuple of {shown(list(fields))}")


#: The kinds of plain values, by name.
PLAIN_KINDS = {
    "list": Kind(list, _write_items, partial(_read_items, list), plain=True),
    "set": Kind(set, _write_items, partial(_read_items, set), plain=True),
    "frozenset": Kind(frozenset, _write_items, partial(_read_items, frozenset), plain=True),
    "dict": Kind(dict, lambda write, value: [*map(write, value.items())], _read_dict, plain=True),
    "float": Kind(float, lambda _, value: repr(value), _read_float, plain=True),
    "bytes": Kind(bytes, lambda _, value: value.hex(), _read_bytes, plain=True),
    "fraction": Kind(
        Fraction, lambda _, value: [value.numerator, value.denominator], _read_fraction, plain=True
    ),
    "namedtuple": Kind(tuple, _write_named_tuple, _read_named_tuple, plain=True),
}
