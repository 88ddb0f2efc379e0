"""Mastermind that is answered with black pegs only."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from operator import eq
from typing import Any

from attrs import frozen

from mastermind_core.game import PackedCodes
from mastermind_core.games.border import check_pair, filled
from mastermind_core.games.code_sequence import Code, Codes
from mastermind_core.games.mastermind import Coloured, Mastermind
from mastermind_core.kernels.choose import greedy_kernel


def blacks(guess: Sequence[Any], secret: Sequence[Any]) -> int:
    """Count the holes in which two codes have the same colour.

    >>> blacks("1123", "2113")
    2
    """
    return sum(map(eq, guess, secret))


@frozen(init=False)
class BlackPegs(Coloured):
    """The game of black-peg Mastermind: a guess is answered by its number of colours in place.

    V. Chvatal, Mastermind, Combinatorica 3 (1983); W. Goddard, Mastermind revisited (2004).
    ``repeats`` is as in :class:`Mastermind`; with "none" and as many colours as holes this is the
    game of permutations.

    >>> BlackPegs(colours=6, holes=4).score((1, 1, 2, 2), (2, 1, 2, 3))
    2
    """

    def __attrs_post_init__(self) -> None:
        _ = self._game

    @cached_property
    def _game(self) -> Mastermind:
        return Mastermind(self.colours, self.holes, self.repeats)

    @property
    def symbols(self) -> tuple[Hashable, ...]:
        """Return the colours in order."""
        return self._game.symbols

    @property
    def guesses(self) -> Codes:
        """Return the guesses, in the order that breaks ties."""
        return self._game.guesses

    @property
    def secrets(self) -> Codes:
        """Return what may be hidden."""
        return self._game.secrets

    @property
    def scores(self) -> range:
        """Return every number of pegs."""
        return range(self.holes + 1)

    @property
    def endstates(self) -> frozenset[int]:
        """Return the scores that end the game."""
        return frozenset({self.holes})

    def score(self, guess: Code, secret: Code) -> int:
        """Count the colours in place."""
        check_pair(self, guess, secret)
        return blacks(guess, secret)

    def packed_codes(self) -> PackedCodes | None:
        """Write the codes as bytes; None where a byte cannot number the colours or the pegs."""
        codes = self._game.packed_codes()
        if codes is None:
            return None
        ids = bytes(black for black in range(self.holes + 1) for _ in range(self.holes + 1))
        return codes._replace(score_ids=ids, scores=self.scores)

    def score_table(self) -> tuple[Sequence[int], Any]:
        """Fill the score table in the kernel."""
        codes = self.packed_codes()
        if codes is None:
            return filled(blacks, self.guesses, self.secrets)
        table = greedy_kernel().code_table(
            codes.guesses, codes.secrets, codes.holes, codes.score_ids
        )
        return self.scores, table

    def generators(self) -> Iterator[tuple[Callable[[Code], Code], Callable[[Code], Code]]]:
        """Swap neighbouring holes and neighbouring colours."""
        return self._game.generators()
