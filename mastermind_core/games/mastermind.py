"""Mastermind in all its sizes, and bulls and cows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Any, Literal

from attrs import frozen

from mastermind_core.arguments import plain_int
from mastermind_core.errors import BadGame, shown
from mastermind_core.game import PackedCodes
from mastermind_core.game.base import GameBase
from mastermind_core.games.border import filled, refuse, whole
from mastermind_core.games.code_sequence import Code, Codes
from mastermind_core.games.pegs import Pegs, peg_score_ids, peg_scores, pegs, read_pegs
from mastermind_core.kernels.choose import greedy_kernel

Repeats = Literal["both", "guesses", "none"]

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


def _symbols(colours: int | Sequence[Hashable]) -> tuple[Hashable, ...]:
    if isinstance(colours, bool) or not isinstance(colours, (int, Sequence)):
        raise BadGame(f"colours must be a number or a sequence of symbols, not {shown(colours)}")
    if not isinstance(colours, int):
        return tuple(colours)
    if colours > MOST_COLOURS:
        raise BadGame(f"colours must be at most {MOST_COLOURS}, not {colours}")
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


@frozen(init=False)
class Coloured(GameBase):
    """The base of games of colours in holes: ``colors`` is ``colours`` by its other name."""

    colours: int | Sequence[Hashable]
    holes: int
    repeats: Repeats

    def __init__(
        self,
        colours: int | Sequence[Hashable] = _COLOURS,
        holes: int = 4,
        repeats: Repeats = "both",
        *,
        colors: int | Sequence[Hashable] | None = None,
    ) -> None:
        """Make the game of so many colours, or of these."""
        self.__attrs_init__(_given(colours, colors), plain_int(holes), repeats)


@frozen(init=False)
class Mastermind(Coloured):
    """The game of Mastermind: codes of ``holes`` colours, answered with black and white pegs.

    ``colours`` is a number n (the colours are then 1 to n, as in the literature) or the symbols
    themselves. ``repeats`` says where a colour may come more than once: in "both" guesses and
    secrets, in "guesses" only, or in "none" (bulls and cows).

    >>> game = Mastermind(colours=6, holes=4)
    >>> len(game.secrets), game.score((1, 1, 2, 2), (2, 1, 2, 3))
    (1296, Pegs(black=2, white=1))
    """

    def __attrs_post_init__(self) -> None:
        symbols = self.symbols
        whole("holes", self.holes, most=_MOST_HOLES)
        if not symbols:
            raise BadGame(f"colours must be at least 1, not {shown(self.colours)}")
        if not isinstance(self.repeats, str) or self.repeats not in ("both", "guesses", "none"):
            raise BadGame(f'repeats must be "both", "guesses" or "none", not {shown(self.repeats)}')
        try:
            doubled = len(set(symbols)) < len(symbols)
        except TypeError:
            raise BadGame(f"colours must be hashable symbols, not {shown(symbols)}") from None
        if doubled:
            raise BadGame(f"colours has a symbol twice: {shown(symbols)}")
        if not self.secret_repeats and len(symbols) < self.holes:
            raise BadGame(
                f"{self.holes} holes without repeats need {self.holes} colours, not "
                f'{len(symbols)}; take more colours or repeats="both"'
            )

    @property
    def symbols(self) -> tuple[Hashable, ...]:
        """Return the colours."""
        return _symbols(self.colours)

    @property
    def guess_repeats(self) -> bool:
        """Say whether a colour may come twice in a guess."""
        return self.repeats != "none"

    @property
    def secret_repeats(self) -> bool:
        """Say whether a colour may come twice in a secret."""
        return self.repeats == "both"

    @property
    def guesses(self) -> Codes:
        """Return what may be asked."""
        return Codes(self.symbols, self.holes, self.guess_repeats)

    @property
    def secrets(self) -> Codes:
        """Return what may be hidden."""
        return Codes(self.symbols, self.holes, self.secret_repeats)

    @property
    def endstates(self) -> frozenset[Pegs]:
        """Return the scores that end the game."""
        return frozenset({Pegs(self.holes, 0)})

    @property
    def scores(self) -> tuple[Pegs, ...]:
        """Return every answer that a code can get."""
        return peg_scores(self.holes)

    @cached_property
    def _colours(self) -> frozenset[Hashable]:
        return frozenset(self.symbols)

    def _is_code(self, code: object, *, repeats: bool) -> bool:
        if not isinstance(code, tuple) or len(code) != self.holes:
            return False
        try:
            return self._colours.issuperset(code) and (repeats or len(set(code)) == self.holes)
        except TypeError:
            return False

    def score(self, guess: Code, secret: Code) -> Pegs:
        """Answer a guess; the answer is the same with guess and secret exchanged."""
        known_guesses, known_secrets = self._known
        try:
            known = guess in known_guesses and secret in known_secrets
        except TypeError:
            known = False
        if not known:
            self._check(guess, secret)
        return pegs(guess, secret)

    @cached_property
    def _known(self) -> tuple[set[Code], set[Code]]:
        """Keep some guesses and secrets that have been checked, since they come again and again."""
        return set(), set()

    def _check(self, guess: Code, secret: Code) -> None:
        """Refuse what is no guess or no secret, and remember what is one."""
        if not self._is_code(guess, repeats=self.guess_repeats):
            refuse(self, guess, "guess")
        if not self._is_code(secret, repeats=self.secret_repeats):
            refuse(self, secret, "secret")
        for code, known in zip((guess, secret), self._known, strict=True):
            if len(known) < _KNOWN:
                known.add(code)

    def parse_score(self, text: str, /) -> Pegs:
        """Return the pegs that a text stands for."""
        return read_pegs(text, self.holes)

    def packed_codes(self) -> PackedCodes | None:
        """Write the codes as bytes; None where a byte cannot number the colours or the pegs."""
        if len(self.symbols) > _BYTE or len(peg_scores(self.holes)) > _BYTE:
            return None
        guesses = packed(self.guesses)
        return PackedCodes(
            guesses,
            guesses if self.secrets == self.guesses else packed(self.secrets),
            self.holes,
            peg_score_ids(self.holes),
            peg_scores(self.holes),
        )

    def score_table(self) -> tuple[Sequence[Pegs], Any]:
        """Fill the score table in the kernel."""
        codes = self.packed_codes()
        if codes is None:
            return filled(pegs, self.guesses, self.secrets)
        table = greedy_kernel().code_table(
            codes.guesses, codes.secrets, codes.holes, codes.score_ids
        )
        return codes.scores, table

    def generators(
        self,
    ) -> Iterator[tuple[Callable[[Code], Code], Callable[[Code], Code]]]:
        """Swap neighbouring holes and neighbouring colours: that generates every symmetry."""
        for hole in range(self.holes - 1):
            yield (swap := _swap_holes(hole, self.holes)), swap
        for one, other in pairwise(self.symbols):
            yield (swap := _swap_colours(one, other)), swap


def packed(codes: Codes) -> bytes:
    """Write codes as bytes, one a hole, each the place of its colour."""
    places = Codes(tuple(range(len(codes.symbols))), codes.holes, codes.repeats)
    return b"".join(map(bytes, places))  # type: ignore[arg-type]  # symbols are numbers here


def _swap_holes(hole: int, holes: int) -> Callable[[Code], Code]:
    order = list(range(holes))
    order[hole], order[hole + 1] = hole + 1, hole
    swap: Callable[[Code], Code] = itemgetter(*order)
    return swap


def _swap_colours(one: Hashable, other: Hashable) -> Callable[[Code], Code]:
    named = {one: other, other: one}.get
    return lambda code: tuple(map(named, code, code))


def BullsAndCows(digits: int = 10, places: int = 4) -> Mastermind:  # noqa: N802 - names a game
    """Return the game of bulls and cows: the digits 0, 1, ... in so many places, none twice.

    >>> len(BullsAndCows().secrets)
    5040
    """
    whole("digits", digits, most=_MOST_DIGITS)
    whole("places", places, most=_MOST_HOLES)
    return Mastermind(colours=tuple(range(digits)), holes=places, repeats="none")
