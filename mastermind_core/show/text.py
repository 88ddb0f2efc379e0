"""Trees and distributions as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mastermind_core.tree import HasTree, Node, some_tree

_WIDTH = 40


def show(item: Any) -> str:
    """Write a code, a score or any other item as briefly as it can be read.

    >>> show((1, 1, 2, 2)), show(("red", "green")), show("abc")
    ('1122', 'red green', 'abc')
    """
    if isinstance(item, tuple) and not hasattr(item, "_fields"):
        parts = [str(part) for part in item]
        return ("" if all(len(part) == 1 for part in parts) else " ").join(parts)
    if isinstance(item, tuple):
        return ",".join(str(int(part)) if isinstance(part, bool) else str(part) for part in item)
    return str(item)


def to_text(tree: Node | HasTree, *, depth: int | None = None) -> str:
    """Write a tree with a line a branch, indented by depth; nothing below ``depth`` is opened.

    A solution is written by its tree.

    >>> from mastermind_core import TwoD, lazy_tree, strategies
    >>> print(to_text(lazy_tree(TwoD(2), strategies.entropy), depth=1))
    01  (4 candidates)
      1,1,1: found
      1,0,0: 1 candidates ...
      0,1,0: 1 candidates ...
      0,0,0: 1 candidates ...
    """
    return "\n".join(_lines(some_tree(tree), depth))


def _lines(tree: Node, depth: int | None) -> Iterator[str]:
    yield f"{show(tree.guess)}  ({len(tree.candidates)} candidates)"
    stack = [(branch, 1) for branch in reversed(tree.branches)]
    while stack:
        branch, level = stack.pop()
        head = f"{'  ' * level}{show(branch.score)}: "
        if branch.subtree is None:
            yield f"{head}found"
        elif depth is not None and level >= depth:
            yield f"{head}{branch.size} candidates ..."
        else:
            yield f"{head}{show(branch.subtree.guess)}  ({branch.size} candidates)"
            stack.extend((below, level + 1) for below in reversed(branch.subtree.branches))


def bar_chart(counts: Mapping[int, int]) -> str:
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
