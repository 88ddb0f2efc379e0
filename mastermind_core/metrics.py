"""What a partition costs: exact numbers of the sizes of its blocks, the least being the best.

A metric of your own is one constant, such as ``Metric("cubes", "sum", lambda size: size**3)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from math import prod
from typing import Any, Literal

from attrs import field, frozen

from mastermind_core.errors import BadArgument

Combine = Literal["sum", "max", "power"]


def _size(size: int) -> int:
    return size


@frozen
class Metric:
    """Combine the cost of every block that is not empty.

    ``combine`` is "sum" or "max" of ``block_cost(size)``, an integer or a fraction; or "power",
    the product of ``size ** size``, which orders partitions exactly as their entropy does, the
    least product being the most information. ``source`` says where the metric is from.

    >>> ENTROPY.cost([4, 1, 1, 1, 1]) == ENTROPY.cost([2, 2, 2, 2])  # both 2 bits
    True
    """

    name: str
    combine: Combine
    block_cost: Callable[[int], Any] = field(default=_size, repr=False)
    source: str = field(default="", repr=False)

    def __attrs_post_init__(self) -> None:
        if self.combine not in ("sum", "max", "power"):
            raise BadArgument(f'combine must be "sum", "max" or "power", not {self.combine!r}')

    def cost(self, sizes: Iterable[int]) -> Any:
        """Return the cost of blocks of these sizes."""
        blocks = [size for size in sizes if size]
        if self.combine == "power":
            return prod(size**size for size in blocks)
        return (max if self.combine == "max" else sum)(map(self.block_cost, blocks))

    def table(self, largest: int) -> tuple[Any, ...]:
        """Return the cost of a block for every size from 0 to ``largest``."""
        return () if self.combine == "power" else _cost_table(self.block_cost, largest)


@cache
def _cost_table(block_cost: Callable[[int], Any], largest: int) -> tuple[Any, ...]:
    return (0, *map(block_cost, range(1, largest + 1)))


MAX_BLOCK = Metric(
    "largest block",
    "max",
    source="D. E. Knuth, The computer as Master Mind, J. Recreational Mathematics 9 (1976-77)",
)
EXPECTED_SIZE = Metric(
    "expected size",
    "sum",
    lambda size: size * size,
    source="R. W. Irving, Towards an optimum Mastermind strategy, J. Recreational Math. 11 (1979)",
)
ENTROPY = Metric(
    "entropy",
    "power",
    source="E. Neuwirth, Some strategies for Mastermind, Zeitschrift Operations Research 26 (1982)",
)
MOST_PARTS = Metric(
    "most parts",
    "sum",
    lambda _size: -1,
    source="B. Kooi, Yet another Mastermind strategy, ICGA Journal 28 (2005)",
)
WORST_CHOICE = Metric(
    "worst choice",
    "max",
    lambda size: -size,
    source="S. de Graaf, Cracking the Mastermind code, thesis, LIACS Leiden (2019), section 3.3",
)

METRICS: dict[str, Metric] = {
    "largest-block": MAX_BLOCK,
    "expected-size": EXPECTED_SIZE,
    "entropy": ENTROPY,
    "most-parts": MOST_PARTS,
}
