"""Tables with thresholds, equal rows, unknown cells and classes, against trees by brute force."""

from __future__ import annotations

import pickle
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import pytest
from errors import one_line
from hypothesis import assume, given
from hypothesis import strategies as st

import mastermind_core as mc


def filled(rows, weights, goals, unknown):
    """Return the rows with a value for each unknown cell, as (cells, weight, goal)."""
    values = [sorted({row[at] for row in rows} - {None}) for at in range(len(rows[0]))]
    for row, weight, goal in zip(rows, weights, goals, strict=True):
        ways = [
            values[at] if cell is None and unknown == "both" else [cell]
            for at, cell in enumerate(row)
        ]
        cells = list(product(*ways))
        yield from ((one, Fraction(weight, len(cells)), goal) for one in cells)


def told_apart(rows):
    """Merge rows with equal cells, named by the heaviest goal; return them and the error."""
    groups = {}
    for cells, weight, goal in rows:
        shares = groups.setdefault(cells, {})
        shares[goal] = shares.get(goal, 0) + weight
    merged, wrong = [], Fraction(0)
    for cells, shares in groups.items():
        total = sum(shares.values())
        wrong += total - max(shares.values())
        merged.append((cells, total, max(shares, key=shares.get)))
    return merged, wrong / sum(weight for _, weight, _ in merged)


def cheapest(rows, costs=None):
    """Return the minimum total cost until the goal is known, over all trees of thresholds.

    ``rows`` are (cells, weight, goal). A question is a column and a maximum. Without costs each
    question costs 1. With costs the first question about a column costs what the column costs, and
    further ones on the same path nothing. The cell None has an answer of its own.
    """
    columns = range(len(rows[0][0]))
    maxima = {at: sorted({cells[at] for cells, _, _ in rows} - {None}) for at in columns}

    @cache
    def least(left, measured):
        if len({rows[one][2] for one in left}) < 2:
            return 0
        weight, found = sum(rows[one][1] for one in left), []
        for at in columns:
            for most in maxima[at]:
                blocks = {}
                for one in left:
                    cell = rows[one][0][at]
                    blocks.setdefault(None if cell is None else cell <= most, []).append(one)
                if len(blocks) < 2:
                    continue
                price = 1 if costs is None else 0 if at in measured else costs[at]
                after = measured | {at} if costs else measured
                below = sum(least(tuple(block), after) for block in blocks.values())
                found.append(weight * price + below)
        return min(found)

    return least(tuple(range(len(rows))), frozenset())


NUMBERS = st.sampled_from([None, -1.5, 0, 1, 2.25, 4])


def tables(unknown):
    """Return a strategy for rows of numbers, some unknown, weights, classes and costs."""

    @st.composite
    def draw_table(draw):
        n, width = draw(st.integers(2, 6)), draw(st.integers(1, 3))
        numbers = NUMBERS if unknown != "refuse" else NUMBERS.filter(lambda cell: cell is not None)
        first = draw(st.tuples(*[NUMBERS.filter(lambda cell: cell is not None)] * width))
        rows = [first, *draw(st.lists(st.tuples(*[numbers] * width), min_size=n, max_size=n))]
        listed = {"min_size": len(rows), "max_size": len(rows)}
        weights = draw(st.lists(st.integers(1, 4), **listed))
        goals = draw(st.lists(st.sampled_from("xyz"), **listed))
        return rows, weights, goals, draw(st.lists(st.integers(1, 4), min_size=3, max_size=3))

    return draw_table()


@pytest.mark.parametrize("unknown", ["refuse", "both", "answer"])
@pytest.mark.parametrize("priced", [False, True])
@given(data=st.data(), cuts=st.sampled_from(["all", "all", [0.5, 2], [1]]))
def test_the_optimum_is_that_of_all_trees_of_thresholds(unknown, priced, data, cuts):
    rows, weights, goals, costs = data.draw(tables(unknown))
    costs = costs[: len(rows[0])] if priced else None
    columns = {f"c{at}": [row[at] for row in rows] for at in range(len(rows[0]))}
    if cuts != "all":  # a number is that of its band
        for cells in columns.values():
            known = {sum(cell > most for most in cuts) for cell in cells if cell is not None}
            assume(len(known) > 1)
        rows = [
            tuple(None if cell is None else sum(cell > most for most in cuts) for cell in row)
            for row in rows
        ]
    game = mc.FiniteGame.from_table(
        {**columns, "n": weights, "class": goals},
        prior="n",
        by="class",
        cost=costs,
        cuts=dict.fromkeys(columns, cuts),
        unknown=unknown,
        duplicates="class",
    )
    merged, wrong = told_apart(list(filled(rows, weights, goals, unknown)))
    assert game.expected_error == wrong
    best = mc.optimal(game)
    assert best.proven
    assert best.total == cheapest(merged, costs)
    assert mc.cost_distribution(game, best.tree).total == best.total
    for strategy in ("entropy", "pairs"):
        assert mc.cost_distribution(game, strategy).total >= best.total
    again = mc.from_json(mc.to_json(game))
    assert (again.guesses, again.secrets, again.note) == (game.guesses, game.secrets, game.note)


def test_thresholds_are_midpoints_that_print_short():
    columns = {
        "a": [1.4, 4.7, 1.4, 0.1, 0.2],
        "b": [1, 2, 4, 8, 16],
        "c": [True, False] * 2 + [True],
    }
    game = mc.FiniteGame.from_table(columns, cuts="all")
    asked = ["a <= 0.15", "a <= 0.8", "a <= 3.05", "b <= 1.5", "b <= 3", "b <= 6", "b <= 12", "c"]
    assert [*map(str, game.guesses)] == [*map(repr, game.guesses[:-1]), "c"] == asked
    for guess in game.guesses[:-1]:
        cells = columns[guess.column]
        assert [game.score(guess, row) for row in range(5)] == [x <= guess.threshold for x in cells]
    assert game.note in repr(game) == "FiniteGame(name='table', 2 columns at 7 thresholds)"
    assert game.parse_guess("b <= 3") == game.guesses[4]


@pytest.mark.parametrize(
    "cells",
    [
        [0.1 * at for at in range(40)],
        [10.0**at for at in range(-300, 300, 25)],
        [-float("inf"), -1, 0, 1e308, 1.7e308, float("inf")],
        [0.5, 0.5 + 2**-53, 0.5 + 2**-52, 5e-324, 0.0],
        [10**400, 10**400 + 1, 3, 2**53, 2**53 + 1],
        [Fraction(1, 3), Fraction(2, 3), 1],
        [Decimal("0.1"), Decimal("0.3"), 7],
    ],
)
def test_a_threshold_is_between_its_neighbours(cells):
    game = mc.FiniteGame.from_table({"a": cells}, cuts="all")
    ordered = sorted(cells)
    assert len(game.guesses) == len(cells) - 1
    for guess, (low, high) in zip(game.guesses, pairwise(ordered), strict=True):
        assert low <= guess.threshold < high
        assert [game.score(guess, at) for at in range(len(cells))] == [x <= low for x in cells]


@pytest.mark.parametrize(("cuts", "most"), [("quantiles", 16), (1, 1), (5, 5), (98, 98), (500, 99)])
def test_quantiles_divide_the_rows_evenly(cuts, most):
    cells = [at * at for at in range(100)]
    game = mc.FiniteGame.from_table({"a": cells, "b": range(100)}, cuts={"a": cuts, "b": "all"})
    below = [
        sum(game.score(guess, row) for row in range(100))
        for guess in game.guesses
        if guess.column == "a"
    ]
    assert len(below) == most
    steps = [high - low for low, high in pairwise([0, *below, 100])]
    assert max(steps) - min(steps) <= 2
    # A number that most rows have is on one side of few thresholds.
    heavy = mc.FiniteGame.from_table({"a": [1, 2, *[3] * 90, 4]}, cuts=2, duplicates="merge")
    assert [*map(str, heavy.guesses)] == ["a <= 3.5"]


def test_columns_of_many_numbers_are_cut_by_default():
    few, many = [*range(16)], [*range(17)]
    for cells, cut in ((few, False), (many, True), ([x / 2 for x in many], True)):
        table = {"a": cells, "b": [f"v{cell}" for cell in cells]}
        game = mc.FiniteGame.from_table(table, questions="values")
        assert (str(game.guesses[0]) != "a") == cut
        assert game.guesses[-1] == "b"
        assert bool(game.note) == cut
        by_default = mc.FiniteGame.from_table({"a": cells})
        assert [*map(str, by_default.guesses[:1])] == [f"a <= {(cells[0] + cells[1]) / 2:g}"]
        uncut = mc.FiniteGame.from_table({"a": cells}, cuts="none")
        assert (uncut.guesses, uncut.score("a", 3), uncut.note) == (("a",), cells[3], "")
        assert mc.FiniteGame.from_table({"a": cells}, cuts={}).guesses == ("a",)
    mixed = mc.FiniteGame.from_table({"a": many, "b": many}, cuts={"a": "none", "b": [3.5]})
    assert [*map(str, mixed.guesses)] == ["a", "b <= 3.5"]
    # Integers of a matrix are scores, and other numbers are measurements.
    assert mc.FiniteGame.from_table([[x] for x in many]).guesses == (0,)
    assert len(mc.FiniteGame.from_table([[x / 2] for x in many]).guesses) == 16


def test_a_column_with_a_cost_is_one_guess_with_bands():
    cells = {
        "a": [1, 2, 3, 4, 5, None],
        "b": [0, 0, 1, 1, 2, 2],
        "k": ["x", "x", "y", "y", "x", "x"],
    }
    game = mc.FiniteGame.from_table(
        cells, by="k", cost={"b": 3}, cuts={"a": "all"}, unknown="answer"
    )
    assert (game.guesses, game.costs) == (("a", "b"), (1, 3))
    answers = [game.score("a", row) for row in game.secrets]
    assert [*map(str, answers)] == [
        "x <= 2.5", "x <= 2.5", "2.5 < x <= 4.5", "2.5 < x <= 4.5", "x > 4.5", "unknown",
    ]  # fmt: skip
    assert (answers[2].low, answers[2].high) == (2.5, 4.5)
    assert game.note == "answers in 3 bands"
    assert mc.Session(game).explain("a").keys() == {*answers}
    bands = [branch.score for branch in mc.lazy_tree(game, "entropy").branches]
    assert bands == [*dict.fromkeys(answers)]


def test_bands_are_numbered_in_the_same_order_in_every_process():
    columns = {f"c{at}": [at, at + 10, at + 20] for at in range(12)}
    game = mc.FiniteGame.from_table(columns, cost=[1] * 12, cuts="all")
    scores = [str(score) for score in mc.compile_game(game).scores.items]
    assert scores[:12] == [f"x <= {at + 5}" for at in range(12)]


def test_neighbouring_bands_of_one_goal_are_one_line():
    cells = {"a": [1, 2, 3, 4], "b": [0, 1, 0, 1], "k": ["x", "y", "x", "x"]}
    game = mc.FiniteGame.from_table(cells, by="k", cost={"b": 2}, cuts={"a": "all"})
    tree = mc.optimal(game).tree
    lines = ["  x <= 1.5: = x", "  1.5 < x <= 2.5: = y", "  x > 2.5: = x"]
    assert mc.to_text(tree).splitlines()[1:] == lines
    # Thresholds that other rows need are not shown.
    cells = {"b": [0, 0, 0, 1, 1, 1], "a": [1, 2, 3, 1, 2, 3], "k": [*"xxyzyz"]}
    game = mc.FiniteGame.from_table(cells, by="k", cost={"a": 2}, cuts={"a": "all"})
    text = mc.to_text(game, "pairs")
    assert text.splitlines() == [
        "b  (6 candidates)",
        "  0: a  (3 candidates)",
        "    x <= 2.5: = x",
        "    x > 2.5: = y",
        "  1: a  (3 candidates)",
        "    x <= 1.5: = z",
        "    1.5 < x <= 2.5: = y",
        "    x > 2.5: = z",
    ]
    assert ">x &lt;= 2.5<" in mc.to_svg(game, "pairs")


def test_equal_rows_are_merged_by_class_and_by_weight():
    cells = {
        "a": [0, 0, 0, 1, 1],
        "k": ["x", "y", "y", "x", "x"],
        "n": [5, 1, 2, 1, 1],
        "id": [*"pqrst"],
    }
    options = {"id": "id", "by": "k", "prior": "n"}
    with one_line(mc.BadGame, "no column distinguishes 'p' from 'q'", 'duplicates="class"'):
        mc.FiniteGame.from_table(cells, **options)
    with one_line(mc.BadGame, "no column distinguishes 'p' from 'q'", 'duplicates="class"'):
        mc.FiniteGame.from_table(cells, **options, duplicates="merge")
    game = mc.FiniteGame.from_table(cells, **options, duplicates="class")
    assert [*map(str, game.secrets)] == ["p (share 0.625)", "s"]
    assert game.secrets[0].share == Fraction(5, 8)
    assert (game.weights, [*map(game.goal, game.secrets)]) == ((8, 2), ["x", "x"])
    assert game.expected_error == Fraction(3, 10)
    assert game.note == "expected error 0.3"
    assert mc.to_text(game, "entropy") == "= x (share 0.7)"
    # Another weight, and the row has another name.
    other = mc.FiniteGame.from_table({**cells, "n": [1, 1, 2, 1, 1]}, **options, duplicates="class")
    assert [*map(str, other.secrets)] == ["q (share 0.75)", "s"]
    assert "0: = y (share 0.75)" in mc.to_text(other, "entropy")
    for again in (mc.from_json(mc.to_json(other)), pickle.loads(pickle.dumps(other))):
        assert (again.expected_error, again.note) == (Fraction(1, 6), other.note)
        assert [*map(again.goal, again.secrets)] == ["y", "x"]
    # Rows without classes are the same thing, or things that are confused.
    counts = {"a": cells["a"], "n": cells["n"]}
    merged = mc.FiniteGame.from_table(counts, prior="n", duplicates="merge")
    assert [secret.rows for secret in merged.secrets] == [(0, 1, 2), (3, 4)]
    assert (merged.weights, merged.expected_error) == ((8, 2), 0)
    confused = mc.FiniteGame.from_table(counts, prior="n", duplicates="class")
    assert confused.expected_error == Fraction(1 + 2 + 1, 10)
    # A row that never comes does not count.
    never = mc.FiniteGame.from_table({**cells, "n": [5, 0, 0, 1, 1]}, **options)
    assert (len(never.secrets), never.expected_error) == (5, 0)


def test_unknown_cells_are_an_answer_or_leave_out_their_column():
    cells = {"a": [0, None, 1], "b": ["x", "y", None], "c": [1, 2, 3]}
    answer = mc.FiniteGame.from_table(cells, unknown="answer", cuts={"a": "all", "c": "all"})
    assert [*map(str, answer.guesses)] == ["a <= 0.5", "b", "c <= 1.5", "c <= 2.5"]
    assert [answer.score(answer.guesses[0], row) for row in range(3)] == [True, "unknown", False]
    assert [answer.score("b", row) for row in range(3)] == ["x", "y", "unknown"]
    assert mc.optimal(answer).total == 3
    never = mc.FiniteGame.from_table(cells, unknown="never")
    assert never.guesses == ("c",)
    with one_line(mc.BadGame, "every column has an unknown cell", "both"):
        mc.FiniteGame.from_table({"a": [0, None], "b": [None, 1]}, unknown="never")
    # A cell that is unknown in a column of bands fits every band.
    both = mc.FiniteGame.from_table({"a": [0, 5, None], "c": [0, 0, 1]}, unknown="both", cuts="all")
    assert [*map(str, both.secrets)] == ["0", "1", "2 (a: 0)", "2 (a: 5)"]
    many = {"a": [*range(20), None], "c": [*"x" * 20, "y"]}
    both = mc.FiniteGame.from_table(
        many, unknown="both", cuts={"a": [7.5, 9.5]}, duplicates="merge"
    )
    assert [*map(str, both.secrets[3:])] == [
        "20 (a: x <= 7.5)", "20 (a: 7.5 < x <= 9.5)", "20 (a: x > 9.5)",
    ]  # fmt: skip


def test_a_class_of_several_columns_is_a_tuple():
    cells = {"a": [0, 1, 2], "genus": ["g", "g", "h"], "species": ["s", "t", "s"]}
    game = mc.FiniteGame.from_table(cells, by=["genus", "species"])
    assert game.guesses == ("a",)
    assert [*map(game.goal, game.secrets)] == [("g", "s"), ("g", "t"), ("h", "s")]
    assert "2: = hs" in mc.to_text(game, "entropy")
    named = mc.FiniteGame.from_table(cells, id=["genus", "species"])
    assert named.secrets == (("g", "s"), ("g", "t"), ("h", "s"))
    assert mc.FiniteGame.from_table(cells, by=["x", "y", "x"]).goal(1) == "y"
    with one_line(mc.BadArgument, "by: the table has no column 'order'"):
        mc.FiniteGame.from_table(cells, by=["genus", "order"])


def test_numbers_of_a_file_are_cut_and_its_marks_of_missing_values_are_unknown(tmp_path):
    path = tmp_path / "cells.csv"
    numbers = ["NA", "1.5", "?", *map(str, range(2, 20))]
    lines = [f"{cell},{'NA' if at else 'x'},{at % 3}" for at, cell in enumerate(numbers)]
    path.write_text("\n".join(["size,code,few", *lines]), encoding="utf-8")
    with one_line(mc.BadGame, "'size' of 0 is unknown"):
        mc.FiniteGame.from_table(path)
    game = mc.FiniteGame.from_table(path, unknown="answer", duplicates="merge")
    assert [*map(str, game.guesses[:2])] == ["size <= 1.75", "size <= 2.5"]
    assert game.score(game.guesses[0], 1) is True
    assert game.score(game.guesses[0], 0) == game.score(game.guesses[0], 2) == "unknown"
    assert [game.score("code", row) for row in (0, 1)] == ["x", "NA"]
    assert game.score("few", 1) == 1


TABLE = {"a": [1, 2, 3], "b": ["x", "y", "z"]}


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"cuts": "some"}, ("cuts must be", '"quantiles"', "'some'")),
        ({"cuts": 0}, ("cuts must be", "0")),
        ({"cuts": True}, ("cuts must be", "True")),
        ({"cuts": 2.5}, ("cuts must be", "2.5")),
        ({"cuts": [1.5]}, ("cuts must be", "[1.5]")),
        ({"cuts": {"z": "all"}}, ("cuts: the table has no test 'z'",)),
        ({"cuts": {"a": "all"}, "by": "a"}, ("cuts: the table has no test 'a'",)),
        ({"cuts": {"b": "all"}}, ("cuts: a cell of 'b' is 'x', not a number",)),
        ({"cuts": {"a": None}}, ("cuts must be", "None")),
        ({"cuts": {"a": ["1"]}}, ("cuts: a threshold of 'a' must be a number: '1'",)),
        ({"cuts": {"a": [True]}}, ("cuts: a threshold of 'a' must be a number: True",)),
        ({"cuts": {"a": [float("nan")]}}, ("cuts: a threshold of 'a' must be a number: nan",)),
        ({"cuts": {"a": []}}, ("cuts: no threshold of 'a' is between its cells, 1 to 3",)),
        ({"cuts": {"a": [0, 3]}}, ("cuts: no threshold of 'a' is between its cells, 1 to 3",)),
        ({"duplicates": "drop"}, ('duplicates must be "error", "merge" or "class"', "'drop'")),
        ({"unknown": None}, ('"refuse", "both", "chance", "answer" or "never"', "None")),
    ],
)
def test_wrong_options_are_refused_at_once(options, parts):
    with one_line(mc.BadArgument, *parts):
        mc.FiniteGame.from_table(TABLE, **options)


@pytest.mark.parametrize("unknown", ["refuse", "both", "answer", "never"])
def test_cells_that_are_not_hashable_are_refused(unknown):
    with one_line(mc.BadGame, "the column 'a' has a cell that is not hashable"):
        mc.FiniteGame.from_table({"a": [[1], [2]], "b": [1, 2]}, unknown=unknown, cuts="all")


def test_an_index_that_has_an_entry_twice_names_no_rows():
    pandas = pytest.importorskip("pandas")
    for index, secrets in (("xyx", (0, 1, 2)), ("xyz", ("x", "y", "z"))):
        frame = pandas.DataFrame({"a": [0, 1, 2]}, index=[*index])
        assert mc.FiniteGame.from_table(frame).secrets == secrets


def test_ids_are_checked_with_the_table():
    with one_line(mc.BadGame, "id has 'x' twice"):
        mc.FiniteGame.from_table({"a": [0, 1, 2], "name": ["x", "y", "x"]}, id="name")
    with one_line(mc.BadGame, "id[0] is not hashable: [1]"):
        mc.FiniteGame.from_table({"a": [0, 1]}, id=[[1], [2]])


def test_rows_with_many_unknown_cells_have_fewer_thresholds_by_default():
    n = 40
    steps = {"a": 1, "b": 3, "c": 7, "d": 9}
    rows = {name: [*(at * step % n for at in range(n)), None] for name, step in steps.items()}
    options = {"by": [*range(n), -1], "unknown": "both", "duplicates": "class"}
    by_chance = mc.FiniteGame.from_table(rows, cuts="all", **options)
    assert len(by_chance.secrets) == n + 1
    game = mc.FiniteGame.from_table(rows, **options)
    assert game.note.startswith("4 columns at 32 thresholds")
    assert sum(game.weights) == n + 1
    # The last row fits all answers: a version of it is at each end of a tree.
    for _, secrets in mc.lazy_tree(game, "entropy").paths():
        assert all(str(one).startswith("40 (") or one.share < 1 for one in secrets)


def test_too_many_thresholds_are_refused_or_chosen_at_quantiles():
    n = 24_000
    with one_line(mc.GameTooLarge, "23,999 questions about 24,000 rows", 'cuts="quantiles"'):
        mc.FiniteGame.from_table({"a": range(n)}, cuts="all")
    by = [cell * 17 // n for cell in range(n)]
    game = mc.FiniteGame.from_table({"a": range(n)}, by=by)
    assert len(game.guesses) == 16
    assert mc.length_distribution(game, "entropy").worst == 5


def test_a_key_of_many_rows_and_few_classes_is_saved_and_loaded(tmp_path):
    rows = {"size": [at * 7 % 1500 for at in range(1500)], "kind": [at % 5 for at in range(1500)]}
    game = mc.FiniteGame.from_table(rows, by="kind", cuts=3, duplicates="class")
    mc.save(game, tmp_path / "game.json")
    assert mc.load(tmp_path / "game.json").note == game.note
    wide = mc.FiniteGame.from_table({"size": rows["size"]}, by=rows["kind"], cuts="none")
    mc.save(wide, tmp_path / "wide.json")
    loaded = mc.load(tmp_path / "wide.json")
    assert [*map(loaded.goal, loaded.secrets)] == [*map(wide.goal, wide.secrets)]


def test_days_as_strings_are_days_in_frames_as_in_files():
    days = [f"2026-0{month}-15" for month in range(1, 8)]
    key = mc.FiniteGame.from_table({"day": days}, by=[*"aaaabbb"])
    assert key.note == "1 column at 6 thresholds"
    best = mc.optimal(key)
    assert best.total == 7
    assert best.tree.predict({"day": "2026-05-16"}) == "b"
    few = mc.FiniteGame.from_table({"day": days[:3]}, by=[*"aab"])
    assert few.guesses == ("day",)


def test_the_cost_of_a_column_that_is_left_out_is_not_needed_and_not_refused():
    cells = {"x": [0, 0, 1], "y": [0, 1, 0], "z": [1, None, 0]}
    for cost in ({"x": 2, "y": 3, "z": 4}, {"x": 2, "y": 3}):
        game = mc.FiniteGame.from_table(cells, unknown="never", cost=cost)
        assert (tuple(game.guesses), tuple(game.costs)) == (("x", "y"), (2, 3))
    with one_line(mc.BadArgument, "'q'", "not a guess"):
        mc.FiniteGame.from_table(cells, unknown="never", cost={"q": 1})
