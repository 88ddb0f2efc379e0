"""What a game weighs, costs and aims at, as options of every command that takes a game."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import mastermind_core as mc
from mastermind_core.errors import BadArgument, check_regular, reason_of, shown
from mastermind_core.game.tabular import read_table
from mastermind_core.games import number
from mastermind_core.notation import choose, parse_guess, show_guess

#: What ``--identify`` is without a value: the secret itself.
ITSELF = ""


def add_values(game: argparse.ArgumentParser) -> None:
    """Let secrets be weighed, guesses cost, and a game end when enough is known."""
    column = "; or a column" if game.get_default("game") == "table" else ""
    game.add_argument(
        "--weights",
        metavar="FILE",
        help="how likely each secret is: lines of a secret and a number, the others 1; - is the "
        f"standard input{column} (default: all alike)",
    )
    game.add_argument(
        "--costs",
        metavar="FILE",
        help="what each guess costs: lines of a guess and a number, the others 1; - is the "
        "standard input (default: one each)",
    )
    game.add_argument(
        "--identify",
        nargs="?",
        const=ITSELF,
        metavar="FILE",
        help="end when the secret is known; or its class: lines of a secret and a class"
        f"{column} (default: as the game does)",
    )


def add_table(table: argparse.ArgumentParser) -> None:
    """Declare how a table is read."""
    table.add_argument("table", metavar="FILE.csv", help="a header, then a row each")
    table.add_argument(
        "--id", metavar="COLUMN", help="what rows are called (default: their numbers)"
    )
    table.add_argument(
        "--unknown",
        choices=("refuse", "both"),
        default="refuse",
        help="what an empty cell is: an error, or any answer (default: refuse)",
    )


def table_game(given: argparse.Namespace) -> Any:
    """Return the game of a table; its weights and classes may be columns of it."""
    table = read_table(given.table)
    beside: dict[str, Any] = {}
    for name, option in (("prior", "weights"), ("by", "identify")):
        if getattr(given, option) in table.columns:
            beside[name] = getattr(given, option)
            setattr(given, option, None)
    if given.identify:  # a file of classes; a row that is not listed is a class of its own
        ids = [*map(str, table.columns.get(given.id, table.ids))]
        classes = _read("identify", given.identify, lambda text: choose(text, ids, "row"), str)
        beside["by"] = [classes.get(name, (name,)) for name in ids]
        given.identify = None
    return mc.FiniteGame.from_table(
        given.table, id=given.id, unknown=given.unknown, name=Path(given.table).stem, **beside
    )


def with_values(game: Any, given: argparse.Namespace) -> Any:
    """Return a game with the weights, costs and goals that were given."""
    if given.weights is None and given.costs is None and given.identify is None:
        return game
    if given.weights is not None:
        game = mc.weighted(game, _read("weights", given.weights, _secret_of(game), number))
    if given.costs is not None:
        game = mc.priced(
            game, _read("costs", given.costs, lambda text: parse_guess(game, text), number)
        )
    if given.identify == ITSELF:
        return game if getattr(game, "goal", None) else mc.identified(game)
    if given.identify is not None:
        classes = _read("identify", given.identify, _secret_of(game), str)
        # A secret that is not listed is a class of its own.
        return mc.identified(game, by=lambda secret: classes.get(secret, (secret,)))
    return game


def _secret_of(game: Any) -> Callable[[str], Any]:
    """Return what finds the secret of a text."""
    secrets = {show_guess(game, secret): secret for secret in game.secrets}

    def find(text: str) -> Any:
        if text in secrets:
            return secrets[text]
        found = parse_guess(game, text)
        if found not in game.secrets:
            raise BadArgument(f"{shown(text)} is no secret of {shown(game)}")
        return found

    return find


def _read(
    option: str, path: str, item: Callable[[str], Any], value: Callable[[str], Any]
) -> Mapping[Any, Any]:
    """Return what a file says of items: a line each, the value after the last comma or space."""
    found: dict[Any, Any] = {}
    try:
        if path != "-":
            check_regular(path)
        with (
            nullcontext(sys.stdin) if path == "-" else Path(path).open(encoding="utf-8-sig") as file
        ):
            lines = list(file)
    except (OSError, ValueError) as error:
        raise BadArgument(f"--{option}: cannot read {shown(path)}: {reason_of(error)}") from None
    for at, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        line, sign = line.strip(), next((sign for sign in ";\t," if sign in line), None)
        *words, last = next(csv.reader([line], delimiter=sign)) if sign else line.rsplit(None, 1)
        last = last if sign == "," else last.replace(",", ".")
        try:
            one = item(",".join(words).strip())
            if one in found:
                raise BadArgument(f"{shown(','.join(words))} comes twice")
            found[one] = value(last.strip())
        except BadArgument as error:
            raise BadArgument(f"--{option}, line {at}: {error}") from None
    return found
