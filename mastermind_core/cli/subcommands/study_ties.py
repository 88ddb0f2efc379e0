"""The command that plays a strategy over random orders of the guesses, which break its ties."""

from __future__ import annotations

import argparse
from contextlib import closing

import mastermind_core as mc
from mastermind_core.cli.exits import DONE
from mastermind_core.cli.games import add_games
from mastermind_core.cli.options import add_seed, count
from mastermind_core.cli.strategies import add_strategy, game_and_strategy
from mastermind_core.progress import make_bar


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_games(parser, add_strategy, _add, add_seed)


def _add(game: argparse.ArgumentParser) -> None:
    game.add_argument(
        "--orders", type=count, default=60, metavar="N", help="random orders (default: 60)"
    )


def run(given: argparse.Namespace) -> int:
    """Print how the totals and worst cases spread."""
    game, strategy = game_and_strategy(given)
    with closing(make_bar("playing orders of the guesses")) as bar:
        study = mc.studies.tie_study(
            game, strategy, orders=given.orders, seed=given.seed, progress=bar
        )
    print(f"{study}\n\nLengths are guesses:secrets. --order plays a random order again.")
    return DONE
