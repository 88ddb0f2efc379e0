"""Mastermind in all its sizes, bulls and cows, black pegs only, and colours without order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from operator import eq, itemgetter
from typing import Any, Literal

from attrs import frozen

from mastermind_core.arguments import plain_int
from mastermind_core.errors import BadGame, shown
from mastermind_core.game import Guess, PackedCodes, Score
from mastermind_core.game.amounts import check_items
from mastermind_core.games.border import Items, ListedGame, cached, check_pair, one_of, whole
from mastermind_core.games.codes import (
    Code,
    Codes,
    Pegs,
    peg_score_ids,
    peg_scores,
    pegs,
    read_pegs,
)
from mastermind_core.kernels import choose as kernels

Repeats = Literal["both", "guesses", "none"]
Symmetry = tuple[Callable[[Any], Any], Callable[[Any], Any]]

MOST_COLOURS = 65536

#: Colours of the game that is sold.
_COLOURS = 6

#: Holes of a code. There are half as many answers as their square, and they are listed.
_MOST_HOLES = 1000

#: Digits of bulls and cows: as many as symbols that anybody can write.
_MOST_DIGITS = 1_000_000

#: Codes that are remembered as codes of a game.
_KNOWN = 2**16

#: Numbers that a byte holds.
_BYTE = 256

#: Combinations up to which a game is listed, and colours in all of them.
_MOST_COMBINATIONS, _MOST_LISTED = 2**20, 2**23


def _symbols(colours: int | Sequence[Hashable]) -> tuple[Hashable, ...]:
    if isinstance(colours, bool) or not isinstance(colours, (int, Sequence)):
        raise BadGame(f"colours must be a number or a sequence of symbols, not {shown(colours)}")
    if not isinstance(colours, int):
        return tuple(colours)
    if not 1 <= colours <= MOST_COLOURS:
        raise BadGame(f"colours must be at least 1 and at most {MOST_COLOURS}, not {colours}")
    return tuple(range(1, colours + 1))


def _given(
    colours: int | Sequence[Hashable], colors: int | Sequence[Hashable] | None
) -> int | Sequence[Hashable]:
    """Return colours as a number, or as a tuple of symbols, by whichever name they are given."""
    if colors is not None:
        if colours != _COLOURS:
            raise BadGame("give colours or colors, not both: they are one")
        colours = colors
    colours = colours if isinstance(colours, Sequence) else plain_int(colours)
    return colours if isinstance(colours, int) else _symbols(colours)


class RowGame(ListedGame[Guess, Guess, Score]):
    """The base of games of rows of symbols, whose scores swaps of symbols keep."""

    holes: int

    @property
    def from_symbols(self) -> Callable[[Iterable[Any]], Any]:
        """Return the function that makes a guess of its symbols."""
        return tuple

    @property
    def symbols(self) -> tuple[Hashable, ...]:
        """Return the symbols in order."""
        raise NotImplementedError

    def generators(self) -> Iterator[Symmetry]:
        """Swap neighbouring symbols."""
        for one, other in pairwise(self.symbols):
            yield (swap := self._swap_symbols(one, other)), swap

    def _swap_symbols(self, one: Hashable, other: Hashable) -> Callable[[Any], Any]:
        named, make = {one: other, other: one}.get, self.from_symbols
        return lambda code: make(map(named, code, code))


class CodedGame(RowGame[Guess, Score]):
    """The base of games of codes in order, whose scores swaps of holes keep, too."""

    repeats: Repeats = "both"

    @cached
    def guesses(self) -> Codes[Guess]:
        """Return the guesses, in the order that breaks ties."""
        return Codes(self.symbols, self.holes, self.repeats != "none", self.from_symbols)

    @cached
    def secrets(self) -> Codes[Guess]:
        """Return the secrets: the guesses, or those without repeats."""
        if self.repeats != "guesses":
            return self.guesses
        return Codes(self.symbols, self.holes, repeats=False, make=self.from_symbols)

    @property
    def scores(self) -> Sequence[Score]:
        """Return every answer that a code can get."""
        raise NotImplementedError

    def _score_ids(self) -> bytes:
        """Map ``black * (holes + 1) + white`` to the place in ``scores``."""
        raise NotImplementedError

    @cached
    def _known(self) -> tuple[set[Guess], set[Guess]]:
        """Keep some guesses and secrets that have been checked, since they come again and again."""
        return set(), set()

    def score(self, guess: Guess, secret: Guess) -> Score:
        """Return the answer to a guess."""
        guesses, secrets = self._known
        try:
            known = guess in guesses and secret in secrets
        except TypeError:
            known = False
        if not known:
            check_pair(self, guess, secret)
            if len(guesses) < _KNOWN and len(secrets) < _KNOWN:
                guesses.add(guess)
                secrets.add(secret)
        return self._answer(guess, secret)

    def packed_codes(self) -> PackedCodes | None:
        """Write the codes as bytes; None where a byte cannot number the colours or the pegs."""
        if len(self.symbols) > _BYTE or len(peg_scores(self.holes)) > _BYTE:
            return None
        guesses = _packed(self.guesses)
        secrets = guesses if self.secrets is self.guesses else _packed(self.secrets)
        return PackedCodes(guesses, secrets, self.holes, self._score_ids(), self.scores)

    def score_table(self) -> tuple[Sequence[Score], Any]:
        """Fill the score table in the kernel."""
        codes = self.packed_codes()
        if codes is None:
            return super().score_table()
        return codes.scores, kernels.greedy.code_table(*codes[:4])

    def generators(self) -> Iterator[Symmetry]:
        """Swap neighbouring holes and neighbouring colours: that generates every symmetry."""
        for hole in range(self.holes - 1):
            yield (swap := self._swap_holes(hole)), swap
        yield from super().generators()

    def _swap_holes(self, hole: int) -> Callable[[Any], Any]:
        order = list(range(self.holes))
        order[hole], order[hole + 1] = hole + 1, hole
        pick, make = itemgetter(*order), self.from_symbols
        return lambda code: make(pick(code))


class PegGame(CodedGame[Guess, Pegs]):
    """The base of games whose codes are answered with pegs."""

    @property
    def scores(self) -> tuple[Pegs, ...]:
        """Return every answer that a code can get."""
        return peg_scores(self.holes)

    def _score_ids(self) -> bytes:
        return peg_score_ids(self.holes)

    def _answer(self, guess: Any, secret: Any) -> Pegs:
        return pegs(guess, secret)

    def parse_score(self, text: str, /) -> Pegs:
        """Return the pegs of a string."""
        return read_pegs(text, self.holes)


@frozen(init=False)
class Coloured(RowGame[Code, Score]):
    """The base of games of colours in holes: ``colors`` is ``colours`` by its other name."""

    colours: int | Sequence[Hashable]
    holes: int
    repeats: Repeats = one_of("both", "guesses", "none")  # noqa: RUF009 - a field

    def __init__(
        self,
        colours: int | Sequence[Hashable] = _COLOURS,
        holes: int = 4,
        repeats: Repeats = "both",
        *,
        colors: int | Sequence[Hashable] | None = None,
    ) -> None:
        """Make the game of n colours, or of these."""
        self.__attrs_init__(_given(colours, colors), plain_int(holes), repeats)

    def __attrs_post_init__(self) -> None:
        symbols = self.symbols
        whole("holes", self.holes, 1, _MOST_HOLES)
        check_items("colours", symbols)
        if self.repeats != "both" and len(symbols) < self.holes:
            raise BadGame(
                f"{self.holes} holes without repeats need {self.holes} colours, not "
                f'{len(symbols)}; take more colours or repeats="both"'
            )

    @cached
    def symbols(self) -> tuple[Hashable, ...]:
        """Return the colours."""
        return _symbols(self.colours)


@frozen(init=False)
class Mastermind(PegGame[Code], Coloured[Pegs]):
    """The game of Mastermind: codes of ``holes`` colours, answered with black and white pegs.

    ``colours`` is a number n (the colours are then 1 to n, as in the literature) or the symbols
    themselves. ``repeats`` says where a colour may come more than once: in "both" guesses and
    secrets, in "guesses" only, or in "none" (bulls and cows).

    >>> game = Mastermind(colours=6, holes=4)
    >>> len(game.secrets), game.score((1, 1, 2, 2), (2, 1, 2, 3))
    (1296, Pegs(black=2, white=1))
    """

    @property
    def guess_repeats(self) -> bool:
        """Return whether a colour may come twice in a guess."""
        return self.repeats != "none"

    @property
    def secret_repeats(self) -> bool:
        """Return whether a colour may come twice in a secret."""
        return self.repeats == "both"


@frozen(init=False)
class BlackPegs(CodedGame[Code, int], Coloured[int]):
    """The game of black-peg Mastermind: a guess is answered by its number of colours in place.

    V. Chvatal, Mastermind, Combinatorica 3 (1983); W. Goddard, Mastermind revisited (2004).
    ``repeats`` is as in :class:`Mastermind`; with "none" and as many colours as holes this is the
    game of permutations.

    >>> BlackPegs(colours=6, holes=4).score((1, 1, 2, 2), (2, 1, 2, 3))
    2
    """

    def _answer(self, guess: Code, secret: Code) -> int:
        return sum(map(eq, guess, secret))

    @property
    def scores(self) -> range:
        """Return every number of pegs."""
        return range(self.holes + 1)

    def _score_ids(self) -> bytes:
        return bytes(black for black in self.scores for _ in self.scores)


@frozen(init=False)
class Combinations(Coloured[int]):
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
        super().__attrs_post_init__()
        colours = len(self.symbols)
        listed = comb(colours if self.repeats == "none" else colours + self.holes - 1, self.holes)
        if listed > _MOST_COMBINATIONS or listed * self.holes > _MOST_LISTED:
            raise BadGame(f"{self.holes} of {colours} colours are too many to list")

    @cached
    def guesses(self) -> Items[Code]:
        """Return the guesses, in the order that breaks ties."""
        choose = combinations if self.repeats == "none" else combinations_with_replacement
        return Items(choose(self.symbols, self.holes))

    @cached
    def secrets(self) -> Items[Code]:
        """Return the secrets."""
        if self.repeats == "guesses":
            return Items(combinations(self.symbols, self.holes))
        return self.guesses

    @property
    def scores(self) -> range:
        """Return every number of common colours."""
        return range(self.holes + 1)

    def _answer(self, guess: Code, secret: Code) -> int:
        return (Counter(guess) & Counter(secret)).total()

    @property
    def from_symbols(self) -> Callable[[Iterable[Any]], Any]:
        """Return the function that puts colours in order."""
        return lambda symbols: tuple(sorted(symbols, key=self.symbols.index))


def _packed(codes: Codes[Any]) -> bytes:
    """Write codes as bytes, one a hole, each the place of its colour."""
    places: Codes[Any] = Codes(tuple(range(len(codes.symbols))), codes.holes, codes.repeats)
    return b"".join(map(bytes, places))


def BullsAndCows(digits: int = 10, places: int = 4) -> Mastermind:  # noqa: N802 - names a game
    """Return the game of bulls and cows: the digits 0, 1, ... in so many places, none twice.

    >>> len(BullsAndCows().secrets)
    5040
    """
    whole("digits", digits, 1, _MOST_DIGITS)
    whole("places", places, 1, _MOST_HOLES)
    return Mastermind(colours=tuple(range(digits)), holes=places, repeats="none")
