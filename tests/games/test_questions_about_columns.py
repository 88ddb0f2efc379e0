"""Questions about the columns of a table, against answers that are read from the rows."""

from __future__ import annotations

from datetime import UTC, date, datetime
from random import Random

import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core.tables import Cut, Is, describe, to_python

VALUES = ["red", "blue", "green", "grey", "pink", "white"]
DAYS = [date(2026, month, 3) for month in range(1, 8)]


def answer_to(guess, row):
    """Return the answer to a guess about a row, by the words of the guess."""
    if isinstance(guess, Is):
        cell = row[guess.column]
        return ("unknown" if cell is None else cell) == guess.value
    if isinstance(guess, Cut):
        cell = row[guess.column]
        return "unknown" if cell is None else cell <= guess.threshold
    return "unknown" if row[guess] is None else row[guess]


def drawn(random):
    """Return the rows of a random table, with a class for each."""
    n_values = random.randint(2, len(VALUES))
    gaps = random.choice([0, 0.2])
    rows = []
    for _ in range(random.randint(2, 14)):
        row = {
            "colour": random.choice(VALUES[:n_values]),
            "size": random.choice([1, 2, 3.5, 7, 8, 10]),
            "day": random.choice(DAYS),
        }
        row |= {name: None for name in row if random.random() < gaps}
        rows.append(row)
    classes = {tuple(row.values()): random.choice("abc") for row in rows}
    return rows, [classes[tuple(row.values())] for row in rows]


@pytest.mark.parametrize("form", [None, "yes-no", "values"])
@pytest.mark.parametrize("seed", range(25))
def test_each_question_has_the_answers_of_the_rows(seed, form):
    rows, goals = drawn(Random(seed))
    game = mc.FiniteGame.from_table(rows, by=goals, unknown="answer", questions=form)
    for guess in game.guesses:
        assert [game.score(guess, at) for at in game.secrets] == [
            answer_to(guess, row) for row in rows
        ]
    asked = {getattr(guess, "column", guess) for guess in game.guesses}
    assert asked == {"colour", "size", "day"}
    if form == "values":
        assert set(game.guesses) == asked
    for column in asked:
        answers = {row[column] for row in rows}
        whole = column in game.guesses
        assert whole == (len(answers - {None}) <= {None: 4, "yes-no": 2, "values": 16}[form]) or (
            None in answers
        )
    tree = mc.lazy_tree(game, "pairs")
    assert tree.apply(rows) == goals
    assert mc.replay(game, tree) == mc.length_distribution(game, tree)


@pytest.mark.parametrize("seed", range(15))
def test_values_that_no_row_had_are_not_the_value_that_is_asked_for(seed):
    random = Random(seed)
    rows, goals = drawn(random)
    rows = [dict(row, colour=row["colour"] or "red") for row in rows]
    how = {"duplicates": "class", "questions": "yes-no", "unknown": "answer"}
    game = mc.FiniteGame.from_table(rows, by=goals, **how)
    tree = mc.lazy_tree(game, "pairs")
    if tree.over:
        pytest.skip("one class")
    for row in rows:
        new = row | {"colour": "ultramarine"}
        node = tree
        while node is not None and not node.over:
            answer = answer_to(node.guess, new)
            if answer not in [branch.score for branch in node.branches]:
                break
            branch = node[answer]
            node = branch.subtree
        else:
            assert tree.predict(new) == game.goal(branch.secrets[0])


def test_times_are_cut_as_numbers():
    times = [datetime(2026, 1, day, tzinfo=UTC) for day in range(1, 9)]
    tree = mc.lazy_tree(mc.FiniteGame.from_table({"at": times}))
    assert tree.apply([{"at": time} for time in times]) == [*range(8)]
    assert tree.predict({"at": datetime(2026, 1, 3, 12, tzinfo=UTC)}) == 3
    assert tree.predict({"at": "2026-01-03T14:00+02:00"}) == 3
    days = mc.FiniteGame.from_table({"day": DAYS}, cuts={"day": [DAYS[2]]}, by=[*"aaabbbb"])
    assert [*map(str, days.guesses)] == ["day <= 2026-03-03"]
    mixed = mc.FiniteGame.from_table({"day": [DAYS[0], datetime(2026, 1, 1), "now"]})
    assert mixed.guesses == ("day",)


def test_days_of_a_file_and_of_a_frame_are_one_table(tmp_path):
    path = tmp_path / "days.csv"
    path.write_text("day,kind\n" + "".join(f"{day},{at}\n" for at, day in enumerate(DAYS)))
    read = mc.FiniteGame.from_table(path, id="kind")
    made = mc.FiniteGame.from_table({"day": DAYS}, id=[*map(str, range(7))])
    assert read.guesses == made.guesses
    for game in (read, made):
        tree = mc.lazy_tree(game)
        for as_cell in (str, lambda day: day):
            rows = [{"day": as_cell(day)} for day in DAYS]
            assert tree.apply(rows) == [*map(str, range(7))]
        with one_line(mc.BadArgument, "'day' of the row is 5"):
            tree.predict({"day": 5})


def test_marks_among_numbers_are_unknown_cells():
    frame = {"x": ["3.5", "2", ".", "7", "NA", "11.25", "1e3"], "kind": [*"aababab"]}
    with one_line(mc.BadGame, "'x' of 2 is unknown, and 1 cell more of 1 column"):
        mc.FiniteGame.from_table(frame, by="kind")
    game = mc.FiniteGame.from_table(frame, by="kind", unknown="answer", duplicates="class")
    assert {type(guess) for guess in game.guesses} == {Cut}
    words = {"x": ["3.5", "two", ".", "7"]}
    assert mc.FiniteGame.from_table(words).guesses == ("x",)


def test_all_obstacles_are_listed_at_once():
    table = {
        "name": [*"abcdefg"],
        "x": ["1", "2.5", ".", "4", "5", "6", "6"],
        "c": ["r", "g", {"r", "g"}, None, "r", "r", "r"],
        "d": ["1", "2", "3", "x", "5", "6", "6"],
    }
    report = describe(table, id="name", by=[*"1212121"])
    assert str(report).splitlines() == [
        "7 rows, 3 columns",
        "x: numbers, 4 questions with 2 answers, 1 unknown cell; 1 cell '.' among numbers, "
        "read as unknown",
        "c: sets of values, 1 question with 2 answers, 1 unknown cell",
        "d: values, 6 questions with 2 answers; 5 of 6 strings are numbers, but not 'x'",
        'unknown cells: 2 cells of 2 columns; pass unknown="both", "chance", "answer" or "never"',
        "equal rows of several classes: 1 group, such as 'f' and 'g'; pass duplicates=\"class\"",
    ]
    assert "equal rows that nothing" in str(describe({"a": [1, 1, 2]}))
    assert describe({"key": [*"uvwxyz"]}).columns[0].remark.startswith("each row has its own")
    with one_line(mc.BadArgument, "no column to ask for"):
        describe({"a": [1]}, id="a")
    with one_line(mc.BadArgument, 'questions must be "values" or "yes-no"'):
        mc.FiniteGame.from_table({"a": [1, 2]}, questions="both")


@pytest.mark.parametrize("write", [lambda x: [x], lambda x: (x,), lambda x: x, str])
def test_a_number_in_a_list_is_in_its_band(write):
    game = mc.FiniteGame.from_table({"x": [1, 2, 3, 4]}, by=[*"aabc"], cost={"x": 2}, cuts="all")
    for number, kind in ((1, "a"), (2.5, "a"), (2.6, "b"), (9, "c")):
        session = mc.Session(game)
        session.answer(write(number), guess="x")
        assert session.known == kind


@pytest.mark.parametrize("make", ["array", "frame", "series", "list"])
def test_an_option_that_is_no_name_is_refused_in_one_line(make):
    pandas, numpy = pytest.importorskip("pandas"), pytest.importorskip("numpy")
    given = {
        "array": numpy.array(["answer", "chance"]),
        "frame": pandas.DataFrame({"unknown": ["answer"]}),
        "series": pandas.Series(["answer"]),
        "list": ["answer"],
    }[make]
    with one_line(mc.BadArgument, "unknown must be", "refuse", "chance"):
        mc.FiniteGame.from_table({"x": [1, 2, None]}, unknown=given)


def test_a_column_of_one_value_has_a_remark():
    report = describe({"kingdom": ["plants"] * 3, "leaves": [1, 2, 3], "wet": [None] * 3})
    remarks = {column.name: column.remark for column in report.columns}
    assert remarks["kingdom"] == remarks["wet"] == "all rows have the same value: it asks nothing"
    assert remarks["leaves"] == ""


def test_names_of_several_rows_are_one_more_obstacle():
    table = {"name": [*"abab"], "x": [1, 2, None, 4]}
    lines = str(describe(table, id="name", by=[*"1122"])).splitlines()
    assert lines[2:] == [
        "id: 2 names of several rows, such as 'a'; pass other names, or leave out id=",
        'unknown cells: 1 cell of 1 column; pass unknown="both", "chance", "answer" or "never"',
    ]
    with one_line(mc.BadGame, "id[0] is not hashable"):
        describe({"x": [1, 2]}, id=[["a"], ["b"]])


def test_days_in_another_form_have_a_remark():
    days = [f"{month}/31/2026" for month in (1, 3, 5, 7, 8, 10)]
    (column,) = describe({"day": days}).columns
    assert column.kind == "values"
    assert column.remark == "days such as '1/31/2026' are values: write 2026-12-31 to ask for times"
    (column,) = describe({"day": [f"2026-0{month}-28" for month in range(1, 7)]}).columns
    assert (column.kind, column.remark) == ("times", "")


@pytest.mark.parametrize("unknown", ["answer", "both"])
def test_a_mark_among_numbers_is_a_missing_cell_in_use_too(unknown):
    cells = ["3.5", "2", "-", "7", " NA ", "11.25", "1e3"]
    frame = {"x": cells, "kind": [*"aababab"]}
    game = mc.FiniteGame.from_table(frame, by="kind", unknown=unknown, duplicates="class")
    tree = mc.lazy_tree(game, "entropy")
    gaps = {"x": [None if cell in {"-", " NA "} else cell for cell in cells]}
    named = tree.apply(gaps, unseen="majority")
    assert tree.apply(frame, unseen="majority") == named
    assert [tree.predict({"x": cell}, unseen="majority") for cell in cells] == named
    module = {}
    exec(to_python(tree, unseen="majority"), module)
    assert [module["predict"]({"x": cell}) for cell in cells] == named
