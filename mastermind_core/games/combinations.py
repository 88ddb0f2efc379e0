"""Mastermind without order: find which colours are hidden, not where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from typing import Any

from attrs import frozen

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.games.border import Items, check_pair, filled, one_of
from mastermind_core.games.code_sequence import Code
from mastermind_core.games.mastermind import Coloured, Mastermind
from mastermind_core.notation.spelling import as_text, read_code

#: Combinations up to which a game is listed.
_MOST = 2**20

#: Colours in all of them.
_MOST_COLOURS = 2**23


def shared(guess: Sequence[Hashable], secret: Sequence[Hashable]) -> int:
    """Count what two combinations have in common, each colour as often as both have it.

    >>> shared((1, 1, 2), (1, 2, 2))
    2
    """
    return (Counter(guess) & Counter(secret)).total()


@frozen(init=False)
class Combinations(Coloured):
    """The game of finding a combination of colours, whose order does not matter.

    A guess is answered by how many colours it shares with the secret, each counted as often as
    both have it: black and white pegs of Mastermind in one number. Combinations are tuples in the
    order of the colours. ``repeats`` is as in :class:`Mastermind`; "none" is the game of finding a
    set by the sizes of intersections.

    >>> game = Combinations(colours=6, holes=4)
    >>> len(game.secrets), game.score((1, 1, 2, 2), (1, 2, 3, 3))
    (126, 2)
    """

    def __attrs_post_init__(self) -> None:
        one_of("repeats", self.repeats, ("both", "guesses", "none"))
        colours = len(self._game.symbols)
        listed = comb(colours if self.repeats == "none" else colours + self.holes - 1, self.holes)
        if listed > _MOST or listed * self.holes > _MOST_COLOURS:
            raise BadGame(f"{self.holes} of {len(self.symbols)} colours are too many to list")

    @cached_property
    def _game(self) -> Mastermind:
        return Mastermind(self.colours, self.holes, self.repeats)

    @property
    def symbols(self) -> tuple[Hashable, ...]:
        """Return the colours in order."""
        return self._game.symbols

    @cached_property
    def _free(self) -> Items[Code]:
        return Items(combinations_with_replacement(self.symbols, self.holes))

    @cached_property
    def _distinct(self) -> Items[Code]:
        return Items(combinations(self.symbols, self.holes))

    @property
    def guesses(self) -> Items[Code]:
        """Return the guesses, in the order that breaks ties."""
        return self._distinct if self.repeats == "none" else self._free

    @property
    def secrets(self) -> Items[Code]:
        """Return what may be hidden."""
        return self._free if self.repeats == "both" else self._distinct

    @property
    def scores(self) -> range:
        """Return every number of common colours."""
        return range(self.holes + 1)

    @property
    def endstates(self) -> frozenset[int]:
        """Return the scores that end the game."""
        return frozenset({self.holes})

    def score(self, guess: Code, secret: Code) -> int:
        """Count the colours in common."""
        check_pair(self, guess, secret)
        return shared(guess, secret)

    def score_table(self) -> tuple[tuple[int, ...], Any]:
        """Fill the score table pair by pair."""
        return filled(shared, self.guesses, self.secrets)

    def parse_guess(self, text: str, /) -> Code:
        """Return the combination that a text stands for, in any order."""
        code = read_code(as_text(text, "guess"), self.symbols, self.holes)
        found = self._sorted(code)
        if found not in self.guesses:
            raise BadArgument(f"{shown(text)} is no guess: no colour may come twice in this game")
        return found

    def generators(self) -> Iterator[tuple[Callable[[Code], Code], Callable[[Code], Code]]]:
        """Swap neighbouring colours."""
        for one, other in pairwise(self.symbols):
            yield (swap := _Swap(self, one, other)), swap

    def _sorted(self, code: Code) -> Code:
        return tuple(sorted(code, key=self.symbols.index))


@frozen
class _Swap:
    """Exchange two colours of a combination."""

    game: Combinations
    one: Hashable
    other: Hashable

    def __call__(self, code: Code) -> Code:
        named = {self.one: self.other, self.other: self.one}
        return self.game._sorted(tuple(named.get(colour, colour) for colour in code))
