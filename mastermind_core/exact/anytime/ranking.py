"""Which guesses to try at a set: those first that are best with greedy trees below."""

from __future__ import annotations

from array import array

from mastermind_core.exact.anytime.incumbents import Incumbent, Incumbents
from mastermind_core.exact.anytime.sets import Sets

#: Guesses that are ranked for one that is looked at: so many may leave blocks of the same sizes.
_ALIKE = 128


class Ranking:
    """Remember the order of the guesses of every set that was looked at."""

    def __init__(self, sets: Sets, incumbents: Incumbents):
        self._sets, self._incumbents = sets, incumbents
        self._orders: dict[bytes, tuple[int, list[int]]] = {}

    def best(
        self, candidates: array[int], steps: int, most: int, *, root: bool = False
    ) -> list[int]:
        """Return so many guesses.

        First comes one of each shape (the sizes of its blocks by score), as most of the guesses of
        a shape are alike, in the order of what they cost; then the others by what they tell.
        """
        key = candidates.tobytes()
        before, order = self._orders.get(key, (0, []))
        if before < most:
            order = self._ranked(candidates, steps, most, root=root)
            self._orders[key] = most, order
        return order[:most]

    def _ranked(self, candidates: array[int], steps: int, most: int, *, root: bool) -> list[int]:
        sets = self._sets
        looked = most * sets.settings.ranked
        values: dict[int, tuple[int, int]] = {}
        repeated = []
        shapes: set[tuple[tuple[int, int], ...]] = set()
        for guess in sets.ranked(candidates, _ALIKE * looked, root=root):
            sets.deadline.check()
            split = sets.split(guess, candidates)
            shape = tuple((score, len(block)) for score, block in split)
            if shape in shapes or len(shapes) == looked:
                repeated.append(guess)
                if len(shapes) == looked and len(shapes) + len(repeated) >= most:
                    break
                continue
            shapes.add(shape)
            if len(split) == 1 and not sets.over(*split[0]):
                continue  # it tells nothing
            values[guess] = self._value(candidates, steps, guess)
        return [*sorted(values, key=lambda guess: values[guess]), *repeated]

    def _value(self, candidates: array[int], steps: int, guess: int) -> tuple[int, int]:
        """Return what a guess comes to with greedy trees below, which may be the best so far."""
        below = [self._sets.greedy(block) for block in self._sets.blocks(guess, candidates)]
        price = self._sets.price(guess)
        total = price * self._sets.weight(candidates) + sum(greedy.total for greedy in below)
        worst = price + max((greedy.worst for greedy in below), default=0)
        found = Incumbent(total, worst, guess, tree=None)
        if self._sets.fits(worst, steps) and all(greedy.tree is not None for greedy in below):
            self._incumbents.keep(candidates, steps, found)
        return self._incumbents.value(found)
