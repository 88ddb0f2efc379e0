"""A classification tree with few questions on average, for scikit-learn pipelines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from math import inf
from numbers import Real
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    _check_sample_weight,
    _check_y,
    check_is_fitted,
    validate_data,
)

from mastermind_core.errors import BadArgument, shown
from mastermind_core.sklearn.growing import OBJECTIVES, Grown, GrowthLimits, binned, grow

#: Microseconds per second.
_SECOND = 1_000_000


class IdentificationTree(ClassifierMixin, BaseEstimator):
    """A greedy tree that identifies a row's class by few or cheap yes-or-no questions.

    A question asks whether a number or a time is at most a threshold, or whether a category has a
    value. Data frames may have columns with categories, strings, truth values or times. A missing
    number is above every threshold, and a missing or new category is another value than the one
    asked for.

    Args:
        objective: A question's measure: "entropy", "gini" for Gini's impurity, or "pairs" with
            different classes. From the bits of entropy those are subtracted that name the question
            among those about its column. The other measures prefer few questions among equals.
        cost: The question cost for each column: a mapping by name or number, in which other columns
            cost 1, or a list.
        max_depth: The maximum number of questions on a path.
        min_share: The questions end when one class has this share. Below 1 the tree stops before it
            has memorized all rows.
        min_samples_leaf: The minimum number of rows in a leaf.
        min_worth: The share of a node's rows that each question, or unit of cost, must save from
            errors. A node becomes a leaf if the questions below it are worth less. A small number
            such as 0.0001 removes questions whose answers do not change the class.
        max_bins: The maximum number of bins in a number column. A column with more different
            numbers has thresholds at quantiles.
        look_ahead: How many questions about different columns are compared by the gain of the best
            questions after them, per expected cost. With 1 the tree is greedy. With 3 it often has
            fewer questions on average, and takes several times as long to grow.

    Attributes:
        classes_: The classes.
        n_features_in_: How many columns there are.

    >>> tree = IdentificationTree(max_depth=2).fit([[1, 0], [2, 0], [3, 1], [4, 1]], [*"aabc"])
    >>> tree.predict([[2, 0], [9, 1]]).tolist(), tree.questions([[2, 0], [9, 1]]).tolist()
    (['a', 'c'], [1, 2])
    """

    #: The values of each column of categories by number; None for a column of numbers.
    _categories: list[dict[int, Any] | None]
    _is_category: list[bool]
    _is_time: list[bool]
    _tree: Grown

    def __init__(
        self,
        *,
        objective: str = "entropy",
        cost: Any = None,
        max_depth: int | None = None,
        min_share: float = 1.0,
        min_samples_leaf: int = 1,
        min_worth: float = 0.0,
        max_bins: int = 256,
        look_ahead: int = 1,
    ) -> None:
        """Store the options. ``fit`` checks them."""
        self.objective = objective
        self.cost = cost
        self.max_depth = max_depth
        self.min_share = min_share
        self.min_samples_leaf = min_samples_leaf
        self.min_worth = min_worth
        self.max_bins = max_bins
        self.look_ahead = look_ahead

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def fit(self, X: object, y: object, sample_weight: object = None) -> IdentificationTree:  # noqa: N803
        """Grow the tree.

        Args:
            X: The table: a matrix or a data frame.
            y: Each row's class.
            sample_weight: Each row's weight.

        Returns:
            The estimator.

        Raises:
            BadArgument: If an option is not valid.
            ValueError: If the data are not valid.
        """
        self._check_options()
        cells, goals = self._cells(X, y, learn=True)
        check_classification_targets(goals)
        weights = _check_sample_weight(sample_weight, cells, dtype=float, ensure_non_negative=True)
        self.classes_, classes = np.unique(goals, return_inverse=True)
        kept = weights > 0
        limits = GrowthLimits(
            inf if self.max_depth is None else self.max_depth,
            self.min_share,
            self.min_samples_leaf,
            self.look_ahead,
        )
        costs = self._costs()
        how = {"objective": self.objective, "costs": costs, "limits": limits}
        table = binned(cells[kept], self._is_category, self.max_bins)
        self._tree = grow(table, classes[kept], weights[kept], len(self.classes_), how)
        if self.min_worth:
            self._tree.prune(costs * self.min_worth)
        return self

    def prune(self, min_worth: float) -> IdentificationTree:
        """Prune the fitted tree more, as if it were fitted again with this ``min_worth``.

        Args:
            min_worth: The new option, at least the old one.

        Returns:
            The estimator.

        Raises:
            BadArgument: If the option is not valid, or is less than before.
        """
        check_is_fitted(self)
        before = self.min_worth
        if isinstance(min_worth, Real) and min_worth < before:
            raise BadArgument(f"min_worth must be at least {before:g}, as the tree is pruned by it")
        self.min_worth = min_worth
        self._check_options()
        self._tree.prune(self._costs() * min_worth)
        return self

    def predict(self, X: object) -> Any:  # noqa: N803
        """Return the likeliest class for each row, the first among equals.

        Args:
            X: The table.
        """
        likeliest = self.predict_proba(X).argmax(axis=1)
        return self.classes_[likeliest]

    def predict_proba(self, X: object) -> Any:  # noqa: N803
        """Return the class shares at each row's leaf.

        Args:
            X: The table.
        """
        leaves = self._leaves(X)
        weights = np.array(self._tree.weights)
        return (weights / weights.sum(axis=1, keepdims=True))[leaves]

    def questions(self, X: object) -> Any:  # noqa: N803
        """Return how many questions each row takes.

        Args:
            X: The table.
        """
        return np.array(self._tree.depths)[self._leaves(X)]

    def export_text(self) -> str:
        """Return the tree as a string, with a line per question and class."""
        check_is_fitted(self)
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        tree = self._tree
        waiting = [(0, "")]
        while waiting:
            node, answer = waiting.pop()
            indent = "  " * tree.depths[node] + answer
            if tree.columns[node] < 0:
                weights = tree.weights[node]
                share = weights.max() / weights.sum()
                likeliest = self.classes_[weights.argmax()]
                yield f"{indent}= {likeliest}" + (f" (share {share:.3g})" if share < 1 else "")
                continue
            yield f"{indent}{self._question(node)}"
            waiting += [(tree.no[node], "False: "), (tree.yes[node], "True: ")]

    def _question(self, node: int) -> str:
        tree = self._tree
        column = tree.columns[node]
        names = getattr(self, "feature_names_in_", None)
        name = f"x{column}" if names is None else names[column]
        values = self._categories[column]
        if values is not None:
            return f"{name} is {values[int(tree.limits[node])]}"
        if self._is_time[column]:
            return f"{name} <= {_time(tree.limits[node])}"
        return f"{name} <= {tree.limits[node]:.6g}"

    def _leaves(self, given: object) -> Any:
        check_is_fitted(self)
        return self._tree.leaves(self._cells(given)[0])

    def _cells(self, given: Any, y: Any = None, *, learn: bool = False) -> tuple[Any, Any]:
        """Return a table as a float matrix, and the classes if its columns are learnt."""
        is_plain = not _has_categories(given)
        if is_plain and (learn or not any(self._is_category + self._is_time)):
            return self._plain_cells(given, y, learn=learn)
        goals = None
        validate_data(
            self, given, y if learn else "no_validation", reset=learn, skip_check_array=True
        )
        columns = [given[name] for name in given.columns]
        if learn:
            if not len(given):
                raise BadArgument("the table has no rows: there is nothing to learn")
            goals = _check_y(y)
            if goals.shape != (len(given),):
                raise BadArgument(f"y must have a class for each of {len(given)} rows")
            self._categories = [_values(column) for column in columns]
            self._is_category = [values is not None for values in self._categories]
            self._is_time = [*map(_has_times, columns)]
        self._check_times(columns)
        pairs = zip(columns, self._categories, strict=True)
        return np.column_stack([_numbered(column, values) for column, values in pairs]), goals

    def _plain_cells(self, given: Any, y: Any, *, learn: bool) -> tuple[Any, Any]:
        """Return a table without categories as a float matrix, and the classes if it is learnt."""
        options = {"dtype": float, "ensure_all_finite": "allow-nan", "reset": learn}
        if not learn:
            return validate_data(self, given, **options), None
        cells, goals = validate_data(self, given, y, **options)
        self._categories = [None] * cells.shape[1]
        self._is_category = self._is_time = [False] * cells.shape[1]
        return cells, goals

    def _check_times(self, columns: Sequence[Any]) -> None:
        """Raise BadArgument for a column that has times now or had them in fit, and not both."""
        for column, had_times in zip(columns, self._is_time, strict=True):
            if had_times != _has_times(column):
                had, has = ("times", "none") if had_times else ("no times", "some")
                name = shown(column.name)
                raise BadArgument(f"column {name} had {had} in fit, and has {has} now")

    def _costs(self) -> Any:
        """Return the question cost for each column."""
        n_columns = self.n_features_in_
        names = list(getattr(self, "feature_names_in_", range(n_columns)))
        given = self.cost
        if isinstance(given, Mapping):
            for name in given:
                if name not in names:
                    raise BadArgument(f"cost: the table has no column {shown(name)}")
            given = [given.get(name, 1) for name in names]
        try:
            costs = np.ones(n_columns) if given is None else np.array(list(given), dtype=float)
        except (TypeError, ValueError):
            costs = np.zeros(0)
        if costs.shape != (n_columns,) or not (costs > 0).all() or not np.isfinite(costs).all():
            raise BadArgument(f"cost must have a number over 0 for each of {n_columns} columns")
        return costs

    def _check_options(self) -> None:
        """Raise BadArgument for an option that is not valid."""
        if self.objective not in OBJECTIVES:
            raise BadArgument(f"objective must be {' or '.join(OBJECTIVES)}, not {self.objective}")
        share = self.min_share
        if not isinstance(share, Real) or not 0 < share <= 1:
            raise BadArgument(f"min_share must be over 0, and at most 1, not {shown(share)}")
        worth = self.min_worth
        if not isinstance(worth, Real) or not 0 <= worth <= 1:
            raise BadArgument(f"min_worth must be from 0 to 1, not {shown(worth)}")
        minima = {"max_depth": 0, "min_samples_leaf": 1, "max_bins": 2, "look_ahead": 1}
        for name, minimum in minima.items():
            value = getattr(self, name)
            if value is None and name == "max_depth":
                continue
            if not isinstance(value, (int, np.integer)) or value < minimum:
                raise BadArgument(f"{name} must be an integer from {minimum}, not {shown(value)}")


def _time(seconds: float) -> str:
    """Return a time as a string, as keys of tables print it."""
    return str(np.datetime64(round(seconds), "s").item())


def _has_categories(given: Any) -> bool:
    """Return whether a table is a data frame with a column that has no numbers."""
    if not hasattr(given, "columns") or not hasattr(given, "dtypes"):
        return False
    columns = [given[name] for name in given.columns]
    return any(_is_text(column) or _has_times(column) for column in columns)


def _has_times(column: Any) -> bool:
    """Return whether a column's cells are days or times."""
    return getattr(column.dtype, "kind", "O") == "M"


def _is_text(column: Any) -> bool:
    """Return whether a column's cells are values, and not numbers."""
    kind = getattr(column.dtype, "kind", "O")
    return kind not in "iufbM"


def _values(column: Any) -> dict[int, Any] | None:
    """Return a column's values, with categories by number, or None for numbers."""
    if not _is_text(column):
        return None
    return dict(enumerate(dict.fromkeys(column.dropna().tolist())))


def _numbered(column: Any, values: dict[int, Any] | None) -> Any:
    """Return a column as floats: numbers, or numbers for values, with NaN for other values."""
    if _has_times(column):
        times = np.asarray(column, dtype="datetime64[us]")
        return np.where(np.isnat(times), np.nan, times.astype(np.int64) / _SECOND)
    if values is None:
        return np.asarray(column, dtype=float)
    ids = {value: number for number, value in values.items()}
    return np.array([*map(ids.get, column.tolist(), repeat(np.nan))], dtype=float)
