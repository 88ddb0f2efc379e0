"""Facts about a tree that its pictures show, and which parts of it are folded."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

from mastermind_core.analysis import CostDistribution
from mastermind_core.errors import counted
from mastermind_core.game.amounts import shown_number
from mastermind_core.tree import Branch, Node, some_tree, tree_for


def tree_of(tree: Any, strategy: Any = None) -> Node:
    """Return the tree that is to be shown: itself, that of a solution, or that of a strategy.

    A strategy, or its name, comes after the game that it plays.
    """
    return some_tree(tree) if strategy is None else tree_for(tree, strategy)


def weighed(tree: Node) -> str:
    """Say how many secrets a tree finds, and what they weigh where they have weights."""
    secrets, table = counted(len(tree.candidates), "secret"), tree.table
    if not table.uniform or table.weight_unit != 1:
        secrets += f" of weight {shown_number(sum(tree.lengths().values()))}"
    return secrets


def paid(tree: Node) -> str:
    """Say what the paths of a tree cost, where guesses have costs."""
    if not tree.table.priced:
        return ""
    costs = CostDistribution(tree.costs())
    return f"; cost {costs.mean:.3f} on average, {shown_number(costs.worst)} at most"


def unfolded(tree: Node, rows: float, *, depth: float, found: bool) -> set[Node]:
    """Return the nodes whose branches are shown, so that about ``rows`` rows are taken.

    The largest are opened first, each if its branches still fit; those of the root always are.
    ``depth`` is how many moves down branches are shown. ``found`` says whether a branch that names
    the secret takes a row.
    """
    shown = {tree}
    left = rows - len(drawn(tree, found=found))
    waiting: list[tuple[int, int, Node, int]] = []
    order = 0

    def wait(node: Node, level: int) -> None:
        nonlocal order
        for branch in node.branches:
            if branch.subtree is not None and level < depth:
                order += 1
                heappush(waiting, (-branch.size, order, branch.subtree, level + 1))

    wait(tree, 1)
    while waiting and left >= found:
        _, _, node, level = heappop(waiting)
        height = len(drawn(node, found=found))
        if not found:  # the first branch shares the row of its parent
            height = max(height, 1) - 1
        if height <= left:
            left -= height
            shown.add(node)
            wait(node, level)
    return shown


def drawn(node: Node, *, found: bool) -> list[Branch]:
    """Return the branches that take a row: those that go on, and those that say what is known."""
    final, scores = node.table.final, node.table.scores
    return [
        branch
        for branch in node.branches
        if found or branch.subtree is not None or not final[scores[branch.score]]
    ]


def titled(tree: Node, title: str) -> str:
    """Return a title with the name of the game that a tree is of, where it was given one."""
    name = getattr(tree.table.game, "name", "")
    return f"{title}: {name}" if isinstance(name, str) and name not in ("", "game") else title
