"""The reference implementation in pure Python: codes of any size.

A code is ``holes`` bytes, each a colour from 0 to ``colours - 1``, and several codes are
concatenated. A history is a sequence of turns (guess, black, white). Codes may repeat colours if
``secret_repeats`` is true, but the guesses of a history always may. A code is consistent if every
guess would have the score of its turn. No function changes or stores its arguments, and none raises
on valid shapes: an impossible history has no consistent codes.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, islice, product
from operator import eq
from random import Random

from more_itertools import sliced

from mastermind_core.kernels.codes import varied
from mastermind_core.kernels.codes.plain_consistent import counted
from mastermind_core.kernels.types import Breeding, CodeShape, SampledOptions, Turn


@lru_cache(maxsize=1 << 16)
def score_codes(a: bytes, b: bytes) -> tuple[int, int]:
    """Return the black and white pegs of two codes, in either order."""
    common = sum(min(a.count(colour), b.count(colour)) for colour in set(a))
    black = sum(map(eq, a, b))
    return black, common - black


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


def population_blocks(holes: int, guesses: bytes, codes: bytes) -> array[int]:
    """Return the number of codes with each score, for every guess.

    The result is an ``array('I')`` with one row of ``(holes + 1) ** 2`` numbers per guess. The
    number for a score is at ``black * (holes + 1) + white``.
    """
    width = (holes + 1) ** 2
    n_codes = len(codes) // holes
    blocks = array("I", bytes(4 * width * (len(guesses) // holes)))
    for at, number in enumerate(_numbers(holes, guesses, codes)):
        blocks[at // n_codes * width + number] += 1
    return blocks


def score_matrix(holes: int, guesses: bytes, codes: bytes) -> array[int]:
    """Return the scores of every guess and every code as an ``array('H')``, one row per guess.

    An entry is ``black * (holes + 1) + white``, at most 65535 for up to 254 holes.
    """
    return array("H", _numbers(holes, guesses, codes))


def _numbers(holes: int, guesses: bytes, codes: bytes) -> Iterator[int]:
    for guess, code in product(sliced(guesses, holes), sliced(codes, holes)):
        black, white = score_codes(guess, code)
        yield black * (holes + 1) + white


def count_consistent(shape: CodeShape, history: Sequence[Turn]) -> int | None:
    """Return the number of consistent codes without listing them, or None if it takes too long."""
    found = counted(shape, tuple(history))
    return None if found is None else found.total


def count_soon(shape: CodeShape, history: Sequence[Turn]) -> int | None:
    """Return the number of consistent codes if counting is fast, otherwise None."""
    return count_consistent(shape, history)


def sample_consistent(
    shape: CodeShape, history: Sequence[Turn], size: int, seed: int
) -> bytes | None:
    """Return ``size`` different random consistent codes, every such set equally likely.

    The order of the codes has no meaning. All are returned if there are no more, and None if they
    cannot be counted. ``seed`` is an integer below 2**64. With the same seed, every kernel that
    counts them draws the same codes: the ranks are those of :func:`draw_ranks`, in the order of
    :mod:`mastermind_core.kernels.codes.plain_consistent`.
    """
    codes = counted(shape, tuple(history))
    if codes is None:
        return None
    return b"".join(map(codes.code, draw_ranks(codes.total, size, seed)))


def draw_ranks(total: int, size: int, seed: int) -> list[int]:
    """Return ``size`` random numbers below ``total``, every set equally likely, or all of them.

    Floyd's method: each step adds one rank to the range, and takes it if the draw is a duplicate.
    """
    random = Random(seed)
    ranks: dict[int, None] = {}
    for top in range(max(0, total - size), total):
        rank = random.randrange(top + 1)
        ranks[top if rank in ranks else rank] = None
    return list(ranks)


def list_consistent(
    shape: CodeShape, history: Sequence[Turn], limit: int, start: bytes = b""
) -> bytes:
    """Return the first ``limit`` consistent codes from ``start`` on, in lexicographic order.

    ``start`` may be any code, consistent or not. If it is empty, the list starts at the first code.
    """
    return b"".join(islice(_walk(shape, history, start or bytes(shape.holes)), limit))


def fits(shape: CodeShape, history: Sequence[Turn]) -> bool | None:
    """Return whether any code is consistent, or None if a kernel cannot decide it in time."""
    return bool(list_consistent(shape, history, 1))


def _walk(shape: CodeShape, history: Sequence[Turn], start: bytes) -> Iterator[bytes]:
    """Yield consistent codes by backtracking over the holes.

    A partial code may not have more black pegs or more common pegs than any score. The missing ones
    must fit into the remaining holes.
    """
    colours, holes, repeats, _ = shape
    guesses = [guess for guess, _, _ in history]
    code = bytearray(holes)
    used = [0] * colours

    def below(hole: int, black: list[int], common: list[int], *, free: bool) -> Iterator[bytes]:
        if hole == holes:
            yield bytes(code)
            return
        left = holes - hole - 1
        for colour in range(0 if free else start[hole], colours):
            before = used[colour]
            if before and not repeats:
                continue
            blacks = [b - (g[hole] == colour) for b, g in zip(black, guesses, strict=True)]
            commons = [c - (g.count(colour) > before) for c, g in zip(common, guesses, strict=True)]
            if all(0 <= b <= left for b in blacks) and all(0 <= c <= left for c in commons):
                code[hole] = colour
                used[colour] += 1
                loose = free or colour > start[hole]
                yield from below(hole + 1, blacks, commons, free=loose)
                used[colour] -= 1

    black = [turn[1] for turn in history]
    common = [turn[1] + turn[2] for turn in history]
    if all(c <= holes for c in common):
        yield from below(0, black, common, free=False)


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
    count = count_consistent(shape, history) if holes <= _MOST_HOLES else None
    if count is None:
        return None
    codes = sample_consistent(shape, history, min(options.sample, _MOST_JUDGES), seed) or b""
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
