"""Mistakes of the Stack Overflow answer that this library grew from, and does not repeat."""

from __future__ import annotations

import pytest

import mastermind_core as mc

ONE = mc.FiniteGame("ab", "a", lambda guess, secret: guess == secret, {True})


def test_one_candidate_is_not_found_by_no_guess():
    # There, one candidate counted as solved however few guesses were left.
    assert mc.solution_exists(ONE, max_steps=0) is False
    assert mc.solution_exists(ONE, max_steps=1) is True
    assert mc.optimal_worst_case(ONE) == 1


@pytest.mark.parametrize("game", [mc.TwoD(1), mc.TwoD(2), mc.Mastermind(colours=1, holes=1)])
def test_no_guess_finds_nothing(game):
    assert mc.solution_exists(game, max_steps=0) is False


def test_the_end_state_counts_as_a_block_of_its_own():
    # There, the bound on the size of a block did not know that one block has ended.
    game = mc.FiniteGame(range(3), range(3), lambda guess, secret: guess == secret, {True})
    assert [mc.solution_exists(game, steps) for steps in range(4)] == [False, False, False, True]
    less_or_more = mc.FiniteGame(range(7), range(7), lambda g, s: (g > s) - (g < s), {0})
    assert mc.optimal_worst_case(less_or_more) == 3


def test_a_score_that_is_split_into_a_set_is_refused():
    # There: endstates = set(Comparison(True, True, True)), which is {True}.
    game = mc.TwoD(2)
    end = mc.games.Comparison(less=True, greater=True, equal=True)
    for mistake in (set(end), end):
        with pytest.raises(mc.BadGame) as caught:
            mc.FiniteGame(game.guesses, game.secrets, game.score, mistake)
        text = str(caught.value)
        assert "\n" not in text
        assert "end state (True)" in text
        assert "(0, 0)" in text
        assert "add such a guess or end state" in text
    assert mc.FiniteGame(game.guesses, game.secrets, game.score, {end}).endstates == {end}


def test_repeats_on_both_sides_are_scored():
    # There, the score took codes for sets, which is right only while one of them has no repeats.
    game = mc.Mastermind(colours=4, holes=4)
    assert game.score((1, 1, 2, 2), (2, 2, 1, 1)) == (0, 4)
    assert game.score((1, 1, 1, 2), (1, 1, 3, 3)) == (2, 0)


def test_contradictory_answers_raise_an_error_of_their_own():
    # There, a bare Exception.
    game = mc.TwoD(3)
    answer = mc.games.Comparison(less=True, greater=False, equal=False)
    with pytest.raises(mc.InconsistentHistory):
        mc.play_game(game, mc.strategies.entropy, lambda guess: answer)
    assert issubclass(mc.InconsistentHistory, ValueError)


def test_the_same_question_has_the_same_answer_whatever_the_hash_seed():
    # There, sets and float entropies gave totals from 1440 to 1443 with the hash seed.
    names = ["Yellow", "Blue", "Green", "Red"]
    game = mc.Mastermind(colours=names, holes=3, repeats="guesses")
    copy = mc.FiniteGame(set(game.guesses), set(game.secrets), game.score, game.endstates)
    assert list(copy.guesses) == sorted(game.guesses)
    named = mc.Mastermind(colours=sorted(names), holes=3, repeats="guesses")
    assert sorted(mc.all_solutions(copy, mc.strategies.entropy)) == sorted(
        mc.all_solutions(named, mc.strategies.entropy)
    )
