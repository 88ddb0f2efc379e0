"""Array-encoded trees: construction from parts, and statistics."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Protocol

from mastermind_core.kernels.shared.plain_scores import Scores, over
from mastermind_core.kernels.types import FlatTree
from mastermind_core.progress import Progress


class Splits(Protocol):
    """Protocol for a kernel that splits candidates."""

    def split(
        self, scores: Scores, guess: int, candidates: Sequence[int], /
    ) -> list[tuple[int, array[int]]]:
        """Return the candidates for each score that a guess can get."""


def joined(guess: int, below: Iterable[tuple[int, int, FlatTree | None]]) -> FlatTree:
    """Join a guess and its subtrees to a tree.

    Args:
        guess: The root's guess id.
        below: One edge per score in ascending order: (score, secret count, subtree). The subtree is
            None if the game is over.
    """
    below = list(below)
    guesses = array("i", [guess])
    first_edge = array("i", [0, len(below)])
    scores = array("i", [score for score, _, _ in below])
    sizes = array("i", [size for _, size, _ in below])
    children = array("i", [-1] * len(below))
    for at, (_, _, tree) in enumerate(below):
        if tree is None:
            continue
        node = len(guesses)
        edge = len(scores)
        children[at] = node
        guesses.extend(tree.guesses)
        first_edge.extend(edge + begin for begin in tree.first_edge[1:])
        scores.extend(tree.edge_score)
        sizes.extend(tree.edge_size)
        children.extend(child if child < 0 else child + node for child in tree.edge_child)
    return FlatTree(guesses, first_edge, scores, children, sizes, stuck=-1)


def no_nodes() -> FlatTree:
    """Return the tree for a game that is over before its first guess."""
    return with_edges(array("i"), [])


def grown(
    scores: Scores,
    candidates: Sequence[int],
    split: Callable[[Any, int, Any], list[tuple[int, array[int]]]],
    choose: Callable[[Any, Sequence[int]], int],
    after: Callable[[Any, int, int, array[int]], Any],
    root: Any = None,
    progress: Progress | None = None,
) -> FlatTree:
    """Return the tree with the chosen guesses, its nodes in preorder.

    The tree ends at an uninformative guess.

    Args:
        scores: The game's scores.
        candidates: The secret ids at the root.
        split: Splits candidates by a guess's scores.
        choose: Returns the guess at a node, given the node's data and its candidates.
        after: Returns a child's data, given its parent's data, guess, score and block.
        root: The root's data.
        progress: Called with how many candidates' games are over, and their total.
    """
    guesses = array("i")
    edges: list[list[tuple[int, int, int]]] = []
    stuck = -1
    done = 0
    stack: list[tuple[Any, Sequence[int], int, int]] = [(root, candidates, -1, 0)]
    while stack and stuck < 0:
        own, members, parent, edge = stack.pop()
        node = len(guesses)
        if parent >= 0:
            score, _, size = edges[parent][edge]
            edges[parent][edge] = score, node, size
        guess = choose(own, members)
        guesses.append(guess)
        blocks = split(scores, guess, members) if guess >= 0 else []
        edges.append([(score, -1, len(block)) for score, block in blocks])
        going = [at for at, block in enumerate(blocks) if not over(scores, *block)]
        if len(going) == len(blocks) < 2:
            stuck = node
        elif progress is not None:
            done += len(members) - sum(len(blocks[at][1]) for at in going)
            progress(done, len(candidates))
        stack.extend(
            (after(own, guess, *blocks[at]), blocks[at][1], node, at) for at in reversed(going)
        )
    return with_edges(guesses, edges, stuck)


def with_edges(
    guesses: array[int], edges: Iterable[Iterable[tuple[int, int, int]]], stuck: int = -1
) -> FlatTree:
    """Return a tree as nodes in preorder, each with its edges: (score, child or -1, size)."""
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
    kernel: Splits,
    scores: Scores,
    candidates: array[int],
    weights: Sequence[int],
    tree: FlatTree,
    prices: Sequence[int] = (),
) -> tuple[int, int]:
    """Return a tree's total and worst case. The worst case is the maximum path cost.

    Args:
        kernel: The kernel that splits candidates.
        scores: The game's scores.
        candidates: The tree's secret ids.
        weights: Each secret id's weight. Empty means 1 each.
        tree: The tree.
        prices: The costs for a path's guesses in turn. Empty means 1 each.
    """
    return summed(paths_of(kernel, scores, candidates, weights, tree), prices)


def summed(paths: Mapping[int, int], prices: Sequence[int] = ()) -> tuple[int, int]:
    """Return the total and the worst case, given the secrets' weight by path cost."""
    worst = max(paths, default=0)
    costs = [0, *accumulate(price_after(prices, at) for at in range(worst))] if prices else []
    total = sum((costs[path] if prices else path) * weight for path, weight in paths.items())
    return total, worst


def price_after(prices: Sequence[int], before: int) -> int:
    """Return the next guess's price after ``before`` others: 1 without prices."""
    return prices[min(before, len(prices) - 1)] if prices else 1


def paths_of(
    kernel: Splits,
    scores: Scores,
    candidates: array[int],
    weights: Sequence[int],
    tree: FlatTree,
    root: int = 0,
    *,
    priced: bool = True,
) -> Counter[int]:
    """Return the secrets' weight by path cost, or by guesses.

    Secrets are split again only if they have weights or guesses have costs.

    Args:
        kernel: The kernel that splits candidates.
        scores: The game's scores.
        candidates: The secret ids at ``root``.
        weights: Weight per secret id. Empty means 1 each.
        tree: The tree.
        root: The node to start from.
        priced: Whether paths are measured by their guesses' costs, if there are any.
    """
    if not weights and not (priced and scores.costs):
        return lengths_of(tree, root)
    paths: Counter[int] = Counter()
    for length, cost, block in ends_of(kernel, scores, candidates, tree, root):
        weight = sum(weights[c] for c in block) if weights else len(block)
        paths[cost if priced else length] += weight
    return paths


def ends_of(
    kernel: Splits, scores: Scores, candidates: array[int], tree: FlatTree, root: int = 0
) -> Iterator[tuple[int, int, array[int]]]:
    """Yield (guesses, cost, secrets) for each end in a tree."""
    stack = [(root, 0, 0, candidates)] if tree.guesses else []
    while stack:
        node, length, cost, members = stack.pop()
        length = length + 1
        cost = cost + (scores.costs[tree.guesses[node]] if scores.costs else 1)
        edges = range(tree.first_edge[node], tree.first_edge[node + 1])
        blocks = kernel.split(scores, tree.guesses[node], members)
        for edge, (_, block) in zip(edges, blocks, strict=True):
            if tree.edge_child[edge] >= 0:
                stack.append((tree.edge_child[edge], length, cost, block))
            else:
                yield length, cost, block


def children_of(tree: FlatTree, node: int) -> dict[int, int]:
    """Return a node's child per score, -1 if the game is over."""
    edges = slice(tree.first_edge[node], tree.first_edge[node + 1])
    return dict(zip(tree.edge_score[edges], tree.edge_child[edges], strict=True))


def walked(tree: FlatTree, root: int = 0) -> Iterator[tuple[int, int]]:
    """Yield each node's depth and index below ``root``, parents first."""
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
