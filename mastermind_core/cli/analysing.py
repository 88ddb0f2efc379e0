"""The commands that play strategies: their lengths, comparisons and trees."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.games import command, game_and_strategy, game_of
from mastermind_core.cli.options import (
    JSON,
    SEED,
    STRATEGY,
    count,
    is_folder,
    number_option,
    option,
    player_of,
    reader,
    several,
    strategy_name,
    strategy_of,
)
from mastermind_core.cli.output import DONE, lengths_of, print_answer
from mastermind_core.errors import BadArgument, reason_of, shown
from mastermind_core.files.disk import write_whole
from mastermind_core.game import costs_of
from mastermind_core.progress import make_bar
from mastermind_core.show import to_text
from mastermind_core.show.text import bar_chart

#: Processes that are started at most for each processor.
_PROCESSES = 8

_COLUMNS = """\
Guesses a game: mean with half its 95 % interval (+-), median, standard
deviation, worst. Codes that were looked at and milliseconds, a game. Difference
of the mean from that of the first strategy, on the same secrets. Where guesses
have costs: their mean and half its interval, the worst, and differences of them."""

#: The forms, by the ending of a file: what writes the text of a tree.
FORMS: dict[str, str] = {
    "txt": "text, indented by depth",
    "json": "JSON, for --strategy and mc.load",
    "svg": "a picture",
    "dot": "a graph for Graphviz",
    "html": "a page to walk through",
}


@command(*STRATEGY, JSON)
def analyse(given: argparse.Namespace) -> int:
    """Print the distribution of lengths."""
    game, strategy = game_and_strategy(given)
    lengths = mc.length_distribution(game, strategy)
    figures, text = lengths_of(lengths), f"{lengths}\n\nguesses | secrets\n{bar_chart(lengths)}"
    if costs_of(game):
        costs = mc.cost_distribution(game, strategy)
        figures["costs"] = lengths_of(costs, "paths")
        text += f"\n\ncosts: {costs}"
    print_answer(given, text, game=repr(game), strategy=strategy_name(strategy), **figures)
    return DONE


@command(
    option(
        "--strategies",
        "each the name of a strategy, or a file with a tree or a solution",
        type=reader(several),
        required=True,
        metavar="A,B,...",
    ),
    number_option("--games", "games each", default=1000),
    SEED,
    JSON,
)
def compare(given: argparse.Namespace) -> int:
    """Print a table with a line a strategy."""
    game = game_of(given)
    strategies = [player_of(name, game) for name in given.strategies]
    with closing(make_bar("playing games")) as bar:
        table = mc.compare(game, strategies, given.games, seed=given.seed, progress=bar)
    standings = [
        {"strategy": one.strategy, "mean": float(one.mean)}
        | ({"mean_cost": one.costs.mean} if one.costs else {})
        for one in (row.summary for row in table.rows)
    ]
    print_answer(
        given,
        f"{table}\n\n{_COLUMNS}",
        game=repr(game),
        games=given.games,
        seed=given.seed,
        standings=standings,
    )
    return DONE


@command(
    *STRATEGY,
    number_option("--games", "games", default=1000),
    number_option("--workers", f"processes, at most {_PROCESSES} a processor", default=1),
    option("--log", "keep games here, and go on from them", metavar="FILE"),
    SEED,
    JSON,
)
def simulate(given: argparse.Namespace) -> int:
    """Print a summary of the games."""
    game = game_of(given)
    strategy = strategy_of(given, game)
    workers = min(given.workers, given.games, _PROCESSES * (os.cpu_count() or 1))
    pool = ProcessPoolExecutor(workers) if workers > 1 else nullcontext()
    with pool as executor, closing(make_bar("playing games")) as bar:
        summary = mc.simulate(
            game,
            strategy,
            given.games,
            seed=given.seed,
            executor=executor,
            log=given.log,
            progress=bar,
        )
    print_answer(
        given,
        summary,
        game=repr(game),
        strategy=strategy_name(strategy),
        games=given.games,
        seed=given.seed,
        mean=float(summary.mean),
        worst=summary.worst,
        **({"mean_cost": summary.costs.mean} if summary.costs else {}),
    )
    return DONE


@command(*STRATEGY, number_option("--orders", "random orders", count, default=60), SEED)
def tie_study(given: argparse.Namespace) -> int:
    """Print how the totals and worst cases spread over orders of the guesses, which break ties."""
    game, strategy = game_and_strategy(given)
    with closing(make_bar("playing orders of the guesses")) as bar:
        study = mc.studies.tie_study(
            game, strategy, orders=given.orders, seed=given.seed, progress=bar
        )
    print(f"{study}\n\nLengths are guesses:secrets. --order plays a random order again.")
    return DONE


@command(*STRATEGY, number_option("--depth", "open N levels", count, default=2))
def tree(given: argparse.Namespace) -> int:
    """Print the decision tree down to a depth."""
    print(to_text(mc.lazy_tree(*game_and_strategy(given)), depth=given.depth))
    return DONE


def forms_there() -> list[str]:
    """Return the forms that the library can write."""
    return [form for form in FORMS if form in ("txt", "json") or f"to_{form}" in mc.__all__]


@command(
    *STRATEGY,
    option("--to", "the file to write; - is the output", required=True, metavar="FILE"),
    option(
        "--format",
        "; ".join(f"{name}: {FORMS[name]}" for name in forms_there()),
        choices=sorted(forms_there()),
        otherwise="the ending of the file, and txt for -",
    ),
    number_option(
        "--depth",
        "open N levels in txt and svg",
        count,
        otherwise="all of them, and what fits a page",
    ),
)
def export(given: argparse.Namespace) -> int:
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
    """Return whether a path is where this command prints, as /dev/stdout is."""
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
