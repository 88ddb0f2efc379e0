"""The kernels of code games of any size, in plain Python: what faster ones are held to.

A code is ``holes`` bytes, each a colour from 0 to ``colours - 1``; several codes are their bytes
one after the other. A history is a sequence of turns (guess, black, white). Codes repeat colours
where ``secret_repeats`` says so; the guesses of a history always may. A code is consistent when
it would have answered every guess as the turn says. No function changes its arguments or keeps
them, and none raises on good shapes: a history that nothing fits has no consistent codes.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, islice
from operator import eq
from random import Random

from mastermind_core.kernels.codes import varied
from mastermind_core.kernels.codes.plain_consistent import counted
from mastermind_core.kernels.exact.task import NO_LIMIT, Task
from mastermind_core.kernels.shared.plain_scores import PlainScores
from mastermind_core.kernels.types import Breeding, CodeShape, Rules, SampledOptions, Turn


@lru_cache(maxsize=1 << 16)
def score_codes(a: bytes, b: bytes) -> tuple[int, int]:
    """Return the black and white pegs of two codes; their order does not matter."""
    common = sum(min(a.count(colour), b.count(colour)) for colour in set(a))
    black = sum(map(eq, a, b))
    return black, common - black


def distances(holes: int, codes: bytes, history: Sequence[Turn]) -> tuple[array[int], array[int]]:
    """Return how far each code is from a history: the sums of its black and of its white errors.

    Two ``array('I')`` with an entry a code; both are 0 where the code is consistent. Overflows at
    2**32, that is never with fewer than 2**27 turns.
    """
    n_codes = len(codes) // holes
    blacks, whites = array("I", bytes(4 * n_codes)), array("I", bytes(4 * n_codes))
    for at in range(n_codes):
        code = codes[at * holes : (at + 1) * holes]
        far_black = far_white = 0
        for guess, black, white in history:
            got_black, got_white = score_codes(guess, code)
            far_black += abs(got_black - black)
            far_white += abs(got_white - white)
        blacks[at], whites[at] = far_black, far_white
    return blacks, whites


def population_blocks(holes: int, guesses: bytes, codes: bytes) -> array[int]:
    """Count for every guess how many codes answer it with each score.

    An ``array('I')`` of ``(holes + 1) ** 2`` numbers a guess, row by row. The number of the codes
    that answer black and white is at ``black * (holes + 1) + white``.
    """
    width, n_codes = (holes + 1) ** 2, len(codes) // holes
    blocks = array("I", bytes(4 * width * (len(guesses) // holes)))
    for at, number in enumerate(_numbers(holes, guesses, codes)):
        blocks[at // n_codes * width + number] += 1
    return blocks


def score_matrix(holes: int, guesses: bytes, codes: bytes) -> array[int]:
    """Score every guess against every code, row by row: an ``array('H')``.

    An entry is ``black * (holes + 1) + white``, at most 65535 for up to 254 holes.
    """
    return array("H", _numbers(holes, guesses, codes))


def _numbers(holes: int, guesses: bytes, codes: bytes) -> Iterator[int]:
    cut = [codes[at : at + holes] for at in range(0, len(codes), holes)]
    for at in range(0, len(guesses), holes):
        guess = guesses[at : at + holes]
        for code in cut:
            black, white = score_codes(guess, code)
            yield black * (holes + 1) + white


def count_consistent(shape: CodeShape, history: Sequence[Turn]) -> int | None:
    """Count the consistent codes without a list of them; None where that takes too much."""
    found = counted(shape, tuple(history))
    return None if found is None else found.total


def count_soon(shape: CodeShape, history: Sequence[Turn]) -> int | None:
    """Count the consistent codes where that is soon done, else return None."""
    return count_consistent(shape, history)


def sample_consistent(
    shape: CodeShape, history: Sequence[Turn], size: int, seed: int
) -> bytes | None:
    """Draw ``size`` different consistent codes, every such set equally likely.

    The order of the codes says nothing. All are returned where there are no more, and None where
    they take too much to count. ``seed`` is a number below 2**64, for which every kernel that
    counts them draws the same codes: those of the ranks that :func:`draw_ranks` draws, in the
    order of :mod:`mastermind_core.kernels.codes.plain_consistent`.
    """
    codes = counted(shape, tuple(history))
    if codes is None:
        return None
    return b"".join(map(codes.code, draw_ranks(codes.total, size, seed)))


def draw_ranks(total: int, size: int, seed: int) -> list[int]:
    """Draw different numbers below ``total``, every set equally likely; all if there are no more.

    Floyd's method: each step draws from one rank more, and takes the new one if it is taken.
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
    """List the first ``limit`` consistent codes from ``start`` on, in lexicographic order.

    ``start`` may be any code, consistent or not; the empty one begins with the first code.
    """
    return b"".join(islice(_walk(shape, history, start or bytes(shape.holes)), limit))


def fits(shape: CodeShape, history: Sequence[Turn]) -> bool | None:
    """Return whether any code is consistent; None where finding out takes a kernel too long."""
    return bool(list_consistent(shape, history, 1))


def _walk(shape: CodeShape, history: Sequence[Turn], start: bytes) -> Iterator[bytes]:
    """Go down hole by hole, as long as every answer can still come out as it should.

    A partial code may have no more black pegs than the answer and no more pegs in common with the
    guess, and what is missing of either must fit into the holes that are left.
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


class Lots:
    """A stream of random numbers, given by its state."""

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
        """Return a number below a bound."""
        return self.upper() * bound >> 32

    def two_below(self, bound: int) -> tuple[int, int]:
        """Return two different numbers below a bound of at least 2, the first drawn first."""
        first = self.below(bound)
        second = self.below(bound - 1)
        return first, second + (second >= first)


def random_codes(shape: CodeShape, size: int, state: int) -> tuple[bytes, int]:
    """Draw ``size`` different codes, and return them with the next state.

    A code is drawn anew as long as it has come before; there must be so many codes.
    """
    lots = Lots(state)
    codes: dict[bytes, None] = {}
    while len(codes) < size:
        codes[_random_code(shape, lots)] = None
    return b"".join(codes), lots.state


def breed(
    shape: CodeShape, population: bytes, weights: Sequence[int], breeding: Breeding, state: int
) -> tuple[bytes, int]:
    """Make as many children as the population has codes, and return them with the next state.

    Each child is made in this order, a draw for each choice. Two parents are drawn with chances
    proportional to ``weights`` (integers from 1, their sum below 2**32): the one at which the
    running sum passes the number drawn. With at least two holes they are crossed: at one point,
    one of the ``holes - 1`` gaps, if a draw is below ``one_point`` or there are fewer than three
    holes, else at two different gaps. The child has the first parent's colours, but behind the
    gap, or between the two, the second's. Without repeats each colour that has come before in
    the child is then replaced by one that is not in it, drawn from those in ascending order.
    If a draw is below ``mutation`` (and there are two colours) a hole gets another colour, both
    drawn. Without repeats it is one that is not in the child, if there is any. If one is below
    ``permutation`` (and there are two holes) two holes change places. If one is below
    ``inversion`` (likewise) the colours from one hole to another are turned round. The draw of a
    chance is made in any case. A child that equals an earlier one is replaced by a random code,
    whether that is new or not.
    """
    holes, lots = shape.holes, Lots(state)
    parents = [population[at : at + holes] for at in range(0, len(population), holes)]
    sums = list(accumulate(weights))
    children: list[bytes] = []
    seen: set[bytes] = set()
    for _ in parents:
        first = parents[bisect_right(sums, lots.below(sums[-1]))]
        second = parents[bisect_right(sums, lots.below(sums[-1]))]
        child = _crossed(first, second, holes, breeding.one_point, lots)
        if not shape.secret_repeats:
            _mend(child, shape.colours, lots)
        _change(child, shape, breeding, lots)
        code = bytes(child)
        if code in seen:
            code = _random_code(shape, lots)
        seen.add(code)
        children.append(code)
    return b"".join(children), lots.state


def _random_code(shape: CodeShape, lots: Lots) -> bytes:
    if shape.secret_repeats:
        return bytes(lots.below(shape.colours) for _ in range(shape.holes))
    left = list(range(shape.colours))
    return bytes(left.pop(lots.below(len(left))) for _ in range(shape.holes))


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


def _change(child: bytearray, shape: CodeShape, breeding: Breeding, lots: Lots) -> None:
    colours, holes, repeats, _ = shape
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


_MOST_JUDGES = 200
_MOST_TRIED = 40

#: Codes that are searched at most, and the sets that a search may look at.
_MOST_SEARCHED = 12
_MOST_NODES = 200

#: Of longer codes the counts may take all memory.
_MOST_HOLES = 10
_BITS = 20
_ONE = 1 << _BITS


def opening(shape: CodeShape, options: SampledOptions) -> bytes | None:
    """Return the first guess with the best blocks, or None where finding it takes long."""
    return None


def guess(
    shape: CodeShape, history: Sequence[Turn], seed: int, options: SampledOptions
) -> tuple[bytes, int] | None:
    """Return a guess and how many codes were scored for it.

    The guess is empty where no code fits; None is returned where there is no room to count them.
    A guess costs what is still to come on average, as :func:`guesses_to_come` sees each block.
    """
    holes = shape.holes
    if holes > _MOST_HOLES:
        return None
    count = count_consistent(shape, history)
    if count is None:
        return None
    judges = min(options.sample, _MOST_JUDGES)
    if count <= judges:
        codes = list_consistent(shape, history, judges)
    else:
        codes = sample_consistent(shape, history, judges, seed) or b""
    cut = sorted(codes[at : at + holes] for at in range(0, len(codes), holes))
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

    scored = len(tried) * len(cut)
    if len(cut) <= min(options.exact, options.small, _MOST_SEARCHED):
        pool = [*cut, *sorted(tried.keys() - fitting)]
        found = finish(holes, b"".join(pool), len(cut), _MOST_NODES)
        if found is not None:
            return pool[found[0]], 2 * scored
    return min(map(cost, tried))[2], scored


def finish(
    holes: int, pool: bytes, candidates: int, nodes: int = NO_LIMIT
) -> tuple[int, int] | None:
    """Return which guess of a pool is the best one, and the guesses that all codes take in all.

    The codes that may be the secret are the first of the pool. What comes after the guess is of
    the pool too. Where that takes a search of over so many nodes, None is returned.
    """
    guesses = [pool[at : at + holes] for at in range(0, len(pool), holes)]
    number = {pair: at for at, pair in enumerate(_pairs(holes))}
    rows = [
        array("H", (number[score_codes(guess, code)] for code in guesses[:candidates]))
        for guess in guesses
    ]
    final = [pair == (holes, 0) for pair in number]
    scores = PlainScores(rows, candidates, Rules(final))
    from mastermind_core.kernels.exact import plain as exact

    found = exact.attempt(scores, Task(array("I", range(candidates)), nodes=nodes))
    return (found.tree.guesses[0], found.total) if found.proven and found.tree else None


def _pairs(holes: int) -> list[tuple[int, int]]:
    """Return all numbers of black and white pegs."""
    return [(black, white) for black in range(holes + 1) for white in range(holes + 1 - black)]


def guesses_to_come(numerator: int, denominator: int, options: SampledOptions) -> int:
    """Return how many guesses a number of codes still takes, in units of 2**-20.

    Exactly 1 and 3/2 for one and two; ``at_four`` for four, and ``per_bit`` for each doubling.
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
    """Return the logarithm of a fraction of at least 1, in units of 2**-20, without a float."""
    whole = (numerator // denominator).bit_length() - 1
    part = (numerator << 31) // (denominator << whole)
    found = whole << _BITS
    for bit in range(_BITS - 1, -1, -1):
        part = part * part >> 31
        if part >> 32:
            part >>= 1
            found += 1 << bit
    return found
