"""The evolutionary algorithm of Merelo-Guervos, Castillo and Rivas."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from attrs import field, frozen

from mastermind_core.code_space.consistent_codes import Coding, ConsistentCodes
from mastermind_core.errors import BadArgument
from mastermind_core.kernels.choose import genetic_kernel
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.budget import Budget
from mastermind_core.strategies.codes.changes import crossed, mutated, transposed
from mastermind_core.strategies.codes.coding import errors_of, shape_of
from mastermind_core.strategies.codes.patterns import PATTERNS, Pattern
from mastermind_core.strategies.codes.searching import searched
from mastermind_core.strategies.options import chance, number, one_of, text, whole


@frozen
class Evolutionary(CodeStrategy):
    """A population whose better part is kept; the first code of it that fits is guessed.

    From Merelo-Guervos, Castillo and Rivas: 400 codes; the worse half gives way to children of
    the better half by one of three operators (a transposition, a mutation to the next colour, an
    exchange of the middle segment of two codes) with priorities 2, 1 and 2; the fitness is the
    distance from the answers; after 15 generations without a fitting code the population is made
    anew; a fitting code is played at once. Their first guess has different colours according to
    the survey of Berghman and others (who elsewhere say 1122).

    What fills gaps: codes are looked at one by one, and those behind the first that fits are not
    counted; where codes may not repeat a colour, a mutation takes one that the code does not
    have, and a child of two with a repeat is left out; after ``rounds`` populations a fitting
    code is drawn.
    """

    population: int = field(default=400, validator=whole(1))
    kept: float = field(default=0.5, validator=chance)
    transposition: int = field(default=2, validator=whole(0))
    mutation: int = field(default=1, validator=whole(0))
    crossover: int = field(default=2, validator=whole(0))
    patience: int = field(default=15, validator=whole(1))
    rounds: int = field(default=40, validator=whole(1))
    pattern: Pattern = field(default="different", validator=one_of(*PATTERNS))
    seconds: float | None = field(default=None, validator=number(0, or_none=True))
    evaluations: int | None = field(default=None, validator=whole(0, or_none=True))
    name: str = field(default="merelo", validator=text)
    source: str = field(
        default="J. Merelo-Guervos, P. Castillo and V. Rivas, Finding a needle in a haystack using "
        "hints and evolutionary computation, Applied Soft Computing 6 (2006)",
        repr=False,
        validator=text,
    )

    def __attrs_post_init__(self) -> None:
        if not self.transposition + self.mutation + self.crossover:
            raise BadArgument("transposition, mutation and crossover are all 0: nothing changes")

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        return searched(self, position, self._search)

    def _search(self, codes: ConsistentCodes, budget: Budget, random: Random) -> bytes | None:
        for made in range(self.rounds):
            found = self._evolve(codes, budget, random)
            if found or not budget.left or (made == 0 and codes.fits() is False):
                return found
        return None

    def _evolve(self, codes: ConsistentCodes, budget: Budget, random: Random) -> bytes | None:
        coding = codes.coding
        size = min(self.population, coding.secrets)
        drawn, _ = genetic_kernel().random_codes(*shape_of(coding), size, random.getrandbits(64))
        fresh, scored = coding.cut(drawn), list[tuple[int, bytes]]()
        for _ in range(self.patience):
            errors = errors_of(coding.holes, b"".join(fresh), codes.turns)
            if 0 in errors:
                budget.spend(errors.index(0) + 1)
                return fresh[errors.index(0)]
            budget.spend(len(fresh))
            if not budget.left:
                return None
            scored.extend(zip(errors, fresh, strict=True))
            scored = sorted(scored, key=lambda pair: pair[0])[: max(1, int(size * self.kept))]
            parents = [code for _, code in scored]
            fresh = [self._child(parents, coding, random) for _ in range(size - len(parents))]
            if not fresh:
                return None
        return None

    def _child(self, parents: Sequence[bytes], coding: Coding, random: Random) -> bytes:
        priorities = (self.transposition, self.mutation, self.crossover)
        (operator,) = random.choices((transposed, mutated, crossed), priorities)
        return operator(parents, coding, random)


merelo = Evolutionary()
