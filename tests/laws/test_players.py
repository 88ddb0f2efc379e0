"""Each is done once: the strategy looked up, the game compiled, the secrets sifted by an answer."""

from __future__ import annotations

from itertools import product

import pytest

import mastermind_core as mc
from mastermind_core.kernels import choose as kernels
from mastermind_core.names import Registry


@pytest.fixture
def counted(monkeypatch):
    """Count how often a strategy is looked up by its name, and secrets sifted."""
    counts = {"looked up": 0, "sifted": 0}

    def count(owner, name, kind):
        real = getattr(owner, name)

        def counting(*arguments, **options):
            counts[kind] += 1
            return real(*arguments, **options)

        monkeypatch.setattr(owner, name, counting)

    count(Registry, "__getitem__", "looked up")
    count(kernels.greedy, "filter_candidates", "sifted")
    return counts


def grid(asked):
    """Return a game of its own that notes each pair of which it is asked the score."""

    def score(guess, secret):
        asked.append((guess, secret))
        return (guess > secret) - (guess < secret)

    return mc.FiniteGame(range(9), range(9), score, {0})


LEGAL = mc.Greedy(mc.ENTROPY, pool="legal")


@pytest.mark.parametrize("strategy", ["entropy", LEGAL, "random_candidate"])
@pytest.mark.parametrize(
    "call", [mc.length_distribution, mc.worst_case, mc.lengths_by_secret, mc.is_greedy_optimal]
)
def test_a_strategy_is_looked_up_once_and_its_game_scored_once(counted, call, strategy):
    asked = []
    call(grid(asked), strategy)
    assert counted["looked up"] == isinstance(strategy, str)
    assert {*asked} == {*product(range(9), repeat=2)}
    assert len(asked) < 2 * 81


@pytest.mark.parametrize("call", [mc.length_distribution, mc.worst_case, mc.lengths_by_secret])
def test_a_game_whose_tree_is_there_is_not_scored_again(call):
    asked = []
    tree = mc.lazy_tree(grid(asked), "entropy")
    asked.clear()
    call(tree.table.game, tree)
    assert not asked
    other = []
    call(grid(other), tree)
    assert len(other) < 2 * 81


@pytest.mark.parametrize("strategy", [None, "entropy", "random_candidate"])
def test_a_session_sifts_once_an_answer(counted, strategy):
    game = mc.TwoD(5)
    session = mc.Session(game, strategy)
    while not session.over:
        session.answer(game.score(session.guess, (4, 1)))
    assert counted["sifted"] == len(session.history) > 1


def test_lengths_are_weighed_by_the_game_that_is_asked_about():
    plain = mc.Mastermind(3, 2)
    heavy = mc.weighted(plain, {(1, 1): 5})
    tree = mc.lazy_tree(plain, "entropy")
    lengths = mc.lengths_by_secret(plain, tree)
    assert mc.length_distribution(heavy, tree).total == sum(lengths.values()) + 4 * lengths[1, 1]
