"""The best tree that begins with a guess."""

from __future__ import annotations

import pytest

import mastermind_core as mc
from mastermind_core.errors import BadArgument, NoStrategy


def best_after(game, guess):
    """Return the least total and the least worst case behind a guess, from those of its blocks."""
    blocks = [b for score, b in mc.partition(game, guess).items() if score not in game.endstates]
    total, worst = len(game.secrets), 1
    for block in blocks:
        part = mc.FiniteGame(game.guesses, block, game.score, game.endstates)
        total += mc.optimal(part).total
        worst = max(worst, 1 + mc.optimal_worst_case(part))
    return total, worst


@pytest.mark.parametrize("guess", [(1, 1), (2, 3), (3, 3)])
def test_it_is_the_sum_of_what_follows(guess):
    game = mc.TwoD(4)
    total, worst = best_after(game, guess)
    found = mc.optimal(game, first_guess=guess)
    assert (found.total, found.proven, found.tree.guess) == (total, True, guess)
    flat = mc.optimal(game, "worst", first_guess=guess)
    assert (flat.worst, flat.proven, flat.tree.guess) == (worst, True, guess)


def test_a_stopped_search_keeps_its_opening():
    game = mc.Mastermind(colours=4, holes=3)
    found = mc.optimal(game, first_guess=(2, 1, 2), nodes=0)
    assert found.tree.guess == (2, 1, 2)
    assert found.lower_bound <= mc.optimal(game, first_guess=(2, 1, 2)).total <= found.total


def test_bad_openings():
    game = mc.TwoD(3)
    with pytest.raises(BadArgument, match=r"\(7, 7\) is not a guess of this game"):
        mc.optimal(game, first_guess=(7, 7))
    silent = mc.FiniteGame("ab-", "ab", lambda g, s: g == s, {True})
    with pytest.raises(
        BadArgument, match="first_guess: '-' gets the same answer from every secret"
    ):
        mc.optimal(silent, first_guess="-")
    with pytest.raises(NoStrategy):
        mc.optimal(mc.TwoD(4), first_guess=(1, 1), max_steps=3)


def test_a_certificate_is_about_all_trees(tmp_path):
    found = mc.optimal(mc.TwoD(3), first_guess=(1, 1))
    with pytest.raises(BadArgument, match="leave out the first guess"):
        found.write_certificate(tmp_path / "proof")
