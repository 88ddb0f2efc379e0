"""The tree of what a plain search chose, as arrays."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from mastermind_core.kernels.greedy.plain import split
from mastermind_core.kernels.shared.plain_scores import PlainScores, over
from mastermind_core.kernels.types import FlatTree

#: The candidates, the guesses that are left, and which of them are legal.
State = tuple["array[int]", int, int]


def written_tree(
    scores: PlainScores,
    root: State,
    choose: Callable[[array[int], int, int], tuple[int, int]],
    legal_after: Callable[[int, int, int], int],
) -> FlatTree:
    """Write a tree in preorder: ``choose`` returns a guess and how many are left with it."""
    guesses = array("i")
    edges: list[list[list[int]]] = []
    stack = [(*root, -1, 0)]
    while stack:
        members, left, legal, parent, place = stack.pop()
        node = len(guesses)
        if parent >= 0:
            edges[parent][place][1] = node
        guess, left = choose(members, left, legal)
        guesses.append(guess)
        blocks = split(scores, guess, members)
        edges.append([[score, -1, len(block)] for score, block in blocks])
        stack.extend(
            (block, left - 1, legal_after(legal, guess, score), node, at)
            for at, (score, block) in reversed(list(enumerate(blocks)))
            if not over(scores, score, block)
        )
    first_edge = array("i", [0])
    for own in edges:
        first_edge.append(first_edge[-1] + len(own))
    scores_of, children, sizes = (
        array("i", [edge[at] for own in edges for edge in own]) for at in range(3)
    )
    return FlatTree(guesses, first_edge, scores_of, children, sizes, stuck=-1)
