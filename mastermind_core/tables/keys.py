"""Trees in use: the answers of new rows, the goal where their path ends, and an evaluation."""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from math import inf
from numbers import Real
from typing import Any, NamedTuple

from mastermind_core.errors import BadArgument, shown
from mastermind_core.table import ScoreTable
from mastermind_core.tables.cells import UNKNOWN, is_mark, is_unknown
from mastermind_core.tables.rows import Merged
from mastermind_core.tree import Node, ids_of


class Step(NamedTuple):
    """A node's branches, by the cells in a column. A branch's end may have any type."""

    column: Any
    cells: dict[Any, Any]  # the end for each cell that is an answer
    bands: list[tuple[Any, Any, Any]]  # a minimum, which is excluded, a maximum, and the end
    missing: Any  # the end for a missing cell, or None
    likely: Any  # the end of the branch with the most weight
    other: Any  # the end for any other cell that is not missing, or None


# to_python copies these functions and is_mark: they use the standard library alone.
def number_of(cell: object) -> Any:
    """Return the number or the time that a cell is, or that its string has, or None for others.

    A day is its first moment, and all times are in UTC.
    """
    number: Any = written_number(cell) if isinstance(cell, str) else None
    if isinstance(cell, Decimal):
        number = float(cell)
    elif isinstance(cell, datetime.datetime):
        number = cell
    elif isinstance(cell, datetime.date):
        number = datetime.datetime.combine(cell, datetime.time())
    elif isinstance(cell, Real) and not isinstance(cell, bool):
        number = cell
    if isinstance(number, datetime.datetime) and number.tzinfo is not None:
        return number.astimezone(datetime.UTC).replace(tzinfo=None)
    if isinstance(number, int) and abs(number) >= 1 << 1023:  # no float is that large
        return inf if number > 0 else -inf
    return number


def written_number(cell: str) -> Any:
    """Return the number or the time that a string has, or None."""
    number: Any = None
    for read in (datetime.datetime.fromisoformat, float, int):
        with suppress(ValueError):
            number = None if "_" in cell else read(cell)
    return number


def ranges_for(number: Any, step: Any, *, points: bool) -> list[tuple[Any, Any, Any]]:
    """Return a step's bands comparable with a number, and its cells as ``points``."""
    bands = [(number_of(low), number_of(high), end) for low, high, end in step[2]]
    if points:
        values = [(cell, end) for cell, end in step[1].items() if not isinstance(cell, str)]
        cells = ((number_of(cell), end) for cell, end in values)
        bands += [(point, point, end) for point, end in cells if point is not None]
    is_time = isinstance(number, datetime.datetime)
    return [
        band
        for band in bands
        if band[:2] == (None, None)
        or isinstance(band[1] if band[0] is None else band[0], datetime.datetime) == is_time
    ]


def end_of(cell: Hashable, cells: dict[Any, Any]) -> Any:
    """Return the end for an equal cell, or one with the same string or number, or None."""
    if (end := cells.get(cell)) is not None:
        return end
    # The cells of a file are strings.
    if (end := {str(known): end for known, end in cells.items()}.get(str(cell))) is not None:
        return end
    number = number_of(cell)
    numbers = {number_of(known): end for known, end in reversed(cells.items())}
    return None if number is None else numbers.get(number)


def distance(number: Any, edge: Any) -> Any:
    """Return the distance between two numbers as a measure, exactly: no float sum overflows."""
    if isinstance(number, datetime.datetime):
        return abs(edge - number)
    if number in (inf, -inf):
        return -edge if number > 0 else edge
    return inf if edge in (inf, -inf) else abs(Fraction(edge) - Fraction(number))


def nearest_end(number: Any, ranges: list[tuple[Any, Any, Any]]) -> Any:
    """Return the end for the nearest range, the lower one in a tie. Without ranges: None."""
    ends: dict[Any, Any] = {}
    for low, high, end in ranges:
        edge = low if low is not None and low >= number else high
        ends.setdefault((distance(number, edge), edge), end)
    return ends[min(ends)] if ends else None


def end_of_number(step: Any, number: Any, unseen: str) -> Any:
    """Return the end for the range that has a number, or for the nearest one if asked."""
    if number is None:
        return None
    for low, high, end in ranges_for(number, step, points=False):
        if (low is None or low < number) and (high is None or number <= high):
            return end
    if unseen == "nearest":
        return nearest_end(number, ranges_for(number, step, points=True))
    return None


def find(step: Any, cell: Any, unseen: str) -> Any:
    """Return a step's end for a cell, or None if no branch has it."""
    _, cells, bands, missing, likely, other = step
    is_missing = cell is None or cell == "" or (bands and is_mark(cell))
    end = None if cell is None else end_of(cell, cells)
    if end is None:
        end = missing if is_missing else other
    if end is None and cell is not None:
        end = end_of_number(step, number_of(cell), unseen)
    return likely if end is None and unseen == "majority" else end


def heaviest(node: Node) -> int:
    """Return the place of a node's heaviest branch, the first among equals."""
    weight = node.table.weights.__getitem__
    weights = [sum(map(weight, ids_of(branch))) for branch in node.branches]
    return weights.index(max(weights))


def step_of(node: Node, ends: Iterable[Any], *, likely: Any = None) -> Step:
    """Return a node as a step, with its branches' ends.

    A guess is a column, or has a ``column`` and either a ``threshold`` that its numbers may be at
    most, or a ``value``. An answer may be a band, with a ``low`` and a ``high``, or "unknown" for a
    missing cell. Unless ``likely`` is given, it is the end of the heaviest branch.
    """
    guess: Any = node.guess
    pairs = [(branch.score, end) for branch, end in zip(node.branches, ends, strict=True)]
    if likely is None:
        likely = pairs[heaviest(node)][1]
    if hasattr(guess, "value") and hasattr(guess, "column"):
        return _step_of_value(node, dict(pairs), likely)
    limit = getattr(guess, "threshold", None)
    cells: dict[Any, Any] = {}
    bands: list[tuple[Any, Any, Any]] = []
    for answer, end in pairs:
        if hasattr(answer, "low"):
            bands.append((answer.low, answer.high, end))
        elif limit is not None and isinstance(answer, bool):
            bands.append((None, limit, end) if answer else (limit, None, end))
        else:
            cells[answer] = end
    column = guess if limit is None else guess.column
    return Step(column, cells, bands, cells.get(None, cells.get(UNKNOWN)), likely, None)


def _step_of_value(node: Node, ends: dict[Any, Any], likely: object) -> Step:
    """Return the step for a question about a value, with its answers' ends."""
    guess: Any = node.guess
    yes, no = ends.get(True), ends.get(False)
    missing = None
    if guess.value == UNKNOWN:
        missing = yes
    elif (guess.column, UNKNOWN) in node.table.guesses:
        missing = no
    # An empty string is a missing cell, unless the table has it as a value.
    empty = {"": no} if (guess.column, "") in node.table.guesses else {}
    return Step(guess.column, empty | {guess.value: yes}, [], missing, likely, no)


def result_of(table: ScoreTable, secrets: Sequence[int]) -> Any:
    """Return the goal that some secrets share or, in a game without goals, the likeliest secret."""
    if table.goals:
        return table.names[table.goals[secrets[0]]]
    return table.secrets.items[max(secrets, key=table.weights.__getitem__)]


def steps_of(tree: Node) -> tuple[list[Step], list[Any]]:
    """Return a tree's nodes in preorder, and the results at its ends.

    An end is a step's index, or the complement of a result's index.

    >>> from mastermind_core import TwoD, lazy_tree
    >>> steps, results = steps_of(lazy_tree(TwoD(2), "entropy"))
    >>> list(steps[0].cells.values()), results
    ([-1, 1, 2, 3], [(0, 1), (1, 1), (0, 0), (1, 0)])
    """
    steps: list[Step] = []
    results: list[Any] = []
    numbers = {node: at for at, (_, node) in enumerate(tree.walk())}
    for node in numbers:
        ends = []
        for branch in node.branches:
            if branch.subtree is None:
                results.append(result_of(tree.table, ids_of(branch)))
                ends.append(-len(results))
            else:
                ends.append(numbers[branch.subtree])
        steps.append(step_of(node, ends))
    return steps, results or [result_of(tree.table, tree.table.everything)]


def differ(result: Hashable, truth: Hashable) -> bool:
    """Return whether a result is wrong.

    A number in a file is the same as a string and as a number. A name for several equal rows is
    right for each.

    >>> differ("1", 1), differ("1.50", 1.5), differ("a", "b")
    (False, False, True)
    """
    names = result.rows if isinstance(result, Merged) else (result,)
    return all(end_of(name, {truth: True}) is None for name in names)


def check_unseen(unseen: object) -> str:
    """Return a rule for unseen values, or raise BadArgument for any other value."""
    if not isinstance(unseen, str) or unseen not in {"error", "nearest", "majority"}:
        raise BadArgument(f'unseen must be "error", "nearest" or "majority", not {shown(unseen)}')
    return unseen


def follow(tree: Node, row: object, unseen: str, called: str) -> Path:
    """Return a row's path, with a name for errors."""
    node = tree
    asked: list[Any] = []
    guessed = False
    branch = None
    while not node.over:
        step = step_of(node, node.branches)
        asked.append(node.guess)
        cell = _cell_of(row, step.column, called)
        try:
            seen = find(step, cell, "error")
            branch = seen or find(step, cell, unseen)
        except TypeError as error:
            raise BadArgument(f"{shown(step.column)} of {called}: {error}") from None
        if branch is None:
            raise _no_branch(node, step.column, cell, called)
        guessed |= seen is None
        below = branch.subtree
        if below is None:
            break
        node = below
    secrets = ids_of(branch) if branch else tree.table.everything
    return Path(result_of(tree.table, secrets), asked, guessed)


def _cell_of(row: Any, column: Any, called: str) -> Any:
    """Return a row's cell, or None if it is unknown."""
    try:
        cell = row[column]
    except (KeyError, IndexError):
        return None
    except TypeError:
        kind = "a mapping of cells by column"
        raise BadArgument(f"{called} must be {kind}, not {shown(row)}") from None
    return None if is_unknown(cell) else cell


def _no_branch(node: Node, column: object, cell: object, called: str) -> BadArgument:
    """Return the error for a cell that no branch in a node has."""
    was = "is missing" if cell is None else f"is {shown(cell)}"
    known = "has " + ", ".join(shown(branch.score) for branch in node.branches[:5])
    step = known if node.guess == column else f"asks {node.guess}"
    near = "" if cell is None else 'unseen="nearest" for numbers, or '
    return BadArgument(
        f"{shown(column)} of {called} {was}, where the tree {step}: correct the row, or pass "
        f'{near}unseen="majority"'
    )


class Path(NamedTuple):
    """A row's result, the guesses on its path, and whether a rule replaced an answer."""

    result: Any
    asked: list[Any]
    guessed: bool
