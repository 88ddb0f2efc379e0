"""Metrics: a partition's cost as an exact number from its block sizes. The minimum is best.

A block's size is its secrets' total weight, or how many there are if all are equally likely.

Your own metric is one constant, such as ``Metric("cubes", "sum", lambda size: size**3)``.
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


# The kernels evaluate quadratic functions as fast for weights as for numbers of secrets.
_SIZE: Any = Quadratic(0, 1, 0)
_SQUARE: Any = Quadratic(0, 0, 1)
_ONE_PART: Any = Quadratic(-1, 0, 0)
_NEGATIVE_SQUARE: Any = Quadratic(0, 0, -1)


@frozen
class Metric:
    """A partition's cost, combined from the costs of its non-empty blocks.

    "sum", "max" and "power" use all blocks. The others use only blocks after which the game
    continues, and "pairs" counts ordered pairs:

    - "sum", "max": The sum or the maximum of ``block_cost(size)``.
    - "power": The product of ``size ** size``. It orders partitions exactly by their entropy: the
      minimum product has the most information.
    - "naming": ``(2 * size) ** size``, multiplied: the remaining weight and entropy together.
    - "ranks": ``(2 * r) ** weight``, multiplied over the secrets, each the r-th likeliest in its
      block.
    - "pairs": 8 times the pairs in one block with different classes. All pairs in one block are
      added once, and so are the pairs between a secret in a block and any candidate.

    In a game that is over when the secret's class is known, secrets in one class need not be
    distinguished. A block with one class costs nothing. Any other block costs ``8 * (own - classes)
    + (own - secrets)``. Here ``own`` is the block's cost. Its classes' costs, each as a block, add
    up to ``classes``, and its secrets' costs to ``secrets``. (For entropies the first term is 8
    times the classes' entropy.)

    If guesses have costs, they are compared by the gain per guess cost. The gain is the difference
    from the cost of one block with all candidates.

    Attributes:
        name: The name.
        combine: The combination: "sum", "max", "power", "naming", "ranks" or "pairs".
        block_cost: Takes a block's size, an integer, for "sum" and "max". It returns an integer or
            a fraction. By default it is the size itself.
        source: The publication that the metric is from.

    Raises:
        BadArgument: If ``block_cost`` does not return exact numbers, or a value is not valid.

    See Also:
        :class:`Greedy`, :func:`decision_entropy`.

    >>> ENTROPY.cost([4, 1, 1, 1, 1]) == ENTROPY.cost([2, 2, 2, 2])  # both 2 bits
    True
    """

    name: str = field(validator=text)
    combine: Combine = choice(*get_args(Combine), default=NOTHING)
    block_cost: Callable[[int], Any] = field(default=_SIZE, repr=False)
    source: str = field(default="", repr=False)

    def __attrs_post_init__(self) -> None:
        expect(callable(self.block_cost), "block_cost", "a function of a size", self.block_cost)
        _exact(self.block_cost, 2)

    def cost(self, sizes: Iterable[int], ended: Iterable[int] = ()) -> Any:
        """Return a partition's cost.

        Args:
            sizes: Sizes for the blocks after which the game continues. For "naming", "ranks" and
                "pairs" a size counts equally likely secrets.
            ended: Sizes for the blocks with which the game ends.
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
        """Return a partition's cost from its parts' costs.

        This is not valid for "pairs", where a block's cost depends on all secrets' weight.

        Args:
            costs: Costs for the partition's parts.

        >>> MAX_BLOCK.join([3, 2]), EXPECTED_SIZE.join([9, 4]), ENTROPY.join([27, 4])
        (3, 13, 108)
        """
        if self.combine in ("power", "naming", "ranks"):
            return prod(costs)
        return max(costs) if self.combine == "max" else sum(costs)

    def table(self, largest: int) -> tuple[Any, ...]:
        """Return a block's cost for every size from 0, empty except for "sum" and "max".

        Args:
            largest: The maximum size.
        """
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
        """Return the criterion by which a kernel chooses a guess with this metric.

        Args:
            largest: The maximum number of candidates.
            order: The guesses to consider, as ids. Ties go to the first.
            pool: ``POOL_ALL``, or ``POOL_CANDIDATES`` for guesses that may win.
            win_levels: How many cost levels, from the lowest, prefer guesses that may win. 0
                ignores whether a guess may win.
            weights: All secrets' weights. Empty means that all have weight 1.
            aims: Whether goals and guess costs count.
        """
        costs: Any = self.table(largest)
        if weights and self.combine in ("sum", "max"):
            cost = self.block_cost
            costs = cost if isinstance(cost, Quadratic) else partial(_exact, cost)
        return Criterion(self.combine, costs, order, pool, win_levels, weights, aims)


@cache
def _cost_table(block_cost: Callable[[int], Any], largest: int) -> tuple[Any, ...]:
    return (0, *(_exact(block_cost, size) for size in range(1, largest + 1)))


def _exact(block_cost: Callable[[int], Any], size: int) -> Any:
    """Return a block's cost, or raise BadArgument for a float, which cannot decide ties."""
    cost = block_cost(size)
    if not isinstance(cost, Rational):
        raise BadArgument(
            f"block_cost({size}) must be an integer or a fraction, not {shown(cost)}: ties are "
            "decided exactly; return round(10**9 * cost), for example"
        )
    return cost


#: The largest block's size, which Knuth's strategy minimizes.
MAX_BLOCK = Metric(
    "largest_block",
    "max",
    source="D. E. Knuth, The computer as Master Mind, J. Recreational Mathematics 9 (1976-77)",
)
#: The expected block size, as a sum of squared sizes.
EXPECTED_SIZE = Metric(
    "expected_size",
    "sum",
    _SQUARE,
    source="R. W. Irving, Towards an optimum Mastermind strategy, J. Recreational Math. 11 (1979)",
)
#: The score's information, by a product that is minimal where the entropy is maximal.
ENTROPY = Metric(
    "entropy",
    "power",
    source="E. Neuwirth, Some strategies for Mastermind, Zeitschrift Operations Research 26 (1982)",
)
#: The number of blocks, which is maximized.
MOST_PARTS = Metric(
    "most_parts",
    "sum",
    _ONE_PART,
    source="B. Kooi, Yet another Mastermind strategy, ICGA Journal 28 (2005)",
)
#: The expected block size, which is maximized: the worst choice by it.
WORST_CHOICE = Metric(
    "worst_choice",
    "sum",
    _NEGATIVE_SQUARE,
    source="after S. de Graaf, Cracking the Mastermind code, thesis, Leiden (2019), section 3.3",
)

#: The remaining weight and entropy together.
NAMING = Metric("naming", "naming")
#: The expected further guesses, estimated from each secret's rank in its block.
RANKS = Metric("ranks", "ranks")
#: The pairs of secrets in different classes that stay together.
PAIRS = Metric("pairs", "pairs")

#: The candidates that a score excludes on average: n - (sum of squares) / n. The maximum expected
#: reduction is therefore the minimum expected size.
EXPECTED_REDUCTION = evolve(
    EXPECTED_SIZE,
    name="expected_reduction",
    source="A. D. Rhodes, Search algorithms for Mastermind, section V (MERC)",
)

_ALL = (MAX_BLOCK, EXPECTED_SIZE, ENTROPY, MOST_PARTS, EXPECTED_REDUCTION)

#: The metrics by name.
METRICS: dict[str, Metric] = {
    metric.name: metric for metric in (*_ALL, WORST_CHOICE, NAMING, RANKS, PAIRS)
}


def metric_named(metric: str | Metric) -> Metric:
    """Return a metric, given as a metric or by its name.

    >>> metric_named("most-parts") is MOST_PARTS
    True
    """
    if isinstance(metric, Metric):
        return metric
    name = metric.replace("-", "_") if isinstance(metric, str) else ""
    expect(name in METRICS, "metric", f"a Metric or one of {', '.join(sorted(METRICS))}", metric)
    return METRICS[name]
