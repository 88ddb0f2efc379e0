"""Genetic algorithms, with different fitness, survival and choice of the code to play."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import compress
from math import inf
from operator import not_
from random import Random
from typing import Any, ClassVar, Literal

from attrs import define, field, frozen
from more_itertools import chunked

from mastermind_core.arguments import chance, choice, whole, yes_or_no
from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.errors import BadArgument
from mastermind_core.heuristics.kernels import running
from mastermind_core.heuristics.searching import (
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
)
from mastermind_core.kernels import Turn
from mastermind_core.kernels import choose as kernels
from mastermind_core.strategies.parts import cited, named


@frozen
class BernierGenetic(Searching):
    """A genetic algorithm whose fitness counts the scores with which a code is consistent.

    The sources are the abstract by Bernier and others, the survey by Berghman and others, and the
    authors' later papers. The algorithm plays only consistent codes and has a large population
    (500). Its fitness is less smooth than the distance from the scores that replaced it later.

    Assumptions: the fitness itself, all probabilities, and crossover at one point. Parents are
        selected with weights 1 + fitness. After the new populations, which are assumed, too, a
        random consistent code is guessed.

    Attributes:
        population: How many codes a generation has.
        generations: The maximum number of generations before a new population.
        elite: The proportion of the best codes that survive.
        mutation: The probability that a child mutates.
        permutation: The probability that a child is permuted.
        rounds: The maximum number of populations before a random consistent code is guessed.
        pattern: The first guess's pattern.
        seconds: The time limit per guess. None is no limit.
        evaluations: At most this many codes are evaluated per guess. None is no limit.
        name: The name in results and messages.
        source: The publication.

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
        """Return the first consistent code that is bred, or None.

        Args:
            codes: The consistent codes.
            budget: The budget for the guess.
            random: The random generator.
        """
        return in_rounds(self.rounds, codes, budget, lambda: self._breed(codes, budget, random))

    def _breed(self, codes: ConsistentCodes, budget: Quota, random: Random) -> bytes | None:
        coding = codes.coding
        turns = codes.turns
        size = min(self.population, coding.secrets)
        how = breeding(1, self.mutation, self.permutation, 0)
        fresh, state = running.random_codes(coding.shape, size, random.getrandbits(64))
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
            fresh, state = running.breed(coding.shape, population, weights, how, state)
        return None


def answers_met(holes: int, population: bytes, turns: Sequence[Turn]) -> list[int]:
    """Count, for each code, the scores with which it is consistent."""
    errors = (errors_of(holes, population, [turn]) for turn in turns)
    return [own.count(0) for own in zip(*errors, strict=True)]


@frozen
class Generational(Searching):
    """A genetic algorithm that breeds generations until a code is consistent, and guesses it.

    The source is the survey by Berghman, Goossens and Leus: the fitness reflects a code's distance
    from the scores. Bento, Pereira and Rosa start with 300 codes with different colours, and each
    generation's best codes replace the next one's worst.

    Assumptions: crossover at one point, all probabilities, and the two ways to continue if no code
        is consistent. Parents are selected with weights 1 / (1 + errors). Because Bento and others
        report many guesses, they probably guess the best code then.

    Attributes:
        population: How many codes a generation has.
        generations: Generations per population.
        elite: The proportion of the best codes that survive.
        mutation: The probability that a child mutates.
        permutation: The probability that a child is permuted.
        start_different: Whether the first generation's codes have different colours.
        settle: Whether to guess the best code that has not been played if a population yields no
            consistent code. By default new populations follow.
        rounds: The maximum number of populations before a random consistent code is guessed.
        pattern: The first guess's pattern.
        seconds: The time limit per guess. None is no limit.
        evaluations: At most this many codes are evaluated per guess. None is no limit.
        name: The name in results and messages.
        source: The publication.

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
        """Return the first consistent code that is bred, or otherwise the best one if allowed.

        Args:
            codes: The consistent codes.
            budget: The budget for the guess.
            random: The random generator.
        """

        def bred() -> bytes | None:
            errors, best = self._breed(codes, budget, random)
            return best if errors == 0 or (self.settle and best and codes) else None

        return in_rounds(self.rounds, codes, budget, bred)

    def _breed(self, codes: ConsistentCodes, budget: Quota, random: Random) -> tuple[int, bytes]:
        """Return the minimum errors among the codes that have not been played, and such a code."""
        coding = codes.coding
        turns = codes.turns
        holes = codes.coding.holes
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
            children, state = running.breed(coding.shape, population, weights, how, state)
            brood = zip(errors_of(holes, children, turns), coding.cut(children), strict=True)
            elite = int(size * self.elite)
            ranked = ranked[:elite] + sorted(brood)[: size - elite]
            errors = [error for error, _ in ranked]
            population = b"".join(code for _, code in ranked)
        return best


@define
class _Population:
    """The population in a game.

    Attributes:
        random: The random generator.
        budget: The budget for the guess.
        most: The maximum number of codes to evaluate up to the current guess.
        codes: The current codes.
        seen: All codes that have been evaluated.
    """

    random: Random
    budget: Quota
    most: float = inf
    codes: list[bytes] = field(factory=list)
    seen: set[bytes] = field(factory=set)

    @property
    def used_up(self) -> bool:
        """Return whether a guess's budget is used up."""
        return not self.budget.left or len(self.seen) >= self.most


@frozen
class Evolutionary(Searching):
    """A genetic algorithm with one population per game that guesses its first consistent code.

    The sources are the survey by Berghman and others, and the program's public description by its
    authors (Merelo, Castillo and Rivas). Among 400 codes, the better half's children replace the
    worse half. They come from one of three operators with priorities 2, 1 and 2. These are a
    transposition, a mutation to the next colour, and a segment exchanged with another code. The
    fitness is the distance from the scores. After 15 generations without a consistent code the
    population is replaced. The first guess has different colours according to the survey, which
    elsewhere states 1122.

    Assumptions: codes are evaluated one by one until the first consistent one. A code that was
    evaluated earlier in the game does not count, because it is known to be inconsistent. The worst
    codes are replaced, not the codes that are most similar to the children. If codes may not repeat
    a colour, a mutation takes an unused colour, and a child with a repeat is replaced by its first
    parent. After ``rounds`` populations a random consistent code is guessed. A later guess's
    population is recomputed from the history, as if all guesses had been its own.

    Attributes:
        population: How many codes there are.
        kept: The proportion of the best codes that survive a generation.
        transposition: The priority for exchanging two holes.
        mutation: The priority for changing one hole.
        crossover: The priority for exchanging a segment between two codes.
        patience: Generations before a new population.
        rounds: Maximum number of populations per guess.
        pattern: The first guess's pattern.
        seconds: The time limit per guess. None is no limit.
        evaluations: At most this many codes are evaluated per guess. None is no limit.
        name: The name in results and messages.
        source: The publication.

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
        """Return the consistent code that the game's population finds, or None.

        Args:
            codes: The consistent codes.
            budget: The budget for the guess.
            random: The random generator, the same at each guess.
        """
        lasting = _Population(random, budget)
        found: bytes | None = None
        for answers in range(1, len(codes.turns) + 1):
            before = len(lasting.seen)
            lasting.most = inf if self.evaluations is None else before + self.evaluations
            found = self._evolve(lasting, codes, codes.turns[:answers])
        budget.spend(len(lasting.seen) - before)
        return found

    def _evolve(
        self, lasting: _Population, codes: ConsistentCodes, turns: Sequence[Turn]
    ) -> bytes | None:
        """Evolve a population until a code is consistent, or a guess's budget is used up."""
        for made in range(self.rounds):
            if not lasting.codes:
                size = min(self.population, codes.coding.secrets)
                lasting.codes = codes.coding.cut(drawn(codes.coding, size, lasting.random))
            found = self._generations(lasting, codes.coding, turns)
            if found or lasting.used_up or (made == 0 and codes.fits() is False):
                return found
            lasting.codes = []
        return None

    def _generations(
        self, lasting: _Population, coding: Coding, turns: Sequence[Turn]
    ) -> bytes | None:
        fresh = lasting.codes
        scored = list[tuple[int, bytes]]()
        size = len(fresh)
        for _ in range(self.patience):
            errors = errors_of(coding.holes, b"".join(fresh), turns)
            at = errors.index(0) if 0 in errors else None
            lasting.seen.update(fresh if at is None else fresh[: at + 1])
            if at is not None:
                return fresh[at]
            if lasting.used_up:
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
    """Return a random code with two random holes exchanged."""
    code = random.choice(parents)
    return exchanged(code, (random.randrange(len(code)), random.randrange(len(code))))


def mutated(parents: Sequence[bytes], coding: Coding, random: Random) -> bytes:
    """Return a random code with one hole changed to the next colour, or to an unused one."""
    code = bytearray(random.choice(parents))
    hole = random.randrange(len(code))
    if coding.game.secret_repeats:
        code[hole] = (code[hole] + 1) % coding.colours
    elif unused := [colour for colour in range(coding.colours) if colour not in code]:
        code[hole] = random.choice(unused)
    return bytes(code)


def crossed(parents: Sequence[bytes], coding: Coding, random: Random) -> bytes:
    """Return a code with a segment from another one, or the first code if this repeats a colour."""
    first = random.choice(parents)
    second = random.choice(parents)
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


Selection = Literal["fewest", "similar", "different", "random"]
Parents = Literal["reciprocal", "linear", "literal"]

#: The maximum population: the kernel requires that the sum of all weights is below 2**32.
_MOST = 4096


#: The paper's numbers of generations and of eligible codes: up to 5 holes, from 6 and from 8 on.
_LIMITS = ((100, 60), (100, 80), (200, 100))

#: The weight of a parent, a function of its fitness (smaller is better) and the worst fitness.
PARENTS: dict[str, Callable[[int, int], int]] = {
    "reciprocal": lambda fitness, _: max(1, (1 << 20) // max(1, fitness)),
    "linear": lambda fitness, worst: worst - fitness + 1,
    "literal": lambda fitness, _: max(1, fitness),
}


def remaining(blocks: Sequence[int], holes: int, inside: bool) -> Fraction:
    """Return how many other codes remain after a guess in the mean, all codes equally likely.

    If the guess is ``inside``, it is among the codes and does not count as a secret.
    """
    codes = sum(blocks) - inside
    return Fraction(sum(n * (n - 1) for n in blocks), codes) if codes else Fraction(0)


def likeness(blocks: Sequence[int], holes: int, inside: bool) -> int:
    """Add up all pegs, black and white, in the other codes' scores."""
    return sum(n * sum(divmod(at, holes + 1)) for at, n in enumerate(blocks)) - inside * holes


#: The value that the selected guess minimizes, by the name of the selection; "random" has none.
SELECTIONS: dict[str, Callable[[Sequence[int], int, bool], Any]] = {
    "fewest": remaining,
    "similar": lambda *given: -likeness(*given),
    "different": likeness,
}


@frozen
class Genetic(Searching):
    """A genetic algorithm that collects consistent codes, and guesses the best among them.

    The paper defines the first guess, a population of distinct codes, four genetic operators with
    their probabilities, and how random codes replace duplicates. The fitness is f = a (black
    errors) + (white errors) + b P (i - 1), for P holes and guess i. The consistent codes are called
    *eligible*. The guess is selected from a limited set.

    Assumptions: the paper minimizes f, but selects parents "proportional to fitness". See
    ``parents``. Two parents have one child. Ties go to the code that was found first. If a
    population finds no eligible code, new populations follow, and finally a random consistent
    code. Breeding ends early if the budget is used up or all consistent codes have been found. If
    codes may not repeat a colour, repeats in a child become unused colours.

    Attributes:
        population: How many codes a generation has.
        one_point: The probability that crossover is at one point instead of two.
        mutation: The probability that a child mutates.
        permutation: The probability that a child is permuted.
        inversion: The probability that a child is inverted.
        black_weight: The weight a for black errors.
        constant_weight: The constant's weight b.
        generations: Maximum number of generations. None is the paper's number: 100 for up to 7
            holes, 200 from 8 on.
        eligible: Breeding ends with more eligible codes than this. None is the paper's number: 60
            for up to 5 holes, 80 for 6 or 7 and 100 from 8 on.
        selection: The choice among eligible codes: "fewest" remaining codes on average, the most
            "similar" or most "different" code by pegs, or a "random" one.
        compared: How many eligible codes each one is compared with if the selection is "fewest".
            None is all.
        parents: The parents' weights. "linear" is the worst f minus the own f, plus 1. The constant
            then has no effect, as in the paper's table 1. "reciprocal" is 1 / f, which
            discriminates less as the constant grows. "literal" is f, which favours the worst.
        rounds: Maximum number of populations.
        pattern: The first guess's pattern.
        seconds: The time limit per guess. None is no limit.
        evaluations: At most this many codes are evaluated per guess. None is no limit.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Genetic(population=50), games=20).mean
    4.45
    """

    population: int = field(default=150, validator=whole(1, _MOST))
    one_point: float = field(default=0.5, validator=chance)
    mutation: float = field(default=0.03, validator=chance)
    permutation: float = field(default=0.03, validator=chance)
    inversion: float = field(default=0.02, validator=chance)
    black_weight: int = field(default=1, validator=whole(1))
    constant_weight: int = field(default=2, validator=whole(0))
    generations: int | None = field(default=None, validator=whole(0, or_none=True))
    eligible: int | None = field(default=None, validator=whole(1, or_none=True))
    selection: Selection = choice(*SELECTIONS, "random", default="fewest")
    compared: int | None = field(default=None, validator=whole(1, or_none=True))
    parents: Parents = choice(*PARENTS, default="linear")
    rounds: int = field(default=10, validator=whole(1))
    pattern: Pattern = choice(*PATTERNS, default="doubled", kw_only=True)
    name: str = named("berghman")
    source: str = cited(
        "L. Berghman, D. Goossens and R. Leus, Efficient solutions for Mastermind using genetic "
        "algorithms, Computers and Operations Research 36 (2009)"
    )

    def search(self, codes: ConsistentCodes, budget: Quota, random: Random) -> bytes | None:
        """Return the guess among the eligible codes that are found, or None.

        Args:
            codes: The consistent codes.
            budget: The budget for the guess.
            random: The random generator.
        """
        found = in_rounds(self.rounds, codes, budget, lambda: self._breed(codes, budget, random))
        return self._choose(codes.coding.holes, found, budget, random) if found else None

    def _breed(self, codes: ConsistentCodes, budget: Quota, random: Random) -> list[bytes]:
        """Return the eligible codes as they were discovered."""
        coding = codes.coding
        turns = codes.turns
        size = min(self.population, coding.secrets)
        how = breeding(self.one_point, self.mutation, self.permutation, self.inversion)
        state = random.getrandbits(64)
        population, state = running.random_codes(coding.shape, size, state)
        fitness, _ = self._fitness(coding.holes, population, turns)
        budget.spend(size)
        found: dict[bytes, None] = {}
        generations, eligible = _LIMITS[bisect((6, 8), coding.holes)]
        generations = generations if self.generations is None else self.generations
        eligible = eligible if self.eligible is None else self.eligible
        fit = codes.count_soon()
        most = eligible if fit is None else min(eligible, fit - 1)
        done = 0
        while done < generations and len(found) <= most and budget.left:
            worst = max(fitness)
            weights = [PARENTS[self.parents](own, worst) for own in fitness]
            population, state = running.breed(coding.shape, population, weights, how, state)
            fitness, fitting = self._fitness(coding.holes, population, turns)
            found.update(dict.fromkeys(fitting))
            budget.spend(size)
            done += 1
        return list(found)

    def _fitness(
        self, holes: int, population: bytes, turns: Sequence[Turn]
    ) -> tuple[list[int], list[bytes]]:
        """Return f for every code, and the codes without an error."""
        blacks, whites = running.distances(holes, population, turns)
        constant = self.constant_weight * holes * len(turns)
        errors = [self.black_weight * b + w for b, w in zip(blacks, whites, strict=True)]
        fitting = [bytes(code) for code in compress(chunked(population, holes), map(not_, errors))]
        return [error + constant for error in errors], fitting

    def _choose(self, holes: int, found: Sequence[bytes], budget: Quota, random: Random) -> bytes:
        if len(found) == 1 or self.selection == "random":
            return random.choice(found)
        size = len(found) if self.compared is None else min(self.compared, len(found))
        others = found if size == len(found) else random.sample(found, size)
        compared = others if self.selection == "fewest" else found
        blocks = kernels.codes.population_blocks(holes, b"".join(found), b"".join(compared))
        budget.spend(len(found) * len(compared))
        own = set(compared)
        value = SELECTIONS[self.selection]
        cuts = chunked(blocks, (holes + 1) ** 2)
        values = [value(cut, holes, code in own) for cut, code in zip(cuts, found, strict=True)]
        return found[values.index(min(values))]


berghman = Genetic()
