"""What a call gives, and the log that keeps it."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import mastermind_core as mc
from reproduce.documents import document
from reproduce.measuring import SEED, Measured, Measurements, measure
from reproduce.pages import LOG, make_pages, read_page, rows, slow

PAGES = Path(__file__).parents[2] / "docs" / "reproduce"
GAMES = "simulate(M(3, 4), rosu, 30, seed={seed})"


def test_moments_are_those_of_the_lengths():
    found = measure("length_distribution(M(3, 4), knuth)")
    expected = mc.length_distribution(mc.Mastermind(colours=4, holes=3), "knuth")
    assert (found.mean, found.worst, found.whole) == (expected.mean, expected.worst, 64)
    assert found.stdev == pytest.approx(expected.stdev)
    assert found.median == expected.median
    assert Measured(shares={1: Fraction(2), 4: Fraction(2)}).median == Fraction(5, 2)
    assert Measured(shares={1: Fraction(1), 2: Fraction(1)}).fourth == Fraction(1, 16)


def test_games_are_those_of_their_seed():
    assert measure(GAMES, 1) == measure(GAMES, 1) != measure(GAMES, 2)
    assert measure(GAMES, 1).games == 30


def test_a_log_is_gone_on_from(tmp_path):
    path = tmp_path / "log.jsonl"
    first = Measurements(path, 1)
    assert len(list(first.run(["1 + 1", GAMES]))) == 2
    text = path.read_text(encoding="utf-8")
    path.write_text(text + '{"call": "cut o', encoding="utf-8")
    again = Measurements(path, 1)
    assert [again[call] for call in ("1 + 1", GAMES)] == [first[call] for call in ("1 + 1", GAMES)]
    assert list(again.run(["1 + 1", GAMES])) == []
    assert GAMES not in Measurements(path, 2)
    again.keep(["1 + 1"])
    assert [json.loads(line)["call"] for line in path.read_text().splitlines()] == ["1 + 1"]


def test_a_line_that_is_no_measurement_is_refused(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text('{"call": 1}\n', encoding="utf-8")
    with pytest.raises(mc.BadFile, match="no measurement"):
        Measurements(path)
    with pytest.raises(mc.BadArgument, match=r"no call of reproduce\.calls"):
        measure("simulated(3)")


@pytest.mark.compiled
def test_the_quick_pages_have_a_row_a_figure_that_is_computed(tmp_path):
    # What the log lacks is computed: here the call of every tenth line.
    log = (PAGES / LOG).read_text(encoding="utf-8").splitlines(keepends=True)
    quick = [line for line in log if not slow(json.loads(line)["call"])]
    known = [line for at, line in enumerate(quick) if at % 10]
    (tmp_path / LOG).write_text("".join(known), encoding="utf-8")
    lines = list(make_pages(tmp_path, SEED, ["annealing"], quick=True))
    assert lines[-1].startswith("annealing: ")
    made = read_page(tmp_path / "annealing.csv")
    assert made == list(rows(document("annealing"), Measurements(tmp_path / LOG)))
    assert 100 < len(made) < document("annealing").figures
    assert {row.verdict for row in made if row.place == "table II"} == {"holds"}
    assert not any(slow(row.call) for row in made)


def test_lengths_of_drawn_games_are_no_exact_figures(tmp_path):
    found = measure("jotto(6, words=40, seed={seed})", 3)
    assert found.games == found.whole == 6
    assert found.shares != measure("jotto(6, words=40, seed={seed}, letters='english')", 3).shares
    path = tmp_path / "words.txt"
    path.write_text("fools\nscore\nfour\n", encoding="utf-8")
    listed = measure(f"jotto(20, words={str(path)!r}, seed={{seed}})", 3)
    assert set(listed.shares) == {1, 2}


def test_codes_that_are_looked_at_and_not_played_leave_out_the_guesses():
    games = "simulate(M(3, 4), temporel_kovacs, 30, seed={seed})"
    looked, unplayed = measure(games, 1), measure(f"unplayed({games})", 1)
    (mean, _) = looked.evaluations
    assert float(unplayed.value) == pytest.approx(mean - float(looked.mean - 1), abs=1e-5)
    assert unplayed.games == 30
