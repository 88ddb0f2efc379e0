"""What two fixed guesses and then the best fitting codes take at least, over all pairs."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from more_itertools import unique_everseen

from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.table.symmetry import find_symmetry


def least_after_two_fixed(game: Any) -> Fraction:
    """Return the least mean of strategies that fix two guesses and then guess what fits.

    The second guess is made whatever the first was answered, unless one code is left; from the
    third on any code that fits may be chosen, the best of them here. Pairs that a symmetry of the
    game exchanges count once. It is for games in which every guess is a secret.

    >>> from mastermind_core import Mastermind
    >>> least_after_two_fixed(Mastermind(colours=4, holes=2))
    Fraction(47, 16)
    """
    table = compile_game(game)
    everything = range(len(table.guesses.items))
    symmetry = find_symmetry(game, table)
    search = _FittingCodes(table)
    least = 10**9
    pairs = []
    for first in _one_each(symmetry.guess_orbits(len(everything))):
        fixed = symmetry.fixing(first).guess_orbits(len(everything))
        blocks = search.open_blocks(first, table.everything)
        for second in _one_each(fixed):
            parts = sum(len(search.open_blocks(second, block)) for block in blocks)
            pairs.append((parts, second, blocks))
    # What splits most is often best: the others are then given up early.
    for _, second, blocks in sorted(pairs, key=lambda pair: -pair[0]):
        least = min(least, search.total(blocks, second, least))
    return Fraction(least, len(table.secrets.items))


def _one_each(orbits: Sequence[int]) -> list[int]:
    return list(unique_everseen(range(len(orbits)), key=orbits.__getitem__))


class _FittingCodes:
    """The least totals of sets of codes when only codes that fit are guessed."""

    def __init__(self, table: ScoreTable):
        self._table = table
        self._answers = len(table.final)
        self._settled: dict[bytes, int] = {}

    def open_blocks(self, guess: int, candidates: array[int]) -> list[array[int]]:
        """Return the blocks that a guess leaves open."""
        split = self._table.split(guess, candidates)
        return [block for score, block in split if not self._table.final[score]]

    def total(self, blocks: list[array[int]], second: int, limit: int) -> int:
        """Return the least total behind a first guess's blocks, or any number from ``limit`` up."""
        total = len(self._table.secrets.items)
        left = []
        for block in blocks:
            total += len(block)
            if len(block) > 1:
                left += self.open_blocks(second, block)
        left.sort(key=len, reverse=True)
        total += sum(self._bound(len(block)) for block in left)
        for block in left:
            if total >= limit:
                break
            total += self._least(block) - self._bound(len(block))
        return total

    def _bound(self, size: int) -> int:
        """Return what so many codes take at least: one, one behind each other answer, the rest."""
        second = min(size - 1, self._answers - 1)
        return 1 + 2 * second + 3 * (size - 1 - second)

    def _least(self, candidates: array[int]) -> int:
        size = len(candidates)
        if size <= 2:
            return 2 * size - 1
        key = candidates.tobytes()
        if key not in self._settled:
            options = [self.open_blocks(guess, candidates) for guess in candidates]
            bounds = [size + sum(self._bound(len(b)) for b in parts) for parts in options]
            best = 10**9
            for bound, parts in sorted(zip(bounds, options, strict=True), key=lambda pair: pair[0]):
                total = bound
                for part in parts:
                    if total >= best:
                        break
                    total += self._least(part) - self._bound(len(part))
                best = min(best, total)
            self._settled[key] = best
        return self._settled[key]
