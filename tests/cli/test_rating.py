"""The command that rates the games of a transcript."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mastermind_core as mc
from mastermind_core.cli import main

GAME = mc.Mastermind(colours=3, holes=2)
WORDS = ["rate", "mastermind", "--colours", "3", "--holes", "2"]


@pytest.fixture
def transcript(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("12  0,1\n12  0,1\n31  2,0\n---\n??  not a legal guess\n11  2,0\n")
    return str(path)


def test_the_score_of_a_file_is_printed(transcript, capsys):
    assert main([*WORDS, transcript]) == 0
    out = capsys.readouterr().out
    assert "12 0,1: wasted, regret 1.000" in out
    assert "1 wasted and 1 illegal" in out


def test_the_score_is_printed_as_json(transcript, capsys):
    assert main([*WORDS, transcript, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    games = mc.agents.read_transcripts(GAME, Path(transcript).read_text())
    rating = mc.rate(GAME, games)
    assert found["score"] == pytest.approx(rating.score)
    assert [[move["kind"] for move in moves] for moves in found["games"]] == [
        [move.kind for move in moves] for moves in rating.games
    ]


def test_an_oracle_in_a_file_is_used(transcript, tmp_path, capsys):
    oracle = mc.Oracle(GAME)
    oracle.minimum()
    mc.save(oracle, tmp_path / "oracle.json")
    assert main([*WORDS, transcript, "--oracle", str(tmp_path / "oracle.json")]) == 0
    mc.save(mc.optimal(GAME), tmp_path / "other.json")
    capsys.readouterr()
    assert main([*WORDS, transcript, "--oracle", str(tmp_path / "other.json")]) == 2
    assert "has a Solution, not an oracle" in capsys.readouterr().err


def test_files_that_cannot_be_read_are_refused(tmp_path, capsys):
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path, tmp_path / "nowhere", tmp_path / "binary"):
        assert main([*WORDS, str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
