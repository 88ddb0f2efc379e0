"""The genetic algorithm of Berghman, Goossens and Leus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Literal

from attrs import field, frozen

from mastermind_core.arguments import chance, choice, whole
from mastermind_core.code_space import ConsistentCodes, Turn
from mastermind_core.kernels.choose import code_kernel
from mastermind_core.strategies.base import cited, named
from mastermind_core.strategies.codes.searching import (
    PATTERNS,
    Pattern,
    Quota,
    Searching,
    breeding,
    in_rounds,
    shape_of,
)

Selection = Literal["fewest", "similar", "different", "random"]
Parents = Literal["reciprocal", "linear", "literal"]

#: The largest population: the kernel wants all weights together below 2**32.
_MOST = 4096


#: The weight of a parent by its fitness, of which less is better, and by the worst fitness.
PARENTS: dict[str, Callable[[int, int], int]] = {
    "reciprocal": lambda fitness, _: max(1, (1 << 20) // max(1, fitness)),
    "linear": lambda fitness, worst: worst - fitness + 1,
    "literal": lambda fitness, _: max(1, fitness),
}


def remaining(blocks: Sequence[int], holes: int, inside: bool) -> Fraction:
    """Return the mean number of other codes that a guess leaves, each equally likely the secret.

    ``inside`` says that the guess is among the codes: it does not count then.
    """
    codes = sum(blocks) - inside
    return Fraction(sum(n * (n - 1) for n in blocks), codes) if codes else Fraction(0)


def likeness(blocks: Sequence[int], holes: int, inside: bool) -> int:
    """Sum the pegs, black or white, that the other codes answer."""
    return sum(n * sum(divmod(at, holes + 1)) for at, n in enumerate(blocks)) - inside * holes


#: The value that the selected guess minimizes, by the name of the selection; "random" has none.
SELECTIONS: dict[str, Callable[[Sequence[int], int, bool], Any]] = {
    "fewest": remaining,
    "similar": lambda *given: -likeness(*given),
    "different": likeness,
}


@frozen
class Genetic(Searching):
    """Codes bred towards the history; the eligible one that tells most of the others is guessed.

    From the paper: the fixed first guess, a population of distinct codes, crossover at one or two
    points, mutation, permutation and inversion with their chances, doubles replaced by random
    codes, the fitness f = a (black errors) + (white errors) + b P (i - 1), the set of eligible
    codes with its limits (``generations``, ``eligible``), and the four ways of ``selection`` from
    it, each code compared with ``compared`` (``|S|``) of its codes (None: all).

    What fills gaps: f is to be small, yet parents are drawn "proportional to fitness". Read as
    the worst f less one's own, plus 1 (``parents`` "linear"), the constant b P (i - 1) makes no
    difference, and in the paper's table 1 none can be seen; "reciprocal" is 1 / f, which chooses
    less and less as the constant grows; "literal" is f itself, which prefers the worst. Two parents
    have one child. Ties go to the code that was found first.
    Where all generations find no eligible code, new populations are tried, ``rounds`` in all, and
    then one is drawn from all codes that fit. A budget that runs out ends the breeding early, and
    so does the last code that fits: further generations would find none.
    Where codes may not repeat a colour, a child's repeats become colours that it does not have.
    None as ``generations`` or ``eligible`` is the paper's number for the size: 100 and 60, from 6
    holes on 80, from 8 on 200 and 100.

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
        """Return the guess among the eligible codes that are found, if there are any."""
        found = in_rounds(self.rounds, codes, budget, lambda: self._breed(codes, budget, random))
        return self._choose(codes.coding.holes, found, budget, random) if found else None

    def _breed(self, codes: ConsistentCodes, budget: Quota, random: Random) -> list[bytes]:
        """Return the eligible codes in the order in which they are found."""
        coding, turns = codes.coding, codes.turns
        shape = shape_of(coding)
        size = min(self.population, coding.secrets)
        how = breeding(self.one_point, self.mutation, self.permutation, self.inversion)
        kernel, state = code_kernel(), random.getrandbits(64)
        population, state = kernel.random_codes(*shape, size, state)
        fitness, _ = self._fitness(coding.holes, population, turns)
        budget.spend(size)
        found: dict[bytes, None] = {}
        generations, eligible = self._limits(coding.holes)
        fit = codes.count_soon()
        most = eligible if fit is None else min(eligible, fit - 1)
        done = 0
        while done < generations and len(found) <= most and budget.left:
            worst = max(fitness)
            weights = [PARENTS[self.parents](own, worst) for own in fitness]
            population, state = kernel.breed(*shape, population, weights, how, state)
            fitness, fitting = self._fitness(coding.holes, population, turns)
            found.update(dict.fromkeys(fitting))
            budget.spend(size)
            done += 1
        return list(found)

    def _limits(self, holes: int) -> tuple[int, int]:
        generations, eligible = (200, 100) if holes >= 8 else (100, 80 if holes >= 6 else 60)
        return (
            generations if self.generations is None else self.generations,
            eligible if self.eligible is None else self.eligible,
        )

    def _fitness(
        self, holes: int, population: bytes, turns: Sequence[Turn]
    ) -> tuple[list[int], list[bytes]]:
        """Return f of every code, and the codes without an error."""
        blacks, whites = code_kernel().distances(holes, population, turns)
        constant = self.constant_weight * holes * len(turns)
        errors = [self.black_weight * b + w for b, w in zip(blacks, whites, strict=True)]
        fitting = [
            population[at * holes : (at + 1) * holes]
            for at, error in enumerate(errors)
            if not error
        ]
        return [error + constant for error in errors], fitting

    def _choose(self, holes: int, found: Sequence[bytes], budget: Quota, random: Random) -> bytes:
        if len(found) == 1 or self.selection == "random":
            return random.choice(found)
        size = len(found) if self.compared is None else min(self.compared, len(found))
        others = found if size == len(found) else random.sample(found, size)
        compared = others if self.selection == "fewest" else found
        blocks = code_kernel().population_blocks(holes, b"".join(found), b"".join(compared))
        budget.spend(len(found) * len(compared))
        width = (holes + 1) ** 2
        own = set(compared)
        value = SELECTIONS[self.selection]
        places = range(len(found))
        cuts = (blocks[at * width : (at + 1) * width] for at in places)
        values = [value(cut, holes, code in own) for cut, code in zip(cuts, found, strict=True)]
        return found[min(places, key=values.__getitem__)]


berghman = Genetic()
