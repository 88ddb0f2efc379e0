"""Sets of culprits as bits in large integers, one bit for each set that is possible.

The sets are numbered: by their size, then by their largest members first (the colexicographic
order). For each suspect, one integer has the sets that contain it. A question hits the sets
with enough culprits among the suspects that are on, and "and" and "or" compute them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import comb
from random import Random
from typing import Any

from attrs import field, frozen

from mastermind_core.errors import GameTooLarge
from mastermind_core.games.parts import Culprits
from mastermind_core.kernels import places_of

#: The maximum number of bits of all suspects together.
_MOST_BITS = 1 << 31

#: The share of possible numbers below which the numbers of a set are listed, and not drawn.
_SPARSE = 0.05

_FILLED = re.compile(rb"[^\0]")


@frozen(eq=False)
class SetSpace:
    """Some sets of culprits, by their numbers.

    Attributes:
        game: The game.
        numbers: The number of each set in the game, or a range if the space has all of them.
        members: For each suspect, the places of the sets that contain it, as bits.
    """

    game: Culprits
    numbers: Sequence[int] = field(repr=False)
    members: Sequence[int] = field(repr=False)

    @classmethod
    def of(cls, game: Culprits) -> SetSpace:
        """Return the space of all sets in a game.

        Raises:
            GameTooLarge: If they take too much memory.
        """
        n, size = len(game.suspects), game.secrets.size
        if n * size > _MOST_BITS:
            raise GameTooLarge(
                f"{game!r} has {size:,} sets of culprits, too many for {n} suspects: choose a "
                "smaller maximum number of culprits"
            )
        sizes = range(game.least, game.most + 1)
        members = [
            _joined([(_with(suspect, count, n), comb(n, count)) for count in sizes])[0]
            for suspect in range(n)
        ]
        return cls(game, range(size), members)

    @classmethod
    def of_some(cls, game: Culprits, numbers: Sequence[int]) -> SetSpace:
        """Return the space of the sets with some numbers."""
        own = [bytearray(len(numbers) // 8 + 1) for _ in game.suspects]
        for place, number in enumerate(numbers):
            for suspect in places_of(game.secrets.mask(number)):
                own[suspect][place >> 3] |= 1 << (place & 7)
        return cls(game, numbers, [int.from_bytes(bits, "little") for bits in own])

    @cached_property
    def every(self) -> int:
        """All sets, as bits."""
        return (1 << len(self.numbers)) - 1

    def hit(self, on: int) -> int:
        """Return the sets that fail if some suspects are on.

        Args:
            on: The suspects that are on, as bits.
        """
        levels = [0] * self.game.together
        for suspect in places_of(on):
            own = self.members[suspect]
            for level in range(len(levels) - 1, 0, -1):
                levels[level] |= levels[level - 1] & own
            levels[0] |= own
        return levels[-1]

    def drawn(self, sets: int, number: int, size: int, random: Random) -> list[int]:
        """Return the numbers of some sets, drawn without replacement, or all if there are few.

        Args:
            sets: The sets to draw from, as bits.
            number: How many to draw.
            size: The number of bits of ``sets``.
            random: The generator of random numbers.
        """
        if size > 2 * number and size > _SPARSE * len(self.numbers):
            data = sets.to_bytes(len(self.numbers) // 8 + 1, "little")
            found: set[int] = set()
            while len(found) < number:
                place = random.randrange(len(self.numbers))
                if data[place >> 3] >> (place & 7) & 1:
                    found.add(place)
            chosen: Iterable[int] = sorted(found)
        else:
            chosen = [*places_in(sets)]
            if size > 2 * number:
                chosen = sorted(random.sample(chosen, number))
        return [self.numbers[place] for place in chosen]

    def named(self, place: int) -> frozenset[Any]:
        """Return the culprits of a set by its place in the space."""
        return self.game.secrets.item(self.numbers[place])


def places_in(sets: int) -> Iterator[int]:
    """Yield the positions of the bits in a large integer, in ascending order."""
    data = sets.to_bytes((sets.bit_length() + 7) // 8, "little")
    for match in _FILLED.finditer(data):
        at = match.start()
        for bit in places_of(data[at]):
            yield 8 * at + bit


def _joined(blocks: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return blocks of bits, each with its length, one after the other."""
    if not blocks:
        return 0, 0
    while len(blocks) > 1:
        pairs = [blocks[at : at + 2] for at in range(0, len(blocks), 2)]
        blocks = [
            (sum(bits << skip for (bits, _), skip in zip(pair, (0, pair[0][1]), strict=False)),
             sum(length for _, length in pair))
            for pair in pairs
        ]  # fmt: skip
    return blocks[0]


def _with(suspect: int, size: int, n: int) -> int:
    """Return the subsets of n suspects with a size that contain one of them, as bits."""
    if not size:
        return 0
    smaller = _with(suspect, size - 1, n)
    blocks = []
    for last in range(size - 1, n):
        length = comb(last, size - 1)
        full = (1 << length) - 1
        bits = 0 if last < suspect else full if last == suspect else smaller & full
        blocks.append((bits, length))
    return _joined(blocks)[0]
