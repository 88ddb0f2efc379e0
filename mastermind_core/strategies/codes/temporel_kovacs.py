"""The hill climbing of Temporel and Kovacs."""

from __future__ import annotations

from random import Random
from typing import Any

from attrs import field, frozen

from mastermind_core.code_space.consistent_codes import Coding, ConsistentCodes, Turn
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.budget import Budget
from mastermind_core.strategies.codes.coding import errors_of
from mastermind_core.strategies.codes.patterns import PATTERNS, Pattern
from mastermind_core.strategies.codes.searching import searched
from mastermind_core.strategies.options import number, one_of, text, whole


@frozen
class HillClimbing(CodeStrategy):
    """Codes made from the best guess so far as its answer allows; the first that fits is guessed.

    From the abstract of Temporel and Kovacs, and the survey of Berghman and others: hill climbing
    with heuristics that keep low both the guesses and the codes looked at and not played.

    What fills the gap, since neither gives the algorithm: the guess with the best answer (black
    pegs count 2, white pegs 1; the later of equals) is the one to climb from. A new code keeps as
    many of its holes, drawn, as it has black pegs, moves as many other colours as it has white
    pegs to other holes, and fills the rest with random colours; it is looked at against all
    answers, once for a guess: one that comes again is known not to fit, and is not counted. After
    ``patience`` codes a fitting one is drawn.
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
        best = max(reversed(codes.turns), key=lambda turn: 2 * turn[1] + turn[2])
        seen: set[bytes] = set()
        for _ in range(self.patience):
            if not budget.left:
                break
            code = derived(best, coding, random)
            if code is not None and code not in seen:
                seen.add(code)
                budget.spend(1)
                if not errors_of(coding.holes, code, codes.turns)[0]:
                    return code
        return None


def derived(turn: Turn, coding: Coding, random: Random) -> bytes | None:
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
    for hole in range(holes):
        if code[hole] is None:
            if coding.game.secret_repeats:
                code[hole] = random.randrange(coding.colours)
            else:
                unused = [c for c in range(coding.colours) if c not in code]
                code[hole] = random.choice(unused)
    made = bytes(colour for colour in code if colour is not None)
    fair = coding.game.secret_repeats or len(set(made)) == holes
    return made if fair else None


temporel_kovacs = HillClimbing()
