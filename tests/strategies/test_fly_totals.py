"""Games of long codes, scored on the fly: the same strategies as with a table."""

from __future__ import annotations

import pytest
from inside import compiling

import mastermind_core as mc
from mastermind_core.kernels import is_compiled

pytestmark = pytest.mark.skipif(not is_compiled(), reason="needs the compiled kernels")

NAMES = ("knuth", "entropy", "most_parts", "minimax_candidates")


@pytest.mark.parametrize("holes", [9, 10])
@pytest.mark.parametrize("name", NAMES)
def test_strategies_are_those_of_the_table(monkeypatch, holes, name):
    strategy = getattr(mc.strategies, name)
    monkeypatch.setattr(compiling, "ON_THE_FLY", 2**40)
    tabled = mc.Mastermind(colours="xy", holes=holes)
    assert mc.compile_game(tabled).kernel_scores.is_table
    wanted = mc.length_distribution(tabled, strategy)
    monkeypatch.setattr(compiling, "ON_THE_FLY", 100)
    renamed = mc.Mastermind(colours="ab", holes=holes)
    assert not mc.compile_game(renamed).kernel_scores.is_table
    assert mc.length_distribution(renamed, strategy) == wanted


@pytest.mark.parametrize(("name", "total"), [("knuth", 114574), ("most_parts", 113848)])
def test_fourteen_holes(name, total):
    game = mc.Mastermind(colours=2, holes=14)
    assert mc.length_distribution(game, getattr(mc.strategies, name)).total == total


def test_codes_of_sixteen_holes_are_refused_before_any_is_scored():
    with pytest.raises(mc.GameTooLarge, match=r"takes 4,294,967,296 bytes, over the limit"):
        mc.compile_game(mc.Mastermind(colours=2, holes=16))
