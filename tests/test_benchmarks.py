"""What the benchmarks count is the same on every machine."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

import mastermind_core as mc
from mastermind_core.kernels.choose import is_compiled
from reproduce.optima import game_called

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="minutes in plain Python")
@pytest.mark.parametrize("group", ["tables", "greedy", "exact", "simulate"])
def test_counts_are_those_that_were_kept(monkeypatch, group):
    # A change of a search changes them: look at them, and keep them with
    # python -m benchmarks --counts --write
    monkeypatch.syspath_prepend(ROOT)
    command, tasks = import_module("benchmarks.__main__"), import_module("benchmarks.tasks")
    chosen = [task for task in tasks.tasks() if task.group == group and command.held(task)]
    kept = json.loads((ROOT / "benchmarks" / "counts.json").read_text())
    assert chosen
    assert json.loads(json.dumps(command.counted(chosen))) == {
        name: counts for name, counts in kept.items() if name.startswith(f"{group}: ")
    }


KEPT = {
    line.split()[0]: Fraction(line.split()[1])
    for line in (ROOT / "benchmarks" / "hiding.txt").read_text(encoding="utf-8").splitlines()
}


def test_every_game_of_the_table_is_kept(monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    assert list(KEPT) == import_module("benchmarks.hiding").GAMES


@pytest.mark.parametrize("name", [name for name in KEPT if name not in ("M(4,5)", "M(4,6)")])
@pytest.mark.skipif(not is_compiled(), reason="minutes in plain Python")
def test_the_values_of_games_that_were_kept(name):
    found = mc.equilibrium(game_called(name))
    assert found.lower == found.upper == KEPT[name]


LENGTHS = [
    line.split(maxsplit=2)
    for line in (ROOT / "benchmarks" / "lengths.txt").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize(
    ("name", "objective", "said"),
    [
        pytest.param(*line, marks=pytest.mark.slow if line[:2] == ["AB(4,10)", "within:5"] else ())
        for line in LENGTHS
    ],
)
@pytest.mark.skipif(not is_compiled(), reason="minutes in plain Python")
def test_the_figures_of_objectives_that_were_kept(name, objective, said):
    found = mc.optimal(game_called(name), objective)
    assert found.proven
    assert said.startswith(f"{found.figures}, proven; ")


@pytest.mark.parametrize("name", ["M(3,5)", "M(3,6)"])
def test_the_races_that_were_kept(monkeypatch, name):
    monkeypatch.syspath_prepend(ROOT)
    kept = (ROOT / "benchmarks" / "races.txt").read_text(encoding="utf-8").splitlines()
    raced = import_module("benchmarks.lengths").race(game_called(name), None)
    steps = [line.split(maxsplit=2)[2] for line in kept if line.startswith(name)]
    assert [step.partition(":")[0] for step in raced] == [step.partition(":")[0] for step in steps]
