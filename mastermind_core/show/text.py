"""Trees and distributions as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

from mastermind_core.arguments import real_number
from mastermind_core.game import Game
from mastermind_core.notation.spelling import show_item
from mastermind_core.show.subtrees import tree_of, unfolded
from mastermind_core.tree import HasTree, Node, StrategyLike
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
