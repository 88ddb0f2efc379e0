"""Counterfeit coins: find the one false coin with a pair of scales."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import combinations, pairwise, product
from operator import mul
from random import Random
from typing import Any, Literal, NamedTuple

from attrs import field, frozen

from mastermind_core.arguments import plain_int
from mastermind_core.game.base import GameBase
from mastermind_core.games.border import Items, check_pair, filled, one_of, whole
from mastermind_core.games.questions import (
    FOUND,
    WRONG,
    exchanged,
    no_guess,
    numbers_of,
    read_answer,
)
from mastermind_core.notation.spelling import as_text, fold

LEFT, RIGHT, BALANCE = "left", "right", "balance"

#: Other names of the answers; the pan that goes down is the heavier one.
_ANSWERS = {
    LEFT: frozenset({"left", "l", ">", "left down"}),
    RIGHT: frozenset({"right", "r", "<", "right down"}),
    BALANCE: frozenset({"balance", "b", "=", "even", "equal"}),
}

#: Coins for which all weighings are listed, and the most for which four weighings do.
_LISTED, _MOST = 12, 39


class Weighing(NamedTuple):
    """The coins on each pan.

    >>> from mastermind_core.games import OddCoin
    >>> OddCoin(3).guesses[0]
    Weighing(left=frozenset({1}), right=frozenset({2}))
    """

    left: frozenset[int]
    right: frozenset[int]

    def __str__(self) -> str:
        return f"{_listed(self.left)} : {_listed(self.right)}"


class Accusation(NamedTuple):
    """Which coin is false, and whether it is heavy or light.

    >>> print(Accusation(3, "heavy"))
    3 heavy
    """

    coin: int
    fault: str

    def __str__(self) -> str:
        return f"{self.coin} {self.fault}"


def _listed(coins: frozenset[int]) -> str:
    return "+".join(map(str, sorted(coins)))


@frozen
class OddCoin(GameBase):
    """The game of the counterfeit coin: one of some coins is false; find it, and what is wrong.

    A guess is a :class:`Weighing` of equally many coins on each pan, answered by the pan that goes
    down or by "balance", or an ``Accusation``, answered by "found" or "wrong". The false coin
    is "heavy", "light", or "either". Where it is known to be heavy, w weighings do for 3^w coins;
    where it may be either, and the fault is asked for too, for (3^w - 3) / 2 coins (F. J. Dyson,
    Math. Gazette 30, 1946). The accusation is one guess more.

    Among up to 12 coins every weighing is a guess. There are far too many among more, up to 39:
    then the guesses are the weighings of neighbouring coins against neighbouring coins, and four
    after Dyson that find the coin whatever they say.

    >>> game = OddCoin(4)
    >>> game.score(Weighing(frozenset({1}), frozenset({2})), Accusation(2, "light"))
    'left'
    """

    coins: int = field(default=4, converter=plain_int)
    fault: Literal["either", "heavy", "light"] = "either"

    def __attrs_post_init__(self) -> None:
        whole("coins", self.coins, 2, _MOST)
        one_of("fault", self.fault, ("either", "heavy", "light"))

    @cached_property
    def _accusations(self) -> Items[Accusation]:
        faults = ("heavy", "light") if self.fault == "either" else (self.fault,)
        return Items(
            Accusation(coin, fault) for coin in range(1, self.coins + 1) for fault in faults
        )

    @cached_property
    def _guesses(self) -> Items[Any]:
        make = _weighings if self.coins <= _LISTED else _some_weighings
        return Items([*make(self.coins), *self._accusations])

    @property
    def guesses(self) -> Items[Any]:
        """Return the guesses, in the order that breaks ties."""
        return self._guesses

    @property
    def secrets(self) -> Items[Accusation]:
        """Return what may be hidden."""
        return self._accusations

    @property
    def scores(self) -> tuple[str, ...]:
        """Return every answer."""
        return LEFT, RIGHT, BALANCE, FOUND, WRONG

    @property
    def endstates(self) -> frozenset[str]:
        """Return the scores that end the game."""
        return frozenset({FOUND})

    def score(self, guess: Weighing | Accusation, secret: Accusation) -> str:
        """Answer a weighing by the pan that goes down, and an accusation by whether it is true."""
        check_pair(self, guess, secret)
        return _answer(guess, secret)

    def score_table(self) -> tuple[tuple[str, ...], Any]:
        """Fill the score table pair by pair."""
        return filled(_answer, self.guesses, self.secrets)

    def show_guess(self, guess: Any, /) -> str:
        """Write a weighing as "1+2 : 3+4", an accusation as "3 heavy"."""
        return str(guess)

    def parse_guess(self, text: str, /) -> Any:
        """Return the weighing or the accusation that a text stands for."""
        said = as_text(text, "guess")
        for between in (":", " vs ", "|", "/", "-"):
            if between in said:
                pans = [numbers_of(pan, self.coins) for pan in said.split(between)]
                # A pan that is not read is None, and a weighing with it is none of the guesses.
                if len(pans) == 2 and (weighing := Weighing(*pans)) in self.guesses:  # type: ignore[arg-type]  # None is no pan
                    return weighing
        coin, _, fault = fold(said).partition(" ")
        if self.fault != "either" and not fault:
            fault = self.fault
        for accusation in self._accusations:
            if coin == str(accusation.coin) and fault and accusation.fault.startswith(fault):
                return accusation
        raise no_guess(
            said,
            f"write a weighing of equally many coins, such as '1 : 2', or an accusation, such as "
            f"'{self._accusations[0]}'",
        )

    def parse_score(self, text: str, /) -> str:
        """Return the answer that a text stands for."""
        score: str = read_answer(text, _ANSWERS, self.scores)
        return score

    def generators(self) -> Iterator[tuple[Callable[[Any], Any], Callable[[Any], Any]]]:
        """Exchange neighbouring coins, where all weighings are guesses."""
        if self.coins > _LISTED:
            return
        for one, other in pairwise(range(1, self.coins + 1)):
            yield (swap := _Swap(one, other)), swap


def _weighings(coins: int) -> Iterator[Weighing]:
    every = frozenset(range(1, coins + 1))
    for each in range(1, coins // 2 + 1):
        for left in map(frozenset, combinations(sorted(every), each)):
            for right in combinations(sorted(every - left), each):
                yield Weighing(left, frozenset(right))


def _some_weighings(coins: int) -> Iterator[Weighing]:
    """Yield the four weighings of a labelling, and those of neighbours against neighbours."""
    for digits in zip(*_labels(coins), strict=True):
        pans = ([at for at, one in enumerate(digits, 1) if one == side] for side in (-1, 1))
        yield Weighing(*map(frozenset, pans))
    for each in range(1, coins // 2 + 1):
        for left in range(1, coins - 2 * each + 2):
            for right in range(left + each, coins - each + 2):
                yield Weighing(
                    frozenset(range(left, left + each)), frozenset(range(right, right + each))
                )


def _labels(coins: int) -> list[tuple[int, ...]]:
    """Return for each coin the pans that it lies on, -1 or 1, and 0 beside: no two alike.

    Nor is one the opposite of another, and as many coins are on either pan each time: so Dyson.
    Labels are drawn, and laid where the pans need them, until the pans are even.
    """
    labels = [one for one in product((0, 1, -1), repeat=4) if one > (0, 0, 0, 0)]
    lots = Random(coins)
    while True:
        lots.shuffle(labels)
        pans, chosen = [0] * 4, []
        for label in labels[:coins]:
            side = -1 if sum(map(mul, label, pans)) > 0 else 1
            chosen.append(tuple(side * digit for digit in label))
            pans = [pan + digit for pan, digit in zip(pans, chosen[-1], strict=True)]
        if not any(pans):
            return chosen


def _answer(guess: Weighing | Accusation, secret: Accusation) -> str:
    if isinstance(guess, Accusation):
        return FOUND if guess == secret else WRONG
    if secret.coin in guess.left:
        return LEFT if secret.fault == "heavy" else RIGHT
    if secret.coin in guess.right:
        return RIGHT if secret.fault == "heavy" else LEFT
    return BALANCE


@frozen
class _Swap:
    """Exchange two coins."""

    one: int
    other: int

    def __call__(self, item: Weighing | Accusation) -> Weighing | Accusation:
        if isinstance(item, Accusation):
            coin = {self.one: self.other, self.other: self.one}.get(item.coin, item.coin)
            return Accusation(coin, item.fault)
        return Weighing(
            exchanged(item.left, self.one, self.other), exchanged(item.right, self.one, self.other)
        )
