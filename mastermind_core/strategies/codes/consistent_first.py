"""Guess the next code that fits: the rules of thumb of Shapiro, Swaszek and Rosu."""

from __future__ import annotations

from functools import lru_cache
from math import log
from random import Random
from typing import Any, ClassVar

from attrs import field, frozen

from mastermind_core.code_space.consistent_codes import ConsistentCodes
from mastermind_core.kernels.choose import code_kernel
from mastermind_core.strategies.base import Position
from mastermind_core.strategies.codes.openings import Opening, doubled, first_guess


@frozen
class Shapiro:
    """Go once through all codes in a random order, and guess each one that fits.

    What was passed over can never fit later, so each guess is any of the fitting codes, equally
    likely. With more than ``longest`` codes no list is kept: the guess is drawn from the fitting
    codes, which comes to the same, and only that one is counted as looked at.
    """

    longest: int = 100_000
    name: str = "shapiro"
    source: str = field(
        default="E. Shapiro, Playing Mastermind logically, SIGART Bulletin 85 (1983)", repr=False
    )
    needs_table: ClassVar[bool] = False

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        codes = ConsistentCodes(position.game, position.history)
        coding, turns = codes.coding, codes.turns
        if coding.secrets > self.longest:
            position.effort.evaluations += 1
            return codes.one(position.random)
        shape = (coding.colours, coding.holes, coding.game.secret_repeats)
        order = _shuffled(*shape, position.game_random.getrandbits(64))
        places = {code: at for at, code in enumerate(order)} if turns else {}
        at = places.get(turns[-1][0], -1) + 1 if turns else 0
        while at < len(order):
            position.effort.evaluations += 1
            if not any(map(any, code_kernel().distances(coding.holes, order[at], turns))):
                return coding.decode(order[at])
            at += 1
        return coding.decode(codes.need(b""))


@lru_cache(maxsize=2)
def _shuffled(colours: int, holes: int, repeats: bool, seed: int) -> list[bytes]:
    everything = code_kernel().list_consistent(colours, holes, repeats, (), max(1, colours**holes))
    codes = [everything[at : at + holes] for at in range(0, len(everything), holes)]
    Random(seed).shuffle(codes)
    return codes


@frozen
class Swaszek:
    """Guess the first code in lexicographic order that fits, from the last guess on.

    The first guess is fixed, or ``random_first`` as Berghman, Goossens and Leus play it in larger
    games. The paper's fixed guess is not known from what cites it: ``opening`` is 1123 and its
    like by default. (The cited mean over M(4,6), 4.758, is that over all first guesses.) The list
    goes on from the last guess and begins again at its end; with ``restart`` every search begins
    at the first code instead.
    """

    random_first: bool = False
    restart: bool = False
    opening: tuple[Any, ...] | None = None
    name: str = "swaszek"
    source: str = field(
        default="P. Swaszek, The mastermind novice, J. of Recreational Mathematics 30 (2000)",
        repr=False,
    )
    needs_table: ClassVar[bool] = False

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        codes = ConsistentCodes(position.game, position.history)
        position.effort.evaluations += 1
        if not position.history:
            if self.random_first:
                return codes.one(position.random)
            return self.opening or codes.coding.decode(doubled(codes.coding))
        last = position.history[-1][0]
        within = codes.coding.game.secret_repeats or len(set(last)) == len(last)
        return codes.next(None if self.restart or not within else last)


@frozen
class Rosu:
    """Try random codes until one fits, and guess it; the first guess is any code.

    The code that comes out is any of the fitting ones, equally likely, and is drawn as such. The
    number of codes that would have been tried, which is counted, is drawn too: it is geometric.
    """

    opening: Opening = "random"
    name: str = "rosu"
    source: str = field(
        default="R. Rosu, Mastermind, thesis, North Carolina State University (1999)", repr=False
    )
    needs_table: ClassVar[bool] = False

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        codes = ConsistentCodes(position.game, position.history)
        random = position.random
        if not position.history and self.opening != "random":
            position.effort.evaluations += 1
            return first_guess(codes.coding, self.opening, random)
        guess = codes.one(random)
        share = codes.count() / codes.coding.secrets
        tries = 1 if share == 1 else 1 + int(log(1 - random.random()) / log(1 - share))
        position.effort.evaluations += tries
        return guess
