"""Optimal trees with errors allowed: least errors within a limit, then the fewest questions."""

from __future__ import annotations

from array import array
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
from clock import turned_clock
from errors import one_line

import mastermind_core as mc
from mastermind_core.cli import main
from mastermind_core.tables import erring_solution, error_curve

_EVERY_ROW = {
    "name": [*"abcdefgh"],
    "x": [0, 0, 0, 0, 1, 1, 1, 1],
    "y": [0, 0, 1, 1, 0, 0, 1, 1],
    "z": [0, 1, 0, 1, 0, 1, 0, 1],
}


class _Case:
    """A random table, and its least errors and costs by a recursion over all trees."""

    def __init__(self, random: Random) -> None:
        self.n_rows = random.randint(2, 8)
        names = [f"column {at}" for at in range(random.randint(1, 4))]
        most = random.choice([1, 1, 2])
        self.columns = {
            name: [random.randint(0, most) for _ in range(self.n_rows)] for name in names
        }
        self.kinds = [random.randint(0, 3) for _ in range(self.n_rows)]
        self.duplicates = random.choice(["error", "class"])
        self.prior = [Fraction(random.randint(1, 5), 3) for _ in range(self.n_rows)]
        self.costs = {name: random.choice([1, 2, Fraction(1, 2)]) for name in names}
        self.is_priced = random.random() < 0.5
        if not self.is_priced:
            self.costs = dict.fromkeys(names, 1)

    def game(self) -> Any:
        return mc.FiniteGame.from_table(
            self.columns,
            by=self.kinds,
            prior=self.prior,
            cost=self.costs if self.is_priced else None,
            questions="values",
            duplicates=self.duplicates,
        )

    def least(self, steps: int, money: Fraction) -> tuple[Fraction, Fraction]:
        """Return the least weight of errors, and the least weighted cost with it."""
        prior, kinds = self.prior, self.kinds

        @cache
        def value(rows: tuple[int, ...], steps: int, money: Fraction) -> tuple[Fraction, Fraction]:
            weights: dict[int, Fraction] = {}
            for row in rows:
                weights[kinds[row]] = weights.get(kinds[row], Fraction(0)) + prior[row]
            whole = sum(weights.values(), Fraction(0))
            best = whole - max(weights.values()), Fraction(0)
            for name, cells in self.columns.items():
                blocks: dict[int, list[int]] = {}
                for row in rows:
                    blocks.setdefault(cells[row], []).append(row)
                left = money - Fraction(self.costs[name])
                if steps and left >= 0 and len(blocks) > 1:
                    below = [value(tuple(block), steps - 1, left) for block in blocks.values()]
                    wrong = sum((error for error, _ in below), Fraction(0))
                    spent = sum((cost for _, cost in below), whole * self.costs[name])
                    best = min(best, (wrong, spent))
            return best

        wrong, spent = value(tuple(range(self.n_rows)), steps, money)
        return wrong / sum(prior), spent / sum(prior)

    def replayed(self, tree: Any) -> tuple[Fraction, Fraction]:
        """Return the errors and the cost of a tree on the rows of the table."""
        wrong = spent = Fraction(0)
        for row in range(self.n_rows):
            cells = {name: column[row] for name, column in self.columns.items()}
            node = tree
            while node is not None and not node.over:
                spent += self.prior[row] * self.costs[node.guess]
                node = next(one for one in node.branches if one.score == cells[node.guess]).subtree
            wrong += self.prior[row] * (tree.predict(cells) != self.kinds[row])
        return wrong / sum(self.prior), spent / sum(self.prior)


@pytest.mark.parametrize("compiled", [True, False])
def test_no_tree_has_fewer_errors(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not compiled:
        monkeypatch.setattr("mastermind_core.tables.erring.chains_of", lambda rows, scale: None)
    random = Random(11)
    judged = 0
    for _ in range(120):
        case = _Case(random)
        try:
            game = case.game()
        except mc.errors.BadGame:  # equal rows of several classes
            continue
        steps, money = random.choice([(random.randint(0, 3), None), (9, random.randint(1, 5))])
        limit = {"max_steps": steps} if money is None else {"max_cost": money}
        found = erring_solution(game, **limit)
        least = case.least(steps, Fraction(100 if money is None else money))
        assert found.proven
        assert (found.expected_error, found.mean) == least
        assert case.replayed(found.tree) == least
        assert found.tree.game.expected_error == found.expected_error == found.bound
        judged += 1
    assert judged > 50


def test_optimal_allows_errors_only_where_it_must() -> None:
    key = mc.FiniteGame.from_table(_EVERY_ROW, id="name")
    within_two = mc.optimal(key, max_steps=2)
    assert str(within_two) == "expected error 0.5, 2.0000 questions on average, proven"
    assert (within_two.accuracy, within_two.tree.depth) == (Fraction(1, 2), 2)
    within_three = mc.optimal(key, max_steps=3)
    assert (within_three.total, within_three.expected_error) == (24, 0)
    with pytest.raises(mc.NoStrategy, match="within 2 guesses"):
        mc.optimal(key, "worst", max_steps=2)


@pytest.mark.parametrize("end", [1, False, 0, "", None])
def test_no_errors_are_allowed_where_a_guess_ends_the_game(end: Any) -> None:
    """An end state may be any score, such as False."""
    rows = [["no", end, "no"], ["no", "no", end]]
    game = mc.FiniteGame(range(2), range(3), rows, {end}, costs=[2, 3], goal=[2, 1, 0])
    with pytest.raises(mc.NoStrategy, match="no strategy finds every secret"):
        mc.optimal(game, max_cost=4)


def test_a_stopped_search_has_a_greedy_tree_and_a_bound() -> None:
    random = Random(3)
    cells = {f"question {at}": [random.randint(0, 1) for _ in range(60)] for at in range(12)}
    key = mc.FiniteGame.from_table(
        cells, by=[random.randint(0, 3) for _ in range(60)], duplicates="class"
    )
    stopped = erring_solution(key, max_steps=4, nodes=1)
    whole = erring_solution(key, max_steps=4)
    assert not stopped.proven
    assert "error at least" in str(stopped)
    assert stopped.bound <= whole.expected_error <= stopped.expected_error
    assert whole.proven


def test_a_search_without_time_has_a_tree() -> None:
    table = mc.FiniteGame.from_table(_EVERY_ROW, id="name")
    stopped = mc.optimal(table, max_steps=2, seconds=0)
    assert stopped.bound <= Fraction(1, 2) == stopped.expected_error


def test_a_tree_without_errors_is_a_solution_however_late_the_answers_are() -> None:
    for seconds in range(8):
        game = mc.FiniteGame(range(1), range(2), lambda _, secret: secret, (), goal=[0, 0])
        with turned_clock(1.0):
            found = mc.optimal(game, max_steps=4, seconds=seconds)
        assert (found.total, found.worst, found.lower_bound) == (0, 0, 0)


def test_a_tree_with_errors_is_used_like_any_tree(tmp_path: Any) -> None:
    key = mc.FiniteGame.from_table(_EVERY_ROW, id="name")
    found = mc.optimal(key, max_steps=1)
    assert mc.to_text(found) == ("x  (8 candidates)\n  0: = a (share 0.25)\n  1: = e (share 0.25)")
    assert found.tree.predict({"x": 1}) == "e"
    mc.save(found, tmp_path / "key.json")
    again = mc.load(tmp_path / "key.json")
    assert again == found.__class__(again.tree, *_figures(found))
    assert mc.to_text(again) == mc.to_text(found)
    assert mc.length_distribution(found.tree.game, found) == {1: 8}


def _figures(found: Any) -> tuple[Any, ...]:
    return found.expected_error, found.mean, found.bound, found.proven, found.states


def test_the_curve_falls_to_the_error_of_the_table(tmp_path: Any) -> None:
    curve = error_curve(mc.FiniteGame.from_table(_EVERY_ROW, id="name"), 9)
    assert curve.errors == {0: 7 / 8, 1: 3 / 4, 2: 1 / 2, 3: 0}
    mc.save(curve, tmp_path / "curve.json")
    assert str(mc.load(tmp_path / "curve.json")) == str(curve)
    with pytest.raises(mc.errors.BadArgument, match="does not end when a class is known"):
        error_curve(mc.TwoD(3), 2)


def test_a_weighted_and_a_classified_key_allow_errors() -> None:
    key = mc.FiniteGame.from_table({"x": [0, 0, 1, 1], "y": [0, 1, 0, 1]})
    heavy = mc.optimal(mc.weighted(key, [1, 2, 3, 4]), max_steps=1)
    assert heavy.expected_error == Fraction(1 + 2, 10)
    halves = mc.identified(key, by=lambda row: row in {0, 3})
    assert mc.optimal(halves, max_steps=1).expected_error == Fraction(1, 2)


def test_equal_rows_with_two_likeliest_classes_have_the_tree_of_either():
    equal = {"x": [0, 0, 0, 1], "y": [0, 0, 1, 0]}  # the first two are a and b
    key = mc.FiniteGame.from_table(equal, by=[*"abbb"], duplicates="class")
    for limits in ({"max_steps": 1}, {"max_cost": 1}):
        found = mc.optimal(key, **limits)
        assert (found.expected_error, found.mean, found.proven) == (Fraction(1, 4), 0, True)
        assert found.tree.predict({"x": 0, "y": 0}) == "b"


def test_the_command_line_takes_a_saved_tree_with_errors(tmp_path, capsys):
    path = tmp_path / "cells.csv"
    path.write_text("a,b,kind\n1,x,u\n2,,v\n3,y,w\n4,y,u\n5,z,w\n")
    key = ["table", str(path), "--identify", "kind", "--unknown", "both"]
    saved = str(tmp_path / "tree.json")
    assert main(["optimal", *key, "--max-steps", "1", "--save", saved]) == 0
    assert main(["tree", *key, "--strategy", saved]) == 0
    assert "(share 0." in capsys.readouterr().out
    assert main(["analyze", *key, "--strategy", saved]) == 0
    assert "1:5" in capsys.readouterr().out
    assert main(["assist", *key, "--strategy", saved, "--step", "b z", "--once"]) == 0
    assert "4 (right)" in capsys.readouterr().out
    other = ["table", str(path), "--identify", "kind", "--unknown", "never"]
    assert main(["tree", *other, "--strategy", saved]) == 2
    assert "the file is about another game" in capsys.readouterr().err


def test_errors_on_the_command_line_name_its_options(tmp_path, capsys):
    path = tmp_path / "cells.csv"
    path.write_text("a,b,kind\n1,x,u\n2,,v\n1,x,w\n")
    key = ["table", str(path), "--identify", "kind"]
    assert main(["tree", *key]) == 2
    assert 'pass --unknown both, "chance"' in capsys.readouterr().err
    assert main(["tree", *key, "--unknown", "never"]) == 2
    assert "--duplicates class" in capsys.readouterr().err
    assert main(["tree", "table", str(path), "--identify", "kin"]) == 2
    assert "'kin' is neither a file nor a column of the table" in capsys.readouterr().err


def _thresholds(cells: list[int | None]) -> list[dict[int, str]]:
    """Return the answer of each row to each question about a column: at most, above or unknown."""
    known = sorted({cell for cell in cells if cell is not None})
    if len(known) <= 4:  # the value is asked
        return [{row: str(cell) for row, cell in enumerate(cells)}]
    return [
        {row: "?" if cell is None else str(cell <= limit) for row, cell in enumerate(cells)}
        for limit in known[:-1]
    ]


def _least(
    rows: frozenset[int],
    steps: int,
    questions: list[dict[int, str]],
    kinds: list[str],
    prior: list[int],
    known: dict[Any, tuple[int, int]],
) -> tuple[int, int]:
    """Return the least weight of errors, and the least weight of questions with it."""
    key = rows, steps
    if key in known:
        return known[key]
    of_kind: dict[str, int] = {}
    for row in rows:
        of_kind[kinds[row]] = of_kind.get(kinds[row], 0) + prior[row]
    weight = sum(of_kind.values())
    best = weight - max(of_kind.values()), 0
    for question in questions if steps else ():
        blocks: dict[str, set[int]] = {}
        for row in rows:
            blocks.setdefault(question[row], set()).add(row)
        if len(blocks) == 1:
            continue
        below = [
            _least(frozenset(block), steps - 1, questions, kinds, prior, known)
            for block in blocks.values()
        ]
        value = sum(own[0] for own in below), weight + sum(own[1] for own in below)
        best = min(best, value)
    known[key] = best
    return best


def _check_thresholds(seed: int, cases: int) -> None:
    random = Random(seed)
    for _ in range(cases):
        n_rows = random.randint(4, 14)
        gaps = random.choice([0, 0, 0.2])
        columns: dict[str, list[int | None]] = {}
        for name in "xyz"[: random.randint(1, 3)]:
            most = random.choice([1, 3, 6, 9, 40])
            columns[name] = [
                None if random.random() < gaps else random.randint(0, most) for _ in range(n_rows)
            ]
        columns = {
            name: cells for name, cells in columns.items() if len({*cells} - {None}) > 1
        } or {"x": [*range(n_rows)]}
        kinds = [random.choice("abcd"[: random.randint(2, 4)]) for _ in range(n_rows)]
        prior = [random.randint(1, 4) for _ in range(n_rows)]
        game = mc.FiniteGame.from_table(
            columns, by=kinds, prior=prior, unknown="answer", duplicates="class"
        )
        questions = [question for cells in columns.values() for question in _thresholds(cells)]
        known: dict[Any, tuple[int, int]] = {}
        for steps in random.sample(range(5), 2):
            least = _least(frozenset(range(n_rows)), steps, questions, kinds, prior, known)
            found = erring_solution(game, max_steps=steps)
            whole = sum(prior)
            assert found.proven
            assert (found.expected_error * whole, found.mean * whole) == least


def test_chains_of_thresholds_have_the_fewest_errors() -> None:
    _check_thresholds(5, 40)


@pytest.mark.slow
def test_more_chains_of_thresholds_have_the_fewest_errors() -> None:
    _check_thresholds(6, 400)


@pytest.mark.compiled
def test_a_stopped_search_of_chains_has_a_tree_and_a_bound() -> None:
    random = Random(3)
    cells = {name: [random.randint(0, 30) for _ in range(60)] for name in "xyz"}
    kinds = [random.choice("ab") for _ in range(60)]
    game = mc.FiniteGame.from_table(cells, by=kinds, duplicates="class")
    proven = erring_solution(game, max_steps=4)
    assert proven.proven
    for nodes in (1, 2, 5, 20, 100):
        found = erring_solution(game, max_steps=4, nodes=nodes)
        assert found.bound <= proven.expected_error <= found.expected_error
        assert found.tree.evaluate(cells, by=kinds).error == found.expected_error
        assert found.tree.evaluate(cells, by=kinds).tests == found.mean


def test_the_search_of_chains_refuses_bad_arguments() -> None:
    native = pytest.importorskip("mastermind_core.kernels._native")
    numbers = {
        "codes": array("H", [0, 1]),
        "questions": [1],
        "groups": [0],
        "prices": [1],
        "begin": [0, 1, 2],
        "classes": [0, 1],
        "shares": [1, 1],
        "weights": [1, 1],
    }
    search = native.ErrorTrees(**numbers)
    assert search.least([0, 1], 1, 1.0, 9)[:5] == (0, 2, 0, 2, 0)
    for name, wrong, words in (
        ("codes", array("H", [0, 2]), "codes: expected ranks and groups"),
        ("codes", array("H", [0]), "codes: expected a row for each chain"),
        ("questions", [0], "questions: expected"),
        ("prices", [-1], "prices: expected"),
        ("begin", [0, 2, 1], "begin: expected"),
        ("classes", [0, 9], "classes: expected"),
        ("shares", [1, -1], "shares: expected"),
        ("shares", [1, 1 << 60], "shares: expected"),
    ):
        with one_line(mc.BadArgument, words):
            native.ErrorTrees(**{**numbers, name: wrong})
    for rows, steps in (([], 1), ([0], -1), ([2], 1)):
        with one_line(mc.BadArgument, "rows"):
            search.least(rows, steps, 1.0, 9)
