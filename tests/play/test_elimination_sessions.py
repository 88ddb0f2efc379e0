"""Elimination in a session that thinks: the same guesses, and no thread."""

from __future__ import annotations

from threading import active_count

import pytest

import mastermind_core as mc

CLASSIC = mc.Mastermind(colours=6, holes=4)
LETTERS = mc.games.OpenJotto(["bad", "cab", "dab"], length=3, letters="abcdef")


@pytest.mark.parametrize(
    ("game", "secret"),
    [(CLASSIC, (6, 6, 5, 6)), (CLASSIC, (1, 1, 1, 1)), (LETTERS, "dab"), (LETTERS, "fee")],
)
def test_a_thinking_session_plays_what_elimination_plays_and_leaves_no_thread(game, secret):
    before = active_count()
    plain = mc.Session(game, "elimination")
    session = mc.Session(game, "elimination", thinking=True)
    while not session.over:
        assert session.guess == plain.guess
        score = game.score(session.guess, secret)
        session.answer(score)
        plain.answer(score)
    assert session.history[-1][0] == secret
    assert active_count() == before


def test_a_step_back_takes_the_earlier_list_up_again():
    session = mc.Session(LETTERS, "elimination", thinking=True)
    first = session.guess
    session.answer((0, 0))
    second = session.guess
    session.answer((1, 0))
    session.undo()
    assert session.guess == second
    session.undo()
    assert session.guess == first
    session.stop()


def test_any_code_that_fits_is_drawn_where_elimination_draws():
    elimination = mc.strategies.Elimination(pick="random")
    session = mc.Session(CLASSIC, elimination, thinking=True, seed=3)
    plain = mc.Session(CLASSIC, elimination, seed=3)
    for each in (session, plain):
        each.record((1, 1, 2, 2), (1, 1))
    assert session.guess == plain.guess
    session.stop()
