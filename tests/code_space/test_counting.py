"""The formulas of seed papers, against plain counts and exact search."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.code_space.formulas import (
    codes_of_colours,
    compositions,
    number_of_answers,
    number_of_codes,
    two_hole_guesses,
)


@pytest.mark.parametrize("holes", [1, 2, 3])
def test_all_answers_occur_with_enough_colours(holes):
    game = mc.Mastermind(colours=holes + 1, holes=holes)
    answers = {game.score(guess, secret) for guess in game.guesses for secret in game.secrets}
    assert len(answers) == number_of_answers(holes)


def test_with_few_colours_some_answers_do_not_occur():
    game = mc.Mastermind(colours=2, holes=4)
    answers = {game.score(guess, secret) for guess in game.guesses for secret in game.secrets}
    assert len(answers) < number_of_answers(4)


@given(st.integers(1, 4), st.integers(1, 5), st.integers(1, 6))
def test_codes_by_their_colours(colours, holes, used):
    game = mc.Mastermind(colours=colours, holes=holes)
    count = sum(len(set(code)) == used for code in game.secrets)
    assert codes_of_colours(colours, holes, used) == count


@given(st.integers(1, 20), st.integers(1, 10))
def test_formula_3_is_a_power(colours, holes):
    assert number_of_codes(colours, holes) == colours**holes


@given(st.integers(1, 9), st.integers(1, 9))
def test_compositions_add_up(total, parts):
    listed = compositions(total, parts)
    assert len(set(listed)) == len(listed)
    assert all(sum(numbers) == total and len(numbers) == parts for numbers in listed)
    assert all(min(numbers) >= 1 for numbers in listed)


@pytest.mark.parametrize("colours", [2, 3, 4, 5, 6])
def test_two_holes_take_what_the_theorem_says(colours):
    game = mc.Mastermind(colours=colours, holes=2)
    assert mc.optimal_worst_case(game) == two_hole_guesses(colours)
    assert not mc.solution_exists(game, max_steps=two_hole_guesses(colours) - 1)


#: The worst case of Knuth's strategy, 3 holes: opening and ties as the library has them.
@pytest.mark.slow
def test_it_is_no_lower_bound_for_more_holes():
    game = mc.Mastermind(colours=14, holes=3)
    assert mc.worst_case(game, mc.strategies.knuth) == 8 < two_hole_guesses(14)


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: number_of_answers(0), "holes"),
        (lambda: number_of_codes(0, 4), "colours"),
        (lambda: codes_of_colours(6, 4, True), "used"),
        (lambda: two_hole_guesses(1), "from 2"),
    ],
)
def test_numbers_out_of_range_are_refused(call, match):
    with pytest.raises(mc.BadArgument, match=match):
        call()
