"""The report on optima, and its copy in the docs."""

from __future__ import annotations

from pathlib import Path

import pytest
from forgetting import forget_tables

from mastermind_core import compile_game
from reproduce.__main__ import main
from reproduce.optima import OPTIMA, Optimum, game_called, optima_report

COPY = Path(__file__).parents[2] / "docs" / "reproduce" / "optima.txt"


def test_the_quick_rows_of_the_docs_are_what_the_command_prints(capsys):
    assert main(["optima", "--quick"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 1 + sum(row.effort == "quick" for row in OPTIMA)
    assert set(printed) <= set(COPY.read_text(encoding="utf-8").splitlines())


def test_every_row_is_on_the_page_and_none_differs_from_its_source():
    lines = COPY.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + len(OPTIMA)
    assert not [line for line in lines if "DIFFERENT" in line or "skipped" in line]


def test_a_wrong_figure_is_called_different():
    _, line = optima_report([Optimum("TwoD(5)", "worst", "quick", 5, "a book")])
    assert " ".join(line.split()) == "TwoD(5) 25 worst case 4 proven 5: DIFFERENT (a book)"


def test_a_search_that_is_cut_short_gives_bounds():
    row = Optimum("M(3,5)", "mean", "quick", 451, "two programs")
    known = compile_game(game_called(row.game))
    _, line = optima_report([row], seconds=0)
    assert known is compile_game(game_called(row.game))
    lower, upper = map(int, line.split()[3].split(".."))
    assert 125 <= lower <= 451 <= upper
    assert "bounds" in line
    assert "same" not in line


def test_a_row_without_time_for_its_scores_says_so():
    forget_tables()
    _, line = optima_report([Optimum("TwoD(5)", "mean", "quick", 83, "a book")], seconds=0)
    assert line.split() == ["TwoD(5)", "25", "total", "no", "time"]


@pytest.mark.long
@pytest.mark.slow
def test_no_optimum_of_a_minute_differs_from_its_source():
    lines = list(optima_report([row for row in OPTIMA if row.effort != "long"]))
    assert not [line for line in lines if "DIFFERENT" in line]
