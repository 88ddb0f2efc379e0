"""Strategies that list codes that fit, all or some, and weigh them against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, Literal

from attrs import field, frozen
from attrs.converters import optional

from mastermind_core.arguments import choice, whole
from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.errors import BadArgument, GameTooLarge, shown
from mastermind_core.kernels.choose import code_kernel
from mastermind_core.strategies.base import CodeStrategy, Position, cited, guesses, named
from mastermind_core.strategies.codes.searching import (
    PATTERNS,
    Pattern,
    doubled,
    first_guess,
    shape_of,
)

Ties = Literal["first", "random"]

#: The answers of all codes to each code.
Rows = Sequence[Sequence[int]]

#: Fitting codes that are listed to be spread evenly.
_LISTED = 100_000


def rows_among(codes: Sequence[bytes], position: Position) -> Rows:
    """Return the answers of codes to each of them, all of which are looked at."""
    size, joined = len(codes), b"".join(codes)
    position.effort.evaluations += size**2
    matrix = code_kernel().score_matrix(len(codes[0]), joined, joined)
    return [matrix[at * size : (at + 1) * size] for at in range(size)]


def largest(rows: Rows) -> list[int]:
    """Return the largest block of the codes behind each code."""
    return [max(Counter(row).values()) for row in rows]


def left_after(rows: Rows) -> list[int]:
    """Sum over the secrets how many codes are left after each code."""
    return [sum(n * n for n in Counter(row).values()) for row in rows]


def as_written(rows: Rows) -> list[int]:
    """Sum what MERC's text counts: for each secret m the codes that answer *m* as the code does.

    The code's own answers would be compared with the answers to the code. Here it is m that stays
    fixed, so that the sum is over the blocks of other guesses in which the code happens to be.
    """
    blocks = [(Counter(row), row) for row in rows]
    return [sum(own[row[code]] for own, row in blocks) for code in range(len(rows))]


#: What a guess costs among the codes that fit.
COSTS = {"largest": largest, "left_after": left_after, "as_written": as_written}


def cheapest(codes: Sequence[bytes], costs: Sequence[int], ties: Ties, random: Random) -> bytes:
    """Return a code of least cost."""
    least = min(costs)
    best = [code for code, cost in zip(codes, costs, strict=True) if cost == least]
    return best[0] if ties == "first" else random.choice(best)


def listed(position: Position, most: int) -> list[bytes]:
    """List the codes that fit, or a random ``most`` of them where there are more."""
    codes = ConsistentCodes(position.game, position.history)
    found = codes.first_bytes(most + 1)
    if len(codes.coding.cut(found)) > most:
        found = codes.sample_bytes(most, position.new_random())
    return sorted(codes.coding.cut(codes.need(found)))


@frozen
class Listing(CodeStrategy):
    """The codes that fit, weighed against each other; one of least cost is guessed.

    With ``cost`` "as_written" this is Rhodes's MERC to the letter, with "left_after" what it
    must have been meant to be, and with "largest" his account of Knuth's method, which differs
    from Knuth's in that only codes that fit are guessed. The first guess is 1122 and its like.
    What fills gaps: ties go to the first code in order, or a random one; of more than ``most``
    fitting codes so many are drawn.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Listing("largest", most=100), games=20).mean
    4.75
    """

    cost: Literal["largest", "left_after", "as_written"] = choice(*COSTS, default="as_written")
    ties: Ties = choice("first", "random")
    most: int = field(default=2000, validator=whole(1))
    pattern: Pattern = choice(*PATTERNS, default="halves")
    name: str = named("rhodes_merc")
    source: str = cited("A. Rhodes, Search algorithms for Mastermind (2019)")

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding = Coding(position.game)
        if not position.history:
            return first_guess(coding, self.pattern, position.new_random())
        codes = listed(position, self.most)
        costs = COSTS[self.cost](rows_among(codes, position))
        return coding.decode(cheapest(codes, costs, self.ties, position.new_random()))


@frozen
class TwoColour(CodeStrategy):
    """Two random colours first, then minimax among the codes that fit.

    As Ostrowska writes it: a random colour in the first half of the holes and another in the
    second. Then each code that fits is tried on "all" codes, not only on the fitting ones, and the
    one with the least largest number of equal answers is guessed. Against all codes that number
    says nothing of the history. ``against`` "candidates" is the method that her third section
    describes instead.

    What fills gaps: an odd hole goes to the first colour; ties go to the first code in order; of
    more than ``most`` fitting codes so many are drawn.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), TwoColour("candidates", most=100), games=20).mean
    4.65
    """

    against: Literal["all", "candidates"] = choice("all", "candidates")
    most: int = field(default=2000, validator=whole(1))
    name: str = named("two_colour")
    source: str = cited(
        "A. Ostrowska, Implementation of Knuth's and minimax algorithms in Mastermind game (2021)"
    )

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding = Coding(position.game)
        if not position.history:
            return coding.decode(_two_random(coding, position.new_random()))
        codes = listed(position, self.most)
        if self.against == "all":
            shape = shape_of(coding)
            position.effort.evaluations += len(codes) * coding.secrets
            costs = [_largest_of_all(*shape, tuple(sorted(Counter(c).values()))) for c in codes]
        else:
            costs = largest(rows_among(codes, position))
        return coding.decode(cheapest(codes, costs, "first", position.new_random()))


def _two_random(coding: Coding, random: Random) -> bytes:
    if not coding.game.guess_repeats:
        return bytes(random.sample(range(coding.colours), coding.holes))
    colours = random.sample(range(coding.colours), min(2, coding.colours))
    first = (coding.holes + 1) // 2
    return bytes([colours[0]] * first + [colours[-1]] * (coding.holes - first))


@lru_cache(maxsize=4096)
def _largest_of_all(colours: int, holes: int, repeats: bool, numbers: tuple[int, ...]) -> int:
    """Return the largest block of all codes behind a code with such numbers of colours."""
    code = bytes(colour for colour, number in enumerate(numbers) for _ in range(number))
    counts = [
        code_kernel().count_consistent(colours, holes, repeats, [(code, black, white)])
        for black in range(holes + 1)
        for white in range(holes + 1 - black)
    ]
    known = [count for count in counts if count is not None]
    if len(known) < len(counts):
        raise GameTooLarge(
            f"{colours} colours in {holes} holes have too many codes to count those behind each "
            "answer: take against='candidates'"
        )
    return max(known)


@frozen
class MostPartsOfSpread(CodeStrategy):
    """The code that splits a spread-out population of fitting codes into most parts.

    From what Berghman, Goossens and Leus say of Ugurdag and others: the first two guesses are
    fixed. Afterwards a population of fitting codes is both the guesses and the secrets that they
    are tried on; the fitness of a guess is its number of different answers. The population has a
    fitting code from each part of a partition of all codes, found as Shapiro does.

    What fills gaps: the population is taken in equal steps from the list of all fitting codes, and
    ties go to the lexicographically first. Where these are more than 100,000, and with the
    ``spread`` "runs", the parts are ``population`` runs of equal length in lexicographic order, and
    the code is the first that fits from the beginning of its run on, whichever run that is in. The
    ``fixed`` guesses are 1123 and 4564 and their like, or those that are given, as 1123 and 2646;
    they are left out when one code only still fits.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), MostPartsOfSpread(spread="runs"), games=20).mean
    4.8
    """

    population: int = field(default=64, validator=whole(1))
    spread: Literal["runs", "even"] = choice("runs", "even", default="even")
    fixed: tuple[Any, ...] | None = field(default=None, converter=optional(guesses))
    name: str = named("ugurdag")
    source: str = cited(
        "H. F. Ugurdag and others, Population-based FPGA solution to Mastermind game, AHS (2006)"
    )

    @property
    def draws_lots(self) -> bool:
        """Whether another seed makes other guesses."""
        return False

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding = Coding(position.game)
        depth = len(position.history)
        fixed = self.fixed
        if fixed is None:
            fixed = tuple(map(coding.decode, fixed_pair(coding)))
        if depth < len(fixed) and not _settled(position):
            if fixed[depth] not in position.game.guesses:
                raise BadArgument(f"fixed: {shown(fixed[depth])} is not a guess of this game")
            return fixed[depth]
        codes = ConsistentCodes(position.game, position.history)
        found = self._spread(codes)
        parts = [len(set(row)) for row in rows_among(found, position)]
        return coding.decode(found[parts.index(max(parts))])

    def _spread(self, codes: ConsistentCodes) -> list[bytes]:
        coding = codes.coding
        size = min(self.population, coding.secrets)
        if self.spread == "even":
            listed = codes.coding.cut(codes.first_bytes(_LISTED + 1))
            if 0 < len(listed) <= _LISTED:
                size = min(size, len(listed))
                return [listed[at * len(listed) // size] for at in range(size)]
        starts = (at * coding.secrets // size for at in range(size))
        shape = shape_of(coding)
        found: set[bytes] = set()
        for at in starts:
            start = code_at(*shape, at)
            found.add(code_kernel().list_consistent(*shape, codes.turns, 1, start))
        found.discard(b"")
        return sorted(found) or [codes.need(codes.sample_bytes(1, Random(0)))]


def _settled(position: Position) -> bool:
    """Return whether one code is left, so that a fixed guess would be thrown away."""
    codes = ConsistentCodes(position.game, position.history)
    return bool(position.history) and len(codes.first(2)) == 1


def fixed_pair(coding: Coding) -> tuple[bytes, bytes]:
    """Return two guesses that go together: the second has the first one's pattern in new colours.

    >>> from mastermind_core import Mastermind
    >>> [code.hex()[1::2] for code in fixed_pair(Coding(Mastermind(colours=6, holes=4)))]
    ['0012', '3453']
    """
    first = doubled(coding)
    by = max(first) + 1
    second = bytes((colour + by) % coding.colours for colour in first)
    return first, second[1:] + second[:1]


def code_at(colours: int, holes: int, repeats: bool, at: int) -> bytes:
    """Return a code by its place in lexicographic order."""
    left = list(range(colours))
    code = bytearray()
    for hole in range(holes):
        below = 1
        for further in range(hole + 1, holes):
            below *= colours if repeats else colours - further
        digit, at = divmod(at, below)
        code.append(left[digit] if repeats else left.pop(digit))
    return bytes(code)


rhodes_knuth = Listing("largest", name="rhodes_knuth")
rhodes_merc = Listing()
two_colour = TwoColour()
ugurdag = MostPartsOfSpread()
