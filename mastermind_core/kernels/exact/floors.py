"""Lower bounds for all strategies, from each guess's effects on the candidates.

A guess ends some candidates, leaves some other blocks, and has a cost. Removing candidates
increases none of these numbers, so they also hold for all subsets. No single guess has every
maximum. The bounds therefore use the guesses that no other one dominates in all three respects, the
Pareto front.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact.bounds import filled, huffman
from mastermind_core.kernels.exact.task import IMPOSSIBLE, Task
from mastermind_core.kernels.shared.ctrl_c import look
from mastermind_core.kernels.shared.plain_scores import Scores

#: Maximum number of pairs of guess and candidate that are examined for a bound: for the number of
#: blocks of each guess, and for their sizes.
_MOST_PAIRS = 1 << 29
_MOST_MEASURED = 1 << 26

#: Maximum number of lines in a certificate.
_MOST_LINES = 64


class Shape(NamedTuple):
    """A guess's effect on a candidate set.

    Attributes:
        ended: How many candidates the guess ends.
        blocks: How many other blocks it has.
        price: The guess's cost.
    """

    ended: int
    blocks: int
    price: int


class Floors(NamedTuple):
    """Lower bounds for every strategy.

    Attributes:
        total: Lower bound for the total.
        worst: Lower bound for the most expensive path's cost.
    """

    total: int
    worst: int


def pareto_front(shapes: Iterable[Shape]) -> list[Shape]:
    """Return the shapes that no other one dominates.

    >>> pareto_front([Shape(1, 1, 1), Shape(0, 2, 1), Shape(0, 1, 1), Shape(0, 2, 3)])
    [Shape(ended=1, blocks=1, price=1), Shape(ended=0, blocks=2, price=1)]
    """
    front: list[Shape] = []
    for shape in sorted(set(shapes), key=lambda s: (-s.ended, -s.blocks, s.price)):
        if not any(s.blocks >= shape.blocks and s.price <= shape.price for s in front):
            front.append(shape)
    return front


def least_totals(front: Collection[Shape], most: int, *, known: bool = False) -> list[int]:
    """Return lower bounds for the totals with 0 to ``most`` candidates, each weight 1.

    With ``known``, a single candidate costs nothing. As long as the bounds are convex, a division
    into equal parts is best. Larger sets are bounded as if one guess had every maximum.

    >>> least_totals([Shape(1, 1, 1), Shape(0, 2, 1)], 6)
    [0, 1, 3, 6, 10, 14, 18]
    """
    totals = _rising(front, most, known=known)
    return totals + _of_the_best(front, totals, most, known=known)


def _rising(front: Collection[Shape], most: int, *, known: bool) -> list[int]:
    """Return the bounds as far as they are convex."""
    totals = [0]
    for size in range(1, most + 1):
        if known and size == 1:
            totals.append(0)
            continue
        least = min((_divided(totals, shape, size) for shape in front), default=IMPOSSIBLE)
        if least >= IMPOSSIBLE:
            break
        if size > 1 and least - totals[-1] < totals[-1] - totals[-2]:
            break
        totals.append(least)
    return totals


def _divided(totals: Sequence[int], shape: Shape, size: int) -> int:
    """Return a set's bound after a guess with a given shape."""
    rest = max(size - shape.ended, 0)
    if rest and (shape.blocks == 0 or -(-rest // shape.blocks) == size):
        return IMPOSSIBLE
    part, larger = divmod(rest, shape.blocks) if rest else (0, 0)
    below = (shape.blocks - larger) * totals[part] if part else 0
    return shape.price * size + below + (larger * totals[part + 1] if larger else 0)


def _of_the_best(
    front: Collection[Shape], totals: Sequence[int], most: int, *, known: bool
) -> list[int]:
    """Return bounds for larger sets, by a guess with every maximum."""
    if len(totals) > most or not front:
        return [totals[-1]] * (most + 1 - len(totals))
    ended = max(shape.ended for shape in front) + (known and max(s.blocks for s in front))
    blocks = max(shape.blocks for shape in front)
    price = min(shape.price for shape in front)
    sizes = range(len(totals), most + 1)
    return [max(totals[-1], price * filled(size, ended, blocks)) for size in sizes]


def least_worst(front: Collection[Shape], most: int, *, known: bool = False) -> int:
    """Return a lower bound for the most expensive path's cost with ``most`` candidates.

    >>> least_worst([Shape(1, 1, 1), Shape(0, 2, 1)], 4)
    3
    >>> least_worst([Shape(0, 3, 1)], 9, known=True)
    2
    """
    worst = [0]
    for size in range(1, most + 1):
        least = 0 if known and size == 1 else IMPOSSIBLE
        for shape in front:
            rest = max(size - shape.ended, 0)
            part = -(-rest // shape.blocks) if shape.blocks else rest
            if rest == 0 or (shape.blocks and part < size):
                least = min(least, shape.price + worst[part])
        worst.append(max(least if least < IMPOSSIBLE else worst[-1], worst[-1]))
    return worst[most]


def _survey(scores: Scores, candidates: Sequence[int]) -> tuple[list[Shape], int]:
    """Return the Pareto front of all guesses, and the maximum number of blocks that one leaves."""
    effects = kernels.greedy.guess_effects(scores, candidates)
    told = [effect for effect in effects if effect[0] > 0 or effect[2] > 1]
    front = pareto_front(Shape(ended, blocks, price) for ended, blocks, _, price in told)
    return front, max((answers for _, _, answers, _ in told), default=0)


def _divisions(
    scores: Scores, candidates: Sequence[int], check: Callable[[], None]
) -> dict[tuple[int, ...], int]:
    """Return a guess's minimum cost for each list of block sizes."""
    ends = [at for at, final in enumerate(scores.final) if final]
    splits: dict[tuple[int, ...], int] = {}
    for guess in range(scores.n_guesses):
        check()
        sizes = kernels.greedy.block_sizes(scores, guess, candidates)
        won = any(sizes[score] for score in ends)
        for score in ends:
            sizes[score] = 0
        split = tuple(sorted(filter(None, sizes)))
        if won or len(split) > 1:
            price = scores.costs[guess] if scores.costs else 1
            splits[split] = min(price, splits.get(split, price))
    return splits


def front_bound(scores: Scores, task: Task) -> tuple[int, list[tuple[int, int]]]:
    """Return the lower bound for all candidates by the Pareto front, and the lines that prove it.

    A line is a slope and an offset: any m candidates, fewer than all, cost at least slope * m -
    offset. Every candidate and every guess counts as 1.

    Args:
        scores: The game's scores.
        task: The task with its candidates.

    Returns:
        The bound and the lines. The bound is 0 if the simpler bound, by a guess with every maximum,
        is equally strong, or if examining all guesses takes too long.
    """
    candidates = task.question.candidates
    n = len(candidates)
    if scores.n_guesses * n > _MOST_MEASURED:
        return 0, []
    front, _ = _survey(scores, candidates)
    splits = _divisions(scores, candidates, look)
    totals = _rising(front, n - 1, known=False)
    slopes = [(size, after - before) for size, (before, after) in enumerate(pairwise(totals), 1)]
    lines = [*dict.fromkeys((slope, slope * size - totals[size]) for size, slope in slopes)]
    del lines[_MOST_LINES:]
    # Beyond the convex part of the bounds, the steepest lines may be invalid.
    while lines and not all(
        _highest(lines, size) <= size + _highest(lines, size - shape.ended, shape.blocks)
        for shape in front
        for size in range(1, n)
    ):
        lines.pop()
    by_best = [0, *_of_the_best(front, [0], n - 1, known=False)]
    shown = min((sum(_highest(lines, size) for size in split) for split in splits), default=0)
    known = min((sum(map(by_best.__getitem__, split)) for split in splits), default=0)
    return (n + shown, lines) if shown > known else (0, [])


def _highest(lines: Sequence[tuple[int, int]], size: int, parts: int = 1) -> int:
    """Return the maximum ``slope * size - parts * offset`` over the lines, at least 0.

    It is a bound for candidates in several blocks.
    """
    return max(0, *(slope * size - parts * offset for slope, offset in lines))


def _weights_by_goal(scores: Scores, task: Task) -> Counter[int]:
    """Return each goal's weight, or without goals, each candidate's."""
    question = task.question
    by_goal: Counter[int] = Counter()
    for place, candidate in enumerate(question.candidates):
        goal = scores.goals[candidate] if scores.goals else place
        by_goal[goal] += question.weights[candidate] if question.weights else 1
    return by_goal


def _by_divisions(totals: Sequence[int], splits: Mapping[tuple[int, ...], int]) -> int:
    """Return the bound by each guess's block sizes, given bounds by size."""
    n = len(totals) - 1
    return min(own * n + sum(totals[size] for size in split) for split, own in splits.items())


def floors(
    scores: Scores, task: Task, check: Callable[[], None] = look, *, measured: bool = True
) -> Floors | None:
    """Return lower bounds for all candidates in a task, None if the computation takes too long.

    Args:
        scores: The game's scores.
        task: The task with its candidates.
        check: Called before each guess is measured. It may raise.
        measured: Whether to measure the blocks of every guess. Otherwise, and in large games, the
            bounds follow from the numbers of blocks.
    """
    candidates = task.question.candidates
    pairs = scores.n_guesses * len(candidates)
    if not 0 < pairs <= _MOST_PAIRS:
        return None
    known = bool(scores.goals)
    front, arity = _survey(scores, candidates)
    by_goal = _weights_by_goal(scores, task)
    n = len(by_goal)
    if n == 1 and known:
        return Floors(0, 0)
    # In descending order of weight, each candidate pays the increment of the bound. The bound holds
    # for every set of the heaviest candidates, and a total is a sum over such sets.
    totals = least_totals(front, n, known=known)
    heavy = sorted(by_goal.values(), reverse=True)
    total = sum(w * (totals[i + 1] - totals[i]) for i, w in enumerate(heavy))
    price = min(scores.costs) if scores.costs else 1
    if all(shape.ended <= 1 for shape in front):
        total = max(total, price * huffman(heavy, arity))
    if not front:
        total = price * sum(heavy)
    elif measured and not task.question.weights and not known and pairs <= _MOST_MEASURED:
        total = max(total, _by_divisions(totals, _divisions(scores, candidates, check)))
    return Floors(total, max(price, least_worst(front, n, known=known)))
