"""What every registered strategy keeps to on every registered game."""

from __future__ import annotations

from collections import Counter

import game_oracle as oracle
import pytest
from registry import (
    every_pair,
    least_worst,
    least_worst_and_total,
    sample,
    strategy_of,
    tree_of,
)

import mastermind_core as mc


@every_pair
def test_every_secret_is_reached_once(name, place, player):
    game, tree = sample(name, place), tree_of(name, place, player)
    found = Counter(secret for _, end in oracle.leaves(tree) for secret in end.secrets)
    assert found == Counter(game.secrets)
    for path, end in oracle.leaves(tree):
        assert path[-1][1] in game.endstates
        assert not any(score in game.endstates for _, score in path[:-1])
        assert len(end.secrets) == end.size


@every_pair
def test_solve_plays_the_path_of_the_tree(name, place, player):
    game, tree = sample(name, place), tree_of(name, place, player)
    for secret in game.secrets[::7]:

        def answer(guess, secret=secret):
            return game.score(guess, secret)

        path = list(oracle.play_tree(tree, game, secret))
        assert mc.play_game(game, strategy_of(player), answer) == path
        assert mc.play_game(game, tree, answer) == path


@every_pair
def test_lengths_agree_however_they_are_counted(name, place, player):
    game, tree, strategy = sample(name, place), tree_of(name, place, player), strategy_of(player)
    lengths, weigh = mc.length_distribution(game, strategy), oracle.weight_of(game)
    taken = {secret: len(oracle.play_tree(tree, game, secret)) for secret in game.secrets}
    weighed = Counter()
    for secret, length in taken.items():
        weighed[length] += weigh(secret)
    assert lengths == weighed
    assert mc.length_distribution(game, tree) == lengths
    assert mc.replay(game, tree) == lengths
    assert Counter(map(len, mc.all_solutions(game, strategy))) == Counter(taken.values())
    assert mc.worst_case(game, strategy) == lengths.worst == max(lengths)
    assert lengths.count == sum(map(weigh, game.secrets))


@every_pair
def test_solutions_are_the_paths_of_the_secrets(name, place, player):
    game, tree = sample(name, place), tree_of(name, place, player)
    paths = Counter(oracle.play_tree(tree, game, secret) for secret in game.secrets)
    assert Counter(mc.all_solutions(game, strategy_of(player))) == paths


@every_pair
def test_the_worst_case_shows_a_path_that_takes_as_long(name, place, player):
    game, tree = sample(name, place), tree_of(name, place, player)
    worst = mc.worst_case(game, strategy_of(player))
    assert len(worst.path) == worst
    assert worst.path == oracle.play_tree(tree, game, worst.secret)


@every_pair
def test_every_node_knows_its_candidates(name, place, player):
    game = sample(name, place)
    stack = [(tree_of(name, place, player), list(game.secrets))]
    nodes = 0
    while stack:
        node, candidates = stack.pop()
        nodes += 1
        assert list(node.candidates) == candidates
        blocks = oracle.split(game, node.guess, candidates)
        assert {b.score: list(b.secrets) for b in node.branches} == blocks
        stack.extend((b.subtree, blocks[b.score]) for b in node.branches if b.subtree is not None)
    assert mc.count_nodes(tree_of(name, place, player)) == nodes


@every_pair
def test_no_strategy_beats_the_optimum(name, place, player):
    game = sample(name, place)
    lengths = mc.length_distribution(game, strategy_of(player))
    assert lengths.worst >= least_worst(name, place)
    if least := least_worst_and_total(name, place):
        worst, total = least
        assert lengths.worst >= worst
        assert lengths.total >= total


@every_pair
def test_the_verdict_carries_both_figures(name, place, player):
    game, strategy = sample(name, place), strategy_of(player)
    if len(game.secrets) > 20:
        pytest.skip("takes long for every strategy")
    verdict = mc.is_greedy_optimal(game, strategy=strategy, objective="worst")
    assert verdict.greedy == mc.worst_case(game, strategy)
    assert verdict.optimal == least_worst(name, place)
    assert bool(verdict) == (verdict.greedy == verdict.optimal)
    assert verdict.lengths == mc.length_distribution(game, strategy)


@pytest.mark.parametrize("name", list(mc.STRATEGIES))
def test_a_strategy_is_registered_under_its_name(name):
    strategy = mc.STRATEGIES[name]
    assert isinstance(strategy, mc.strategies.Strategy)
    assert strategy.name == name
    assert getattr(mc.strategies, name) is strategy
