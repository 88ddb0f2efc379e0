"""What every registered metric keeps to, and the published ones against their definitions."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from types import SimpleNamespace

import game_oracle as oracle
from adhoc import games
from greedy_oracle import Position
from hypothesis import given
from hypothesis import strategies as st
from registry import every_metric, every_sample, sample

import mastermind_core as mc

SIZES = st.lists(st.integers(1, 30), min_size=1, max_size=10)


@every_metric
@given(data=st.data())
def test_order_and_empty_blocks_do_not_matter(metric, data):
    sizes = data.draw(SIZES)
    shuffled = data.draw(st.permutations([*sizes, 0, 0]))
    cost = mc.METRICS[metric].cost(sizes)
    assert isinstance(cost, (int, Fraction))
    assert mc.METRICS[metric].cost(shuffled) == cost


@every_metric
@given(sizes=SIZES, more=st.integers(2, 30))
def test_splitting_never_costs_more_but_by_the_worst_choice(metric, sizes, more):
    cost = mc.METRICS[metric].cost
    split, whole = cost([*sizes, more - 1, 1]), cost([*sizes, more])
    assert split >= whole if metric == "worst_choice" else split <= whole


def test_the_worst_choice_distinguishes_guesses_that_may_all_win():
    cost = mc.METRICS["worst_choice"].cost
    assert cost([5, 1]) < cost([4, 1, 1]) < cost([3, 2, 1])


@every_metric
@given(one=SIZES, other=SIZES)
def test_costs_rank_as_their_definitions(metric, one, other):
    other = [*other, *[1] * (sum(one) - sum(other))]
    one = [*one, *[1] * (sum(other) - sum(one))]
    cost, defined = mc.METRICS[metric].cost, oracle.COSTS[metric]
    assert (cost(one) < cost(other)) == (defined(one) < defined(other))
    assert (cost(one) == cost(other)) == (defined(one) == defined(other))


def weighed_guess(game, candidates, metric):
    """Return the guess that is least where secrets have weights: whole numbers in proportion."""
    scores, of = {}, {secret: at for at, secret in enumerate(game.secrets)}
    table = [
        [scores.setdefault(game.score(guess, secret), len(scores)) for secret in game.secrets]
        for guess in game.guesses
    ]
    unit = lcm(*(Fraction(weight).denominator for weight in game.weights))
    asked = SimpleNamespace(
        combine=metric.combine,
        block_costs=metric.block_cost,
        order=range(len(table)),
        pool=0,
        win_levels=1,
        weights=[int(weight * unit) for weight in game.weights],
        aims=True,
    )
    final = [score in game.endstates for score in scores]
    position = Position(table, final, [], [], [of[secret] for secret in candidates], asked)
    return game.guesses[position.best()]


@every_metric
@every_sample
def test_best_decision_is_least_by_cost_then_may_win_then_position(name, place, metric):
    game, cost = sample(name, place), mc.METRICS[metric].cost
    secrets = list(game.secrets)
    for candidates in (secrets, secrets[::3], secrets[1:6], secrets[-1:]):
        if candidates:
            if len(set(getattr(game, "weights", None) or ())) > 1:
                expected = weighed_guess(game, candidates, mc.METRICS[metric])
            else:
                expected = oracle.greedy_guess(game, candidates, cost)
            assert mc.best_decision(game, candidates, mc.METRICS[metric]) == expected


@every_metric
@given(game=games())
def test_greedy_trees_are_those_of_the_definition(metric, game):
    strategy = mc.Greedy(mc.METRICS[metric])
    cost = oracle.COSTS[metric]
    expected = oracle.greedy_paths(game, cost)
    for played in (game, game.finite()):
        tree = mc.lazy_tree(played, strategy)
        assert {s: oracle.play_tree(tree, game, s) for s in game.secrets} == expected
        assert sorted(mc.all_solutions(played, strategy)) == sorted(expected.values())


@every_metric
@given(game=games())
def test_candidates_only_trees_are_those_of_the_definition(metric, game):
    strategy = mc.Greedy(mc.METRICS[metric], pool="candidates")
    cost = oracle.COSTS[metric]
    expected = oracle.greedy_paths(game, cost, candidates_only=True)
    tree = mc.lazy_tree(game, strategy)
    assert {s: oracle.play_tree(tree, game, s) for s in game.secrets} == expected
    assert sorted(mc.all_solutions(game, strategy)) == sorted(expected.values())
