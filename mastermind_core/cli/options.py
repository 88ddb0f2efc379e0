"""Options shared by commands, their parsing, and strategies by name or in a file."""

from __future__ import annotations

import argparse
import os.path
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from attrs import evolve, fields_dict, has

import mastermind_core as mc
from mastermind_core.cli.declaring import JSON as JSON
from mastermind_core.cli.declaring import SEED as SEED
from mastermind_core.cli.declaring import Declares as Declares
from mastermind_core.cli.declaring import checked_by as checked_by
from mastermind_core.cli.declaring import count as count
from mastermind_core.cli.declaring import duration as duration
from mastermind_core.cli.declaring import option as option
from mastermind_core.cli.declaring import positive as positive
from mastermind_core.errors import BadArgument, check_regular, reason_of, shown
from mastermind_core.exact import objective_named
from mastermind_core.game import fraction_of
from mastermind_core.kernels import Objective
from mastermind_core.names import service_of
from mastermind_core.notation import parse_guess
from mastermind_core.strategies.parts import OF_NOISE, Opened, default_strategy, name_of
from mastermind_core.strategies.parts import strategy_of as named
from mastermind_core.tree import player_for, tree_in

_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}
_SUFFIXES = {".json", ".gz"}

#: The names of pools of allowed guesses.
POOLS = ("all", "candidates", "legal")


def is_file(path: str | Path) -> bool:
    """Return whether a file exists, unlike ``Path.is_file`` also for a name that is too long."""
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises


def text_in(path: str, place: str = "") -> str:
    """Return the text in a file, or the standard input for "-". The place begins an error."""
    try:
        if path == "-":
            return sys.stdin.read()
        check_regular(path)
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise BadArgument(f"{place}cannot read {shown(path)}: {reason_of(error)}") from None


def is_folder(path: str | Path) -> bool:
    """Return whether a folder exists, unlike ``Path.is_dir`` also for a name that is too long."""
    return os.path.isdir(path)  # noqa: PTH112 - Path.is_dir raises


def _bytes(text: str) -> int:
    number = text.lower().removesuffix("b")
    unit = number[-1:] if number[-1:] in _UNITS else ""
    return int(number.removesuffix(unit)) * _UNITS[unit]


size = checked_by(_bytes, lambda number: number > 0, "a size such as 500m or 2g")


_chance = checked_by(fraction_of, lambda number: 0 <= number <= 1, "a probability from 0 to 1")

#: Options of games whose answers may be wrong.
NOISE = (
    option("--noise P", "probability of a wrong answer (default: answers are right)", type=_chance),
    option(
        "--sensitivity P", "probability that a true yes is answered yes (default: 1)", type=_chance
    ),
    option(
        "--specificity P", "probability that a true no is answered no (default: 1)", type=_chance
    ),
    option("--confidence P", "end at this probability of the likeliest secret", type=_chance),
)


def objective(default: str) -> Declares:
    """Return the declaration of the objective."""
    return option(
        "--objective OBJECTIVE",
        f"what to minimize: {', '.join(sorted(Objective))}; or an objective on the number of "
        "guesses, such as within:4, penalty:0,1,2,5, quantile:0.9 or within:4-then-mean",
        type=objective_named,
        default=default,
    )


#: Options that limit, divide and resume a search.
BUDGET = (
    option("--seconds N", "time limit in seconds (default: no limit)", type=duration),
    option(
        "--memory SIZE",
        "memory limit for tables, such as 500m or 2g (default: that of the library)",
        type=size,
    ),
    option("--nodes N", "maximum number of candidate sets to search (default: no limit)"),
    option("--threads N", "threads that share the search (default: one)"),
    option("--workers N", "divide the search among N processes (default: undivided)"),
    option("--checkpoint FILE", "save progress to FILE, and resume from it if it exists"),
)


#: The names of these limits.
LIMITS = ("seconds", "memory", "nodes", "threads", "workers", "checkpoint")


def picked(given: argparse.Namespace, *names: str) -> dict[str, Any]:
    """Return the options of these names that have a value."""
    return {name: getattr(given, name) for name in names if getattr(given, name) is not None}


def means_file(text: str) -> bool:
    """Return whether a string denotes a file rather than the name of a strategy."""
    name = text.replace("-", "_")
    if name in mc.STRATEGIES or name in OF_NOISE:
        return False
    path = Path(text)
    return path.suffix in _SUFFIXES or path.name != text or is_file(path)


def checked(text: str) -> str:
    """Return the string of a strategy, or raise at once for an unknown name."""
    if text.replace("-", "_") not in OF_NOISE and not means_file(text):
        named(text)
    return text


#: Options that choose and modify a strategy.
STRATEGY = (
    option(
        "--strategy NAME|FILE",
        "a strategy by name (see the command strategies), or a file with a tree or a solution "
        "(default: entropy; sampled for codes without a score table)",
        type=checked,
    ),
    option(
        "--opening GUESS",
        "fixed first guess; repeat for a second one (default: none)",
        action="append",
        default=[],
    ),
    option(
        "--pool",
        "guesses that a greedy strategy evaluates (default: that of the strategy)",
        choices=POOLS,
    ),
    option(
        "--tie-seed N",
        "break ties by the random order of guesses with seed N (default: given order)",
        type=count,
    ),
)


def several(text: str) -> list[str]:
    """Return the strings of several strategies, separated by commas."""
    names = [name.strip() for name in text.split(",")]
    return names if names == ["all"] else [*map(checked, names)]


def contestants(texts: Sequence[str] | None, game: Any) -> list[Any]:
    """Return the strategies to compare: the named ones, all greedy ones, or the usual ones."""
    if texts is None and service_of(game) is not None:
        texts = ("entropy", *OF_NOISE)
    if texts is None:
        usual = ("entropy", "knuth", "irving", "most_parts")
        default = name_of(default_strategy(game))
        texts = (default,) if default == "sampled" else usual
    if list(texts) == ["all"]:
        return [one for one in mc.STRATEGIES.values() if isinstance(one, mc.Greedy)]
    return [player_of(text, game) for text in texts]


def player_of(text: str, game: Any) -> Any:
    """Return the strategy of a name, or the tree or solution in a file."""
    if service_of(game) is not None:
        return _policy_in(text, game) if means_file(text) else text
    if means_file(text):
        try:
            found: Any = mc.load(text, game=game)
        except mc.BadFile:
            if (erring := _erring_tree(text, game)) is None:
                raise
            return erring
        _check_tree(text, found, tree_in(found))
        return player_for(game, found).choice
    return named(text)


def _check_tree(text: str, found: Any, tree: Any) -> None:
    """Raise BadArgument unless the content of a file has a tree."""
    if not hasattr(tree, "branches"):
        kind = type(found).__name__
        raise BadArgument(f"--strategy: {shown(text)} has a {kind}, not a tree or a solution")


def _erring_tree(text: str, game: Any) -> Any:
    """Return a file's tree with errors for a game of a table, whose classes it changes, or None."""
    from mastermind_core.tables import ErringSolution  # it imports much, and few files have one

    with suppress(mc.BadFile):
        found: Any = mc.load(text)
        if isinstance(found, ErringSolution) and _answers(found.tree.game) == _answers(game):
            return found.tree
    return None


def _policy_in(text: str, game: Any) -> Any:
    """Return the policy or tree in a file, for a game whose answers may be wrong."""
    try:
        found: Any = mc.load(text, game=game)
    except mc.BadFile:
        # The game of an exported tree, or of one for exact answers, has the same guesses.
        found = None
        with suppress(mc.BadFile):
            found = tree_in(mc.load(text))
        if found is None or not {*found.table.guesses.items} <= {*game.guesses}:
            raise
    _check_tree(text, found, getattr(found, "tree", found))
    return found


def _answers(game: Any) -> dict[str, Any]:
    """Return a table's questions, rows, answers, weights and costs, without its classes."""
    lists = mc.compile_game(game).to_dict()
    return lists | {"secrets": [*map(_row, lists["secrets"])], "goals": []}


def _row(secret: Any) -> Any:
    """Return a row without its class, and without the answers that are supposed for it."""
    while hasattr(secret, "row"):
        secret = secret.row
    return secret


def _check_unmodified(given: argparse.Namespace) -> None:
    """Raise for an option that changes a strategy for exact answers."""
    for name in ("opening", "pool", "tie_seed"):
        if getattr(given, name) not in (None, []):
            raise BadArgument(
                f"--{name.replace('_', '-')} changes strategies for exact answers, and those of "
                "this game may be wrong: leave it out"
            )


def strategy_of(given: argparse.Namespace, game: Any) -> Any:
    """Return the strategy of a command, modified by the options."""
    if service_of(game) is not None:
        _check_unmodified(given)
        return player_of(given.strategy or "entropy", game)
    default = default_strategy(game)
    strategy: Any = default if given.strategy is None else player_of(given.strategy, game)
    if isinstance(strategy, mc.Node):
        if given.pool is not None or given.tie_seed is not None or given.opening:
            raise BadArgument("--pool, --tie-seed and --opening change a strategy, not a tree")
        return strategy
    name = name_of(strategy)
    if given.pool is not None:
        if not isinstance(strategy, mc.Greedy):
            raise BadArgument(f"--pool: {name} is not greedy and has no pool to change")
        strategy = strategy.replace(pool=given.pool)
    if given.tie_seed is not None:
        if not isinstance(getattr(strategy, "ties", None), mc.TieRule):
            raise BadArgument(f"--tie-seed: {name} has no tie rule to change")
        strategy = strategy.replace(ties=evolve(strategy.ties, shuffle=given.tie_seed))
    if given.opening:
        opening = tuple(guesses_of(game, given.opening, "--opening"))
        if has(type(strategy)) and "opening" in fields_dict(type(strategy)):
            return strategy.replace(opening=opening)
        return Opened(strategy, opening, name=name)
    return strategy


def guesses_of(game: Any, texts: Sequence[str], name: str) -> list[Any]:
    """Return the guesses denoted by strings, the values of the option ``name``."""
    try:
        return [parse_guess(game, text) for text in texts]
    except BadArgument as error:
        raise BadArgument(f"{name}: {error}") from None
