"""Types go through trees, positions, sessions and results, as programs that use them show."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = ["completions.py", "typical_use.py"]


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS)
def test_mypy_knows_the_types_of_guesses_secrets_and_scores(program):
    api = pytest.importorskip("mypy.api")
    report, errors, status = api.run(["--strict", str(Path(__file__).with_name(program))])
    assert (status, errors) == (0, ""), report


@pytest.mark.slow
def test_pyright_knows_them_as_well():
    pytest.importorskip("pyright")
    files = [str(Path(__file__).with_name(program)) for program in PROGRAMS]
    call = [sys.executable, "-P", "-m", "pyright", "--pythonpath", sys.executable, *files]
    ran = subprocess.run(call, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


def test_what_is_typical_runs(capsys):
    runpy.run_path(str(Path(__file__).with_name("typical_use.py")))
    assert capsys.readouterr().out.startswith("3.55")
