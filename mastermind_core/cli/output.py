"""The output of commands, text for people or one JSON object for programs, and exit statuses."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from fractions import Fraction
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any

from mastermind_core.notation import show_guess

if TYPE_CHECKING:
    from mastermind_core.analysis import Distribution

DONE, NO, BAD_INPUT, NOT_PROVEN = range(4)

#: As shells count Ctrl-C, and an output that nobody reads.
INTERRUPTED, UNREAD = 130, 141

#: The exit statuses that a script can distinguish.
STATUSES = """exit status:
  0    done; where a proof was asked for, proven
  1    the answer is no: no such strategy, or a game lost or resigned
  2    bad input: an option, a file or a game that cannot be used
  3    not proven within the budget of --seconds
  130  stopped by Ctrl-C
  141  nobody reads the output any more, as after | head"""


def is_terminal(stream: Any) -> bool:
    """Return whether a stream is a terminal; one that has been closed or replaced need not say."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False


def flush_output() -> None:
    """Flush the output, or fail if that is impossible."""
    if sys.stdout is not None:
        sys.stdout.flush()


def print_lines(head: str, lines: Iterable[str]) -> None:
    """Print lines below a heading; a terminal folds long ones, each under where it begins."""
    print(head)
    for line in lines:
        print_folded(line, narrowest=40, hang=2)


def print_folded(line: str, *, narrowest: int = 20, hang: int = 0) -> None:
    """Print a line; a terminal folds it, but for one in colours, further lines indented."""
    if is_terminal(sys.stdout) and "\033" not in line:
        width = max(narrowest, get_terminal_size().columns - 1)
        indent = " " * (len(line) - len(line.lstrip()) + hang)
        line = fill(line, width, subsequent_indent=indent)
    print(line, flush=True)


def print_json(**fields: Any) -> None:
    """Print one JSON object; what JSON does not know is written as its text."""
    print(json.dumps(fields, default=_plain, ensure_ascii=False))


def print_answer(given: argparse.Namespace, text: object, **fields: Any) -> None:
    """Print a text, or the fields as one JSON object where that was asked for."""
    if given.json:
        print_json(**fields)
    else:
        print(text)


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
    names = ("objective", "figures", "total", "worst", "lower_bound", "proven", "nodes")
    first = None if solution.tree.over else show_guess(game, solution.tree.guess)
    return {**{name: getattr(solution, name) for name in names}, "first_guess": first}


def _plain(item: Any) -> Any:
    whole = isinstance(item, Fraction) and item.denominator == 1
    return int(item) if whole else str(item)
