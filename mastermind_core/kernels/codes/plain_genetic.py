"""One generation of a genetic algorithm on codes, in plain Python: what faster ones are held to.

Codes are bytes as in :mod:`mastermind_core.kernels.codes.plain`. The random numbers are part of
the specification, so that every kernel breeds the same codes: ``state`` is a number below 2**64;
:func:`word` makes of it the next state and 64 random bits (Steele, Lea and Flood's splitmix64), and
a number below n is the upper 32 of those bits times n, shifted down by 32 (n is below 2**32).
Chances are numbers out of 2**32.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from mastermind_core.kernels.types import Breeding

_MASK = (1 << 64) - 1


class Lots:
    """A stream of random numbers, given by its state."""

    __slots__ = ("state",)

    def __init__(self, state: int):
        self.state = state

    def upper(self) -> int:
        """Return the upper 32 bits of the next word."""
        self.state, bits = word(self.state)
        return bits >> 32

    def below(self, bound: int) -> int:
        """Return a number below a bound."""
        return self.upper() * bound >> 32

    def two_below(self, bound: int) -> tuple[int, int]:
        """Return two different numbers below a bound of at least 2, the first drawn first."""
        first = self.below(bound)
        second = self.below(bound - 1)
        return first, second + (second >= first)


def word(state: int) -> tuple[int, int]:
    """Return the next state and 64 random bits."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    bits = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, bits ^ (bits >> 31)


def random_codes(
    colours: int,
    holes: int,
    repeats: bool,
    size: int,
    state: int,
) -> tuple[bytes, int]:
    """Draw ``size`` different codes, and return them with the next state.

    A code is drawn anew as long as it has come before; there must be so many codes.
    """
    lots = Lots(state)
    codes: dict[bytes, None] = {}
    while len(codes) < size:
        codes[_random_code(colours, holes, repeats, lots)] = None
    return b"".join(codes), lots.state


def breed(
    colours: int,
    holes: int,
    repeats: bool,
    population: bytes,
    weights: Sequence[int],
    breeding: Breeding,
    state: int,
) -> tuple[bytes, int]:
    """Make as many children as the population has codes, and return them with the next state.

    Each child is made in this order, a draw for each choice. Two parents are drawn with chances
    proportional to ``weights`` (integers from 1, their sum below 2**32): the one at which the
    running sum passes the number drawn. With at least two holes they are crossed: at one point,
    one of the ``holes - 1`` gaps, if a draw is below ``one_point`` or there are fewer than three
    holes, else at two different gaps. The child has the first parent's colours, but behind the
    gap, or between the two, the second's. Without ``repeats`` each colour that has come before in
    the child is then replaced by one that is not in it, drawn from those in ascending order.
    If a draw is below ``mutation`` (and there are two colours) a hole gets another colour, both
    drawn. Without ``repeats`` it is one that is not in the child, if there is any. If one is below
    ``permutation`` (and there are two holes) two holes change places. If one is below
    ``inversion`` (likewise) the colours from one hole to another are turned round. The draw of a
    chance is made in any case. A child that equals an earlier one is replaced by a random code,
    whether that is new or not.
    """
    lots = Lots(state)
    parents = [population[at : at + holes] for at in range(0, len(population), holes)]
    sums = list(accumulate(weights))
    children: list[bytes] = []
    seen: set[bytes] = set()
    for _ in parents:
        first = parents[bisect_right(sums, lots.below(sums[-1]))]
        second = parents[bisect_right(sums, lots.below(sums[-1]))]
        child = _crossed(first, second, holes, breeding.one_point, lots)
        if not repeats:
            _mend(child, colours, lots)
        _change(child, colours, repeats, breeding, lots)
        code = bytes(child)
        if code in seen:
            code = _random_code(colours, holes, repeats, lots)
        seen.add(code)
        children.append(code)
    return b"".join(children), lots.state


def _random_code(colours: int, holes: int, repeats: bool, lots: Lots) -> bytes:
    if repeats:
        return bytes(lots.below(colours) for _ in range(holes))
    left = list(range(colours))
    return bytes(left.pop(lots.below(len(left))) for _ in range(holes))


def _crossed(first: bytes, second: bytes, holes: int, one_point: int, lots: Lots) -> bytearray:
    one = lots.upper() < one_point
    if holes == 1:
        return bytearray(first)
    if one or holes == 2:
        start, end = 1 + lots.below(holes - 1), holes
    else:
        start, end = sorted(1 + gap for gap in lots.two_below(holes - 1))
    return bytearray(first[:start] + second[start:end] + first[end:])


def _mend(child: bytearray, colours: int, lots: Lots) -> None:
    for hole in range(1, len(child)):
        if child[hole] in child[:hole]:
            child[hole] = _other(child, colours, lots)


def _other(child: bytearray, colours: int, lots: Lots) -> int:
    unused = [colour for colour in range(colours) if colour not in child]
    return unused[lots.below(len(unused))]


def _change(
    child: bytearray,
    colours: int,
    repeats: bool,
    breeding: Breeding,
    lots: Lots,
) -> None:
    holes = len(child)
    if lots.upper() < breeding.mutation and colours > (1 if repeats else holes):
        hole = lots.below(holes)
        if repeats:
            colour = lots.below(colours - 1)
            child[hole] = colour + (colour >= child[hole])
        else:
            child[hole] = _other(child, colours, lots)
    if lots.upper() < breeding.permutation and holes > 1:
        one, other = lots.two_below(holes)
        child[one], child[other] = child[other], child[one]
    if lots.upper() < breeding.inversion and holes > 1:
        start, end = sorted(lots.two_below(holes))
        child[start : end + 1] = child[start : end + 1][::-1]
