"""What the benchmarks count is the same on every machine."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mastermind_core.kernels.choose import is_compiled

ROOT = Path(__file__).parent.parent
COUNTS = ROOT / "benchmarks" / "counts.json"


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="minutes in plain Python")
@pytest.mark.parametrize("group", ["tables", "greedy", "exact", "simulate"])
def test_counts_are_those_that_were_kept(group):
    # A change of a search changes them: look at them, and keep them with
    # python -m benchmarks --counts --write
    command = [sys.executable, "-m", "benchmarks", group, "--counts"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    kept = json.loads(COUNTS.read_text())
    assert json.loads(done.stdout) == {
        name: counts for name, counts in kept.items() if name.startswith(f"{group}: ")
    }
