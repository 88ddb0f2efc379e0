"""The fuzzer injects faults, and reports mistakes that are planted."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from amounts import mostly_slow

from .planted import PLANTED

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="faults are injected into forked processes"
)


def inject(*options):
    return subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--seed", "1", "--once", "--only", *options],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )


@pytest.mark.parametrize(
    "mistake",
    mostly_slow(PLANTED, quick=["torn"]),
)
def test_a_planted_mistake_is_reported(mistake):
    _, fault, title = PLANTED[mistake]
    done = inject(fault, "--mutant", mistake)
    assert done.returncode == 1, done.stdout + done.stderr
    assert int(re.search(rf"{title}: (\d+)$", done.stdout, re.MULTILINE)[1]) > 0, done.stdout
    assert f"--case {fault}:0 --mutant {mistake}" in done.stdout


@pytest.mark.slow
def test_nothing_is_reported_where_nothing_is_planted():
    done = inject("fail_scores", "lie_half_way", "slip_answers", "--least", "90")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "in all 3 cases, 90 checks" in done.stdout
    assert "failures: 0" in done.stdout


@pytest.mark.slow
def test_too_few_faults_are_no_success():
    done = inject("fail_scores", "--least", "1000")
    assert done.returncode == 1
    assert "fewer than 1000 checks were made" in done.stdout
