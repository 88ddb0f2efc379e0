"""The command that compares a strategy with the best that is possible."""

from __future__ import annotations

import argparse
from contextlib import closing

import mastermind_core as mc
from mastermind_core.cli.exits import DONE, NOT_PROVEN
from mastermind_core.cli.games import add_games
from mastermind_core.cli.options import add_budget, add_json, add_objective, budget_of
from mastermind_core.cli.output import lengths_of, print_json, solution_of
from mastermind_core.cli.strategies import add_strategy, game_and_strategy, strategy_name
from mastermind_core.notation import show_guess
from mastermind_core.progress import make_bar
from mastermind_core.show.text import bar_chart


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_games(parser, add_strategy, _add_objective, add_budget, add_json)


def _add_objective(game: argparse.ArgumentParser) -> None:
    add_objective(game, "worst-then-mean")


def run(given: argparse.Namespace) -> int:
    """Print the verdict and the lengths of the strategy."""
    with closing(make_bar("proving")) as bar:
        game, strategy = game_and_strategy(given)
        verdict = mc.is_greedy_optimal(
            game, strategy, given.objective, progress=bar, **budget_of(given)
        )
    name = strategy_name(strategy)
    if given.json:
        loses = verdict.loses_on
        print_json(
            game=repr(game),
            strategy=name,
            optimal=verdict.answer,
            proven=verdict.proven,
            loses_on=None if loses is None else show_guess(game, loses),
            **({} if verdict.lengths is None else lengths_of(verdict.lengths)),
            best=solution_of(game, verdict.solution),
        )
    else:
        print(verdict)
        if verdict.lengths is not None:
            what = "cost" if isinstance(verdict.lengths, mc.CostDistribution) else "guesses"
            print(f"\n{what} | secrets ({name})\n{bar_chart(verdict.lengths)}")
    return DONE if verdict.proven else NOT_PROVEN
