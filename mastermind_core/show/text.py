"""Trees and distributions as plain text, and what every picture shows and folds of a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from math import inf
from typing import Any

from mastermind_core.analysis import CostDistribution
from mastermind_core.arguments import real_number
from mastermind_core.errors import counted
from mastermind_core.game import Game
from mastermind_core.game.amounts import shown_number
from mastermind_core.notation.spelling import show_item
from mastermind_core.tree import Branch, HasTree, Node, StrategyLike, some_tree, tree_for
from mastermind_core.tree.walks import ending, known, steps

_WIDTH = 40

#: Lines that a tree takes by default.
_LINES = 80


def to_text(
    tree: Node | HasTree | Game[Any, Any, Any],
    strategy: StrategyLike | None = None,
    *,
    depth: float | None = None,
    lines: float | None = None,
) -> str:
    """Write a tree with a line a branch, indented by depth.

    ``tree`` is a tree, a solution, or a game followed by a strategy or its name. ``depth`` writes
    so many moves. ``lines`` is about how many lines may be taken: the largest branches are opened
    first, and those that no longer fit end in dots. Without either it is 80; ``lines=math.inf``
    writes everything. What is not written is not opened.

    >>> from mastermind_core import TwoD, lazy_tree, strategies
    >>> print(to_text(lazy_tree(TwoD(2), strategies.entropy), depth=1))
    01  (4 candidates)
      1,1,1: found
      1,0,0: 1 candidate ...
      0,1,0: 1 candidate ...
      0,0,0: 1 candidate ...
    """
    depth = real_number("depth", depth, 0, inf, none="")
    lines = real_number("lines", lines, 0, inf, none="")
    root = tree_of(tree, strategy)
    if lines is None:
        lines = _LINES if depth is None else inf
    opened: set[Node] = set()
    if depth is None or depth > 0:
        opened = unfolded(root, lines, depth=inf if depth is None else depth, found=True)
    return "\n".join(_lines(root, opened))


def _lines(tree: Node, opened: set[Node]) -> Iterator[str]:
    if tree.over:
        yield known(tree.table, tree.candidates)
        return
    yield f"{show_item(tree.guess)}  ({_counted(len(tree.candidates))})"
    if tree not in opened:
        return
    for level, branch in steps(tree, lambda _, node: node in opened):
        head = f"{'  ' * level}{show_item(branch.score)}: "
        if branch.subtree is None:
            yield f"{head}{ending(tree.table, branch)}"
        elif branch.subtree not in opened:
            yield f"{head}{_counted(branch.size)} ..."
        else:
            yield f"{head}{show_item(branch.subtree.guess)}  ({_counted(branch.size)})"


def _counted(candidates: int) -> str:
    return "1 candidate" if candidates == 1 else f"{candidates} candidates"


def bar_chart(counts: Mapping[int, Any]) -> str:
    """Draw how many secrets take how many guesses.

    >>> print(bar_chart({1: 1, 2: 4}))
    1 | ##########                               1
    2 | ######################################## 4
    """
    most = max(counts.values())
    return "\n".join(
        f"{length} | {'#' * max(1, round(_WIDTH * count / most)):<{_WIDTH}} {count}"
        for length, count in counts.items()
    )


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
