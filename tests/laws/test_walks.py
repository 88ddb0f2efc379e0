"""The walk through a tree: against a tree that is opened by recursion, and its laziness."""

from __future__ import annotations

import sys

import pytest
from adhoc import games
from errors import one_line
from hypothesis import given

import mastermind_core as mc


def opened(node, history=()):
    """Yield the nodes with their histories, each before what is below it."""
    yield history, node
    for branch in node.branches:
        if branch.subtree is not None:
            yield from opened(branch.subtree, (*history, (node.guess, branch.score)))


@given(game=games())
def test_a_walk_meets_every_node_after_its_history(game):
    tree = mc.lazy_tree(game, mc.strategies.knuth)
    for root in (tree, mc.optimal(game).tree, tree.branches[-1].subtree or tree):
        assert list(root.walk()) == list(opened(root))
        assert list(root.walk(2)) == [step for step in opened(root) if len(step[0]) < 2]
        assert list(root.walk(1)) == [((), root)]


@given(game=games())
def test_the_figures_of_a_tree_are_those_of_its_games(game):
    for root in (mc.lazy_tree(game, mc.strategies.knuth), mc.optimal(game).tree):
        for _, node in root.walk():
            nodes = list(opened(node))
            ends = {
                (*history, (one.guess, branch.score)): tuple(branch.secrets)
                for history, one in nodes
                for branch in one.branches
                if branch.subtree is None
            }
            found = {history: tuple(secrets) for history, secrets in node.paths()}
            assert found == ends
            assert node.size == len(nodes)
            assert node.depth == max(map(len, ends))
            lengths = {}
            for history, secrets in ends.items():
                lengths[len(history)] = lengths.get(len(history), 0) + len(secrets)
            assert node.lengths() == lengths


@pytest.mark.parametrize("game", [mc.TwoD(4), mc.weighted(mc.TwoD(4), lambda s: s[0])])
def test_lengths_are_those_that_are_played(game):
    solution = mc.optimal(game)
    assert solution.tree.lengths() == mc.replay(game, solution)
    assert solution.tree.depth == solution.worst


def test_a_walk_opens_no_deeper_than_it_is_told():
    asked = []

    def watched(position):
        asked.append(position.history)
        return mc.strategies.entropy(position)

    tree = mc.lazy_tree(mc.TwoD(4), watched)
    walk = tree.walk()
    assert next(walk) == ((), tree)
    assert not asked
    assert all(len(history) < 2 for history, _ in tree.walk(2))
    assert asked == [()]


def test_a_tree_of_many_guesses_is_walked():
    line = mc.FiniteGame(range(1500), range(1500), lambda guess, secret: guess == secret, {True})
    tree = mc.lazy_tree(line, lambda position: position.candidates[0])
    assert (tree.depth, tree.size) == (1500, 1500)
    assert set(tree.lengths().values()) == {1}


def test_a_tree_is_a_graph_of_histories():
    pytest.importorskip("networkx", reason="networkx is not installed")
    game = mc.Mastermind(colours=4, holes=3)
    tree = mc.lazy_tree(game, "knuth")
    graph = tree.to_networkx()
    ends = {history: data for history, data in graph.nodes(data=True) if data["guess"] is None}
    assert {one for data in ends.values() for one in data["candidates"]} == set(game.secrets)
    assert all(not graph.out_degree(history) for history in ends)
    assert {
        history: data["guess"] for history, data in graph.nodes(data=True) if data["guess"]
    } == {history: node.guess for history, node in tree.walk()}
    for before, after, score in graph.edges(data="score"):
        assert after == (*before, (graph.nodes[before]["guess"], score))
    assert graph.number_of_edges() == graph.number_of_nodes() - 1


def test_without_networkx_a_graph_is_refused_in_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "networkx", None)
    with one_line(mc.errors.MissingExtra, "to_networkx()", "pip install networkx"):
        mc.lazy_tree(mc.TwoD(2), "knuth").to_networkx()
