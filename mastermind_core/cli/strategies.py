"""Strategies on the command line: by name, or a tree or solution in a file."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import evolve

import mastermind_core as mc
from mastermind_core.cli.games import game_of
from mastermind_core.cli.options import count, is_file, reader
from mastermind_core.code_space import Coding
from mastermind_core.errors import BadArgument, GameTooLarge, shown
from mastermind_core.notation import parse_guess
from mastermind_core.strategies.base import name_of, needs_table
from mastermind_core.strategies.resolve import default_strategy
from mastermind_core.strategies.resolve import strategy_of as named
from mastermind_core.strategies.tabled.composed import Opened
from mastermind_core.table import too_large
from mastermind_core.tree import player_for, tree_in

_SUFFIXES = {".json", ".gz"}


def add_strategy(parser: argparse.ArgumentParser) -> None:
    """Let a strategy be chosen and changed."""
    parser.add_argument(
        "--strategy",
        type=reader(checked),
        metavar="NAME|FILE",
        help="a strategy by name (see the command strategies), or a file with a tree or a solution "
        "(default: entropy; sampled for codes without a score table)",
    )
    parser.add_argument(
        "--opening",
        action="append",
        default=[],
        metavar="GUESS",
        help="play this first, whatever the answer; again for a second guess (default: none)",
    )
    parser.add_argument(
        "--pool",
        choices=("all", "candidates", "legal"),
        help="which guesses a greedy strategy looks at (default: the strategy's own)",
    )
    parser.add_argument(
        "--order",
        type=count,
        metavar="N",
        help="break ties by random order N of the guesses (default: in their order)",
    )


def means_file(text: str) -> bool:
    """Say whether a text means a file rather than the name of a strategy."""
    if text.replace("-", "_") in mc.STRATEGIES:
        return False
    path = Path(text)
    return path.suffix in _SUFFIXES or path.name != text or is_file(path)


def checked(text: str) -> str:
    """Return the text of a strategy; a name that is none is refused at once."""
    if not means_file(text):
        named(text)
    return text


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
    """Return the strategy of a command, with what the options change of it."""
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
        if hasattr(strategy, "opening") and hasattr(strategy, "but"):
            return strategy.but(opening=opening)
        return Opened(strategy, opening, name=name)
    return strategy


def guesses_of(game: Any, texts: Sequence[str]) -> list[Any]:
    """Return the guesses that are written so."""
    try:
        return [parse_guess(game, text) for text in texts]
    except BadArgument as error:
        raise BadArgument(f"--opening: {error}") from None


def game_and_strategy(given: argparse.Namespace) -> tuple[Any, Any]:
    """Return a game and a strategy that can be asked about all its secrets."""
    game = game_of(given)
    strategy = strategy_of(given, game)
    if isinstance(game, mc.games.CodeGame) and not needs_table(strategy) and too_large(game):
        raise GameTooLarge(
            f"{shown(game)} has {Coding(game).secrets:,} secrets, too many to play against each: "
            "simulate plays some of them"
        )
    return game, strategy


def strategy_name(strategy: Any) -> str:
    """Return what to call a strategy or a tree."""
    return "tree" if isinstance(strategy, mc.Node) else name_of(strategy)
