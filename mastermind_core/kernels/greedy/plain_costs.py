"""What block sizes cost by a criterion, exactly, in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache
from typing import Any

from mastermind_core.kernels.types import Criterion

#: Bits behind the binary point of the logarithms of primes, and the difference of two costs below
#: which they are compared as products of integers instead.
_LOG_BITS = 192
_LOG_DOUBT = 1 << 64


def weigher(criterion: Criterion, n_candidates: int) -> Callable[[Sequence[int]], Any]:
    """Return what works out the cost of block sizes, one for each score."""
    costs: Any = criterion.block_costs
    if criterion.combine == "max":
        return lambda sizes: max(costs[size] for size in sizes if size)
    if criterion.combine == "sum":
        return lambda sizes: sum(costs[size] for size in sizes if size)
    table = [_power_log(size) for size in range(n_candidates + 1)]
    return lambda sizes: PowerCost(sum(table[size] for size in sizes), sizes)


class PowerCost:
    """A product of ``size ** size``, compared by integer logarithms, and where close by itself.

    The logarithm of each prime is one fixed integer, so equal products have equal sums; unequal
    ones may still come as close as the rounding, and are then multiplied out.
    """

    __slots__ = ("log", "sizes")

    def __init__(self, log: int, sizes: Iterable[int]):
        self.log = log
        self.sizes = tuple(size for size in sizes if size > 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PowerCost) and self.log == other.log

    def __hash__(self) -> int:
        return hash(self.log)

    def __lt__(self, other: PowerCost) -> bool:
        gap = self.log - other.log
        if gap == 0 or not -_LOG_DOUBT < gap < _LOG_DOUBT:
            return gap < 0
        return self._product() < other._product()

    def _product(self) -> int:
        product = 1
        for size in self.sizes:
            product *= size**size
        return product


@cache
def _power_log(size: int) -> int:
    """Return size * log2(size), scaled, as a sum of the logarithms of its primes."""
    total, rest, prime = 0, size, 2
    while rest > 1:
        if prime * prime > rest:
            prime = rest
        while rest % prime == 0:
            total += _prime_log(prime)
            rest //= prime
        prime += 1
    return size * total


@cache
def _prime_log(prime: int) -> int:
    context = Context(prec=90)
    log = context.divide(context.ln(Decimal(prime)), context.ln(Decimal(2)))
    return round(Fraction(log) * (1 << _LOG_BITS))
