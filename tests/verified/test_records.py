"""The records of the documentation, each proven, written and checked again by this version."""

from __future__ import annotations

import pytest
from inside import run_verified

from benchmarks.records import digest_of, key, proven, recorded, recorded_seconds
from reproduce.optima import OPTIMA

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("built")]

#: CPU seconds of the search and of the checker together. The command for the rest is on the page.
SECONDS = 2.0

#: The games by their letters, for tests that can run side by side.
FAMILIES = ("M", "AB", "SO", "TwoD")


@pytest.mark.parametrize("family", FAMILIES)
def test_records_are_proven_again(tmp_path, family):
    rows = [row for row in OPTIMA if row.game.partition("(")[0] == family]
    chosen = [row for row in rows if recorded_seconds(row) <= SECONDS]
    assert len(chosen) > 1
    for row in chosen:
        game, said, path = proven(row, tmp_path)
        one = recorded()[key(said)]
        report = run_verified(game, path)
        value = report.total if row.objective == "mean" else report.worst
        assert (value, report.lemmas, digest_of(path)) == (
            one["value"],
            one["lemmas"],
            one["digest"],
        )


def test_every_row_has_its_family():
    assert {row.game.partition("(")[0] for row in OPTIMA} == set(FAMILIES)
