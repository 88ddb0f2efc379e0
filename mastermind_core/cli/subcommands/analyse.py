"""The command that tells how many secrets take how many guesses."""

from __future__ import annotations

import argparse

import mastermind_core as mc
from mastermind_core.cli.exits import DONE
from mastermind_core.cli.games import add_games
from mastermind_core.cli.options import add_json
from mastermind_core.cli.output import lengths_of, print_json
from mastermind_core.cli.strategies import add_strategy, game_and_strategy, strategy_name
from mastermind_core.game import costs_of
from mastermind_core.show.text import bar_chart


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_games(parser, add_strategy, add_json)


def run(given: argparse.Namespace) -> int:
    """Print the distribution of lengths."""
    game, strategy = game_and_strategy(given)
    lengths = mc.length_distribution(game, strategy)
    costs = mc.cost_distribution(game, strategy) if costs_of(game) else None
    if given.json:
        figures = lengths_of(lengths)
        if costs is not None:
            figures["costs"] = lengths_of(costs, "paths")
        print_json(game=repr(game), strategy=strategy_name(strategy), **figures)
    else:
        print(f"{lengths}\n\nguesses | secrets\n{bar_chart(lengths)}")
        if costs is not None:
            print(f"\ncosts: {costs}")
    return DONE
