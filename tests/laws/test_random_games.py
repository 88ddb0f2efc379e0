"""Games drawn at random, against trying every decision tree there is."""

from __future__ import annotations

from collections import Counter

import game_oracle as oracle
from adhoc import PLAYERS, games
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc


@given(game=games())
def test_the_least_worst_case_is_that_of_all_trees(game):
    worst, _ = oracle.least_worst_and_total(game)
    assert mc.optimal_worst_case(game) == worst
    assert mc.optimal_worst_case(game.finite()) == worst


@given(game=games(guesses=8, secrets=10, scores=3))
def test_solutions_exist_from_the_least_worst_case_on(game):
    worst, _ = oracle.least_worst_and_total(game)
    for steps in range(len(game.secrets) + 2):
        assert mc.solution_exists(game, max_steps=steps) == (steps >= worst)


@given(game=games(), strategy=PLAYERS)
def test_no_strategy_beats_all_trees(game, strategy):
    worst, total = oracle.least_worst_and_total(game)
    lengths = mc.length_distribution(game, strategy)
    assert lengths.worst >= worst
    assert lengths.total >= total
    assert bool(mc.is_greedy_optimal(game, strategy, "worst")) == (lengths.worst == worst)
    assert bool(mc.is_greedy_optimal(game, strategy, "mean")) == (lengths.total == total)
    both = mc.is_greedy_optimal(game, strategy)
    assert not both or lengths.worst == worst
    assert both or (lengths.worst, lengths.total) != (worst, total)


@given(game=games(secrets=10), strategy=PLAYERS)
def test_a_game_and_its_finite_copy_are_played_alike(game, strategy):
    one, other = mc.lazy_tree(game, strategy), mc.lazy_tree(game.finite(), strategy)
    assert [path for path, _ in oracle.leaves(one)] == [path for path, _ in oracle.leaves(other)]


@given(game=games(secrets=10, weighted=True), strategy=PLAYERS)
def test_lengths_paths_and_verification_agree(game, strategy):
    tree = mc.lazy_tree(game, strategy)
    paths = {secret: oracle.play_tree(tree, game, secret) for secret in game.secrets}
    weights = dict(zip(game.secrets, game.weights, strict=True))
    lengths = Counter()
    for secret, path in paths.items():
        lengths[len(path)] += weights[secret]
    assert mc.length_distribution(game, strategy) == lengths
    assert mc.length_distribution(game, tree) == lengths
    assert mc.replay(game, tree) == lengths
    assert Counter(mc.all_solutions(game, tree)) == Counter(paths.values())
    for secret, path in paths.items():
        assert tuple(mc.play_game(game, strategy, lambda g, s=secret: game.score(g, s))) == path


@given(game=games(secrets=10, weighted=True), strategy=PLAYERS)
def test_totals_are_never_below_the_least_weighted_one(game, strategy):
    _, total = oracle.least_worst_and_total(game)
    assert mc.length_distribution(game, strategy).total >= total


@given(game=games(weighted=True))
def test_the_optimal_totals_are_those_of_all_trees(game):
    worst, total = oracle.least_worst_and_total(game)
    mean = mc.optimal(game, objective="mean")
    assert mean.proven
    assert mean.total == mean.lower_bound == total
    assert mc.replay(game, mean.tree).total == total
    assert mc.optimal(game, objective="worst").worst == worst
    assert mc.optimal(game, objective="mean-then-worst").total == total
    assert mc.optimal(game, objective="worst-then-mean").worst == worst


@given(game=games(secrets=8), data=st.data())
def test_partitions_of_any_candidates_are_disjoint_and_cover(game, data):
    candidates = data.draw(st.lists(st.sampled_from(game.secrets), unique=True))
    for guess in game.guesses:
        blocks = mc.partition(game, guess, candidates)
        assert blocks == oracle.split(game, guess, candidates)
        sizes = mc.block_sizes(game, guess, candidates)
        assert sum(sizes.values()) == len(candidates)


@given(game=games(guesses=3, secrets=3, scores=300))
def test_many_scores_do_no_harm(game):
    assert mc.optimal_worst_case(game) == oracle.least_worst_and_total(game)[0]
