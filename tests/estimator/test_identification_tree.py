"""The estimator of scikit-learn: its contract, and its splits against a search of all questions."""

from __future__ import annotations

from itertools import product
from math import log2
from random import Random

import pytest
from errors import one_line

import mastermind_core as mc

numpy = pytest.importorskip("numpy")
pytest.importorskip("sklearn")

from sklearn.model_selection import GridSearchCV  # noqa: E402 - after the skip
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402
from sklearn.utils.estimator_checks import check_estimator  # noqa: E402

from mastermind_core.sklearn import IdentificationTree  # noqa: E402


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"objective": "pairs", "max_bins": 8, "min_share": 0.9},
        {"objective": "gini", "min_worth": 0.02},
        {"look_ahead": 3},
    ],
)
def test_the_contract_of_estimators(how):
    # Arrays of other libraries are for estimators that say that they take them.
    check_estimator(IdentificationTree(**how), on_skip=None)


def disorder(weights, objective):
    """Return the measure of a group of rows by the weights of its classes."""
    total = sum(weights)
    if objective == "pairs":
        return (total * total - sum(w * w for w in weights)) / 2
    if objective == "gini":
        return sum(w * (1 - w / total) for w in weights if w)
    return sum(-w * log2(w / total) for w in weights if w)


def drawn(random):
    """Return the rows of a random table, with a class and a weight for each."""
    size = random.randint(2, 14)
    rows = [[random.choice([0, 1, 2.5, float("nan")]), random.randint(0, 3)] for _ in range(size)]
    return rows, [random.choice("abc") for _ in rows], [random.choice([1, 1, 2]) for _ in rows]


@pytest.mark.parametrize("seed", range(80))
def test_the_first_question_gains_the_most_per_cost(seed):
    random = Random(seed)
    rows, goals, weights = drawn(random)
    objective = random.choice(["entropy", "gini", "pairs"])
    costs = [random.choice([1, 2, 3]) for _ in range(2)]
    options = {"objective": objective, "cost": costs, "max_depth": 1}
    tree = IdentificationTree(**options).fit(rows, goals, weights)

    def measured(group):
        sums = [sum(weights[at] for at in group if goals[at] == goal) for goal in "abc"]
        return disorder([one for one in sums if one], objective)

    def gain(yes):
        no = [at for at in range(len(rows)) if at not in yes]
        return measured(range(len(rows))) - measured(yes) - measured(no)

    sides = {}
    for column, threshold in product(range(2), [0, 1, 2, 2.5]):
        yes = tuple(at for at, row in enumerate(rows) if row[column] <= threshold)
        if 0 < len(yes) < len(rows):
            sides.setdefault(column, set()).add(yes)

    def worth(column, yes):
        name = log2(len(sides[column])) if objective == "entropy" else 0
        net = gain(yes) - name
        return net / costs[column] if net > 0 else net * costs[column]

    questions = [(column, yes) for column, own in sides.items() for yes in own]
    best = max((worth(*one) for one in questions), default=0)
    most = max((gain(yes) for _, yes in questions), default=0)
    groups = {}
    for at, share in enumerate(map(tuple, tree.predict_proba(rows))):
        groups.setdefault((share, tree.questions(rows)[at]), []).append(at)
    asked = tree.questions(rows).max()
    if not asked:
        assert len(set(goals)) == 1 or most == pytest.approx(0)
        return
    question = tree.export_text().partition("\n")[0]
    column, threshold = question.removeprefix("x").split(" <= ")
    yes = tuple(at for at, row in enumerate(rows) if row[int(column)] <= float(threshold))
    assert worth(int(column), yes) == pytest.approx(best)


def gini(counts):
    """Return Gini's impurity, times the sum."""
    return sum(counts) - sum(one * one for one in counts) / max(sum(counts), 1)


def splits_of(rows, goals):
    """Yield the column, the two sides and the gain of each question that splits some rows."""

    def impurity(side):
        return gini([[goal for _, goal in side].count(goal) for goal in "abc"])

    pairs = [*zip(rows, goals, strict=True)]
    for column, threshold in product(range(4), range(4)):
        yes = [pair for pair in pairs if pair[0][column] <= threshold]
        no = [pair for pair in pairs if pair[0][column] > threshold]
        gain = impurity(pairs) - impurity(yes) - impurity(no)
        if yes and no and gain > 1e-9:
            yield column, threshold, (yes, no), gain


@pytest.mark.parametrize("seed", range(60))
def test_a_look_ahead_compares_each_column_by_its_next_questions(seed):
    random = Random(seed)
    rows = [[random.randint(0, 4) for _ in range(4)] for _ in range(random.randint(8, 20))]
    goals = [random.choice("abc") for _ in rows]
    tree = IdentificationTree(objective="gini", look_ahead=4).fit(rows, goals)

    def value(sides, gain):
        """Return the gain of a question and the best ones after it, per expected question."""
        asked = 1
        for side in sides:
            gains = [below for *_, below in splits_of(*zip(*side, strict=True))]
            if gains:
                gain += max(gains)
                asked += len(side) / len(rows)
        return gain / asked

    best = {}
    for column, threshold, sides, gain in splits_of(rows, goals):
        best.setdefault(column, []).append((gain, threshold, value(sides, gain)))
    if not best:
        assert tree.questions(rows).max() == 0
        return
    tied = {
        column: {at: worth for gain, at, worth in own if gain > max(own)[0] - 1e-9}
        for column, own in best.items()
    }
    column, _, threshold = tree.export_text().partition("\n")[0].partition(" <= ")
    here = [*tied[int(column[1:])].items()]
    worth = min(worth for at, worth in here if same_side(rows, int(column[1:]), at, threshold))
    assert all(worth > min(own.values()) - 1e-9 for own in tied.values())


def same_side(rows, column, at, threshold):
    """Return whether two thresholds of a column split some rows alike."""
    return all((row[column] <= at) == (row[column] <= float(threshold)) for row in rows)


def test_a_look_ahead_finds_two_questions_that_help_together():
    counts = {(0, 0): 10, (0, 1): 9, (1, 0): 11, (1, 1): 8}
    pairs = [pair for pair, count in counts.items() for _ in range(count)]
    goals = [a ^ b for a, b in pairs]
    cells = [
        [*pair, (goal + (at % 3 == 0)) % 2]
        for at, (pair, goal) in enumerate(zip(pairs, goals, strict=True))
    ]
    greedy = IdentificationTree(objective="gini").fit(cells, goals)
    ahead = IdentificationTree(objective="gini", look_ahead=3).fit(cells, goals)
    assert greedy.questions(cells).mean() > ahead.questions(cells).mean() == 2


@pytest.mark.parametrize("look_ahead", [1, 2])
@pytest.mark.parametrize("seed", range(20))
def test_a_full_tree_knows_every_row_that_differs(seed, look_ahead):
    rows, goals, _ = drawn(Random(seed))
    tree = IdentificationTree(look_ahead=look_ahead).fit(rows, goals)
    keys = [tuple("?" if cell != cell else cell for cell in row) for row in rows]
    for key, found in zip(keys, tree.predict(rows), strict=True):
        classes = [goal for other, goal in zip(keys, goals, strict=True) if other == key]
        assert classes.count(found) == max(map(classes.count, classes))


@pytest.mark.parametrize("seed", range(40))
def test_a_pruned_tree_has_the_least_errors_and_costs_of_all_its_prunings(seed):
    random = Random(seed)
    rows, goals, weights = drawn(random)
    costs = [random.choice([1, 2, 3]) for _ in range(2)]
    worth = random.choice([0.05, 0.1, 0.3])
    whole = IdentificationTree(cost=costs).fit(rows, goals, weights)
    pruned = IdentificationTree(cost=costs, min_worth=worth).fit(rows, goals, weights)

    def nodes(lines, members, choose):
        """Return the value of the tree in the lines for some rows, the least one to choose."""
        sums = [sum(weights[at] for at in members if goals[at] == goal) for goal in set(goals)]
        line = next(lines).strip().removeprefix("True: ").removeprefix("False: ")
        if line.startswith("="):
            return sum(sums) - max(sums)
        column, threshold = line.removeprefix("x").split(" <= ")
        yes = [at for at in members if rows[at][int(column)] <= float(threshold)]
        no = [at for at in members if at not in yes]
        asked = worth * costs[int(column)] * sum(sums)
        asked += nodes(lines, yes, choose) + nodes(lines, no, choose)
        return choose(asked, sum(sums) - max(sums))

    again = IdentificationTree(cost=costs, min_worth=worth / 2).fit(rows, goals, weights)
    assert again.prune(worth).export_text() == pruned.export_text()

    everything = [*range(len(rows))]
    least = nodes(iter(whole.export_text().split("\n")), everything, min)
    here = nodes(iter(pruned.export_text().split("\n")), everything, lambda asked, _: asked)
    assert here == pytest.approx(least)
    assert set(pruned.questions(rows)) <= set(range(whole.questions(rows).max() + 1))


@pytest.mark.parametrize("worth", [0.01, 2, "much"])
def test_a_tree_is_pruned_more_and_not_less(worth):
    tree = IdentificationTree(min_worth=0.02).fit([[1], [2]], [0, 1])
    with one_line(mc.BadArgument, "min_worth must be"):
        tree.prune(worth)


def test_many_thresholds_must_gain_more_than_few():
    random = numpy.random.default_rng(1)
    goals = numpy.arange(40) % 2
    accident = random.normal(size=40)
    told = numpy.where(numpy.arange(40) < 34, goals, 1 - goals)
    tree = IdentificationTree(max_depth=1).fit(numpy.column_stack([accident, told]), goals)
    assert tree.export_text().startswith("x1 <= 0.5")
    equal = numpy.column_stack([numpy.arange(40) + 40 * goals, goals])
    assert IdentificationTree(objective="gini").fit(equal, goals).export_text().startswith("x1")


@pytest.mark.parametrize("look_ahead", [1, 3])
def test_nodes_are_split_alike_together_and_alone(monkeypatch, look_ahead):
    random = numpy.random.default_rng(4)
    cells = random.integers(0, 9, size=(300, 5)).astype(float)
    cells[random.random(cells.shape) < 0.1] = numpy.nan
    goals = random.integers(0, 3, size=300)
    together = IdentificationTree(min_samples_leaf=2, look_ahead=look_ahead).fit(cells, goals)
    monkeypatch.setattr("mastermind_core.sklearn.growing._CELLS", 0)
    alone = IdentificationTree(min_samples_leaf=2, look_ahead=look_ahead).fit(cells, goals)
    assert together.export_text() == alone.export_text()


def test_a_row_of_weight_two_counts_as_two_rows():
    rows, goals, weights = drawn(Random(5))
    heavy = IdentificationTree(max_depth=2).fit(rows, goals, weights)
    twice = [at for at, weight in enumerate(weights) for _ in range(weight)]
    listed = IdentificationTree(max_depth=2).fit(
        [rows[at] for at in twice], [goals[at] for at in twice]
    )
    assert heavy.export_text() == listed.export_text()


def test_frames_of_categories():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {
            "colour": ["red", "blue", None, "green", "red", "blue"],
            "size": [1.5, None, 3, 4, 5, 6],
            "wet": [True, False, True, False, True, True],
        }
    )
    goals = [*"abcdef"]
    for colours in (frame["colour"], frame["colour"].astype("category")):
        given = frame.assign(colour=colours)
        tree = IdentificationTree().fit(given, goals)
        assert tree.predict(given).tolist() == goals
        assert tree.feature_names_in_.tolist() == ["colour", "size", "wet"]
        new = given.assign(colour=["black"] * 6)
        assert set(tree.predict(new)) <= set(goals)
    assert "colour is" in tree.export_text() or "size <=" in tree.export_text()
    with pytest.raises(ValueError, match="feature names"):
        tree.predict(frame[["size", "colour", "wet"]])
    with pytest.raises(ValueError, match="contains NaN"):
        tree.fit(frame, pandas.Series([*"abcde", None]))


@pytest.mark.parametrize("kind", ["object", "string", "category", "category of strings"])
def test_a_missing_category_is_another_value(kind):
    pandas = pytest.importorskip("pandas")
    cells = pandas.Series(["u", pandas.NA, "v", "u"], dtype="object")
    if kind == "category of strings":
        cells = cells.astype("string")
    frame = pandas.DataFrame({"c": cells.astype(kind.split()[0])})
    tree = IdentificationTree().fit(frame, [*"abca"])
    assert tree.predict(frame).tolist() == [*"abca"]
    assert "NA" not in tree.export_text()


def test_days_in_frames_are_asked_by_thresholds():
    pandas = pytest.importorskip("pandas")
    days = pandas.to_datetime(["2026-01-01", "2026-01-02", None, "2026-03-01", "2026-03-09"])
    for seen in (days, days.tz_localize("UTC")):
        frame = pandas.DataFrame({"seen": seen, "size": [1, 1, 1, 1, 1]})
        tree = IdentificationTree().fit(frame, [*"aabbb"])
        text = "seen <= 2026-01-31 00:00:00\n  True: = a\n  False: = b"
        assert tree.export_text() == text
        assert tree.predict(frame).tolist() == [*"aabbb"]
    cuts = {"seen": [pandas.Timestamp("2026-01-31")]}
    plain = pandas.DataFrame({"seen": days[[0, 3]]})
    key = mc.FiniteGame.from_table(plain, by=[*"ab"], cuts=cuts)
    assert text.startswith(str(key.guesses[0]))
    numbers = frame.assign(seen=[1.5, 2, 3, 4, 5])
    with pytest.raises(ValueError, match="column 'seen' had times in fit, and has none now"):
        tree.predict(numbers)


def test_a_pipeline_and_a_search_of_options():
    random = numpy.random.default_rng(2)
    cells = random.normal(size=(200, 4))
    goals = (cells[:, 0] > 0.3).astype(int) + (cells[:, 1] > 0)
    search = GridSearchCV(
        make_pipeline(StandardScaler(), IdentificationTree()),
        {"identificationtree__max_depth": [1, 3], "identificationtree__min_share": [0.8, 1.0]},
        cv=3,
    ).fit(cells, goals)
    assert search.best_params_["identificationtree__max_depth"] == 3
    assert search.score(cells, goals) > 0.9


def test_limits_of_the_tree():
    cells = [[at] for at in range(16)]
    full = IdentificationTree().fit(cells, range(16))
    assert full.questions(cells).tolist() == [4] * 16
    assert IdentificationTree(max_depth=2).fit(cells, range(16)).questions(cells).max() == 2
    leaves = IdentificationTree(min_samples_leaf=3).fit(cells, range(16)).predict(cells)
    assert min([*leaves].count(leaf) for leaf in leaves) >= 3
    goals = [0] * 15 + [1]
    early = IdentificationTree(min_share=0.9).fit(cells, goals)
    assert early.questions(cells).max() == 0
    assert early.export_text() == "= 0 (share 0.938)"
    few = IdentificationTree(max_bins=3).fit(cells, range(16)).questions(cells).max()
    assert few <= 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"objective": "ginny"}, "objective must be entropy or gini or pairs"),
        ({"min_worth": 1.5}, "min_worth must be from 0 to 1"),
        ({"min_share": 0}, "min_share must be over 0"),
        ({"max_depth": -1}, "max_depth must be an integer from 0"),
        ({"min_samples_leaf": 0.5}, "min_samples_leaf must be an integer from 1"),
        ({"max_bins": 1}, "max_bins must be an integer from 2"),
        ({"look_ahead": 0}, "look_ahead must be an integer from 1"),
        ({"cost": [1, 2]}, "cost must have a number over 0 for each of 1 columns"),
        ({"cost": {"size": 2}}, "cost: the table has no column 'size'"),
        ({"cost": {0: "two"}}, "cost must have a number over 0 for each of 1 columns"),
        ({"cost": "x"}, "cost must have a number over 0 for each of 1 columns"),
        ({"cost": 2}, "cost must have a number over 0 for each of 1 columns"),
    ],
)
def test_each_fault_is_one_line(options, words):
    with one_line(mc.BadArgument, words):
        IdentificationTree(**options).fit([[1], [2]], [0, 1])


def test_a_frame_of_categories_without_rows_is_refused_in_one_line():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"colour": ["red", "blue"], "size": [1, 2]})
    with one_line(mc.BadArgument, "the table has no rows"):
        IdentificationTree().fit(frame.iloc[:0], [])
