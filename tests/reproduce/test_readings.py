"""How far readings were searched: the page says what the search gives."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from mastermind_core.kernels.choose import is_compiled
from mastermind_core.metrics import ENTROPY, EXPECTED_SIZE

PAGE = Path(__file__).parents[2] / "docs" / "reproduce" / "readings.txt"


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="minutes on the kernels in plain Python")
def test_the_page_says_what_the_best_play_after_a_metric_gives(monkeypatch):
    monkeypatch.syspath_prepend(PAGE.parents[2])
    until_few = import_module("benchmarks.readings").until_few
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    for metric, name, few in ((EXPECTED_SIZE, "expected_size", 38), (ENTROPY, "entropy", 20)):
        (line,) = (line for line in lines if line.startswith(f"  {name} "))
        assert re.search(rf"\b{few}: {until_few(metric, few)}\b", line)
