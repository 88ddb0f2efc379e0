"""Symmetries that no one declared, in the search that uses them."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest
from errors import one_line
from inside import orbits, search_symmetries

import mastermind_core as mc
from mastermind_core.kernels import is_compiled

native = pytest.mark.skipif(not is_compiled(), reason="no native kernel runs")


def undeclared(game):
    return mc.FiniteGame(game.guesses, game.secrets, game.score, game.endstates)


def guess_orbits(game):
    found = search_symmetries(game, mc.compile_game(game), -1).exact
    return orbits([guesses for guesses, _, _ in found], len(game.guesses))


@native
@pytest.mark.parametrize(
    "game",
    [mc.Mastermind(colours=4, holes=3), mc.Mastermind(colours=5, holes=4), mc.BullsAndCows(6, 4)],
    ids=repr,
)
def test_what_mastermind_declares_is_found(game):
    assert guess_orbits(undeclared(game)) == guess_orbits(game)


@native
def test_a_turned_grid_is_found_though_only_its_diagonal_is_declared():
    assert len(set(guess_orbits(mc.TwoD(4)))) == 6
    # What cannot be reached by exchanging the coordinates.
    corners = guess_orbits(mc.TwoD(3))
    assert corners[0] == corners[8]


@native
@pytest.mark.parametrize(
    "game", [mc.Mastermind(colours=5, holes=3), mc.TwoD(6), mc.BullsAndCows(5, 3)], ids=repr
)
@pytest.mark.parametrize("objective", ["worst", "mean", "worst-then-mean", "mean-then-worst"])
def test_the_optimum_is_the_same_declared_or_found(game, objective):
    own = mc.optimal(game, objective)
    shuffled = list(game.guesses)
    Random(1).shuffle(shuffled)
    for guesses in (game.guesses, shuffled):
        other = mc.FiniteGame(guesses, game.secrets, game.score, game.endstates)
        found = mc.optimal(other, objective)
        assert found.proven
        assert objective == "worst" or found.total == own.total
        assert objective == "mean" or found.worst == own.worst


def test_a_generator_that_is_wrong_for_one_pair_is_refused():
    # All of 101 x 101 pairs agree but for two, which no small sample would meet.
    def score(guess, secret):
        return "found" if guess == secret else "odd" if (guess, secret) == (7, 9) else "no"

    swap = {5: 7, 7: 5}
    game = SimpleNamespace(
        guesses=range(101),
        secrets=range(101),
        endstates={"found"},
        score=score,
        generators=lambda: [(lambda item: swap.get(item, item),) * 2],
    )
    with one_line(
        mc.BadGame, "generator 1 is not a symmetry", "5 and 9 to 7 and 9", "'odd'", "'no'"
    ):
        mc.optimal(game)
