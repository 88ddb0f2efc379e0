"""Games of tables: frames, matrices, mappings, lists and files, with cells that are unknown."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from errors import one_line

import mastermind_core as mc

COLUMNS = {
    "name": ["fly", "bee", "moth", "ant"],
    "wings": [2, 4, 4, 0],
    "sting": ["no", "yes", "no", "yes"],
    "share": [5, 3, 1, 1],
    "order": ["Diptera", "Hymenoptera", "Lepidoptera", "Hymenoptera"],
}
NAMES = tuple(COLUMNS["name"])


def rows_of(columns):
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


def written(path, columns):
    lines = [",".join(columns), *(",".join(map(str, row.values())) for row in rows_of(columns))]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_what_a_table_says_is_what_the_game_answers():
    for table in (COLUMNS, rows_of(COLUMNS)):
        game = mc.FiniteGame.from_table(table, id="name", prior="share", by="order")
        assert (game.guesses, game.secrets) == (("wings", "sting"), NAMES)
        assert game.weights == (5, 3, 1, 1)
        assert [game.goal(name) for name in NAMES] == COLUMNS["order"]
        for test in game.guesses:
            assert [game.score(test, name) for name in NAMES] == COLUMNS[test]
        # wings: fly and ant are known at once; then bee from moth.
        assert mc.optimal(game).total == 5 + 1 + 2 * (3 + 1)


def test_a_file(tmp_path):
    path = written(tmp_path / "insects.csv", COLUMNS)
    game = mc.FiniteGame.from_table(path, id="name", prior=COLUMNS["share"], by="order")
    assert game.guesses == ("wings", "sting", "share")
    assert game.score("wings", "bee") == 4
    assert mc.FiniteGame.from_table(str(path), id="name", by="order").guesses == game.guesses
    gaps = written(tmp_path / "gaps.csv", {"a": ["1", ""], "b": ["1", "2"]})
    with one_line(mc.BadGame, "'a' of 1 is unknown", "fill it in"):
        mc.FiniteGame.from_table(gaps)
    (tmp_path / "bad.csv").write_text("a,b\n1\n", encoding="utf-8")
    with one_line(mc.BadGame, "line 2", "has 1 values, where the header has 2"):
        mc.FiniteGame.from_table(tmp_path / "bad.csv")
    with one_line(mc.BadGame, "cannot be read"):
        mc.FiniteGame.from_table(tmp_path / "none.csv")


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_files_as_people_have_them(tmp_path, mark, sign, end):
    point = "." if sign == "," else ","
    rows = [
        ["name", "size", "share", "with, commas; and more"],
        ["fly", f"1{point}5", f"0{point}25", '"one\nof two"'],
        ["bee", f"-2{point}5", "1", "one"],
        ["ant", "", "1", "two"],
    ]
    text = end.join(sign.join(f'"{c}"' if "," in c and c[0] != '"' else c for c in r) for r in rows)
    for name in ("insects.csv", "insects.txt", *(["insects.tsv"] if sign == "\t" else [])):
        (tmp_path / name).write_bytes(f"{mark}{text}{end}{end}".encode())
        options = {"id": "name", "prior": "share", "unknown": "both"}
        game = mc.FiniteGame.from_table(tmp_path / name, **options)
        assert game.guesses == ("size", "with, commas; and more")
        assert [game.score("size", one) for one in game.secrets] == [1.5, -2.5, 1.5, -2.5]
        assert game.score("with, commas; and more", "fly") == "one\nof two"
        assert game.weights == (Fraction(1, 4), 1, Fraction(1, 2), Fraction(1, 2))


def test_a_file_that_is_no_utf_8_is_refused_with_its_line(tmp_path):
    path = tmp_path / "birds.csv"
    path.write_bytes("name,nest\nrobin,1\npájaro,2\n".encode("latin-1"))
    for read in (mc.FiniteGame.from_table, mc.games.read_table):
        with one_line(mc.BadGame, "line 3 of the table", "birds.csv", "save the file as UTF-8"):
            read(path)


def test_both_readers_of_tables_read_the_same_files(tmp_path):
    path = tmp_path / "faces.csv"
    path.write_text("\ufeffname;hair\nAlex;black\n\nAnne;white\n", encoding="utf-8")
    assert mc.games.read_table(path).rows == (("Alex", "black"), ("Anne", "white"))
    assert mc.FiniteGame.from_table(path, id="name").score("hair", "Anne") == "white"


def test_functions_get_the_row_and_costs_the_test():
    table = {"a": [0, 0, 1], "b": [0, 1, 1], "n": [1, 2, 3], "who": ["x", "y", "z"]}
    for kind in (table, rows_of(table)):
        game = mc.FiniteGame.from_table(
            kind,
            id=lambda row: f"{row['who']}{row['n']}",
            cost={"b": Fraction(1, 2)},
            prior=lambda row: row["a"] + row["n"],
            by=lambda row: row["who"] < "z",
        )
        assert game.secrets == ("x1", "y2", "z3")
        assert (game.costs, game.weights) == ((1, Fraction(1, 2), 1, 1), (1, 2, 4))
        assert list(map(game.goal, game.secrets)) == [True, True, False]
    matrix = mc.FiniteGame.from_table([[0, 5], [1, 6]], prior=lambda row: row[1])
    assert matrix.weights == (5, 6)


def test_one_column_may_be_weight_and_class():
    game = mc.FiniteGame.from_table({"a": [0, 1], "n": [1, 2]}, prior="n", by="n")
    assert (game.guesses, game.weights, game.goal(1)) == (("a",), (1, 2), 2)


def test_matrices_of_numpy():
    numpy = pytest.importorskip("numpy")
    cells = [[0, 1, 2], [0, 0, 1], [2, 1, 1], [1, 1, 0]]
    for kind in ("uint8", "int64", "float64", "object"):
        game = mc.FiniteGame.from_table(numpy.array(cells, kind))
        assert (len(game.secrets), len(game.guesses)) == (4, 3)
        assert [[game.score(test, row) for test in range(3)] for row in range(4)] == cells


@pytest.mark.parametrize("kind", ["int8", "int16", "uint16", "int32", "int64", "uint64"])
@pytest.mark.parametrize("span", [(0, 3), (-2, 2), (-128, 127), (0, 255), (-300, 300), (0, 70_000)])
def test_whole_numbers_of_any_size_and_sign(kind, span):
    numpy = pytest.importorskip("numpy")
    known = numpy.iinfo(kind)
    low, high = max(span[0], known.min), min(span[1], known.max)
    cells = numpy.random.default_rng(3).integers(low, high, (40, 30), endpoint=True)
    cells[0, :2] = low, high
    for matrix in (cells.astype(kind), numpy.asfortranarray(cells.astype(kind))):
        game = mc.FiniteGame.from_table(matrix)
        for row in range(40):
            answers = [game.score(test, row) for test in range(30)]
            assert answers == cells[row].tolist()
            assert {type(answer) for answer in answers} == {int}


def test_masks_and_names_of_arrays():
    numpy = pytest.importorskip("numpy")
    cells = numpy.ma.array([[0, 1], [1, 0], [1, 1]], mask=[[0, 0], [0, 0], [0, 1]])
    for table in (cells, {0: cells[:, 0], 1: cells[:, 1]}):
        with one_line(mc.BadGame, "1 of 2 is unknown"):
            mc.FiniteGame.from_table(table)
    records = numpy.array([(1, "x"), (2, "y")], dtype=[("size", "i4"), ("name", "U1")])
    game = mc.FiniteGame.from_table(records, id="name")
    assert (game.guesses, game.score("size", "y")) == (("size",), 2)


def test_any_number_of_different_cells():
    # On both sides of 255, 256 and 65,535, as a table and as a matrix.
    for n in (1, 127, 128, 129, 255, 300):
        columns = {"a": list(range(n)), "b": [10_000_000 + at for at in range(n)], "c": [-1] * n}
        game = mc.FiniteGame.from_table(columns, cuts="none")
        total = 0 if n == 1 else n
        assert mc.length_distribution(game, "entropy").total == total
        rows = list(columns.values())
        for weights in ((), range(1, n + 1)):
            matrix = mc.FiniteGame(range(3), range(n), rows, goal=lambda s: s, weights=weights)
            assert (
                mc.compile_game(matrix).block_sizes(2, mc.compile_game(matrix).everything)[-1] == n
            )
        assert (
            mc.compile_game(mc.weighted(game, range(1, n + 1))).to_dict()["answers"]
            == (mc.compile_game(game).to_dict()["answers"])
        )
    with one_line(mc.GameTooLarge, "65,536 different cells", "round"):
        mc.FiniteGame.from_table({"a": range(65_536)}, cuts="none")
    longest = mc.FiniteGame.from_table({"a": range(65_535)}, cuts="none")
    assert mc.compile_game(longest).n_pairs == 65_535


def test_each_column_keeps_its_own_of_equal_cells():
    columns = {
        "legs": [0, 1, 1, 0],
        "wings": [False, True, False, True],
        "size": [1.0, 0.0, 0.0, 2.0],
    }
    told = {f"{name}: {cell!r}" for name, cells in columns.items() for cell in cells}
    key = mc.FiniteGame.from_table(columns)
    matrix = mc.FiniteGame(list(columns), range(4), list(columns.values()), goal=lambda row: row)
    for game in (key, mc.weighted(key, [1, 2, 3, 4]), matrix, mc.from_json(mc.to_json(key))):
        assert repr({n: [game.score(n, at) for at in range(4)] for n in columns}) == repr(columns)
        for name in columns:
            assert {f"{name}: {cell!r}" for cell in mc.Session(game).explain(name)} <= told
        for strategy in ("entropy", "knuth", mc.optimal(game)):
            for history, _ in mc.lazy_tree(game, strategy).paths():
                assert {f"{name}: {cell!r}" for name, cell in history} <= told
    # The table of a game that is gone keeps them as well.
    assert mc.compile_game(mc.FiniteGame.from_table(columns)).game.score("wings", 1) is True
    assert "False" in mc.to_html(key, "entropy")


class Frame:
    """A data frame as others make it, with just what is asked for."""

    def __init__(self, columns):
        self._columns = columns
        self.columns = list(columns)

    def __getitem__(self, name):
        return self._columns[name]


def test_a_frame():
    frame = Frame(COLUMNS)
    game = mc.FiniteGame.from_table(frame, id="name")
    assert game.guesses == ("wings", "sting", "share", "order")


def frames_of(columns):
    """Yield the columns as frames of each library that is installed."""
    frames = {
        "pandas": lambda pandas: pandas.DataFrame(columns),
        "pandas.api": lambda pandas: pandas.DataFrame(columns).convert_dtypes(),
        "polars": lambda polars: polars.DataFrame(columns),
        "pyarrow": lambda arrow: arrow.table(columns),
        "pyarrow.lib": lambda arrow: arrow.RecordBatch.from_pydict(columns),
    }
    for name, make in frames.items():
        try:
            yield make(__import__(name))
        except ImportError:
            continue


def test_frames_of_pandas_polars_and_arrow():
    for frame in frames_of(COLUMNS):
        told = {name: COLUMNS[name] for name in ("wings", "sting")}
        beside = {"id": frame["name"], "prior": frame["share"], "by": frame["order"]}
        for table, options in (
            (frame, {"id": "name", "prior": "share", "by": "order"}),
            (told, beside),
            ({name: frame[name] for name in told}, {"id": NAMES, **dict([*beside.items()][1:])}),
        ):
            game = mc.FiniteGame.from_table(table, **options)
            assert [*map(str, game.guesses)] == ["wings", "sting"]
            assert game.weights == (5, 3, 1, 1)
            answers = [game.score("wings", secret) for secret in game.secrets]
            assert (answers, {*map(type, answers)}) == (COLUMNS["wings"], {int})
            assert [*map(str, game.secrets)] == [*NAMES]
            assert [str(game.goal(secret)) for secret in game.secrets] == COLUMNS["order"]


def test_lazy_frames():
    polars = pytest.importorskip("polars")
    assert mc.FiniteGame.from_table(polars.LazyFrame(COLUMNS), id="name").secrets == NAMES


def test_cells_of_frames_that_are_unknown():
    columns = {"a": [1, None, 3], "b": ["x", "y", None], "c": [0.5, None, 1.5], "d": [0, 1, 2]}
    for frame in frames_of(columns):
        with one_line(mc.BadGame, "'a' of 1 is unknown"):
            mc.FiniteGame.from_table(frame)
        assert len(mc.FiniteGame.from_table(frame, unknown="both").secrets) == 1 + 4 + 2
        for option in ("id", "by", "prior"):
            for name in "abc":
                with one_line(mc.BadGame, f"{name!r} of ", "is unknown: fill it in"):
                    mc.FiniteGame.from_table(frame, **{option: name})


def test_the_missing_value_of_pandas_is_no_answer_and_no_goal():
    missing = pytest.importorskip("pandas").NA
    game = mc.games.HigherLower(2)
    for make, part in (
        (lambda: mc.identified(game, by=[missing, 1]), "the goal of 1"),
        (lambda: mc.FiniteGame("ab", "ab", [[0, 1], [1, 0]], goal=[missing, 1]), "the goal of 'a'"),
        (lambda: mc.FiniteGame("ab", "ab", [[0, missing], [1, 0]], {0}), "the matrix has"),
        (lambda: mc.FiniteGame("a", "a", lambda g, s: missing, {0}), "score('a', 'a')"),
        (lambda: mc.FiniteGame("a", "a", lambda g, s: (0, missing), {0}), "score('a', 'a')"),
        (lambda: mc.weighted(game, [missing, 1]), "the weight of 1"),
    ):
        with one_line(mc.BadGame, part, "<NA>"):
            make()


def test_two_columns_of_one_name_are_refused(tmp_path):
    (tmp_path / "twice.csv").write_text("a,a\n1,2\n", encoding="utf-8")
    tables = [tmp_path / "twice.csv"]
    try:
        import pandas

        tables.append(pandas.DataFrame([[1, 2], [2, 1]], columns=["a", "a"]))
    except ImportError:
        pass
    try:
        import pyarrow

        tables.append(pyarrow.Table.from_arrays([pyarrow.array([1, 2])] * 2, names=["a", "a"]))
    except ImportError:
        pass
    for table in tables:
        with one_line(mc.BadArgument, "two columns 'a'"):
            mc.FiniteGame.from_table(table)


def test_an_unknown_cell_fits_every_answer():
    table = {"a": [0, 1, None], "b": [0, 0, 1]}
    with one_line(mc.BadGame, "'a' of 2 is unknown", 'unknown="both"'):
        mc.FiniteGame.from_table(table)
    game = mc.FiniteGame.from_table(table, prior=[1, 1, 3], unknown="both")
    assert game.weights == (1, 1, Fraction(3, 2), Fraction(3, 2))
    assert [game.goal(secret) for secret in game.secrets] == [0, 1, 2, 2]
    assert {game.score("a", secret) for secret in game.secrets[2:]} == {0, 1}
    # Asking b first: it is 2 at once, or 0 or 1 after two questions.
    best = mc.optimal(game)
    assert (best.total, best.worst) == (3 + 2 + 2, 2)
    assert mc.replay(game, best.tree).total == 7
    assert mc.optimal(game, "worst").worst == 2


@pytest.mark.parametrize(
    ("table", "options", "parts"),
    [
        ({}, {}, ("empty",)),
        ({"a": [1], "b": [1, 2]}, {}, ("equally long", "1 to 2")),
        ({"a": [], "b": []}, {}, ("no cells", "add rows")),
        (7, {}, ("data frame", "7")),
        ([[1, 2], [1]], {}, ("1 to 2 cells",)),
        ({"a": [1, 2]}, {"id": "b"}, ("id: the table has no column", "'b'", "'a'")),
        ({"a": [1, 2]}, {"prior": "b"}, ("prior: the table has no column",)),
        ({"a": [1, 2]}, {"id": "a"}, ("no column to ask for",)),
        ({"a": [1, 2]}, {"unknown": "maybe"}, ("refuse", "both", "maybe")),
    ],
)
def test_what_is_no_table(table, options, parts):
    with one_line(mc.BadArgument, *parts):
        mc.FiniteGame.from_table(table, **options)


def test_rows_that_nothing_distinguishes_are_refused_at_once():
    table = {"a": [0, 1, 0], "kind": ["x", "x", "y"]}
    for options, names in (({}, "0 from 2"), ({"by": "kind"}, "0 from 2")):
        with one_line(mc.BadGame, f"no column distinguishes {names}"):
            mc.FiniteGame.from_table({"a": table["a"]} if not options else table, **options)
    alike = mc.FiniteGame.from_table(table, by=["x", "y", "x"])
    assert mc.optimal(alike).total == 3
    # A row that never comes need not be distinguished.
    never = mc.FiniteGame.from_table({"a": table["a"]}, prior=[1, 1, 0])
    assert mc.optimal(never).total == 2
    both = {"a": [0, None, 0], "b": [0, 1, 1]}
    with one_line(mc.BadGame, "no column distinguishes 1 (a: 0) from 2"):
        mc.FiniteGame.from_table(both, unknown="both")


def test_a_row_with_its_unknown_cells_is_shown_in_words():
    table = {"name": ["fly", "ant"], "wings": [2, None], "sting": ["no", "no"], "legs": [6, 5]}
    game = mc.FiniteGame.from_table(table, id="name", unknown="both")
    for one in (game, mc.from_json(mc.to_json(game))):
        assert [one.format_guess(secret) for secret in one.secrets] == ["fly", "ant (wings: 2)"]
        assert str(one.secrets) == "('fly', ant (wings: 2))"
        assert "= ant" in mc.to_text(one, "entropy")


def test_rows_with_too_many_versions_stay_one_secret_each():
    table = {name: [None, 0, 1] for name in range(20)}
    with one_line(mc.BadGame, "no column distinguishes 0 from 2"):
        mc.FiniteGame.from_table(table, unknown="both")
    table["legs"] = [6, 8, 10]
    game = mc.FiniteGame.from_table(table, unknown="both")
    assert game.secrets == (0, 1, 2)
    tree = mc.lazy_tree(game, "entropy")
    assert {guess for history, _ in tree.paths() for guess, _ in history} == {"legs"}
    assert tree.predict({"legs": 8}).name == 1


def test_a_tree_splits_a_row_only_by_the_unknown_cells_it_asks_for():
    random = Random(4)
    names = [f"column {at}" for at in range(25)]
    taxa = [
        {name: random.choice([None, "a", "b", frozenset("ab"), "c"]) for name in names}
        for _ in range(8)
    ]
    tree = mc.lazy_tree(mc.FiniteGame.from_table(taxa, unknown="both", duplicates="class"))
    outcomes = [one for _, ends in tree.paths() for one in ends]
    assert sum(outcome.probability for outcome in outcomes) == 1
    for outcome in outcomes:
        taxon = taxa[outcome.name]
        for name, answer in outcome.answers.items():
            cell = taxon[name]
            assert cell is None or answer == cell or answer in cell
    assert {outcome.name for outcome in outcomes} == {*range(8)}


def test_a_prior_that_would_take_all_memory_is_no_number(tmp_path):
    columns = {"name": ["a", "b"], "wings": [1, 2], "share": ["1e99999999", 1]}
    for table in (columns, written(tmp_path / "table.csv", columns)):
        with one_line(mc.BadGame, "prior"):
            mc.FiniteGame.from_table(table, id="name", prior="share")


def test_names_of_columns_win_over_values_for_each_row():
    cells = {"a": [1, 2], "genus": ["g", "g"], "kind": ["s", "t"]}
    game = mc.FiniteGame.from_table(cells, by=["genus", "kind"])
    assert game.guesses == ("a",)
    assert [*map(game.goal, game.secrets)] == [("g", "s"), ("g", "t")]
    # Values that are no names, or one name twice, are classes.
    for values in (["genus", "x"], ["kind", "kind"]):
        game = mc.FiniteGame.from_table(cells, by=values)
        assert [*map(game.goal, game.secrets)] == values
    tree = mc.lazy_tree(mc.FiniteGame.from_table(cells, by=["genus", "kind"]))
    rows = [*({name: cells[name][at] for name in cells} for at in (0, 1, 1)), {**cells, "a": 2}]
    rows[3] |= {"genus": "g", "kind": "s"}
    assert tree.evaluate(rows, by=["genus", "kind"]).error == Fraction(1, 4)
    with one_line(mc.BadGame, "'kind' of 1 is unknown"):
        tree.evaluate({**cells, "kind": ["s", None]}, by="kind")


def test_every_answer_of_a_large_table_is_read():
    rare = {"rare": ["never seen"] + ["common"] * 599}
    cells = {f"c{at}": [at * row % 7 for row in range(600)] for at in range(1000)}
    game = mc.FiniteGame.from_table({"first": [*range(600)]} | rare | cells)
    assert mc.parse_score(game, "never seen") == "never seen"


def test_integers_stay_integers_beside_an_unknown_cell():
    nothing = float("nan")
    columns = {"legs": [6.0, 8.0, nothing, 2.0], "share": [0.5, 1.0, nothing, 1.0]}
    game = mc.FiniteGame.from_table(columns, unknown="answer")
    answers = {name: {game.score(name, row) for row in range(4)} for name in columns}
    texts = {name: {*map(repr, found)} for name, found in answers.items()}
    assert texts == {"legs": {"2", "6", "8", "'unknown'"}, "share": {"0.5", "1.0", "'unknown'"}}


def test_a_cell_without_a_branch_names_the_question():
    tree = mc.lazy_tree(mc.FiniteGame.from_table({"size": [1, 5, 7, 9]}, by=[*"aabb"], cuts="all"))
    with one_line(mc.BadArgument, "'size' of the row is missing, where the tree asks size <= 6"):
        tree.predict({})
    with one_line(mc.BadArgument, "'size' of the row is 'x', where the tree asks size <= 6"):
        tree.predict({"size": "x"})


def test_the_posterior_counts_all_classes_of_equal_rows():
    random = Random(11)
    mixed = 0
    for _ in range(60):
        n = random.randint(3, 9)
        cells = {name: [random.randint(0, 1) for _ in range(n)] for name in "xyz"}
        classes = [random.choice("abc") for _ in range(n)]
        weights = [random.randint(1, 4) for _ in range(n)]
        try:
            game = mc.FiniteGame.from_table(cells, by=classes, prior=weights, duplicates="class")
        except mc.BadGame:  # nothing to ask
            continue
        session = mc.Session(game, "entropy")
        left = [*range(n)]
        while True:
            total = sum(weights[row] for row in left)
            share = {
                one: Fraction(sum(weights[row] for row in left if classes[row] == one), total)
                for one in {classes[row] for row in left}
            }
            assert session.posterior == share
            if session.over:
                break
            asked = session.guess
            answer = cells[asked][random.choice(left)]
            session.record(asked, answer)
            left = [row for row in left if cells[asked][row] == answer]
        mixed += len(share) > 1
    assert mixed > 10
