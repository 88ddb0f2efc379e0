"""The codes that fit, listed and weighed against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Literal

from mastermind_core.code_space import ConsistentCodes
from mastermind_core.strategies.base import Position

Ties = Literal["first", "random"]

#: Scores of every code against every one, row by row, and their number.
Matrix = Sequence[int]


def largest(matrix: Matrix, size: int) -> list[int]:
    """Return the largest block of the codes behind each code."""
    rows = (matrix[at * size : (at + 1) * size] for at in range(size))
    return [max(Counter(row).values()) for row in rows]


def left_after(matrix: Matrix, size: int) -> list[int]:
    """Sum over the secrets how many codes are left after each code."""
    rows = (matrix[at * size : (at + 1) * size] for at in range(size))
    return [sum(n * n for n in Counter(row).values()) for row in rows]


def as_written(matrix: Matrix, size: int) -> list[int]:
    """Sum what MERC's text counts: for each secret m the codes that answer *m* as the code does.

    The code's own answers would be compared with the answers to the code. Here it is m that stays
    fixed, so that the sum is over the blocks of other guesses in which the code happens to be.
    """
    costs = [0] * size
    for at in range(size):
        row = matrix[at * size : (at + 1) * size]
        blocks = Counter(row)
        for code, score in enumerate(row):
            costs[code] += blocks[score]
    return costs


#: What a guess costs among the codes that fit.
COSTS: dict[str, Callable[[Matrix, int], list[int]]] = {
    "largest": largest,
    "left_after": left_after,
    "as_written": as_written,
}


def cheapest(codes: Sequence[bytes], costs: Sequence[int], ties: Ties, random: Random) -> bytes:
    """Return a code of least cost."""
    least = min(costs)
    best = [code for code, cost in zip(codes, costs, strict=True) if cost == least]
    return best[0] if ties == "first" else random.choice(best)


def listed(position: Position, most: int) -> list[bytes]:
    """List the codes that fit, or a random ``most`` of them where there are more."""
    codes = ConsistentCodes(position.game, position.history)
    found = codes.first_bytes(most + 1)
    if len(codes.coding.cut(found)) > most:
        found = codes.sample_bytes(most, position.new_random())
    return sorted(codes.coding.cut(codes.need(found)))
