"""What a block costs at least by what guesses tell apart in it, without a lemma about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from mastermind_core.checker.patterns import Patterns, Shape

#: More than any total, and more than any number of a file: no strategy does it.
IMPOSSIBLE = 1 << 200

#: Secrets of all blocks together that are remembered, and shapes of sets.
_REMEMBERED, _SHAPES = 1 << 23, 1 << 16


def capacities(steps: int, ended: int, blocks: int, enough: int) -> list[int]:
    """Return the most secrets that 0, 1, 2, ... guesses can end, till they are enough."""
    found = [0]
    width = max(ended, 1)
    for _ in range(steps):
        if found[-1] >= enough:
            break
        found.append(found[-1] + width)
        width *= blocks
    return found


def prices_after(prices: Sequence[int], made: int, many: int) -> list[int]:
    """Return the prices of so many guesses after those that were made."""
    return [prices[min(made + at, len(prices) - 1)] for at in range(many)]


class Memo:
    """Bounds of sets, worked out when they are first asked for.

    When the sets hold more secrets together than may be remembered, all are forgotten.
    """

    def __init__(self, work_out: Callable[..., int], most: int):
        self._work_out, self._most = work_out, most
        self._seen: dict[tuple[Any, ...], int] = {}
        self._kept = 0

    def __call__(self, block: tuple[int, ...], *left: int) -> int:
        """Return the bound of a set with what is left to find it."""
        key = block, *left
        found = self._seen.get(key)
        if found is None:
            self._kept += len(block)
            if self._kept > self._most:
                self._seen.clear()
                self._kept = len(block)
            found = self._seen[key] = self._work_out(*key)
        return found


class Glances:
    """Bounds of blocks of secrets that weigh 1: the least that the short cut says of any guess."""

    def __init__(self, patterns: Patterns, prices: Sequence[int], *, winners_only: bool):
        self._patterns, self._winners_only = patterns, winners_only
        self._prices = prices
        self._remembered = Memo(self._look, _REMEMBERED)
        self._least = lru_cache(_SHAPES)(self._least_of)

    def least(self, block: tuple[int, ...], left: int, made: int) -> int:
        """Return the bound of a block for which so many guesses are left, at least one."""
        return self._remembered(block, min(left, len(block)), min(made, len(self._prices) - 1))

    def _look(self, block: tuple[int, ...], steps: int, made: int) -> int:
        most, winners = self._patterns.shapes(block)
        # Of guesses that end nothing, those that leave most blocks have the least bound.
        if most > 1 and not self._winners_only:
            winners.add((0, most))
        return self._least(len(block), steps, made, frozenset(winners))

    def _least_of(self, size: int, steps: int, made: int, shapes: frozenset[Shape]) -> int:
        ended = max((ended for ended, _ in shapes), default=0)
        within = capacities(steps - 1, ended, max((b for _, b in shapes), default=0), size)
        prices = prices_after(self._prices, made, len(within) + 1)
        return min(
            (_short_cut(size, *shape, within, prices) for shape in shapes), default=IMPOSSIBLE
        )


def _short_cut(size: int, ended: int, blocks: int, within: list[int], prices: list[int]) -> int:
    now = prices[0] * size
    if not blocks:
        return now
    if ended + blocks * within[-1] < size:
        return IMPOSSIBLE
    left = (size - ended - blocks * capacity for capacity in within)
    return now + sum(price * max(some, 0) for price, some in zip(prices[1:], left, strict=True))
