"""Lower bounds for all strategies, from sizes alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush

from mastermind_core.kernels.exact.task import Task
from mastermind_core.kernels.shared.flat_trees import price_after
from mastermind_core.kernels.shared.orbits import first_of_orbits


def filled(size: int, ended: int, blocks: int, prices: Sequence[int] = (), before: int = 0) -> int:
    """Return a lower bound for the total of ``size`` secrets, each with weight 1.

    At most ``ended * blocks ** (d - 1)`` candidates are found with guess d. All candidates that
    remain before guess d pay for it.

    Args:
        size: Number of candidates.
        ended: Maximum ended per guess.
        blocks: Maximum number of blocks.
        prices: Cost per guess in turn, empty for 1 each.
        before: Number of guesses before.
    """
    total = 0
    level = ended
    while size > 0 and level > 0:
        total += price_after(prices, before) * size
        size -= level
        level *= blocks
        before += 1
    return total


def huffman(weights: Iterable[int], arity: int) -> int:
    """Return the minimum weighted length of a code with ``arity`` letters (Huffman's algorithm).

    >>> huffman([1, 1, 2, 4], 2), huffman([1, 1, 1, 1, 1], 3)
    (14, 8)
    """
    heap = list(weights)
    if len(heap) < 2 or arity < 2:
        return 0
    heap += [0] * (-(len(heap) - 1) % (arity - 1))
    heapify(heap)
    total = 0
    while len(heap) > 1:
        joined = sum(heappop(heap) for _ in range(arity))
        total += joined
        heappush(heap, joined)
    return total


def distinct_openings(n_guesses: int, task: Task) -> set[int]:
    """Return the allowed first guesses, one per set that symmetries map to each other."""
    question = task.question
    weights = question.weights
    members = set(question.candidates)
    guesses = set(question.first or range(n_guesses))
    kept = [
        on_guesses
        for on_guesses, on_secrets, _ in task.hints.symmetries
        if {on_secrets[secret] for secret in members} == members
        and {on_guesses[guess] for guess in guesses} == guesses
        and all(weights[on_secrets[at]] == own for at, own in enumerate(weights))
    ]
    return guesses.intersection(first_of_orbits(kept, n_guesses))
