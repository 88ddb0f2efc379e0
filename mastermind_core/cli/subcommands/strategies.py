"""The command that lists the strategies."""

from __future__ import annotations

import argparse

import mastermind_core as mc
from mastermind_core.cli.exits import DONE
from mastermind_core.cli.options import add_json
from mastermind_core.cli.output import print_json, print_lines
from mastermind_core.strategies.base import needs_table
from mastermind_core.strategies.ideas import idea_of


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print each strategy with what it does, its source and the games that it plays."""
    if given.json:
        print_json(
            strategies={
                name: {
                    "idea": idea_of(name),
                    "source": _source(name),
                    "needs_table": needs_table(strategy),
                }
                for name, strategy in mc.STRATEGIES.items()
            }
        )
        return DONE
    print_lines("strategies:", lines())
    return DONE


def lines() -> list[str]:
    """Return each strategy, with what it does, what it plays and where it is from below."""
    found = []
    for name, strategy in mc.STRATEGIES.items():
        plays = "games with a score table" if needs_table(strategy) else "codes of any size"
        found += [f"  {name}", f"      {idea_of(name)}"]
        found.append(f"      {plays}; {_source(name)}" if _source(name) else f"      {plays}")
    return found


def _source(name: str) -> str:
    return str(getattr(mc.STRATEGIES[name], "source", ""))
