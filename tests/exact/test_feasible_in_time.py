"""What a budget of time says of the least worst case where the proof does not end."""

from __future__ import annotations

import pytest
from amounts import mostly_slow
from clock import turned_clock
from tasks import changed

import mastermind_core as mc
from mastermind_core.kernels.exact import compiled as exact

pytestmark = pytest.mark.compiled


@pytest.fixture
def no_proof(monkeypatch):
    """Let every search of the whole game end at once, and those of its parts as they like."""
    attempt = exact.attempt

    def shy(scores, task, *rest, **known):
        whole = len(task.question.candidates) == scores.n_secrets
        return attempt(scores, changed(task, nodes=0) if whole else task, *rest, **known)

    monkeypatch.setattr(exact, "attempt", shy)


GAME = mc.Mastermind(colours=8, holes=4)  # greedy trees take 7 guesses, the flattest 6


@pytest.mark.parametrize("most", mostly_slow([6, 7, 8], quick=[6]))
def test_a_strategy_that_is_flat_enough_exists(no_proof, most):
    # As soon as it is found the search ends.
    with turned_clock():
        assert mc.solution_exists(GAME, most, seconds=600) is True


@pytest.mark.parametrize("objective", mostly_slow(["worst", "worst-then-mean"], quick=["worst"]))
def test_what_is_not_proven_is_not_claimed(no_proof, objective):
    with turned_clock():
        found = mc.optimal(GAME, objective, seconds=0.5)
    assert found.worst >= 6
    assert found.lower_bound <= 6
    assert not found.proven or (objective == "worst" and found.worst == found.lower_bound)
    with turned_clock():
        assert mc.solution_exists(GAME, 5, seconds=0.5) is None


@pytest.mark.parametrize("game", [mc.TwoD(5), mc.Mastermind(colours=4, holes=3)], ids=repr)
def test_what_was_asked_before_is_not_taken_for_more(game, tmp_path):
    kept = tmp_path / "proof.sqlite"
    assert mc.solution_exists(game, 6, checkpoint=kept)
    alone = mc.optimal(game, "worst", max_steps=6)
    found = mc.optimal(game, "worst", max_steps=6, checkpoint=kept)
    assert (found.worst, found.lower_bound, found.proven) == (4, 4, True)
    assert (alone.worst, alone.lower_bound, alone.proven) == (4, 4, True)
    assert mc.solution_exists(game, 6, checkpoint=kept)
