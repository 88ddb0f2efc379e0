"""Check that the tables of figures hold what the committed outputs say."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("sphinx", reason="sphinx is not installed")

sys.path.insert(0, str(Path(__file__).parent))
from catalogue import in_cell
from figures import optima

FOLDER = Path(__file__).parent / "reproduce"


def test_every_column_of_an_optimum_is_in_its_row():
    lines = (FOLDER / "optima.txt").read_text(encoding="utf-8").splitlines()
    rows = optima("\n".join(lines))
    assert rows[0] == ["game", "secrets", "least", "value", "mean", "state", "known"]
    for row, line in zip(rows, lines, strict=True):
        assert " ".join(filter(None, row)) == " ".join(line.split())


def test_an_initial_does_not_begin_a_list():
    assert in_cell("P. Norvig, Mastermind. A note") == r"P\. Norvig, Mastermind. A note"
    assert in_cell("D. E. Knuth") == r"D\. E. Knuth"
