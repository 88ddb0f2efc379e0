"""Growing a classification tree on arrays, by a histogram for each column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from attrs import define, field, frozen

#: An array of numpy.
Array: TypeAlias = "np.ndarray[Any, Any]"

#: The least normal float.
_TINY = np.finfo(float).tiny

#: The least gain of a split, against rounding.
_LEAST = -1e-9


@frozen
class GrowthLimits:
    """A tree's limits.

    Attributes:
        depth: The maximum number of questions on a path.
        share: A node is a leaf if one class has this share.
        rows: The minimum number of rows in a leaf.
    """

    depth: float
    share: float
    rows: int


@frozen
class Binned:
    """A table's cells as bins, which are numbered through all columns.

    Attributes:
        codes: Each row's bin in each column.
        starts: Each column's first bin, and how many bins there are.
        column: Each bin's column.
        by_value: Whether a bin is a value, and not the numbers up to a threshold.
        asks: Whether a bin has a question: the last one with numbers has none.
        limits: Each bin's threshold, or its value's number.
    """

    codes: Array
    starts: Any
    column: Any
    by_value: Any
    asks: Any
    limits: Any


def binned(cells: Array, is_category: Sequence[bool], most: int) -> Binned:
    """Return a matrix's bins, where NaN is its column's last bin.

    Args:
        cells: The matrix, with categories as numbers from 0.
        is_category: Whether each column has categories.
        most: The maximum number of bins for numbers per column.
    """
    n_rows, n_columns = cells.shape
    codes = np.empty((n_rows, n_columns), dtype=np.int64)
    limits = []
    for at in range(n_columns):
        numbers = cells[:, at]
        known = np.unique(numbers[~np.isnan(numbers)])
        if is_category[at]:
            edges = known
            inner = edges
            codes[:, at] = np.searchsorted(edges, numbers)
        else:
            inner = _thresholds(numbers, known, most)
            edges = np.append(inner, np.inf)
            codes[:, at] = np.searchsorted(inner, numbers)  # NaN is above all
            codes[np.isnan(numbers), at] = len(inner) + 1
        limits.append(np.append(edges, np.nan))
    sizes = np.array([len(part) for part in limits])
    starts = np.concatenate([[0], np.cumsum(sizes)])
    column = np.repeat(np.arange(n_columns), sizes)
    flat = np.concatenate(limits) if limits else np.empty(0)
    by_value = np.asarray(is_category, dtype=bool)[column]
    asks = ~np.isnan(flat)
    return Binned(codes + starts[:-1], starts, column, by_value, asks, flat)


def _thresholds(numbers: Array, known: Array, most: int) -> Any:
    """Return a column's thresholds: all midpoints, or some with equally many rows between."""
    if len(known) <= most:
        low, high = known[:-1], known[1:]
        middle = low / 2 + high / 2
        return np.where((low <= middle) & (middle < high), middle, low)
    parts = np.linspace(0, 1, most + 1)[1:-1]
    finite = numbers[~np.isnan(numbers)]
    chosen = np.unique(np.quantile(finite, parts, method="lower"))
    return chosen[chosen < known[-1]]


def _entropy(weights: Array) -> Any:
    """Return the class weights' entropy, times their sum, where the classes are the last axis."""
    return _plogp(weights.sum(axis=-1)) - _plogp(weights).sum(axis=-1)


def _plogp(weights: Array) -> Any:
    """Return each weight times its binary logarithm, 0 for 0."""
    return weights * np.log2(np.maximum(weights, _TINY))


def _pairs(weights: Array) -> Any:
    """Return the total weight for pairs with different classes."""
    total = weights.sum(axis=-1)
    return (total * total - (weights * weights).sum(axis=-1)) / 2


def _gini(weights: Array) -> Any:
    """Return Gini's impurity, times the sum of the class weights."""
    total = weights.sum(axis=-1)
    return total - (weights * weights).sum(axis=-1) / np.maximum(total, _TINY)


#: The cost of a node by its class weights: greedy trees gain the most per cost of a question.
OBJECTIVES = {"entropy": _entropy, "gini": _gini, "pairs": _pairs}


@define
class Grown:
    """A binary tree as arrays, where a leaf has column -1.

    Attributes:
        columns: Each node's column.
        limits: The threshold, or the value's number.
        by_value: Whether the question is about a value.
        yes: The child for the answer yes.
        no: The child for the answer no.
        weights: Each node's class weights.
        depths: How many questions come before each node.
    """

    columns: list[int] = field(factory=list)
    limits: list[float] = field(factory=list)
    by_value: list[bool] = field(factory=list)
    yes: list[int] = field(factory=list)
    no: list[int] = field(factory=list)
    weights: list[Any] = field(factory=list)
    depths: list[int] = field(factory=list)

    def add(self, weights: Array, depth: int) -> int:
        """Add a leaf, and return its number."""
        self.columns.append(-1)
        self.limits.append(float("nan"))
        self.by_value.append(False)
        self.yes.append(-1)
        self.no.append(-1)
        self.weights.append(weights)
        self.depths.append(depth)
        return len(self.columns) - 1

    def prune(self, prices: Array) -> None:
        """Make a leaf of each node whose questions avoid fewer errors than they cost.

        This is cost-complexity pruning with the expected cost of the questions as the complexity.

        Args:
            prices: The weight of errors that a question about each column must avoid per row.
        """
        least = [0.0] * len(self.columns)
        for node in reversed(range(len(self.columns))):  # children have greater numbers
            total = self.weights[node].sum()
            least[node] = total - self.weights[node].max()
            column = self.columns[node]
            if column < 0:
                continue
            asked = prices[column] * total + least[self.yes[node]] + least[self.no[node]]
            if asked < least[node]:
                least[node] = asked
            else:
                self.columns[node] = -1

    def leaves(self, cells: Array) -> Any:
        """Return the leaf for each row in a matrix."""
        columns, limits = np.array(self.columns), np.array(self.limits)
        by_value, yes, no = np.array(self.by_value), np.array(self.yes), np.array(self.no)
        nodes = np.zeros(len(cells), dtype=np.int64)
        rows = np.arange(len(cells)) if columns[0] >= 0 else np.empty(0, dtype=np.int64)
        while len(rows):
            here = nodes[rows]
            values = cells[rows, columns[here]]
            fits = np.where(by_value[here], values == limits[here], values <= limits[here])
            nodes[rows] = np.where(fits, yes[here], no[here])
            rows = rows[columns[nodes[rows]] >= 0]
        return nodes


def grow(
    table: Binned, classes: Array, weights: Array, n_classes: int, how: dict[str, Any]
) -> Grown:
    """Return a table's greedy tree.

    Args:
        table: The table's bins.
        classes: Each row's class, from 0.
        weights: Each row's weight.
        n_classes: How many classes there are.
        how: The ``objective``, the columns' ``costs``, and the ``limits``.
    """
    tree = Grown()
    everything = np.arange(len(classes))
    tree.add(np.bincount(classes, weights, n_classes), 0)
    waiting = [(0, everything)]
    while waiting:
        node, rows = waiting.pop()
        total = tree.weights[node]
        limits: GrowthLimits = how["limits"]
        is_full = tree.depths[node] >= limits.depth or len(rows) < 2 * limits.rows
        if is_full or total.max() >= limits.share * total.sum():
            continue
        best = _best(table, (classes[rows], weights[rows], table.codes[rows]), total, how)
        if best is None:
            continue
        column = table.column[best]
        codes = table.codes[rows, column]
        fits = codes == best if table.by_value[best] else codes <= best
        tree.columns[node] = int(column)
        tree.limits[node] = _limit(table, best, codes)
        tree.by_value[node] = bool(table.by_value[best])
        for children, part in ((tree.no, rows[~fits]), (tree.yes, rows[fits])):
            below = np.bincount(classes[part], weights[part], n_classes)
            children[node] = tree.add(below, tree.depths[node] + 1)
            waiting.append((children[node], part))
    return tree


def _best(table: Binned, given: tuple[Any, Any, Any], total: Array, how: dict[str, Any]) -> Any:
    """Return the bin whose question gains the most per cost, the first among equals, or None.

    Only the given rows' bins and classes are looked at: a deep node has few.
    """
    classes, weights, codes = given
    local = _Local.of(table, codes)
    kinds = np.flatnonzero(total)
    kind = np.searchsorted(kinds, classes)
    kind_total = total[kinds]
    places = (local.codes * len(kinds) + kind[:, None]).ravel()
    spread = np.repeat(weights, local.codes.shape[1])
    shape = (len(local.bins), len(kinds))
    by_bin = np.bincount(places, spread, shape[0] * shape[1]).reshape(shape)
    sums = _upto(local, np.column_stack([by_bin, local.counts]))
    yes, counts = sums[:, :-1], sums[:, -1]
    rows = how["limits"].rows
    valid = table.asks[local.bins] & (counts >= rows) & (len(classes) - counts >= rows)
    asked = np.flatnonzero(valid)
    if not len(asked):
        return None
    measure = OBJECTIVES[how["objective"]]
    yes = yes[asked]
    no = np.maximum(kind_total - yes, 0)
    whole = measure(kind_total)
    of_yes, of_no = measure(np.stack([yes, no]))
    gains = whole - of_yes - of_no
    gains /= how["costs"][table.column[local.bins[asked]]]
    best = int(gains.argmax())
    least = _LEAST * (1 + abs(whole))
    return int(local.bins[asked[best]]) if gains[best] > least else None


@frozen
class _Local:
    """Some rows' bins, numbered from 0.

    Attributes:
        bins: Each bin's number in the whole table.
        codes: Each row's bin in each column.
        counts: How many rows each bin has.
        first: For each bin, its column's first bin.
        by_value: Whether a bin's question is about a value.
    """

    bins: Any
    codes: Array
    counts: Any
    first: Any
    by_value: Any

    @classmethod
    def of(cls, table: Binned, codes: Array) -> _Local:
        """Return rows' bins. Columns in which they are in one bin have no question."""
        lows, highs = codes.min(axis=0), codes.max(axis=0)
        kept = codes[:, lows < highs]
        counts = np.bincount(kept.ravel(), minlength=len(table.column))
        bins = np.flatnonzero(counts)
        places = np.empty(len(counts), dtype=np.int64)
        places[bins] = np.arange(len(bins))
        first = np.searchsorted(bins, table.starts[table.column[bins]])
        return cls(bins, places[kept], counts[bins], first, table.by_value[bins])


def _upto(local: _Local, by_bin: Array) -> Any:
    """Return for each bin the sums over rows that answer its question with yes."""
    sums = by_bin.cumsum(axis=0)
    before = np.concatenate([np.zeros((1, by_bin.shape[1])), sums])[local.first]
    return np.where(local.by_value[:, None], by_bin, sums - before)


def _limit(table: Binned, best: int, codes: Array) -> float:
    """Return a bin's value, or a threshold midway in the gap above it.

    The gap is between the rows' bins.
    """
    low = table.limits[best]
    if table.by_value[best]:
        return float(low)
    above = table.limits[codes[codes > best].min() - 1]
    return float(low / 2 + above / 2 if np.isfinite(above) else low)
