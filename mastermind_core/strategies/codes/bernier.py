"""The two strategies of Bernier and others: simulated annealing, and a genetic algorithm."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any

from attrs import field, frozen

from mastermind_core.code_space import ConsistentCodes, Turn
from mastermind_core.kernels.choose import genetic_kernel
from mastermind_core.kernels.types import Breeding
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.budget import Budget
from mastermind_core.strategies.codes.changes import stepped
from mastermind_core.strategies.codes.coding import errors_of, shape_of
from mastermind_core.strategies.codes.patterns import PATTERNS, Pattern, first_guess
from mastermind_core.strategies.codes.searching import searched
from mastermind_core.strategies.validators import chance, number, one_of, text, whole

_WHOLE = 1 << 32

_SOURCE = (
    "J. Bernier and others, Solving MasterMind using GAs and simulated annealing, PPSN IV (1996)"
)


@frozen
class BernierAnnealing(CodeStrategy):
    """A code that is annealed towards the answers for a limited time; the best one is played.

    From Bernier and others: the cost of a code is how far it is from the answers, and when the
    time is over the best code is played whether it fits or not. What fills gaps: the walk begins
    at a random code; a step changes the colour of a hole or exchanges two holes, each half the
    time; the temperature falls by a constant factor from ``hot`` to ``cold`` in ``steps``; the
    walk ends at once at a code that fits; a code that has been played is not played again.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), BernierAnnealing(steps=200), games=20).mean
    5.6
    """

    steps: int = field(default=1000, validator=whole(1))
    hot: float = field(default=2.0, validator=number(0, over=True))
    cold: float = field(default=0.2, validator=number(0, over=True))
    pattern: Pattern = field(default="random", validator=one_of(*PATTERNS))
    seconds: float | None = field(default=None, validator=number(0, or_none=True))
    evaluations: int | None = field(default=None, validator=whole(0, or_none=True))
    name: str = field(default="bernier_annealing", validator=text)
    source: str = field(default=_SOURCE, repr=False, validator=text)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        return searched(self, position, self._anneal)

    def _anneal(self, codes: ConsistentCodes, budget: Budget, random: Random) -> bytes | None:
        coding, turns = codes.coding, codes.turns
        here = coding.encode(first_guess(coding, "random", random))
        cost = errors_of(coding.holes, here, turns)[0]
        played = {guess for guess, _, _ in turns}
        best = (cost, here) if here not in played else (1 << 30, b"")
        cooling = (self.cold / self.hot) ** (1 / self.steps)
        temperature = self.hot
        for _ in range(self.steps):
            if best[0] == 0 or not budget.left:
                break
            there = stepped(here, coding, random)
            new = errors_of(coding.holes, there, turns)[0]
            budget.spend(1)
            if new <= cost or random.random() < exp((cost - new) / temperature):
                here, cost = there, new
                if there not in played:
                    best = min(best, (cost, there), key=lambda pair: pair[0])
            temperature *= cooling
        cost, code = best
        return code if cost == 0 or codes else None


@frozen
class BernierGenetic(CodeStrategy):
    """Generations that are bred by how many answers a code fits; the first that fits all is played.

    From the abstract of Bernier and others, the survey of Berghman and others, and what the
    authors say of it in later papers: a genetic algorithm that plays only codes that fit every
    answer, in a large population (500), with a fitness less smooth than the distance from the
    answers that took its place later.

    What fills gaps: the fitness is the number of answers that a code fits, and parents are drawn
    by it, plus one; crossover at one point, with the chances of ``mutation`` and ``permutation``;
    the share of the ``elite`` lives on; after ``generations`` without a fitting code the population
    is made anew, ``rounds`` times, before a fitting code is drawn.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), BernierGenetic(population=50), games=20).mean
    4.8
    """

    population: int = field(default=500, validator=whole(1, 4096))
    generations: int = field(default=20, validator=whole(1))
    elite: float = field(default=0.1, validator=chance)
    mutation: float = field(default=0.1, validator=chance)
    permutation: float = field(default=0.1, validator=chance)
    rounds: int = field(default=20, validator=whole(1))
    pattern: Pattern = field(default="random", validator=one_of(*PATTERNS))
    seconds: float | None = field(default=None, validator=number(0, or_none=True))
    evaluations: int | None = field(default=None, validator=whole(0, or_none=True))
    name: str = field(default="bernier", validator=text)
    source: str = field(default=_SOURCE, repr=False, validator=text)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        return searched(self, position, self._search)

    def _search(self, codes: ConsistentCodes, budget: Budget, random: Random) -> bytes | None:
        for made in range(self.rounds):
            found = self._breed(codes, budget, random)
            if found or not budget.left or (made == 0 and codes.fits() is False):
                return found
        return None

    def _breed(self, codes: ConsistentCodes, budget: Budget, random: Random) -> bytes | None:
        coding, turns = codes.coding, codes.turns
        size = min(self.population, coding.secrets)
        breeding = Breeding(
            _WHOLE, round(self.mutation * _WHOLE), round(self.permutation * _WHOLE), 0
        )
        kernel = genetic_kernel()
        fresh, state = kernel.random_codes(*shape_of(coding), size, random.getrandbits(64))
        living = list[tuple[int, bytes]]()
        for _ in range(self.generations):
            made = coding.cut(fresh)
            met = answers_met(coding.holes, fresh, turns)
            if len(turns) in met:
                budget.spend(met.index(len(turns)) + 1)
                return made[met.index(len(turns))]
            budget.spend(len(made))
            if not budget.left:
                return None
            brood = sorted(zip(met, made, strict=True), reverse=True)
            elite = min(int(size * self.elite), len(living))
            living = sorted(living, reverse=True)[:elite] + brood[: size - elite]
            population = b"".join(code for _, code in living)
            weights = [1 + count for count, _ in living]
            fresh, state = kernel.breed(*shape_of(coding), population, weights, breeding, state)
        return None


def answers_met(holes: int, population: bytes, turns: Sequence[Turn]) -> list[int]:
    """Return how many of the answers each code fits."""
    met = [0] * (len(population) // holes)
    for turn in turns:
        met = [
            count + (error == 0)
            for count, error in zip(met, errors_of(holes, population, [turn]), strict=True)
        ]
    return met


bernier_annealing = BernierAnnealing()
bernier = BernierGenetic()
