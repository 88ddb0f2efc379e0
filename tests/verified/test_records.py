"""The records of the documentation, each proven, written and checked again by this version."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.records import digest_of, key, proven, recorded, recorded_seconds
from mastermind_core.cli.verified import run_verified
from reproduce.optima import OPTIMA

#: CPU seconds of the search and of the checker together: rows of more are proven every week, or by
#: the command on the page.
SECONDS = 20.0
WEEKLY = 60.0

ROWS = [row for row in OPTIMA if recorded_seconds(row) <= SECONDS]


def named(row):
    """Return a row as a parameter of a test, with its name and the mark of how long it takes."""
    marks = [pytest.mark.slow, *[pytest.mark.long] * (recorded_seconds(row) > SECONDS)]
    return pytest.param(
        row, id=f"{row.game} {row.objective} {row.max_steps or ''}".strip(), marks=marks
    )


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("row", [named(row) for row in OPTIMA if recorded_seconds(row) <= WEEKLY])
def test_a_record_is_proven_again(tmp_path, row):
    game, said, path = proven(row, tmp_path)
    one = recorded()[key(said)]
    report = run_verified(game, path)
    assert (report.values, report.lemmas, digest_of(path)) == (
        one["value"],
        one["lemmas"],
        one["digest"],
    )


def test_most_rows_of_every_family_are_proven_again():
    families = Counter(row.game.partition("(")[0] for row in ROWS)
    assert families.keys() == {row.game.partition("(")[0] for row in OPTIMA}
    assert min(families.values()) > 1
    assert len(ROWS) > len(recorded()) / 2
