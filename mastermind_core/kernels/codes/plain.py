"""The reference implementation in pure Python: codes of any size.

A code is ``holes`` bytes, each a colour from 0 to ``colours - 1``, and several codes are
concatenated. A history is a sequence of turns (guess, black, white). Codes may repeat colours if
``secret_repeats`` is true, but the guesses of a history always may. A code is consistent if every
guess would have the score of its turn. No function changes or stores its arguments, and none raises
on valid shapes: an impossible history has no consistent codes.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from operator import eq
from random import Random

from more_itertools import sliced

from mastermind_core.kernels.codes.plain_consistent import counted
from mastermind_core.kernels.types import CodeShape, Turn


@lru_cache(maxsize=1 << 16)
def score_codes(a: bytes, b: bytes) -> tuple[int, int]:
    """Return the black and white pegs of two codes, in either order."""
    common = sum(min(a.count(colour), b.count(colour)) for colour in set(a))
    black = sum(map(eq, a, b))
    return black, common - black


def population_blocks(holes: int, guesses: bytes, codes: bytes) -> array[int]:
    """Return the number of codes with each score, for every guess.

    The result is an ``array('I')`` with one row of ``(holes + 1) ** 2`` numbers per guess. The
    number for a score is at ``black * (holes + 1) + white``.
    """
    width = (holes + 1) ** 2
    n_codes = len(codes) // holes
    blocks = array("I", bytes(4 * width * (len(guesses) // holes)))
    pairs = product(sliced(guesses, holes), sliced(codes, holes))
    for at, pair in enumerate(pairs):
        black, white = score_codes(*pair)
        blocks[at // n_codes * width + black * (holes + 1) + white] += 1
    return blocks


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
