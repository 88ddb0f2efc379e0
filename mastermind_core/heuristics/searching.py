"""Shared parts for code strategies: first guesses, budgets, distances, and populations.

Each strategy's docstring lists its assumptions: the details that the source leaves open.
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
from mastermind_core.heuristics.kernels import Breeding, running
from mastermind_core.kernels import Turn
from mastermind_core.strategies.parts import CodeStrategy, Effort, Position

Result = TypeVar("Result")

Pattern = Literal["different", "doubled", "halves", "random"]

#: The patterns by name. Random codes obey the rule for secrets, fixed codes that for guesses.
PATTERNS: tuple[Pattern, ...] = ("different", "doubled", "halves", "random")

BERNIER = (
    "J. Bernier and others, Solving MasterMind using GAs and simulated annealing, PPSN IV (1996)"
)

#: Probability 1 as an integer for the kernels.
_WHOLE = 1 << 32


def first_guess(coding: Coding, pattern: Pattern, random: Random) -> Code:
    """Return a pattern's first guess."""
    if pattern == "random":
        return coding.decode(drawn(coding, 1, random))
    make = {"different": different, "doubled": doubled, "halves": halves}[pattern]
    return coding.decode(make(coding))


def doubled(coding: Coding) -> bytes:
    """Return the code with some colours twice and the others once, in order.

    Berghman, Goossens and Leus use 1123 for 4 holes and 11234 for 5. They use 112234 for 6 and
    11223345 for 8. The rule "holes // 2 - 1 colours twice" yields these codes.

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
    """Return the code with a different colour in every hole, if there are enough (1234)."""
    return _spread(coding, repeat(1))


def _spread(coding: Coding, numbers: Iterable[int]) -> bytes:
    """Return a code with given hole counts per colour. The colours repeat in a cycle.

    In a game without repeats every colour occurs once.
    """
    if not coding.game.guess_repeats:
        numbers = repeat(1)
    colours = cycle(range(coding.colours))
    holes = chain.from_iterable(repeat(c, n) for c, n in zip(colours, numbers, strict=False))
    return bytes(islice(holes, coding.holes))


def errors_of(holes: int, population: bytes, turns: Sequence[Turn]) -> list[int]:
    """Return how far codes are from a history, summed over black and white pegs."""
    blacks, whites = running.distances(holes, population, turns)
    return [black + white for black, white in zip(blacks, whites, strict=True)]


def exchanged(code: bytes, pair: tuple[int, int]) -> bytes:
    """Return the code with two holes exchanged."""
    changed = bytearray(code)
    one, other = pair
    changed[one], changed[other] = changed[other], changed[one]
    return bytes(changed)


def drawn(coding: Coding, size: int, random: Random, *, guesses: bool = False) -> bytes:
    """Return distinct random codes that obey the rule for secrets, or that for guesses."""
    rule = coding.shape.guess_repeats if guesses else coding.shape.secret_repeats
    shape = coding.shape._replace(secret_repeats=rule)
    return running.random_codes(shape, size, random.getrandbits(64))[0]


def breeding(one_point: float, mutation: float, permutation: float, inversion: float) -> Breeding:
    """Return probabilities as integers for the kernels."""
    chances = (one_point, mutation, permutation, inversion)
    return Breeding(*(round(chance * _WHOLE) for chance in chances))


class Quota:
    """A limit on evaluated codes and on time.

    An evaluation budget is reproducible, a time budget is not.

    Args:
        effort: The counter to which the evaluations are added.
        seconds: The time limit. None is no limit.
        evaluations: How many codes to evaluate, at most. None is no limit.
    """

    def __init__(self, effort: Effort, seconds: float | None, evaluations: int | None):
        self._effort = effort
        self._most = inf if evaluations is None else effort.evaluations + evaluations
        self._until = inf if seconds is None else monotonic() + seconds

    def spend(self, codes: int) -> None:
        """Count codes that have been evaluated."""
        self._effort.evaluations += codes

    @property
    def left(self) -> bool:
        """Return whether the budget is not used up."""
        return self._effort.evaluations < self._most and monotonic() < self._until


@frozen
class Budgeted(CodeStrategy):
    """The base for strategies with a budget per guess.

    Attributes:
        seconds: The time limit per guess. None is no limit.
        evaluations: At most this many codes are evaluated per guess. None is no limit.
    """

    seconds: float | None = field(default=None, validator=number(0, or_none=True), kw_only=True)
    evaluations: int | None = field(default=None, validator=whole(0, or_none=True), kw_only=True)

    def budget(self, position: Position) -> Quota:
        """Return one guess's budget."""
        return Quota(position.effort, self.seconds, self.evaluations)


@frozen
class Searching(Budgeted):
    """The base for strategies that start with a pattern, then guess a search's result.

    If the search finds nothing, a random consistent code is guessed. If ``lasts`` is true, the
    search uses the same random numbers at every guess in a game.

    Attributes:
        pattern: The first guess's pattern.
    """

    lasts: ClassVar[bool] = False
    pattern: Pattern = choice(*PATTERNS, default="random", kw_only=True)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position.

        Args:
            position: The position.
        """
        random = position.new_random()
        if not position.history:
            return first_guess(Coding(position.game), self.pattern, random)
        codes = ConsistentCodes(position.game, position.history)
        source = position.game_random() if self.lasts else random
        found = self.search(codes, self.budget(position), source)
        return codes.coding.decode(found or codes.need(codes.sample_bytes(1, random)))

    def search(self, codes: ConsistentCodes, budget: Quota, random: Random) -> bytes | None:
        """Return a code to guess, or None for a random consistent one.

        Args:
            codes: The consistent codes.
            budget: The budget for the guess.
            random: The random generator.
        """


def in_rounds(
    rounds: int, codes: ConsistentCodes, budget: Quota, search: Callable[[], Result]
) -> Result | None:
    """Return a search's first result within some rounds, or None."""
    for made in range(rounds):
        found = search()
        if found or not budget.left or (made == 0 and codes.fits() is False):
            return found
    return None
