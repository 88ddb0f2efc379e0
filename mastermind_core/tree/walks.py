"""The one walk through a tree, and what is gathered on it.

It has a stack of its own: a game of many guesses is deeper than Python's.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import Any

from mastermind_core.kernels.shared.flat_trees import with_edges
from mastermind_core.kernels.types import FlatTree
from mastermind_core.notation.spelling import show_item
from mastermind_core.results.frames import empty_graph


def steps(root: Any, enter: Callable[[int, Any], bool]) -> Iterator[tuple[int, Any]]:
    """Yield every branch with the number of its guess, and what is below it right after it.

    ``enter`` is asked, with the number of its guess, of each node below the root whether the walk
    goes on there; a node that it refuses is not opened.
    """
    waiting = [(1, branch) for branch in reversed(root.branches)]
    while waiting:
        level, branch = waiting.pop()
        yield level, branch
        node = branch.subtree
        if node is not None and enter(level + 1, node):
            waiting.extend((level + 1, below) for below in reversed(node.branches))


def paths_of(root: Any) -> Iterator[tuple[tuple[tuple[Any, Any], ...], Any]]:
    """Yield the history of each game with the secrets that it finds."""
    if root.over:
        yield (), root.candidates
    for history, node in root.walk():
        for branch in node.branches:
            if branch.subtree is None:
                yield (*history, (node.guess, branch.score)), branch.secrets


def nested(root: Any) -> dict[str, Any]:
    """Return a tree as a dictionary that holds dictionaries."""
    whole: dict[str, Any] = {"guess": None, "left": len(root.candidates), "branches": []}
    below: dict[Any, dict[str, Any]] = {root: whole}
    for _, node in root.walk():
        written = below.pop(node)
        branches = []
        for branch in node.branches:
            subtree = None if branch.subtree is None else below.setdefault(branch.subtree, {})
            one = {"score": branch.score, "size": branch.size, "subtree": subtree}
            if subtree is None and root.table.goals:
                one["known"] = root.table.names[root.table.goals[branch.secrets.places[0]]]
            branches.append(one)
        written |= {"guess": node.guess, "left": len(node.candidates), "branches": branches}
    return whole


def rows_of(root: Any) -> Iterator[dict[str, Any]]:
    """Yield a row for each guess, with the number of the row before it and the answer between."""
    led: dict[Any, tuple[int, Any]] = {root: (-1, None)}
    for number, (_, node) in enumerate(root.walk()):
        before, score = led.pop(node)
        left = len(node.candidates)
        yield {"before": before, "score": score, "guess": node.guess, "left": left}
        for branch in node.branches:
            led[branch.subtree] = number, branch.score


def graph_of(root: Any) -> Any:
    """Return a tree as a graph of networkx."""
    graph = empty_graph()
    for history, node in root.walk():
        graph.add_node(history, guess=node.guess, candidates=tuple(node.candidates))
        for branch in node.branches:
            after = (*history, (node.guess, branch.score))
            # What is below is met later, and then said what it is.
            graph.add_node(after, guess=None, candidates=tuple(branch.secrets))
            graph.add_edge(history, after, score=branch.score)
    return graph


def flattened(root: Any) -> FlatTree:
    """Write a tree in arrays, the way the kernels do."""
    numbers = {node: number for number, (_, node) in enumerate(root.walk())}
    scores = root.table.scores
    edges = (
        [(scores[one.score], numbers.get(one.subtree, -1), one.size) for one in node.branches]
        for node in numbers
    )
    return with_edges(array("i", (node.guess_id for node in numbers)), edges)


def ending(table: Any, branch: Any) -> str:
    """Return what a branch that ends the game tells: the secret was named, or what is known."""
    named = table.final[table.scores[branch.score]]
    return "found" if named else known(table, branch.secrets)


def known(table: Any, secrets: Any) -> str:
    """Return what is known where some secrets are left, all of one goal.

    >>> from mastermind_core import identified, lazy_tree
    >>> from mastermind_core.games import HigherLower
    >>> tree = lazy_tree(identified(HigherLower(3)), "entropy")
    >>> known(tree.table, tree.branches[-1].secrets)
    '= 1'
    """
    return f"= {show_item(table.names[table.goals[secrets.places[0]]])}"
