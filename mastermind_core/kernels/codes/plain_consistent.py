"""The codes consistent with a history, counted and ranked by meet in the middle.

The holes are divided into two halves, the left one shorter. Partial codes are equivalent if they
count each colour in guesses equally, up to its cap, and the same black pegs with every guess. A
colour's cap is the maximum number of its pegs in a guess. A class is a *state* with a number of
ways. Colours that are in no guess are merged into the *free* colour. It is counted only without
repeats. Colours are sorted by their frequency in guesses, descending, then by their order.

A code's *rank* is its index in the order in which every kernel samples codes. Codes are compared by
both halves' counts, colour by colour, left before right. Next are the left half's black pegs, turn
by turn. The rest of the rank is divided between the left half, the right half, and the free pegs
(the remainder modulo the ways to colour them).

Counting is abandoned after ``STATES`` states in a half, or ``STEPS`` joining steps.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import perm
from operator import itemgetter

from more_itertools import map_reduce

from mastermind_core.kernels.types import CodeShape, Turn

Vector = tuple[int, ...]

#: The maximum number of states of a half, and of steps of joining both, in Python.
STATES = 100_000
STEPS = 2_000_000


class TooMuch(Exception):
    """Counting exceeds its memory or work limit."""


@lru_cache(maxsize=4)
def counted(shape: CodeShape, history: tuple[Turn, ...]) -> Counted | None:
    """Return the codes consistent with a history, or None if it takes too much. Cached."""
    try:
        return Counted(shape, history)
    except TooMuch:
        return None


class Half:
    """The ways to fill some holes, layer by layer: (counts, black pegs) -> ways."""

    def __init__(self, codes: Counted, first: int, last: int):
        self._codes = codes
        self._first = first
        zero = (0,) * len(codes.caps), (0,) * len(codes.black)
        self.layers: list[dict[tuple[Vector, Vector], int]] = [{zero: 1}]
        for hole in range(first, last):
            layer: dict[tuple[Vector, Vector], int] = {}
            for (counts, blacks), ways in self.layers[-1].items():
                for colour, after in codes.steps(counts):
                    got = codes.hits[hole][colour]
                    sums = tuple(b + h for b, h in zip(blacks, got, strict=True))
                    if codes.may_end(after, sums, holes_left=codes.holes - (hole - first) - 1):
                        key = after, sums
                        layer[key] = layer.get(key, 0) + ways * codes.weights[colour]
                if len(layer) > codes.states:
                    raise TooMuch
            self.layers.append(layer)

    def groups(self) -> dict[Vector, list[tuple[Vector, int]]]:
        """Return the states' (black pegs, ways) for each count vector, sorted."""
        states = sorted((*key, ways) for key, ways in self.layers[-1].items())
        return map_reduce(states, itemgetter(0), itemgetter(1, 2))

    def unrank(self, counts: Vector, blacks: Vector, rank: int, code: list[int | None]) -> None:
        """Write the partial code with a rank into its holes, from the last one to the first.

        A free peg whose colour depends on the other half is left as None.
        """
        codes = self._codes
        for placed in range(len(self.layers) - 1, 0, -1):
            hole = self._first + placed - 1
            for colour, counts_before in codes.steps_back(counts):
                got = codes.hits[hole][colour]
                blacks_before = tuple(b - h for b, h in zip(blacks, got, strict=True))
                ways = self.layers[placed - 1].get((counts_before, blacks_before), 0)
                if rank >= ways * codes.weights[colour]:
                    rank -= ways * codes.weights[colour]
                    continue
                pick, rank = divmod(rank, ways)
                code[hole] = codes.colour(colour, pick)
                counts = counts_before
                blacks = blacks_before
                break


def _known_and_free(guesses: Sequence[bytes], colours: int) -> tuple[list[int], list[int]]:
    """Return the colours in some guesses, the most frequent first, and all other colours."""
    often = [sum(guess.count(colour) for guess in guesses) for colour in range(colours)]
    asked = [colour for colour in range(colours) if often[colour]]
    free = [colour for colour in range(colours) if not often[colour]]
    return sorted(asked, key=lambda colour: -often[colour]), free


def _hits_at(hole: int, guesses: Sequence[bytes], known: Sequence[int]) -> list[tuple[int, ...]]:
    """Return for each known colour, and for any other, the guesses that have it in a hole."""
    own = [tuple(int(guess[hole] == colour) for guess in guesses) for colour in known]
    return [*own, (0,) * len(guesses)]


class Counted:
    """The codes consistent with a history, by rank."""

    def __init__(self, shape: CodeShape, history: tuple[Turn, ...]):
        self.states = STATES
        self._steps_left = STEPS
        colours, holes, repeats, _ = shape
        self.holes = holes
        self.repeats = repeats
        turns = tuple(dict.fromkeys(history))
        guesses = [guess for guess, _, _ in turns]
        self.known, self.free = _known_and_free(guesses, colours)
        self.in_guess = [[guess.count(colour) for guess in guesses] for colour in self.known]
        self.caps = [max(1, *own) if repeats else 1 for own in self.in_guess]
        self.caps.append(0 if repeats else holes)
        self.weights = [1] * len(self.known) + [len(self.free) if repeats else 1]
        self.black = tuple(black for _, black, _ in turns)
        self.common = tuple(black + white for _, black, white in turns)
        self.hits = [_hits_at(hole, guesses, self.known) for hole in range(holes)]
        self.total = 0
        if all(common <= holes for common in self.common):
            self._join()

    def steps(self, counts: Vector) -> Iterator[tuple[int, Vector]]:
        """Yield every colour that a half may place next, with the counts after it."""
        for colour, (count, cap) in enumerate(zip(counts, self.caps, strict=True)):
            if colour == len(self.known) and not self.free:
                continue
            if count < cap:
                yield colour, (*counts[:colour], count + 1, *counts[colour + 1 :])
            elif self.repeats:
                yield colour, counts

    def steps_back(self, counts: Vector) -> Iterator[tuple[int, Vector]]:
        """Yield every colour that a half may have placed last, with the counts before it."""
        for colour, (count, cap) in enumerate(zip(counts, self.caps, strict=True)):
            if count == cap and self.repeats:
                yield colour, counts
            if count:
                yield colour, (*counts[:colour], count - 1, *counts[colour + 1 :])

    def may_end(self, counts: Vector, blacks: Vector, *, holes_left: int) -> bool:
        """Return whether the remaining holes may still yield every guess's score."""
        # The free colour is in no guess.
        commons = [sum(map(min, counts, asked)) for asked in zip(*self.in_guess, strict=True)]
        pairs = zip((*self.black, *self.common), (*blacks, *commons), strict=True)
        return all(0 <= wanted - got <= holes_left for wanted, got in pairs)

    def colour(self, colour: int, pick: int) -> int | None:
        """Return a colour in the game, or None for a free one that depends on the other half."""
        if colour < len(self.known):
            return self.known[colour]
        return self.free[pick] if self.repeats else None

    def code(self, rank: int) -> bytes:
        """Return the code with a rank."""
        at = bisect_right(self._ends, rank)
        left, right = self._pairs[at]
        rank -= self._ends[at - 1] if at else 0
        rank, filling = divmod(rank, self._fillings(left[-1] + right[-1]))
        code: list[int | None] = [None] * self.holes
        for blacks, others, ways, other_ways in self._matches(left, right):
            if rank >= ways * other_ways:
                rank -= ways * other_ways
                continue
            self._left.unrank(left, blacks, rank // other_ways, code)
            self._right.unrank(right, others, rank % other_ways, code)
            break
        unused = list(self.free)
        for hole, colour in enumerate(code):
            if colour is None:
                filling, pick = divmod(filling, len(unused))
                code[hole] = unused.pop(pick)
        return bytes(colour for colour in code if colour is not None)

    def _spend(self, steps: int) -> None:
        """Count the steps that join the halves, and raise above their limit."""
        self._steps_left -= steps
        if self._steps_left < 0 and not self.total:
            raise TooMuch

    def _fillings(self, pegs: int) -> int:
        """Count the ways to give the free pegs in both halves different colours."""
        return 1 if self.repeats else perm(len(self.free), pegs)

    def _join(self) -> None:
        middle = self.holes // 2
        self._left, self._right = Half(self, 0, middle), Half(self, middle, self.holes)
        self._left_groups, self._right_groups = self._left.groups(), self._right.groups()
        self._pairs: list[tuple[Vector, Vector]] = []
        ways: list[int] = []
        for pair in self._fitting():
            own = sum(a * b for _, _, a, b in self._matches(*pair))
            own *= self._fillings(pair[0][-1] + pair[1][-1])
            if own:
                self._pairs.append(pair)
                ways.append(own)
        self._ends = list(accumulate(ways))
        self.total = self._ends[-1] if ways else 0

    def _fitting(self) -> Iterator[tuple[Vector, Vector]]:
        """Yield both halves' counts, in order, with every guess's common pegs."""
        # The maximum number of common pegs that the colours from each one on can add.
        growths = [[0] * len(self.common)]
        for asked in reversed(self.in_guess):
            growths.append([g + a for g, a in zip(growths[-1], asked, strict=True)])
        growths.reverse()

        def walk(
            at: int, left: list[Vector], right: list[Vector], missing: Sequence[int], pegs: int
        ) -> Iterator[tuple[Vector, Vector]]:
            if at == len(self.caps):
                yield left[0], right[0]
                return
            self._spend(len(left) + len(right))
            asked = self.in_guess[at] if at < len(self.known) else [0] * len(missing)
            growth = growths[min(at + 1, len(self.known))]
            of_right = map_reduce(right, itemgetter(at))
            for count, some in map_reduce(left, itemgetter(at)).items():
                for other, more in of_right.items():
                    both = min(count + other, self.caps[at])
                    if both < count + other and not self.repeats:
                        continue
                    rest = [m - min(both, a) for m, a in zip(missing, asked, strict=True)]
                    left_over = pegs - both
                    if all(0 <= m <= min(g, left_over) for m, g in zip(rest, growth, strict=True)):
                        yield from walk(at + 1, some, more, rest, left_over)

        left = list(self._left_groups)
        right = list(self._right_groups)
        if left and right:
            yield from walk(0, left, right, self.common, self.holes)

    def _matches(self, left: Vector, right: Vector) -> Iterator[tuple[Vector, Vector, int, int]]:
        """Yield matching states from two groups by their black pegs: both black pegs and ways."""
        self._spend(len(self._left_groups[left]) + len(self._right_groups[right]))
        others = dict(self._right_groups[right])
        for blacks, ways in self._left_groups[left]:
            missing = tuple(b - got for b, got in zip(self.black, blacks, strict=True))
            if missing in others:
                yield blacks, missing, ways, others[missing]
