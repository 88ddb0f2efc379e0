"""A typed line: the wrong part of it is named, and a guess alone is completed by a question."""

from __future__ import annotations

import io
import sys

import pytest

from mastermind_core.cli import main

CODES = ["mastermind", "--colours", "6", "--holes", "4"]


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("cigar\nrebut\nsissy\nhumph\n")
    return ["wordle", "--answers", str(path)]


def typed(monkeypatch, capsys, command, *lines):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(command) == 0
    return capsys.readouterr().out


def test_an_unknown_guess_is_not_reported_as_a_bad_answer(monkeypatch, capsys, words):
    out = typed(monkeypatch, capsys, ["assist", *words], "soare bbbyy")
    assert "'soare' is not a valid guess" in out
    assert "answer;" not in out
    out = typed(monkeypatch, capsys, ["assist", *CODES], "1199 0,2", "1 1 9 9 -> 0,2")
    assert "'1199' is not a valid guess" in out
    assert "'1 1 9 9' is not a valid guess" in out


def test_a_bad_answer_is_quoted_without_its_guess(monkeypatch, capsys):
    out = typed(monkeypatch, capsys, ["assist", *CODES], "1122 9,9")
    assert "'9,9' is not a valid answer (9 black and 9 white pegs are impossible" in out
    assert out.count("'9,9' is not") == 1


@pytest.mark.parametrize("command", ["assist", "play"])
def test_a_guess_alone_asks_for_its_answer(monkeypatch, capsys, command):
    out = typed(monkeypatch, capsys, [command, *CODES], "1122", "0,2", "1122", "nonsense")
    assert "the answer to 1122? 0,2" in out
    assert "(96 left)" in out
    assert "'nonsense' is not a valid answer" in out


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("soare bbbyy", "'soare' is not a valid guess"),
        ("cigar bbb", "'bbb' is not a valid answer"),
        ("cigar", "is not a guess with its answer"),
    ],
)
def test_an_option_names_its_wrong_part(capsys, words, step, said):
    assert main(["assist", *words, "--step", step]) != 0
    err = capsys.readouterr().err
    assert "--step" in err
    assert said in err


def test_proposals_are_not_one_idea_up_to_renaming(monkeypatch, capsys):
    out = typed(monkeypatch, capsys, ["assist", *CODES, "--once"])
    assert [line.split()[0] for line in out.splitlines()[1:4]] == ["1234", "1123", "1122"]


def test_a_line_that_is_no_move_is_said_to_be_neither(monkeypatch, capsys):
    out = typed(monkeypatch, capsys, ["assist", *CODES], "good morning")
    assert "'good morning' is neither a valid answer nor a guess with its answer; type " in out


def test_a_hint_and_a_correction_are_followed_by_advice(monkeypatch, capsys):
    small = ["mastermind", "--colours", "4", "--holes", "3"]
    out = typed(monkeypatch, capsys, ["assist", *small], "112 0,2", "fix 1 0,1", "undo", "left")
    assert out.count("mean left") == 4
