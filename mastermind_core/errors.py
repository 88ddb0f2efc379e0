"""The errors of the package, each with a message of one line, and functions for messages."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Mapping
from typing import Any, Self

#: The numbers of characters at the beginning and the end that are shown of a long message.
_BEGINNING = 500
_END = 300


def shortened(text: str) -> str:
    """Shorten a long string in the middle.

    >>> len(shortened("a" * 10_000))
    805
    """
    return text if len(text) <= _BEGINNING + _END else f"{text[:_BEGINNING]} ... {text[-_END:]}"


def in_one_line(text: str) -> str:
    r"""Return a string without line breaks and other unprintable characters.

    >>> in_one_line("seven  \n lines")
    'seven lines'
    """
    if text.isprintable():
        return text
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


class MastermindCoreError(Exception):
    """The base class for all errors in this package. Their messages have one line."""

    def __str__(self) -> str:
        return shortened(in_one_line(super().__str__()))


class BadArgument(MastermindCoreError, ValueError):
    """An argument has a value that is not valid."""


class BadGame(MastermindCoreError, ValueError):
    """A game cannot be played, because one of its parts is not valid."""


class GameTooLarge(MastermindCoreError, MemoryError):
    """A game needs more memory than the limit allows. The message states an alternative."""

    def __new__(cls, *args: object) -> Self:
        """Make the error by the base class, as ``MemoryError.__new__`` refuses subclasses of two.

        Libraries that pickle exceptions on their own, as those of a cluster do, call this.

        Args:
            args: The message.
        """
        return Exception.__new__(cls, *args)


class SlowKernelWarning(UserWarning):
    """A large computation uses the kernels in pure Python, which were not requested."""


class InconsistentHistory(MastermindCoreError, ValueError):
    """No secret of the game is consistent with the scores."""


class NoStrategy(MastermindCoreError, ValueError):
    """No strategy satisfies the limits, or none was found in time."""


class MissingExtra(MastermindCoreError, ImportError):
    """A package is not installed. The message has the command that installs it."""


def missing(what: str, package: str, extra: str = "") -> MissingExtra:
    """Return the error for a package that is not installed, with commands to install it.

    >>> str(missing("a plot", "matplotlib", "plots"))
    "a plot needs matplotlib: pip install matplotlib (in a clone also: pip install -e '.[plots]')"
    """
    also = f" (in a clone also: pip install -e '.[{extra}]')" if extra else ""
    return MissingExtra(f"{what} needs {package}: pip install {package}{also}")


class UninformativeGuess(MastermindCoreError, ValueError):
    """A guess has the same score for every candidate, and does not end the game."""


class WorkerLost(MastermindCoreError, RuntimeError):
    """A worker process died, perhaps out of memory, or its executor was shut down."""


class BadCertificate(MastermindCoreError, ValueError):
    """A certificate is not valid. The message has the reason and the line."""


class BadFile(MastermindCoreError, ValueError):
    """A file or string is not a saved result, is damaged, or does not match its game."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in a search: a KeyboardInterrupt with the best ``solution`` so far, or None.

    Args:
        solution: The best solution so far, or None.

    >>> try:  # doctest: +SKIP
    ...     best = mc.optimal(game)
    ... except mc.errors.Interrupted as stop:
    ...     best = stop.solution
    """

    def __init__(self, solution: Any = None):
        super().__init__(solution)

    @property
    def solution(self) -> Any:
        """Return the best solution so far, with its proven bounds, or None."""
        return self.args[0]

    def __str__(self) -> str:
        if self.solution is None:
            return "the search was stopped before it found a solution"
        return f"the search was stopped; its best solution so far: {self.solution}"


def check_regular(path: str | os.PathLike[str]) -> None:
    """Raise OSError if a path is neither a file nor a folder: reading a pipe may wait forever."""
    kind = os.stat(path).st_mode  # noqa: PTH116 - pathlib takes long to import
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        raise OSError(0, "not a regular file")


def reason_of(error: Exception) -> str:
    """Return the reason for a file error, without its number and the file name.

    >>> reason_of(FileNotFoundError(2, "No such file or directory", "x"))
    'No such file or directory'
    """
    return getattr(error, "strerror", None) or str(error)


#: The maximum number of characters of a value in a message.
_SHOWN = 120


def shown(value: object, most: int = _SHOWN) -> str:
    """Return the repr of a value on one line, without an address, cut if it is long.

    >>> shown(list(range(99)), 60), shown(object())
    ('[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16...', '<object object>')
    """
    try:
        text = re.sub(r" at 0x[0-9a-fA-F]+", "", repr(value))
    except Exception:  # an integer with too many digits, a deep list, a broken __repr__
        text = f"a {type(value).__name__}"
    return clipped(text, most)


def named(game: object, most: int = _SHOWN) -> str:
    """Return a game's repr on one line, or its class name if its class defines no repr.

    >>> named(range(3)), named(object())
    ('range(0, 3)', 'object')
    """
    plain = type(game).__repr__ is object.__repr__
    return type(game).__name__ if plain else shown(game, most)


def clipped(text: str, most: int = _SHOWN) -> str:
    """Return a string on one line, cut if it is long."""
    text = in_one_line(text)
    return text if len(text) <= most else f"{text[: most - 3]}..."


def nearest(
    given: str, known: Iterable[str], otherwise: str = "", others: Mapping[str, str] | None = None
) -> str:
    """Return a hint: the most similar known name to a misspelt one, or all names.

    Args:
        given: The unknown name.
        known: The known names.
        otherwise: The hint without a similar name. By default it lists all names.
        others: What to use for other names of the same things.

    >>> nearest("entropi", ["entropy", "knuth"]), nearest("luck", ["entropy", "knuth"])
    ("did you mean 'entropy'?", 'choose from entropy, knuth')
    """
    from difflib import get_close_matches

    folded = given.casefold().replace("-", "_")
    if others and folded in others:
        return f"use {others[folded]}"
    names = list(known)
    near = get_close_matches(given, names, n=1) or get_close_matches(folded, names, n=1)
    if near:
        return f"did you mean {shown(near[0])}?"
    return otherwise or f"choose from {', '.join(names)}"


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun.

    >>> counted(1, "guess", "guesses"), counted(1296, "secret")
    ('1 guess', '1,296 secrets')
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


_kinds = [item for item in globals().values() if isinstance(item, type)]
__all__ = sorted(kind.__name__ for kind in _kinds if kind.__module__ == __name__)
__dir__ = __all__.copy
