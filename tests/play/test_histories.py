"""Answers so far: what they leave, which of them may be wrong, taking back and taking up."""

from __future__ import annotations

import pytest
from adhoc import PLAYERS, games
from errors import one_line
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc


@st.composite
def games_with_histories(draw):
    game = draw(games(secrets=8))
    scores = sorted({score for row in game.rows for score in row})
    step = st.tuples(st.sampled_from(game.guesses), st.sampled_from(scores))
    return game, draw(st.lists(step, max_size=5))


def fitting(game, history):
    return [
        secret
        for secret in game.secrets
        if all(game.score(guess, secret) == score for guess, score in history)
    ]


@given(drawn=games_with_histories())
def test_consistent_keeps_the_secrets_that_give_every_answer(drawn):
    game, history = drawn
    left = fitting(game, history)
    if left:
        assert mc.consistent(game, history) == left
        assert mc.consistent(game, iter(history), game.secrets) == left
        return
    with pytest.raises(mc.InconsistentHistory) as caught:
        mc.consistent(game, history)
    first = next(n for n in range(len(history) + 1) if not fitting(game, history[:n]))
    assert f"answer {first}" in str(caught.value)


@given(game=games(secrets=8), data=st.data())
def test_a_session_answers_undoes_and_is_taken_up_again(game, data):
    strategy = data.draw(PLAYERS)
    secret = data.draw(st.sampled_from(game.secrets))
    session = mc.Session(game, strategy)
    steps = []
    while not session.over:
        assert list(session.candidates) == fitting(game, steps)
        asked = session.guess
        answer = game.score(asked, secret)
        session.answer(answer)
        if data.draw(st.booleans()):
            session.undo()
            assert not session.over
            assert session.history == steps
            assert session.guess == asked
            session.answer(answer)
        steps.append((asked, answer))
        resumed = mc.Session(game, strategy, history=steps)
        assert resumed.history == session.history == steps
        assert resumed.over == session.over
        if not session.over:
            assert resumed.guess == session.guess
    assert steps == mc.play_game(game, strategy, lambda guess: game.score(guess, secret))
    for _ in steps:
        session.undo()
    assert session.history == []
    assert list(session.candidates) == list(game.secrets)
    assert session.count == len(game.secrets)


def test_a_session_plays_a_tree_as_well_as_a_strategy():
    game = mc.TwoD(4)
    session = mc.Session(game, mc.lazy_tree(game, mc.strategies.entropy))
    while not session.over:
        session.answer(game.score(session.guess, (0, 3)))
    assert session.history[-1][0] == (0, 3)


def test_a_contradiction_names_the_suspects_and_changes_nothing():
    game = mc.Mastermind(colours=4, holes=3)
    session = mc.Session(game, mc.strategies.knuth)
    session.answer((0, 1))
    before, guess = list(session.history), session.guess
    with pytest.raises(mc.InconsistentHistory) as caught:
        session.answer((3, 0))
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith(f"answer 2, 3,0 to {mc.format_guess(game, guess)}, fits none")
    assert text.endswith("it is number 1 or 2")
    assert session.history == before
    assert session.guess == guess
    assert not session.over


def test_solving_with_contradictory_answers_raises():
    game = mc.Mastermind(colours=3, holes=2)
    with pytest.raises(mc.InconsistentHistory, match="if one answer is wrong, it is number"):
        mc.play_game(game, mc.strategies.entropy, lambda guess: (0, 0))


def test_what_is_far_too_long_is_shown_cut():
    for history in ([[[False] * 700, [1]]], ["x" * 5000]):
        data = {"kind": "session", "version": 1, "history": history}
        with one_line(mc.BadArgument, "..."):
            mc.Session.from_dict(mc.TwoD(3), data)
