"""Trees in use: the answers of new rows, the goal at the end of their path, and an evaluation."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from math import inf
from numbers import Real
from operator import mul
from typing import Any, NamedTuple

from attrs import frozen

from mastermind_core.errors import BadArgument, shown
from mastermind_core.game import Exact, costs_of, exact_numbers
from mastermind_core.results import Shown
from mastermind_core.table import ScoreTable
from mastermind_core.tables.cells import UNKNOWN, is_unknown
from mastermind_core.tables.reading import Table, read_table
from mastermind_core.tables.rows import beside, cell_number
from mastermind_core.tree import Node, ids_of


class Step(NamedTuple):
    """The branches of a node by the cells of a column; the end of a branch may be of any type."""

    column: Any
    cells: dict[Any, Any]  # the end for each cell that is an answer
    bands: list[tuple[Any, Any, Any]]  # a minimum, which is excluded, a maximum, and the end
    missing: Any  # the end for a missing cell, or None
    likely: Any  # the end of the branch with the most weight


# to_python copies these five functions: they use the standard library alone.
def number_of(cell: object) -> Any:
    """Return the number that a cell is, or that its string has; None if it has none."""
    number: Any = None
    if isinstance(cell, str) and "_" not in cell:
        with suppress(ValueError):
            number = float(cell)
        with suppress(ValueError):
            number = int(cell)
    elif isinstance(cell, Decimal):
        number = float(cell)
    elif isinstance(cell, Real) and not isinstance(cell, bool):
        number = cell
    if isinstance(number, int) and abs(number) >= 1 << 1023:  # no float is that large
        number = inf if number > 0 else -inf
    return number


def end_of(cell: Hashable, cells: dict[Any, Any]) -> Any:
    """Return the end of an equal cell, or of one with the same string or number, or None."""
    if (end := cells.get(cell)) is not None:
        return end
    # The cells of a file are strings.
    if (end := {str(known): end for known, end in cells.items()}.get(str(cell))) is not None:
        return end
    number = number_of(cell)
    numbers = {number_of(known): end for known, end in reversed(cells.items())}
    return None if number is None else numbers.get(number)


def distance(number: Any, edge: Any) -> Any:
    """Return a measure of the distance between two numbers, exactly: no sum of floats overflows."""
    if number in (inf, -inf):
        return -edge if number > 0 else edge
    return inf if edge in (inf, -inf) else abs(Fraction(edge) - Fraction(number))


def nearest_end(number: Any, ranges: list[tuple[Any, Any, Any]]) -> Any:
    """Return the end of the nearest range of numbers, the lower of two; None without ranges."""
    ends: dict[Any, Any] = {}
    for low, high, end in ranges:
        edge = low if low is not None and low >= number else high
        ends.setdefault((distance(number, edge), edge), end)
    return ends[min(ends)] if ends else None


def find(step: Any, cell: Any, unseen: str) -> Any:
    """Return the end of a step for a cell, or None if no branch has it."""
    _, cells, bands, missing, likely = step
    end = missing if cell is None else end_of(cell, cells)
    if end is None and cell == "":
        end = missing
    number = None if end is not None or cell is None else number_of(cell)
    if number is not None:
        for low, high, to in bands:
            if (low is None or low < number) and (high is None or number <= high):
                return to
        if unseen == "nearest":
            points = ((number_of(known), to) for known, to in cells.items())
            ranges = [(point, point, to) for point, to in points if point is not None]
            end = nearest_end(number, [*bands, *ranges])
    return likely if end is None and unseen == "majority" else end


def step_of(node: Node, ends: Iterable[Any]) -> Step:
    """Return a node as a step, with the ends of its branches.

    A guess is a column, or has a ``column`` and a ``threshold`` that its numbers may be at most. An
    answer may be a band, with a ``low`` and a ``high``, or "unknown" for a missing cell.
    """
    limit = getattr(node.guess, "threshold", None)
    cells: dict[Any, Any] = {}
    bands: list[tuple[Any, Any, Any]] = []
    weights: list[tuple[Exact, Any]] = []
    for branch, end in zip(node.branches, ends, strict=True):
        answer = branch.score
        edges = (answer.low, answer.high) if hasattr(answer, "low") else None
        if limit is not None and isinstance(answer, bool):
            edges = (None, limit) if answer else (limit, None)
        if edges is not None:
            bands.append((*edges, end))
        else:
            cells[answer] = end
        weights.append((node.table.weigh(ids_of(branch)), end))
    column = node.guess if limit is None else node.guess.column
    missing = cells.get(None, cells.get(UNKNOWN))
    return Step(column, cells, bands, missing, max(weights, key=lambda pair: pair[0])[1])


def result_of(table: ScoreTable, secrets: Sequence[int]) -> Any:
    """Return the goal that some secrets share or, in a game without goals, the likeliest secret."""
    if table.goals:
        return table.names[table.goals[secrets[0]]]
    return table.secrets.items[max(secrets, key=table.weights.__getitem__)]


def steps_of(tree: Node) -> tuple[list[Step], list[Any]]:
    """Return the nodes of a tree in preorder, and the results at its ends.

    An end is the index of a step, or the complement of the index of a result.

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
    """Return whether a result is wrong. A number of a file is the same as a string and as a number.

    >>> differ("1", 1), differ("1.50", 1.5), differ("a", "b")
    (False, False, True)
    """
    return end_of(result, {truth: True}) is None


def check_unseen(unseen: object) -> str:
    """Return a rule for unseen values; raise BadArgument for any other value."""
    if not isinstance(unseen, str) or unseen not in {"error", "nearest", "majority"}:
        raise BadArgument(f'unseen must be "error", "nearest" or "majority", not {shown(unseen)}')
    return unseen


def _follow(tree: Node, row: Any, unseen: str, called: str, steps: dict[Any, Step]) -> Path:
    """Return the path of a row; ``steps`` has the steps of nodes that rows have reached."""
    node = tree
    asked: list[Any] = []
    guessed = False
    branch = None
    while not node.over:
        step = steps.get(node) or steps.setdefault(node, step_of(node, node.branches))
        asked.append(node.guess)
        try:
            cell = row[step.column]
        except (KeyError, IndexError):
            cell = None
        except TypeError:
            kind = "a mapping of cells by column"
            raise BadArgument(f"{called} must be {kind}, not {shown(row)}") from None
        try:
            cell = None if is_unknown(cell) else cell
            seen = find(step, cell, "error")
            branch = seen or find(step, cell, unseen)
        except TypeError as error:
            raise BadArgument(f"{shown(step.column)} of {called}: {error}") from None
        if branch is None:
            was = "is missing" if cell is None else f"is {shown(cell)}"
            known = ", ".join(shown(one.score) for one in node.branches[:5])
            near = "" if cell is None else 'unseen="nearest" for numbers, or '
            raise BadArgument(
                f"{shown(step.column)} of {called} {was}, where the tree has {known}: correct the "
                f'row, or pass {near}unseen="majority"'
            )
        guessed |= seen is None
        below = branch.subtree
        if below is None:
            break
        node = below
    secrets = ids_of(branch) if branch else tree.table.everything
    return Path(result_of(tree.table, secrets), asked, guessed)


class Path(NamedTuple):
    """The result of a row, the guesses on its path, and whether a rule replaced an answer."""

    result: Any
    asked: list[Any]
    guessed: bool


class _FullRow(dict[Any, Any]):
    """A row of a table, which has a cell in every column."""

    def __missing__(self, column: Any) -> Any:
        raise BadArgument(f"the table has no column {shown(column)}")


def _paths(tree: Node, table: Table, unseen: str) -> list[Path]:
    """Return the path of each row of a table."""
    rule, steps = check_unseen(unseen), dict[Any, Step]()
    rows = zip(table.ids, table.rows(), strict=True)
    return [_follow(tree, _FullRow(row), rule, f"row {shown(own)}", steps) for own, row in rows]


@frozen
class Evaluation(Shown):
    """The tests, the cost and the errors of a tree on rows; the error is None without ``by``.

    Attributes:
        rows: The number of rows.
        tests: The mean number of guesses.
        worst: The maximum.
        cost: The mean cost.
        error: The share of wrong results.
        guessed: Rows with unseen values.
    """

    rows: int
    tests: Fraction
    worst: int
    cost: Fraction
    error: Fraction | None
    guessed: int

    def __str__(self) -> str:
        wrong = "" if self.error is None else f", error {float(self.error):.2%}"
        return (
            f"{self.rows:,} rows: {float(self.tests):.4f} tests, worst {self.worst}, "
            f"cost {float(self.cost):.4f}{wrong}, {self.guessed:,} with unseen values"
        )


def predict(tree: Node, row: object, *, unseen: str = "error") -> Any:
    """Return the goal or the secret that a new row leads to."""
    return _follow(tree, row, check_unseen(unseen), "the row", {}).result


def apply(tree: Node, rows: object, *, unseen: str = "error") -> list[Any]:
    """Return the result for each row of a table."""
    if hasattr(rows, "__len__") and not isinstance(rows, str) and not len(rows):
        return []
    return [path.result for path in _paths(tree, read_table(rows), unseen)]


def evaluate(
    tree: Node, rows: object, *, by: object = None, prior: object = None, unseen: str = "error"
) -> Evaluation:
    """Return the tests, the cost and the errors of a tree on rows."""
    table = read_table(rows)
    goals = beside(table, by, "by", set())
    given = beside(table, prior, "prior", set()) or [1] * len(table.ids)
    weights = exact_numbers("prior", map(cell_number, given), table.ids, zero=True)
    if not any(weights):
        raise BadArgument("prior must have a weight over 0")
    prices = dict(zip(tree.table.guesses.items, costs_of(tree.game), strict=False))
    paths = _paths(tree, table, unseen)

    def mean(numbers: Iterable[Exact]) -> Fraction:
        return Fraction(sum(map(mul, weights, numbers))) / sum(weights)

    return Evaluation(
        len(paths),
        mean(len(path.asked) for path in paths),
        max(len(path.asked) for path in paths),
        mean(sum(prices.get(guess, 1) for guess in path.asked) for path in paths),
        None if goals is None else mean(map(differ, (path.result for path in paths), goals)),
        sum(path.guessed for path in paths),
    )
