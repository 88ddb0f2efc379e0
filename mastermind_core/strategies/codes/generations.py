"""Genetic algorithms that breed until a code fits: they differ in fitness, and in what lives on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from attrs import define, field, frozen

from mastermind_core.arguments import chance, choice, whole, yes_or_no
from mastermind_core.code_space import Coding, ConsistentCodes, Turn
from mastermind_core.errors import BadArgument
from mastermind_core.kernels.choose import code_kernel
from mastermind_core.strategies.base import cited, named
from mastermind_core.strategies.codes.searching import (
    BERNIER,
    PATTERNS,
    Pattern,
    Quota,
    Searching,
    breeding,
    drawn,
    errors_of,
    exchanged,
    in_rounds,
    shape_of,
)


@frozen
class BernierGenetic(Searching):
    """Generations that are bred by how many answers a code fits; the first that fits all is played.

    From the abstract of Bernier and others, the survey of Berghman and others, and what the
    authors say of it in later papers: a genetic algorithm that plays only codes that fit every
    answer, in a large population (500), with a fitness less smooth than the distance from the
    answers that took its place later.

    What fills gaps: the fitness is the number of answers that a code fits, and parents are drawn
    by it, plus one; crossover at one point, with the chances of ``mutation`` and ``permutation``.
    The share of the ``elite`` lives on; after ``generations`` without a fitting code the population
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
    name: str = named("bernier")
    source: str = cited(BERNIER)

    def search(self, codes: ConsistentCodes, budget: Quota, random: Random) -> bytes | None:
        """Return the first code that is bred and fits."""
        return in_rounds(self.rounds, codes, budget, lambda: self._breed(codes, budget, random))

    def _breed(self, codes: ConsistentCodes, budget: Quota, random: Random) -> bytes | None:
        coding, turns = codes.coding, codes.turns
        size = min(self.population, coding.secrets)
        how = breeding(1, self.mutation, self.permutation, 0)
        kernel = code_kernel()
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
            fresh, state = kernel.breed(*shape_of(coding), population, weights, how, state)
        return None


def answers_met(holes: int, population: bytes, turns: Sequence[Turn]) -> list[int]:
    """Return how many of the answers each code fits."""
    errors = (errors_of(holes, population, [turn]) for turn in turns)
    return [own.count(0) for own in zip(*errors, strict=True)]


@frozen
class Generational(Searching):
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
    name: str = named("kalisker_camens")
    source: str = cited(
        "T. Kalisker and D. Camens, Solving Mastermind using genetic algorithms, GECCO (2003)"
    )

    def search(self, codes: ConsistentCodes, budget: Quota, random: Random) -> bytes | None:
        """Return the first code that is bred and fits, or the best one if that will do."""

        def bred() -> bytes | None:
            errors, best = self._breed(codes, budget, random)
            return best if errors == 0 or (self.settle and best and codes) else None

        return in_rounds(self.rounds, codes, budget, bred)

    def _breed(self, codes: ConsistentCodes, budget: Quota, random: Random) -> tuple[int, bytes]:
        """Return the least errors, and a code that has them and has not been played."""
        coding, turns, holes = codes.coding, codes.turns, codes.coding.holes
        how = breeding(1, self.mutation, self.permutation, 0)
        size = min(self.population, coding.secrets)
        colours = range(coding.colours)
        if self.start_different and len(colours) >= holes:
            population = b"".join(bytes(random.sample(colours, holes)) for _ in range(size))
        else:
            population = drawn(coding, size, random)
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
            children, state = code_kernel().breed(
                *shape_of(coding), population, weights, how, state
            )
            brood = sorted(
                zip(errors_of(holes, children, turns), coding.cut(children), strict=True)
            )
            elite = int(size * self.elite)
            ranked = ranked[:elite] + brood[: size - elite]
            errors = [error for error, _ in ranked]
            population = b"".join(code for _, code in ranked)
        return best


@define
class _Population:
    """The codes that live, those that were ever looked at, and the generator of a game."""

    random: Random
    codes: list[bytes] = field(factory=list)
    seen: set[bytes] = field(factory=set)


@frozen
class Evolutionary(Searching):
    """A population that lives all game long; the first code of it that fits is guessed.

    From the survey of Berghman and others and the authors' public description of their program
    (Merelo, Castillo and Rivas): 400 codes; the worse half gives way to children of the better
    half by one of three operators (a transposition, a mutation to the next colour, an exchange of
    the middle segment of two codes) with priorities 2, 1 and 2. The fitness is the distance from
    the answers, which a new answer changes while the population goes on; after 15 generations
    without a fitting code it is made anew; a fitting code is played at once. Their first guess
    has different colours according to the survey (which elsewhere says 1122).

    What fills gaps: codes are looked at one by one, those behind the first that fits are not
    counted, and neither is one that was looked at earlier in the game: it is known not to fit.
    That a child takes the place of the code most like it is left out: the worst go. Where codes
    may not repeat a colour, a mutation takes one that the code does not have, and a child of two
    with a repeat is left out. After ``rounds`` populations a fitting code is drawn. The
    population of a later guess is evolved from the history, as if all guesses had been its own.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Evolutionary(population=50), games=20).mean
    4.65
    """

    lasts: ClassVar[bool] = True
    population: int = field(default=400, validator=whole(1))
    kept: float = field(default=0.5, validator=chance)
    transposition: int = field(default=2, validator=whole(0))
    mutation: int = field(default=1, validator=whole(0))
    crossover: int = field(default=2, validator=whole(0))
    patience: int = field(default=15, validator=whole(1))
    rounds: int = field(default=40, validator=whole(1))
    pattern: Pattern = choice(*PATTERNS, default="different", kw_only=True)
    name: str = named("merelo")
    source: str = cited(
        "J. Merelo-Guervos, P. Castillo and V. Rivas, Finding a needle in a haystack using hints "
        "and evolutionary computation, Applied Soft Computing 6 (2006)"
    )

    def __attrs_post_init__(self) -> None:
        if not self.transposition + self.mutation + self.crossover:
            raise BadArgument("transposition, mutation and crossover are all 0: nothing changes")

    def search(self, codes: ConsistentCodes, budget: Quota, random: Random) -> bytes | None:
        """Return the code that the population of the game comes to."""
        lasting = _Population(random)
        found: bytes | None = None
        for answers in range(1, len(codes.turns) + 1):
            before = len(lasting.seen)
            found = self._evolve(lasting, codes, codes.turns[:answers], budget)
        budget.spend(len(lasting.seen) - before)
        return found

    def _evolve(
        self,
        lasting: _Population,
        codes: ConsistentCodes,
        turns: Sequence[Turn],
        budget: Quota,
    ) -> bytes | None:
        """Go on with a population until a code fits, or the budget of a guess is used up."""
        most = None if self.evaluations is None else len(lasting.seen) + self.evaluations
        for made in range(self.rounds):
            if not lasting.codes:
                size = min(self.population, codes.coding.secrets)
                lasting.codes = codes.coding.cut(drawn(codes.coding, size, lasting.random))
            found = self._generations(lasting, codes.coding, turns, budget, most)
            used_up = not budget.left or (most is not None and len(lasting.seen) >= most)
            if found or used_up or (made == 0 and codes.fits() is False):
                return found
            lasting.codes = []
        return None

    def _generations(
        self,
        lasting: _Population,
        coding: Coding,
        turns: Sequence[Turn],
        budget: Quota,
        most: int | None,
    ) -> bytes | None:
        fresh, scored = lasting.codes, list[tuple[int, bytes]]()
        size = len(fresh)
        for _ in range(self.patience):
            errors = errors_of(coding.holes, b"".join(fresh), turns)
            at = errors.index(0) if 0 in errors else None
            lasting.seen.update(fresh if at is None else fresh[: at + 1])
            if at is not None:
                return fresh[at]
            if not budget.left or (most is not None and len(lasting.seen) >= most):
                return None
            scored.extend(zip(errors, fresh, strict=True))
            scored = sorted(scored, key=lambda pair: pair[0])[: max(1, int(size * self.kept))]
            parents = [code for _, code in scored]
            fresh = [
                self._child(parents, coding, lasting.random) for _ in range(len(parents), size)
            ]
            lasting.codes = parents + fresh
            if not fresh:
                return None
        return None

    def _child(self, parents: Sequence[bytes], coding: Coding, random: Random) -> bytes:
        priorities = (self.transposition, self.mutation, self.crossover)
        (operator,) = random.choices((transposed, mutated, crossed), priorities)
        return operator(parents, coding, random)


def transposed(parents: Sequence[bytes], coding: Coding, random: Random) -> bytes:
    """Return one of the codes with two random holes exchanged."""
    code = random.choice(parents)
    return exchanged(code, (random.randrange(len(code)), random.randrange(len(code))))


def mutated(parents: Sequence[bytes], coding: Coding, random: Random) -> bytes:
    """Return one of the codes with a hole of the next colour, or of one that it does not have."""
    code = bytearray(random.choice(parents))
    hole = random.randrange(len(code))
    if coding.game.secret_repeats:
        code[hole] = (code[hole] + 1) % coding.colours
    elif unused := [colour for colour in range(coding.colours) if colour not in code]:
        code[hole] = random.choice(unused)
    return bytes(code)


def crossed(parents: Sequence[bytes], coding: Coding, random: Random) -> bytes:
    """Return a code with a segment of another, or without it where it would repeat a colour."""
    first, second = random.choice(parents), random.choice(parents)
    start, end = sorted((random.randrange(len(first) + 1), random.randrange(len(first) + 1)))
    child = first[:start] + second[start:end] + first[end:]
    if coding.game.secret_repeats or len(set(child)) == len(child):
        return child
    return first


bernier = BernierGenetic()
kalisker_camens = Generational()
bento = Generational(
    start_different=True,
    settle=True,
    name="bento",
    source="L. Bento, L. Pereira and A. Rosa, Mastermind by evolutionary algorithms, SAC (1999)",
)
merelo = Evolutionary()
