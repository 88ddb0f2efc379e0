"""Declarations of commands and their options, without the games that most commands take."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from math import inf
from typing import Any, NamedTuple

from mastermind_core.errors import BadArgument

#: A function that declares options of a parser.
Declares = Callable[[argparse.ArgumentParser], object]


def option(name: str, help: str, **how: Any) -> Declares:  # noqa: A002 - as argparse names it
    """Return the declaration of an option such as "--log FILE".

    Args:
        name: The option, with a metavar after a space if it takes a value. A value N is an integer
            from 1, unless ``type`` is given.
        help: The help text, to which a default is appended.
        how: Arguments of ``add_argument``.

    Returns:
        A function that declares the option.
    """
    *names, metavar = name.split() if " " in name else (name, how.get("metavar"))
    if metavar == "N":
        how.setdefault("type", positive)
    if how.get("default"):
        help += " (default: %(default)s)"  # noqa: A001 - the parameter
    if metavar is not None:
        how["metavar"] = metavar
    return lambda parser: parser.add_argument(*names, help=help, **how)


def checked_by(kind: Callable[[str], Any], good: Callable[[Any], bool], what: str) -> Any:
    """Return a reader of option values, which converts by ``kind`` and validates by ``good``."""

    def read(text: str) -> Any:
        with suppress(ValueError):
            if good(value := kind(text)):
                return value
        raise BadArgument(f"{text!r} is not {what}")

    return read


count = checked_by(int, lambda number: number >= 0, "a number from 0")
positive = checked_by(int, lambda number: number >= 1, "a number from 1")
duration = checked_by(float, lambda number: 0 < number < inf, "a number of seconds above 0")

#: Options of several commands.
SEED = option("--seed N", "seed of random choices", type=count, default=1)
JSON = option("--json", "print one JSON object instead", action="store_true")


class PlainCommand(NamedTuple):
    """A command that takes no game: its function, which returns the exit status, and its arguments.

    None for the exit status means success. Commands that take a game have options after its name.
    """

    run: Callable[[argparse.Namespace], int | None]
    own: tuple[Declares, ...]
    options: tuple[Declares, ...] = ()

    def declare(self, parser: argparse.ArgumentParser, words: Sequence[str]) -> Sequence[str]:
        """Declare the options of the command, and return the words that are not its own."""
        declare_all(parser, self.own)
        return words


def plain_command(
    *own: Declares,
) -> Callable[[Callable[[argparse.Namespace], int | None]], PlainCommand]:
    """Return a decorator that turns a function of the arguments into a command without a game."""
    return lambda run: PlainCommand(run, own)


def declare_all(parser: argparse.ArgumentParser, options: Iterable[Declares]) -> None:
    """Declare options, in this order."""
    for declare in options:
        declare(parser)
