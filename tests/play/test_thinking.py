"""Sessions that think in the background, in every kind of game."""

from __future__ import annotations

import pickle
from threading import active_count
from time import monotonic, sleep

import pytest

import mastermind_core as mc
from mastermind_core.strategies import Thinking

WORDS = ["fools", "guess", "score", "sores", "tools", "least", "slate", "stale", "tales"]


@pytest.mark.parametrize(
    ("game", "secret"),
    [
        (mc.Mastermind(colours=6, holes=4), (1, 6, 2, 3)),
        (mc.Mastermind(colours=9, holes=7), (1, 6, 2, 3, 9, 9, 1)),
        (mc.Jotto(WORDS), "stale"),
        (mc.TwoD(5), (4, 1)),
    ],
    ids=["mastermind", "large", "jotto", "twod"],
)
def test_a_session_thinks_in_every_game(game, secret):
    before = active_count()
    session = mc.Session(game, Thinking)
    while not session.over:
        score = game.score(session.guess, secret)
        session.answer(score)
    assert session.history[-1][0] == secret
    limit = monotonic() + 120
    while active_count() > before and monotonic() < limit:
        sleep(0.01)
    assert active_count() <= before


def test_thinking_hears_guesses_made_elsewhere_and_undo():
    game = mc.Mastermind(colours=6, holes=4)
    session = mc.Session(game, "anytime", thinking=True)
    session.record((1, 1, 2, 2), (1, 1))
    better = [session.guess for _ in range(3)]
    assert all(guess in game.guesses for guess in better)
    session.undo()
    assert session.guess in game.guesses
    session.stop()
    assert session.guess == session.guess


def test_a_thinking_session_is_pickled():
    session = mc.Session(mc.TwoD(4), thinking=True)
    session.answer(mc.TwoD(4).score(session.guess, (3, 3)))
    again = pickle.loads(pickle.dumps(session))
    assert again.history == session.history
    assert again.thinking
    session.stop()
    again.stop()


def test_a_strategy_that_cannot_improve_does_not_think():
    with pytest.raises(mc.BadArgument, match="'anytime'"):
        mc.Session(mc.TwoD(3), "knuth", thinking=True)
