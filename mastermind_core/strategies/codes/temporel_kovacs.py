"""The hill climbing of Temporel and Kovacs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from attrs import field, frozen

from mastermind_core.code_space import Coding, ConsistentCodes, Turn
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.budget import Budget
from mastermind_core.strategies.codes.coding import errors_of
from mastermind_core.strategies.codes.patterns import PATTERNS, Pattern
from mastermind_core.strategies.codes.searching import searched
from mastermind_core.strategies.validators import number, one_of, text, whole


@frozen
class HillClimbing(CodeStrategy):
    """Codes made from the best guess so far as its answer allows; the first that fits is guessed.

    From the abstract of Temporel and Kovacs, the survey of Berghman and others, and a public
    program after them: the guess with the best answer is the one to climb from (the most pegs, and
    of these the most black ones; the later of equals). A new code keeps as many of its holes,
    drawn, as it has black pegs, moves as many other colours as it has white pegs to other holes,
    and fills the rest; it is looked at against all answers.

    What fills the gaps: the rest is filled with random colours that are not in the holes given up,
    since those answered nothing, nor known to be absent; a code that comes again is known not to
    fit, and is not counted. After ``patience`` codes a fitting one is drawn.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), HillClimbing(pattern="doubled"), games=20).mean
    4.75
    """

    patience: int = field(default=2000, validator=whole(1))
    pattern: Pattern = field(default="random", validator=one_of(*PATTERNS))
    seconds: float | None = field(default=None, validator=number(0, or_none=True))
    evaluations: int | None = field(default=None, validator=whole(0, or_none=True))
    name: str = field(default="temporel_kovacs", validator=text)
    source: str = field(
        default="A. Temporel and T. Kovacs, A heuristic hill climbing algorithm for Mastermind, "
        "UKCI (2003)",
        repr=False,
        validator=text,
    )

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        return searched(self, position, self._climb)

    def _climb(self, codes: ConsistentCodes, budget: Budget, random: Random) -> bytes | None:
        coding = codes.coding
        best = max(reversed(codes.turns), key=lambda turn: (turn[1] + turn[2], turn[1]))
        absent = absent_colours(coding, codes.turns)
        seen: set[bytes] = set()
        for _ in range(self.patience):
            if not budget.left:
                break
            code = derived(best, coding, random, absent)
            if code is not None and code not in seen:
                seen.add(code)
                budget.spend(1)
                if not errors_of(coding.holes, code, codes.turns)[0]:
                    return code
        return None


def absent_colours(coding: Coding, turns: Sequence[Turn]) -> frozenset[int]:
    """Return the colours that a single answer rules out: one without a peg, or with all of them."""
    absent = set[int]()
    for guess, black, white in turns:
        if black + white == 0:
            absent.update(guess)
        elif black + white == coding.holes:
            absent.update(set(range(coding.colours)) - set(guess))
    return frozenset(absent)


def derived(
    turn: Turn, coding: Coding, random: Random, absent: Collection[int] = ()
) -> bytes | None:
    """Make a code that may answer a guess as it was answered, or None if the draw went wrong."""
    guess, black, white = turn
    holes = coding.holes
    if black + white > holes:
        return None
    order = random.sample(range(holes), holes)
    kept, moved = order[:black], order[black : black + white]
    code: list[int | None] = [guess[hole] if hole in kept else None for hole in range(holes)]
    places = random.sample([hole for hole in range(holes) if hole not in kept], len(moved))
    for source, place in zip(moved, places, strict=True):
        if source == place:
            return None
        code[place] = guess[source]
    given_up = {guess[hole] for hole in order[black + white :]}
    others = [c for c in range(coding.colours) if c not in given_up and c not in absent]
    for hole in range(holes):
        if code[hole] is None:
            fair = others if coding.game.secret_repeats else [c for c in others if c not in code]
            if not fair:
                return None
            code[hole] = random.choice(fair)
    made = bytes(colour for colour in code if colour is not None)
    return made if coding.game.secret_repeats or len(set(made)) == holes else None


temporel_kovacs = HillClimbing()
