"""Trees as graphs of networkx."""

from __future__ import annotations

from typing import Any

from mastermind_core.results import imported
from mastermind_core.tree import Node


def to_networkx(tree: Node) -> Any:
    """Return a tree as a graph, whose nodes are histories.

    Args:
        tree: The tree.
    """
    graph = _empty_graph()
    for history, node in tree.walk():
        graph.add_node(history, guess=node.guess, candidates=tuple(node.candidates))
        for branch in node.branches:
            after = (*history, (node.guess, branch.score))
            # The walk visits the subtree later and then sets its guess.
            graph.add_node(after, guess=None, candidates=tuple(branch.secrets))
            graph.add_edge(history, after, score=branch.score)
    return graph


def _empty_graph() -> Any:
    """Return a ``networkx.DiGraph``, or raise :class:`MissingExtra` without networkx."""
    return imported("networkx", "to_networkx(), unlike to_dict(),", "networkx").DiGraph()
