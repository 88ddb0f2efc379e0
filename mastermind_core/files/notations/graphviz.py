"""Trees for Graphviz, which draws them."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from mastermind_core.arguments import whole_number
from mastermind_core.game import Game
from mastermind_core.notation import show_guess, show_score
from mastermind_core.tree import HasTree, Node, some_tree
from mastermind_core.tree.walks import ending, known


def to_dot(tree: Node | HasTree, *, depth: int | None = None) -> str:
    r"""Return a tree in the language of Graphviz: a box a guess, an arrow an answer.

    With ``depth`` only so many guesses in a row are drawn, and nothing below is opened.

    >>> from mastermind_core import TwoD, lazy_tree
    >>> print(to_dot(lazy_tree(TwoD(2), "entropy"), depth=1))
    digraph strategy {
      node [shape=box, style=rounded];
      0 [label="01\n4 secrets"];
      1 [label="found", shape=plaintext];
      0 -> 1 [label="="];
      2 [label="1 secret", shape=plaintext];
      0 -> 2 [label="<"];
      3 [label="1 secret", shape=plaintext];
      0 -> 3 [label=">"];
      4 [label="1 secret", shape=plaintext];
      0 -> 4 [label="<>"];
    }
    """
    depth = whole_number("depth", depth, 1, none="")
    return "\n".join(_lines(some_tree(tree), depth))


def _lines(tree: Node, depth: int | None) -> Iterator[str]:
    game = tree.game
    yield "digraph strategy {"
    yield "  node [shape=box, style=rounded];"
    if tree.over:
        yield f'  0 [label="{_quoted(known(tree.table, tree.candidates))}", shape=plaintext];'
        yield "}"
        return
    yield _box(game, 0, tree)
    number = 0
    numbers = {tree: 0}
    for history, node in tree.walk(inf if depth is None else depth):
        above = numbers.pop(node)
        for branch in node.branches:
            number += 1
            if branch.subtree is None:
                end = _quoted(ending(node.table, branch))
                yield f'  {number} [label="{end}", shape=plaintext];'
            elif depth is not None and len(history) + 1 >= depth:
                yield f'  {number} [label="{_secrets(branch.size)}", shape=plaintext];'
            else:
                yield _box(game, number, branch.subtree)
                numbers[branch.subtree] = number
            yield f'  {above} -> {number} [label="{_quoted(show_score(game, branch.score))}"];'
    yield "}"


def _box(game: Game[Any, Any, Any], number: int, node: Node) -> str:
    label = f"{_quoted(show_guess(game, node.guess))}\\n{_secrets(len(node.candidates))}"
    return f'  {number} [label="{label}"];'


def _secrets(count: int) -> str:
    return "1 secret" if count == 1 else f"{count} secrets"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
