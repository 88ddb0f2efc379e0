"""Matrix games to which rows are added: optimal mixed strategies for rows and columns.

The first player chooses a row, the second a column, and the first pays the positive entry. Let y be
the probabilities of the columns, divided by the value of the game. Then y minimizes its sum subject
to each row paying at least 1. The simplex method keeps its tableau from row to row, and the reduced
costs of the slack variables give the probabilities of the rows (Dantzig 1951).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

#: Maximum number of columns for which fractions are fast enough.
_EXACT = 64

#: Numbers up to this size count as 0 in floats.
_NOISE = 1e-11


class MatrixGame:
    """A matrix game with a given number of columns, at first without rows.

    The game is solved in fractions up to 64 columns, and in floats beyond.

    Args:
        n_columns: The number of columns.

    >>> game = MatrixGame(2)
    >>> game.add([2, 1])
    >>> game.add([1, 3])
    >>> game.value, game.columns(), game.rows()
    (Fraction(5, 3), [Fraction(2, 3), Fraction(1, 3)], [Fraction(2, 3), Fraction(1, 3)])
    """

    def __init__(self, n_columns: int):
        self.exact = n_columns <= _EXACT
        self._number: Any = Fraction if self.exact else float
        self._noise: Any = 0 if self.exact else _NOISE
        self._n = n_columns
        self._tableau: list[list[Any]] = []  # per basic variable; the last entry is its value
        self._basic: list[int] = []
        self._reduced = [self._number(1)] * n_columns

    @property
    def value(self) -> Any:
        """Return the value of the game: the payment of the first player under optimal play."""
        return 1 / sum(self._solution())

    def columns(self) -> list[Any]:
        """Return the optimal probabilities of the columns."""
        solution = self._solution()
        whole = sum(solution)
        return [share / whole for share in solution]

    def rows(self) -> list[Any]:
        """Return the optimal probabilities of the rows."""
        shares = [max(share, self._number(0)) for share in self._reduced[self._n :]]
        whole = sum(shares)
        return [share / whole for share in shares]

    def add(self, pays: Sequence[Any]) -> None:
        """Add a row, and solve the game again from the last basis (dual simplex).

        Args:
            pays: The positive payments, one per column.
        """
        zero = self._number(0)
        one = self._number(1)
        for known in self._tableau:
            known.insert(-1, zero)
        self._reduced.append(zero)
        row = [*(-self._number(pay) for pay in pays), *([zero] * len(self._tableau)), one, -one]
        for variable, known in zip(self._basic, self._tableau, strict=True):
            row = _without(variable, row, known)
        self._tableau.append(row)
        self._basic.append(self._n + len(self._tableau) - 1)
        while (low := self._lowest()) is not None:
            self._pivot(low)

    def _lowest(self) -> int | None:
        """Return the row of the first negative variable (Bland's rule avoids cycling)."""
        rows = enumerate(self._tableau)
        below = [(self._basic[at], at) for at, row in rows if row[-1] < -self._noise]
        return min(below)[1] if below else None

    def _pivot(self, at: int) -> None:
        row = self._tableau[at]
        _, enters = min(
            (self._reduced[column] / -entry, column)
            for column, entry in enumerate(row[:-1])
            if entry < -self._noise
        )
        row = self._tableau[at] = [entry / row[enters] for entry in row]
        for other, known in enumerate(self._tableau):
            if other != at:
                self._tableau[other] = _without(enters, known, row)
        self._reduced = _without(enters, [*self._reduced, self._number(0)], row)[:-1]
        self._basic[at] = enters

    def _solution(self) -> list[Any]:
        shares = [self._number(0)] * self._n
        for variable, row in zip(self._basic, self._tableau, strict=True):
            if variable < self._n:
                shares[variable] = max(row[-1], self._number(0))
        return shares


def _without(column: int, row: list[Any], pivot: Sequence[Any]) -> list[Any]:
    """Return a row minus the multiple of the pivot row that makes its entry in a column 0."""
    times = row[column]
    if not times:
        return row
    return [entry - times * other for entry, other in zip(row, pivot, strict=True)]
