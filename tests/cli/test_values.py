"""Weights, costs and goals on the command line, and tables as games."""

from __future__ import annotations

import io
import json
import os
import sys
from fractions import Fraction

import pytest

import mastermind_core as mc
from mastermind_core.cli import main


def answer_with(monkeypatch, *lines):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


INSECTS = """name,wings,sting,share,order
fly,2,no,5,Diptera
mosquito,2,yes,1/2,Diptera
bee,4,yes,3,Hymenoptera
ant,0,no,1,Hymenoptera
moth,4,no,1,Lepidoptera
"""


@pytest.fixture
def insects(tmp_path):
    path = tmp_path / "insects.csv"
    path.write_text(INSECTS, encoding="utf-8")
    return str(path)


def test_a_table_is_a_game(capsys, insects):
    columns = ["--id", "name", "--weights", "share", "--identify", "order"]
    for game in ([insects], ["table", insects]):
        assert main(["optimal", *game, *columns, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        # wings: flies and the ant are known; then sting tells the bee from the moth.
        assert found["total"] == "29/2"
        assert (found["worst"], found["first_guess"]) == (2, "wings")
    assert main(["tree", insects, "--id", "name", "--weights", "share"]) == 0
    assert "= moth" in capsys.readouterr().out


def test_hints_end_with_the_class_of_a_row(capsys, monkeypatch, insects):
    answer_with(monkeypatch, "wings 4", "sting no")
    assert main(["assist", insects, "--id", "name", "--identify", "order"]) == 0
    assert capsys.readouterr().out.endswith("Found with question 2: Lepidoptera.\n")


def test_a_key_is_spoken_of_in_rows_and_questions(capsys, monkeypatch, insects):
    answer_with(monkeypatch, "help", "explain", "fix 3 no", "quit")
    assert main(["assist", insects, "--id", "name"]) == 0
    said = capsys.readouterr().out
    assert "Type each question with its answer" in said
    assert "explain QUESTION: the number of rows left for each answer" in said
    assert "fix needs the number of a question, 1 to 0" in said
    assert not any(word in said.lower() for word in ("guess", "secret"))
    assert main(["analyze", insects, "--id", "name"]) == 0
    assert "questions | rows" in capsys.readouterr().out
    assert main(["analyze", "twod", "--size", "3"]) == 0
    assert "guesses | secrets" in capsys.readouterr().out


def test_the_best_tree_with_errors_within_a_limit(capsys, insects, tmp_path):
    how = [insects, "--id", "name", "--max-steps", "1"]
    assert main(["optimal", *how]) == 0
    said = capsys.readouterr().out
    assert "expected error 0.2, 1.0000 questions on average, proven" in said
    assert "first question: " in said
    saved = tmp_path / "key.json"
    assert main(["optimal", *how, "--save", str(saved), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["expected_error"], found["accuracy"]) == ("1/5", "4/5")
    assert mc.load(saved).expected_error == Fraction(1, 5)
    assert main(["optimal", *how, "--certificate", str(tmp_path / "proof")]) == 2
    assert (
        capsys.readouterr().err == "mastermind_core: --certificate: a tree with errors has none\n"
    )


def test_a_strategy_with_errors_is_shown_with_them(capsys, insects, tmp_path):
    saved = str(tmp_path / "key.json")
    key = [insects, "--id", "name"]
    assert main(["optimal", *key, "--max-steps", "1", "--save", saved]) == 0
    for command in ("analyze", "simulate"):
        capsys.readouterr()
        assert main([command, *key, "--strategy", saved]) == 0
        assert capsys.readouterr().out.endswith("\n\nexpected error 0.2\n")
        assert main([command, *key, "--strategy", saved, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["expected_error"], found["mean"]) == ("1/5", 1.0)
        assert main([command, *key, "--json"]) == 0
        assert "expected_error" not in json.loads(capsys.readouterr().out)


def test_a_tree_of_another_table_with_the_same_questions_is_refused(capsys, tmp_path):
    tables = []
    for name, cells in (("one", "00 01 10 11"), ("other", "01 00 11 10")):
        rows = [
            f"{row},{first},{second}"
            for row, (first, second) in zip("pqrs", cells.split(), strict=True)
        ]
        table = tmp_path / f"{name}.csv"
        table.write_text("\n".join(["name,a,b", *rows, ""]), encoding="utf-8")
        tables.append(str(table))
    one, other = tables
    saved = str(tmp_path / "tree.json")
    assert main(["optimal", one, "--id", "name", "--save", saved]) == 0
    assert main(["analyze", one, "--id", "name", "--strategy", saved]) == 0
    capsys.readouterr()
    assert main(["analyze", other, "--id", "name", "--strategy", saved]) == 2
    assert "the file is about another game" in capsys.readouterr().err


@pytest.mark.parametrize(
    "other", ["p 0 1,q 0 0,r 1 1,s 1 0", "p 0 0,q 0 1,r 1 0,t 1 1", "p 0 0,q 0 1,r 1 0"]
)
def test_a_tree_with_errors_of_another_table_is_refused(capsys, tmp_path, other):
    def written(rows):
        table = tmp_path / f"{len([*tmp_path.iterdir()])}.csv"
        lines = ["name a b", *rows.split(",")]
        table.write_text("".join(f"{line}\n" for line in lines).replace(" ", ","), "utf-8")
        return str(table)

    own = written("p 0 0,q 0 1,r 1 0,s 1 1")
    saved = str(tmp_path / "tree.json")
    assert main(["optimal", own, "--id", "name", "--max-steps", "1", "--save", saved]) == 0
    assert main(["analyze", own, "--id", "name", "--strategy", saved]) == 0
    capsys.readouterr()
    assert main(["analyze", written(other), "--id", "name", "--strategy", saved]) == 2
    error = capsys.readouterr().err
    assert "the file is about another game" in error
    assert error.count("\n") == 1


def test_the_best_policy_where_answers_may_be_wrong(capsys, tmp_path):
    path = tmp_path / "signs.csv"
    path.write_text("illness,fever,rash\nflu,.9,.1\nmeasles,.8,.9\nnone,.1,0\n", "utf-8")
    likely = [str(path), "--id", "illness", "--likelihoods", "--max-steps", "2"]
    assert main(["optimal", *likely, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    # P(right) of the likeliest illness for each pair of answers: fever and rash are independent.
    chances = [(0.9, 0.1), (0.8, 0.9), (0.1, 0.0)]
    best = sum(
        max((fever if hot else 1 - fever) * (rash if red else 1 - rash) for fever, rash in chances)
        for hot in (True, False)
        for red in (True, False)
    )
    assert float(Fraction(found["accuracy"])) == pytest.approx(best / 3)
    assert found["proven"]
    path.write_text("coin,a,b\n1,yes,no\n2,no,yes\n3,no,no\n", encoding="utf-8")
    rates = ["--sensitivity", ".9", "--max-steps", "1", "--json"]
    assert main(["optimal", str(path), "--id", "coin", *rates]) == 0
    # A yes is always right; after a no the likelier of the others is named.
    assert json.loads(capsys.readouterr().out)["accuracy"] == "19/30"


def test_tables_and_lists_as_people_have_them(capsys, tmp_path):
    table, costs = tmp_path / "insects.tsv", tmp_path / "costs"
    table.write_bytes(f"\ufeff{INSECTS.replace(',', chr(9)).replace('1/2', '0,5')}".encode())
    costs.write_bytes("\ufeffwings;1,5\nsting\t2\n".encode())
    columns = ["--id", "name", "--weights", "share", "--identify", "order", "--costs", str(costs)]
    assert main(["optimal", str(table), *columns, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["total"] == "95/4"
    assert main(["tree", str(table), *columns]) == 0
    assert "= Hymenoptera" in capsys.readouterr().out


def test_classes_of_rows_that_nothing_else_distinguishes(capsys, tmp_path):
    table, classes = tmp_path / "twins.csv", tmp_path / "classes"
    table.write_text("name,a,b\none,0,\ntwo,0,1\nthree,1,1\n", encoding="utf-8")
    named = [str(table), "--id", "name", "--unknown", "both"]
    assert main(["optimal", *named]) == 2
    err = capsys.readouterr().err
    assert "no column distinguishes one (b: 1) from 'two'" in err
    assert not any(part in err for part in ("Version", "by="))
    classes.write_text("one,twin\ntwo,twin\n", encoding="utf-8")
    assert main(["optimal", *named, "--identify", str(classes), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["first_guess"] == "a"
    classes.write_text("four,twin\n", encoding="utf-8")
    assert main(["optimal", *named, "--identify", str(classes)]) == 2
    assert "'four' is not a valid row" in capsys.readouterr().err


def test_weights_and_costs_of_a_file(capsys, tmp_path, monkeypatch):
    costs = tmp_path / "costs"
    costs.write_text("4 10\n\n2, 1/2\n", encoding="utf-8")
    answer_with(monkeypatch, "1,5", "3 2")
    number = ["higher-lower", "--sizes", "7"]
    assert main(["optimal", *number, "--weights", "-", "--costs", str(costs), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    game = mc.priced(mc.weighted(mc.games.HigherLower(7), {1: 5, 3: 2}), {4: 10, 2: Fraction(1, 2)})
    best = mc.optimal(game)
    assert found["total"] == (best.total if isinstance(best.total, int) else str(best.total))
    assert main(["analyze", *number, "--costs", str(costs)]) == 0
    said = capsys.readouterr().out
    priced = mc.priced(mc.games.HigherLower(7), {4: 10, 2: Fraction(1, 2)})
    assert f"costs: {mc.cost_distribution(priced, 'entropy')}" in said
    assert main(["tie-study", *number, "--costs", str(costs), "--orders", "3"]) == 0
    assert str(mc.studies.tie_study(priced, "entropy", orders=3)) in capsys.readouterr().out


def test_a_game_that_ends_when_enough_is_known(capsys, tmp_path):
    coins = ["odd-coin", "--coins", "4", "--fault", "heavy"]
    assert main(["optimal", *coins, "--identify", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["total"] == 1 + 1 + 2 + 2
    classes = tmp_path / "classes"
    classes.write_text("1 heavy,one\n2 heavy,one\n3 heavy,other\n4 heavy,other\n")
    assert main(["optimal", *coins, "--identify", str(classes), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["total"] == 4
    classes.write_text("".join(f"{coin} heavy,same\n" for coin in range(1, 5)))
    assert main(["optimal", *coins, "--identify", str(classes), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["first_guess"] is None


@pytest.mark.parametrize(
    ("lines", "option", "parts"),
    [
        (["9 2"], "--weights", ("--weights, line 1", "9")),
        (["1 2", "1 3"], "--weights", ("--weights, line 2", "twice")),
        (["1 much"], "--weights", ("--weights, line 1", "'much' is not a number such as")),
        (["1 -2"], "--weights", ("weight of 1", "from 0")),
        (["1 0"], "--costs", ("cost of 1", "over 0")),
        (["word"], "--costs", ("--costs, line 1", "'word' has no value")),
        (["1 1e99999999"], "--costs", ("--costs, line 1", "not a number")),
        (["1 1e-99999999"], "--weights", ("--weights, line 1", "not a number")),
    ],
)
def test_bad_weights_are_one_line(capsys, monkeypatch, lines, option, parts):
    answer_with(monkeypatch, *lines)
    assert main(["analyze", "higher-lower", "--sizes", "3", option, "-"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    for part in parts:
        assert part in err


def test_a_name_of_no_row_is_refused_with_names_of_rows(capsys, insects, tmp_path):
    weights = tmp_path / "weights.txt"
    weights.write_text("hornet 2\n")
    assert main(["optimal", insects, "--id", "name", "--weights", str(weights)]) == 2
    fault = capsys.readouterr().err.splitlines()[-1]
    assert "--weights, line 1: 'hornet' is not a valid row: write one of fly, " in fault


def test_tables_that_are_refused(capsys, insects, tmp_path):
    for arguments, part in (
        ([str(tmp_path / "none.csv")], "cannot be read"),
        ([insects, "--id", "nobody"], "the table has no column 'nobody'"),
        ([insects, "--weights", "colour"], "--weights: 'colour' is neither a file nor a column"),
        ([insects, "--identify", "colour"], "--identify: 'colour' is neither a file nor a column"),
    ):
        assert main(["analyze", *arguments]) == 2
        out, err = capsys.readouterr()
        *notes, fault = err.splitlines()  # the note of the table may come before
        assert out == ""
        assert all(" column" in note for note in notes)
        assert part in fault


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
@pytest.mark.parametrize("option", ["--weights", "--costs", "--identify"])
def test_a_pipe_is_refused(capsys, tmp_path, option):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert main(["optimal", "higher-lower", "--sizes", "3", option, str(pipe)]) == 2
    assert "not a regular file" in capsys.readouterr().err


def test_options_of_tables(capsys, tmp_path):
    table, costs = tmp_path / "flowers.csv", tmp_path / "costs"
    rows = "1.4,0.2,s,1 1.3,0.2,s,1 4.7,,v,1 4.5,1.5,v,2 6.0,2.5,g,2 5.1,1.9,g,2 4.9,1.5,v,2"
    table.write_text("\n".join(["long,wide,kind,n", *rows.split()]), encoding="utf-8")
    costs.write_text("wide 4\nlong 1\n", encoding="utf-8")
    named = ["optimal", str(table), "--identify", "kind,n", "--json"]

    def solved(*options):
        assert main([*named, *options]) == 0
        captured = capsys.readouterr()
        return json.loads(captured.out), captured.err

    options = {"by": ["kind", "n"], "duplicates": "class", "unknown": "answer"}
    given = ["--duplicates", "class", "--unknown", "answer", "--cuts"]
    for cuts in ("all", "none", "quantiles", 1):
        game = mc.FiniteGame.from_table(table, cuts=cuts, name="flowers", **options)
        found, said = solved(*given, str(cuts))
        assert found["total"] == mc.optimal(game).total
        assert said == (f"flowers: {game.note}\n" if game.note else "")
    # A cost is that of a column, which is paid once.
    found, said = solved(*given, "all", "--costs", str(costs))
    priced = mc.FiniteGame.from_table(table, cost={"wide": 4, "long": 1}, cuts="all", **options)
    assert (found["total"], said) == (mc.optimal(priced).total, "flowers: answers in 8 bands\n")
    assert main([*named, *given, "some"]) == 2
    assert "cuts must be" in capsys.readouterr().err
    costs.write_text("deep 4\n", encoding="utf-8")
    assert main([*named, *given, "all", "--costs", str(costs)]) == 2
    assert "'deep' is not a valid column" in capsys.readouterr().err
