"""The estimator beside scikit-learn's tree: accuracy and tests on held-out rows.

Both are fitted to the rows of five folds, with each maximum depth, each minimum size of a leaf,
each price of pruning, and each of their measures of a question. The level is the lower of their
best accuracies. Of each the line has the best accuracy, the fewest tests that reach the level, and
the time to grow a whole tree. scikit-learn gets a column for each category, and the time for that
counts. A row of a package's data set with an unknown cell is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from time import process_time
from typing import Any, NamedTuple

from benchmarks.data_sets import UNKNOWN, Rows, number_in

FOLDS = 5
SEED = 1
DEPTHS = (2, 3, 4, 5, 6, 8, None)
LEAVES = (1, 3, 8)

#: The prices of a leaf there, and of a question here, in shares of rows.
ALPHAS = (0.0, 0.005, 0.02)
WORTHS = (0.0001, 0.01, 0.04)

#: The rows of a larger file are drawn.
MOST_ROWS = 4_000

#: Trees of which the fastest counts.
_GROWN = 3


class Scored(NamedTuple):
    """The share of rows that are classified right, and the mean number of tests."""

    accuracy: float
    tests: float


def estimator_row(name: str, rows: Rows) -> str:
    """Measure both estimators on a data set."""
    import numpy as np
    import pandas as pd

    kept = [at for at, row in enumerate(rows.cells) if not UNKNOWN.intersection(map(str, row))]
    columns = zip(*([*map(number_in, rows.cells[at])] for at in kept), strict=True)
    frame = pd.DataFrame(dict(zip(map(str, rows.names), columns, strict=True)))
    return _compared(name, frame, np.array([str(rows.classes[at]) for at in kept]))


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


def _compared(name: str, frame: Any, classes: Any) -> str:
    import pandas as pd
    from sklearn.model_selection import KFold, StratifiedKFold
    from sklearn.tree import DecisionTreeClassifier

    from mastermind_core.sklearn import IdentificationTree

    rare = min(Counter(classes).values()) < FOLDS
    folds = (KFold if rare else StratifiedKFold)(FOLDS, shuffle=True, random_state=SEED)

    numbers = pd.get_dummies(frame).astype(float)
    splits = list(folds.split(numbers, classes))

    def scored(make: Any, given: Any, how: dict[str, Any], count: Any) -> Scored:
        right = 0
        tests = 0
        for old, new in splits:
            model = make(**how).fit(given.iloc[old], classes[old])
            right += int((model.predict(given.iloc[new]) == classes[new]).sum())
            tests += int(count(model, given.iloc[new]).sum())
        return Scored(right / len(classes), tests / len(classes))

    limits = [{"max_depth": depth, "min_samples_leaf": leaf} for depth in DEPTHS for leaf in LEAVES]

    def tuned(price: str, prices: Sequence[float], name: str, measures: Sequence[str]) -> Any:
        grid = product(limits, prices, measures)
        return [{**limit, price: own, name: measure} for limit, own, measure in grid]

    theirs = partial(DecisionTreeClassifier, random_state=SEED)
    ours = IdentificationTree
    sides = {
        "scikit-learn": (
            [
                scored(theirs, numbers, how, _tests_of_sklearn)
                for how in tuned("ccp_alpha", ALPHAS, "criterion", ("gini", "entropy"))
            ],
            _milliseconds(lambda: theirs(criterion="entropy").fit(pd.get_dummies(frame), classes)),
        ),
        "ours": (
            [
                scored(ours, frame, how, ours.questions)
                for how in tuned("min_worth", WORTHS, "objective", ("gini", "entropy", "pairs"))
            ],
            _milliseconds(lambda: ours().fit(frame, classes)),
        ),
    }
    level = min(max(found).accuracy for found, _ in sides.values())
    said = f"{name} estimator: {len(classes):,} rows, level {level:.1%}"
    for side, (found, milliseconds) in sides.items():
        fewest = min(one.tests for one in found if one.accuracy >= level)
        best = max(found).accuracy
        said += f"  {side} best {best:.1%} tests {fewest:.2f} grown in {milliseconds:.1f} ms"
    return said


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
