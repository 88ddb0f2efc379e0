"""The command that plays games with random secrets."""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, nullcontext

import mastermind_core as mc
from mastermind_core.cli.exits import DONE
from mastermind_core.cli.games import add_games, game_of
from mastermind_core.cli.options import add_json, add_seed, positive
from mastermind_core.cli.output import print_json
from mastermind_core.cli.strategies import add_strategy, strategy_name, strategy_of
from mastermind_core.progress import make_bar

#: Processes that are started at most for each processor.
_PROCESSES = 8


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_games(parser, add_strategy, _add, add_seed, add_json)


def _add(game: argparse.ArgumentParser) -> None:
    game.add_argument(
        "--games", type=positive, default=1000, metavar="N", help="games (default: 1000)"
    )
    game.add_argument(
        "--workers",
        type=positive,
        default=1,
        metavar="N",
        help=f"processes, at most {_PROCESSES} a processor (default: 1)",
    )
    game.add_argument("--log", metavar="FILE", help="keep games here, and go on from them")


def run(given: argparse.Namespace) -> int:
    """Print a summary of the games."""
    game = game_of(given)
    strategy = strategy_of(given, game)
    workers = min(given.workers, given.games, _PROCESSES * (os.cpu_count() or 1))
    pool = ProcessPoolExecutor(workers) if workers > 1 else nullcontext()
    with pool as executor, closing(make_bar("playing games")) as bar:
        summary = mc.simulate(
            game,
            strategy,
            given.games,
            seed=given.seed,
            executor=executor,
            log=given.log,
            progress=bar,
        )
    if given.json:
        print_json(
            game=repr(game),
            strategy=strategy_name(strategy),
            games=given.games,
            seed=given.seed,
            mean=float(summary.mean),
            worst=summary.worst,
            **({"mean_cost": summary.costs.mean} if summary.costs else {}),
        )
    else:
        print(summary)
    return DONE
