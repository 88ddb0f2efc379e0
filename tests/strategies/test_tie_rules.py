"""Pools, openings, preferences for guesses that may win, and orders of the guesses."""

from __future__ import annotations

import game_oracle as oracle
import pytest
from adhoc import games
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.tree import tree_for

KNUTH = mc.strategies.knuth


def ranked(game, candidates, cost):
    """List as (cost, may win, position) the guesses that tell something, or else all."""
    found, silent = [], []
    for position, guess in enumerate(game.guesses):
        blocks = oracle.split(game, guess, candidates)
        may_win = any(score in game.endstates for score in blocks)
        own = found if may_win or len(blocks) > 1 else silent
        own.append((cost([len(block) for block in blocks.values()]), may_win, position))
    return found or silent


@given(game=games(guesses=8, secrets=8), levels=st.integers(0, 3))
def test_levels_let_guesses_that_may_win_go_first(game, levels):
    entries = ranked(game, list(game.secrets), max)
    least = sorted({cost for cost, _, _ in entries})
    order = [
        (cost, position)
        for cost, may_win, position in entries
        if may_win and cost in least[:levels]
    ] or [(cost, position) for cost, _, position in entries]
    strategy = KNUTH.replace(ties=mc.TieRule(win_levels=levels))
    assert mc.lazy_tree(game, strategy).guess == game.guesses[min(order)[1]]


@given(game=games(guesses=8, secrets=8), shuffle=st.integers(0, 5))
def test_a_shuffled_order_breaks_ties_and_nothing_else(game, shuffle):
    tie = mc.TieRule(shuffle=shuffle)
    order = list(tie.order(len(game.guesses)))
    assert sorted(order) == list(range(len(game.guesses)))
    assert list(mc.TieRule(shuffle=shuffle).order(len(game.guesses))) == order
    best = min(
        (cost, not may_win, order.index(position), position)
        for cost, may_win, position in ranked(game, list(game.secrets), max)
    )
    assert mc.lazy_tree(game, KNUTH.replace(ties=tie)).guess == game.guesses[best[3]]


def test_ties_are_broken_in_the_order_of_the_guesses():
    words = ["c", "a", "b"]
    game = mc.FiniteGame(words, words, lambda guess, secret: guess == secret, {True})
    assert mc.lazy_tree(game, KNUTH).guess == "c"
    again = mc.FiniteGame(set(words), set(words), lambda guess, secret: guess == secret, {True})
    assert mc.lazy_tree(again, KNUTH).guess == "a"


@given(game=games(guesses=8, secrets=8), levels=st.integers(0, 3), again=st.booleans())
def test_no_tie_rule_and_no_opening_makes_a_guess_that_tells_nothing(game, levels, again):
    opening = [game.guesses[0]] * 3 if again else []
    strategy = KNUTH.replace(ties=mc.TieRule(win_levels=levels), opening=opening)

    def silent(guess, candidates):
        blocks = oracle.split(game, guess, candidates)
        return len(blocks) == 1 and not set(blocks) & set(game.endstates)

    for tree in (mc.lazy_tree(game, strategy), tree_for(game, strategy)):
        nodes = [tree]
        while nodes:
            node = nodes.pop()
            try:
                branches = node.branches
            except mc.UninformativeGuess:
                assert all(silent(guess, node.candidates) for guess in game.guesses)
                break
            nodes.extend(branch.subtree for branch in branches if branch.subtree is not None)


def test_a_rule_that_does_not_look_at_winning_ends_its_games():
    game = mc.Mastermind(colours=4, holes=3)
    strategy = KNUTH.replace(ties=mc.TieRule(win_levels=0))
    assert mc.replay(game, mc.lazy_tree(game, strategy)) == mc.length_distribution(game, strategy)


@pytest.mark.parametrize("opening", [(1, 1), (1, 2), (4, 3)])
def test_an_opening_is_played_first(opening):
    game = mc.Mastermind(colours=4, holes=2)
    strategy = KNUTH.replace(opening=[opening])
    assert {path[0][0] for path in mc.all_solutions(game, strategy)} == {opening}
    assert mc.replay(game, mc.lazy_tree(game, strategy)) == mc.length_distribution(game, strategy)


def test_candidates_only_never_guesses_what_cannot_win():
    game = mc.Mastermind(colours=4, holes=3)
    for path in mc.all_solutions(game, KNUTH.replace(pool="candidates")):
        for place, (guess, _) in enumerate(path):
            assert guess in mc.consistent(game, path[:place])


def test_changing_a_strategy_makes_another_one():
    mine = KNUTH.replace(pool="candidates", name="mine")
    assert (KNUTH.pool, mine.pool, mine.name, mine.metric) == (
        None,
        "candidates",
        "mine",
        KNUTH.metric,
    )


def test_a_metric_of_ones_own_is_one_constant():
    cubes = mc.Metric("cubes", "sum", lambda size: size**3)
    game = mc.TwoD(4)
    paths = oracle.greedy_paths(
        game, lambda going, ended: sum(size**3 for size in [*going, *ended])
    )
    tree = mc.lazy_tree(game, mc.Greedy(cubes))
    assert {s: oracle.play_tree(tree, game, s) for s in game.secrets} == paths


def test_a_strategy_of_ones_own_is_a_function():
    game = mc.TwoD(4)

    def first_candidate(position):
        return position.candidates[0]

    lengths = mc.replay(game, mc.lazy_tree(game, first_candidate))
    assert lengths.count == 16
    assert mc.length_distribution(game, first_candidate) == lengths
    assert str(mc.is_greedy_optimal(game, first_candidate)).startswith("first_candidate is")


def test_best_decisions_that_floats_cannot_tell_apart():
    # 4 = 2 bits + 2 bits: [4, 1, 1, 1, 1] and [2, 2, 2, 2] are worth the same, so position decides.
    sizes = {"late": [2, 2, 2, 2], "even": [4, 1, 1, 1, 1]}

    def score(guess, secret):
        if guess == "win":
            return "won"
        return next(n for n in range(8) if secret < sum(sizes[guess][: n + 1]))

    for order in (["late", "even", "win"], ["even", "late", "win"]):
        game = mc.FiniteGame(order, range(8), score, {"won"})
        assert mc.best_decision(game) == order[0]
