"""The evolutionary algorithm of Merelo-Guervos, Castillo and Rivas."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from attrs import define, field, frozen

from mastermind_core.code_space import Coding, ConsistentCodes, Turn
from mastermind_core.errors import BadArgument
from mastermind_core.kernels.choose import genetic_kernel
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.budget import Budget
from mastermind_core.strategies.codes.changes import crossed, mutated, transposed
from mastermind_core.strategies.codes.coding import errors_of, shape_of
from mastermind_core.strategies.codes.patterns import PATTERNS, Pattern, first_guess
from mastermind_core.strategies.validators import chance, number, one_of, text, whole


@define
class _Population:
    """The codes that live, those that were ever looked at, and the generator of a game."""

    random: Random
    codes: list[bytes] = field(factory=list)
    seen: set[bytes] = field(factory=set)


@frozen
class Evolutionary(CodeStrategy):
    """A population that lives all game long; the first code of it that fits is guessed.

    From the survey of Berghman and others and the authors' public description of their program
    (Merelo, Castillo and Rivas): 400 codes; the worse half gives way to children of the better
    half by one of three operators (a transposition, a mutation to the next colour, an exchange of
    the middle segment of two codes) with priorities 2, 1 and 2; the fitness is the distance from
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
        if not position.history:
            random = position.new_random()
            return first_guess(Coding(position.game), self.pattern, random)
        codes = ConsistentCodes(position.game, position.history)
        budget = Budget(position.effort, self.seconds, self.evaluations)
        found = self._search(codes, budget, position.game_random())
        return codes.coding.decode(
            found or codes.need(codes.sample_bytes(1, position.new_random()))
        )

    def _search(self, codes: ConsistentCodes, budget: Budget, random: Random) -> bytes | None:
        lasting = _Population(random)
        found: bytes | None = None
        for answers in range(1, len(codes.turns) + 1):
            before = len(lasting.seen)
            found = self._evolve(lasting, codes, codes.turns[:answers], budget)
        budget.spend(len(lasting.seen) - before)
        return found

    def _evolve(
        self, lasting: _Population, codes: ConsistentCodes, turns: Sequence[Turn], budget: Budget
    ) -> bytes | None:
        """Go on with a population until a code fits, or the budget of a guess is used up."""
        most = None if self.evaluations is None else len(lasting.seen) + self.evaluations
        for made in range(self.rounds):
            if not lasting.codes:
                lasting.codes = self._drawn(codes.coding, lasting.random)
            found = self._generations(lasting, codes.coding, turns, budget, most)
            used_up = not budget.left or (most is not None and len(lasting.seen) >= most)
            if found or used_up or (made == 0 and codes.fits() is False):
                return found
            lasting.codes = []
        return None

    def _drawn(self, coding: Coding, random: Random) -> list[bytes]:
        size = min(self.population, coding.secrets)
        drawn, _ = genetic_kernel().random_codes(*shape_of(coding), size, random.getrandbits(64))
        return coding.cut(drawn)

    def _generations(
        self,
        lasting: _Population,
        coding: Coding,
        turns: Sequence[Turn],
        budget: Budget,
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


merelo = Evolutionary()
