"""Trees in use: predictions for new rows, and their evaluation."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from operator import mul
from typing import Any

from attrs import frozen

from mastermind_core.errors import BadArgument
from mastermind_core.game import Exact, costs_of, exact_numbers
from mastermind_core.results import Shown
from mastermind_core.tables.applying import paths_of_table
from mastermind_core.tables.keys import check_unseen, differ, follow
from mastermind_core.tables.reading import read_table
from mastermind_core.tables.rows import beside, cell_number
from mastermind_core.tree import Node


@frozen
class Evaluation(Shown):
    """The tests, the cost and the errors of a tree on rows. The error is None without ``by``.

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
    return follow(tree, row, check_unseen(unseen), "the row").result


def apply(tree: Node, rows: object, *, unseen: str = "error") -> list[Any]:
    """Return the result for each row of a table."""
    if hasattr(rows, "__len__") and not isinstance(rows, str) and not len(rows):
        return []
    return [path.result for path in paths_of_table(tree, read_table(rows), check_unseen(unseen))]


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
    paths = paths_of_table(tree, table, check_unseen(unseen))

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
