"""The command that checks the certificate of an optimum."""

from __future__ import annotations

import argparse
from contextlib import closing

import mastermind_core as mc
from mastermind_core.cli.exits import DONE
from mastermind_core.cli.games import add_games, game_of
from mastermind_core.cli.options import add_json
from mastermind_core.cli.output import print_json
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


def run(given: argparse.Namespace) -> int:
    """Print what the certificate proves."""
    game = game_of(given)
    with closing(make_bar("checking lemmas")) as bar:
        proven = mc.verify_certificate(game, given.file, sample=given.sample, progress=bar)
    if given.json:
        print_json(game=repr(game), proven=proven.proven, statement=str(proven))
    else:
        print(f"{game!r}: {proven}")
    return DONE
