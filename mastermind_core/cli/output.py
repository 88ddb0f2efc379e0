"""What commands print: text for people, or one JSON object for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from fractions import Fraction
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any

from mastermind_core.cli.terminal import is_terminal
from mastermind_core.notation import show_guess

if TYPE_CHECKING:
    from mastermind_core.analysis import Distribution


def flush_output() -> None:
    """Send off what was printed, or fail where that cannot be done."""
    if sys.stdout is not None:
        sys.stdout.flush()


def print_lines(head: str, lines: Iterable[str]) -> None:
    """Print lines below a heading; a terminal folds long ones, each under where it begins."""
    print(head)
    width = max(get_terminal_size().columns - 1, 40) if is_terminal(sys.stdout) else 0
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        print(fill(line, width, subsequent_indent=indent) if width else line)


def print_json(**fields: Any) -> None:
    """Print one JSON object; what JSON does not know is written as its text."""
    print(json.dumps(fields, default=_plain, ensure_ascii=False))


def lengths_of(lengths: Distribution, name: str = "lengths") -> dict[str, Any]:
    """Return the figures of a distribution of lengths, or of costs."""
    return {
        name: {str(length): count for length, count in lengths.items()},
        "total": lengths.total,
        "mean": float(lengths.mean),
        "worst": max(lengths),
    }


def solution_of(game: Any, solution: Any) -> dict[str, Any]:
    """Return the figures of a solution."""
    return {
        "objective": solution.objective,
        "figures": solution.figures,
        "total": solution.total,
        "worst": solution.worst,
        "lower_bound": solution.lower_bound,
        "proven": solution.proven,
        "nodes": solution.nodes,
        "first_guess": None if solution.tree.over else show_guess(game, solution.tree.guess),
    }


def _plain(item: Any) -> Any:
    whole = isinstance(item, Fraction) and item.denominator == 1
    return int(item) if whole else str(item)
