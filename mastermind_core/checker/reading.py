"""The lines of a certificate: JSON, maybe compressed, of which nothing is taken on trust."""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from operator import ge
from pathlib import Path
from reprlib import Repr
from typing import Any

from attrs import frozen

from mastermind_core.errors import BadCertificate, check_regular, reason_of

_GZIP = b"\x1f\x8b"
_MOST_SHOWN = 80

#: Bytes that a line may have: so many, and more for each guess and secret.
_LONGEST, _LONGER = 2**20, 2**8

#: No number of a certificate reaches this.
HUGE = 1 << 60

_REPR = Repr()
_REPR.maxtuple = 20
_REPR.maxstring = _REPR.maxlong = _REPR.maxother = _MOST_SHOWN


def brief(value: Any) -> str:
    """Show a value on one line, cut where it is long.

    >>> brief([1, [2] * 9])
    '[1, [2, 2, 2, 2, 2, 2, ...]]'
    """
    text = " ".join(_REPR.repr(value).split())
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 3]}..."


@frozen
class Line:
    """A line of a certificate: what it says, and the refusal of what it must not say."""

    file: str
    number: int
    content: Any

    def wrong(self, text: str) -> BadCertificate:
        """Return the error that says what is wrong with the line."""
        return BadCertificate(f"{self.file}, line {self.number}: {text}")

    def fields(self, what: str, content: Any, *names: str, **defaults: Any) -> list[Any]:
        """Return the values of an object that has these fields, maybe those, and no other."""
        known = {*names, *defaults}
        if not isinstance(content, dict) or not set(names) <= content.keys() <= known:
            wanted = ", ".join((*names, *(f"maybe {name}" for name in defaults)))
            raise self.wrong(f"{what} must be an object of {wanted}, not {brief(content)}")
        return [content.get(name, defaults.get(name)) for name in (*names, *defaults)]

    def only(self, name: str) -> Any:
        """Return what is in the one field of the line."""
        return self.fields("the line", self.content, name)[0]

    def whole(self, what: str, value: Any, least: int = 0, below: int = HUGE) -> int:
        """Return a whole number of a range."""
        if type(value) is not int or not least <= value < below:
            most = "" if below == HUGE else f" to {below - 1}"
            raise self.wrong(f"{what} must be a whole number from {least}{most}, {_not(value)}")
        return value

    def ids(self, what: str, value: Any, below: int) -> Sequence[int]:
        """Return a list of whole numbers from 0."""
        if type(value) is not list or not set(map(type, value)) <= {int}:
            raise self.wrong(f"{what} must be a list of whole numbers, {_not(value)}")
        if value and (min(value) < 0 or max(value) >= below):
            odd = next(number for number in value if not 0 <= number < below)
            raise self.wrong(f"{what} has {brief(odd)}, where numbers go from 0 to {below - 1}")
        return value

    def ascending(self, what: str, value: Any, below: int) -> tuple[int, ...]:
        """Return a list of whole numbers of which each is greater than the one before it."""
        numbers = self.ids(what, value, below)
        if not numbers or any(map(ge, numbers, numbers[1:])):
            raise self.wrong(f"{what} must be one number or more, ascending, {_not(value)}")
        return tuple(numbers)

    def permutation(self, what: str, value: Any, size: int) -> tuple[int, ...]:
        """Return a list of the numbers below a size in some order."""
        numbers = self.ids(what, value, size)
        if len(numbers) != size or len(set(numbers)) != size:
            raise self.wrong(
                f"{what} must have each number from 0 to {size - 1} once, {_not(value)}"
            )
        return tuple(numbers)


def _not(value: Any) -> str:
    return f"not {brief(value)}"


def file_name(path: Any) -> str:
    """Return the name of a file, as messages show it."""
    return brief(Path(path).name)[1:-1]


def longest_line(n_guesses: int, n_secrets: int) -> int:
    """Return the most bytes that a line about a game may have."""
    return _LONGEST + _LONGER * (n_guesses + n_secrets)


def next_line(lines: Iterator[Line], file: str, what: str) -> Line:
    """Return the next line, which has to be there."""
    line = next(lines, None)
    if line is None:
        raise BadCertificate(f"{file} is cut off: it ends before {what}")
    return line


@contextmanager
def open_lines(path: Any, longest: int) -> Iterator[Iterator[Line]]:
    """Open a file, unpacked where it is compressed; a line has no more bytes than the longest."""
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
    number = 0
    while True:
        number += 1
        line = Line(name, number, None)
        try:
            text = stream.readline(longest + 1)
        except (OSError, EOFError, zlib.error):
            raise line.wrong("the file is damaged or cut off here: copy it again") from None
        if not text:
            return
        if len(text) > longest:
            raise line.wrong(f"it is longer than {longest:,} bytes, as no certificate is")
        yield Line(name, number, _parse(line, text))


class _Refused(ValueError):
    """Why a line is not read."""


def _parse(line: Line, text: bytes) -> Any:
    try:
        return json.loads(text.decode(), object_pairs_hook=_object, parse_constant=_no_constant)
    except _Refused as error:
        raise line.wrong(str(error)) from None
    except (ValueError, RecursionError):
        raise line.wrong(f"it is no JSON, or cut off: {brief(text[:40])}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content: dict[str, Any] = {}
    for name, value in pairs:
        if name in content:
            raise _Refused(f"it has the field {brief(name)} twice")
        content[name] = value
    return content


def _no_constant(name: str) -> Any:
    raise _Refused(f"it has {name}, which is no number")
