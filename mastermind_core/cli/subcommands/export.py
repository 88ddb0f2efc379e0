"""The command that writes a decision tree to a file."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.exits import DONE
from mastermind_core.cli.games import add_games
from mastermind_core.cli.options import count, is_folder
from mastermind_core.cli.strategies import add_strategy, game_and_strategy
from mastermind_core.errors import BadArgument, reason_of, shown
from mastermind_core.files.disk import write_whole
from mastermind_core.show import to_text

#: The forms, by the ending of a file: what writes the text of a tree.
FORMS: dict[str, str] = {
    "txt": "text, indented by depth",
    "json": "JSON, for --strategy and mc.load",
    "svg": "a picture",
    "dot": "a graph for Graphviz",
    "html": "a page to walk through",
}


def forms_there() -> list[str]:
    """Return the forms that the library can write."""
    return [form for form in FORMS if form in ("txt", "json") or f"to_{form}" in mc.__all__]


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_games(parser, add_strategy, _add)


def _add(game: argparse.ArgumentParser) -> None:
    forms = "; ".join(f"{name}: {FORMS[name]}" for name in forms_there())
    game.add_argument(
        "--to", required=True, metavar="FILE", help="the file to write; - is the output"
    )
    game.add_argument(
        "--format",
        choices=sorted(forms_there()),
        help=f"{forms} (default: the ending of the file, and txt for -)",
    )
    game.add_argument(
        "--depth",
        type=count,
        metavar="N",
        help="open N levels in txt and svg (default: all of them, and what fits a page)",
    )


def run(given: argparse.Namespace) -> int:
    """Write the file."""
    path = Path(given.to)
    form = given.format or ("txt" if given.to == "-" else path.suffix.removeprefix("."))
    forms = sorted(forms_there())
    if form not in forms:
        raise BadArgument(
            f"--to: the ending of {shown(given.to)} is none of {', '.join(forms)}: give --format"
        )
    if not is_folder(path.parent):
        raise BadArgument(f"--to: there is no folder {shown(str(path.parent))}")
    tree = mc.lazy_tree(*game_and_strategy(given))
    if given.to == "-" or _is_output(path):
        print(mc.to_json(tree) if form == "json" else _text(form, tree, given.depth), end="")
        return DONE
    if form == "json":
        mc.save(tree, path)
    else:
        _write(path, _text(form, tree, given.depth))
    print(f"{form}: {given.to}")
    return DONE


def _is_output(path: Path) -> bool:
    """Say whether a path is where this command prints, as /dev/stdout is."""
    try:
        return os.path.samestat(path.stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError, AttributeError):
        return False


def _text(form: str, tree: Any, depth: int | None) -> str:
    if form == "txt":
        return to_text(tree, depth=depth) + "\n"
    write: Callable[..., str] = getattr(mc, f"to_{form}")
    return write(tree, depth=depth) if form == "svg" else write(tree)


def _write(path: Path, text: str) -> None:
    content = text.encode(errors="backslashreplace")
    try:
        if path.exists() and not path.is_file():  # a pipe
            path.write_bytes(content)
            return
    except (OSError, ValueError) as error:
        reason = reason_of(error)
        raise BadArgument(f"--to: cannot write {shown(str(path))}: {reason}") from None
    write_whole(path, content)
