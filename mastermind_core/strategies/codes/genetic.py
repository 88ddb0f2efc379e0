"""The genetic algorithm of Berghman, Goossens and Leus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, Literal

from attrs import evolve, field, frozen

from mastermind_core.code_space.consistent_codes import Coding, ConsistentCodes, Turn
from mastermind_core.errors import BadArgument
from mastermind_core.kernels.choose import code_kernel, genetic_kernel
from mastermind_core.kernels.types import Breeding
from mastermind_core.strategies.base import Position
from mastermind_core.strategies.codes.budget import Budget, at_least
from mastermind_core.strategies.codes.openings import doubled

Rule = Literal["fewest", "similar", "different", "random"]
Parents = Literal["reciprocal", "linear", "literal"]

_WHOLE = 1 << 32

#: The largest population: the kernel wants all weights together below 2**32.
_MOST = 4096


def _reciprocal(fitness: Sequence[int]) -> list[int]:
    return [max(1, (1 << 20) // max(1, f)) for f in fitness]


def _linear(fitness: Sequence[int]) -> list[int]:
    worst = max(fitness)
    return [worst - f + 1 for f in fitness]


def _literal(fitness: Sequence[int]) -> list[int]:
    return [max(1, f) for f in fitness]


#: How a fitness, of which less is better, becomes the weight of a parent.
PARENTS: dict[str, Callable[[Sequence[int]], list[int]]] = {
    "reciprocal": _reciprocal,
    "linear": _linear,
    "literal": _literal,
}


@frozen
class Genetic:
    """Breed codes towards the history, and guess the eligible one that tells most of the others.

    From the paper: the fixed first guess, a population of distinct codes, crossover at one or two
    points, mutation, permutation and inversion with their chances, doubles replaced by random
    codes, the fitness f = a (black errors) + (white errors) + b P (i - 1), the set of eligible
    codes with its limits (``generations``, ``eligible``), and the four ``rule`` of choosing from
    it, the last one compared with ``compared`` (``|S|``) of its codes (None: all).

    What fills gaps: f is to be small, yet parents are drawn "proportional to fitness". Read as
    the worst f less one's own, plus 1 (``parents`` "linear"), the constant b P (i - 1) makes no
    difference, and in the paper's table 1 none can be seen; "reciprocal" is 1 / f, which chooses
    less and less as the constant grows; "literal" is f itself, which prefers the worst. Two parents
    have one child. Ties go to the code that was found first.
    Where all generations find no eligible code, new populations are tried, ``rounds`` in all, and
    then one is drawn from all codes that fit. A budget that runs out ends the breeding early.
    Where codes may not repeat a colour, a child's repeats become colours that it does not have.
    None as ``generations`` or ``eligible`` is the paper's number for the size: 100 and 60, from 6
    holes on 80, from 8 on 200 and 100.
    """

    population: int = 150
    one_point: float = 0.5
    mutation: float = 0.03
    permutation: float = 0.03
    inversion: float = 0.02
    black_weight: int = 1
    constant_weight: int = 2
    generations: int | None = None
    eligible: int | None = None
    rule: Rule = "fewest"
    compared: int | None = None
    parents: Parents = "linear"
    rounds: int = 10
    opening: tuple[Any, ...] | None = None
    seconds: float | None = None
    evaluations: int | None = None
    name: str = "berghman"
    source: str = field(
        default="L. Berghman, D. Goossens and R. Leus, Efficient solutions for Mastermind using "
        "genetic algorithms, Computers and Operations Research 36 (2009)",
        repr=False,
    )
    needs_table: ClassVar[bool] = False

    def __attrs_post_init__(self) -> None:
        for name in ("population", "rounds", "black_weight", "eligible", "compared"):
            at_least(name, getattr(self, name), 1)
        at_least("generations", self.generations, 0)
        at_least("constant_weight", self.constant_weight, 0)
        if self.population > _MOST:
            raise BadArgument(f"population must be a number up to {_MOST}, not {self.population!r}")
        for name in ("one_point", "mutation", "permutation", "inversion"):
            if not 0 <= getattr(self, name) <= 1:
                raise BadArgument(f"{name} must be a chance from 0 to 1, not {getattr(self, name)}")
        if self.rule not in RULES:
            raise BadArgument(f"rule must be one of {', '.join(RULES)}, not {self.rule!r}")
        if self.parents not in PARENTS:
            raise BadArgument(f"parents must be one of {', '.join(PARENTS)}, not {self.parents!r}")

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding = Coding(position.game)
        if not position.history:
            return self.opening or coding.decode(doubled(coding))
        codes = ConsistentCodes(position.game, position.history)
        budget = Budget(position.effort, self.seconds, self.evaluations)
        random = position.random
        found = self._collect(codes, budget, random)
        if not found:
            return coding.decode(codes.need(codes.sample_bytes(1, random)))
        return coding.decode(self._choose(coding.holes, found, budget, random))

    def but(self, **changes: Any) -> Genetic:
        """Return this strategy with some of its parameters changed."""
        return evolve(self, **changes)

    def _collect(self, codes: ConsistentCodes, budget: Budget, random: Random) -> list[bytes]:
        """Return the eligible codes in the order in which they were found."""
        for number in range(self.rounds):
            found = self._breed(codes, budget, random)
            if found or not budget.left:
                return found
            if number == 0 and not codes:
                break
        return []

    def _breed(self, codes: ConsistentCodes, budget: Budget, random: Random) -> list[bytes]:
        coding, turns = codes.coding, codes.turns
        shape = coding.colours, coding.holes, coding.game.secret_repeats
        size = min(self.population, coding.secrets)
        breeding = Breeding(
            round(self.one_point * _WHOLE),
            round(self.mutation * _WHOLE),
            round(self.permutation * _WHOLE),
            round(self.inversion * _WHOLE),
        )
        kernel, state = genetic_kernel(), random.getrandbits(64)
        population, state = kernel.random_codes(*shape, size, state)
        fitness, _ = self._fitness(coding.holes, population, turns)
        budget.spend(size)
        found: dict[bytes, None] = {}
        generations, eligible = self._limits(coding.holes)
        done = 0
        while done < generations and len(found) <= eligible and budget.left:
            weights = PARENTS[self.parents](fitness)
            population, state = kernel.breed(*shape, population, weights, breeding, state)
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

    def _choose(self, holes: int, found: Sequence[bytes], budget: Budget, random: Random) -> bytes:
        if len(found) == 1 or self.rule == "random":
            return random.choice(found)
        size = len(found) if self.compared is None else min(self.compared, len(found))
        others = found if size == len(found) else random.sample(found, size)
        compared = others if self.rule == "fewest" else found
        blocks = code_kernel().population_blocks(holes, b"".join(found), b"".join(compared))
        budget.spend(len(found) * len(compared))
        width = (holes + 1) ** 2
        own = set(compared)
        value = RULES[self.rule]
        return min(
            found,
            key={
                code: value(blocks[at * width : (at + 1) * width], holes, code in own)
                for at, code in enumerate(found)
            }.__getitem__,
        )


def remaining(blocks: Sequence[int], holes: int, inside: bool) -> Fraction:
    """Return how many other codes are left on average after a guess, were each one the secret.

    ``inside`` says that the guess is among the codes: it does not count then.
    """
    codes = sum(blocks) - inside
    return Fraction(sum(n * (n - 1) for n in blocks), codes) if codes else Fraction(0)


def likeness(blocks: Sequence[int], holes: int, inside: bool) -> int:
    """Sum the pegs, black or white, that the other codes answer."""
    return sum(n * sum(divmod(at, holes + 1)) for at, n in enumerate(blocks)) - inside * holes


def unlikeness(blocks: Sequence[int], holes: int, inside: bool) -> int:
    """Return less the more pegs the other codes answer."""
    return -likeness(blocks, holes, inside)


def indifference(blocks: Sequence[int], holes: int, inside: bool) -> int:
    """Make no difference."""
    return 0


#: What the guess makes least.
RULES: dict[str, Callable[[Sequence[int], int, bool], Any]] = {
    "fewest": remaining,
    "similar": unlikeness,
    "different": likeness,
    "random": indifference,
}
