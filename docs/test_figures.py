"""Check that the tables of figures hold what the committed outputs say."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from attrs import astuple

pytest.importorskip("sphinx", reason="sphinx is not installed")

sys.path.insert(0, str(Path(__file__).parent))
from catalogue import in_cell
from figures import claims, optima

FOLDER = Path(__file__).parent / "reproduce"


def _words(text):
    return Counter(re.findall(r"\w+", text))


def test_every_word_of_a_claim_is_in_its_row():
    text = (FOLDER / "greedy.txt").read_text(encoding="utf-8")
    rows = claims(text)
    assert len(rows) == len(re.findall(r"^\S", text, re.MULTILINE))
    assert all(row.game and row.what and row.claimed and row.computed for row in rows)
    assert all(re.match("same|agrees|differs|different", row.verdict) for row in rows)
    blocks = re.split(r"\n(?=\S)", text)
    for row, block in zip(rows, blocks, strict=True):
        labels = Counter(re.findall(r"^  (claimed|computed|measured|tried) ", block, re.MULTILINE))
        assert _words(block) - labels == _words(" ".join([*astuple(row)[:-1], *row.tried]))


def test_every_column_of_an_optimum_is_in_its_row():
    lines = (FOLDER / "optima.txt").read_text(encoding="utf-8").splitlines()
    rows = optima("\n".join(lines))
    assert rows[0] == ["game", "secrets", "least", "value", "mean", "state", "known"]
    for row, line in zip(rows, lines, strict=True):
        assert " ".join(filter(None, row)) == " ".join(line.split())


def test_a_line_that_is_no_claim_is_refused():
    with pytest.raises(ValueError, match="no line of a claim"):
        claims("M(4,6), anybody  [a book]\n  doubted   mean 4\n")
    with pytest.raises(ValueError, match="no game is named"):
        claims("anybody  [a book]\n")


def test_an_initial_does_not_begin_a_list():
    assert in_cell("P. Norvig, Mastermind. A note") == r"P\. Norvig, Mastermind. A note"
    assert in_cell("D. E. Knuth") == r"D\. E. Knuth"
