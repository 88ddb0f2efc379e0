"""One default strategy everywhere, and suggestions of distinct effects."""

from __future__ import annotations

import pytest
from registry import every_sample, sample

import mastermind_core as mc
from mastermind_core.strategies.parts import default_strategy

GAME = mc.Mastermind(colours=6, holes=4)


def test_every_default_proposes_the_same_guess():
    session = mc.Session(GAME)
    assert session.guess == session.suggest(1)[0].guess == (1, 2, 3, 4)
    assert session.suggest(1, distinct=True)[0].guess == session.guess
    assert mc.best_decision(GAME) == mc.lazy_tree(GAME).guess == session.guess
    assert session.suggest(1)[0].metric == "entropy"


@every_sample
def test_a_session_proposes_the_default_strategy(name, place):
    game = sample(name, place)
    if len(game.secrets) > 1 and not getattr(game, "hard", False):
        assert mc.Session(game).guess == mc.Session(game, default_strategy(game)).guess


@pytest.mark.parametrize("metric", [None, "largest_block", "expected_size", "most_parts"])
def test_distinct_suggestions_have_distinct_effects(metric):
    session = mc.Session(GAME)
    for answer in ("0,2", "1,1"):
        best = session.suggest(4, metric=metric, distinct=True, seconds=0)
        effects = [(one.expected_left, one.worst_left, one.bits, one.may_win) for one in best]
        assert len(set(effects)) == len(effects) == 4
        assert best[0] == session.suggest(1, metric=metric, seconds=0)[0]
        every = session.suggest(1296, metric=metric, seconds=0)
        places = [[one.guess for one in every].index(one.guess) for one in best]
        assert places == sorted(places)
        session.answer(answer)


def test_fewer_suggestions_are_made_if_fewer_are_distinct():
    assert len(mc.Session(mc.Mastermind(colours=2, holes=1)).suggest(3, distinct=True)) == 1
