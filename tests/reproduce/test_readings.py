"""How far readings were searched: the page says what the search gives."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from mastermind_core.kernels.choose import is_compiled
from mastermind_core.metrics import ENTROPY, EXPECTED_SIZE
from reproduce import calls
from reproduce.__main__ import main
from reproduce.measuring import seeded
from reproduce.readings import SEARCHES, readings_report

PAGE = Path(__file__).parents[2] / "docs" / "reproduce" / "readings.txt"
SEARCHED = (PAGE.parent / "searched.txt").read_text(encoding="utf-8").splitlines()


def test_every_reading_of_a_search_is_another_call_that_can_be_pasted():
    for name, searches in SEARCHES.items():
        for search in searches:
            found = dict(search.calls())
            assert len(set(found.values())) == len(found) > 1, name
            for call in found.values():
                code = compile(seeded(call, 1), name, "eval")
                assert set(code.co_names) <= set(vars(calls)) | {"but", "lengths", "secrets"}


def test_the_page_has_searches_in_order_and_what_the_quick_ones_give():
    listed = [line for line in SEARCHED if line in SEARCHES]
    assert len(listed) > 8
    assert listed == [name for name in SEARCHES if name in listed]
    assert set(readings_report(["bestavros"], 2009)) <= set(SEARCHED)


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="minutes on the kernels in plain Python")
@pytest.mark.parametrize("name", ["shapiro", "singley", "swaszek"])
def test_the_page_has_what_longer_searches_give(name):
    assert set(readings_report([name], 2009)) <= set(SEARCHED)


def test_a_search_that_is_none_is_refused_in_a_line(capsys):
    assert main(["readings", "nobody"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "NAME must be one of bento, bernier" in said
    assert "not 'nobody'" in said


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="minutes on the kernels in plain Python")
def test_the_page_says_what_the_best_play_after_a_metric_gives(monkeypatch):
    monkeypatch.syspath_prepend(PAGE.parents[2])
    until_few = import_module("benchmarks.readings").until_few
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    for metric, name, few in ((EXPECTED_SIZE, "expected_size", 38), (ENTROPY, "entropy", 20)):
        (line,) = (line for line in lines if line.startswith(f"  {name} "))
        assert re.search(rf"\b{few}: {until_few(metric, few)}\b", line)
