"""What a partition costs: exact numbers of the sizes of its blocks, the least being the best.

The size of a block is what its secrets weigh together; where all are equally likely it is how many
there are.

A metric of your own is one constant, such as ``Metric("cubes", "sum", lambda size: size**3)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from math import prod
from numbers import Rational
from typing import Any, Literal, get_args

from attrs import NOTHING, evolve, field, frozen

from mastermind_core.arguments import choice, expect, text
from mastermind_core.errors import BadArgument, shown
from mastermind_core.kernels.types import POOL_ALL, Criterion, Quadratic

Combine = Literal["sum", "max", "power", "naming", "ranks", "pairs"]


def _size(size: int) -> int:
    return size


def _square(size: int) -> int:
    return size * size


def _one_part(_size: int) -> int:
    return -1


def _smallness(size: int) -> int:
    return -size


#: What the kernels know of the costs of blocks: then they weigh them as fast as they count.
_QUADRATIC = {
    _size: Quadratic(0, 1, 0),
    _square: Quadratic(0, 0, 1),
    _one_part: Quadratic(-1, 0, 0),
    _smallness: Quadratic(0, -1, 0),
}


@frozen
class Metric:
    """What a partition costs: the costs of its blocks that are not empty, put together.

    ``combine`` is "sum" or "max" of ``block_cost(size)``, an integer or a fraction. Or "power",
    the product of ``size ** size``, which orders partitions exactly as their entropy does, the
    least product being the most information. "naming" and "ranks" look at the blocks in which
    the game goes on: the weight and the entropy that are left there together, and the product of
    ``(2 * r) ** weight`` over the secrets, each the r-th likeliest of its block. "pairs" counts the
    pairs of secrets in these blocks: 8 times those of different classes, once all of them and once
    each secret with every candidate. ``source`` says where the metric is from.

    In a game that is over when the class of the secret is known, secrets of one class are not worth
    distinguishing: a block of one class costs nothing, and any other one 8 times the difference
    between its cost and that of its classes, each a block of its own (of entropies: 8 times the
    entropy of its classes), and once the difference between its cost and that of its secrets.

    Where guesses have costs, what counts is how much less a partition costs than one block of
    everything, for the cost of the guess.

    >>> ENTROPY.cost([4, 1, 1, 1, 1]) == ENTROPY.cost([2, 2, 2, 2])  # both 2 bits
    True
    """

    name: str = field(validator=text)
    combine: Combine = choice(*get_args(Combine), default=NOTHING)
    block_cost: Callable[[int], Any] = field(default=_size, repr=False)
    source: str = field(default="", repr=False)

    def __attrs_post_init__(self) -> None:
        expect(callable(self.block_cost), "block_cost", "a function of a size", self.block_cost)
        _exact(self.block_cost, 2)

    def cost(self, sizes: Iterable[int], ended: Iterable[int] = ()) -> Any:
        """Return the cost of blocks of these sizes, and of ``ended`` ones that end the game.

        To "naming", "ranks" and "pairs" a size is a number of equally likely secrets.
        """
        blocks = [size for size in sizes if size]
        if self.combine == "pairs":
            total = sum(blocks) + sum(ended)
            return sum(size * (9 * (size - 1) + total) for size in blocks)
        if self.combine == "naming":
            return prod((2 * size) ** size for size in blocks)
        if self.combine == "ranks":
            return prod(2 * rank for size in blocks for rank in range(1, size + 1))
        blocks += [size for size in ended if size]
        if self.combine == "power":
            return prod(size**size for size in blocks)
        return (max if self.combine == "max" else sum)(map(self.block_cost, blocks))

    def join(self, costs: Iterable[Any]) -> Any:
        """Return the cost of a partition whose parts have these costs.

        "pairs" measures a block by the weight of all secrets, so that its parts cannot be joined.

        >>> MAX_BLOCK.join([3, 2]), EXPECTED_SIZE.join([9, 4]), ENTROPY.join([27, 4])
        (3, 13, 108)
        """
        if self.combine in ("power", "naming", "ranks"):
            return prod(costs)
        return max(costs) if self.combine == "max" else sum(costs)

    def table(self, largest: int) -> tuple[Any, ...]:
        """Return the cost of a block for every size from 0 to ``largest``."""
        return _cost_table(self.block_cost, largest) if self.combine in ("sum", "max") else ()

    def criterion(
        self,
        largest: int,
        order: Sequence[int],
        pool: int = POOL_ALL,
        win_levels: int = 1,
        weights: Sequence[int] = (),
        *,
        aims: bool = True,
    ) -> Criterion:
        """Return how a kernel chooses by this metric among candidates, at most ``largest``.

        ``weights`` are those of all secrets, or nothing where all weigh 1.
        """
        costs: Any = self.table(largest)
        if weights and self.combine in ("sum", "max"):
            costs = _QUADRATIC.get(self.block_cost) or partial(_exact, self.block_cost)
        return Criterion(self.combine, costs, order, pool, win_levels, weights, aims)


@cache
def _cost_table(block_cost: Callable[[int], Any], largest: int) -> tuple[Any, ...]:
    return (0, *(_exact(block_cost, size) for size in range(1, largest + 1)))


def _exact(block_cost: Callable[[int], Any], size: int) -> Any:
    """Return what a block costs; refuse a float, by which ties would go astray."""
    cost = block_cost(size)
    if not isinstance(cost, Rational):
        raise BadArgument(
            f"block_cost({size}) must be a whole number or a fraction, not {shown(cost)}: ties are "
            "decided exactly"
        )
    return cost


MAX_BLOCK = Metric(
    "largest_block",
    "max",
    source="D. E. Knuth, The computer as Master Mind, J. Recreational Mathematics 9 (1976-77)",
)
EXPECTED_SIZE = Metric(
    "expected_size",
    "sum",
    _square,
    source="R. W. Irving, Towards an optimum Mastermind strategy, J. Recreational Math. 11 (1979)",
)
ENTROPY = Metric(
    "entropy",
    "power",
    source="E. Neuwirth, Some strategies for Mastermind, Zeitschrift Operations Research 26 (1982)",
)
MOST_PARTS = Metric(
    "most_parts",
    "sum",
    _one_part,
    source="B. Kooi, Yet another Mastermind strategy, ICGA Journal 28 (2005)",
)
WORST_CHOICE = Metric(
    "worst_choice",
    "max",
    _smallness,
    source="S. de Graaf, Cracking the Mastermind code, thesis, LIACS Leiden (2019), section 3.3",
)

NAMING = Metric("naming", "naming")
RANKS = Metric("ranks", "ranks")
PAIRS = Metric("pairs", "pairs")

#: The information that the least informative answer gives is log(n / largest block), so to maximise
#: the minimum of it is to minimise the largest block: MaxMin orders guesses as Knuth does.
MAXMIN = evolve(
    MAX_BLOCK,
    name="maxmin",
    source="A. Bestavros and A. Belal, Mastermind: a game of diagnosis strategies, Bulletin of the "
    "Faculty of Engineering, Alexandria University (1986)",
)
#: The information that an answer gives on average is the entropy: MaxEnt is ENTROPY.
MAXENT = evolve(ENTROPY, name="maxent", source=MAXMIN.source)
#: The candidates that an answer rules out on average are n - (sum of squares) / n, so the highest
#: expected reduction is the least expected size.
EXPECTED_REDUCTION = evolve(
    EXPECTED_SIZE,
    name="expected_reduction",
    source="A. D. Rhodes, Search algorithms for Mastermind, section V (MERC)",
)

_ALL = (MAX_BLOCK, EXPECTED_SIZE, ENTROPY, MOST_PARTS, MAXMIN, MAXENT, EXPECTED_REDUCTION)

METRICS: dict[str, Metric] = {
    metric.name: metric for metric in (*_ALL, WORST_CHOICE, NAMING, RANKS, PAIRS)
}


def metric_named(metric: str | Metric) -> Metric:
    """Return a metric that is given by name, or as a value.

    >>> metric_named("most-parts") is MOST_PARTS
    True
    """
    if isinstance(metric, Metric):
        return metric
    found = METRICS.get(metric.replace("-", "_")) if isinstance(metric, str) else None
    if found is None:
        raise BadArgument(
            f"metric must be a Metric or one of {', '.join(sorted(METRICS))}, not {shown(metric)}"
        )
    return found
