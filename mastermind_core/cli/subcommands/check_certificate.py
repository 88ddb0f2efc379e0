"""The command that checks the certificate of an optimum."""

from __future__ import annotations

import argparse
from contextlib import closing
from typing import Any

import mastermind_core as mc
from mastermind_core.checker import Certified, certified
from mastermind_core.checker.compiled import run_compiled
from mastermind_core.cli.exits import DONE
from mastermind_core.cli.games import add_games, game_of
from mastermind_core.cli.options import add_json
from mastermind_core.cli.output import print_json
from mastermind_core.errors import BadArgument, in_one_line
from mastermind_core.progress import make_bar


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="the certificate")
    add_games(parser, add_json, _add_sample)


def _add_sample(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sample",
        type=int,
        metavar="N",
        help="check N lemmas, drawn anew each time, and believe the others: no proof",
    )
    parser.add_argument(
        "--compiled",
        action="store_true",
        help="check all with the checker in C++, a program that shares nothing with the other",
    )


def run(given: argparse.Namespace) -> int:
    """Print what the certificate proves."""
    game = game_of(given)
    if given.compiled and given.sample is not None:
        raise BadArgument("--compiled checks all lemmas: leave --sample out")
    if given.compiled:
        return _print(given, game, certified(run_compiled(game, given.file)))
    with closing(make_bar("checking lemmas")) as bar:
        proven = mc.verify_certificate(game, given.file, sample=given.sample, progress=bar)
    return _print(given, game, proven)


def _print(given: argparse.Namespace, game: Any, proven: Certified) -> int:
    if given.json:
        print_json(game=repr(game), proven=proven.proven, statement=str(proven))
    else:
        print(f"{in_one_line(repr(game))}: {proven}")
    return DONE
