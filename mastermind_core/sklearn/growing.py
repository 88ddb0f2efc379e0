"""Growing a classification tree on arrays, by a histogram for each column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from attrs import define, field, frozen

#: An array of numpy.
Array: TypeAlias = "np.ndarray[Any, Any]"

#: The least normal float.
_TINY = np.finfo(float).tiny

#: The least gain of a split, against rounding.
_LEAST = -1e-9

#: The maximum numbers of cells and of bins in nodes that are looked at together.
_CELLS = 1 << 15
_BINS = 1 << 18


@frozen
class GrowthLimits:
    """A tree's limits.

    Attributes:
        depth: The maximum number of questions on a path.
        share: A node is a leaf if one class has this share.
        rows: The minimum number of rows in a leaf.
        look_ahead: How many columns' best questions are compared by the best questions after them.
    """

    depth: float
    share: float
    rows: int
    look_ahead: int


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
        finite = np.sort(numbers[~np.isnan(numbers)])
        known = finite[np.append(True, finite[1:] != finite[:-1])] if len(finite) else finite
        if is_category[at]:
            edges = known
            inner = edges
            codes[:, at] = np.searchsorted(edges, numbers)
        else:
            inner = _thresholds(finite, known, most)
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
    """Return thresholds for sorted numbers: all midpoints, or some with equally many between."""
    if len(known) <= most:
        low, high = known[:-1], known[1:]
        middle = low / 2 + high / 2
        return np.where((low <= middle) & (middle < high), middle, low)
    chosen = np.unique(numbers[np.arange(1, most) * (len(numbers) - 1) // most])
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
    growth = _Growth(table, classes, weights, how)
    tree.add(np.bincount(classes, weights, n_classes), 0)
    waiting = [(0, np.arange(len(classes)))]
    while waiting:
        batch = [
            (node, rows)
            for node, rows in _batch(waiting, table)
            if growth.is_open(tree.weights[node], tree.depths[node], len(rows))
        ]
        if not batch:
            continue
        totals = np.array([tree.weights[node] for node, _ in batch])
        depths = [tree.depths[node] for node, _ in batch]
        splits = growth.splits([rows for _, rows in batch], totals, depths)
        for number, split in splits:
            node, rows = batch[number]
            tree.columns[node] = split.column
            tree.limits[node] = split.limit
            tree.by_value[node] = split.by_value
            sides = split.sides(rows, totals[number])
            for children, (side, below) in zip((tree.no, tree.yes), sides, strict=True):
                children[node] = tree.add(below, tree.depths[node] + 1)
                waiting.append((children[node], side))
    return tree


def _batch(waiting: list[tuple[int, Array]], table: Binned) -> list[tuple[int, Array]]:
    """Take the last nodes off a list, as many as are looked at together."""
    batch: list[tuple[int, Array]] = []
    n_columns = table.codes.shape[1]
    cells = 0
    most = max(1, _BINS // max(1, len(table.column)))
    while waiting and len(batch) < most:
        cells += len(waiting[-1][1]) * n_columns
        if batch and cells > _CELLS:
            break
        batch.append(waiting.pop())
    return batch


class _Chosen(NamedTuple):
    """A question.

    Attributes:
        column: Its column.
        limit: The threshold, or the value's number.
        by_value: Whether the question is about a value.
        fits: The rows that answer yes.
        weights: Their class weights.
        gain: Its gain under the measure.
    """

    column: int
    limit: float
    by_value: bool
    fits: Array
    weights: Array
    gain: float

    def sides(self, rows: Array, total: Array) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
        """Return the rows and class weights for the answer no, and those for yes.

        Args:
            rows: The node's rows.
            total: The node's class weights.
        """
        no = (rows[~self.fits], np.maximum(total - self.weights, 0))
        return no, (rows[self.fits], self.weights)


@frozen
class _Growth:
    """The best questions for nodes of a tree, which are looked at together.

    Attributes:
        table: The table's bins.
        classes: Each row's class.
        weights: Each row's weight.
        how: The objective, the costs, and the limits.
    """

    table: Binned
    classes: Array
    weights: Array
    how: dict[str, Any]

    @property
    def limits(self) -> GrowthLimits:
        """The tree's limits."""
        limits: GrowthLimits = self.how["limits"]
        return limits

    def is_open(self, weights: Array, depth: int, n_rows: int) -> bool:
        """Return whether the limits allow a question at a node."""
        if depth >= self.limits.depth or n_rows < 2 * self.limits.rows:
            return False
        return bool(weights.max() < self.limits.share * weights.sum())

    def splits(
        self, batch: list[Array], totals: Array, depths: Sequence[int]
    ) -> Iterator[tuple[int, _Chosen]]:
        """Yield the number of each node that has a question, with its best one.

        Args:
            batch: The rows of each node.
            totals: The class weights of each node.
            depths: How many questions come before each node.
        """
        tried = list(self._ranked(batch, totals, self.limits.look_ahead))
        if self.limits.look_ahead == 1:
            yield from tried
            return
        values = self._values_ahead(tried, batch, totals, depths)
        best: dict[int, int] = {}
        for at, (number, _) in enumerate(tried):
            if number not in best or values[at] > values[best[number]]:
                best[number] = at
        for number, at in best.items():
            yield number, tried[at][1]

    def _values_ahead(
        self,
        tried: list[tuple[int, _Chosen]],
        batch: list[Array],
        totals: Array,
        depths: Sequence[int],
    ) -> Any:
        """Return for each question the gain per expected cost of it and the best questions after.

        Args:
            tried: The questions, each with the number of its node.
            batch: The rows of each node.
            totals: The class weights of each node.
            depths: How many questions come before each node.
        """
        costs = self.how["costs"]
        gains = np.array([split.gain for _, split in tried])
        expected = np.array([costs[split.column] for _, split in tried])
        children: list[tuple[int, Array]] = []
        waiting: list[tuple[int, Array]] = []
        for at, (number, split) in enumerate(tried):
            for rows, weights in split.sides(batch[number], totals[number]):
                if self.is_open(weights, depths[number] + 1, len(rows)):
                    waiting.append((len(children), rows))
                    children.append((at, weights))
        while waiting:
            part = _batch(waiting, self.table)
            here = [children[child] for child, _ in part]
            below = np.array([weights for _, weights in here])
            for child, split in self._ranked([rows for _, rows in part], below, 1):
                at, weights = here[child]
                gains[at] += split.gain
                share = weights.sum() / totals[tried[at][0]].sum()
                expected[at] += share * costs[split.column]
        return _per_cost(gains, expected)

    def _ranked(
        self, batch: list[Array], totals: Array, most: int
    ) -> Iterator[tuple[int, _Chosen]]:
        """Yield the best questions for each node about different columns, with the node's number.

        Args:
            batch: The rows of each node.
            totals: The class weights of each node.
            most: How many questions there are at most for each node, the best one first.
        """
        table = self.table
        local = _Local.of(table, batch)
        kinds = np.flatnonzero(totals.any(axis=0))
        kind = np.searchsorted(kinds, self.classes[local.rows])
        places = local.places * len(kinds) + kind[local.at]
        shape = (len(local.bins), len(kinds))
        spread = self.weights[local.rows][local.at]
        by_bin = np.bincount(places, spread, shape[0] * shape[1]).reshape(shape)
        sums = _upto(local, np.column_stack([by_bin, local.counts]))
        best, gains = self._best(local, sums[:, :-1], sums[:, -1], totals[:, kinds], most)
        for at, gain in zip(best.tolist(), gains.tolist(), strict=True):
            node, bin_ = int(local.node[at]), int(local.bins[at])
            own = batch[node]
            column = int(table.column[bin_])
            codes = table.codes[own, column]
            by_value = bool(table.by_value[bin_])
            limit = table.limits[bin_]
            if not by_value:  # midway in the gap between the rows' bins
                above = table.limits[local.bins[at + 1] - 1]
                limit = limit / 2 + above / 2 if np.isfinite(above) else limit
            below = np.zeros(totals.shape[1])
            below[kinds] = sums[at, :-1]
            fits = codes == bin_ if by_value else codes <= bin_
            yield node, _Chosen(column, float(limit), by_value, fits, below, gain)

    def _best(
        self, local: _Local, yes: Array, counts: Array, totals: Array, most: int
    ) -> tuple[Array, Array]:
        """Return the places and gains of the best questions for each node that has one.

        They gain the most per cost. One of many questions about a column may fit by chance. The
        bits that name it are therefore subtracted from its entropy: J. R. Quinlan (1996), "Improved
        use of continuous attributes in C4.5". Among equals a column with few questions is asked.
        """
        table, how = self.table, self.how
        least_rows = how["limits"].rows
        others = local.sizes[local.node] - counts
        valid = table.asks[local.bins] & (counts >= least_rows) & (others >= least_rows)
        asked = np.flatnonzero(valid)
        node = local.node[asked]
        yes = yes[asked]
        measure = OBJECTIVES[how["objective"]]
        whole = measure(totals)
        least = _LEAST * (1 + np.abs(whole))[node]
        of_yes, of_no = measure(np.stack([yes, np.maximum(totals[node] - yes, 0)]))
        gains = whole[node] - of_yes - of_no
        columns = table.column[local.bins[asked]]
        pairs = node * table.codes.shape[1] + columns
        ways = np.log2(np.bincount(pairs)[pairs])
        net = gains - ways * (1 if how["objective"] == "entropy" else -least)
        value = _per_cost(net, how["costs"][columns])
        value[gains <= least] = -np.inf
        if most == 1:
            best = _first_best(value, node, len(totals))
        else:
            best = _first_best(value, pairs, len(totals) * table.codes.shape[1])
            best = best[np.lexsort((-value[best], node[best]))]
            rank = np.arange(len(best)) - np.searchsorted(node[best], node[best])
            best = best[rank < most]
        return asked[best], net[best]


def _per_cost(gains: Array, costs: Array) -> Any:
    """Return gains per cost, where a loss is the worse the higher the cost is."""
    return np.where(gains > 0, gains / costs, gains * costs)


def _first_best(value: Array, group: Array, n_groups: int) -> Array:
    """Return the first place with the maximum value, unless it is -inf, for each group."""
    most = np.full(n_groups, -np.inf)
    np.maximum.at(most, group, value)
    best = np.flatnonzero((value == most[group]) & (value > -np.inf))
    _, first = np.unique(group[best], return_index=True)
    return best[first]


@frozen
class _Local:
    """The bins in some nodes, without bins that have all rows at their node.

    Attributes:
        rows: The rows of all nodes.
        sizes: How many rows each node has.
        at: Each cell's place among the rows.
        places: Each cell's bin, from 0.
        bins: Each bin's number in the whole table.
        node: Each bin's node.
        counts: How many rows each bin has.
        first: For each bin, the first one of its node and column.
        by_value: Whether a bin's question is about a value.
    """

    rows: Array
    sizes: Array
    at: Array
    places: Array
    bins: Array
    node: Array
    counts: Array
    first: Any
    by_value: Array

    @classmethod
    def of(cls, table: Binned, batch: list[Array]) -> _Local:
        """Return each node's bins."""
        n_bins = len(table.column)
        sizes = np.array([len(rows) for rows in batch])
        rows = np.concatenate(batch)
        own = np.repeat(np.arange(len(batch)), sizes)
        codes = table.codes[rows] + (own * n_bins)[:, None]
        counts = np.bincount(codes.ravel(), minlength=len(batch) * n_bins)
        at, column = np.nonzero(counts[codes] < sizes[own][:, None])
        cells = codes[at, column]
        here = np.flatnonzero((counts > 0) & (counts < np.repeat(sizes, n_bins)))
        places = np.empty(len(counts), dtype=np.int64)
        places[here] = np.arange(len(here))
        node, bins = np.divmod(here, n_bins)
        first = np.searchsorted(here, node * n_bins + table.starts[table.column[bins]])
        by_value = table.by_value[bins]
        return cls(rows, sizes, at, places[cells], bins, node, counts[here], first, by_value)


def _upto(local: _Local, by_bin: Array) -> Any:
    """Return for each bin the sums over rows that answer its question with yes."""
    sums = by_bin.cumsum(axis=0)
    before = np.concatenate([np.zeros((1, by_bin.shape[1])), sums])[local.first]
    return np.where(local.by_value[:, None], by_bin, sums - before)
