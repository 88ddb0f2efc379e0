"""Bounds where a score ends the game, from what guesses tell apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from attrs import frozen

from mastermind_core.checker.fronts import Lines
from mastermind_core.checker.glances import IMPOSSIBLE, Glances, capacities, prices_after
from mastermind_core.checker.patterns import Pattern, Patterns
from mastermind_core.checker.scoring import Scored

#: Says what is known of a block within guesses, after so many that were made before.
Best = Callable[[tuple[int, ...], int, int], int]


@frozen
class _Set:
    """What the bounds of a lemma need: its secrets, and what guesses can do with them.

    ``capacities[j]`` is the most secrets that j guesses can end, up to the guesses that are left
    after the first or up to all. ``prices`` are those of the guesses: of the first, the second, ...
    """

    secrets: tuple[int, ...]
    weights: Sequence[int]
    left: int
    capacities: Sequence[int]
    prices: Sequence[int]

    def quick(self, ended: int, blocks: int) -> int:
        """Bound a guess by how many secrets it ends and how many blocks it leaves."""
        heaviest = _heaviest(self.weights)
        now = self.prices[0] * heaviest[-1]
        return now + self._later(heaviest, ended, blocks) if blocks else now

    def block(self, weights: Sequence[int]) -> int:
        """Bound the total of a block from the weights of its secrets."""
        return self._later(_heaviest(weights), 0, 1)

    def even(self, size: int) -> int:
        """Bound the total of a block of secrets that weigh 1."""
        if size > self.capacities[-1]:
            return IMPOSSIBLE
        later = zip(self.prices[1:], self.capacities, strict=True)
        return sum(price * (size - capacity) for price, capacity in later if capacity < size)

    def _later(self, heaviest: list[int], ended: int, blocks: int) -> int:
        size = len(heaviest) - 1
        if ended + blocks * self.capacities[-1] < size:
            return IMPOSSIBLE
        within = (ended + blocks * capacity for capacity in self.capacities)
        later = zip(self.prices[1:], within, strict=True)
        return sum(price * (heaviest[-1] - heaviest[most]) for price, most in later if most < size)


def _heaviest(weights: Iterable[int]) -> list[int]:
    return list(accumulate(sorted(weights, reverse=True), initial=0))


class Counts:
    """The bounds of sets of secrets of one game."""

    def __init__(self, scored: Scored, prices: Sequence[int], *, winners_only: bool):
        self._scored, self._prices = scored, prices
        self._winners_only = winners_only
        self._patterns = Patterns(scored)
        self._glances = Glances(self._patterns, prices, winners_only=winners_only)
        self._uniform = set(scored.weights) == {1}

    def limits(self, size: int, steps: int | None, made: int | None) -> tuple[int, int]:
        """Return guesses, no more than a set of some size can use, and what to count before."""
        before = min(made or 0, len(self._prices) - 1)
        return size if steps is None else min(steps, size), before

    def weakest(
        self,
        secrets: tuple[int, ...],
        steps: int,
        made: int,
        least: int,
        looked_at: bytes | None,
        best: Best,
        lines: Lines,
    ) -> tuple[int, int] | None:
        """Return a guess after which less than ``least`` is shown, with that bound; or None.

        Guesses are bounded by the number of their blocks, and by the blocks where need be. Raises
        ValueError where ``lines`` do not follow.
        """
        size = len(secrets)
        counts, ending = self._patterns.survey(secrets, looked_at)
        different = set(ending.values())
        if not self._winners_only:
            different.update((0, blocks) for blocks in set(counts) if blocks)
        within = capacities(
            steps - 1,
            max((ended for ended, _ in different), default=0),
            max((blocks for _, blocks in different), default=0),
            size,
        )
        weights = [self._scored.weights[secret] for secret in secrets]
        prices = prices_after(self._prices, made, len(within) + 1)
        whole = _Set(secrets, weights, steps - 1, within, prices)
        different -= {(0, 1)}
        if lines.lines and not (self._uniform and lines.hold(different, size - 1)):
            raise ValueError
        weak = {shape for shape in different if whole.quick(*shape) < least}
        if lines.lines:
            weak = {shape for shape in weak if size + lines.after(size, *shape) < least}
        if not weak:
            return None
        sizes = []
        if self._uniform:
            sizes = [max(whole.even(below), lines.part(below)) for below in range(size)]
        few = {blocks for ended, blocks in weak if not ended}
        marked = bytearray(blocks in few for blocks in counts) if few else bytearray(len(counts))
        for guess, shape in ending.items():
            marked[guess] = shape in weak
        patterns = self._patterns.distinct(secrets, bytes(marked))
        asked = made, least, sizes, best
        if all(self._bound(whole, pattern, *asked) >= least for pattern in patterns):
            return None
        bound, pattern = min((self._bound(whole, one, *asked), one) for one in patterns)
        everywhere = bytes([1]) * len(self._scored.guesses)
        return self._patterns.guess_of(secrets, pattern, looked_at or everywhere), bound

    def _bound(
        self, shape: _Set, pattern: Pattern, made: int, least: int, sizes: list[int], best: Best
    ) -> int:
        """Add up the bounds of the blocks that a guess leaves, till they are enough."""
        bound = shape.prices[0] * sum(shape.weights)
        if sizes:
            counts = Counter(pattern)
            counts.pop(self._patterns.over, None)
            quick = bound + sum(sizes[count] for count in counts.values())
            if quick >= least:
                return quick
        blocks: dict[int, list[int]] = {}
        for secret, score in zip(shape.secrets, pattern, strict=True):
            blocks.setdefault(score, []).append(secret)
        blocks.pop(self._patterns.over, None)
        own = []
        for block in blocks.values():
            size = (
                sizes[len(block)]
                if sizes
                else shape.block([self._scored.weights[secret] for secret in block])
            )
            own.append(max(size, best(tuple(block), shape.left, made + 1)))
        bound += sum(own)
        if not sizes or bound >= least:
            return bound
        for known, block in sorted(zip(own, blocks.values(), strict=True), key=_size):
            seen = self._glances.least(tuple(block), shape.left, made + 1)
            bound += max(0, seen - known)
            if bound >= least:
                break
        return bound


def _size(known: tuple[int, list[int]]) -> int:
    return len(known[1])
