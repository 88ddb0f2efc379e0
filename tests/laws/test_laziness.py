"""A branch that nobody opens costs nothing: score calls and strategy calls are counted."""

from __future__ import annotations

import gc
from weakref import ref

import pytest
from adhoc import games
from hypothesis import given
from registry import every_sample, sample

import mastermind_core as mc


class Counting:
    """Count the calls of a function."""

    def __init__(self, function):
        self.function = function
        self.calls = 0

    def __call__(self, *arguments):
        self.calls += 1
        return self.function(*arguments)


def counting_game(game):
    score = Counting(game.score)
    copy = mc.FiniteGame(game.guesses, game.secrets, score, game.endstates)
    score.calls = 0
    return copy, score


@every_sample
def test_a_tree_scores_no_more_than_the_table(name, place):
    game = sample(name, place)
    compiled, in_table = counting_game(game)
    mc.compile_game(compiled)
    again = len(game.guesses)  # one pair of each guess is scored twice, to find scores that change
    assert in_table.calls <= len(game.guesses) * len(game.secrets) + again
    treed, in_tree = counting_game(game)
    tree = mc.lazy_tree(treed, mc.strategies.entropy)
    assert in_tree.calls <= in_table.calls
    mc.count_nodes(tree)
    mc.length_distribution(treed, mc.strategies.knuth)
    assert in_tree.calls <= in_table.calls


@every_sample
def test_opening_the_root_chooses_one_guess(name, place):
    strategy = Counting(mc.strategies.entropy)
    tree = mc.lazy_tree(sample(name, place), strategy)
    assert strategy.calls == 0
    assert len(tree.candidates) == len(sample(name, place).secrets)
    assert strategy.calls == 0
    assert tree.guess == tree.guess
    for branch in tree.branches:
        assert branch.size == len(branch.secrets) == len(list(branch.secrets))
        assert tree[branch.score] is branch
    assert strategy.calls == 1


def test_only_the_opened_branch_asks_the_strategy():
    seen = []

    def watched(position):
        seen.append(position.history)
        return mc.strategies.entropy(position)

    tree = mc.lazy_tree(mc.TwoD(4), watched)
    branch = max(tree.branches, key=lambda branch: branch.size)
    assert branch.subtree.branches
    assert seen == [(), ((tree.guess, branch.score),)]


def test_repr_eq_hash_and_iteration_force_nothing():
    strategy = Counting(mc.strategies.entropy)
    tree, other = (mc.lazy_tree(mc.TwoD(4), strategy) for _ in range(2))
    assert "unopened" in repr(tree)
    assert tree == tree
    assert tree != other
    assert len({tree, other}) == 2
    assert bool(tree)
    assert strategy.calls == 0
    branches = tree.branches
    assert strategy.calls == 1
    for branch in branches:
        score, subtree = branch
        assert (score, subtree) == (branch.score, branch.subtree)
        assert repr(branch)
        assert branch == branch
    assert repr(tree.guess) in repr(tree)
    assert strategy.calls == 1


def test_solving_asks_once_a_guess():
    game, strategy = mc.TwoD(4), Counting(mc.strategies.entropy)
    steps = mc.play_game(game, strategy, lambda guess: game.score(guess, (3, 0)))
    assert strategy.calls == len(steps)


def test_to_text_opens_no_deeper_than_it_is_told():
    strategy = Counting(mc.strategies.entropy)
    text = mc.to_text(mc.lazy_tree(mc.TwoD(4), strategy), depth=1)
    assert strategy.calls == 1
    assert text.count("...") == len(text.splitlines()) - 1 - text.count("found")


@given(game=games())
def test_a_tree_opened_in_any_order_is_the_same(game):
    forwards, backwards = (mc.lazy_tree(game, mc.strategies.knuth) for _ in range(2))

    def opened(node, order):
        below = {
            branch.score: opened(branch.subtree, order)
            for branch in node.branches[::order]
            if branch.subtree is not None
        }
        return node.guess, below

    assert opened(forwards, 1) == opened(backwards, -1)


def test_the_table_of_a_game_lives_as_long_as_the_game():
    game, score = counting_game(mc.TwoD(3))
    table = mc.compile_game(game)
    calls = score.calls
    assert mc.compile_game(game) is table
    assert score.calls == calls
    alive = ref(game)
    del game, table
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize("size", [1, 2, 5])
def test_progress_of_compiling_goes_to_the_end(size):
    game, _ = counting_game(mc.TwoD(size))
    heard = []
    mc.compile_game(game, progress=lambda done, total: heard.append((done, total)))
    assert heard == sorted(heard)
    guesses = size**2
    assert heard[-1] == (guesses, guesses)
