"""Codes listed in the background of a game: the same guesses, whatever the thread has done."""

from __future__ import annotations

from itertools import product
from random import Random
from threading import active_count

import oracle
import pytest

import mastermind_core as mc
from mastermind_core.play import background
from mastermind_core.play.background import ListedAhead

CLASSIC = mc.Mastermind(colours=6, holes=4)
LETTERS = mc.games.OpenJotto(["bad", "cab", "dab"], length=3, letters="abcdef")


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    """List a few codes at a time, so that answers come in between."""
    monkeypatch.setattr(background, "_CHUNK", 7)


def fitting(game, history):
    """Return the first secret that fits, by the oracle alone."""
    return next(
        code
        for code in game.secrets
        if all(oracle.pegs(guess, code) == tuple(score) for guess, score in history)
    )


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


def test_every_answer_sifts_the_list_and_it_goes_on():
    random = Random(5)
    for _ in range(20):
        secret = random.choice(CLASSIC.secrets)
        history = []
        listed = None
        for _ in range(4):
            guess = random.choice(CLASSIC.secrets)
            history.append((guess, CLASSIC.score(guess, secret)))
            listed = ListedAhead(CLASSIC, history) if listed is None else listed.after(history)
            assert listed.first() == fitting(CLASSIC, history)
        listed.stop()


def test_a_full_list_waits_for_an_answer(monkeypatch):
    monkeypatch.setattr(background, "_MOST", 5)
    history = [((1, 1, 2, 2), (1, 0))]
    listed = ListedAhead(CLASSIC, history)
    for guess, score in (((1, 3, 3, 3), (0, 1)), ((4, 1, 4, 5), (1, 1))):
        history.append((guess, score))
        listed = listed.after(history)
        assert listed.first() == fitting(CLASSIC, history)
    listed.stop()


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


def test_answers_that_nothing_fits_are_refused():
    with pytest.raises(mc.InconsistentHistory, match="no code fits the 2 answers"):
        ListedAhead(CLASSIC, [((1, 1, 1, 1), (4, 0)), ((2, 2, 2, 2), (4, 0))]).first()


def test_any_code_that_fits_is_drawn_where_elimination_draws():
    elimination = mc.strategies.Elimination(pick="random")
    session = mc.Session(CLASSIC, elimination, thinking=True, seed=3)
    plain = mc.Session(CLASSIC, elimination, seed=3)
    for each in (session, plain):
        each.answer((1, 1), guess=(1, 1, 2, 2))
    assert session.guess == plain.guess
    session.stop()


class Now:
    """A thread that has done its work when it is started."""

    def __init__(self, target, daemon):
        self.start = target

    def join(self):
        pass


class Never(Now):
    """A thread that does not come to it."""

    def __init__(self, target, daemon):
        self.start = self.join


@pytest.mark.parametrize("threads", list(product((Now, Never), repeat=3)))
def test_the_first_code_is_the_same_however_far_the_thread_has_come(threads, monkeypatch):
    history = []
    listed = None
    turns = [((1, 1, 2, 2), (1, 0)), ((1, 3, 3, 3), (0, 1)), ((4, 1, 4, 5), (1, 1))]
    for thread, turn in zip(threads, turns, strict=True):
        monkeypatch.setattr(background, "Thread", thread)
        history.append(turn)
        listed = ListedAhead(CLASSIC, history) if listed is None else listed.after(history)
        assert listed.first() == fitting(CLASSIC, history)
    monkeypatch.setattr(background, "Thread", Now)
    assert listed.after(history).first() == fitting(CLASSIC, history)


def test_a_thinking_session_looks_at_each_word_about_once():
    words = ["".join(letters) for letters in product("abcdef", repeat=3)]
    game = mc.games.OpenJotto(words, length=3, letters="abcdefg")
    session = mc.Session(game, "elimination", thinking=True)
    turns = 0
    while not session.over:
        session.answer(game.score(session.guess, "ggg"))
        turns += 1
    session.stop()
    assert turns > 3
    assert session.effort.evaluations <= len(words) + turns
