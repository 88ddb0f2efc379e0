"""The command that searches for a strategy that none can beat."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.exits import DONE, NOT_PROVEN
from mastermind_core.cli.games import add_games, game_of
from mastermind_core.cli.options import (
    add_budget,
    add_json,
    add_objective,
    budget_of,
    count,
    is_folder,
    reader,
)
from mastermind_core.cli.output import print_json, solution_of
from mastermind_core.cli.strategies import guesses_of
from mastermind_core.errors import BadArgument, Interrupted, NoStrategy, in_one_line, shown
from mastermind_core.games import number
from mastermind_core.notation import show_guess
from mastermind_core.progress import make_bar


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_games(parser, _add, add_budget, add_json)


def _add(game: argparse.ArgumentParser) -> None:
    add_objective(game, "mean")
    game.add_argument(
        "--pool",
        choices=("all", "candidates", "legal"),
        default="all",
        help="which guesses may be made (default: all)",
    )
    game.add_argument(
        "--opening",
        nargs=1,
        default=[],
        metavar="GUESS",
        help="begin with this guess (default: the best)",
    )
    game.add_argument(
        "--max-steps", type=count, metavar="N", help="no path of more guesses (default: any)"
    )
    game.add_argument("--max-cost", type=reader(number), metavar="N", help="no dearer path")
    game.add_argument("--certificate", metavar="FILE", help="write the proof here, for verify")
    game.add_argument(
        "--save", metavar="FILE", help="write the solution here, for --strategy and mc.load"
    )


def run(given: argparse.Namespace) -> int:
    """Print what was found, and write what was asked for."""
    game = game_of(given)
    for option in ("certificate", "save"):
        _check_folder(option, getattr(given, option))
    opening = next(iter(guesses_of(game, given.opening)), None)
    with closing(make_bar("proving")) as bar:
        try:
            found = mc.optimal(
                game,
                given.objective,
                pool=given.pool,
                opening=opening,
                max_steps=given.max_steps,
                max_cost=given.max_cost,
                progress=bar,
                **budget_of(given),
            )
        except Interrupted as stop:
            if stop.solution is not None:
                _report(given, game, stop.solution)
            raise
        except NoStrategy as error:
            if given.seconds is None:
                raise
            print(error)
            return NOT_PROVEN
    _report(given, game, found)
    if given.certificate is not None:
        found.certificate(given.certificate)
        _wrote(given, "certificate", given.certificate)
    return DONE if found.proven else NOT_PROVEN


def _check_folder(option: str, path: str | None) -> None:
    """Refuse a file that cannot be written before the search, which may be long."""
    if path is not None and (not is_folder(Path(path).parent) or is_folder(path)):
        raise BadArgument(f"--{option}: cannot write {shown(path)}: it is a folder, or in none")


def _report(given: argparse.Namespace, game: Any, found: Any) -> None:
    """Print what was found, and save it where that was asked for."""
    if given.json:
        print_json(game=repr(game), **solution_of(game, found))
    else:
        print(f"{in_one_line(repr(game))}, {given.objective}: {found}")
        if not found.tree.over:
            print(f"first guess: {show_guess(game, found.tree.guess)}")
    if given.save is not None:
        mc.save(found, given.save)
        _wrote(given, "solution", given.save)


def _wrote(given: argparse.Namespace, what: str, path: str) -> None:
    if not given.json:
        print(f"{what}: {path}")
