"""Two runs compared, and the counts of what is on trial."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

import mastermind_core as mc
from reproduce.__main__ import main
from reproduce.again import AGAIN, compare, compare_runs, read_again
from reproduce.documents import DOCUMENTS, document
from reproduce.measuring import Measurements
from reproduce.pages import Row, make_pages, read_page, write_page

FOLDER = Path(__file__).parents[2] / "docs" / "reproduce"

ROW = Row("here", "anybody", "mean", "4.6", "4.61 +- 0.02", "open", "0.5", "", "", "")


def two_runs(tmp_path, rows, again):
    """Write the pages of two runs, and return their folders."""
    folders = []
    for name, made in (("first", rows), ("second", again)):
        folder = tmp_path / name
        folder.mkdir()
        write_page(folder / "minimax.csv", made)
        folders.append(folder)
    return folders


def test_a_verdict_that_turns_is_named_and_counted(tmp_path):
    sure = evolve(ROW, verdict="holds", subject="sure")
    exact = evolve(ROW, verdict="holds", probability="", subject="exact")
    lost = evolve(ROW, verdict="holds", subject="lost")
    turned = [evolve(row, verdict="differs", computed="4.7") for row in (ROW, sure)]
    again = [*turned, evolve(lost, verdict="open"), exact]
    first, second = two_runs(tmp_path, [ROW, sure, lost, exact], again)
    lines = list(compare_runs(first, second, ["minimax"]))
    assert lines[0] == (
        "3 figures by chance, played again: 1 flipped, 1 open, 1 more open in the second run"
    )
    assert lines[1:] == [
        "  minimax, here: sure, mean: 4.61 +- 0.02 holds, again 4.7 differs",
        "  minimax, here: lost, mean: 4.61 +- 0.02 holds, again 4.61 +- 0.02 open",
    ]
    assert [pair.subject for pair in read_again(first / AGAIN) if pair.flipped] == ["sure"]


def test_only_runs_of_the_same_claims_are_compared(tmp_path):
    first, second = two_runs(tmp_path, [ROW], [evolve(ROW, claimed="4.7")])
    with pytest.raises(mc.BadArgument, match="do not have the same claims of minimax"):
        list(compare(first, second, ["minimax"]))


def test_the_command_compares_a_run_with_another(tmp_path, capsys):
    first = tmp_path / "first"
    list(make_pages(first, 2009, ["language"], quick=True, known=FOLDER))
    asked = ["--all", "--quick", "--document", "language", "--seed", "2"]
    assert main([*asked, "--into", str(tmp_path / "second"), "--against", str(first)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == (
        "0 figures by chance, played again: 0 flipped, 0 open, 0 more open in the second run"
    )


def test_what_draws_no_lots_is_taken_from_the_first_log(tmp_path):
    first = Measurements(tmp_path / "first.jsonl", 1)
    list(first.run(["6**4", "jotto(3, words=9, seed={seed})"]))
    second = Measurements(tmp_path / "second.jsonl", 2)
    second.take(first, ["6**4", "7**4", "jotto(3, words=9, seed={seed})"])
    for log in (second, Measurements(second.path, 2)):
        assert len(log) == 1
        assert log["6**4"].value == "1296"


def test_a_second_run_flipped_no_verdict():
    kept = read_again(FOLDER / AGAIN)
    assert len(kept) > 100
    assert not [pair for pair in kept if pair.flipped]
    on_page = [row for name in DOCUMENTS for row in read_page(FOLDER / f"{name}.csv")]
    rows = {(row.place, row.subject, row.figure, row.computed, row.verdict) for row in on_page}
    for pair in kept:
        assert (pair.place, pair.subject, pair.figure, pair.first, pair.verdict) in rows
        assert pair.first != pair.second or "+-" not in pair.first


def test_every_number_is_accounted_for_and_every_figure_has_a_row_and_a_verdict(capsys):
    assert main(["--count", "--into", str(FOLDER)]) == 0
    printed = capsys.readouterr().out
    assert printed == (FOLDER / "counts.txt").read_text(encoding="utf-8")
    lines = [line.split() for line in printed.splitlines()[1:]]
    assert [line[0] for line in lines] == [*DOCUMENTS, "all"]
    for name, *counts in lines:
        numbers, claimed, aside, left, figures, rows, judged, *verdicts, flipped = map(int, counts)
        assert claimed + aside == numbers
        assert left == flipped == 0
        assert figures == rows == judged == sum(verdicts)
        assert name == "all" or figures == document(name).figures
