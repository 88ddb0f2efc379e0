"""Singley's tabu search: the colours first, then exchanges of holes."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, Literal

from attrs import field, frozen

from mastermind_core.code_space import Coding, ConsistentCodes, Turn
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.budget import Budget
from mastermind_core.strategies.codes.changes import exchanged
from mastermind_core.strategies.codes.coding import errors_of
from mastermind_core.strategies.validators import number, one_of, text, whole


@frozen
class Tabu(CodeStrategy):
    """Questions for the colours first, then exchanges of holes until the code fits.

    From the survey of Berghman, Goossens and Leus: fixed guesses find how often each colour
    comes; the search then begins at the last guess and exchanges two random holes; a pair that is
    not in the tabu list is exchanged whatever comes of it, and enters the list; one that is in it
    only if the code then fits; it ends at a code that fits. The survey also says that such a code
    is compared with the best so far: with the ``aspiration`` "better" a pair of the list is
    exchanged where that comes nearer to the answers than any code before.

    What fills gaps: the fixed guesses are of one colour each, or of two (``colours_a_guess``),
    until all pegs are found; the last colours need not be asked for. A last guess whose colours
    cannot be right is replaced by the colours of a fitting code in random order. The list holds
    half of the pairs; after ``steps`` exchanges a fitting code is drawn. Where guesses may not
    repeat a colour nothing is asked for first.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Tabu(colours_a_guess=2), games=20).mean
    5.3
    """

    colours_a_guess: Literal[1, 2] = field(default=1, validator=one_of(1, 2))
    aspiration: Literal["fits", "better"] = field(
        default="fits", validator=one_of("fits", "better")
    )
    steps: int = field(default=2000, validator=whole(1))
    seconds: float | None = field(default=None, validator=number(0, or_none=True))
    evaluations: int | None = field(default=None, validator=whole(0, or_none=True))
    name: str = field(default="singley", validator=text)
    source: str = field(
        default="A. Singley, Heuristic solution methods for the 1-dimensional and 2-dimensional "
        "Mastermind problem, thesis, University of Florida (2005)",
        repr=False,
        validator=text,
    )

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding, random = Coding(position.game), position.new_random()
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
        least: int | None = None
        for _ in range(self.steps):
            budget.spend(1)
            errors = errors_of(len(code), code, turns)[0]
            if not errors:
                return code
            if not pairs or not budget.left:
                break
            least = errors if least is None else min(least, errors)
            pair = random.choice(pairs)
            there = exchanged(code, pair)
            if pair not in tabu:
                tabu.append(pair)
                code = there
                continue
            budget.spend(1)
            beside = errors_of(len(code), there, turns)[0]
            if not beside:
                return there
            if self.aspiration == "better" and beside < least:
                code = there
        return None


singley = Tabu()
