"""The commands that search for optimal strategies, and check proofs of them."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path
from typing import Any

import mastermind_core as mc
from mastermind_core.checker.compiled import run_compiled
from mastermind_core.cli.games import command, game_and_strategy, game_of
from mastermind_core.cli.options import (
    BUDGET,
    JSON,
    STRATEGY,
    budget_of,
    count,
    guesses_of,
    is_folder,
    number_option,
    objective,
    option,
    reader,
    strategy_name,
)
from mastermind_core.cli.output import DONE, NOT_PROVEN, lengths_of, print_answer, solution_of
from mastermind_core.errors import BadArgument, Interrupted, NoStrategy, in_one_line, shown
from mastermind_core.games import number
from mastermind_core.notation import show_guess
from mastermind_core.progress import make_bar
from mastermind_core.show.text import bar_chart


@command(
    objective("mean"),
    option(
        "--pool",
        "which guesses may be made",
        choices=("all", "candidates", "legal"),
        default="all",
    ),
    option(
        "--opening",
        "begin with this guess",
        nargs=1,
        default=[],
        metavar="GUESS",
        otherwise="the best",
    ),
    number_option("--max-steps", "no path of more guesses", count, otherwise="any"),
    number_option("--max-cost", "no dearer path", reader(number)),
    option("--certificate", "write the proof here, for verify", metavar="FILE"),
    option("--save", "write the solution here, for --strategy and mc.load", metavar="FILE"),
    *BUDGET,
    JSON,
)
def optimal(given: argparse.Namespace) -> int:
    """Print what was found, and write what was asked for."""
    game = game_of(given)
    for name in ("certificate", "save"):
        _check_folder(name, getattr(given, name))
    opening = next(iter(guesses_of(game, given.opening)), None)
    with closing(make_bar("proving")) as bar:
        try:
            found = mc.optimal(
                game,
                given.objective,
                pool=given.pool,
                opening=opening,
                max_steps=given.max_steps,
                max_cost=given.max_cost,
                progress=bar,
                **budget_of(given),
            )
        except Interrupted as stop:
            if stop.solution is not None:
                _report(given, game, stop.solution)
            raise
        except NoStrategy as error:
            if given.seconds is None:
                raise
            print(error)
            return NOT_PROVEN
    _report(given, game, found)
    if given.certificate is not None:
        found.certificate(given.certificate)
        _wrote(given, "certificate", given.certificate)
    return DONE if found.proven else NOT_PROVEN


def _check_folder(name: str, path: str | None) -> None:
    """Refuse a file that cannot be written before the search, which may be long."""
    if path is not None and (not is_folder(Path(path).parent) or is_folder(path)):
        raise BadArgument(f"--{name}: cannot write {shown(path)}: it is a folder, or in none")


def _report(given: argparse.Namespace, game: Any, found: Any) -> None:
    """Print what was found, and save it where that was asked for."""
    text = f"{in_one_line(repr(game))}, {given.objective}: {found}"
    if not found.tree.over:
        text += f"\nfirst guess: {show_guess(game, found.tree.guess)}"
    print_answer(given, text, game=repr(game), **solution_of(game, found))
    if given.save is not None:
        mc.save(found, given.save)
        _wrote(given, "solution", given.save)


def _wrote(given: argparse.Namespace, what: str, path: str) -> None:
    if not given.json:
        print(f"{what}: {path}")


@command(*STRATEGY, objective("worst-then-mean"), *BUDGET, JSON)
def is_greedy_optimal(given: argparse.Namespace) -> int:
    """Print the verdict and the lengths of the strategy."""
    with closing(make_bar("proving")) as bar:
        game, strategy = game_and_strategy(given)
        verdict = mc.is_greedy_optimal(
            game, strategy, given.objective, progress=bar, **budget_of(given)
        )
    name, loses, text = strategy_name(strategy), verdict.loses_on, str(verdict)
    if verdict.lengths is not None:
        what = "cost" if isinstance(verdict.lengths, mc.CostDistribution) else "guesses"
        text += f"\n\n{what} | secrets ({name})\n{bar_chart(verdict.lengths)}"
    print_answer(
        given,
        text,
        game=repr(game),
        strategy=name,
        optimal=verdict.answer,
        proven=verdict.proven,
        loses_on=None if loses is None else show_guess(game, loses),
        **({} if verdict.lengths is None else lengths_of(verdict.lengths)),
        best=solution_of(game, verdict.solution),
    )
    return DONE if verdict.proven else NOT_PROVEN


@command(
    JSON,
    number_option(
        "--sample", "check N lemmas, drawn anew each time, and believe the others: no proof", int
    ),
    option(
        "--compiled",
        "check all with the checker in C++, a program that shares nothing with the other",
        action="store_true",
    ),
    own=(option("file", "the certificate", metavar="FILE"),),
)
def verify(given: argparse.Namespace) -> int:
    """Print what the certificate proves."""
    game = game_of(given)
    if given.compiled and given.sample is not None:
        raise BadArgument("--compiled checks all lemmas: leave --sample out")
    if given.compiled:
        proven = run_compiled(game, given.file)
    else:
        with closing(make_bar("checking lemmas")) as bar:
            proven = mc.verify_certificate(game, given.file, sample=given.sample, progress=bar)
    text = f"{in_one_line(repr(game))}: {proven}"
    print_answer(given, text, game=repr(game), proven=proven.proven, statement=str(proven))
    return DONE
