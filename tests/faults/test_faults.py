"""The report of faults shows mistakes that are planted."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .planted import PLANTED

ROOT = Path(__file__).parents[2]


def faults(*options):
    return subprocess.run(
        [sys.executable, "-m", "tests.faults", "--seed", "1", *options],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="faults are injected into forked processes")
@pytest.mark.parametrize(
    "mistake",
    [pytest.param(mistake, marks=[pytest.mark.slow] * (mistake == "blind")) for mistake in PLANTED],
)
def test_a_planted_mistake_is_reported(mistake):
    _, fault, title = PLANTED[mistake]
    done = faults("--plant", mistake, "--only", fault)
    assert done.returncode == 1, done.stdout + done.stderr
    assert int(re.search(rf"^{title}: (\d+)$", done.stdout, re.MULTILINE)[1]) > 0, done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="faults are injected into forked processes")
def test_nothing_is_reported_where_nothing_is_planted():
    done = faults("--only", "fail_scores", "lie_half_way", "slip_answers")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "faults injected: 90" in done.stdout
    for title in ("answers wrong", "work lost", "crashes"):
        assert f"{title}: 0" in done.stdout
