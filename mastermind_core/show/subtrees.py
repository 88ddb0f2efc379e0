"""Facts about a tree that its pictures show, and which parts of it are folded."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any

from mastermind_core.analysis import CostDistribution
from mastermind_core.game import goal_of
from mastermind_core.game.amounts import shown_number
from mastermind_core.notation.spelling import show_item
from mastermind_core.table import ScoreTable
from mastermind_core.tree import Branch, Node, some_tree, tree_for


def tree_of(tree: Any, strategy: Any = None) -> Node:
    """Return the tree that is to be shown: itself, that of a solution, or that of a strategy.

    A strategy, or its name, comes after the game that it plays.
    """
    return some_tree(tree) if strategy is None else tree_for(tree, strategy)


def ending(table: ScoreTable, branch: Branch) -> str:
    """Say what a branch that ends the game tells: that the secret was named, or what is known."""
    return "found" if table.final[table.scores[branch.score]] else known(table, branch.secrets)


def known(table: ScoreTable, secrets: Sequence[Any]) -> str:
    """Say what is known where some secrets are left, all of one goal.

    >>> from mastermind_core import compile_game, identified
    >>> from mastermind_core.games import HigherLower
    >>> known(compile_game(identified(HigherLower(3))), [3])
    '= 3'
    """
    game = table.game
    goal = goal_of(game)
    what = secrets[0] if goal is None else goal(secrets[0])
    return f"= {show_item(what)}"


def weighed(tree: Node) -> str:
    """Say how many secrets a tree finds, and what they weigh where they have weights."""
    secrets, table = f"{len(tree.candidates):,} secrets", tree.table
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
    ``depth`` is how many moves down branches are shown. ``found`` says whether a branch that ends
    the game takes a row.
    """
    shown = {tree}
    left = rows - _height(tree, found=found)
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
        # Where a branch that ends the game takes no row, the first branch shares its parent's.
        height = _height(node, found=found) if found else max(_height(node, found=found), 1) - 1
        if height <= left:
            left -= height
            shown.add(node)
            wait(node, level)
    return shown


def _height(node: Node, *, found: bool) -> int:
    """Return how many rows the branches of a node take."""
    return sum(found or branch.subtree is not None for branch in node.branches)


def titled(tree: Node, title: str) -> str:
    """Return a title with the name of the game that a tree is of, where it was given one."""
    name = getattr(tree.table.game, "name", "")
    return f"{title}: {name}" if isinstance(name, str) and name not in ("", "game") else title
