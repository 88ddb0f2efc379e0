"""Mastermind at any size, bulls and cows, black-peg Mastermind, and colour combinations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from operator import eq, itemgetter
from typing import Any, Literal

from attrs import evolve, frozen

from mastermind_core.arguments import plain_int
from mastermind_core.errors import BadGame
from mastermind_core.game import Guess, PackedCodes, Score
from mastermind_core.game.amounts import check_items
from mastermind_core.games.border import Items, ListedGame, cached, check_pair, need, one_of, whole
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

#: Number of colours of the board game.
_COLOURS = 6

#: Maximum number of holes; the scores, about half the square of it, are listed.
_MOST_HOLES = 1000

#: Maximum number of digits of bulls and cows.
_MOST_DIGITS = 1_000_000

#: Maximum number of codes that a game remembers as valid.
_KNOWN = 2**16

#: Number of values of a byte.
_BYTE = 256

#: Maximum number of listed combinations, and of colours in all of them.
_MOST_COMBINATIONS = 2**20
_MOST_LISTED = 2**23


def _symbols(colours: int | Sequence[Hashable]) -> tuple[Hashable, ...]:
    known = isinstance(colours, (int, Sequence)) and not isinstance(colours, bool)
    need(known, "colours", "a number or a sequence of symbols", colours)
    if not isinstance(colours, int):
        return tuple(colours)
    if not 1 <= colours <= MOST_COLOURS:
        raise BadGame(f"colours must be at least 1 and at most {MOST_COLOURS}, not {colours}")
    return tuple(range(1, colours + 1))


def _given(
    colours: int | Sequence[Hashable], colors: int | Sequence[Hashable] | None
) -> int | Sequence[Hashable]:
    """Return the colours, given by either name, as a number or as a symbol tuple."""
    if colors is not None:
        if colours != _COLOURS:
            raise BadGame("give colours or colors, not both: they are the same option")
        colours = colors
    colours = colours if isinstance(colours, Sequence) else plain_int(colours)
    return colours if isinstance(colours, int) else _symbols(colours)


class RowGame(ListedGame[Guess, Guess, Score]):
    """The base class for games with symbols in rows, invariant under permuting the symbols."""

    holes: int

    @property
    def from_symbols(self) -> Callable[[Iterable[Any]], Any]:
        """Return the function that makes a guess from its symbols."""
        return tuple

    @property
    def symbols(self) -> tuple[Hashable, ...]:
        """Return the symbols in order."""
        raise NotImplementedError

    def generators(self) -> Iterator[Symmetry]:
        """Swap adjacent symbols."""
        for one, other in pairwise(self.symbols):
            yield (swap := self._swap_symbols(one, other)), swap

    def _swap_symbols(self, one: Hashable, other: Hashable) -> Callable[[Any], Any]:
        named = {one: other, other: one}.get
        make = self.from_symbols
        return lambda code: make(map(named, code, code))


class CodedGame(RowGame[Guess, Score]):
    """The base class for games with ordered codes, also invariant under permuting the holes."""

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
        """Return all scores that a code can get."""
        raise NotImplementedError

    def _score_ids(self) -> bytes:
        """Map ``black * (holes + 1) + white`` to the index in ``scores``."""
        raise NotImplementedError

    @cached
    def _known(self) -> tuple[set[Guess], set[Guess]]:
        """Return the caches for valid guesses and secrets, which are checked only once."""
        return set(), set()

    def score(self, guess: Guess, secret: Guess) -> Score:
        """Return a guess's score, or raise ``BadArgument`` for a code that is not valid."""
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
        """Return the codes as bytes, or None if a byte cannot number the colours or the scores."""
        if len(self.symbols) > _BYTE or len(peg_scores(self.holes)) > _BYTE:
            return None
        guesses = _packed(self.guesses)
        secrets = guesses if self.secrets is self.guesses else _packed(self.secrets)
        return PackedCodes(guesses, secrets, self.holes, self._score_ids(), self.scores)

    def score_table(self) -> tuple[Sequence[Score], Any]:
        """Return the scores, and the table with their indices from the kernel."""
        codes = self.packed_codes()
        if codes is None:
            return super().score_table()
        return codes.scores, kernels.greedy.code_table(*codes[:4])

    def generators(self) -> Iterator[Symmetry]:
        """Swap adjacent holes and adjacent colours, which generates all symmetries."""
        for hole in range(self.holes - 1):
            yield (swap := self._swap_holes(hole)), swap
        yield from super().generators()

    def _swap_holes(self, hole: int) -> Callable[[Any], Any]:
        order = list(range(self.holes))
        order[hole], order[hole + 1] = hole + 1, hole
        pick = itemgetter(*order)
        make = self.from_symbols
        return lambda code: make(pick(code))


class PegGame(CodedGame[Guess, Pegs]):
    """The base class for games whose scores are pegs."""

    @property
    def scores(self) -> tuple[Pegs, ...]:
        """Return all scores that a code can get."""
        return peg_scores(self.holes)

    def _score_ids(self) -> bytes:
        return peg_score_ids(self.holes)

    def _answer(self, guess: Any, secret: Any) -> Pegs:
        return pegs(guess, secret)

    def parse_score(self, text: str, /) -> Pegs:
        """Read a score in pegs.

        Args:
            text: Two numbers such as "12", numbers with words such as "1 black 2 white", or one
                sign per peg such as "B W W".

        Raises:
            BadArgument: If the string is not a valid score.
        """
        return read_pegs(text, self.holes)


@frozen(init=False)
class Coloured(RowGame[Code, Score]):
    """The base class for games with colours in holes. ``colors`` may be used for ``colours``."""

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
        """Make the game. The class describes the options."""
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
    """Mastermind: codes with ``holes`` colours, scored with black and white pegs.

    Args:
        colours: How many colours there are, n, at most 65536. They are the integers from 1 to n. A
            sequence with distinct symbols is accepted as well.
        holes: The code length. At most 1000.
        repeats: The codes in which a colour may repeat. "both" means guesses and secrets,
            "guesses" only guesses, and "none" neither (bulls and cows).
        colors: The same as ``colours``.

    Raises:
        BadGame: If an option is not valid, or repeats are excluded with fewer colours than holes.

    >>> game = Mastermind(colours=6, holes=4)
    >>> len(game.secrets), game.score((1, 1, 2, 2), (2, 1, 2, 3))
    (1296, Pegs(black=2, white=1))
    """

    @property
    def guess_repeats(self) -> bool:
        """Return whether a colour may repeat in a guess."""
        return self.repeats != "none"

    @property
    def secret_repeats(self) -> bool:
        """Return whether a colour may repeat in a secret."""
        return self.repeats == "both"


@frozen(init=False)
class BlackPegs(CodedGame[Code, int], Coloured[int]):
    """Black-peg Mastermind: the score counts the colours in place.

    References: V. Chvatal, Mastermind, Combinatorica 3 (1983), and W. Goddard, Mastermind revisited
    (2004).

    Args:
        colours: How many colours there are, or the colours themselves.
        holes: The code length. At most 1000.
        repeats: The codes with repeats, as in :class:`Mastermind`. With "none" and as many colours
            as holes this is the permutation game.
        colors: The same as ``colours``.

    >>> BlackPegs(colours=6, holes=4).score((1, 1, 2, 2), (2, 1, 2, 3))
    2
    """

    def _answer(self, guess: Code, secret: Code) -> int:
        return sum(map(eq, guess, secret))

    @property
    def scores(self) -> range:
        """Return all peg counts."""
        return range(self.holes + 1)

    def _score_ids(self) -> bytes:
        return bytes(black for black in self.scores for _ in self.scores)


@frozen(init=False)
class Combinations(Coloured[int]):
    """A game in which you find a colour combination, in any order.

    The score counts the colours in common, repeats included: Mastermind's black and white pegs in
        one number. Combinations are tuples in colour order, at most 2^20.

    Args:
        colours: How many colours there are, or the colours themselves.
        holes: How many colours a combination has.
        repeats: The combinations with repeats, as in :class:`Mastermind`. "none" is the game in
            which you find a set by intersection sizes.
        colors: The same as ``colours``.

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
        """Return all possible counts of common colours."""
        return range(self.holes + 1)

    def _answer(self, guess: Code, secret: Code) -> int:
        return (Counter(guess) & Counter(secret)).total()

    @property
    def from_symbols(self) -> Callable[[Iterable[Any]], Any]:
        """Return the function that makes a combination: it sorts the colours."""
        return lambda symbols: tuple(sorted(symbols, key=self.symbols.index))


def _packed(codes: Codes[Any]) -> bytes:
    """Return codes as bytes, one per hole: its colour's index."""
    return b"".join(evolve(codes, symbols=tuple(range(len(codes.symbols))), make=bytes))


def BullsAndCows(digits: int = 10, places: int = 4) -> Mastermind:  # noqa: N802 - names a game
    """Return bulls and cows: numbers with different digits.

    Args:
        digits: How many digits there are. The digits are the integers from 0.
        places: A number's length, at most ``digits``.

    Returns:
        The game :class:`Mastermind` without repeats, whose pegs are bulls (black) and cows (white).

    Raises:
        BadGame: If an option is not an integer in its range.

    >>> len(BullsAndCows().secrets)
    5040
    """
    whole("digits", digits, 1, _MOST_DIGITS)
    whole("places", places, 1, _MOST_HOLES)
    return Mastermind(colours=tuple(range(digits)), holes=places, repeats="none")
