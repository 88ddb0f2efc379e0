"""Readers of descriptions of taxa in the formats DELTA and Nexus."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from more_itertools import split_at

from mastermind_core.errors import BadGame, shown


class Either(tuple[Any, ...]):
    """The possible answers of a taxon with several states, such as "red or blue"."""

    __slots__ = ()

    def __str__(self) -> str:
        return " or ".join(map(str, self))


def states_of(cell: Any) -> tuple[Any, ...]:
    """Return the possible answers of a cell."""
    return cell if isinstance(cell, Either) else (cell,)


#: A function that returns the error for the number of a line and its fault.
Fail: TypeAlias = Callable[[int, str], BadGame]

#: The names of the taxa, and the cells of each character.
Described: TypeAlias = tuple[list[str], dict[str, list[Any]]]

_DIRECTIVE = re.compile(r"(?:^|(?<=\s))\*[ \t]*([A-Z]+(?: [A-Z]+\b)*)|\Z")
_ENTRY = re.compile(r"(?:^|(?<=\s))#(.*?)(?=\s#|\Z)", re.DOTALL)
_SLASH = re.compile(r"/(?=\s|\Z)")
_SETTING = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?(?:,(\S*))?")
_COUNT = re.compile(r"[0-9]{1,4}")
_QUANTITY = re.compile(r"(-?\d+(?:\.\d+)?)(?:-(?:.*-)?(-?\d+(?:\.\d+)?))?")


#: The maximum depth of comments, and number of integers in a range that are listed one by one.
_DEEPEST, _LISTED = 8, 100


def reader_of(path: str, first: str) -> Callable[[str, Fail], Described] | None:
    """Return the reader for a file by the end of its name or its first line, or None."""
    end = Path(path).suffix.lower()
    if end in {".dlt", ".delta"} or re.match(r"\s*\*\s*[A-Z]", first):
        return read_delta
    nexus = end in {".nex", ".nexus", ".nxs"} or first.strip().upper() == "#NEXUS"
    return read_nexus if nexus else None


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _uncommented(text: str, pair: str, fail: Fail) -> str:
    """Return a string without its comments, which may be nested, but with all line breaks."""
    inner = re.compile(r"{0}[^{0}{1}]*{1}".format(*map(re.escape, pair)))
    for _ in range(_DEEPEST):
        text = inner.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    if pair[0] in text:
        raise fail(_line(text, text.index(pair[0])), f"begins a comment without a {pair[1]}")
    return text


def _cell(states: Iterable[Any]) -> Any:
    """Return the cell of a taxon with some states."""
    different = tuple(dict.fromkeys(states))
    return different[0] if len(different) == 1 else Either(different)


def read_delta(text: str, fail: Fail) -> Described:
    """Return the items of a DELTA file. U, V and omitted cells are unknown, - is inapplicable."""
    text = _uncommented(text, "<>", fail)
    bodies: dict[str, str] = {}
    for one, after in pairwise(_DIRECTIVE.finditer(text)):
        # The first three letters of each word count. Line breaks keep the numbers of the lines.
        words = " ".join(word[:3] for word in one[1].split())
        bodies[words] = "\n" * text.count("\n", 0, one.end()) + text[one.end() : after.start()]
    listed = bodies.get("CHA LIS") or bodies.get("CHA DES")
    if not listed or "ITE DES" not in bodies:
        raise fail(_line(text, len(text.rstrip())), "ends a DELTA file without characters or items")
    types, counts = (dict(_settings(bodies.get(name, ""))) for name in ("CHA TYP", "NUM OF STA"))
    names: dict[int, str] = {}
    states: dict[int, list[str]] = {}
    for line, label, rest in _entries(listed, fail):
        digits, _, name = label.partition(". ")
        if not _COUNT.fullmatch(digits) or int(digits) in names or name in names.values():
            raise fail(line, f"has {shown(label)}, not a new number, a dot and a new character")
        number = int(digits)
        names[number] = name
        parts = (" ".join(part.split()).partition(". ") for part in _SLASH.split(rest))
        states[number] = [state for at, _, state in parts if at.isdigit()]
        if str(len(states[number])) != counts.get(number, str(len(states[number]))):
            raise fail(line, f"has {shown(name)}, but not with {counts[number]} states")
    taxa: dict[str, dict[int, Any]] = {}
    for line, taxon, rest in _entries(bodies["ITE DES"], fail):
        if taxon in taxa:
            raise fail(line, f"has a second item {shown(taxon)}")
        cells = taxa[taxon] = dict.fromkeys(names)
        for part in re.finditer(r"\S+", rest):
            for number, value in _settings(part[0]) or [(0, "")]:
                try:
                    cells[number] = _delta_cell(value, types.get(number, "UM"), states[number])
                except (KeyError, ValueError):
                    at = line + _line(rest, part.start()) - 1
                    raise fail(at, f"has {shown(part[0])}, not a character and its state") from None
    kept = [number for number in names if types.get(number) != "TE"]
    return list(taxa), {names[n]: [cells[n] for cells in taxa.values()] for n in kept}


def _settings(body: str) -> list[tuple[int, str]]:
    """Return pairs of a character and its setting, such as of "1,OM 3-5,IN"."""
    found = filter(None, map(_SETTING.fullmatch, body.split()))
    return [
        (number, one[3] or "")
        for one in found
        for number in range(int(one[1]), int(one[2] or one[1]) + 1)
    ]


def _entries(body: str, fail: Fail) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the label and the rest of each entry after a #; a label ends in a slash."""
    for entry in _ENTRY.finditer(body):
        label, *rest = _SLASH.split(entry[1], 1)
        if not rest:
            raise fail(_line(body, entry.start(1)), "has a # without a / at the end of its name")
        yield _line(body, entry.start(1) + len(label)), " ".join(label.split()), rest[0]


def _delta_cell(value: str, kind: str, states: list[str]) -> Any:
    """Return a cell of DELTA; raise ValueError for a value that the character cannot have."""
    value = re.sub(r"\([^)]*\)", "", value)  # extremes, as in 2-4(-9)
    if value in {"", "U", "V", "-"} or kind == "TE":
        return "-" if value == "-" else None
    found: list[Any] = []
    for part in re.split("[/&]", value):
        quantity = _QUANTITY.fullmatch(part)
        if quantity is None:
            raise ValueError(part)
        low, high = quantity[1], quantity[2] or quantity[1]
        if kind == "RN":
            found += [float(low), float(high)]
            continue
        numbers = range(int(low), int(high) + 1)
        is_state = numbers.start >= 1 and numbers.stop <= len(states) + 1
        if not numbers or not (is_state or kind == "IN"):
            raise ValueError(part)
        few = numbers.stop - numbers.start <= _LISTED
        ends = numbers if few else (numbers.start, numbers.stop - 1)
        found += ends if kind == "IN" else states[numbers.start - 1 : numbers.stop - 1]
    return _cell(found)


_BLOCK = re.compile(r"\bbegin\s+(?:data|characters)\s*;", re.IGNORECASE)
_COMMAND = re.compile(r"\s*(\w+)((?:'[^']*'|[^;'])*);")
_OPTION = re.compile(r"(\w+)\s*=\s*(\"[^\"]*\"|\w+|\S)")
_REFUSED = re.compile(r"\b(transpose|tokens|nolabels)\b", re.IGNORECASE)
_IN_BLOCKS = re.compile(r"\binterleave\b(?!\s*=\s*no)", re.IGNORECASE)
_WORD = re.compile(r"'(?:[^']|'')*'|[/,]|[^\s/,]+")
_STATE = re.compile(r"\([^()]*\)|\{[^{}]*\}|\S")


def read_nexus(text: str, fail: Fail) -> Described:
    """Return the standard characters of a Nexus file. A gap is an answer, "?" is unknown."""
    text = _uncommented(text, "[]", fail)
    block = _BLOCK.search(text)
    commands = {"dimensions": (1, ""), "format": (1, ""), "charstatelabels": (1, "")}
    found = _COMMAND.match(text, block.end()) if block else None
    while found and "matrix" not in commands:
        commands[found[1].lower()] = _line(text, found.start(2)), found[2]
        found = _COMMAND.match(text, found.end())
    if "matrix" not in commands:
        raise fail(_line(text, len(text.rstrip())), "ends a Nexus file without a matrix and its ;")
    at, form = commands["format"]
    said = {"datatype": "standard", "missing": "?", "gap": "-", "symbols": "01"}
    said |= {name.lower(): value.strip('"') for name, value in _OPTION.findall(form)}
    if said["datatype"].lower() != "standard" or _REFUSED.search(form):
        raise fail(at, f"has the format {shown(form.strip())}, which is not supported")
    at, sizes = commands["dimensions"]
    size = dict(_OPTION.findall(sizes.lower())).get("nchar", "")
    width = int(size) if _COUNT.fullmatch(size) else 0
    names = {place: f"character {place}" for place in range(1, width + 1)}
    states: dict[int, list[str]] = {}
    line, labels = commands["charstatelabels"]
    for number, *more in filter(None, split_at(_words(labels), ",".__eq__)):
        if not _COUNT.fullmatch(number) or int(number) not in names:
            raise fail(line, f"has labels of {shown(number)}, not of a character up to {width}")
        label, *listed = split_at(more, "/".__eq__, maxsplit=1)
        names |= {int(number): one for one in label}
        states[int(number)] = listed[0] if listed else []
    if len(set(names.values())) < max(width, 1):
        raise fail(at, f"has NCHAR={width}, which is not the number of different characters")
    symbols = "".join(said["symbols"].split())
    taxa: dict[str, list[Any]] = {}
    cells: list[Any] = []
    for line, row in enumerate(commands["matrix"][1].split("\n"), start=commands["matrix"][0]):
        word, rest = _WORD.search(row), row
        if word and (_IN_BLOCKS.search(form) or not taxa or len(cells) == width):
            cells = taxa.setdefault(_words(word[0])[0], [])
            rest = row[word.end() :]
        for symbol in _STATE.findall(rest):
            known = dict(zip(symbols, states.get(len(cells) + 1, ()), strict=False))
            letters = re.sub("[(){} ,]", "", symbol)
            named = [known.get(one, one) for one in letters if one in symbols]
            special = symbol in (said["missing"], said["gap"])
            if len(cells) == width or not (special or len(named) == len(letters)):
                raise fail(line, f"has {shown(symbol)}, not one of {width} states of {symbols}")
            cells.append(_cell(named) if named else symbol if symbol == said["gap"] else None)
    for taxon, own in taxa.items():
        if len(own) != width:
            raise fail(line, f"ends the matrix with {len(own)} of {width} states of {shown(taxon)}")
    return list(taxa), {name: [row[at - 1] for row in taxa.values()] for at, name in names.items()}


def _words(text: str) -> list[str]:
    """Return words of Nexus without quotes; an underscore outside of quotes is a blank."""
    words = _WORD.findall(text)
    return [
        word[1:-1].replace("''", "'") if word[0] == "'" else word.replace("_", " ")
        for word in words
    ]
