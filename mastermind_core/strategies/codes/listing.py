"""Strategies that list the codes that fit and weigh each: Rhodes's two, and Ostrowska's minimax."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Literal

from attrs import evolve, field, frozen

from mastermind_core.code_space.consistent_codes import Coding, ConsistentCodes
from mastermind_core.errors import BadArgument
from mastermind_core.kernels.choose import code_kernel
from mastermind_core.strategies.base import Position
from mastermind_core.strategies.codes.budget import at_least
from mastermind_core.strategies.codes.openings import halves

Ties = Literal["first", "random"]
_SOURCE = "A. Rhodes, Search algorithms for Mastermind (2019)"

#: Scores of every code against every one, row by row, and their number.
Matrix = Sequence[int]


def largest(matrix: Matrix, size: int) -> list[int]:
    """Return the largest block of the codes behind each code."""
    rows = (matrix[at * size : (at + 1) * size] for at in range(size))
    return [max(Counter(row).values()) for row in rows]


def left_after(matrix: Matrix, size: int) -> list[int]:
    """Sum over the secrets how many codes are left after each code."""
    rows = (matrix[at * size : (at + 1) * size] for at in range(size))
    return [sum(n * n for n in Counter(row).values()) for row in rows]


def as_written(matrix: Matrix, size: int) -> list[int]:
    """Sum what MERC's text counts: for each secret m the codes that answer *m* as the code does.

    The code's own answers would be compared with the answers to the code. Here it is m that stays
    fixed, so that the sum is over the blocks of other guesses in which the code happens to be.
    """
    costs = [0] * size
    for at in range(size):
        row = matrix[at * size : (at + 1) * size]
        blocks = Counter(row)
        for code, score in enumerate(row):
            costs[code] += blocks[score]
    return costs


#: What a guess costs among the codes that fit.
COSTS: dict[str, Callable[[Matrix, int], list[int]]] = {
    "largest": largest,
    "left_after": left_after,
    "as_written": as_written,
}


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
        found = codes.sample_bytes(most, position.random)
    return sorted(codes.coding.cut(codes.need(found)))


@frozen
class Listing:
    """Weigh the codes that fit against each other, and guess one of least cost.

    With ``cost`` "as_written" this is Rhodes's MERC to the letter, with "left_after" what it
    must have been meant to be, and with "largest" his account of Knuth's method, which differs
    from Knuth's in that only codes that fit are guessed. The first guess is 1122 and its like.
    What fills gaps: ties go to the first code in order, or a random one; of more than ``most``
    fitting codes so many are drawn.
    """

    cost: Literal["largest", "left_after", "as_written"] = "as_written"
    ties: Ties = "first"
    most: int = 2000
    opening: tuple[Any, ...] | None = None
    name: str = "rhodes_merc"
    source: str = field(default=_SOURCE, repr=False)
    needs_table: ClassVar[bool] = False

    def __attrs_post_init__(self) -> None:
        at_least("most", self.most, 1)
        if self.cost not in COSTS:
            raise BadArgument(f"cost must be one of {', '.join(COSTS)}, not {self.cost!r}")

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding = Coding(position.game)
        if not position.history:
            return self.opening or coding.decode(halves(coding))
        codes = listed(position, self.most)
        joined = b"".join(codes)
        matrix = code_kernel().score_matrix(coding.holes, joined, joined)
        position.effort.evaluations += len(codes) ** 2
        costs = COSTS[self.cost](matrix, len(codes))
        return coding.decode(cheapest(codes, costs, self.ties, position.random))

    def but(self, **changes: Any) -> Listing:
        """Return this strategy with some of its parameters changed."""
        return evolve(self, **changes)


@frozen
class TwoColour:
    """Open with two random colours, then play minimax among the codes that fit.

    As Ostrowska writes it: a random colour in the first half of the holes and another in the
    second; then each code that fits is tried on "all" codes, not only on the fitting ones, and the
    one with the least largest number of equal answers is guessed. Against all codes that number
    says nothing of the history. ``against`` "candidates" is the method that her third section
    describes instead.

    What fills gaps: an odd hole goes to the first colour; ties go to the first code in order; of
    more than ``most`` fitting codes so many are drawn.
    """

    against: Literal["all", "candidates"] = "all"
    most: int = 2000
    name: str = "two_colour"
    source: str = field(
        default="A. Ostrowska, Implementation of Knuth's and minimax algorithms in Mastermind game "
        "(2021)",
        repr=False,
    )
    needs_table: ClassVar[bool] = False

    def __attrs_post_init__(self) -> None:
        at_least("most", self.most, 1)
        if self.against not in ("all", "candidates"):
            raise BadArgument(f'against must be "all" or "candidates", not {self.against!r}')

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding = Coding(position.game)
        if not position.history:
            return coding.decode(_two_random(coding, position.random))
        codes = listed(position, self.most)
        if self.against == "all":
            shape = coding.colours, coding.holes, coding.game.secret_repeats
            position.effort.evaluations += len(codes) * coding.secrets
            costs = [_largest_of_all(*shape, tuple(sorted(Counter(c).values()))) for c in codes]
        else:
            joined = b"".join(codes)
            matrix = code_kernel().score_matrix(coding.holes, joined, joined)
            position.effort.evaluations += len(codes) ** 2
            costs = largest(matrix, len(codes))
        return coding.decode(cheapest(codes, costs, "first", position.random))

    def but(self, **changes: Any) -> TwoColour:
        """Return this strategy with some of its parameters changed."""
        return evolve(self, **changes)


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
    count = code_kernel().count_consistent
    return max(
        int(count(colours, holes, repeats, [(code, black, white)]))
        for black in range(holes + 1)
        for white in range(holes + 1 - black)
    )
