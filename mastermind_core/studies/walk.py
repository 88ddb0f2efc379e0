"""Dynamic programming over all candidate sets that a strategy with options can reach.

A set's continuation does not depend on the path to it. Each set is therefore evaluated once, from
its blocks' results: sums, averages, or extremes over its options. Options that are equivalent under
a history's symmetry are evaluated once, with their number as a factor.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from attrs import define, field, frozen

from mastermind_core.errors import BadArgument, UninformativeGuess, shown
from mastermind_core.game import Game
from mastermind_core.strategies.parts import Drawing, name_of, settled
from mastermind_core.table import ScoreTable, SymmetryGroup, compile_game, find_symmetry

#: Minimum number of candidates for which searching for symmetries saves time.
_WORTH_SYMMETRY = 24

_NO_SYMMETRY = SymmetryGroup((), ())

Settled = TypeVar("Settled")

#: The key of a set: the number of opening guesses left, its secrets, and the legal guesses.
Key = tuple[int, bytes, int]

#: The legal guesses where no rule restricts them; others are a set of bits.
ALL_LEGAL = -1


class Branching(NamedTuple, Generic[Settled]):
    """A set's option, with its blocks' results.

    Attributes:
        guess: The guess's index.
        times: How many options are equivalent.
        ended: The total weight that the guess finds.
        below: Each block's result.
    """

    guess: int
    times: int
    ended: int
    below: list[Settled]


#: A function that evaluates a set from its options.
Settle = Callable[["array[int]", Sequence[Branching[Settled]]], Settled]


def drawing(rule: object) -> Drawing:
    """Return a strategy that lists its options, or raise for another."""
    if not isinstance(rule, Drawing):
        raise BadArgument(
            "strategy must list its options, as 'every_branch' does, to have paths; "
            f"{name_of(rule)} does not"
        )
    return rule


@frozen(eq=False)
class _Part:
    """A candidate set after a history.

    It has an opening's rest, the symmetries that fix the history, and the guesses that are legal
    after it as a bit set.
    """

    candidates: array[int]
    opening: tuple[int, ...]
    symmetry: SymmetryGroup
    legal: int = ALL_LEGAL


def _key(part: _Part) -> Key:
    """Return a set's key."""
    return len(part.opening), part.candidates.tobytes(), part.legal


@define(eq=False)
class Walk(Generic[Settled]):
    """A walk over all candidate sets that a strategy can reach by its options, or by some."""

    game: Game
    rule: Drawing
    settle: Settle[Settled]
    #: A function of the table, a set and its legal guesses; None for the options of the rule.
    options: Callable[[ScoreTable, array[int], int], Sequence[int]] | None = None
    #: The guesses that stay legal by guess and score; None without a rule of the game.
    rows: Sequence[Sequence[int]] | None = None
    table: ScoreTable = field(init=False)
    settled: dict[Key, Settled] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.table = compile_game(self.game)

    def run(self) -> Settled:
        """Return the result for all secrets."""
        table = self.table
        free = self.rule.symmetric and self.rows is None
        symmetry = find_symmetry(self.game, table) if free else _NO_SYMMETRY
        return self.settled_to(table.everything, len(self.rule.opening), symmetry)

    def settled_to(
        self,
        candidates: array[int],
        left: int,
        symmetry: SymmetryGroup = _NO_SYMMETRY,
        legal: int = ALL_LEGAL,
    ) -> Settled:
        """Return the result for a set, with ``left`` opening guesses left."""
        opening = [self.table.guesses[guess] for guess in self.rule.opening]
        first = _Part(candidates, tuple(opening[len(opening) - left :]), symmetry, legal)
        return settled(first, _key, self._settle, self.settled)

    def stays_legal(self, legal: int, guess: int, score: int) -> int:
        """Return a set's guesses that are legal after one more score, too."""
        return legal if self.rows is None else legal & self.rows[guess][score]

    def _settle(self, part: _Part) -> Generator[_Part, Settled, Settled]:
        """Yield the parts that must be evaluated first, and return the result for the part."""
        candidates = part.candidates
        opening = part.opening
        symmetry = _NO_SYMMETRY if len(candidates) < _WORTH_SYMMETRY else part.symmetry
        classes: Iterable[tuple[int, int]] = [(opening[0], 1)] if opening else []
        if not opening or not self.table.tells(opening[0], candidates):
            guesses = self._options_of(part)
            if not guesses:
                raise UninformativeGuess(
                    f"{name_of(self.rule)} has no guess for {len(candidates)} secrets"
                )
            # One option represents its orbit.
            numbers = range(len(self.table.guesses.items))
            orbit = symmetry.guess_orbits(len(numbers)) if symmetry else numbers
            classes = Counter(orbit[guess] for guess in guesses).items()
        options = []
        for guess, times in classes:
            ended, blocks = self._blocks(guess, candidates)
            below = []
            fixed: SymmetryGroup | None = None
            for score, block in blocks:
                legal = self.stays_legal(part.legal, guess, score)
                found = self.settled.get((len(opening[1:]), block.tobytes(), legal))
                if found is None:
                    if fixed is None:
                        fixed = symmetry.fixing(guess) if symmetry else symmetry
                    found = yield _Part(block, opening[1:], fixed, legal)
                below.append(found)
            options.append(Branching(guess, times, ended, below))
        return self.settle(candidates, options)

    def _options_of(self, part: _Part) -> Sequence[int]:
        """Return a part's options without an opening guess."""
        if self.options is None:
            return self.rule.options(self.table, part.candidates)
        return self.options(self.table, part.candidates, part.legal)

    def _blocks(
        self, guess: int, candidates: array[int]
    ) -> tuple[int, list[tuple[int, array[int]]]]:
        """Return the total weight that a guess finds, and the other blocks by score."""
        table = self.table
        ended = 0
        blocks = []
        for score, block in table.split(guess, candidates):
            if table.over(block, score):
                ended += sum(table.weights[secret] for secret in block)
            else:
                blocks.append((score, block))
        if not ended and len(blocks) == 1:
            raise UninformativeGuess(
                f"{shown(table.guesses.items[guess])} does not distinguish the {len(candidates)} "
                "secrets left: the game would go on for ever"
            )
        return ended, blocks
