"""The commands for agents: the score of their games, and oracles made ahead."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import mastermind_core as mc
from mastermind_core.agents.parts import as_fields, in_words
from mastermind_core.cli.games import command, exact_game_of
from mastermind_core.cli.options import (
    JSON,
    SEED,
    checked_by,
    count,
    is_file,
    is_folder,
    option,
    picked,
    text_in,
)
from mastermind_core.cli.parser import answer
from mastermind_core.errors import BadArgument, shown

#: The maximum size of a transcript in bytes.
_LIMIT = 1 << 28

#: The seconds after which an oracle that is being made is saved again.
_PAUSE = 60

_seconds = checked_by(float, lambda number: number >= 0, "a number of seconds from 0")


@command(
    option("--baseline", "the random play of score 0", choices=("candidate", "uninformed")),
    option("--oracle FILE", "an oracle that mc.save wrote, with exact values (default: none)"),
    option(
        "--seconds N",
        "time limit for the exact values of each position, and 0 for none",
        type=_seconds,
        default=1.0,
    ),
    SEED,
    JSON,
    own=(option("file FILE", "the transcript, as text or JSON; - means standard input"),),
)
def rate(given: argparse.Namespace) -> None:
    """Print the score of the games in a transcript, and of each move."""
    game = exact_game_of(given)
    text = read_text(given.file)
    how: dict[str, Any] = {"baseline": given.baseline or "candidate", "seed": given.seed}
    if given.oracle is not None:
        how["oracle"] = oracle_in(given.oracle, game)
    rating = mc.rate(game, text, seconds=given.seconds, **how)
    answer(given, "\n".join(in_words(game, rating)), game=repr(game), **as_fields(game, rating))


@command(
    option("--save FILE", "the file of the oracle, which is continued if it exists", required=True),
    option("--openings N", "number of best first guesses to prepare", default=100),
    option("--best N", "number of guesses to prepare in each position", type=count, default=20),
    JSON,
)
def oracle(given: argparse.Namespace) -> None:
    """Make an oracle ahead, and save it every minute, at the end and at Ctrl-C."""
    if not is_folder(Path(given.save).parent) or is_folder(given.save):
        raise BadArgument(f"--save: cannot write {shown(given.save)}: not a file in a folder")
    game = exact_game_of(given)
    found = oracle_in(given.save, game) if is_file(given.save) else mc.Oracle(game)
    how = picked(given, "openings", "best")
    saved = monotonic()
    try:
        for done, of in mc.agents.prepare_oracle(found, **how):
            print(f"{done} of {of} first guesses", file=sys.stderr)
            if monotonic() - saved > _PAUSE:
                mc.save(found, given.save)
                saved = monotonic()
    finally:
        mc.save(found, given.save)
    size = Path(given.save).stat().st_size
    known = len(found.totals)
    text = f"{given.save}: {known:,} exact totals in {size:,} bytes"
    answer(given, text, game=repr(game), totals=known, bytes=size, **how)


def oracle_in(path: str, game: Any) -> mc.Oracle[Any, Any, Any]:
    """Return the oracle in a file, for a game that it must know."""
    found: Any = mc.load(path, game=game)
    if not isinstance(found, mc.Oracle):
        kind = type(found).__name__
        raise BadArgument(f"--oracle: {shown(path)} has a {kind}, not an oracle")
    return found


def read_text(path: str) -> str:
    """Return the text in a file of limited size, or the standard input."""
    if path != "-" and is_file(path) and Path(path).stat().st_size > _LIMIT:
        raise BadArgument(f"{shown(path)} has over {_LIMIT >> 20} MB: split it")
    return text_in(path)
