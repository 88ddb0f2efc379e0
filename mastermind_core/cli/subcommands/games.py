"""The command that lists the games."""

from __future__ import annotations

import argparse

from mastermind_core.cli.exits import DONE
from mastermind_core.cli.options import add_json
from mastermind_core.cli.output import print_json, print_lines
from mastermind_core.games import GAMES


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print each game with what it is and its options."""
    if given.json:
        print_json(
            games={
                name: {
                    "description": entry.description,
                    "options": {option: kind.help for option, kind in entry.options.items()},
                    "required": list(entry.required),
                }
                for name, entry in GAMES.items()
            }
        )
        return DONE
    print_lines("games:", lines())
    return DONE


def lines() -> list[str]:
    """Return each game, with what it is and its options below."""
    found = []
    for name, entry in GAMES.items():
        options = " ".join(
            f"--{option}" if option in entry.required else f"[--{option}]"
            for option in entry.options
        )
        found += [f"  {name}", f"      {entry.description}"]
        if options:
            found.append(f"      {options}")
    return found
