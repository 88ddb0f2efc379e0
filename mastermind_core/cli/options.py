"""The options that commands share: how they are declared and read."""

from __future__ import annotations

import argparse
import os.path
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import Any

from mastermind_core.errors import MastermindCoreError
from mastermind_core.exact import Objective, objective_named

_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}


def reader(kind: Callable[[str], Any]) -> Callable[[str], Any]:
    """Let the parser show what a reader of options has to say about bad ones."""

    @wraps(kind, updated=())
    def read(text: str) -> Any:
        try:
            return kind(text)
        except MastermindCoreError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def count(text: str, least: int = 0) -> int:
    """Read a number from 0."""
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least}")
    return int(text)


#: Read a number from 1.
positive = partial(count, least=1)


def is_file(path: str | Path) -> bool:
    """Say whether there is such a file; ``Path.is_file`` raises where a name is too long."""
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises


def is_folder(path: str | Path) -> bool:
    """Say whether there is such a folder; ``Path.is_dir`` raises where a name is too long."""
    return os.path.isdir(path)  # noqa: PTH112 - Path.is_dir raises


def duration(text: str) -> float:
    """Read a number of seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return seconds


def size(text: str) -> int:
    """Read a number of bytes, such as 500m or 2g."""
    number, unit = text.lower().removesuffix("b"), ""
    if number[-1:] in _UNITS and number[-1:]:
        number, unit = number[:-1], number[-1]
    if not number.isdecimal() or not int(number):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 500m or 2g")
    return int(number) * _UNITS[unit]


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Let lots be drawn otherwise."""
    parser.add_argument(
        "--seed", type=count, default=1, metavar="N", help="seed of what is drawn (default: 1)"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Let a program read the answer."""
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


class _Objectives:
    """The reader of an objective; it knows those that have a name."""

    choices = sorted(map(str, Objective))
    __call__ = staticmethod(objective_named)


def add_objective(parser: argparse.ArgumentParser, default: str) -> None:
    """Let something else be least."""
    parser.add_argument(
        "--objective",
        type=reader(_Objectives()),
        metavar="OBJECTIVE",
        default=default,
        help=f"what is to be least: {', '.join(sorted(Objective))}, or one on the number of "
        "guesses such as within:4, penalty:0,1,2,5, quantile:0.9 or within:4-then-mean "
        f"(default: {default})",
    )


def add_budget(parser: argparse.ArgumentParser) -> None:
    """Let a search stop early, be divided, and go on from a file."""
    parser.add_argument(
        "--seconds", type=duration, metavar="N", help="stop after so long (default: no limit)"
    )
    parser.add_argument(
        "--memory",
        type=size,
        metavar="SIZE",
        help="bytes that tables may take, such as 500m or 2g (default: the library's)",
    )
    parser.add_argument(
        "--workers",
        type=positive,
        metavar="N",
        help="divide the search among N processes (default: undivided)",
    )
    parser.add_argument(
        "--checkpoint", metavar="FILE", help="keep here what is done, and go on from it"
    )


def budget_of(given: argparse.Namespace) -> dict[str, Any]:
    """Return the limits that were given, by the names that searches call them."""
    names = ("seconds", "memory", "workers", "checkpoint")
    return {name: getattr(given, name) for name in names if getattr(given, name) is not None}
