"""Every set of candidates that a strategy with options can come to, each settled once.

What follows a set does not depend on how it was reached. So each is settled from its options and
from what its blocks were settled to: their paths are added, averaged, or the best and the worst of
them taken. Options that a symmetry of the history exchanges are looked at once, as often as there
are.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from attrs import define, field, frozen

from mastermind_core.errors import BadArgument, UninformativeGuess, shown
from mastermind_core.game import Game
from mastermind_core.strategies.base import name_of
from mastermind_core.strategies.tabled.greedy import settled
from mastermind_core.strategies.tabled.lots import Drawing
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.table.symmetry import SymmetryGroup, find_symmetry

#: Candidates below which looking for symmetries costs more than it saves.
_WORTH_SYMMETRY = 24

_NO_SYMMETRY = SymmetryGroup((), ())

Settled = TypeVar("Settled")

#: What a set is settled under: how many guesses of an opening are left, and its secrets.
Key = tuple[int, bytes]


class Branching(NamedTuple, Generic[Settled]):
    """A guess with how many a symmetry makes of it, the weight that it finds, and what is below.

    That is what each of its blocks was settled to.
    """

    guess: int
    times: int
    ended: int
    below: list[Settled]


#: Settles a set from its options.
Settle = Callable[["array[int]", Sequence[Branching[Settled]]], Settled]


def drawing(rule: Any) -> Drawing:
    """Return a strategy that lists its options; refuse another."""
    if not isinstance(rule, Drawing):
        raise BadArgument(
            "strategy must list its options, as 'every_branch' does, to have paths; "
            f"{name_of(rule)} does not"
        )
    return rule


@frozen(eq=False)
class _Part:
    """A set of candidates with what is left of an opening, and the symmetries that keep it."""

    candidates: array[int]
    opening: tuple[int, ...]
    symmetry: SymmetryGroup

    @property
    def key(self) -> Key:
        """Return what the set is settled under."""
        return len(self.opening), self.candidates.tobytes()


@define(eq=False)
class Walk(Generic[Settled]):
    """A walk over the sets that a rule can come to in a game, by all its options or by some."""

    game: Game
    rule: Drawing
    settle: Settle[Settled]
    options: Callable[[ScoreTable, array[int]], Sequence[int]] | None = None
    table: ScoreTable = field(init=False)
    settled: dict[Key, Settled] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.table = compile_game(self.game)

    def run(self) -> Settled:
        """Return what all secrets are settled to."""
        table = self.table
        symmetry = find_symmetry(self.game, table) if self.rule.even_handed else _NO_SYMMETRY
        return self.settled_to(table.everything, len(self.rule.opening), symmetry)

    def settled_to(
        self, candidates: array[int], left: int, symmetry: SymmetryGroup = _NO_SYMMETRY
    ) -> Settled:
        """Return what a set is settled to, with so many guesses of the opening left."""
        opening = [self.table.guesses[guess] for guess in self.rule.opening]
        first = _Part(candidates, tuple(opening[len(opening) - left :]), symmetry)
        return settled(first, attrgetter("key"), self._settle, self.settled)

    def _settle(self, part: _Part) -> Generator[_Part, Settled, Settled]:
        """Yield the parts that must be settled first; return what the part is settled to."""
        candidates, opening = part.candidates, part.opening
        symmetry = _NO_SYMMETRY if len(candidates) < _WORTH_SYMMETRY else part.symmetry
        classes: Iterable[tuple[int, int]] = [(opening[0], 1)] if opening else []
        if not opening or not self.table.tells(opening[0], candidates):
            guesses = (self.options or self.rule.options)(self.table, candidates)
            if not guesses:
                raise UninformativeGuess(
                    f"{name_of(self.rule)} has no guess for {len(candidates)} secrets"
                )
            # One option of each orbit stands for all of it.
            numbers = range(len(self.table.guesses.items))
            orbit = symmetry.guess_orbits(len(numbers)) if symmetry else numbers
            classes = Counter(orbit[guess] for guess in guesses).items()
        options = []
        for guess, times in classes:
            ended, blocks = self._blocks(guess, candidates)
            below = []
            fixed: SymmetryGroup | None = None
            for block in blocks:
                found = self.settled.get((len(opening[1:]), block.tobytes()))
                if found is None:
                    if fixed is None:
                        fixed = symmetry.fixing(guess) if symmetry else symmetry
                    found = yield _Part(block, opening[1:], fixed)
                below.append(found)
            options.append(Branching(guess, times, ended, below))
        return self.settle(candidates, options)

    def _blocks(self, guess: int, candidates: array[int]) -> tuple[int, list[array[int]]]:
        """Return the weight of the secrets that a guess finds, and the blocks of the others."""
        table = self.table
        ended, blocks = 0, []
        for score, block in table.split(guess, candidates):
            if table.over(block, score):
                ended += sum(table.weights[secret] for secret in block)
            else:
                blocks.append(block)
        if not ended and len(blocks) == 1:
            raise UninformativeGuess(
                f"{shown(table.guesses.items[guess])} tells nothing about the {len(candidates)} "
                "secrets left: the game would go on for ever"
            )
        return ended, blocks
