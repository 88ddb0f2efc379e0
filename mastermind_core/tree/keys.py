"""Trees in use: the answers of new rows, the goal at the end of their path, and an evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from math import inf
from numbers import Real
from operator import mul
from typing import Any, NamedTuple, cast

from attrs import frozen

from mastermind_core.errors import BadArgument, shown
from mastermind_core.game import costs_of
from mastermind_core.game.amounts import Exact, exact_numbers
from mastermind_core.game.cutting import UNKNOWN
from mastermind_core.game.reading import Table, is_unknown, read_table
from mastermind_core.game.tabular import beside, cell_number
from mastermind_core.results import Shown
from mastermind_core.table import ScoreTable


class Step(NamedTuple):
    """The branches of a node by the cells of a column; the end of a branch may be of any type."""

    column: Any
    cells: dict[Any, Any]  # the end for each cell that is an answer
    bands: list[tuple[Any, Any, Any]]  # a minimum, which is excluded, a maximum, and the end
    missing: Any  # the end for a missing cell, or None
    likely: Any  # the end of the branch with the most weight


# to_python copies these four functions: they use the standard library alone.
def number_of(cell: Any) -> Any:
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


def end_of(cell: Any, cells: dict[Any, Any]) -> Any:
    """Return the end of an equal cell, or of one with the same string or number, or None."""
    if (end := cells.get(cell)) is not None:
        return end
    # The cells of a file are strings.
    if (end := {str(known): end for known, end in cells.items()}.get(str(cell))) is not None:
        return end
    number = number_of(cell)
    numbers = {number_of(known): end for known, end in reversed(cells.items())}
    return None if number is None else numbers.get(number)


def nearest_end(number: Any, ranges: list[tuple[Any, Any, Any]]) -> Any:
    """Return the end of the nearest range of numbers, the lower of two; None without ranges."""
    below = [(high, end) for _, high, end in ranges if high is not None and high < number]
    above = [(low, end) for low, _, end in ranges if low is not None and low >= number]
    if not (below and above):
        ends = below or above
        pick = max if below else min
        return pick(ends, key=lambda pair: pair[0])[1] if ends else None
    high, lower = max(below, key=lambda pair: pair[0])
    low, upper = min(above, key=lambda pair: pair[0])
    if high == -inf or low == inf:
        return upper if low < inf else lower
    middle = (Fraction(low) + Fraction(high)) / 2  # exact, so that no sum of floats overflows
    return lower if number <= middle else upper


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


def step_of(node: Any, ends: Iterable[Any]) -> Step:
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
        weights.append((node.table.weigh(branch.secrets.places), end))
    column = node.guess if limit is None else node.guess.column
    missing = cells.get(None, cells.get(UNKNOWN))
    return Step(column, cells, bands, missing, max(weights, key=lambda pair: pair[0])[1])


def result_of(table: ScoreTable, secrets: Sequence[int]) -> Any:
    """Return the goal that some secrets share or, in a game without goals, the likeliest secret."""
    if table.goals:
        return table.names[table.goals[secrets[0]]]
    return table.secrets.items[max(secrets, key=table.weights.__getitem__)]


def steps_of(tree: Any) -> tuple[list[Step], list[Any]]:
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
                results.append(result_of(tree.table, branch.secrets.places))
            ends.append(numbers.get(branch.subtree, -len(results)))
        steps.append(step_of(node, ends))
    return steps, results or [result_of(tree.table, tree.table.everything)]


def differ(result: Any, truth: Any) -> bool:
    """Return whether a result is wrong. A number of a file is the same as a string and as a number.

    >>> differ("1", 1), differ("1.50", 1.5), differ("a", "b")
    (False, False, True)
    """
    return end_of(result, {truth: True}) is None


def check_unseen(unseen: Any) -> str:
    """Return a rule for unseen values; raise BadArgument for any other value."""
    if not isinstance(unseen, str) or unseen not in {"error", "nearest", "majority"}:
        raise BadArgument(f'unseen must be "error", "nearest" or "majority", not {shown(unseen)}')
    return unseen


def _follow(tree: Any, row: Any, unseen: str, called: str, steps: dict[Any, Step]) -> Path:
    """Return the path of a row; ``steps`` has the steps of nodes that rows have reached."""
    node, asked, guessed, branch = tree, [], False, None
    while node is not None and not node.over:
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
        node = branch.subtree
    secrets = branch.secrets.places if branch else tree.table.everything
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


def _paths(tree: Any, table: Table, unseen: str) -> list[Path]:
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


class Key:
    """The use of a tree for rows: a base of :class:`~mastermind_core.Node`."""

    __slots__ = ()

    def predict(self, row: Any, *, unseen: str = "error") -> Any:
        """Return the goal or the secret that a new row leads to.

        A guess reads the cell of its column. Only the nodes of the path are computed.

        Args:
            row: A mapping of cells by column, or a sequence if the columns are numbers.
            unseen: The rule for a missing cell or a value that no branch has. "error" raises an
                error, "nearest" takes the nearest known number, and "majority" takes the branch
                with the most weight.

        Returns:
            The goal; the secret in a game without goals.

        Raises:
            BadArgument: If no branch has the value, and the rule has no other.

        >>> from mastermind_core import FiniteGame, lazy_tree
        >>> legs = {"name": ["fly", "spider", "crab"], "legs": [6, 8, 10]}
        >>> tree = lazy_tree(FiniteGame.from_table(legs, id="name"), "entropy")
        >>> tree.predict({"legs": 8}), tree.predict({"legs": 100}, unseen="nearest")
        ('spider', 'crab')
        """
        return _follow(self, row, check_unseen(unseen), "the row", {}).result

    def apply(self, rows: Any, *, unseen: str = "error") -> list[Any]:
        """Return the result of :meth:`predict` for each row of a table.

        Args:
            rows: A data frame of pandas or polars, an Arrow table, a list of mappings, or another
                table of ``FiniteGame.from_table``.
            unseen: The rule of :meth:`predict`.

        Returns:
            The goals or the secrets in the order of the rows.

        Raises:
            BadArgument: If a column is missing, or a value has no branch.

        >>> from mastermind_core import FiniteGame, lazy_tree
        >>> legs = {"name": ["fly", "spider", "crab"], "legs": [6, 8, 10]}
        >>> tree = lazy_tree(FiniteGame.from_table(legs, id="name"), "entropy")
        >>> tree.apply([{"legs": 10}, {"legs": 6}])
        ['crab', 'fly']
        """
        if hasattr(rows, "__len__") and not isinstance(rows, str) and not len(rows):
            return []
        return [path.result for path in _paths(self, read_table(rows), unseen)]

    def evaluate(
        self, rows: Any, *, by: Any = None, prior: Any = None, unseen: str = "error"
    ) -> Evaluation:
        """Return the tests, the cost and the errors of the tree on rows, such as held-out ones.

        Args:
            rows: A table, as in :meth:`apply`.
            by: The right results: a column, a function of a row, or one value for each row.
                Without them there is no error.
            prior: The weights in the same form, equal by default.
            unseen: The rule of :meth:`predict`.

        Returns:
            An :class:`Evaluation`.

        Raises:
            BadArgument: If a column is missing, or a value has no branch.

        >>> from mastermind_core import FiniteGame, lazy_tree
        >>> legs = {"name": ["fly", "spider", "crab"], "legs": [6, 8, 10]}
        >>> tree = lazy_tree(FiniteGame.from_table(legs, id="name"), "entropy")
        >>> new = [{"legs": 8, "name": "spider"}, {"legs": 6, "name": "bee"}]
        >>> print(tree.evaluate(new, by="name"))
        2 rows: 1.0000 tests, worst 1, cost 1.0000, error 50.00%, 0 with unseen values
        """
        table, tree = read_table(rows), cast("Any", self)
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
