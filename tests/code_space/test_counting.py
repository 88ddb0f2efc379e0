"""Formulas of the literature, against plain counts and exact search."""

from __future__ import annotations

import pytest

import mastermind_core as mc


@pytest.mark.parametrize("holes", [1, 2, 3])
def test_all_answers_occur_with_enough_colours(holes):
    """Rhodes (2019), formula (2): p (p + 3) / 2 answers."""
    game = mc.Mastermind(colours=holes + 1, holes=holes)
    answers = {game.score(guess, secret) for guess in game.guesses for secret in game.secrets}
    assert len(answers) == holes * (holes + 3) // 2 == len(game.scores)


def test_with_few_colours_some_answers_do_not_occur():
    game = mc.Mastermind(colours=2, holes=4)
    answers = {game.score(guess, secret) for guess in game.guesses for secret in game.secrets}
    assert len(answers) < 4 * (4 + 3) // 2


@pytest.mark.parametrize("colours", [2, 3, 4, 5, 6])
def test_two_holes_take_what_the_theorem_says(colours):
    """G. Ville (2013), as Rhodes (2019) has it: c // 2 + 2 guesses."""
    game = mc.Mastermind(colours=colours, holes=2)
    assert mc.optimal_worst_case(game) == colours // 2 + 2
    assert not mc.solution_exists(game, max_steps=colours // 2 + 1)


#: The worst case of Knuth's strategy, 3 holes: opening and ties as the library has them.
@pytest.mark.slow
def test_it_is_no_lower_bound_for_more_holes():
    game = mc.Mastermind(colours=14, holes=3)
    assert mc.worst_case(game, mc.strategies.knuth) == 8 < 14 // 2 + 2
