"""Evolutionary strategies that guess the first code that they find to fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar

from attrs import evolve, field, frozen

from mastermind_core.code_space.consistent_codes import Coding, ConsistentCodes, Turn
from mastermind_core.kernels.choose import code_kernel, genetic_kernel
from mastermind_core.kernels.types import Breeding
from mastermind_core.strategies.base import Position
from mastermind_core.strategies.codes.beginning import searched
from mastermind_core.strategies.codes.budget import Budget, at_least
from mastermind_core.strategies.codes.openings import Opening

_WHOLE = 1 << 32


def shape_of(coding: Coding) -> tuple[int, int, bool]:
    """Return what kernels want to know of a game."""
    return coding.colours, coding.holes, coding.game.secret_repeats


def errors_of(holes: int, population: bytes, turns: Sequence[Turn]) -> list[int]:
    """Return how far codes are from a history, black and white pegs alike."""
    blacks, whites = code_kernel().distances(holes, population, turns)
    return [black + white for black, white in zip(blacks, whites, strict=True)]


@frozen
class Evolutionary:
    """Keep the better part of a population, replace the rest, and guess the first code that fits.

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

    population: int = 400
    kept: float = 0.5
    transposition: int = 2
    mutation: int = 1
    crossover: int = 2
    patience: int = 15
    rounds: int = 40
    opening: Opening = "different"
    seconds: float | None = None
    evaluations: int | None = None
    name: str = "merelo"
    source: str = field(
        default="J. Merelo-Guervos, P. Castillo and V. Rivas, Finding a needle in a haystack using "
        "hints and evolutionary computation, Applied Soft Computing 6 (2006)",
        repr=False,
    )
    needs_table: ClassVar[bool] = False

    def __attrs_post_init__(self) -> None:
        for name in ("population", "patience", "rounds"):
            at_least(name, getattr(self, name), 1)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        return searched(self, position, self._search)

    def but(self, **changes: Any) -> Evolutionary:
        """Return this strategy with some of its parameters changed."""
        return evolve(self, **changes)

    def _search(self, codes: ConsistentCodes, budget: Budget, random: Random) -> bytes | None:
        for number in range(self.rounds):
            found = self._evolve(codes, budget, random)
            if found or not budget.left or (number == 0 and not codes):
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


def transposed(parents: Sequence[bytes], coding: Coding, random: Random) -> bytes:
    """Exchange two holes of a code."""
    code = bytearray(random.choice(parents))
    one, other = random.randrange(len(code)), random.randrange(len(code))
    code[one], code[other] = code[other], code[one]
    return bytes(code)


def mutated(parents: Sequence[bytes], coding: Coding, random: Random) -> bytes:
    """Give a hole of a code the next colour, or without repeats one that is not in the code."""
    code = bytearray(random.choice(parents))
    hole = random.randrange(len(code))
    if coding.game.secret_repeats:
        code[hole] = (code[hole] + 1) % coding.colours
    elif unused := [colour for colour in range(coding.colours) if colour not in code]:
        code[hole] = random.choice(unused)
    return bytes(code)


def crossed(parents: Sequence[bytes], coding: Coding, random: Random) -> bytes:
    """Put a segment of a code into another; without repeats only where that makes none."""
    first, second = random.choice(parents), random.choice(parents)
    start, end = sorted((random.randrange(len(first) + 1), random.randrange(len(first) + 1)))
    child = first[:start] + second[start:end] + first[end:]
    if coding.game.secret_repeats or len(set(child)) == len(child):
        return child
    return first


@frozen
class Generational:
    """Breed generation after generation, and guess a code that fits, or the best one there is.

    From the survey of Berghman, Goossens and Leus: the fitness reflects how far a code is from
    the answers; Bento, Pereira and Rosa begin with 300 codes of different colours, and the best
    of each generation take the places of the worst of the next.

    What fills gaps: crossover at one point, the chances of mutation and permutation, parents
    drawn with weights 1 / (1 + errors), the share of the ``elite``; ``generations`` are bred for
    a guess, which ends with the first code that fits. If there is none, the best code that has
    not been played is (``settle``), as the many guesses of Bento and others suggest, or else new
    populations follow, ``rounds`` in all, before a fitting code is drawn.
    """

    population: int = 300
    generations: int = 20
    elite: float = 0.1
    mutation: float = 0.05
    permutation: float = 0.05
    start_different: bool = False
    settle: bool = False
    rounds: int = 20
    opening: Opening = "random"
    seconds: float | None = None
    evaluations: int | None = None
    name: str = "kalisker_camens"
    source: str = field(
        default="T. Kalisker and D. Camens, Solving Mastermind using genetic algorithms, "
        "GECCO (2003)",
        repr=False,
    )
    needs_table: ClassVar[bool] = False

    def __attrs_post_init__(self) -> None:
        for name in ("population", "generations", "rounds"):
            at_least(name, getattr(self, name), 1)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        return searched(self, position, self._search)

    def but(self, **changes: Any) -> Generational:
        """Return this strategy with some of its parameters changed."""
        return evolve(self, **changes)

    def _search(self, codes: ConsistentCodes, budget: Budget, random: Random) -> bytes | None:
        for number in range(self.rounds):
            errors, best = self._breed(codes, budget, random)
            if errors == 0 or (self.settle and best and codes):
                return best
            if not budget.left or (number == 0 and not codes):
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


Operator = Callable[[Sequence[bytes], Coding, Random], bytes]
