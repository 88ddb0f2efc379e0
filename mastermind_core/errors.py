"""Every error of the package: one base class, one clear line each."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from typing import Any

__all__ = [
    "BadArgument",
    "BadCertificate",
    "BadFile",
    "BadGame",
    "GameTooLarge",
    "InconsistentHistory",
    "Interrupted",
    "MastermindCoreError",
    "MissingExtra",
    "NoStrategy",
    "SlowKernelWarning",
    "UninformativeGuess",
    "WorkerLost",
]

#: Characters of an error that are shown at its beginning, and at its end, where it is long.
_BEGINNING, _END = 500, 300


def shortened(text: str) -> str:
    """Cut a long text in the middle.

    >>> len(shortened("a" * 10_000))
    805
    """
    return text if len(text) <= _BEGINNING + _END else f"{text[:_BEGINNING]} ... {text[-_END:]}"


def in_one_line(text: str) -> str:
    r"""Return a text without line breaks, and without signs that no terminal shows.

    >>> in_one_line("seven  \n lines")
    'seven lines'
    """
    if text.isprintable():
        return text
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


class MastermindCoreError(Exception):
    """The base class of every error that this package raises on purpose: it says one line."""

    def __str__(self) -> str:
        return shortened(in_one_line(super().__str__()))


class BadArgument(MastermindCoreError, ValueError):
    """An argument has a value that its function does not take."""


class BadGame(MastermindCoreError, ValueError):
    """A game cannot be played: one of its parts is wrong."""


class GameTooLarge(MastermindCoreError, MemoryError):
    """A game needs more room than the limit allows: says what to use instead."""


class SlowKernelWarning(UserWarning):
    """Large work goes to the kernels in plain Python, though nobody asked for them."""


class InconsistentHistory(MastermindCoreError, ValueError):
    """No secret of the game can have given the answers."""


class NoStrategy(MastermindCoreError, ValueError):
    """No strategy does what was asked for, or none was found in time."""


class MissingExtra(MastermindCoreError, ImportError):
    """A package is not installed: names it, and the command that installs it."""


def missing(what: str, package: str, extra: str = "") -> MissingExtra:
    """Return the error of a package that is not installed; its commands work in a clone as well.

    >>> str(missing("a plot", "matplotlib", "plots"))
    "a plot needs matplotlib: pip install matplotlib (in a clone also: pip install -e '.[plots]')"
    """
    also = f" (in a clone also: pip install -e '.[{extra}]')" if extra else ""
    return MissingExtra(f"{what} needs {package}: pip install {package}{also}")


class UninformativeGuess(MastermindCoreError, ValueError):
    """A guess leaves every candidate in one block and ends nothing."""


class WorkerLost(MastermindCoreError, RuntimeError):
    """A worker was ended from outside, perhaps for want of memory, or its executor was closed."""


class BadCertificate(MastermindCoreError, ValueError):
    """A certificate proves nothing: names the fault and its line."""


class BadFile(MastermindCoreError, ValueError):
    """A file or text that is no saved result, is damaged, or does not fit its game."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in a search: a KeyboardInterrupt with the best ``solution`` so far, or None.

    >>> try:  # doctest: +SKIP
    ...     best = mc.optimal(game)
    ... except mc.errors.Interrupted as stop:
    ...     best = stop.solution
    """

    def __init__(self, solution: Any = None):
        super().__init__(solution)

    @property
    def solution(self) -> Any:
        """Return the best solution that the search had, with its proven bounds, or None."""
        return self.args[0]

    def __str__(self) -> str:
        if self.solution is None:
            return "the search was stopped before it had an answer"
        return f"the search was stopped; its solution so far: {self.solution}"


def check_regular(path: str | os.PathLike[str]) -> None:
    """Raise OSError for what is there and is no file: a pipe would be waited for without end."""
    kind = os.stat(path).st_mode  # noqa: PTH116 - pathlib takes long to import
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        raise OSError(0, "it is no file")


def reason_of(error: Exception) -> str:
    """Return the system's reason for refusing a file, without the number and the name.

    >>> reason_of(FileNotFoundError(2, "No such file or directory", "x"))
    'No such file or directory'
    """
    return getattr(error, "strerror", None) or str(error)


#: Characters of a value that an error shows.
_SHOWN = 120


def shown(value: Any, most: int = _SHOWN) -> str:
    """Show a value on one line, cut where it is long: as every message of the package does.

    >>> shown(list(range(99)), 60)
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16...'
    """
    try:
        text = repr(value)
    except Exception:  # a number of too many digits, a list too deep, a class that cannot do it
        text = f"a {type(value).__name__}"
    return clipped(text, most)


def clipped(text: str, most: int = _SHOWN) -> str:
    """Put a text on one line, cut where it is long."""
    text = in_one_line(text)
    return text if len(text) <= most else f"{text[: most - 3]}..."


def nearest(given: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return a hint: the nearest known name to a misspelt one, or all of them.

    >>> nearest("entropi", ["entropy", "knuth"]), nearest("luck", ["entropy", "knuth"])
    ("did you mean 'entropy'?", 'choose from entropy, knuth')
    """
    from difflib import get_close_matches

    names = list(known)
    near = get_close_matches(given, names, n=1)
    if near:
        return f"did you mean {shown(near[0])}?"
    return otherwise or f"choose from {', '.join(names)}"


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun.

    >>> counted(1, "guess", "guesses"), counted(1296, "secret")
    ('1 guess', '1,296 secrets')
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
