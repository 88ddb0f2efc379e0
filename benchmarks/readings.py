"""How far the readings of three published totals on M(4,6) were searched, as tables.

Run it as ``python -m benchmarks.readings > docs/reproduce/readings.txt``: Irving's 5662, Neuwirth's
5656 and the 5805 of the thesis's secondary minimax. Two or three minutes; a part by its name.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import mastermind_core as mc
from mastermind_core.metrics import ENTROPY, EXPECTED_SIZE, MAX_BLOCK, MOST_PARTS
from mastermind_core.strategies import Beam, Greedy, Opened, Staged

GAME = mc.Mastermind(colours=6, holes=4)
TABLE = mc.compile_game(GAME)
METRICS = (EXPECTED_SIZE, ENTROPY, MOST_PARTS, MAX_BLOCK)
#: The printed lengths of the thesis's table 1, column 2MMKC: 1 to 7 guesses.
PRINTED = (1, 6, 63, 528, 697, 1, 0)
_BEST = Beam(EXPECTED_SIZE, None)


def staged() -> Counter[int]:
    """Count the totals of one greedy metric, and another below so many candidates."""
    totals: Counter[int] = Counter()
    for above, below, least, first in product(
        METRICS, METRICS, (10, 20, 40), ((1, 1, 2, 2), (1, 1, 2, 3), (1, 2, 3, 4))
    ):
        if above is not below:
            stages = Staged([(1, Greedy(below)), (least, Greedy(above))])
            totals[mc.length_distribution(GAME, Opened(stages, [first])).total] += 1
    return totals


def two_then_best(metric: mc.Metric, first: Any) -> tuple[int, int, int]:
    """Return the total after two greedy guesses and the best play: first in order, least, most."""
    greedy = Greedy(metric)
    totals = [len(TABLE.secrets.items)] * 3
    for score, block in TABLE.split(TABLE.guesses[first], TABLE.everything):
        if TABLE.final[score]:
            continue
        chosen = greedy.best(TABLE, block)
        least = metric.cost(TABLE.block_sizes(chosen, block))
        ties = [g for g in range(len(TABLE.guesses.items))
                if metric.cost(TABLE.block_sizes(g, block)) == least]  # fmt: skip
        after = {g: _after(g, block) for g in ties}
        for at, add in enumerate((after[chosen], min(after.values()), max(after.values()))):
            totals[at] += add
    return totals[0], totals[1], totals[2]


def _after(guess: int, block: array[int]) -> int:
    parts = (part for score, part in TABLE.split(guess, block) if not TABLE.final[score])
    return len(block) + sum(_BEST.settle(TABLE, part)[0] for part in parts)


#: The first guesses of a value, one that is a candidate beside one of any kind.
Level = tuple[int, int, int | None]


class Secondary:
    """Knuth's method, in which a rule may prefer a candidate of a larger value."""

    def __init__(self) -> None:
        self._levels: dict[bytes, list[Level]] = {}

    def levels(self, candidates: array[int]) -> list[Level]:
        """Return the four least values with their first guess and their first candidate."""
        key = candidates.tobytes()
        if key not in self._levels:
            inside = set(candidates)
            first: dict[int, int] = {}
            winning: dict[int, int] = {}
            for guess in range(len(TABLE.guesses.items)):
                value = max(TABLE.block_sizes(guess, candidates))
                first.setdefault(value, guess)
                if guess in inside:
                    winning.setdefault(value, guess)
            self._levels[key] = [(v, first[v], winning.get(v)) for v in sorted(first)[:4]]
        return self._levels[key]

    def play(self, rule: Callable[[int, int, list[Level]], bool]) -> tuple[int, ...]:
        """Return how many secrets take 1 to 7 guesses."""
        counts: Counter[int] = Counter()
        waiting = [(TABLE.everything, 1)]
        while waiting:
            candidates, depth = waiting.pop()
            guess = TABLE.guesses[1, 1, 2, 2]
            if depth > 1:
                levels = self.levels(candidates)
                _, first, winning = levels[0]
                guess = first if winning is None else winning
                other = levels[1][2] if len(levels) > 1 else None
                if winning is None and other is not None and rule(depth, len(candidates), levels):
                    guess = other
            for score, block in TABLE.split(guess, candidates):
                if TABLE.final[score]:
                    counts[depth] += len(block)
                else:
                    waiting.append((block, depth + 1))
        return tuple(counts[length] for length in range(1, 8))


def secondary() -> None:
    """Print what rules give that prefer a candidate of the second value now and then."""
    game = Secondary()
    found: dict[tuple[int, ...], Counter[int]] = {}
    for guesses, sizes, apart, value in product(
        [(low, high) for low in (2, 3, 4) for high in (2, 3, 4, 6) if low <= high],
        [(0, most) for most in (4, 5, 8, 10, 20, 40, 9999)]
        + [(least, 9999) for least in (3, 10, 20, 40)],
        (1, 2, 3, 99),
        (1, 2, 3, 99),
    ):

        def rule(
            depth: int,
            left: int,
            levels: list[Level],
            guesses: tuple[int, int] = guesses,
            sizes: tuple[int, int] = sizes,
            apart: int = apart,
            value: int = value,
        ) -> bool:
            return (
                guesses[0] <= depth <= guesses[1]
                and sizes[0] <= left <= sizes[1]
                and levels[1][0] - levels[0][0] <= apart
                and levels[0][0] <= value
            )

        found.setdefault(game.play(rule), Counter())[value] += 1
    rules = sum(count.total() for count in found.values())
    totals = sorted({sum(n * at for at, n in enumerate(row, 1)) for row in found})
    print(f"secondary minimax: {rules} rules, totals {totals}, printed 5805 {PRINTED}")

    def far(row: tuple[int, ...]) -> int:
        return sum(abs(one - other) for one, other in zip(row, PRINTED, strict=True))

    nearest = sorted(found, key=far)
    for row in nearest[:3]:
        print(f"  nearest {row}, total {sum(n * at for at, n in enumerate(row, 1))}")


def stages() -> None:
    """Print what two metrics in stages give."""
    totals = staged()
    span = f"totals {min(totals)} to {max(totals)}"
    print(f"two metrics in stages: {totals.total()} stagings, {span}")


def two() -> None:
    """Print what two greedy guesses and then the best play give."""
    print("two guesses of a metric, then the best play: first in order, least, most over ties")
    for metric in (EXPECTED_SIZE, ENTROPY):
        print(f"  1123 {metric.name:14} {two_then_best(metric, (1, 1, 2, 3))}", flush=True)


def few() -> None:
    """Print what a metric gives while many candidates are left, with the best play after it."""
    print("a metric from 1123 while more than so many candidates are left, then the best play")
    limits = {metric: [10, 20, 40] for metric in METRICS}
    limits[EXPECTED_SIZE] = [10, 20, 30, *range(33, 41)]
    for metric in METRICS:
        found = {left: until_few(metric, left) for left in limits[metric]}
        print(f"  {metric.name:14} {found}", flush=True)


def until_few(metric: mc.Metric, few_left: int) -> int:
    """Return the total of a metric's guesses, and of the best play for so few candidates."""
    greedy = Greedy(metric)

    def total(candidates: array[int], depth: int) -> int:
        if depth and len(candidates) <= few_left:
            return _BEST.settle(TABLE, candidates)[0]
        guess = greedy.best(TABLE, candidates) if depth else TABLE.guesses[1, 1, 2, 3]
        blocks = (b for score, b in TABLE.split(guess, candidates) if not TABLE.final[score])
        return len(candidates) + sum(total(block, depth + 1) for block in blocks)

    return total(TABLE.everything, 0)


def main() -> None:
    parts = {part.__name__: part for part in (secondary, stages, two, few)}
    for name in sys.argv[1:] or parts:
        parts[name]()


if __name__ == "__main__":
    main()
