"""Goals and costs where a search is divided: the answer of one that is not, in all combinations."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

import mastermind_core as mc
from mastermind_core.exact.divide import pace
from mastermind_core.exact.divide.coordinator import Coordinator
from mastermind_core.kernels.choose import is_compiled

sys.path.insert(0, str(Path(__file__).parents[1]))
from path_oracle import Paths
from test_paths_that_cost import KINDS, random_game

DIVIDED = [kind for kind in KINDS if kind[3] != "legal" and (kind[1] or kind[2] != "none")]


@pytest.fixture
def small_jobs(monkeypatch):
    """Split what is split in large games, and count the questions that are put."""
    for name, value in {"SPAN": 3, "LEAST_SPAN": 3, "HOPELESS": 8, "TINY": 1, "FEWEST": 1}.items():
        monkeypatch.setattr(pace, name, value)
    asked = []
    settle = Coordinator.settle

    def counted(self, root, below):
        asked.append(root.question)
        settle(self, root, below)

    monkeypatch.setattr(Coordinator, "settle", counted)
    return asked


def finite(game, costs=None, goals=None):
    """Make a game of the rows of a random one."""
    table = game["table"]
    own = game["goals"] if goals is None else goals
    return mc.FiniteGame(
        range(len(table)),
        range(len(table[0])),
        table,
        {0} if any(0 in row for row in table) else (),
        weights=game["weights"],
        costs=costs or game["prices"],
        **({} if own is None else {"goal": own.__getitem__}),
    )


def best(game, objective, **asked):
    try:
        found = mc.optimal(game, objective, **asked)
    except mc.NoStrategy:
        return None
    assert found.proven
    return found.total, found.worst


@pytest.mark.parametrize("kind", DIVIDED, ids=lambda kind: "-".join(map(str, kind)))
def test_a_divided_search_finds_what_the_oracle_does(kind, small_jobs):
    weighted, priced, goals, pool, objective = kind
    for seed in range(3):
        random = Random(seed)
        game = random_game(random, weighted=weighted, priced=priced, goals=goals, most=9)
        if not any(0 in row for row in game["table"]):
            game["final"] = [False] * len(game["final"])
        steps, money = random.choice(
            [(None, None), (random.randint(2, 5), None), (None, random.randint(3, 20))]
        )
        wanted = Paths(game, pool).answer(range(len(game["table"][0])), objective, steps, money)
        found = best(finite(game), objective, pool=pool, max_steps=steps, max_cost=money, workers=1)
        if wanted is None:
            assert found is None
        else:
            assert wanted[0] in {None, found[0]}
            assert wanted[1] in {None, found[1]}


def test_what_is_paid_along_the_way_is_divided(small_jobs):
    random = Random(3)
    rows = [[random.randrange(2) for _ in range(24)] for _ in range(16)]
    game = mc.FiniteGame(range(16), range(24), rows, (), goal=int, costs=[1, 2, 3, 5] * 4)
    for objective in ("worst-then-mean", "mean-then-worst"):
        assert best(game, objective, workers=1) == best(game, objective)
    if mc.kernels.active().startswith("native"):
        assert {question.purse >= 0 for question in small_jobs} == {False, True}


@pytest.mark.skipif(not is_compiled(), reason="plain Python does not divide games with costs")
def test_a_checkpoint_of_other_costs_or_goals_is_refused(tmp_path):
    game = random_game(Random(5), weighted=False, priced=True, goals="some", most=9)
    assert len(game["table"][0]) > 3
    file = tmp_path / "kept"
    mc.optimal(finite(game), checkpoint=file)
    others = {"costs": [4, *[3] * (len(game["table"]) - 1)]}, {"goals": range(9)}
    for other in others:
        with pytest.raises(mc.BadArgument, match="its game is"):
            mc.optimal(finite(game, **other), checkpoint=file)
    assert best(finite(game), "mean", checkpoint=file) == best(finite(game), "mean")
