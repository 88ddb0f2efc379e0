"""Strings as guesses, frozensets as secrets, a score that is not symmetric: every function."""

from __future__ import annotations

from collections import Counter

import game_oracle as oracle
import pytest
from adhoc import ANY_GAME, odd_game

import mastermind_core as mc

GAME = odd_game()
every_strategy = pytest.mark.parametrize("strategy", ANY_GAME.values(), ids=ANY_GAME)


def test_it_is_as_odd_as_it_says():
    assert {type(guess) for guess in GAME.guesses} == {str}
    assert {type(secret) for secret in GAME.secrets} == {frozenset}
    assert len(GAME.guesses) != len(GAME.secrets)
    assert GAME.score("abc", frozenset("a")) == ("1 of 3", False)
    assert GAME.score("a", frozenset("abc")) == ("1 of 1", False)


def test_the_language():
    for guess in GAME.guesses:
        assert mc.partition(GAME, guess) == oracle.split(GAME, guess, GAME.secrets)
        assert mc.decision_entropy(GAME, guess) == pytest.approx(
            mc.entropy(map(len, oracle.split(GAME, guess, GAME.secrets).values()))
        )
    first = GAME.score("ab", frozenset("acd"))
    expected = [secret for secret in GAME.secrets if GAME.score("ab", secret) == first]
    assert mc.consistent(GAME, [("ab", first)]) == expected
    slips = mc.diagnose(GAME, [("ab", first), ("ab", ("2 of 2", True))])
    assert {place for slip in slips for place, _ in slip.changes} == {0, 1}


@every_strategy
def test_trees(strategy):
    tree = mc.lazy_tree(GAME, strategy)
    lengths = Counter(len(oracle.play_tree(tree, GAME, secret)) for secret in GAME.secrets)
    assert mc.length_distribution(GAME, strategy) == mc.replay(GAME, tree) == lengths
    assert mc.worst_case(GAME, strategy) == max(lengths)
    assert len(list(mc.all_solutions(GAME, strategy))) == len(GAME.secrets)
    assert mc.count_nodes(tree) <= len(GAME.secrets) * max(lengths)
    assert len(mc.to_text(tree).splitlines()) == 1 + mc.count_nodes(tree) - 1 + len(GAME.secrets)


@every_strategy
def test_play(strategy):
    for secret in GAME.secrets:
        steps = mc.play_game(GAME, strategy, lambda guess, s=secret: GAME.score(guess, s))
        assert steps[-1][1] in GAME.endstates
        session = mc.Session(GAME, strategy, history=steps[:-1])
        assert secret in list(session.candidates)
        assert session.guess == steps[-1][0]


@pytest.mark.parametrize("metric", mc.METRICS.values(), ids=mc.METRICS)
def test_greedy(metric):
    paths = oracle.greedy_paths(GAME, metric.cost)
    assert Counter(mc.all_solutions(GAME, mc.Greedy(metric))) == Counter(paths.values())
    assert mc.best_decision(GAME, GAME.secrets[2:5], metric) == oracle.greedy_guess(
        GAME, GAME.secrets[2:5], metric.cost
    )


@every_strategy
def test_optimum_and_verdict(strategy):
    worst, total = oracle.least_worst_and_total(GAME)
    assert mc.optimal_worst_case(GAME) == worst
    assert mc.solution_exists(GAME, max_steps=worst)
    assert not mc.solution_exists(GAME, max_steps=worst - 1)
    verdict = mc.is_greedy_optimal(GAME, strategy, "worst")
    assert verdict.optimal == worst
    assert mc.length_distribution(GAME, strategy).total >= total
    assert strategy.name in str(verdict)
