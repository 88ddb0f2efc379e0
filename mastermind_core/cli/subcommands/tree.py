"""The command that prints a decision tree."""

from __future__ import annotations

import argparse

import mastermind_core as mc
from mastermind_core.cli.exits import DONE
from mastermind_core.cli.games import add_games
from mastermind_core.cli.options import count
from mastermind_core.cli.strategies import add_strategy, game_and_strategy
from mastermind_core.show import to_text


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_games(parser, add_strategy, _add)


def _add(game: argparse.ArgumentParser) -> None:
    game.add_argument(
        "--depth", type=count, default=2, metavar="N", help="open N levels (default: 2)"
    )


def run(given: argparse.Namespace) -> int:
    """Print the tree down to a depth."""
    print(to_text(mc.lazy_tree(*game_and_strategy(given)), depth=given.depth))
    return DONE
