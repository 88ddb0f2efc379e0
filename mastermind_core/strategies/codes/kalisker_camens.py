"""The genetic algorithm of Kalisker and Camens, generation after generation."""

from __future__ import annotations

from random import Random
from typing import Any

from attrs import field, frozen

from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.kernels.choose import genetic_kernel
from mastermind_core.kernels.types import Breeding
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.budget import Budget
from mastermind_core.strategies.codes.coding import errors_of, shape_of
from mastermind_core.strategies.codes.patterns import PATTERNS, Pattern
from mastermind_core.strategies.codes.searching import searched
from mastermind_core.strategies.validators import chance, number, one_of, text, whole, yes_or_no

_WHOLE = 1 << 32


@frozen
class Generational(CodeStrategy):
    """Generations that are bred until a code fits; that one is guessed, or the best one there is.

    From the survey of Berghman, Goossens and Leus: the fitness reflects how far a code is from
    the answers; Bento, Pereira and Rosa begin with 300 codes of different colours, and the best
    of each generation take the places of the worst of the next.

    What fills gaps: crossover at one point, the chances of mutation and permutation, parents
    drawn with weights 1 / (1 + errors), the share of the ``elite``; ``generations`` are bred for
    a guess, which ends with the first code that fits. If there is none, the best code that has
    not been played is (``settle``), as the many guesses of Bento and others suggest, or else new
    populations follow, ``rounds`` in all, before a fitting code is drawn.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Generational(settle=True), games=20).mean
    4.75
    """

    population: int = field(default=300, validator=whole(1))
    generations: int = field(default=20, validator=whole(1))
    elite: float = field(default=0.1, validator=chance)
    mutation: float = field(default=0.05, validator=chance)
    permutation: float = field(default=0.05, validator=chance)
    start_different: bool = field(default=False, validator=yes_or_no)
    settle: bool = field(default=False, validator=yes_or_no)
    rounds: int = field(default=20, validator=whole(1))
    pattern: Pattern = field(default="random", validator=one_of(*PATTERNS))
    seconds: float | None = field(default=None, validator=number(0, or_none=True))
    evaluations: int | None = field(default=None, validator=whole(0, or_none=True))
    name: str = field(default="kalisker_camens", validator=text)
    source: str = field(
        default="T. Kalisker and D. Camens, Solving Mastermind using genetic algorithms, "
        "GECCO (2003)",
        repr=False,
        validator=text,
    )

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        return searched(self, position, self._search)

    def _search(self, codes: ConsistentCodes, budget: Budget, random: Random) -> bytes | None:
        for made in range(self.rounds):
            errors, best = self._breed(codes, budget, random)
            if errors == 0 or (self.settle and best and codes):
                return best
            if not budget.left or (made == 0 and codes.fits() is False):
                break
        return None

    def _breed(self, codes: ConsistentCodes, budget: Budget, random: Random) -> tuple[int, bytes]:
        """Return the least errors, and a code that has them and has not been played."""
        coding, turns, holes = codes.coding, codes.turns, codes.coding.holes
        breeding = Breeding(
            _WHOLE, round(self.mutation * _WHOLE), round(self.permutation * _WHOLE), 0
        )
        size = min(self.population, coding.secrets)
        population = self._start(coding, size, random)
        state = random.getrandbits(64)
        errors = errors_of(holes, population, turns)
        played = {guess for guess, _, _ in turns}
        best = (1 << 30, b"")
        for _ in range(self.generations):
            budget.spend(size)
            ranked = sorted(zip(errors, coding.cut(population), strict=True))
            unplayed = (pair for pair in ranked if pair[1] not in played)
            best = min(best, next(unplayed, best))
            if best[0] == 0 or not budget.left:
                break
            weights = [(1 << 20) // (1 + error) for error in errors]
            children, state = genetic_kernel().breed(
                *shape_of(coding), population, weights, breeding, state
            )
            brood = sorted(
                zip(errors_of(holes, children, turns), coding.cut(children), strict=True)
            )
            elite = int(size * self.elite)
            ranked = ranked[:elite] + brood[: size - elite]
            errors = [error for error, _ in ranked]
            population = b"".join(code for _, code in ranked)
        return best

    def _start(self, coding: Coding, size: int, random: Random) -> bytes:
        colours, holes, repeats = shape_of(coding)
        if self.start_different and colours >= holes:
            return b"".join(bytes(random.sample(range(colours), holes)) for _ in range(size))
        drawn: bytes
        drawn, _ = genetic_kernel().random_codes(
            colours, holes, repeats, size, random.getrandbits(64)
        )
        return drawn


kalisker_camens = Generational()
