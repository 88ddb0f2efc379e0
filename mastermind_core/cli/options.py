"""The options that commands share, how they are read, and strategies by name or in a file."""

from __future__ import annotations

import argparse
import os.path
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any

from attrs import evolve, fields_dict, has

import mastermind_core as mc
from mastermind_core.errors import BadArgument, shown
from mastermind_core.exact.objective import objective_named
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.notation import parse_guess
from mastermind_core.strategies.base import name_of
from mastermind_core.strategies.catalogue import default_strategy
from mastermind_core.strategies.catalogue import strategy_of as named
from mastermind_core.strategies.tabled.composed import Opened
from mastermind_core.tree import player_for, tree_in

#: What declares an option, or several.
Declares = Callable[[argparse.ArgumentParser], object]

_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}
_SUFFIXES = {".json", ".gz"}

#: Which guesses may be made.
POOLS = ("all", "candidates", "legal")


def option(name: str, help: str, **how: Any) -> Declares:  # noqa: A002
    """Return the declaration of an option such as "--log FILE"; its help states the default.

    A value that is called N is a number from 1, unless ``type`` reads it.
    """
    *names, metavar = name.split() if " " in name else (name, how.get("metavar"))
    if metavar == "N":
        how.setdefault("type", positive)
    if how.get("default"):
        help += " (default: %(default)s)"  # noqa: A001
    if metavar is not None:
        how["metavar"] = metavar
    return lambda parser: parser.add_argument(*names, help=help, **how)


def checked_by(kind: Callable[[str], Any], good: Callable[[Any], bool], what: str) -> Any:
    """Return a reader of options: what ``kind`` makes of a text, if it is ``good``."""

    def read(text: str) -> Any:
        with suppress(ValueError):
            if good(value := kind(text)):
                return value
        raise BadArgument(f"{text!r} is not {what}")

    return read


count = checked_by(int, lambda number: number >= 0, "a number from 0")
positive = checked_by(int, lambda number: number >= 1, "a number from 1")
duration = checked_by(float, lambda number: 0 < number < inf, "a number of seconds above 0")


def is_file(path: str | Path) -> bool:
    """Return whether there is such a file; ``Path.is_file`` raises where a name is too long."""
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises


def is_folder(path: str | Path) -> bool:
    """Return whether there is such a folder; ``Path.is_dir`` raises where a name is too long."""
    return os.path.isdir(path)  # noqa: PTH112 - Path.is_dir raises


def _bytes(text: str) -> int:
    number, unit = text.lower().removesuffix("b"), ""
    if number[-1:] in "kmg":
        number, unit = number[:-1], number[-1:]
    return int(number) * _UNITS[unit]


size = checked_by(_bytes, lambda number: number > 0, "a size such as 500m or 2g")

#: Options of several commands.
SEED = option("--seed N", "seed of what is drawn", type=count, default=1)
JSON = option("--json", "print one JSON object instead", action="store_true")


def objective(default: str) -> Declares:
    """Return the declaration of the objective."""
    return option(
        "--objective OBJECTIVE",
        f"what is to be least: {', '.join(sorted(Objective))}, or one on the number of guesses "
        "such as within:4, penalty:0,1,2,5, quantile:0.9 or within:4-then-mean",
        type=objective_named,
        default=default,
    )


#: What lets a search stop early, be divided, and go on from a file.
BUDGET = (
    option("--seconds N", "stop after so long (default: no limit)", type=duration),
    option(
        "--memory SIZE",
        "bytes that tables may take, such as 500m or 2g (default: the library's)",
        type=size,
    ),
    option("--workers N", "divide the search among N processes (default: undivided)"),
    option("--checkpoint FILE", "keep here what is done, and go on from it"),
)


#: The names of these limits.
LIMITS = ("seconds", "memory", "workers", "checkpoint")


def picked(given: argparse.Namespace, *names: str) -> dict[str, Any]:
    """Return the options of these names that were given or have a default."""
    return {name: getattr(given, name) for name in names if getattr(given, name) is not None}


def means_file(text: str) -> bool:
    """Return whether a text means a file rather than the name of a strategy."""
    if text.replace("-", "_") in mc.STRATEGIES:
        return False
    path = Path(text)
    return path.suffix in _SUFFIXES or path.name != text or is_file(path)


def checked(text: str) -> str:
    """Return the text of a strategy; a name that is none is refused at once."""
    if not means_file(text):
        named(text)
    return text


#: What lets a strategy be chosen and changed.
STRATEGY = (
    option(
        "--strategy NAME|FILE",
        "a strategy by name (see the command strategies), or a file with a tree or a solution "
        "(default: entropy; sampled for codes without a score table)",
        type=checked,
    ),
    option(
        "--opening GUESS",
        "play this first, whatever the answer; again for a second guess (default: none)",
        action="append",
        default=[],
    ),
    option(
        "--pool",
        "which guesses a greedy strategy looks at (default: the strategy's own)",
        choices=POOLS,
    ),
    option(
        "--order N",
        "break ties by random order N of the guesses (default: in their order)",
        type=count,
    ),
)


def several(text: str) -> list[str]:
    """Return the texts of several strategies, with commas between them."""
    return [checked(name.strip()) for name in text.split(",")]


def player_of(text: str, game: Any) -> Any:
    """Return the strategy of a name, or the tree or solution in a file."""
    if means_file(text):
        found = mc.load(text, game=game)
        if tree_in(found) is None:
            kind = type(found).__name__
            raise BadArgument(f"--strategy: {shown(text)} holds a {kind}, not a tree or a solution")
        return player_for(game, found).choice
    return named(text)


def strategy_of(given: argparse.Namespace, game: Any) -> Any:
    """Return the strategy of a command, changed by the options."""
    default = default_strategy(game)
    strategy: Any = default if given.strategy is None else player_of(given.strategy, game)
    if isinstance(strategy, mc.Node):
        if given.pool is not None or given.order is not None or given.opening:
            raise BadArgument("--pool, --order and --opening change a strategy, not a tree")
        return strategy
    name = name_of(strategy)
    if given.pool is not None:
        if not isinstance(strategy, mc.Greedy):
            raise BadArgument(f"--pool: {name} is not greedy and has no pool to change")
        strategy = strategy.but(pool=given.pool)
    if given.order is not None:
        if not isinstance(getattr(strategy, "ties", None), mc.TieRule):
            raise BadArgument(f"--order: {name} has no tie rule to change")
        strategy = strategy.but(ties=evolve(strategy.ties, shuffle=given.order))
    if given.opening:
        opening = tuple(guesses_of(game, given.opening))
        if has(type(strategy)) and "opening" in fields_dict(type(strategy)):
            return strategy.but(opening=opening)
        return Opened(strategy, opening, name=name)
    return strategy


def guesses_of(game: Any, texts: Sequence[str]) -> list[Any]:
    """Return the guesses that are written so."""
    try:
        return [parse_guess(game, text) for text in texts]
    except BadArgument as error:
        raise BadArgument(f"--opening: {error}") from None
