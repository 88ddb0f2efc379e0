"""The reference implementation in pure Python: distances, breeding and sampled guesses.

Codes and histories have the form that ``kernels/codes/plain.py`` describes.
No function changes or stores its arguments, and none raises on valid shapes.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, product
from random import Random

from more_itertools import sliced

from mastermind_core.heuristics.kernels.types import Breeding, SampledOptions, varied
from mastermind_core.kernels import CodeShape, Turn, score_codes
from mastermind_core.kernels import choose as kernels


def distances(holes: int, codes: bytes, history: Sequence[Turn]) -> tuple[array[int], array[int]]:
    """Return each code's distance from a history: the sums of black and white errors.

    The result is two ``array('I')`` with one entry per code, and both are 0 for a consistent code.
    They overflow at 2**32, which takes at least 2**27 turns.
    """
    blacks = array("I")
    whites = array("I")
    for code in sliced(codes, holes):
        scored = [(score_codes(guess, code), black, white) for guess, black, white in history]
        blacks.append(sum(abs(own[0] - black) for own, black, _ in scored))
        whites.append(sum(abs(own[1] - white) for own, _, white in scored))
    return blacks, whites


def score_matrix(holes: int, guesses: bytes, codes: bytes) -> array[int]:
    """Return the scores of every guess and every code as an ``array('H')``, one row per guess.

    An entry is ``black * (holes + 1) + white``, at most 65535 for up to 254 holes.
    """
    pairs = product(sliced(guesses, holes), sliced(codes, holes))
    scores = (score_codes(guess, code) for guess, code in pairs)
    return array("H", (black * (holes + 1) + white for black, white in scores))


_MASK = (1 << 64) - 1


class Stream:
    """A stream of random numbers, defined by its state."""

    __slots__ = ("state",)

    def __init__(self, state: int):
        self.state = state

    def upper(self) -> int:
        """Return the upper 32 bits of the next word, by splitmix64."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        bits = ((self.state ^ (self.state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
        return (bits ^ (bits >> 31)) >> 32

    def below(self, bound: int) -> int:
        """Return a random number below a bound."""
        return self.upper() * bound >> 32

    def two_below(self, bound: int) -> tuple[int, int]:
        """Return two different random numbers below a bound of at least 2, in the order drawn."""
        first = self.below(bound)
        second = self.below(bound - 1)
        return first, second + (second >= first)


def random_codes(shape: CodeShape, size: int, state: int) -> tuple[bytes, int]:
    """Return ``size`` different random codes and the next state.

    A duplicate is drawn again, so there must be at least ``size`` codes.
    """
    stream = Stream(state)
    codes: dict[bytes, None] = {}
    while len(codes) < size:
        codes[_random_code(shape, stream)] = None
    return b"".join(codes), stream.state


def breed(
    shape: CodeShape, population: bytes, weights: Sequence[int], breeding: Breeding, state: int
) -> tuple[bytes, int]:
    """Return one child per code of the population, and the next state.

    Each choice takes one random number, in this order:

    * Two parents, with probabilities proportional to ``weights`` (integers from 1 with a sum below
      2**32): the first parent whose running sum exceeds the number.
    * Crossover, with at least two holes. It has one point, one of the ``holes - 1`` gaps, if a
      number is below ``one_point`` or there are only two holes, and otherwise two different gaps.
      The child has the colours of the second parent after the gap, or between the two gaps, and
      those of the first parent elsewhere.
    * Without repeats, each repeated colour is replaced by an unused one, drawn in ascending order.
    * If a number is below ``mutation``, a random hole gets another random colour, if there is one.
      Without repeats, it is an unused colour.
    * If a number is below ``permutation``, two random holes are exchanged, with at least two holes.
    * If a number is below ``inversion``, the colours between two random holes are reversed, with
      at least two holes.

    The numbers for the three conditions are always drawn. A child that equals an earlier one is
    replaced by a random code, which may be a duplicate.
    """
    holes = shape.holes
    stream = Stream(state)
    parents = list(sliced(population, holes))
    sums = list(accumulate(weights))
    children: list[bytes] = []
    seen: set[bytes] = set()
    for _ in parents:
        first = parents[bisect_right(sums, stream.below(sums[-1]))]
        second = parents[bisect_right(sums, stream.below(sums[-1]))]
        child = _crossed(first, second, holes, breeding.one_point, stream)
        if not shape.secret_repeats:
            _repair(child, shape.colours, stream)
        _change(child, shape, breeding, stream)
        code = bytes(child)
        if code in seen:
            code = _random_code(shape, stream)
        seen.add(code)
        children.append(code)
    return b"".join(children), stream.state


def _random_code(shape: CodeShape, stream: Stream) -> bytes:
    if shape.secret_repeats:
        return bytes(stream.below(shape.colours) for _ in range(shape.holes))
    left = list(range(shape.colours))
    return bytes(left.pop(stream.below(len(left))) for _ in range(shape.holes))


def _crossed(first: bytes, second: bytes, holes: int, one_point: int, stream: Stream) -> bytearray:
    one = stream.upper() < one_point
    if holes == 1:
        return bytearray(first)
    if one or holes == 2:
        start = 1 + stream.below(holes - 1)
        end = holes
    else:
        start, end = sorted(1 + gap for gap in stream.two_below(holes - 1))
    return bytearray(first[:start] + second[start:end] + first[end:])


def _repair(child: bytearray, colours: int, stream: Stream) -> None:
    for hole in range(1, len(child)):
        if child[hole] in child[:hole]:
            child[hole] = _other(child, colours, stream)


def _other(child: bytearray, colours: int, stream: Stream) -> int:
    unused = [colour for colour in range(colours) if colour not in child]
    return unused[stream.below(len(unused))]


def _change(child: bytearray, shape: CodeShape, breeding: Breeding, stream: Stream) -> None:
    colours, holes, repeats, _ = shape
    if stream.upper() < breeding.mutation and colours > (1 if repeats else holes):
        hole = stream.below(holes)
        if repeats:
            colour = stream.below(colours - 1)
            child[hole] = colour + (colour >= child[hole])
        else:
            child[hole] = _other(child, colours, stream)
    if stream.upper() < breeding.permutation and holes > 1:
        one, other = stream.two_below(holes)
        child[one], child[other] = child[other], child[one]
    if stream.upper() < breeding.inversion and holes > 1:
        start, end = sorted(stream.two_below(holes))
        child[start : end + 1] = child[start : end + 1][::-1]


_MOST_JUDGES = 200
_MOST_TRIED = 40

#: Counts of longer codes may exhaust the memory.
_MOST_HOLES = 10
_BITS = 20
_ONE = 1 << _BITS


def opening(shape: CodeShape, options: SampledOptions) -> bytes | None:
    """Return the first guess with the best blocks, or None if the search takes too long."""
    return None


def guess(
    shape: CodeShape, history: Sequence[Turn], seed: int, options: SampledOptions
) -> tuple[bytes, int] | None:
    """Return a guess and the number of codes that were scored for it.

    The guess is empty if no code is consistent. The result is None if the codes cannot be counted.
    The cost of a guess is the expected number of further guesses, by :func:`guesses_to_come` for
    each block.
    """
    holes = shape.holes
    count = kernels.codes.count_consistent(shape, history) if holes <= _MOST_HOLES else None
    if count is None:
        return None
    size = min(options.sample, _MOST_JUDGES)
    codes = kernels.codes.sample_consistent(shape, history, size, seed) or b""
    cut = sorted(sliced(codes, holes))
    if len(cut) <= 2:
        return (cut[0] if cut else b""), len(cut)
    random = Random(seed + len(history))
    inside = cut if len(cut) <= options.small else cut[:: max(1, len(cut) // _MOST_TRIED)]
    outside = {varied(shape, cut, random) for _ in range(min(options.outside, _MOST_TRIED))}
    legal = [code for code in outside if shape.guess_repeats or len(set(code)) == holes]
    tried = dict.fromkeys([*inside, *sorted(legal)])
    costs = {
        size: size * guesses_to_come(size * count, len(cut), options)
        for size in range(1, len(cut) + 1)
    }
    fitting = set(cut)

    def cost(code: bytes) -> tuple[int, bool, bytes]:
        blocks = Counter(score_codes(code, judge) for judge in cut)
        del blocks[holes, 0]
        return sum(map(costs.__getitem__, blocks.values())), code not in fitting, code

    return min(map(cost, tried))[2], len(tried) * len(cut)


def guesses_to_come(numerator: int, denominator: int, options: SampledOptions) -> int:
    """Return the expected number of further guesses for ``n`` codes, in units of 2**-20.

    It is exactly 1 for one code and 3/2 for two, ``at_four`` for four, and increases by
    ``per_bit`` for each doubling.
    """
    bits = _log2(numerator, denominator)
    four = _ONE * options.at_four // 1000
    if bits <= 0:
        return _ONE
    if bits <= _ONE:
        return _ONE + (bits >> 1)
    if bits <= 2 * _ONE:
        return 3 * _ONE // 2 + ((four - 3 * _ONE // 2) * (bits - _ONE) >> _BITS)
    return four + (_ONE * options.per_bit // 1000 * (bits - 2 * _ONE) >> _BITS)


def _log2(numerator: int, denominator: int) -> int:
    """Return the logarithm of a fraction from 1 up, in units of 2**-20, without a float."""
    whole = (numerator // denominator).bit_length() - 1
    part = (numerator << 31) // (denominator << whole)
    found = whole << _BITS
    for bit in range(_BITS - 1, -1, -1):
        part = part * part >> 31
        if part >> 32:
            part >>= 1
            found += 1 << bit
    return found
