"""Keys in use: predictions, evaluations, and trees as Python, SQL and couplets.

The reference implementation of a prediction follows the nested dictionaries of ``to_dict``.
"""

from __future__ import annotations

import json
import re
import sqlite3
from datetime import date, datetime, timedelta, timezone
from enum import Enum
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core.cli import main
from mastermind_core.files import to_couplets, to_python, to_sql

RULES = ("error", "nearest", "majority")
INSECTS = {
    "name": ["fly", "mosquito", "bee", "wasp", "ant", "moth"],
    "wings": [2, 2, 4, 4, 0, 4],
    "sting": ["no", "yes", "yes", "yes", "no", "no"],
    "hairy": ["no", "no", "yes", "no", "no", "yes"],
}


class Cut(NamedTuple):
    column: Any
    threshold: Any


class Band(NamedTuple):
    low: Any
    high: Any


def insects():
    return mc.optimal(mc.FiniteGame.from_table(INSECTS, id="name")).tree


#: The cells that a random column may have. Names and values are hostile to quoting.
KINDS = {
    "plain": [2, 4, 7],
    "float's": [-1.5, 0.25, 3.0],
    'quo"ted': ["it's", 'a "b"', "x;y", ""],
    "select": [True, False],
    "order by": ["no", "yes"],
    "ключ": ["да", "нет"],
}


def drawn(seed):
    """Return a random table of rows with classes, weights and costs, and its tree."""
    random = Random(seed)
    names = random.sample(list(KINDS), random.randint(3, 5))
    kept: dict[Any, dict[str, Any]] = {}
    for _ in range(random.randint(2, 12)):
        row = {name: random.choice(KINDS[name]) for name in names}
        kept.setdefault(tuple(row.values()), row)
    rows = list(kept.values())
    classes = random.choice([None, ["a", "b'c", None, 3, 2.5]])
    goals = [at if classes is None else random.choice(classes) for at in range(len(rows))]
    options: dict[str, Any] = {"by": goals}
    if random.random() < 0.6:
        options["prior"] = [random.choice([1, 2, Fraction(1, 2)]) for _ in rows]
    if random.random() < 0.6:
        options["cost"] = {name: random.choice([1, 3, Fraction(1, 3)]) for name in names}
    game = mc.FiniteGame.from_table(rows, **options)
    return random, rows, goals, options, mc.lazy_tree(game, random.choice(["entropy", "knuth"]))


def strange(random, rows):
    """Return rows that are not in the table: other values, missing cells and missing columns."""
    made = []
    for _ in range(12):
        row = dict(random.choice(rows))
        for name in row:
            if random.random() < 0.5:
                other = ["new"] if name in TEXT else [3, 3.25, -9, 100]
                row[name] = random.choice([None, float("nan"), *other, *KINDS[name]])
        made.append(row)
    return made


#: Columns of text: SQL compares them with strings only.
TEXT = {'quo"ted', "order by", "ключ"}


def is_real(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def oracle(tree, row, rule):
    """Return the result of a row, by the nested dictionaries of a tree; None if it has none."""
    node, left = tree.to_dict(), tree
    while True:
        cell = row.get(node["guess"])
        cell = None if cell != cell else cell
        branches = {branch["score"]: branch for branch in node["branches"]}
        if cell not in branches:
            numbers = [score for score in branches if is_real(score)]
            if rule == "majority":
                weigh = {
                    score: sum(weight_of(tree, one) for one in left[score].secrets)
                    for score in branches
                }
                cell = max(weigh, key=lambda score: weigh[score])
            elif rule == "nearest" and is_real(cell) and numbers:
                cell = min(sorted(numbers), key=lambda score: abs(score - cell))
            else:
                return None
        if branches[cell]["subtree"] is None:
            return ("result", branches[cell]["known"])
        node, left = branches[cell]["subtree"], left[cell].subtree


def weight_of(tree, secret):
    return dict(zip(tree.game.secrets, tree.game.weights, strict=True))[secret]


def predicted(tree, row, rule):
    try:
        return ("result", tree.predict(row, unseen=rule))
    except mc.BadArgument:
        return None


@pytest.mark.parametrize("seed", range(40))
def test_a_row_of_the_table_is_predicted_and_evaluated_exactly(seed):
    _, rows, goals, options, tree = drawn(seed)
    assert [tree.predict(row) for row in rows] == tree.apply(rows) == goals
    weights = options.get("prior")
    found = tree.evaluate(rows, by=goals, prior=weights)
    lengths = mc.length_distribution(tree.game, tree)
    costs = mc.cost_distribution(tree.game, tree)
    assert (found.rows, found.error, found.guessed) == (len(rows), 0, 0)
    total = sum(tree.game.weights)
    assert (found.tests, found.cost) == (
        Fraction(lengths.total) / total,
        Fraction(costs.total) / total,
    )
    assert found.worst == max(lengths)
    wrong = [goal if at % 2 else "another" for at, goal in enumerate(goals)]
    share = [1] * len(rows) if weights is None else weights
    error = Fraction(sum(share[::2])) / sum(share)
    assert tree.evaluate(rows, by=lambda row: wrong[rows.index(row)], prior=weights).error == error


@pytest.mark.parametrize("seed", range(60))
def test_python_and_sql_say_what_the_tree_says(seed):
    random, rows, _, _, tree = drawn(seed)
    if tree.over:
        pytest.skip("one class")
    rows = [*rows, *strange(random, rows)]
    for rule in RULES:
        known = [oracle(tree, row, rule) for row in rows]
        assert [predicted(tree, row, rule) for row in rows] == known
        module: dict[str, Any] = {}
        exec(compile(to_python(tree, unseen=rule), "key", "exec"), module)
        for row, one in zip(rows, known, strict=True):
            if one is None:
                with pytest.raises(ValueError, match="which no branch has"):
                    module["predict"](row)
            else:
                assert module["predict"](row) == one[1]
        told = asked_of_sqlite(to_sql(tree, unseen=rule), rows)
        assert told == [None if one is None else one[1] for one in known]


def asked_of_sqlite(expression, rows):
    """Return the value of an expression for each row, in a database in memory."""
    base = sqlite3.connect(":memory:")
    names = ", ".join('"' + name.replace('"', '""') + '"' for name in rows[0])
    base.execute(f"CREATE TABLE t ({names})")
    marks = ", ".join("?" * len(rows[0]))
    base.executemany(f"INSERT INTO t VALUES ({marks})", [tuple(row.values()) for row in rows])
    return [value for (value,) in base.execute(f"SELECT {expression} FROM t ORDER BY rowid")]


def measured(seed):
    """Return a game with thresholds, bands and an answer for unknown cells, and its rows."""
    random = Random(seed)
    rows = [
        {"x": random.choice([None, *range(8)]), "y": random.choice([None, 0.5, 1.5, 2.5, 3.5])}
        for _ in range(9)
    ]
    rows = list({tuple(row.values()): row for row in rows}.values())
    cuts = [Cut("x", t) for t in (0, 2, 3.5, 5)]
    bands = [Band(None, 1), Band(1, 2), Band(2, None)]

    def answer(guess, at):
        cell = rows[at]["x" if isinstance(guess, Cut) else "y"]
        if cell is None:
            return "unknown"
        if isinstance(guess, Cut):
            return cell <= guess.threshold
        return next(b for b in bands if (b.low or -99) < cell <= (b.high or 99))

    guesses = [*cuts, "y"]
    kinds: dict[Any, list[int]] = {}
    for at in range(len(rows)):
        kinds.setdefault(tuple(answer(guess, at) for guess in guesses), []).append(at)
    of = {at: number for number, ats in enumerate(kinds.values()) for at in ats}
    weights = [random.randint(1, 5) for _ in rows]
    game = mc.FiniteGame(guesses, range(len(rows)), answer, (), goal=of.get, weights=weights)
    return random, game, rows, of


@pytest.mark.parametrize("seed", range(30))
def test_thresholds_bands_and_unknown_answers(seed):
    random, game, rows, of = measured(seed)
    tree = mc.lazy_tree(game, "entropy")
    assert tree.apply(rows) == [of[at] for at in range(len(rows))]
    texts = [{name: cell if cell is None else str(cell) for name, cell in r.items()} for r in rows]
    assert tree.apply(texts) == tree.apply(rows)  # the cells of a file
    more = [{"x": random.choice([-5, 1, 2.2, 99, None]), "y": random.uniform(-9, 9)} for _ in rows]
    for rule in RULES:
        module: dict[str, Any] = {}
        exec(to_python(tree, unseen=rule), module)
        told = asked_of_sqlite(to_sql(tree, unseen=rule), [*rows, *more])
        for row, by_sql in zip([*rows, *more], told, strict=True):
            result = predicted(tree, row, rule)
            assert by_sql == (result and result[1])
            if result is not None:
                assert module["predict"](row) == result[1]
    # By majority every row has a result; each is that of a row with as near a number as there is.
    assert None not in [predicted(tree, row, "majority") for row in more]


def test_the_nearest_band():
    bands = [Band(None, 1), Band(1, 2), Band(6, None)]
    game = mc.FiniteGame(["y"], range(3), lambda _, at: bands[at], (), goal=lambda at: at)
    tree = mc.lazy_tree(game, "entropy")
    for value, nearest in ((-7, 0), (1, 0), (1.5, 1), (3.9, 1), (4, 1), (4.1, 2), (6, 2), (7, 2)):
        assert tree.predict({"y": value}, unseen="nearest") == nearest
        assert asked_of_sqlite(to_sql(tree, unseen="nearest"), [{"y": value}]) == [nearest]
    with one_line(mc.BadArgument, "'y' of the row is 3", "correct the row"):
        tree.predict({"y": 3})


def test_a_band_of_all_numbers():
    answers = [Band(None, None), "unknown"]
    game = mc.FiniteGame(["y"], range(2), lambda _, at: answers[at], (), goal=lambda at: at)
    tree = mc.lazy_tree(game, "entropy")
    rows = [{"y": 3}, {"y": None}, {"y": -1e300}]
    assert tree.apply(rows) == asked_of_sqlite(to_sql(tree), rows) == [0, 1, 0]


def test_a_deep_tree_is_written_flat():
    n = 200
    table = {f"q{at}": [int(row == at) for row in range(n + 1)] for at in range(n)}
    tree = mc.lazy_tree(mc.FiniteGame.from_table(table), "entropy")
    assert tree.depth == n
    rows = [{name: column[at] for name, column in table.items()} for at in range(n + 1)]
    for rule in RULES:
        module: dict[str, Any] = {}
        exec(to_python(tree, unseen=rule), module)
        assert [module["predict"](row) for row in rows] == list(range(n + 1))
        assert asked_of_sqlite(to_sql(tree, unseen=rule), rows) == list(range(n + 1))
    assert to_couplets(tree).count("\n") == 2 * n


@pytest.mark.parametrize("seed", range(20))
def test_couplets_are_followed_as_a_reader_does(seed):
    _, rows, goals, _, tree = drawn(seed)
    if tree.over:
        pytest.skip("one class")
    goals = [f"= {goal}" if goal in range(99) else goal for goal in goals]
    leads: dict[int, list[tuple[str, str]]] = {}
    came: dict[int, int] = {}
    number = 0
    for line in to_couplets(tree).splitlines():
        found = re.fullmatch(r"(?:(\d+)(?:\((\d+)\))?|-) +(.*?) \.\.\.+ (.*)", line)
        assert found is not None
        if found[1]:
            number = int(found[1])
            assert number == len(leads) + 1
            assert int(found[2] or number - 1) == came.get(number, 0)
        leads.setdefault(number, []).append((found[3], found[4]))
        if found[4].isdigit():
            came[int(found[4])] = number
    for row, goal in zip(rows, goals, strict=True):
        at, steps = 1, 0
        while True:
            says = {f"{name} {cell}" for name, cell in row.items()}
            (to,) = [to for lead, to in leads[at] if lead in says]
            steps += 1
            if steps == depth_of(tree, row):
                assert to == str(goal)
                break
            at = int(to)
    page = to_couplets(tree, html=True)
    assert page.count("<tr>") == sum(map(len, leads.values()))
    ids = re.findall(r'id="couplet-(\d+)"', page)
    assert list(map(int, ids)) == list(leads)
    assert set(re.findall(r'href="#couplet-(\d+)"', page)) <= set(ids)


def depth_of(tree, row):
    """Return the number of guesses on the path of a row."""
    node, steps = tree, 0
    while node is not None:
        node, steps = node[row[node.guess]].subtree, steps + 1
    return steps


def test_couplets_as_they_are_printed():
    assert to_couplets(insects()) == (
        "1     wings 2 ..... 2\n"
        "-     wings 4 ..... 3\n"
        "-     wings 0 ..... ant\n"
        "2     sting no .... fly\n"
        "-     sting yes ... mosquito\n"
        "3(1)  sting no .... moth\n"
        "-     sting yes ... 4\n"
        "4     hairy no .... wasp\n"
        "-     hairy yes ... bee\n"
    )
    cut = mc.FiniteGame([Cut("a<b", 3)], [2, 4], lambda cut, s: s <= 3, (), goal=lambda s: f"<{s}>")
    tree = mc.lazy_tree(cut, "entropy")
    assert to_couplets(tree) == "1  a<b <= 3 ... <2>\n-  a<b > 3 .... <4>\n"
    page = to_couplets(tree, html=True)
    assert "<td>a&lt;b &lt;= 3</td><td>&lt;2&gt;</td>" in page


def test_the_exports_are_notations(tmp_path):
    tree = insects()
    for name, write in (("python", to_python), ("sql", to_sql), ("couplets", to_couplets)):
        assert mc.to_notation(tree, name) == write(tree)
        mc.write_tree(tree, tmp_path / name, name)
        assert (tmp_path / name).read_text(encoding="utf-8") == write(tree)


def test_a_tree_without_a_question():
    game = mc.FiniteGame.from_table({"a": [1, 2]}, by=["x", "x"])
    tree = mc.lazy_tree(game, "entropy")
    assert (tree.predict({}), tree.apply([{"b": 1}])) == ("x", ["x"])
    module: dict[str, Any] = {}
    exec(to_python(tree), module)
    assert module["predict"]({}) == "x"
    assert asked_of_sqlite(to_sql(tree), [{"a": 1}]) == ["x"]
    assert to_couplets(tree) == ""


def test_only_the_nodes_of_the_path_are_computed():
    tree = mc.lazy_tree(mc.FiniteGame.from_table(INSECTS, id="name"), "entropy")
    assert tree.predict(dict.fromkeys(["wings"], 0)) == "ant"
    assert tree.open_nodes == 1


def test_rows_of_other_kinds():
    tree = insects()
    row = {"wings": 4, "sting": "yes", "hairy": "no"}
    base = sqlite3.connect(":memory:")
    base.row_factory = sqlite3.Row
    (of_sqlite,) = base.execute("SELECT 4 AS wings, 'yes' AS sting, 'no' AS hairy").fetchall()
    assert tree.predict(row) == tree.predict(of_sqlite) == "wasp"
    matrix = mc.lazy_tree(mc.FiniteGame.from_table([[0, 5], [1, 6]]), "entropy")
    assert (matrix.predict([1, 6]), matrix.apply([[1, 6], [0, 5]])) == (1, [1, 0])
    assert tree.apply([]) == []
    assert tree.apply({"first": row, "second": row | {"hairy": "yes"}}) == ["wasp", "bee"]


def test_frames():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    data = {"wings": [4, 0, 2], "sting": ["yes", "no", None], "hairy": ["yes", None, None]}
    tree = mc.lazy_tree(mc.FiniteGame.from_table(pandas.DataFrame(INSECTS), id="name"), "entropy")
    for make in (pandas.DataFrame, polars.DataFrame, polars.LazyFrame, pyarrow.table):
        assert tree.apply(make(data), unseen="majority")[:2] == ["bee", "ant"]
        with one_line(mc.BadArgument, "'sting' of row 2 is missing", "has 'no', 'yes'"):
            tree.apply(make(data))
    assert tree.predict(pandas.DataFrame(data).iloc[0]) == "bee"
    module: dict[str, Any] = {}
    exec(to_python(tree), module)  # numbers of numpy are written as those of Python
    assert module["predict"]({"wings": 0}) == "ant"
    assert tree.apply(pandas.DataFrame(data).iloc[:0]) == []


def test_a_file_of_rows(tmp_path):
    path = tmp_path / "new.csv"
    path.write_text("wings,sting,hairy,truth\n4,yes,no,wasp\n0,,,bee\n", encoding="utf-8")
    text = {name: [str(cell) for cell in cells] for name, cells in INSECTS.items()}
    tree = mc.lazy_tree(mc.FiniteGame.from_table(text, id="name"), "entropy")
    assert tree.apply(path) == ["wasp", "ant"]
    found = tree.evaluate(path, by="truth")
    assert (found.error, found.tests, found.worst) == (Fraction(1, 2), 2, 3)
    assert str(found) == (
        "2 rows: 2.0000 tests, worst 3, cost 2.0000, error 50.00%, 0 with unseen values"
    )
    assert "50.00%" in found._repr_html_()
    assert tree.evaluate(path).error is None


def test_an_unknown_answer_is_that_of_missing_cells():
    table = {"a": ["p", "p", "q", "q"], "b": ["unknown", "y", "unknown", "y"]}
    tree = mc.lazy_tree(mc.FiniteGame.from_table(table), "entropy")
    rows = [{"a": a, "b": b} for a in "pq" for b in (None, "unknown", "y")]
    known = [0, 0, 1, 2, 2, 3]
    assert tree.apply(rows) == asked_of_sqlite(to_sql(tree), rows) == known


def test_rows_whose_answers_a_rule_replaces_are_counted():
    rows = [{"wings": 0}, {"wings": 1}, {"wings": 9, "sting": "no"}]
    found = insects().evaluate(rows, unseen="nearest", by=["ant", "ant", "moth"], prior=[1, 2, 3])
    assert (found.guessed, found.error, found.tests) == (2, 0, Fraction(9, 6))


def test_scalars_of_numpy_and_members_of_enumerations_are_written_as_their_values():
    numpy = pytest.importorskip("numpy")
    table = {"legs": [*numpy.array([6, 8]), 10], "wet": [*numpy.array([True, False]), False]}
    classes = [Kind.FLY, *numpy.array(["spider"]), "crab"]
    tree = mc.lazy_tree(mc.FiniteGame.from_table(table, by=classes), "entropy")
    module: dict[str, Any] = {}
    exec(to_python(tree), module)
    rows = [{"legs": legs, "wet": legs == 6} for legs in (6, 8, 10)]
    assert [module["predict"](row) for row in rows] == ["fly", "spider", "crab"]
    assert asked_of_sqlite(to_sql(tree), rows) == ["fly", "spider", "crab"]


class Kind(Enum):
    FLY = "fly"


def test_each_fault_is_one_line():
    tree = insects()
    row = {"wings": 4, "sting": "yes", "hairy": "no"}
    with one_line(mc.BadArgument, "'wings' of the row is 3", "has 2, 4, 0", 'unseen="majority"'):
        tree.predict(row | {"wings": 3})
    with one_line(mc.BadArgument, "'hairy' of the row is missing"):
        tree.predict({"wings": 4, "sting": "yes"}, unseen="nearest")
    with one_line(mc.BadArgument, "'sting' of row 1 is 'maybe'"):
        tree.apply([row, row | {"sting": "maybe"}])
    with one_line(mc.BadArgument, "the table has no column 'sting'"):
        tree.apply({"wings": [0, 4]}, unseen="majority")
    with one_line(mc.BadArgument, "unhashable"):
        tree.predict({"wings": []})
    for wrong in (None, 3, ["yes"], "wasp"):
        with one_line(mc.BadArgument, "the row must be a mapping of cells by column", repr(wrong)):
            tree.predict(wrong)
    for use in (tree.predict, tree.apply, tree.evaluate):
        with one_line(mc.BadArgument, 'unseen must be "error", "nearest" or "majority"'):
            use([row], unseen="nearset")
    for write in (to_python, to_sql):
        with one_line(mc.BadArgument, "unseen must be"):
            write(tree, unseen=None)
    with one_line(mc.BadArgument, "the table has no column 'kind'"):
        tree.evaluate([row], by="kind")
    with one_line(mc.BadGame, "by has 2 entries for 1 rows"):
        tree.evaluate([row], by=["bee", "ant"])
    with one_line(mc.BadArgument, "prior must have a weight over 0"):
        tree.evaluate([row], prior=[0])
    odd = mc.FiniteGame.from_table({"a": [1, 2], "k": [frozenset("x"), frozenset("y")]}, by="k")
    with one_line(mc.BadArgument, "has no literal in Python"):
        to_python(mc.lazy_tree(odd, "entropy"))
    zero = mc.FiniteGame.from_table({"a\0b": [1, 2]})
    with one_line(mc.BadArgument, "zero byte"):
        to_sql(mc.lazy_tree(zero, "entropy"))


@pytest.mark.parametrize("cells", [[3, 1, 4], [n / 8 for n in range(20)], [True, False]])
def test_a_key_of_a_file_answers_for_numbers_and_one_of_numbers_for_a_file(cells, tmp_path):
    path = tmp_path / "cells.csv"
    kinds = [f"k{cell}" for cell in cells]
    pairs = zip(cells, kinds, strict=True)
    path.write_text("x,kind\n" + "".join(f"{cell},{kind}\n" for cell, kind in pairs) + ",none\n")
    read = mc.FiniteGame.from_table(path, by="kind", unknown="answer")
    made = mc.FiniteGame.from_table({"x": cells, "kind": kinds}, by="kind")
    for game in (read, made):
        tree = mc.lazy_tree(game)
        module: dict[str, Any] = {}
        exec(to_python(tree), module)
        for as_cell in (type(cells[0]), str):
            rows = [{"x": as_cell(cell)} for cell in cells]
            assert tree.apply(rows) == kinds
            assert [*map(module["predict"], rows)] == kinds
    tree = mc.lazy_tree(read)
    assert tree.predict({"x": ""}) == tree.predict({"x": None}) == "none"


def test_integers_that_no_float_has_stay_apart(tmp_path):
    numbers = [9007199254740993 + at for at in range(6)]
    path = tmp_path / "numbers.csv"
    path.write_text("x\n" + "".join(f"{number}\n" for number in numbers))
    for table in (path, {"x": [*map(str, numbers)]}, {"x": [*numbers[:5], str(numbers[5])]}):
        tree = mc.lazy_tree(mc.FiniteGame.from_table(table, by=[*"abcdef"]))
        assert tree.apply(path) == [*"abcdef"]
        assert [tree.predict({"x": number}) for number in numbers] == [*"abcdef"]


def test_dates_are_kept_in_files_and_in_python():
    days = [date(2026, 1, 1), date(2026, 2, 1), datetime(2026, 3, 1, 12, 30)]
    days.append(datetime(2026, 3, 1, 12, tzinfo=timezone(timedelta(hours=2))))
    tree = mc.lazy_tree(mc.FiniteGame.from_table({"day": days, "kind": days[::-1]}, by="kind"))
    again = mc.from_json(mc.to_json(tree))
    module: dict[str, Any] = {}
    exec(to_python(tree), module)
    for day, kind in zip(days, days[::-1], strict=True):
        row = {"day": day}
        assert tree.predict(row) == again.predict(row) == module["predict"](row) == kind
    zoned = {"day": [datetime(2026, 1, 1, tzinfo=ZoneInfo("Europe/Berlin")), 1], "kind": "ab"}
    tree = mc.lazy_tree(mc.FiniteGame.from_table({**zoned, "kind": [*"ab"]}, by="kind"))
    with one_line(mc.BadArgument, "has no literal in Python"):
        to_python(tree)


def test_a_measured_number_is_the_answer_of_its_band(capsys, tmp_path):
    cells = {"size": [1, 2, 3, 4, 5], "legs": [4, 6, 8, 4, 6], "kind": [*"abbcc"]}
    game = mc.FiniteGame.from_table(cells, by="kind", cuts="all", cost={"legs": 2})
    for size, kind in ((-3, "a"), (1.2, "a"), (1.5, "a"), (2, "b"), (3.4, "b"), (99, "c")):
        for given in (size, str(size), Fraction(size)):
            session = mc.Session(game)
            session.record("size", given)
            assert (session.over, session.known) == (True, kind)
    assert mc.Session(game, history=[("legs", 5)]).count == 2
    wrong = mc.diagnose(game, [("size", 2.25), ("legs", 8), ("size", 1)])
    first, second = (game.score(guess, 2) for guess in ("size", "legs"))
    assert wrong == mc.diagnose(
        game, [("size", first), ("legs", second), ("size", game.score("size", 0))]
    )
    assert mc.lazy_tree(game)[1.2].subtree is None
    for given in (True, "nan", "many"):
        with one_line(mc.BadArgument, "is not a score"):
            mc.Session(game).record("size", given)
    path = tmp_path / "cells.csv"
    path.write_text("size,legs,kind\n" + "".join(f"{at},{at % 2},{at // 3}\n" for at in range(9)))
    costs = tmp_path / "costs.csv"
    costs.write_text("legs,2\n")
    given = ["--identify", "kind", "--cuts", "all", "--costs", str(costs)]
    main(["assist", "table", str(path), *given, "--step", "size 3.25", "--json"])
    assert json.loads(capsys.readouterr().out)["candidates"] == ["3", "4", "5"]


def test_a_missing_cell_has_no_nearest_number():
    tree = mc.lazy_tree(mc.FiniteGame.from_table({"legs": [4, 6, 8]}))
    with one_line(mc.BadArgument, "is missing", 'or pass unseen="majority"') as caught:
        tree.predict({"legs": None}, unseen="nearest")
    assert "for numbers" not in str(caught.value)


def test_equal_rows_have_all_their_names():
    table = {"name": [*"abcdefgh"], "x": [1, 1, 1, 1, 2, 2, 3, 4]}
    game = mc.FiniteGame.from_table(table, id="name", duplicates="merge")
    tree = mc.lazy_tree(game, "entropy")
    assert (tree.evaluate(table, by="name").error, game.expected_error) == (0, 0)
    wrong = table | {"name": [*"edcbaghf"]}
    assert tree.evaluate(wrong, by="name").error == Fraction(5, 8)
    for key in (tree, mc.from_json(mc.to_json(tree))):
        assert key.predict({"x": 1}).rows == ("a", "b", "c", "d")
        assert str(key.predict({"x": 2})) == "e or f"
        assert "1: = a (4 equal rows)" in mc.to_text(key)
    module: dict[str, Any] = {}
    exec(to_python(tree), module)
    assert (module["predict"]({"x": 2}), module["predict"]({"x": 3})) == (("e", "f"), "g")


def test_limits_of_lines_and_rows_hold_for_a_question_with_many_answers():
    game = mc.FiniteGame.from_table({"x": range(300)}, cuts="none")
    tree = mc.lazy_tree(game, "entropy")
    for most in (1, 2, 5, 80, 299, 300, 301, 400):
        lines = mc.to_text(tree, lines=most).splitlines()
        assert len(lines) == min(301, max(2, most))
        if most < 301:
            assert lines[-1] == f"... and {302 - max(2, most)} more answers"
        picture = mc.to_svg(tree, rows=most)
        drawn = min(300, max(1, most - 1)) if most < 300 else 300
        assert picture.count(": = ") == drawn
        assert (f"... and {300 - drawn} more row" in picture) == (drawn < 300)


def test_a_large_key_is_saved_with_a_digit_per_score(tmp_path):
    rows = {"x": [at * 7 % 1500 for at in range(1500)]}
    game = mc.FiniteGame.from_table(rows, by=[x // 300 for x in rows["x"]], cuts="all")
    assert len(game.guesses) * len(game.secrets) > 1 << 20
    tree = mc.lazy_tree(game, "pairs")
    path = tmp_path / "key.json"
    mc.save(tree, path)
    assert mc.load(path).apply(rows) == tree.apply(rows)
    written = json.loads(path.read_text(encoding="utf-8"))
    (content,) = (one["written"] for one in written["games"] if "written" in one)
    for wrong in (content["rows"][0][:-1], content["rows"][0][:-1] + "7", [0, 1]):
        content["rows"][0] = wrong
        path.write_text(json.dumps(written), encoding="utf-8")
        with one_line(mc.BadFile, "rows must be"):
            mc.load(path)
