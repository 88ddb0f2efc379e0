"""The command that plays the same secrets with several strategies."""

from __future__ import annotations

import argparse
from contextlib import closing
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.exits import DONE
from mastermind_core.cli.games import add_games, game_of
from mastermind_core.cli.options import add_json, add_seed, positive, reader
from mastermind_core.cli.output import print_json
from mastermind_core.cli.strategies import player_of, several
from mastermind_core.progress import make_bar

_COLUMNS = """\
Guesses a game: mean with half its 95 % interval (+-), median, standard
deviation, worst. Codes that were looked at and milliseconds, a game. Difference
of the mean from that of the first strategy, on the same secrets. Where guesses
have costs: their mean and half its interval, the worst, and differences of them."""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_games(parser, _add, add_seed, add_json)


def _add(game: argparse.ArgumentParser) -> None:
    game.add_argument(
        "--strategies",
        type=reader(several),
        required=True,
        metavar="A,B,...",
        help="each the name of a strategy, or a file with a tree or a solution",
    )
    game.add_argument(
        "--games",
        type=positive,
        default=1000,
        metavar="N",
        help="games each (default: 1000)",
    )


def run(given: argparse.Namespace) -> int:
    """Print a table with a line a strategy."""
    game = game_of(given)
    strategies = [player_of(name, game) for name in given.strategies]
    with closing(make_bar("playing games")) as bar:
        table = mc.compare(game, strategies, given.games, seed=given.seed, progress=bar)
    if given.json:
        print_json(game=repr(game), games=given.games, seed=given.seed, standings=_rows(table))
    else:
        print(f"{table}\n\n{_COLUMNS}")
    return DONE


def _rows(table: Any) -> list[dict[str, Any]]:
    return [
        {"strategy": one.strategy, "mean": float(one.mean)}
        | ({"mean_cost": one.costs.mean} if one.costs else {})
        for one in (row.summary for row in table.rows)
    ]
