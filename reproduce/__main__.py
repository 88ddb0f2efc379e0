"""Compute published figures again, and compare: ``python -m reproduce``, in the clone."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from mastermind_core.cli import main as run_program
from mastermind_core.cli.parser import DONE, STATUSES, Parser
from mastermind_core.errors import BadArgument
from reproduce.again import compare_runs
from reproduce.documents import DOCUMENTS
from reproduce.inventory import inventory
from reproduce.measuring import SEED
from reproduce.optima import OPTIMA, optima_report
from reproduce.pages import make_pages
from reproduce.readings import SEARCHES, readings_report
from reproduce.rendering import write_pages

NAME = "python -m reproduce"


def make_parser(name: str) -> Parser:
    """Return the parser, which leaves in ``run`` the function of what was asked for."""
    parser = Parser(
        prog=name,
        description="Compute published figures again, and compare.",
        epilog=STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add(parser)
    return parser


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
        "--against",
        type=Path,
        metavar="DIR",
        help="with --all: compare with the pages there, made with another seed",
    )
    parser.add_argument(
        "--count",
        action="store_true",
        help="count the numbers, figures, rows and verdicts of the pages in --into",
    )
    parser.add_argument(
        "--document",
        action="append",
        choices=DOCUMENTS,
        help="with --all: this one only; may be repeated (default: each)",
    )
    parser.set_defaults(run=run)
    families = parser.add_subparsers(title="figures", metavar="FAMILY")
    optima = families.add_parser("optima", help="least totals and least worst cases, proven")
    _add_extent(optima)
    optima.set_defaults(run=run_optima)
    searches = families.add_parser("readings", help="every choice that a document leaves open")
    searches.add_argument(
        "name",
        nargs="*",
        metavar="NAME",
        help=f"{', '.join(SEARCHES)} (default: each, some minutes)",
    )
    searches.add_argument("--seed", type=int, default=SEED, metavar="N", help=f"(default: {SEED})")
    searches.set_defaults(run=run_readings)


def _add_extent(family: argparse.ArgumentParser) -> None:
    rows = family.add_mutually_exclusive_group()
    rows.add_argument("--quick", action="store_true", help="only rows of seconds in plain Python")
    rows.add_argument("--all", action="store_true", help="also rows that take minutes or hours")
    _add_only(family)


def _add_only(family: argparse.ArgumentParser) -> None:
    family.add_argument(
        "--only", default="", metavar="TEXT", help="only rows with this text (default: all)"
    )


def run(given: argparse.Namespace) -> int:
    """Compute what the claims of the documents ask for, and write their pages."""
    names = given.document or DOCUMENTS
    if given.count:
        return _printed(inventory(given.into, names))
    if not given.everything:
        raise BadArgument("--all, --count or optima is needed: what is to be computed?")
    made = make_pages(given.into, given.seed, names, quick=given.quick, known=given.against)
    _printed(made)
    if set(names) == set(DOCUMENTS):
        print("written into", ", ".join(write_pages(given.into, given.seed)) or "no page")
    return (
        DONE if given.against is None else _printed(compare_runs(given.against, given.into, names))
    )


def run_optima(given: argparse.Namespace) -> int:
    """Print proven optima beside those that are known."""
    rows = [row for row in OPTIMA if given.only in row.game]
    _need(rows, given.only)
    return _printed(optima_report(rows, quick=given.quick, everything=given.all))


def run_readings(given: argparse.Namespace) -> int:
    """Print the searches through what documents leave open."""
    return _printed(readings_report(given.name or SEARCHES, given.seed))


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


def main(arguments: Sequence[str] | None = None) -> int:
    """Compute what the arguments ask for, and return the exit status."""
    return run_program(arguments, make=make_parser, name=NAME)


if __name__ == "__main__":
    raise SystemExit(main())
