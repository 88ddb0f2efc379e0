"""Strategies that guess a code that fits, and weigh nothing: drawn, in some order, or listed.

They differ in how the code is found, and so in how many codes they look at.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import log
from random import Random
from typing import Any, Literal

from attrs import field, frozen

from mastermind_core.arguments import choice, expect, is_list, whole, yes_or_no
from mastermind_core.code_space import ConsistentCodes
from mastermind_core.errors import InconsistentHistory
from mastermind_core.game import CodeGame
from mastermind_core.kernels.choose import code_kernel
from mastermind_core.strategies.base import CodeStrategy, Position, cited, named
from mastermind_core.strategies.codes.searching import PATTERNS, Pattern, first_guess, shape_of
from mastermind_core.table import too_large


@frozen
class Consistent(CodeStrategy):
    """The base of strategies that guess any code that fits; the first guess is of a pattern.

    Of the pattern "random", as by default, it is any code, as later guesses are of those that fit.
    """

    pattern: Pattern = choice(*PATTERNS, default="random", kw_only=True)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        codes = ConsistentCodes(position.game, position.history)
        if position.history or self.pattern == "random":
            return self.fitting(codes, position)
        position.effort.evaluations += 1
        return first_guess(codes.coding, self.pattern, position.new_random())

    def fitting(self, codes: ConsistentCodes, position: Position) -> Any:
        """Return any of the codes that fit, of which only this one is looked at."""
        position.effort.evaluations += 1
        return codes.one(position.new_random())


@frozen
class Shapiro(Consistent):
    """The codes that fit, in a random order that is gone through once.

    What was passed over can never fit later, so each guess is any of the fitting codes, equally
    likely. With more than ``longest`` codes no list is kept: the guess is drawn from the fitting
    codes, which comes to the same, and only that one is counted as looked at.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Shapiro(), games=20).mean
    4.45
    """

    longest: int = field(default=100_000, validator=whole(0))
    name: str = named("shapiro")
    source: str = cited("E. Shapiro, Playing Mastermind logically, SIGART Bulletin 85 (1983)")

    def fitting(self, codes: ConsistentCodes, position: Position) -> Any:
        """Return the next of the codes that fits."""
        coding, turns = codes.coding, codes.turns
        if coding.secrets > self.longest:
            return super().fitting(codes, position)
        order = _shuffled(*shape_of(coding), position.game_random().getrandbits(64))
        places = {code: at for at, code in enumerate(order)} if turns else {}
        for code in order[places.get(turns[-1][0], -1) + 1 if turns else 0 :]:
            position.effort.evaluations += 1
            if not any(map(any, code_kernel().distances(coding.holes, code, turns))):
                return coding.decode(code)
        return coding.decode(codes.need(b""))


@lru_cache(maxsize=2)
def _shuffled(colours: int, holes: int, repeats: bool, seed: int) -> list[bytes]:
    everything = code_kernel().list_consistent(colours, holes, repeats, (), max(1, colours**holes))
    codes = [everything[at : at + holes] for at in range(0, len(everything), holes)]
    Random(seed).shuffle(codes)
    return codes


@frozen
class Rosu(Consistent):
    """Random codes until one fits, which is guessed; the first guess is any code.

    The code that comes out is any of the fitting ones, equally likely, and is drawn as such. The
    number of codes that would have been tried, which is counted, is drawn too: it is geometric.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Rosu(), games=20).mean
    4.3
    """

    name: str = named("rosu")
    source: str = cited("R. Rosu, Mastermind, thesis, North Carolina State University (1999)")

    def fitting(self, codes: ConsistentCodes, position: Position) -> Any:
        """Return any of the codes that fit, and count those that would have been tried."""
        random = position.new_random()
        guess = codes.one(random)
        share = codes.count() / codes.coding.secrets
        tries = 1 if share == 1 else 1 + int(log(1 - random.random()) / log(1 - share))
        position.effort.evaluations += tries
        return guess


@frozen
class Swaszek(Consistent):
    """The first code in lexicographic order that fits, from the last guess on.

    The first guess is fixed, or of the ``pattern`` "random" as Berghman, Goossens and Leus play it
    in larger games. The paper's fixed guess is not known from what cites it: 1123 and its like by
    default. (The cited mean over M(4,6), 4.758, is that over all first guesses.) The list
    goes on from the last guess and begins again at its end; with ``restart`` every search begins
    at the first code instead.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Swaszek(restart=True), games=20).mean
    5.3
    """

    pattern: Pattern = choice(*PATTERNS, default="doubled")
    restart: bool = field(default=False, validator=yes_or_no)
    name: str = named("swaszek")
    source: str = cited(
        "P. Swaszek, The mastermind novice, J. of Recreational Mathematics 30 (2000)"
    )

    @property
    def draws_lots(self) -> bool:
        """Whether another seed makes other guesses."""
        return self.pattern == "random"

    def fitting(self, codes: ConsistentCodes, position: Position) -> Any:
        """Return the next code that fits, or any one at the beginning."""
        if not position.history:
            return super().fitting(codes, position)
        position.effort.evaluations += 1
        last = position.history[-1][0]
        within = codes.coding.game.secret_repeats or len(set(last)) == len(last)
        return codes.next(None if self.restart or not within else last)


def _words(given: Iterable[Any]) -> tuple[Any, ...]:
    expect(is_list(given), "preferred", "a list of secrets", given)
    return tuple(given)


@frozen
class Elimination(CodeStrategy):
    """A secret that fits all answers; those in ``preferred`` come before any other.

    This is the Jotto program of the second answer of the source: a list of likely words is
    crossed off by each answer. When none is left, any combination of letters that fits will do,
    which is what the game's own secrets are for. Every game with a list of secrets that may be
    guessed can be played so; codes that are too many to list are enumerated from the answers. A
    game may name its ``likely`` secrets itself, as :class:`~mastermind_core.games.OpenJotto` does.
    ``pick`` takes the "first" that fits, or a "random" one.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Elimination(pick="random"), games=20).mean
    4.55
    """

    preferred: tuple[Any, ...] = field(default=(), converter=_words, repr=False)
    pick: Literal["first", "random"] = choice("first", "random")
    name: str = named("elimination")
    source: str = cited("J. Dennis, answer on Stack Overflow (2010)")

    @property
    def draws_lots(self) -> bool:
        """Whether another seed makes other guesses."""
        return self.pick == "random"

    def likely(self, game: Any) -> tuple[Any, ...]:
        """Return the secrets that come before any other."""
        return self.preferred or tuple(getattr(game, "likely", ()))

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        game = position.game
        found = self._of(self.likely(game), position)
        if found is not None:
            return found
        if isinstance(game, CodeGame) and too_large(game):
            codes = ConsistentCodes(game, position.history)
            return codes.next() if self.pick == "first" else codes.one(position.new_random())
        found = self._of(game.secrets, position)
        if found is not None:
            return found
        raise InconsistentHistory(
            f"no secret that was not guessed fits the {len(position.history)} answers: one of them "
            "must be wrong, or a secret is not found by naming it"
        )

    def _of(self, words: Iterable[Any], position: Position) -> Any:
        fitting = (word for word in words if _fits(position, word))
        if self.pick == "first":
            return next(fitting, None)
        left = list(fitting)
        return position.new_random().choice(left) if left else None


def _fits(position: Position, word: Any) -> bool:
    position.effort.evaluations += 1
    score = position.game.score
    return all(guess != word and score(guess, word) == answer for guess, answer in position.history)


shapiro = Shapiro()
rosu = Rosu()
swaszek = Swaszek()
elimination = Elimination()
