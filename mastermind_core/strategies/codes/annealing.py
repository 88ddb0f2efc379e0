"""Simulated annealing: Rhodes's walk through the fitting codes and beside them, and Bernier's."""

from __future__ import annotations

from itertools import combinations
from math import exp
from random import Random
from typing import Any, ClassVar, Literal

from attrs import evolve, field, frozen

from mastermind_core.code_space.consistent_codes import Coding, ConsistentCodes
from mastermind_core.strategies.base import Position
from mastermind_core.strategies.codes.beginning import searched
from mastermind_core.strategies.codes.budget import Budget, at_least
from mastermind_core.strategies.codes.evolutionary import errors_of
from mastermind_core.strategies.codes.openings import Opening, first_guess


def acceptance(alpha: float, score: int) -> float:
    """Return the chance that an inconsistent code is played: alpha / (score + 1), at most 1.

    >>> [acceptance(2, score) for score in (1, 3, 7)]
    [1.0, 0.5, 0.25]
    """
    return min(1.0, alpha / (score + 1))


def exchanges(code: bytes, colours: int, repeats: bool) -> list[bytes]:
    """List the other codes that an exchange of two holes makes."""
    made = set()
    for one, other in combinations(range(len(code)), 2):
        changed = bytearray(code)
        changed[one], changed[other] = changed[other], changed[one]
        made.add(bytes(changed))
    return sorted(made - {code})


def neighbours(code: bytes, colours: int, repeats: bool) -> list[bytes]:
    """List the codes that differ in one hole, and without repeats have none."""
    return [
        code[:hole] + bytes([colour]) + code[hole + 1 :]
        for hole in range(len(code))
        for colour in range(colours)
        if colour != code[hole] and (repeats or colour not in code)
    ]


#: What is near a code.
NEAR = {"hamming": neighbours, "exchange": exchanges}


@frozen
class RhodesAnnealing:
    """Draw from the codes that fit and the neighbours of the last guess, and play what passes.

    As in the paper: a random first guess; then codes are drawn from the fitting codes together
    with those at Hamming distance 1 from the last guess; one that fits is played, another with
    chance alpha / (score + 1), where the score sums the differences in black and white pegs.
    The paper is silent on what follows a code that does not pass: another draw from all
    (``rejected`` "again"), or a code that fits ("fitting"). ``near`` "exchange" takes as neighbours
    the codes that an exchange of two holes makes, which the paper does not say but its figures do.

    The fitting codes are counted and drawn, never listed. Note what alpha = 2 means: a neighbour
    of score 1 is always played although it cannot win, and the chances do not fall with time by
    themselves, only because scores grow with the history.
    """

    alpha: float = 2
    rejected: Literal["again", "fitting"] = "again"
    near: Literal["hamming", "exchange"] = "hamming"
    opening: Opening = "random"
    name: str = "rhodes_annealing"
    source: str = field(default="A. Rhodes, Search algorithms for Mastermind (2019)", repr=False)
    needs_table: ClassVar[bool] = False

    def __attrs_post_init__(self) -> None:
        at_least("alpha", self.alpha, 0)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding, random = Coding(position.game), position.random
        if not position.history:
            return first_guess(coding, self.opening, random)
        codes = ConsistentCodes(position.game, position.history)
        fitting = codes.count()
        if not fitting:
            codes.need(b"")
        last = codes.turns[-1][0]
        nearby = NEAR[self.near]
        near = nearby(last, coding.colours, coding.game.guess_repeats)
        scores = errors_of(coding.holes, b"".join(near), codes.turns)
        secret = coding.game.secret_repeats
        beside = [
            (code, score)
            for code, score in zip(near, scores, strict=True)
            if score or not (secret or len(set(code)) == len(code))
        ]
        position.effort.evaluations += len(near)
        while True:
            drawn = random.randrange(fitting + len(beside))
            if drawn >= len(beside):
                return codes.one(random)
            code, score = beside[drawn]
            if random.random() < acceptance(self.alpha, score):
                return coding.decode(code)
            if self.rejected == "fitting":
                return codes.one(random)

    def but(self, **changes: Any) -> RhodesAnnealing:
        """Return this strategy with some of its parameters changed."""
        return evolve(self, **changes)


@frozen
class BernierAnnealing:
    """Anneal a code towards the answers for a limited time, and play the best one found.

    From Bernier and others: the cost of a code is how far it is from the answers, and when the
    time is over the best code is played whether it fits or not. What fills gaps: the walk begins
    at a random code; a step changes the colour of a hole or exchanges two holes, each half the
    time; the temperature falls by a constant factor from ``hot`` to ``cold`` in ``steps``; the
    walk ends at once at a code that fits; a code that has been played is not played again.
    """

    steps: int = 1000
    hot: float = 2.0
    cold: float = 0.2
    opening: Opening = "random"
    seconds: float | None = None
    evaluations: int | None = None
    name: str = "bernier_annealing"
    source: str = field(
        default="J. Bernier and others, Solving MasterMind using GAs and simulated annealing, "
        "PPSN IV (1996)",
        repr=False,
    )
    needs_table: ClassVar[bool] = False

    def __attrs_post_init__(self) -> None:
        at_least("steps", self.steps, 1)

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


def stepped(code: bytes, coding: Coding, random: Random) -> bytes:
    """Change the colour of a hole, or exchange two holes; repeats stay out where they must."""
    hole, other = random.randrange(len(code)), random.randrange(len(code))
    changed = bytearray(code)
    repeats = coding.game.secret_repeats
    colours = [c for c in range(coding.colours) if (c != code[hole] if repeats else c not in code)]
    if colours and random.random() < 0.5:
        changed[hole] = random.choice(colours)
    else:
        changed[hole], changed[other] = changed[other], changed[hole]
    return bytes(changed)
