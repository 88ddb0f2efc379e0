"""Trees show how much of them is computed, distributions their statistics, modules their names."""

from __future__ import annotations

from fractions import Fraction
from statistics import pstdev

import pytest

import mastermind_core as mc
from mastermind_core.studies import ExpectedDistribution


def first(position):
    return position.candidates[0]


def test_a_tree_counts_the_nodes_that_were_opened():
    asked = []

    def counting(position):
        asked.append(position)
        return first(position)

    tree = mc.lazy_tree(mc.TwoD(4), counting)
    for _ in range(3):
        assert tree.open_nodes == len(asked)
        assert ("unopened" in repr(tree)) == (not asked)
        opened = f"{len(asked)} node{'' if len(asked) == 1 else 's'} open"
        assert (opened if asked else "Not opened yet") in tree._repr_html_()
        assert not asked or f", {len(asked)} open node" in repr(tree)
        for node in [node for _, node in tree.walk(len(asked) + 1)]:
            node.guess  # noqa: B018 - the access opens the node
    assert tree.size == tree.open_nodes == len(asked)


def test_a_stored_tree_is_open():
    tree = mc.optimal(mc.TwoD(4)).tree
    assert tree.open_nodes is None
    assert "open node" not in repr(tree)


def test_the_scores_are_computed_before_the_first_guess_and_no_strategy_is_called():
    scored = []

    def score(guess, secret):
        scored.append(guess)
        return guess == secret

    def refusing(position):
        raise AssertionError("the strategy was called")

    tree = mc.lazy_tree(mc.FiniteGame("abcd", "abcd", score, {True}), refusing)
    assert len(scored) >= 16
    assert tree.open_nodes == 0


def test_a_deep_tree_is_counted():
    tree = mc.lazy_tree(mc.FiniteGame(*[range(1500)] * 2, lambda g, s: g == s, {True}), first)
    node = tree
    while node is not None:
        node = node.branches[0].subtree or node.branches[-1].subtree
    assert tree.open_nodes == 1500
    assert "1,500 open nodes" in repr(tree)


@pytest.mark.parametrize("counts", [{1: 1, 2: 3}, {1: 1, 2: 9, 3: 9, 4: 1}, {3: 2}])
def test_an_expected_distribution_has_the_statistics_of_a_distribution(counts):
    shares = ExpectedDistribution({length: Fraction(n) for length, n in counts.items()})
    lengths = mc.Distribution(counts)
    assert shares.count == 1
    assert shares.median == lengths.median
    assert shares.stdev == pytest.approx(lengths.stdev)
    assert shares.stdev == pytest.approx(pstdev([at for at, n in counts.items() for _ in range(n)]))
    assert float(shares.mean) == pytest.approx(lengths.mean)
    assert "median" in shares._repr_html_()


@pytest.mark.parametrize("name", ["games", "play", "show", "studies", "simulation", "errors"])
def test_a_module_lists_its_public_names_only(name):
    module = getattr(mc, name)
    assert dir(module) == sorted(module.__all__)
    assert all(hasattr(module, name) for name in dir(module))
