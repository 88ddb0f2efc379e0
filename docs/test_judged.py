"""Check that the pages of claims hold what their tables say."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("sphinx", reason="sphinx is not installed")

sys.path.insert(0, str(Path(__file__).parent))
from judged import VERDICTS, _table, read, summary, verdicts

FOLDER = Path(__file__).parent / "reproduce"
NAMES = ("thesis", "survey", "language", "minimax", "annealing")


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_has_a_row_with_its_verdict(name):
    rows = read(FOLDER / f"{name}.csv")
    shown = _table(rows).findall(lambda node: node.tagname == "row")
    texts = [row.astext() for row in shown][1:]
    assert len(texts) == len(rows)
    for row, text in zip(rows, texts, strict=True):
        assert all(row[part] in text for part in ("place", "subject", "claimed", "verdict"))
        assert row["call"] in text


@pytest.mark.parametrize("name", NAMES)
def test_the_summary_counts_the_rows(name):
    rows = read(FOLDER / f"{name}.csv")
    assert verdicts(rows).total() == len(rows)
    assert set(verdicts(rows)) <= set(VERDICTS)
    assert summary(rows).startswith(f"{len(rows)} figures: {verdicts(rows)['holds']} hold, ")
