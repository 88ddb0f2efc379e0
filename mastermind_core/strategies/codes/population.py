"""Guess by a population that is spread over the fitting codes: the method of Ugurdag and others."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from attrs import field, frozen

from mastermind_core.code_space.consistent_codes import Coding, ConsistentCodes
from mastermind_core.kernels.choose import code_kernel
from mastermind_core.strategies.base import Position
from mastermind_core.strategies.codes.budget import at_least
from mastermind_core.strategies.codes.openings import doubled


@frozen
class MostPartsOfSpread:
    """Guess the code that splits a spread-out population of fitting codes into most parts.

    From what Berghman, Goossens and Leus say of Ugurdag and others: the first two guesses are
    fixed; afterwards a population of fitting codes is both the guesses and the secrets that they
    are tried on; the fitness of a guess is its number of different answers. The population has a
    fitting code from each part of a partition of all codes, found as Shapiro does.

    What fills gaps: the parts are ``population`` runs of equal length in lexicographic order, the
    code is the first that fits from the beginning of its run on, whichever run that is in, and
    ties go to the lexicographically first. The fixed guesses are 1123 and 4564 and their like;
    the second is left out when one code only still fits.
    """

    population: int = 64
    opening: tuple[tuple[Any, ...], ...] | None = None
    name: str = "ugurdag"
    source: str = field(
        default="H. F. Ugurdag and others, Population-based FPGA solution to Mastermind game, "
        "AHS (2006)",
        repr=False,
    )
    needs_table: ClassVar[bool] = False

    def __attrs_post_init__(self) -> None:
        at_least("population", self.population, 1)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding = Coding(position.game)
        depth = len(position.history)
        opening = self.opening
        if opening is None:
            opening = tuple(map(coding.decode, fixed_pair(coding)))
        if depth < len(opening) and not _settled(position):
            return opening[depth]
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
        starts = (at * coding.secrets // size for at in range(size))
        shape = (coding.colours, coding.holes, coding.game.secret_repeats)
        found: set[bytes] = set()
        for at in starts:
            start = _code_at(*shape, at)
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


def _code_at(colours: int, holes: int, repeats: bool, at: int) -> bytes:
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
