"""The commands that list the games and the strategies."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.games import command
from mastermind_core.cli.options import JSON
from mastermind_core.cli.output import DONE, print_json, print_lines
from mastermind_core.games import GAMES
from mastermind_core.strategies.base import needs_table
from mastermind_core.strategies.catalogue import idea_of

Entries = dict[str, dict[str, Any]]


def _games() -> Entries:
    return {
        name: {
            "description": entry.description,
            "options": {option: kind.help for option, kind in entry.options.items()},
            "required": list(entry.required),
        }
        for name, entry in GAMES.items()
    }


def _strategies() -> Entries:
    return {
        name: {
            "idea": idea_of(name),
            "source": str(getattr(strategy, "source", "")),
            "needs_table": needs_table(strategy),
        }
        for name, strategy in mc.STRATEGIES.items()
    }


def _about_game(entry: Mapping[str, Any]) -> tuple[str, str]:
    options = (f"--{one}" if one in entry["required"] else f"[--{one}]" for one in entry["options"])
    return entry["description"], " ".join(options)


def _about_strategy(entry: Mapping[str, Any]) -> tuple[str, str]:
    plays = "games with a score table" if entry["needs_table"] else "codes of any size"
    return entry["idea"], f"{plays}; {entry['source']}" if entry["source"] else plays


def _print(head: str, entries: Entries, about: Callable[[Any], tuple[str, str]]) -> None:
    lines = (
        line
        for name, entry in entries.items()
        for line in (f"  {name}", *(f"      {text}" for text in about(entry) if text))
    )
    print_lines(head, lines)


@command(game=False, own=(JSON,))
def games(given: argparse.Namespace) -> int:
    """Print each game with what it is and its options."""
    if given.json:
        print_json(games=_games())
    else:
        _print("games:", _games(), _about_game)
    return DONE


@command(game=False, own=(JSON,))
def strategies(given: argparse.Namespace) -> int:
    """Print each strategy with what it does, its source and the games that it plays."""
    if given.json:
        print_json(strategies=_strategies())
    else:
        _print("strategies:", _strategies(), _about_strategy)
    return DONE


@command(game=False)
def everything(_given: argparse.Namespace) -> int:
    """Print the games, the strategies and the kernel."""
    _print("games:", _games(), _about_game)
    _print("\nstrategies:", _strategies(), _about_strategy)
    print(f"\nkernel: {mc.kernels.active()}")
    return DONE
