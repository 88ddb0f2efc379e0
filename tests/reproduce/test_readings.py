"""How far readings were searched: the page says what the search gives."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from mastermind_core import ENTROPY, EXPECTED_SIZE
from reproduce import calls
from reproduce.__main__ import main
from reproduce.measuring import measure, seeded
from reproduce.readings import SEARCHES, Search, readings_report

PAGE = Path(__file__).parents[2] / "docs" / "reproduce" / "readings.txt"
SEARCHED = (PAGE.parent / "searched.txt").read_text(encoding="utf-8").splitlines()


def test_every_reading_of_a_search_is_another_call_that_can_be_pasted():
    for name, searches in SEARCHES.items():
        for search in searches:
            found = dict(search.calls())
            assert len(set(found.values())) == len(found) > 1, name
            assert ("{games}" in search.call) == all(search.games)
            for call in found.values():
                code = compile(seeded(call.replace("{games}", "1"), 1), name, "eval")
                assert set(code.co_names) <= set(vars(calls)) | {"replace", "lengths", "secrets"}


def test_the_page_has_every_search_in_order_and_what_the_quick_ones_give():
    assert [line for line in SEARCHED if line in SEARCHES] == list(SEARCHES)
    assert set(readings_report(["bestavros"], 2009)) <= set(SEARCHED)


def test_every_search_on_the_page_has_its_calls_and_as_many_readings_as_it_lists():
    lines = iter(SEARCHED)
    for name, searches in SEARCHES.items():
        assert next(lines) == name
        for search in searches:
            assert next(lines) == f"printed {search.printed}: {search.call}"
            labels = {label for label, _ in search.calls()}
            shown = min(search.nearest or len(labels), len(labels))
            listed = [next(lines).split("  ")[-1].strip() for _ in range(shown)]
            assert set(listed) <= labels
            assert len(set(listed)) == shown
            if shown < len(labels):
                assert next(lines).startswith(f"  {len(labels)} readings in all, ")
    assert not list(lines)


def test_the_nearest_are_played_again_with_more_games(monkeypatch):
    call = "simulate(M(2, {colours}), rosu, {games}, seed={seed})"
    search = Search("3.2", call, {"colours": ("2", "3", "9")}, nearest=2, games=(5, 40))
    monkeypatch.setitem(SEARCHES, "rosu", (search,))
    _, printed, *listed, last = readings_report(["rosu"], 1)
    assert printed == f"printed 3.2: {call}"
    found = {colours: measure(f"simulate(M(2, {colours}), rosu, 40, seed=1)") for colours in (2, 3)}
    by_gap = sorted(found, key=lambda colours: abs(float(found[colours].mean) - 3.2))
    assert [line.split("  ")[-1] for line in listed] == [f"colours {c}" for c in by_gap]
    for line, colours in zip(listed, by_gap, strict=True):
        assert line.split()[0] == f"{float(found[colours].mean):.4f}"
    few = [measure(f"simulate(M(2, {colours}), rosu, 5, seed=1)").mean for colours in (2, 3, 9)]
    span = f"{float(min(few)):.4f} to {float(max(few)):.4f}"
    assert last == f"  3 readings in all, {span}; 5 games each, then 40 of those shown"


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    "name", ["shapiro", "singley", pytest.param("swaszek", marks=pytest.mark.long)]
)
def test_the_page_has_what_longer_searches_give(name):
    assert set(readings_report([name], 2009)) <= set(SEARCHED)


def test_a_search_that_is_none_is_refused_in_a_line(capsys):
    assert main(["readings", "nobody"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "NAME must be one of annealing, bento, bernier" in said
    assert "not 'nobody'" in said


@pytest.mark.slow
@pytest.mark.compiled
def test_the_page_says_what_the_best_play_after_a_metric_gives(monkeypatch):
    monkeypatch.syspath_prepend(PAGE.parents[2])
    until_few = import_module("benchmarks.readings").until_few
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    for metric, name, few in ((EXPECTED_SIZE, "expected_size", 38), (ENTROPY, "entropy", 20)):
        (line,) = (line for line in lines if line.startswith(f"  {name} "))
        assert re.search(rf"\b{few}: {until_few(metric, few)}\b", line)
