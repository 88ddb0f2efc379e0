"""The kernels of code games of any size, in plain Python: what faster ones are held to.

A code is ``holes`` bytes, each a colour from 0 to ``colours - 1``; several codes are their bytes
one after the other. A history is a sequence of turns (guess, black, white). ``repeats`` says
whether a colour may come twice in a *secret*; guesses may always repeat. A code is consistent when
it would have answered every guess as the turn says. No function changes its arguments or keeps
them, and none raises on good shapes: a history that nothing fits has no consistent codes.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, islice
from math import perm
from operator import eq
from random import Random

from mastermind_core.kernels.types import Turn


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

    An ``array('I')`` of ``(holes + 1) ** 2`` numbers a guess, row by row; the number of the codes
    that answer black and white is at ``black * (holes + 1) + white``.
    """
    width = (holes + 1) ** 2
    blocks = array("I", bytes(4 * width * (len(guesses) // holes)))
    cut = [codes[at : at + holes] for at in range(0, len(codes), holes)]
    for row, at in enumerate(range(0, len(guesses), holes)):
        guess = guesses[at : at + holes]
        for code in cut:
            black, white = score_codes(guess, code)
            blocks[row * width + black * (holes + 1) + white] += 1
    return blocks


def score_matrix(holes: int, guesses: bytes, codes: bytes) -> array[int]:
    """Score every guess against every code, row by row: an ``array('H')``.

    An entry is ``black * (holes + 1) + white``, at most 65535 for up to 254 holes.
    """
    cut = [codes[at : at + holes] for at in range(0, len(codes), holes)]
    scores = array("H")
    for at in range(0, len(guesses), holes):
        guess = guesses[at : at + holes]
        for code in cut:
            black, white = score_codes(guess, code)
            scores.append(black * (holes + 1) + white)
    return scores


def count_consistent(colours: int, holes: int, repeats: bool, history: Sequence[Turn]) -> int:
    """Count the consistent codes without a list of them."""
    return _counted(colours, holes, repeats, tuple(history)).total


def sample_consistent(
    colours: int,
    holes: int,
    repeats: bool,
    history: Sequence[Turn],
    size: int,
    seed: int,
) -> bytes:
    """Draw ``size`` different consistent codes, every such set equally likely.

    The order of the codes says nothing. All are returned where there are no more. ``seed`` is a
    number below 2**64; a kernel draws the same codes for it at every call, another kernel others.
    """
    counted = _counted(colours, holes, repeats, tuple(history))
    ranks = draw_ranks(counted.total, size, seed)
    return b"".join(map(counted.code, ranks))


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
    colours: int,
    holes: int,
    repeats: bool,
    history: Sequence[Turn],
    limit: int,
    start: bytes = b"",
) -> bytes:
    """List the first ``limit`` consistent codes from ``start`` on, in lexicographic order.

    ``start`` may be any code, consistent or not; the empty one begins with the first code.
    """
    found = _walk(colours, holes, repeats, history, start or bytes(holes))
    return b"".join(islice(found, limit))


def _walk(
    colours: int,
    holes: int,
    repeats: bool,
    history: Sequence[Turn],
    start: bytes,
) -> Iterator[bytes]:
    """Go down hole by hole, as long as every answer can still come out as it should.

    A partial code may have no more black pegs than the answer and no more pegs in common with the
    guess, and what is missing of either must fit into the holes that are left.
    """
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


@lru_cache(maxsize=4)
def _counted(colours: int, holes: int, repeats: bool, history: tuple[Turn, ...]) -> _Counted:
    return _Counted(colours, holes, repeats, history)


class _Counted:
    """The consistent codes, counted by how often each colour comes, and numbered.

    The pegs in common with a guess depend on the numbers of the colours alone: those are listed
    first. Colours of no guess are one class, since no answer tells them apart. In how many ways
    the pegs of some numbers can stand is then counted hole by hole; what is left of the numbers
    and of the black pegs says all that matters of the holes before, so it is counted once.
    """

    def __init__(
        self,
        colours: int,
        holes: int,
        repeats: bool,
        history: tuple[Turn, ...],
    ):
        self.holes, self.repeats = holes, repeats
        guesses = [guess for guess, _, _ in history]
        asked = {colour for guess in guesses for colour in guess}
        self.known = sorted(asked, key=lambda c: -sum(guess.count(c) for guess in guesses))
        self.free = [colour for colour in range(colours) if colour not in asked]
        self.in_guess = [[guess.count(colour) for guess in guesses] for colour in self.known]
        self.hits = [
            [tuple(int(g[hole] == colour) for g in guesses) for colour in self.known]
            + [(0,) * len(guesses)]
            for hole in range(holes)
        ]
        self.black = tuple(black for _, black, _ in history)
        self.memo: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        common = tuple(black + white for _, black, white in history)
        self.numbers = [n for n in self._numbers((), holes, common) if self._ways(n, self.black)]
        self.ends = list(
            accumulate(self._ways(n, self.black) * self._fillings(n[-1]) for n in self.numbers)
        )
        self.total = self.ends[-1] if self.ends else 0

    def _numbers(
        self, chosen: tuple[int, ...], left: int, common: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """List the numbers of the known colours, and of all others together, that fit."""
        at = len(chosen)
        if at == len(self.known):
            if not any(common) and self._fillings(left):
                yield (*chosen, left)
            return
        rest = [sum(column) for column in zip(*self.in_guess[at + 1 :], strict=True)] or [0] * len(
            common
        )
        for number in range((left if self.repeats else min(left, 1)) + 1):
            after = tuple(
                c - min(number, asked) for c, asked in zip(common, self.in_guess[at], strict=True)
            )
            if all(0 <= c <= min(left - number, most) for c, most in zip(after, rest, strict=True)):
                yield from self._numbers((*chosen, number), left - number, after)

    def _fillings(self, pegs: int) -> int:
        """Count the ways to give so many pegs colours of no guess."""
        return int(len(self.free) ** pegs) if self.repeats else perm(len(self.free), pegs)

    def _ways(self, numbers: tuple[int, ...], black: tuple[int, ...]) -> int:
        """Count the ways to stand pegs of these numbers in the last holes, all free ones alike."""
        key = numbers, black
        if key not in self.memo:
            self.memo[key] = (
                sum(self._ways(*after) for _, after in self._steps(numbers, black))
                if any(numbers)
                else int(not any(black))
            )
        return self.memo[key]

    def _steps(
        self, numbers: tuple[int, ...], black: tuple[int, ...]
    ) -> Iterator[tuple[int, tuple[tuple[int, ...], tuple[int, ...]]]]:
        left = sum(numbers)
        for at, number in enumerate(numbers):
            if number:
                hit = self.hits[self.holes - left][at]
                after = tuple(b - h for b, h in zip(black, hit, strict=True))
                if all(0 <= b < left for b in after):
                    yield at, ((*numbers[:at], number - 1, *numbers[at + 1 :]), after)

    def code(self, rank: int) -> bytes:
        """Return the code of a rank, in an order of our own."""
        at = bisect_right(self.ends, rank)
        numbers, black = self.numbers[at], self.black
        rank, filling = divmod(rank - (self.ends[at - 1] if at else 0), self._fillings(numbers[-1]))
        unused = list(self.free)
        code = bytearray()
        while any(numbers):
            kind, after, rank = self._step(numbers, black, rank)
            numbers, black = after
            if kind < len(self.known):
                code.append(self.known[kind])
            else:
                filling, pick = divmod(filling, len(unused))
                code.append(unused[pick] if self.repeats else unused.pop(pick))
        return bytes(code)

    def _step(
        self, numbers: tuple[int, ...], black: tuple[int, ...], rank: int
    ) -> tuple[int, tuple[tuple[int, ...], tuple[int, ...]], int]:
        """Choose the colour of the next hole, and what is left of the rank behind it."""
        for kind, after in self._steps(numbers, black):
            ways = self._ways(*after)
            if rank < ways:
                return kind, after, rank
            rank -= ways
        raise AssertionError("a rank beyond the last code")
