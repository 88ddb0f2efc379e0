"""Each way to use a key gives each cell the same result: the tree, its Python and its SQL.

The reference implementation looks for the row of the table whose cells equal those of a new row.
"""

from __future__ import annotations

import csv
import sqlite3
from datetime import date, datetime
from decimal import Decimal
from math import inf, nan
from random import Random
from typing import Any

import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core.files import to_python, to_sql

RULES = ("error", "nearest", "majority")

#: Columns of numbers, of strings and of dates, with cells that are hard to quote or to compare.
NUMBERS = {
    "huge": [1e300, -1e300, 1e308, 5e-324, -2.5, 0],
    "endless": [inf, -inf, 1.5, -3, 1.7976931348623157e308],
    "exact": [Decimal("0.10"), Decimal("2.50"), Decimal(3), Decimal("-7.125")],
    "counted": [1, 2, 2**53 + 1, -(2**62)],
}
OTHERS = {
    "quo'ted": ["it's", 'a "b"', "", "x;y", "unknown?"],
    "day": [date(2026, 1, 1), date(2026, 2, 28), date(1999, 12, 31)],
    "colour": ["red", "blue", "green", "it's", "", "5", "a_b", "grey"],
    "moment": [datetime(2026, 1, 1, 12, 30), datetime(2026, 1, 1), datetime(2025, 5, 5, 5, 5, 5)],
}
UNSEEN_NUMBERS = [7, -2.25, 1e299, -1e308, inf, -inf, 3.0000001]
UNSEEN_OTHERS = ["new", "", "it''s", "2026-01-02"]


def drawn(random):
    """Return the rows of a random table, and a tree that names the first of equal rows."""
    names = [*random.sample([*NUMBERS], 2), *random.sample([*OTHERS], random.randint(1, 2))]
    kept: dict[Any, dict[str, Any]] = {}
    gaps = random.choice([0, 0.2])
    for _ in range(random.randint(2, 14)):
        row: dict[str, Any] = {}
        for name in names:
            cells = NUMBERS.get(name) or OTHERS[name]
            row[name] = None if random.random() < gaps else random.choice(cells)
        kept.setdefault(tuple(row.values()), row)
    rows = [*kept.values()]
    how = {
        "cuts": random.choice(["none", "all", None]),
        "cost": random.choice([None, None, dict.fromkeys(names, 2)]),
        "questions": random.choice([None, "yes-no", "values"]),
    }
    if how["cost"] is not None:
        how["questions"] = "values"
    game = mc.FiniteGame.from_table(rows, unknown="answer", **how)
    return rows, mc.lazy_tree(game, random.choice(["entropy", "pairs"]))


def results(tree, rows, rule):
    """Return the results of the tree after a check that Python and SQLite have the same."""
    module: dict[str, Any] = {}
    exec(compile(to_python(tree, unseen=rule), "key", "exec"), module)
    of_tree, of_python = [], []
    for row in rows:
        for predict, refused, into in (
            (lambda row: tree.predict(row, unseen=rule), mc.BadArgument, of_tree),
            (module["predict"], ValueError, of_python),
        ):
            try:
                into.append(predict(row))
            except refused:
                into.append(None)
    assert of_tree == of_python
    kept = [row for row, found in zip(rows, of_tree, strict=True) if found is not None]
    assert tree.apply(kept, unseen=rule) == [found for found in of_tree if found is not None]
    if len(kept) < len(rows):
        with pytest.raises(mc.BadArgument):
            tree.apply(rows, unseen=rule)
    assert of_tree == of_sqlite(to_sql(tree, unseen=rule), rows)
    return of_tree


def of_sqlite(expression, rows):
    """Return the value of an expression for each row of a table without types."""
    base = sqlite3.connect(":memory:")
    names = ", ".join('"' + name.replace('"', '""') + '"' for name in rows[0])
    base.execute(f"CREATE TABLE t ({names})")
    marks = ", ".join("?" * len(rows[0]))
    cells = [tuple(map(stored, row.values())) for row in rows]
    base.executemany(f"INSERT INTO t VALUES ({marks})", cells)
    return [value for (value,) in base.execute(f"SELECT {expression} FROM t ORDER BY rowid")]


def stored(cell):
    """Return a cell in a type of SQLite."""
    if isinstance(cell, Decimal):
        return float(cell)
    return str(cell) if isinstance(cell, date) else cell


@pytest.mark.parametrize("seed", range(60))
def test_the_tree_and_its_python_and_its_sql_agree_on_every_cell(seed):
    random = Random(seed)
    rows, tree = drawn(random)
    if tree.over:
        pytest.skip("one row")
    strange = []
    for _ in range(25):
        row = dict(random.choice(rows))
        name = random.choice([*row])
        unseen = [*UNSEEN_NUMBERS, None, nan] if name in NUMBERS else [*UNSEEN_OTHERS, None]
        row[name] = random.choice(unseen)
        strange.append(row)
    for rule in RULES:
        assert results(tree, rows, rule) == [*range(len(rows))]
        results(tree, strange, rule)


def test_a_string_in_a_column_of_numbers_has_no_branch():
    game = mc.FiniteGame.from_table({"x": [1, 2, 3, 4]}, cuts="all")
    tree = mc.lazy_tree(game)
    assert results(tree, [{"x": "new"}, {"x": ""}, {"x": 99}], "error") == [None, None, 3]


def test_a_file_and_a_frame_of_it_are_one_table(tmp_path):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "cells.csv"
    path.write_text("x,code,share,kind\n1.0,007,.5,1\n2.50,08,1e0,2\n3,9,inf,1\n4.25,10,-0,2\n")
    frame = pandas.read_csv(path)
    for cuts in (None, "all"):
        of_file = mc.FiniteGame.from_table(path, by="kind", cuts=cuts)
        of_frame = mc.FiniteGame.from_table(frame, by="kind", cuts=cuts)
        assert of_file.guesses == of_frame.guesses
        for guess in of_file.guesses:
            scores = [[game.score(guess, at) for at in range(4)] for game in (of_file, of_frame)]
            assert scores[0] == scores[1]
        for game in (of_file, of_frame):
            tree = mc.lazy_tree(game)
            with path.open() as lines:
                written = [*csv.DictReader(lines)]
            for rule in RULES:
                found = [tree.apply(rows, unseen=rule) for rows in (path, frame, written)]
                assert found[0] == found[1] == found[2]
            for rows in (path, frame, written):
                assert tree.evaluate(rows, by="kind").error == 0
            wrong = frame.assign(kind=[2, 1, 2, 1])
            assert tree.evaluate(wrong, by="kind").error == 1


@pytest.mark.parametrize("rows", [3, 40])
def test_decimals_are_numbers(rows):
    cells = [Decimal(at) / 4 for at in range(rows)]
    tree = mc.lazy_tree(mc.FiniteGame.from_table({"x": cells}))
    for kind in (Decimal, float, str):
        assert tree.apply([{"x": kind(cell)} for cell in cells]) == [*range(rows)]
    assert results(tree, [{"x": float(cell)} for cell in cells], "error") == [*range(rows)]


def test_a_list_of_one_number_is_in_its_band():
    cells = {"size": [1, 2, 3, 4, 5], "kind": [*"abbcc"]}
    game = mc.FiniteGame.from_table(cells, by="kind", cuts="all", cost={"size": 2})
    for size, kind in ((1.2, "a"), (1.5, "a"), (2, "b"), (3.5, "b"), (3.6, "c"), (inf, "c")):
        for given in (size, [size], (size,), [str(size)]):
            session = mc.Session(game)
            session.answer(given, guess="size")
            assert session.known == kind


@pytest.mark.parametrize(
    "table", [{"a": range(10**12)}, range(10**12), [range(10**12)], {"a": range(10**30)}]
)
def test_a_table_with_too_many_cells_is_refused(table):
    with one_line(mc.GameTooLarge, "over 33,554,432"):
        mc.FiniteGame.from_table(table)


def test_more_values_than_rows_are_refused_without_being_listed():
    for name in ("prior", "by", "id"):
        options: Any = {name: range(10**12)}
        with one_line(mc.BadGame, f"{name} has 1000000000000 entries for 2 rows"):
            mc.FiniteGame.from_table({"a": [1, 2]}, **options)
    with one_line(mc.BadGame, "by has over 2 entries for 2 rows"):
        mc.FiniteGame.from_table({"a": [1, 2]}, by=range(10**30))
    with one_line(mc.BadGame, "by has over 2 entries for 2 rows"):
        mc.FiniteGame.from_table({"a": [1, 2]}, by=iter([1, 2, 3]))
