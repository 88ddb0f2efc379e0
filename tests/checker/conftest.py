"""What tests of checkers share."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import mastermind_core as mc
from mastermind_core.checker import compiled

SOURCE = Path(__file__).parents[2] / "mastermind_core" / "checker" / "compiled" / "check.cpp"


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    """Return the program that the package was built with; without one, compile it."""
    try:
        return compiled.program()
    except mc.BadArgument:
        pass
    compiler = shutil.which("c++")
    if compiler is None or not SOURCE.exists():
        pytest.skip("needs a compiler and the source")
    path = tmp_path_factory.mktemp("checker") / "check"
    warnings = ["-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, "-std=c++20", "-O1", *warnings, "-o", path, SOURCE], check=True)
    return path
