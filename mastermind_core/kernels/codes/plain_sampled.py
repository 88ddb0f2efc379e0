"""The guesses of the sampled-information strategy in plain Python, on a small sample.

Codes and histories are as in :mod:`mastermind_core.kernels.codes.plain`. The compiled kernel
judges guesses in the same way, but more of them, and searches more sets: it makes other guesses,
as a rule better ones. Each kernel makes the same one for the same arguments. :func:`finish` finds
the same totals in both; of several best guesses each takes one of its own.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from random import Random

from mastermind_core.kernels.codes import varied
from mastermind_core.kernels.codes.plain import (
    count_consistent,
    list_consistent,
    sample_consistent,
    score_codes,
)
from mastermind_core.kernels.exact import plain as exact
from mastermind_core.kernels.exact.task import NO_LIMIT, Task
from mastermind_core.kernels.shared.plain_scores import PlainScores
from mastermind_core.kernels.types import CodeShape, SampledOptions, Turn

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
    colours, holes, repeats, _ = shape
    if holes > _MOST_HOLES:
        return None
    asked = colours, holes, repeats, history
    count = count_consistent(*asked)
    if count is None:
        return None
    judges = min(options.sample, _MOST_JUDGES)
    if count <= judges:
        codes = list_consistent(*asked, judges)
    else:
        codes = sample_consistent(*asked, judges, seed) or b""
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
    scores = PlainScores(rows, candidates, final)
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
