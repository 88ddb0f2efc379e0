"""The command that computes published figures again."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from pathlib import Path

from mastermind_core.cli.exits import DONE
from mastermind_core.cli.options import positive
from mastermind_core.errors import BadArgument
from mastermind_core.reproduce import report
from mastermind_core.reproduce.claims import CLAIMS
from mastermind_core.reproduce.documents import DOCUMENTS
from mastermind_core.reproduce.heuristics import Runs, heuristics_report, random_report
from mastermind_core.reproduce.measuring import SEED
from mastermind_core.reproduce.optima import OPTIMA, optima_report
from mastermind_core.reproduce.pages import make_pages
from mastermind_core.reproduce.sampled_claims import SAMPLED_CLAIMS

#: Games a row where only a few are to be played.
_QUICK = 20


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options of each family of figures."""
    parser.add_argument(
        "--all", dest="everything", action="store_true", help="judge every claim of the documents"
    )
    parser.add_argument(
        "--into",
        type=Path,
        default=Path("claims"),
        metavar="DIR",
        help="with --all: where the pages and the log are (default: claims)",
    )
    parser.add_argument(
        "--seed", type=int, default=SEED, metavar="N", help=f"with --all (default: {SEED})"
    )
    parser.add_argument("--quick", action="store_true", help="with --all: only what draws no games")
    parser.add_argument(
        "--document",
        action="append",
        choices=DOCUMENTS,
        help="with --all: this one only; may be repeated (default: each)",
    )
    parser.set_defaults(run=run_claims)
    families = parser.add_subparsers(title="figures", metavar="FAMILY")
    greedy = families.add_parser("greedy", help="exact figures of greedy strategies")
    _add_extent(greedy)
    greedy.set_defaults(run=run)
    optima = families.add_parser("optima", help="least totals and least worst cases, proven")
    _add_extent(optima)
    optima.set_defaults(run=run_optima)
    sampled = families.add_parser("heuristics", help="averages of heuristic strategies over games")
    extent = sampled.add_mutually_exclusive_group()
    extent.add_argument("--quick", action="store_true", help="few games, and no slow rows")
    extent.add_argument(
        "--games", type=positive, metavar="N", help="games a row (default: the source's)"
    )
    _add_only(sampled)
    sampled.add_argument(
        "--log", type=Path, metavar="DIR", help="keep games here, and go on from them"
    )
    sampled.add_argument(
        "--workers",
        "--jobs",
        type=positive,
        default=1,
        metavar="N",
        help="processes (default: 1)",
    )
    sampled.set_defaults(run=run_heuristics)


def _add_extent(family: argparse.ArgumentParser) -> None:
    rows = family.add_mutually_exclusive_group()
    rows.add_argument("--quick", action="store_true", help="only rows of seconds in plain Python")
    rows.add_argument("--all", action="store_true", help="also rows that take minutes")
    _add_only(family)


def _add_only(family: argparse.ArgumentParser) -> None:
    family.add_argument(
        "--only", default="", metavar="TEXT", help="only rows with this text (default: all)"
    )


def run_claims(given: argparse.Namespace) -> int:
    """Compute what the claims of the documents ask for, and write their pages."""
    if not given.everything:
        raise BadArgument("--all or a family of figures is needed: greedy, heuristics or optima")
    names = given.document or DOCUMENTS
    return _printed(make_pages(given.into, given.seed, names, quick=given.quick))


def run(given: argparse.Namespace) -> int:
    """Print the figures of greedy strategies beside those that are claimed."""
    rows = [row for row in CLAIMS if given.only in f"{row.game}, {row.what} [{row.source}]"]
    _need(rows, given.only)
    return _printed(report(rows, quick=given.quick, everything=given.all))


def run_optima(given: argparse.Namespace) -> int:
    """Print proven optima beside those that are known."""
    rows = [row for row in OPTIMA if given.only in row.game]
    _need(rows, given.only)
    return _printed(optima_report(rows, quick=given.quick, everything=given.all))


def run_heuristics(given: argparse.Namespace) -> int:
    """Print averages over games beside those that are claimed."""
    games = _QUICK if given.quick else given.games
    rows = [row for row in SAMPLED_CLAIMS if given.only in f"{row.what}, {row.game} [{row.source}]"]
    _need(rows, given.only)
    with ProcessPoolExecutor(given.workers) if given.workers > 1 else nullcontext() as executor:
        runs = Runs(games=games, log=given.log, executor=executor)
        _printed(heuristics_report(rows, runs, quick=given.quick))
    return DONE if given.only else _printed(random_report())


def _need(rows: object, only: str) -> None:
    if not rows:
        raise BadArgument(f"--only: no row has the text {only!r}")


def _printed(lines: Iterable[str]) -> int:
    """Print lines as they come; where none comes, say so."""
    some = False
    for line in lines:
        print(line, flush=True)
        some = True
    if not some:
        raise BadArgument("--quick: none of these rows is quick; leave it out")
    return DONE
