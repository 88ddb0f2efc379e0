"""A second program, ``second_program.cpp``, shares nothing with the package and proves it right."""

from __future__ import annotations

from random import Random

import pytest
from amounts import seeds
from second_program import compiled, game, spelled, total

import mastermind_core as mc
from mastermind_core.kernels import is_compiled

#: Secrets of a random game: with the plain kernel as many as a test has time for.
SECRETS = 200 if is_compiled() else 30


@pytest.fixture(scope="session")
def program():
    found = compiled()
    if found is None:
        pytest.skip("the second program needs a compiler (c++)")
    return found


# Of each game the total that is known from elsewhere: two programs, or Ville 2013 for M(4,7).
# AB(4,8) is this library's own, and so are those of three holes with 12 colours.
@pytest.mark.parametrize(
    ("colours", "holes", "repeats", "known"),
    [
        (5, 4, "both", 2463),
        (6, 4, "none", 1446),
        (6, 4, "guesses", 1435),
        pytest.param(7, 4, "both", 11228, marks=[pytest.mark.slow, pytest.mark.long]),
        pytest.param(8, 4, "none", 7817, marks=pytest.mark.slow),
        pytest.param(12, 3, "both", 10076, marks=[pytest.mark.slow, pytest.mark.long]),
    ],
)
def test_mastermind(program, colours, holes, repeats, known):
    assert total(program, "codes", colours, holes, repeats) == known
    if is_compiled():
        found = mc.optimal(mc.Mastermind(colours=colours, holes=holes, repeats=repeats))
        assert (found.total, found.proven) == (known, True)


@pytest.mark.parametrize("number", seeds(100))
def test_random_games(program, number):
    rows, ends = game(Random(f"second {number}"), SECRETS)
    secrets = range(len(rows[0]))
    found = mc.optimal(mc.FiniteGame(range(len(rows)), secrets, rows, ends))
    assert found.proven
    assert total(program, "table", text=spelled(rows, ends)) == found.total


def test_a_game_that_cannot_be_won_has_no_total(program):
    """It says so with a number that no total reaches, and so it does not invent one."""
    assert total(program, "table", text=spelled([["a", "b"]], {"b"})) == 1 << 29


def test_small_games_by_hand(program):
    """Three names take 1 + 2 + 3; with answers that say which side to go on, 1 + 2 + 2."""
    names = [[(g == s) for s in range(3)] for g in range(3)]
    assert total(program, "table", text=spelled(names, {True})) == 6
    order = [[(g > s) - (g < s) for s in range(3)] for g in range(3)]
    assert total(program, "table", text=spelled(order, {0})) == 5
    both_at_once = [["win", "win", "no"], ["no", "no", "win"]]
    assert total(program, "table", text=spelled(both_at_once, {"win"})) == 4
