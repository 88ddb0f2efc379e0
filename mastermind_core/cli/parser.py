"""The parser of the command line: every command with its options."""

from __future__ import annotations

import argparse
from pathlib import Path

import mastermind_core as mc
from mastermind_core.cli import commands
from mastermind_core.cli.options import (
    NAMES_HELP,
    add_games,
    add_search,
    add_seed,
    count,
    strategy_names,
)
from mastermind_core.cli.playing import play
from mastermind_core.exact import Objective


def make_parser() -> argparse.ArgumentParser:
    """Return the parser, which leaves in ``run`` the function of the command that was given."""
    parser = argparse.ArgumentParser(
        prog="python -m mastermind_core",
        description="Guessing games: strategies, decision trees, exact answers.",
    )
    parser.add_argument("--version", action="version", version=f"mastermind_core {mc.__version__}")
    names = parser.add_subparsers(title="commands", metavar="COMMAND")
    verdict = names.add_parser(
        "is-greedy-optimal", help="compare a strategy with the best that is possible"
    )
    for game in add_games(verdict, commands.is_greedy_optimal):
        add_search(game)
    best = names.add_parser("optimal", help="search for a strategy that none can beat")
    for game in add_games(best, commands.optimal, one_strategy=False):
        _add_question(game)
        add_search(game)
    analyse = names.add_parser("analyse", help="how many secrets take how many guesses")
    add_games(analyse, commands.analyse)
    tree = names.add_parser("tree", help="print the decision tree of a strategy")
    for game in add_games(tree, commands.tree):
        game.add_argument(
            "--depth", type=count, default=2, metavar="N", help="open N levels (default: 2)"
        )
    ties = names.add_parser(
        "tie-study", help="play a strategy over random orders of the guesses, which break its ties"
    )
    for game in add_games(ties, commands.tie_study):
        game.add_argument(
            "--orders", type=count, default=60, metavar="N", help="random orders (default: 60)"
        )
        add_seed(game)
    beside = names.add_parser("compare", help="play the same secrets with several strategies")
    for game in add_games(beside, commands.compare, one_strategy=False):
        game.add_argument(
            "--strategies",
            type=strategy_names,
            required=True,
            metavar="A,B,...",
            help=f"each {NAMES_HELP}",
        )
        game.add_argument(
            "--games", type=count, default=1000, metavar="N", help="games each (default: 1000)"
        )
        add_seed(game)
    checked = names.add_parser("verify", help="check the certificate of an optimum")
    checked.add_argument("file", metavar="FILE", help="the certificate")
    add_games(checked, commands.verify, one_strategy=False)
    played = names.add_parser("play", help="think of a secret and answer the guesses")
    add_games(played, play)
    again = names.add_parser(
        "reproduce", help="compute published figures again, and say which come out the same"
    )
    families = again.add_subparsers(title="figures", metavar="FAMILY", required=True)
    greedy = families.add_parser("greedy", help="exact figures of greedy strategies")
    rows = greedy.add_mutually_exclusive_group()
    rows.add_argument("--quick", action="store_true", help="only rows of seconds in plain Python")
    rows.add_argument("--all", action="store_true", help="also rows that take minutes")
    greedy.set_defaults(run=commands.reproduce)
    optima = families.add_parser("optima", help="least totals and least worst cases, proven")
    extent = optima.add_mutually_exclusive_group()
    extent.add_argument("--quick", action="store_true", help="only rows of seconds in plain Python")
    extent.add_argument("--all", action="store_true", help="also rows that take minutes")
    optima.add_argument("--only", default="", metavar="TEXT", help="only games with this text")
    optima.set_defaults(run=commands.reproduce_optima)
    sampled = families.add_parser("heuristics", help="averages of heuristic strategies over games")
    extent = sampled.add_mutually_exclusive_group()
    extent.add_argument("--quick", action="store_true", help="few games, and no slow rows")
    extent.add_argument(
        "--games", type=count, metavar="N", help="games a row (default: the source's)"
    )
    sampled.add_argument("--only", default="", metavar="TEXT", help="only rows with this text")
    sampled.add_argument(
        "--log", type=Path, metavar="DIR", help="keep games here, and go on from them"
    )
    sampled.add_argument(
        "--jobs", type=count, default=1, metavar="N", help="processes (default: 1)"
    )
    sampled.set_defaults(run=commands.reproduce_heuristics)
    listing = names.add_parser("list", help="list the games and strategies")
    listing.set_defaults(run=commands.list_everything)
    return parser


def _add_question(game: argparse.ArgumentParser) -> None:
    game.add_argument(
        "--objective", choices=sorted(map(str, Objective)), default="mean", help="(default: mean)"
    )
    game.add_argument("--pool", choices=("all", "candidates", "legal"), default="all")
    game.add_argument(
        "--opening", nargs=1, default=[], metavar="GUESS", help="begin with this guess"
    )
    game.add_argument("--max-steps", type=count, metavar="N", help="no path of more guesses")
    game.add_argument("--seconds", type=count, metavar="N", help="stop after so long")
    game.add_argument("--certificate", metavar="FILE", help="write the proof here, for verify")
