"""Large games of codes, which are scored without a table where the native kernel runs."""

from __future__ import annotations

import pytest
from inside import compiling

import mastermind_core as mc
from mastermind_core.kernels import is_compiled

native = pytest.mark.skipif(not is_compiled(), reason="needs the native kernel")


@native
@pytest.mark.parametrize("repeats", ["both", "guesses", "none"])
def test_a_game_without_a_table_is_played_like_one_with_it(monkeypatch, repeats):
    monkeypatch.setattr(compiling, "ON_THE_FLY", 2**40)
    whole = mc.Mastermind(colours="vwxyz", holes=4, repeats=repeats)
    assert mc.compile_game(whole).kernel_scores.is_table
    with_table = mc.length_distribution(whole, mc.strategies.entropy)
    monkeypatch.setattr(compiling, "ON_THE_FLY", 100)
    renamed = mc.Mastermind(colours="abcde", holes=4, repeats=repeats)
    assert mc.length_distribution(renamed, mc.strategies.entropy) == with_table
    assert mc.replay(renamed, mc.lazy_tree(renamed, mc.strategies.knuth)) == (
        mc.length_distribution(whole, mc.strategies.knuth)
    )


@native
@pytest.mark.slow
def test_five_holes_and_eight_colours():
    # 32768 secrets, entropy, opening 11234: the total that two programs agree on.
    game = mc.Mastermind(colours=8, holes=5)
    lengths = mc.length_distribution(game, mc.strategies.entropy)
    assert lengths == {1: 1, 2: 9, 3: 113, 4: 1575, 5: 14136, 6: 16014, 7: 919, 8: 1}
    assert lengths.total == 179863
    assert mc.lazy_tree(game, mc.strategies.entropy).guess == (1, 1, 2, 3, 4)


def test_no_table_is_made_of_a_game_that_is_too_large():
    with pytest.raises(mc.GameTooLarge, match="takes 2,176,782,336 bytes"):
        mc.compile_game(mc.Mastermind(colours=6, holes=6), limit=2**20)


@native
def test_a_false_symmetry_is_refused_without_a_table():
    class Lopsided(mc.Mastermind):
        def generators(self):
            def swap(code):
                return (code[1], code[0], *code[2:]) if code[0] + code[1] == 11 else code

            return [(swap, swap)]

    game = Lopsided(colours=6, holes=4)
    assert not mc.compile_game(game).kernel_scores.is_table
    with pytest.raises(mc.BadGame, match="generator 1 is not a symmetry"):
        mc.optimal(game)


NAMES = ("knuth", "entropy", "most_parts", "minimax_candidates")


@native
@pytest.mark.parametrize("holes", [9, 10])
@pytest.mark.parametrize("name", NAMES)
def test_strategies_of_two_colours_are_those_of_the_table(monkeypatch, holes, name):
    strategy = getattr(mc.strategies, name)
    monkeypatch.setattr(compiling, "ON_THE_FLY", 2**40)
    tabled = mc.Mastermind(colours="xy", holes=holes)
    assert mc.compile_game(tabled).kernel_scores.is_table
    wanted = mc.length_distribution(tabled, strategy)
    monkeypatch.setattr(compiling, "ON_THE_FLY", 100)
    renamed = mc.Mastermind(colours="ab", holes=holes)
    assert not mc.compile_game(renamed).kernel_scores.is_table
    assert mc.length_distribution(renamed, strategy) == wanted


@native
@pytest.mark.parametrize(("name", "total"), [("knuth", 114574), ("most_parts", 113848)])
def test_fourteen_holes(name, total):
    game = mc.Mastermind(colours=2, holes=14)
    assert mc.length_distribution(game, getattr(mc.strategies, name)).total == total


@native
def test_codes_of_sixteen_holes_are_refused_before_any_is_scored():
    with pytest.raises(mc.GameTooLarge, match=r"takes 4,294,967,296 bytes, over the limit"):
        mc.compile_game(mc.Mastermind(colours=2, holes=16))
