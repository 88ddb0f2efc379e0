"""The stub of the compiled module is the one that nanobind writes of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import mastermind_core
from mastermind_core.kernels import is_built

STUB = Path(mastermind_core.__file__).parent / "kernels" / "_native.pyi"


@pytest.mark.skipif(not is_built(), reason="no native kernel was built")
def test_the_stub_is_what_the_module_has(tmp_path):
    pytest.importorskip("nanobind", reason="what builds the kernels writes their stub")
    written, name = tmp_path / "written.pyi", "mastermind_core.kernels._native"
    command = [sys.executable, "-P", "-m", "nanobind.stubgen", "-q", "-m", name, "-o", written]
    # The writer imports from its folder first, where the sources have no compiled module.
    subprocess.run(command, check=True, timeout=3600, cwd=tmp_path)
    told = f"write it again: python -m nanobind.stubgen -m {name} -o {STUB.name}"
    assert STUB.read_text(encoding="utf-8") == written.read_text(encoding="utf-8"), told
