"""Bounds where a score ends the game and every guess costs one, from what guesses tell apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from attrs import frozen

from mastermind_core.checker.glances import IMPOSSIBLE, Glances, capacities
from mastermind_core.checker.patterns import Pattern, Patterns
from mastermind_core.checker.scoring import Scored

#: Says what is known of a block within guesses (and money, which is not counted here).
Best = Callable[[tuple[int, ...], int, int], int]


@frozen
class _Set:
    """What the bounds of a lemma need: its secrets, and what guesses can do with them.

    ``capacities[j]`` is the most secrets that j guesses can end, up to the guesses that are left
    after the first or up to all; ``heaviest[m]`` the weight of the m heaviest secrets.
    """

    secrets: tuple[int, ...]
    weights: Sequence[int]
    left: int
    capacities: Sequence[int]

    def quick(self, ended: int, blocks: int) -> int:
        """Bound a guess by how many secrets it ends and how many blocks it leaves."""
        heaviest = _heaviest(self.weights)
        return heaviest[-1] + self._later(heaviest, ended, blocks) if blocks else heaviest[-1]

    def block(self, weights: Sequence[int]) -> int:
        """Bound the total of a block from the weights of its secrets."""
        return self._later(_heaviest(weights), 0, 1)

    def even(self, size: int) -> int:
        """Bound the total of a block of secrets that weigh 1."""
        if size > self.capacities[-1]:
            return IMPOSSIBLE
        return sum(size - capacity for capacity in self.capacities if capacity < size)

    def _later(self, heaviest: list[int], ended: int, blocks: int) -> int:
        size = len(heaviest) - 1
        if ended + blocks * self.capacities[-1] < size:
            return IMPOSSIBLE
        within = (ended + blocks * capacity for capacity in self.capacities)
        return sum(heaviest[-1] - heaviest[most] for most in within if most < size)


def _heaviest(weights: Iterable[int]) -> list[int]:
    return list(accumulate(sorted(weights, reverse=True), initial=0))


class Counts:
    """The bounds of sets of secrets of one game."""

    def __init__(self, scored: Scored, *, winners_only: bool):
        self._scored = scored
        self._winners_only = winners_only
        self._patterns = Patterns(scored)
        self._glances = Glances(self._patterns, winners_only=winners_only)
        self._uniform = set(scored.weights) == {1}

    def limits(self, size: int, steps: int | None, money: int | None) -> tuple[int, int]:
        """Return guesses, no more than a set of some size can use; money is not counted."""
        return size if steps is None else min(steps, size), 0

    def weakest(
        self,
        secrets: tuple[int, ...],
        steps: int,
        money: int,
        least: int,
        looked_at: bytes | None,
        best: Best,
    ) -> tuple[int, int] | None:
        """Return a guess after which less than ``least`` is shown, with that bound; or None.

        Guesses are bounded by the number of their blocks, and by the blocks where need be.
        """
        size = len(secrets)
        counts, ending = self._patterns.survey(secrets, looked_at)
        different = set(ending.values())
        if not self._winners_only:
            different.update((0, blocks) for blocks in set(counts) if blocks)
        whole = _Set(
            secrets,
            [self._scored.weights[secret] for secret in secrets],
            steps - 1,
            capacities(
                steps - 1,
                max((ended for ended, _ in different), default=0),
                max((blocks for _, blocks in different), default=0),
                size,
            ),
        )
        weak = {
            (ended, blocks)
            for ended, blocks in different
            if (ended or blocks > 1) and whole.quick(ended, blocks) < least
        }
        if not weak:
            return None
        sizes = [whole.even(below) for below in range(size)] if self._uniform else []
        few = {blocks for ended, blocks in weak if not ended}
        marked = bytearray(blocks in few for blocks in counts) if few else bytearray(len(counts))
        for guess, shape in ending.items():
            marked[guess] = shape in weak
        patterns = self._patterns.distinct(secrets, bytes(marked))
        if all(self._bound(whole, pattern, least, sizes, best) >= least for pattern in patterns):
            return None
        bound, pattern = min((self._bound(whole, one, least, sizes, best), one) for one in patterns)
        everywhere = bytes([1]) * len(self._scored.guesses)
        return self._patterns.guess_of(secrets, pattern, looked_at or everywhere), bound

    def _bound(
        self, shape: _Set, pattern: Pattern, least: int, sizes: list[int], best: Best
    ) -> int:
        """Add up the bounds of the blocks that a guess leaves, till they are enough."""
        bound = sum(shape.weights)
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
            own.append(max(size, best(tuple(block), shape.left, 0)))
        bound += sum(own)
        if not sizes or bound >= least:
            return bound
        for known, block in sorted(zip(own, blocks.values(), strict=True), key=_size):
            bound += max(0, self._glances.least(tuple(block), shape.left) - known)
            if bound >= least:
                break
        return bound


def _size(known: tuple[int, list[int]]) -> int:
    return len(known[1])
