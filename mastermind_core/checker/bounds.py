"""Lower bounds for sets of secrets, in the order in which the page on certificates has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import accumulate

from mastermind_core.checker.answers import AnswerShape
from mastermind_core.checker.scoring import Scored

#: The bound of an impossible task: more than any total, and than any number in a file.
IMPOSSIBLE = 1 << 200

#: A slope and an offset: m secrets of a set cost at least slope * m - offset.
Straight = tuple[int, int]

Amounts = tuple[int, ...]

#: The number of secrets if all have weight 1; otherwise their weights, and those of their goals.
Profile = int | tuple[Amounts, Amounts]


def capacities(guesses: int, ended: int, blocks: int, enough: int) -> list[int]:
    """Return the maximum numbers of secrets that the guesses from 0 on end, up to ``enough``."""
    found = [0]
    width = ended
    for _ in range(guesses):
        if found[-1] >= enough:
            break
        found.append(found[-1] + width)
        width *= blocks
    return found


@lru_cache(1 << 16)
def shortest_code(weights: tuple[int, ...], letters: int) -> int:
    """Return the minimum weighted length of a code with one word per weight (Huffman, 1952).

    >>> shortest_code((1, 1, 2, 4), 2), shortest_code((1, 1, 1, 1, 1), 3)
    (14, 8)
    """
    if len(weights) < 2 or letters < 2:
        return 0
    heap = [*weights, *[0] * (-(len(weights) - 1) % (letters - 1))]
    heapify(heap)
    total = 0
    while len(heap) > 1:
        joined = sum(heappop(heap) for _ in range(letters))
        total += joined
        heappush(heap, joined)
    return total


def highest(lines: Iterable[Straight], size: int, parts: int = 1) -> int:
    """Return the maximum line bound for ``size`` secrets in ``parts`` parts."""
    return max((slope * size - parts * offset for slope, offset in lines), default=0)


class PathCosts:
    """The cost model: guess g after d others costs a secret weight * (price(d) + cost(g)).

    A path's length is its guesses' costs added, or their number without costs.
    """

    def __init__(self, scored: Scored, prices: Sequence[int]):
        self._weights = scored.weights
        self._goals = scored.goals
        self.prices = prices
        self._plain = not scored.goals and set(scored.weights) == {1}
        self._shortest = min(scored.costs, default=1)
        self._longest = max(scored.costs, default=1)

    def level(self, made: int) -> int:
        """Return the number of guesses so far, capped where later prices no longer change."""
        return min(made, len(self.prices) - 1)

    def price(self, made: int) -> int:
        """Return the price of the guess after ``made`` guesses."""
        return self.prices[self.level(made)]

    def limits(self, size: int, steps: int | None, money: int | None) -> tuple[int, int]:
        """Reduce the limits on guesses and path length to those that a set can use."""
        steps = size if steps is None else min(steps, size)
        if money is not None:
            steps = min(steps, money // self._shortest)
        most = steps * self._longest
        return steps, most if money is None else min(money, most)

    def profile(self, secrets: Sequence[int]) -> Profile:
        """Return the values that determine bounds of a set, besides the shapes of guesses."""
        if self._plain:
            return len(secrets)
        weights = tuple(sorted(map(self._weights.__getitem__, secrets)))
        if not self._goals:
            return weights, weights
        by_goal: Counter[int] = Counter()
        for secret in secrets:
            by_goal[self._goals[secret]] += self._weights[secret]
        return weights, tuple(sorted(by_goal.values()))


def amounts(profile: Profile) -> tuple[Amounts, Amounts]:
    """Return the weights in a set in ascending order, by secret and by goal."""
    return ((1,) * profile,) * 2 if isinstance(profile, int) else profile


class View:
    """A set after some guesses, with the maximum effects that a guess has on any subset."""

    def __init__(
        self,
        model: PathCosts,
        profile: Profile,
        made: int,
        limits: tuple[int, int],
        shapes: Collection[AnswerShape],
        lines: Sequence[Straight] = (),
    ):
        weights, _ = amounts(profile)
        self._lightest = [0, *accumulate(weights)]
        self._lines = lines
        self._shapes = shapes
        self._steps, self._money = limits
        self._price = model.price(made)
        self._cheapest = min((shape.cost for shape in shapes), default=0)
        self._shortest = self._cheapest or 1
        none = AnswerShape(0, 0, 0, 0, 0, mixed=False)
        most = AnswerShape(*map(max, zip(none, *shapes, strict=True)))
        self._capacities = capacities(self._steps - 1, most.ended, most.blocks, len(weights))
        self._rates = [
            model.price(made + at) + self._cheapest for at in range(1, len(self._capacities) + 1)
        ]
        self._least_price = min(model.prices[model.level(made + 1) :])
        self._letters = 0 if most.mixed else most.answers
        self.block = lru_cache(None)(self._block)

    def now(self, cost: int) -> int:
        """Return the cost of the first guess for all secrets."""
        return self._lightest[-1] * (self._price + cost)

    def left(self, cost: int) -> tuple[int, int]:
        """Return the remaining guesses and path length after a guess."""
        return self._steps - 1, self._money - (cost or 1)

    def guess(self, shape: AnswerShape) -> int:
        """Bound the total after a first guess from below, by its shape alone."""
        now = self.now(shape.cost)
        if not shape.blocks:
            return now
        later = self._later(self._lightest, shape.over, shape.blocks, *self.left(shape.cost))
        if self._lines:
            size = len(self._lightest) - 1 - shape.over
            later = max(later, highest(self._lines, size, shape.blocks))
        return now + later

    def _block(self, profile: Profile, steps: int, money: int) -> int:
        """Bound the total in a block from below, by the weights of secrets and goals."""
        weights, by_goal = amounts(profile)
        total = self._later([0, *accumulate(weights)], 0, 1, steps, money)
        if self._letters:
            # More steps make no difference: two or more letters have enough words by then.
            enough = len(by_goal).bit_length()
            if len(by_goal) > self._letters ** min(steps, money // self._shortest, enough):
                return IMPOSSIBLE
            rate = self._least_price + self._cheapest
            total = max(total, rate * shortest_code(by_goal, self._letters))
        return max(total, highest(self._lines, len(weights)))

    def _later(self, lightest: list[int], over: int, blocks: int, steps: int, money: int) -> int:
        """Bound the cost of later guesses from below.

        ``lightest[n]`` is the total weight of the n lightest secrets. The game is over for ``over``
        secrets, and continues after ``blocks``.
        """
        size = len(lightest) - 1
        within = self._capacities
        steps = min(steps, money // self._shortest, len(within) - 1)
        if size > over + blocks * within[steps]:
            return IMPOSSIBLE
        left = (size - over - blocks * capacity for capacity in within)
        return sum(
            rate * lightest[some] for rate, some in zip(self._rates, left, strict=True) if some > 0
        )

    def hold(self) -> bool:
        """Return whether the lines are valid, by induction over the number of secrets."""
        lightest = self._lightest[1]
        lines = self._lines
        return all(
            max(0, highest(lines, size))
            <= lightest * (self._least_price + shape.cost) * size
            + max(0, highest(lines, size - shape.ended, shape.blocks))
            for shape in self._shapes
            for size in range(1, len(self._lightest) - 1)
        )
