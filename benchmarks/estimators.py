"""The estimator beside scikit-learn's tree: accuracy and tests on held-out rows.

Both are fitted to the rows of five folds with equally many options: each maximum depth and each
minimum size of a leaf, with two measures and six prices of pruning in scikit-learn, and here three
measures, two prices, and a greedy tree or one that looks ahead. A table of less than 250 rows is
divided into folds three times. The level is the lower of their best accuracies. Of each the line
has the best accuracy, the fewest tests that reach the level or are within its standard error, and
the time to grow a whole greedy tree. scikit-learn gets a column for each category, and the time for
that counts. A row of a package's data set with an unknown cell is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import sqrt
from time import process_time
from typing import Any, NamedTuple

from benchmarks.data_sets import UNKNOWN, Rows, number_in

FOLDS = 5
SEED = 1
DEPTHS = (2, 3, 4, 5, 6, 8, None)
LEAVES = (1, 3, 8)
CRITERIA = ("gini", "entropy")
OBJECTIVES = ("gini", "entropy", "pairs")

#: The prices of a leaf there, and of a question here, in shares of rows.
ALPHAS = (0.0, 0.001, 0.0025, 0.005, 0.01, 0.02)
WORTHS = (0.0001, 0.02)

#: The columns that a tree here compares by their next questions.
AHEAD = (1, 3)

#: How often the rows of a table are divided into folds, and the rows of a table that is so once.
REPEATS = 3
MANY_ROWS = 250

#: The rows of a larger file are drawn.
MOST_ROWS = 4_000

#: Trees of which the fastest counts.
_GROWN = 3


class Scored(NamedTuple):
    """The share of rows that are classified right, and the mean number of tests."""

    accuracy: float
    tests: float


def estimator_row(name: str, rows: Rows, draws: int = 0) -> str:
    """Measure both estimators on a data set, with folds that are drawn some times."""
    import numpy as np
    import pandas as pd

    kept = [at for at, row in enumerate(rows.cells) if not UNKNOWN.intersection(map(str, row))]
    columns = zip(*([*map(number_in, rows.cells[at])] for at in kept), strict=True)
    frame = pd.DataFrame(dict(zip(map(str, rows.names), columns, strict=True)))
    return _compared(name, frame, np.array([str(rows.classes[at]) for at in kept]), draws)


def file_row(name: str, path: str, by: str, left_out: str = "") -> str:
    """Measure both estimators on a CSV file.

    Args:
        name: The name of the data set.
        path: The file.
        by: The column with the classes.
        left_out: The columns that are not asked, separated by commas.
    """
    import pandas as pd

    frame = pd.read_csv(path).drop(columns=[one for one in left_out.split(",") if one])
    frame = frame.dropna(subset=[by]).reset_index(drop=True)
    if len(frame) > MOST_ROWS:
        frame = frame.sample(MOST_ROWS, random_state=SEED).reset_index(drop=True)
    return _compared(name, frame.drop(columns=[by]), frame[by].astype(str).to_numpy())


def _compared(name: str, frame: Any, classes: Any, draws: int = 0) -> str:
    import pandas as pd
    from sklearn.model_selection import KFold, StratifiedKFold
    from sklearn.tree import DecisionTreeClassifier

    from mastermind_core.sklearn import IdentificationTree

    rare = min(Counter(classes).values()) < FOLDS
    fold = KFold if rare else StratifiedKFold
    repeats = draws or (REPEATS if len(classes) < MANY_ROWS else 1)
    numbers = pd.get_dummies(frame).astype(float)
    splits = [
        split
        for repeat in range(repeats)
        for split in fold(FOLDS, shuffle=True, random_state=SEED + repeat).split(numbers, classes)
    ]

    def scored(fitted: Callable[..., Iterator[Any]], given: Any) -> list[Scored]:
        """Return a score for each model that is fitted to the same rows, in all folds together."""
        right: Counter[int] = Counter()
        tests: Counter[int] = Counter()
        for old, new in splits:
            known, unknown = given.iloc[old], given.iloc[new]
            for at, (model, count) in enumerate(fitted(known, classes[old])):
                right[at] += int((model.predict(unknown) == classes[new]).sum())
                tests[at] += int(count(model, unknown).sum())
        n_rows = repeats * len(classes)
        return [Scored(right[at] / n_rows, tests[at] / n_rows) for at in sorted(tests)]

    limits = [{"max_depth": depth, "min_samples_leaf": leaf} for depth in DEPTHS for leaf in LEAVES]

    theirs = partial(DecisionTreeClassifier, random_state=SEED)
    ours = IdentificationTree

    def fitted_there(rows: Any, goals: Any) -> Iterator[Any]:
        for limit, price, measure in product(limits, ALPHAS, CRITERIA):
            model = theirs(ccp_alpha=price, criterion=measure, **limit)
            yield model.fit(rows, goals), _tests_of_sklearn

    def fitted_here(rows: Any, goals: Any) -> Iterator[Any]:
        for limit, measure, ahead in product(limits, OBJECTIVES, AHEAD):
            model = ours(objective=measure, look_ahead=ahead, **limit).fit(rows, goals)
            for worth in WORTHS:  # pruned more and more
                yield model.prune(worth), ours.questions

    sides = {
        "scikit-learn": (
            scored(fitted_there, numbers),
            _milliseconds(lambda: theirs(criterion="entropy").fit(pd.get_dummies(frame), classes)),
        ),
        "ours": (
            scored(fitted_here, frame),
            _milliseconds(lambda: ours().fit(frame, classes)),
        ),
    }
    level = min(max(found).accuracy for found, _ in sides.values())
    error = sqrt(level * (1 - level) / len(classes))
    said = f"{name} estimator: {len(classes):,} rows, level {level:.1%}, standard error {error:.1%}"
    for side, (found, milliseconds) in sides.items():
        at_level, near = (_fewest(found, least) for least in (level, level - error))
        said += f"  {side} best {max(found).accuracy:.1%} tests {at_level:.2f}"
        said += f" within the error {near:.2f} grown in {milliseconds:.1f} ms"
    return said


def _fewest(found: list[Scored], level: float) -> float:
    """Return the fewest tests of a tree that reaches an accuracy."""
    return min(one.tests for one in found if one.accuracy >= level)


def _milliseconds(fit: Callable[[], Any]) -> float:
    """Return the least CPU time of a few fits."""
    times = []
    for _ in range(_GROWN):
        began = process_time()
        fit()
        times.append(process_time() - began)
    return 1000 * min(times)


def _tests_of_sklearn(model: Any, rows: Any) -> Any:
    """Return the number of tests on the path of each row."""
    return model.decision_path(rows).sum(axis=1) - 1
