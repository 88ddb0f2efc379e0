"""The population of Ugurdag and others, spread over the codes that fit."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

from attrs import field, frozen
from attrs.converters import optional

from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.errors import BadArgument, shown
from mastermind_core.kernels.choose import code_kernel
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.coding import code_at, shape_of
from mastermind_core.strategies.codes.patterns import doubled
from mastermind_core.strategies.validators import guesses, one_of, text, whole

#: Fitting codes that are listed to be spread evenly.
_LISTED = 100_000


@frozen
class MostPartsOfSpread(CodeStrategy):
    """The code that splits a spread-out population of fitting codes into most parts.

    From what Berghman, Goossens and Leus say of Ugurdag and others: the first two guesses are
    fixed; afterwards a population of fitting codes is both the guesses and the secrets that they
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
    spread: Literal["runs", "even"] = field(default="even", validator=one_of("runs", "even"))
    fixed: tuple[Any, ...] | None = field(default=None, converter=optional(guesses))
    name: str = field(default="ugurdag", validator=text)
    source: str = field(
        default="H. F. Ugurdag and others, Population-based FPGA solution to Mastermind game, "
        "AHS (2006)",
        repr=False,
        validator=text,
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
        matrix = code_kernel().score_matrix(coding.holes, b"".join(found), b"".join(found))
        position.effort.evaluations += len(found) ** 2
        size = len(found)
        parts = [len(set(matrix[at * size : (at + 1) * size])) for at in range(size)]
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
    """Say whether one code is left, so that a fixed guess would be thrown away."""
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


ugurdag = MostPartsOfSpread()
