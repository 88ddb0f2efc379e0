"""Trees as arrays, put together from their parts."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from mastermind_core.kernels.protocols import GreedyKernel
from mastermind_core.kernels.types import FlatTree, Scores


def joined(guess: int, below: Iterable[tuple[int, int, FlatTree | None]]) -> FlatTree:
    """Return the tree of a guess and of what follows: (score, number of secrets, tree or None).

    The scores ascend; None is where the game is over.
    """
    below = list(below)
    guesses, first_edge = array("i", [guess]), array("i", [0, len(below)])
    scores = array("i", [score for score, _, _ in below])
    sizes = array("i", [size for _, size, _ in below])
    children = array("i", [-1] * len(below))
    for at, (_, _, tree) in enumerate(below):
        if tree is None:
            continue
        node, edge = len(guesses), len(scores)
        children[at] = node
        guesses.extend(tree.guesses)
        first_edge.extend(edge + begin for begin in tree.first_edge[1:])
        scores.extend(tree.edge_score)
        sizes.extend(tree.edge_size)
        children.extend(child if child < 0 else child + node for child in tree.edge_child)
    return FlatTree(guesses, first_edge, scores, children, sizes, stuck=-1)


def no_nodes() -> FlatTree:
    """Return the tree of a game that is over before its first guess."""
    return with_edges(array("i"), [])


def with_edges(
    guesses: array[int], edges: Iterable[Iterable[tuple[int, int, int]]], stuck: int = -1
) -> FlatTree:
    """Return a tree of nodes in preorder, each with its edges: (score, child or -1, size)."""
    tree = FlatTree(guesses, array("i"), array("i"), array("i"), array("i"), stuck)
    for own in edges:
        tree.first_edge.append(len(tree.edge_score))
        for score, child, size in own:
            tree.edge_score.append(score)
            tree.edge_child.append(child)
            tree.edge_size.append(size)
    tree.first_edge.append(len(tree.edge_score))
    return tree


def measured(
    kernel: GreedyKernel,
    scores: Scores,
    candidates: array[int],
    weights: Sequence[int],
    tree: FlatTree,
) -> tuple[int, int]:
    """Return the total and the worst case of a tree: the most that a path costs.

    Where secrets have weights or guesses costs it is gone through from its blocks.
    """
    if not weights and not scores.costs:
        return _counted(tree)
    prices = scores.costs
    total = deepest = 0
    stack = [(0, 0, candidates)] if tree.guesses else []
    while stack:
        node, depth, members = stack.pop()
        price = prices[tree.guesses[node]] if prices else 1
        depth += price
        total += price * (sum(weights[c] for c in members) if weights else len(members))
        deepest = max(deepest, depth)
        edges = range(tree.first_edge[node], tree.first_edge[node + 1])
        blocks = kernel.split(scores, tree.guesses[node], members)
        stack.extend(
            (tree.edge_child[edge], depth, block)
            for edge, (_, block) in zip(edges, blocks, strict=True)
            if tree.edge_child[edge] >= 0
        )
    return total, deepest


def depth(tree: FlatTree) -> int:
    """Return the most guesses that a path of a tree has."""
    return _counted(tree)[1]


def _counted(tree: FlatTree) -> tuple[int, int]:
    lengths = lengths_of(tree)
    return sum(length * count for length, count in lengths.items()), max(lengths, default=0)


def walked(tree: FlatTree, root: int = 0) -> Iterator[tuple[int, int]]:
    """Yield the nodes from ``root`` on, each with the number of its guess, parents first."""
    depths = {root: 1}
    for node in range(root, len(tree.guesses)):
        depth = depths.pop(node, 0)
        if depth:
            yield depth, node
            for edge in range(tree.first_edge[node], tree.first_edge[node + 1]):
                if tree.edge_child[edge] >= 0:
                    depths[tree.edge_child[edge]] = depth + 1
        if not depths:
            return


def lengths_of(tree: FlatTree, root: int = 0) -> Counter[int]:
    """Count the candidates by the guesses that they take from ``root`` on."""
    lengths: Counter[int] = Counter()
    for depth, node in walked(tree, root):
        for edge in range(tree.first_edge[node], tree.first_edge[node + 1]):
            if tree.edge_child[edge] < 0:
                lengths[depth] += tree.edge_size[edge]
    return lengths
