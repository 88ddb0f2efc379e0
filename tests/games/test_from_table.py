"""Games of tables: frames, matrices, mappings, lists and files, with cells that are unknown."""

from __future__ import annotations

from fractions import Fraction

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
    assert game.score("wings", "bee") == "4"
    assert mc.FiniteGame.from_table(str(path), id="name", by="order").guesses == game.guesses
    gaps = written(tmp_path / "gaps.csv", {"a": ["1", ""], "b": ["1", "2"]})
    with one_line(mc.BadGame, "'a' of 1 is unknown", "fill it in"):
        mc.FiniteGame.from_table(gaps)
    (tmp_path / "bad.csv").write_text("a,b\n1\n", encoding="utf-8")
    with one_line(mc.BadArgument, "row 2 has 1 cells, the header 2"):
        mc.FiniteGame.from_table(tmp_path / "bad.csv")
    with one_line(mc.BadArgument, "cannot read"):
        mc.FiniteGame.from_table(tmp_path / "none.csv")


def test_costs_and_functions():
    game = mc.FiniteGame.from_table(
        {"a": [0, 0, 1], "b": [0, 1, 1]}, cost={"b": Fraction(1, 2)}, prior=lambda row: row + 1
    )
    assert (game.secrets, game.costs, game.weights) == ((0, 1, 2), (1, Fraction(1, 2)), (1, 2, 3))


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


class Frame:
    """A data frame as others make it, with just what is asked for."""

    def __init__(self, columns):
        self._columns = columns
        self.columns = list(columns)

    def __dataframe__(self):
        raise AssertionError("the columns are enough")

    def __getitem__(self, name):
        return self._columns[name]


def test_a_frame():
    frame = Frame(COLUMNS)
    game = mc.FiniteGame.from_table(frame, id="name")
    assert game.guesses == ("wings", "sting", "share", "order")


def test_frames_of_pandas_and_polars():
    for name in ("pandas", "polars"):
        try:
            library = __import__(name)
        except ImportError:
            continue
        game = mc.FiniteGame.from_table(library.DataFrame(COLUMNS), id="name", prior="share")
        assert game.weights == (5, 3, 1, 1)
        assert game.score("wings", "bee") == 4


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
    assert mc.verify(game, best.tree).total == 7
    assert mc.optimal(game, "worst").worst == 2


@pytest.mark.parametrize(
    ("table", "options", "parts"),
    [
        ({}, {}, ("empty",)),
        ({"a": [1], "b": [1, 2]}, {}, ("equally long", "1 to 2")),
        (7, {}, ("data frame", "7")),
        ([[1, 2], [1]], {}, ("1 to 2 cells",)),
        ({"a": [1, 2]}, {"id": "b"}, ("id: there is no column", "'b'", "'a'")),
        ({"a": [1, 2]}, {"prior": "b"}, ("prior: there is no column",)),
        ({"a": [1, 2]}, {"id": "a"}, ("no column to ask for",)),
        ({"a": [1, 2]}, {"unknown": "maybe"}, ("refuse", "both", "maybe")),
    ],
)
def test_what_is_no_table(table, options, parts):
    with one_line(mc.BadArgument, *parts):
        mc.FiniteGame.from_table(table, **options)


def test_rows_that_nothing_tells_apart_are_named():
    game = mc.FiniteGame.from_table({"a": [0, 1, 0]})
    with one_line(mc.BadGame, "no guess tells 0 from 2"):
        mc.compile_game(game)


def test_too_many_versions():
    table = {name: [None, 0, 1] for name in range(20)}
    with one_line(mc.BadGame, "filled in", "over 65,536"):
        mc.FiniteGame.from_table(table, unknown="both")


def test_a_prior_that_would_take_all_memory_is_no_number(tmp_path):
    columns = {"name": ["a", "b"], "wings": [1, 2], "share": ["1e99999999", 1]}
    for table in (columns, written(tmp_path / "table.csv", columns)):
        with one_line(mc.BadGame, "prior"):
            mc.FiniteGame.from_table(table, id="name", prior="share")
