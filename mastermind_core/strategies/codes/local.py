"""Search from the guesses before: Singley's tabu search, Temporel and Kovacs's hill climbing."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, ClassVar, Literal

from attrs import field, frozen

from mastermind_core.code_space.consistent_codes import Coding, ConsistentCodes, Turn
from mastermind_core.strategies.base import Position
from mastermind_core.strategies.codes.beginning import searched
from mastermind_core.strategies.codes.budget import Budget, at_least
from mastermind_core.strategies.codes.evolutionary import errors_of
from mastermind_core.strategies.codes.openings import Opening


@frozen
class Tabu:
    """Ask for the colours first, then exchange holes until the code fits.

    From the survey of Berghman, Goossens and Leus: fixed guesses find how often each colour
    comes; the search then begins at the last guess and exchanges two random holes; a pair that is
    not in the tabu list is exchanged whatever comes of it, and enters the list; one that is in it
    only if the code then fits; it ends at a code that fits.

    What fills gaps: the fixed guesses are of one colour each, or of two (``colours_a_guess``),
    until all pegs are found; the last colours need not be asked for. A last guess whose colours
    cannot be right is replaced by the colours of a fitting code in random order. The list holds
    half of the pairs; after ``steps`` exchanges a fitting code is drawn. Where guesses may not
    repeat a colour nothing is asked for first.
    """

    colours_a_guess: Literal[1, 2] = 1
    steps: int = 2000
    seconds: float | None = None
    evaluations: int | None = None
    name: str = "singley"
    source: str = field(
        default="A. Singley, Heuristic solution methods for the 1-dimensional and 2-dimensional "
        "Mastermind problem, thesis, University of Florida (2005)",
        repr=False,
    )
    needs_table: ClassVar[bool] = False

    def __attrs_post_init__(self) -> None:
        at_least("steps", self.steps, 1)
        at_least("colours_a_guess", self.colours_a_guess, 1)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding, random = Coding(position.game), position.random
        codes = ConsistentCodes(position.game, position.history)
        asking = self._asking(coding, codes.turns)
        if asking:
            return coding.decode(asking)
        budget = Budget(position.effort, self.seconds, self.evaluations)
        start = codes.need(codes.sample_bytes(1, random))
        last = codes.turns[-1][0] if codes.turns else start
        if sorted(last) != sorted(start):
            last = bytes(random.sample(start, coding.holes))
        found = self._exchange(last, codes.turns, budget, random)
        return coding.decode(found or start)

    def _asking(self, coding: Coding, turns: Sequence[Turn]) -> bytes | None:
        """Return the next fixed guess, or None when all pegs are found."""
        step = self.colours_a_guess
        asked = len(turns) * step
        found = sum(black + white for _, black, white in turns)
        if not coding.game.guess_repeats:
            return None
        if found >= coding.holes or asked >= coding.colours - 1:
            return None
        colours = [min(asked + at, coding.colours - 1) for at in range(step)]
        share = -(-coding.holes // step)
        return bytes(colours[hole // share] for hole in range(coding.holes))

    def _exchange(
        self, code: bytes, turns: Sequence[Turn], budget: Budget, random: Random
    ) -> bytes | None:
        pairs = list(combinations(range(len(code)), 2))
        tabu: deque[tuple[int, int]] = deque(maxlen=max(1, len(pairs) // 2))
        for _ in range(self.steps):
            budget.spend(1)
            if not errors_of(len(code), code, turns)[0]:
                return code
            if not pairs or not budget.left:
                break
            pair = random.choice(pairs)
            there = exchanged(code, pair)
            if pair not in tabu:
                tabu.append(pair)
                code = there
            elif not errors_of(len(code), there, turns)[0]:
                budget.spend(1)
                return there
        return None


def exchanged(code: bytes, pair: tuple[int, int]) -> bytes:
    """Exchange two holes."""
    changed = bytearray(code)
    one, other = pair
    changed[one], changed[other] = changed[other], changed[one]
    return bytes(changed)


@frozen
class HillClimbing:
    """Make codes from the best guess so far as its answer allows, and guess the first that fits.

    From the abstract of Temporel and Kovacs, and the survey of Berghman and others: hill climbing
    with heuristics that keep low both the guesses and the codes looked at and not played.

    What fills the gap, since neither gives the algorithm: the guess with the best answer (black
    pegs count 2, white pegs 1; the later of equals) is the one to climb from. A new code keeps as
    many of its holes, drawn, as it has black pegs, moves as many other colours as it has white
    pegs to other holes, and fills the rest with random colours; it is looked at against all
    answers. After ``patience`` codes a fitting one is drawn.
    """

    patience: int = 2000
    opening: Opening = "random"
    seconds: float | None = None
    evaluations: int | None = None
    name: str = "temporel_kovacs"
    source: str = field(
        default="A. Temporel and T. Kovacs, A heuristic hill climbing algorithm for Mastermind, "
        "UKCI (2003)",
        repr=False,
    )
    needs_table: ClassVar[bool] = False

    def __attrs_post_init__(self) -> None:
        at_least("patience", self.patience, 1)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        return searched(self, position, self._climb)

    def _climb(self, codes: ConsistentCodes, budget: Budget, random: Random) -> bytes | None:
        coding = codes.coding
        best = max(reversed(codes.turns), key=lambda turn: 2 * turn[1] + turn[2])
        for _ in range(self.patience):
            if not budget.left:
                break
            code = derived(best, coding, random)
            if code is not None:
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
