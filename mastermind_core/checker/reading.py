"""A reader for certificates: lines of JSON, possibly compressed, and not trusted."""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from operator import ge
from pathlib import Path
from reprlib import Repr
from typing import Any

from attrs import frozen
from more_itertools import duplicates_everseen

from mastermind_core.errors import BadCertificate, check_regular, reason_of

_GZIP = b"\x1f\x8b"
_MOST_SHOWN = 80

#: The maximum length of a line in bytes: a constant, plus a number per guess and secret.
_LONGEST = 2**20
_LONGER = 2**8

#: The exclusive maximum of the numbers in a certificate.
HUGE = 1 << 60

_REPR = Repr()
_REPR.maxtuple = 20
_REPR.maxstring = _REPR.maxlong = _REPR.maxother = _MOST_SHOWN


def brief(value: object) -> str:
    """Return the repr of a value on one line, cut if it is long.

    >>> brief([1, [2] * 9])
    '[1, [2, 2, 2, 2, 2, 2, ...]]'
    """
    text = " ".join(_REPR.repr(value).split())
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 3]}..."


@frozen
class Line:
    """One line of a certificate, with checks for its content.

    Attributes:
        file: The file's name.
        number: The number of the line, from 1.
        content: The JSON value.
    """

    file: str
    number: int
    content: Any

    def wrong(self, text: str) -> BadCertificate:
        """Return an error with the file and the number of the line."""
        return BadCertificate(f"{self.file}, line {self.number}: {text}")

    def fields(self, what: str, content: Any, *names: str, **defaults: Any) -> list[Any]:
        """Return the values of an object with required and optional fields, and no others."""
        known = {*names, *defaults}
        if not isinstance(content, dict) or not set(names) <= content.keys() <= known:
            wanted = ", ".join((*names, *(f"optionally {name}" for name in defaults)))
            raise self.wrong(f"{what} must be an object with {wanted}, not {brief(content)}")
        return [content.get(name, defaults.get(name)) for name in (*names, *defaults)]

    def only(self, name: str) -> Any:
        """Return the value in a line that has a single field."""
        return self.fields("the line", self.content, name)[0]

    def whole(self, what: str, value: Any, least: int = 0, below: int = HUGE) -> int:
        """Return an integer of a range."""
        if type(value) is not int or not least <= value < below:
            most = "" if below == HUGE else f" to {below - 1}"
            raise self.wrong(f"{what} must be an integer from {least}{most}, {_not(value)}")
        return value

    def ids(self, what: str, value: Any, below: int) -> Sequence[int]:
        """Return a list of integers from 0."""
        if type(value) is not list or not set(map(type, value)) <= {int}:
            raise self.wrong(f"{what} must be a list of integers, {_not(value)}")
        if value and (min(value) < 0 or max(value) >= below):
            odd = next(number for number in value if not 0 <= number < below)
            raise self.wrong(f"{what} has {brief(odd)}, but numbers must be from 0 to {below - 1}")
        return value

    def ascending(self, what: str, value: Any, below: int) -> tuple[int, ...]:
        """Return a strictly ascending, non-empty list of integers."""
        numbers = self.ids(what, value, below)
        if not numbers or any(map(ge, numbers, numbers[1:])):
            raise self.wrong(f"{what} must be a list of ascending numbers, {_not(value)}")
        return tuple(numbers)

    def permutation(self, what: str, value: Any, size: int) -> tuple[int, ...]:
        """Return a permutation of the numbers below a size."""
        numbers = self.ids(what, value, size)
        if len(numbers) != size or len(set(numbers)) != size:
            raise self.wrong(
                f"{what} must have each number from 0 to {size - 1} once, {_not(value)}"
            )
        return tuple(numbers)


def _not(value: object) -> str:
    return f"not {brief(value)}"


def file_name(path: Any) -> str:
    """Return the name of a file for messages."""
    return brief(Path(path).name)[1:-1]


def longest_line(n_guesses: int, n_secrets: int) -> int:
    """Return the maximum length in bytes for a line about a game."""
    return _LONGEST + _LONGER * (n_guesses + n_secrets)


def next_line(lines: Iterator[Line], file: str, what: str) -> Line:
    """Return the next line, or raise BadCertificate at the end of the file."""
    line = next(lines, None)
    if line is None:
        raise BadCertificate(f"{file} is cut off: the file ends before {what}")
    return line


@contextmanager
def open_lines(path: Any, longest: int) -> Iterator[Iterator[Line]]:
    """Open a file, decompressed if needed, whose lines have at most ``longest`` bytes."""
    with ExitStack() as opened:
        try:
            check_regular(path)
            raw = opened.enter_context(Path(path).open("rb"))
            packed = raw.peek(len(_GZIP))[: len(_GZIP)] == _GZIP
        except (OSError, ValueError) as error:
            reason = reason_of(error)
            raise BadCertificate(f"{brief(str(path))} cannot be read: {reason}") from None
        stream: Any = gzip.GzipFile(fileobj=raw) if packed else raw
        yield _lines(stream, file_name(path), longest)


def _lines(stream: io.BufferedIOBase, name: str, longest: int) -> Iterator[Line]:
    for number in count(1):
        line = Line(name, number, None)
        try:
            text = stream.readline(longest + 1)
        except (OSError, EOFError, zlib.error):
            raise line.wrong("the file is damaged or cut off here: copy it again") from None
        if not text:
            return
        if len(text) > longest:
            raise line.wrong(f"the line has over {longest:,} bytes, more than any certificate")
        yield Line(name, number, _parse(line, text))


class _Refused(ValueError):
    """An error in the JSON of a line, without its number."""


def _parse(line: Line, text: bytes) -> Any:
    try:
        return json.loads(text.decode(), object_pairs_hook=_object, parse_constant=_no_constant)
    except _Refused as error:
        raise line.wrong(str(error)) from None
    except (ValueError, RecursionError):
        raise line.wrong(f"the line is not JSON, or cut off: {brief(text[:40])}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for name in duplicates_everseen(name for name, _ in pairs):
        raise _Refused(f"the line has the field {brief(name)} twice")
    return dict(pairs)


def _no_constant(name: str) -> Any:
    raise _Refused(f"the line has {name}, which is not a number")
