"""What the strategies of codes share: first guesses, budgets, distances, and populations.

Each names its gaps: what its source does not say, and how it is read here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, cycle, islice, repeat
from math import inf
from random import Random
from time import monotonic
from typing import Any, ClassVar, Literal, TypeVar

from attrs import field, frozen

from mastermind_core.arguments import choice, number, whole
from mastermind_core.code_space import Code, Coding, ConsistentCodes
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.types import Breeding, Turn
from mastermind_core.strategies.base import CodeStrategy, Effort, Position

Result = TypeVar("Result")

Pattern = Literal["different", "doubled", "halves", "random"]

#: The patterns by name; what is drawn follows the rule of secrets, what is fixed that of guesses.
PATTERNS: tuple[Pattern, ...] = ("different", "doubled", "halves", "random")

BERNIER = (
    "J. Bernier and others, Solving MasterMind using GAs and simulated annealing, PPSN IV (1996)"
)

#: The chance 1 as kernels take it.
_WHOLE = 1 << 32


def first_guess(coding: Coding, pattern: Pattern, random: Random) -> Code:
    """Return the first guess of a pattern."""
    if pattern == "random":
        return coding.decode(drawn(coding, 1, random))
    return coding.decode(
        {"different": different, "doubled": doubled, "halves": halves}[pattern](coding)
    )


def doubled(coding: Coding) -> bytes:
    """Return the code with some colours twice and the rest once, in order.

    Berghman, Goossens and Leus: 1123 for 4 holes, 11234 for 5, 112234 for 6, 11223345 for 8;
    holes // 2 - 1 colours twice is a rule that gives these.

    >>> from mastermind_core import Mastermind
    >>> [doubled(Coding(Mastermind(colours=9, holes=holes))).hex()[1::2] for holes in (3, 4, 6, 8)]
    ['012', '0012', '001123', '00112234']
    """
    pairs = max(0, coding.holes // 2 - 1)
    return _spread(coding, chain(repeat(2, pairs), repeat(1)))


def halves(coding: Coding) -> bytes:
    """Return the code with one colour in the first half and the next in the other (1122)."""
    return _spread(coding, iter([(coding.holes + 1) // 2, coding.holes // 2]))


def different(coding: Coding) -> bytes:
    """Return the code with a different colour in every hole, as long as there are any (1234)."""
    return _spread(coding, repeat(1))


def _spread(coding: Coding, numbers: Iterable[int]) -> bytes:
    """Give each colour in turn so many holes; begin again with the first when they run out.

    In a game without repeats every colour comes once.
    """
    if not coding.game.guess_repeats:
        numbers = repeat(1)
    colours = cycle(range(coding.colours))
    holes = chain.from_iterable(repeat(c, n) for c, n in zip(colours, numbers, strict=False))
    return bytes(islice(holes, coding.holes))


def errors_of(holes: int, population: bytes, turns: Sequence[Turn]) -> list[int]:
    """Return the distances of codes from a history, black and white pegs alike."""
    blacks, whites = kernels.codes.distances(holes, population, turns)
    return [black + white for black, white in zip(blacks, whites, strict=True)]


def exchanged(code: bytes, pair: tuple[int, int]) -> bytes:
    """Return the code with two holes exchanged."""
    changed = bytearray(code)
    one, other = pair
    changed[one], changed[other] = changed[other], changed[one]
    return bytes(changed)


def drawn(coding: Coding, size: int, random: Random, *, guesses: bool = False) -> bytes:
    """Return distinct random codes, which repeat colours where secrets, or guesses, may."""
    shape = coding.shape
    if guesses:
        shape = shape._replace(secret_repeats=shape.guess_repeats)
    return kernels.codes.random_codes(shape, size, random.getrandbits(64))[0]


def breeding(one_point: float, mutation: float, permutation: float, inversion: float) -> Breeding:
    """Return chances as kernels take them."""
    chances = (one_point, mutation, permutation, inversion)
    return Breeding(*(round(chance * _WHOLE) for chance in chances))


class Quota:
    """A limit on the codes that are looked at and on the time; what is spent goes into an effort.

    A budget of ``evaluations`` always gives the same guesses; one of ``seconds`` does not. None
    is no limit.
    """

    def __init__(self, effort: Effort, seconds: float | None, evaluations: int | None):
        self._effort = effort
        self._most = inf if evaluations is None else effort.evaluations + evaluations
        self._until = inf if seconds is None else monotonic() + seconds

    def spend(self, codes: int) -> None:
        """Count codes that have been looked at."""
        self._effort.evaluations += codes

    @property
    def left(self) -> bool:
        """Whether anything is left."""
        return self._effort.evaluations < self._most and monotonic() < self._until


@frozen
class Budgeted(CodeStrategy):
    """The base of strategies that may think so long about a guess."""

    seconds: float | None = field(default=None, validator=number(0, or_none=True), kw_only=True)
    evaluations: int | None = field(default=None, validator=whole(0, or_none=True), kw_only=True)

    def budget(self, position: Position) -> Quota:
        """Return the budget of one guess."""
        return Quota(position.effort, self.seconds, self.evaluations)


@frozen
class Searching(Budgeted):
    """The base of strategies that guess a pattern, and later what a search finds in a budget.

    Where the search finds nothing, a code that fits is drawn. One that ``lasts`` all game long
    draws alike at each guess.
    """

    lasts: ClassVar[bool] = False
    pattern: Pattern = choice(*PATTERNS, default="random", kw_only=True)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        random = position.new_random()
        if not position.history:
            return first_guess(Coding(position.game), self.pattern, random)
        codes = ConsistentCodes(position.game, position.history)
        lots = position.game_random() if self.lasts else random
        found = self.search(codes, self.budget(position), lots)
        return codes.coding.decode(found or codes.need(codes.sample_bytes(1, random)))

    def search(self, codes: ConsistentCodes, budget: Quota, random: Random) -> bytes | None:
        """Return a code to guess, or None for any that fits."""


def in_rounds(
    rounds: int, codes: ConsistentCodes, budget: Quota, search: Callable[[], Result]
) -> Result | None:
    """Return what a search finds in so many rounds; None once it cannot find anything."""
    for made in range(rounds):
        found = search()
        if found or not budget.left or (made == 0 and codes.fits() is False):
            return found
    return None
