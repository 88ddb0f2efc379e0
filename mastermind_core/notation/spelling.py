"""Splitting, case folding, quoting and formatting of codes, numbers and names."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from itertools import cycle, islice
from typing import Any
from unicodedata import normalize

from more_itertools import map_reduce

from mastermind_core.errors import BadArgument, shown

_BRACKETS = str.maketrans(dict.fromkeys("()[]{}'\"`\ufe0e\ufe0f", " "))
_SEPARATORS = re.compile(r"[\s,;/|&+]+|(?<=\w)-(?=\w)")
_NUMBER = re.compile(r"[-\u2212]?\d+(?:\.\d+)?")

#: Maximum number of quoted characters in a message.
_QUOTED = 40

#: Maximum number of listed items in a message.
_LISTED = 8

#: Coloured signs, each with the name of its colour.
_SIGNS = {
    **dict.fromkeys("🔴🟥", "red"),
    **dict.fromkeys("🟢🟩", "green"),
    **dict.fromkeys("🔵🟦", "blue"),
    **dict.fromkeys("🟡🟨", "yellow"),
    **dict.fromkeys("🟠🟧", "orange"),
    **dict.fromkeys("🟣🟪", "purple"),
    **dict.fromkeys("🟤🟫", "brown"),
    **dict.fromkeys("⚫⬛", "black"),
    **dict.fromkeys("⚪⬜", "white"),
}


def show_item(item: object) -> str:
    """Write a code, a score or any other item in the shortest readable form.

    >>> show_item((1, 1, 2, 2)), show_item(("red", "green")), show_item("abc")
    ('1122', 'red green', 'abc')
    >>> show_item(frozenset({3, 1})), show_item((12, 1)), show_item((-1, 0))
    ('1+3', '12 1', '-1 0')
    """
    if isinstance(item, frozenset):
        return "+".join(show_item(part) for part in _sorted(item))
    if isinstance(item, tuple):
        if not hasattr(item, "_fields"):
            return _joined([show_item(part) for part in item])
        if "__str__" not in type(item).__dict__:  # no written form of its own
            return ",".join(_show_field(part) for part in item)
    try:
        return str(item)
    except Exception:  # a class whose __str__ fails
        return shown(item)


def _joined(parts: list[str]) -> str:
    """Join the parts of a code: without spaces if each is a single letter."""
    short = all(len(part) == 1 for part in parts)
    return ("" if short else " ").join(parts)


def _show_field(value: object) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return str(value)


def _sorted(items: Iterable[Any]) -> list[Any]:
    items = list(items)
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=repr)


def as_text(text: object, kind: str) -> str:
    """Return a string, or raise ``BadArgument`` for any other type."""
    if not isinstance(text, str):
        raise BadArgument(f"a {kind} is read from a string such as '1 2', not from {shown(text)}")
    return text


def fold(text: str) -> str:
    """Normalize the case, the brackets and the separators of a string.

    >>> fold(" (Red, GREEN) ")
    'red green'
    """
    return " ".join(words_in(text))


def words_in(text: str, *, folded: bool = True) -> list[str]:
    """Split a string at spaces, commas and other separators, without brackets and quotes."""
    plain = normalize("NFKC", text).translate(_BRACKETS)
    return [word for word in _SEPARATORS.split(plain.casefold() if folded else plain) if word]


def quoted(text: str) -> str:
    """Quote a string for a message, shortened if it is long."""
    if len(text) <= _QUOTED:
        return repr(text)
    return repr(f"{text[:_QUOTED]}...")


def say(texts: Sequence[str]) -> str:
    """Join a few strings for a message.

    >>> say(["<", "=", ">"])
    '<, = or >'
    """
    shown = list(texts[:_LISTED])
    if len(texts) > _LISTED:
        return f"{', '.join(shown)}, ..."
    if len(shown) <= 1:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} or {shown[-1]}"


def numbers_in(text: str) -> list[tuple[float, ...]]:
    """Return the possible rows of numbers in a string, or none if it has anything else.

    A single number of several digits is also the row of its digits.

    >>> numbers_in("(0, 2)"), numbers_in("02"), numbers_in("two")
    ([(0.0, 2.0)], [(2.0,), (0.0, 2.0)], [])
    """
    words = words_in(text)
    if not words or not all(_NUMBER.fullmatch(word) for word in words):
        return []
    rows = [tuple(float(word.replace("\u2212", "-")) for word in words)]
    if len(words) == 1 and words[0].isdecimal() and len(words[0]) > 1:
        rows.append(tuple(map(float, words[0])))
    return rows


def read_code(text: str, symbols: Sequence[Hashable], holes: int) -> tuple[Any, ...]:
    """Read a code, with or without separators, by the names or the initials of its symbols.

    >>> read_code("1122", range(1, 7), 4), read_code("1 12 3", range(1, 13), 3)
    ((1, 1, 2, 2), (1, 12, 3))
    >>> read_code("rgr", ["red", "green", "grey"], 3)
    Traceback (most recent call last):
        ...
    mastermind_core.errors.BadArgument: 'rgr' is not a valid guess: write 3 of red, green or grey, \
such as 'red green grey'
    """
    ways: list[tuple[Any, ...]] = []
    for folded in (False, True):
        words = [_SIGNS.get(word, word) for word in words_in(text, folded=folded)]
        names = _names(symbols, folded=folded)
        read = [_symbol(word, names) for word in words]
        if len(words) == holes and all(len(matching) == 1 for matching in read):
            return tuple(matching[0] for matching in read)
        if not ways:
            letters = "".join(_SIGNS.get(sign, sign) for sign in "".join(words))
            ways = _cuts(letters, names, holes)
        if len(ways) == 1:
            return ways[0]
    example = quoted(show_item(tuple(islice(cycle(symbols), holes))))
    if ways:
        raise BadArgument(
            f"{quoted(text)} can be read in several ways: put spaces between its {holes} parts, "
            f"such as {shown(' '.join(map(str, ways[0])))}"
        )
    raise BadArgument(
        f"{quoted(text)} is not a valid guess: write {holes} of {describe(symbols)}, such as "
        f"{example}"
    )


def describe(symbols: Sequence[Any]) -> str:
    """List the symbols of a game for a message.

    >>> describe(range(1, 7)), describe("RGB")
    ('1 to 6', 'R, G or B')
    """
    numbers = len(symbols) > 2 and all(type(symbol) is int for symbol in symbols)
    if numbers and list(symbols) == list(range(symbols[0], symbols[-1] + 1)):
        return f"{symbols[0]} to {symbols[-1]}"
    return say([str(symbol) for symbol in symbols[: _LISTED + 1]])


def _names(symbols: Sequence[Hashable], *, folded: bool) -> dict[str, list[Any]]:
    """Map each name, and each initial that is not a name, to its symbols."""

    def name_of(symbol: Hashable) -> str:
        return "".join(words_in(str(symbol), folded=folded)) or repr(symbol)

    names = map_reduce(symbols, name_of)
    initials: dict[str, list[Any]] = {}
    for name, same in names.items():
        if not name[0].isdecimal():
            initials.setdefault(name[0], []).extend(same)
    return {**initials, **names}


def _symbol(word: str, names: dict[str, list[Any]]) -> list[Any]:
    """Return the symbols whose name is, or begins with, a word."""
    if word in names or word.isdecimal():
        return names.get(word, [])
    matching = {
        id(symbol): symbol
        for name, symbols in names.items()
        if name.startswith(word)
        for symbol in symbols
    }
    return list(matching.values())


def _cuts(text: str, names: dict[str, list[Any]], holes: int) -> list[tuple[Any, ...]]:
    """Return the ways to split a string into ``holes`` names, at most two of the ways."""
    known = {name: symbols[0] for name, symbols in names.items() if len(symbols) == 1}
    lengths = sorted({len(name) for name in known})

    @cache
    def cut(begin: int, left: int) -> list[tuple[Any, ...]]:
        if left == 0:
            return [()] if begin == len(text) else []
        ways: dict[tuple[Any, ...], None] = {}
        for length in lengths:
            name = text[begin : begin + length]
            if len(name) == length and name in known:
                for rest in cut(begin + length, left - 1):
                    ways[(known[name], *rest)] = None
        return list(ways)[:2]

    return cut(0, holes)
