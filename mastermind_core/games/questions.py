"""Games of questions: find a false coin with scales, or bad items by testing several at once.

Questions are answered, and a true accusation ends the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain, combinations, pairwise, product
from math import comb
from operator import mul
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple

from attrs import field, frozen

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game.amounts import Exact, exact
from mastermind_core.games.border import Items, ListedGame, cached, integer, one_of, whole
from mastermind_core.notation import choose, scores_of
from mastermind_core.notation.spelling import as_text, fold

#: The answer to an accusation that is true, and to one that is not.
FOUND, WRONG = "found", "wrong"

_FOUND = frozenset({"found", "right", "correct", "=", "true"})
_WRONG = frozenset({"wrong", "not", "false", "no"})


def read_answer(text: str, answers: dict[str, frozenset[str]], scores: Any) -> Any:
    """Read an answer by its own name to the letter, by its other names, or else by its own."""
    if as_text(text, "score") in scores:
        return text
    said = fold(text)
    for score, names in {**answers, FOUND: _FOUND, WRONG: _WRONG}.items():
        if score in scores and said in names:
            return score
    return choose(text, scores, "score")


def numbers_of(text: str, most: int) -> frozenset[int] | None:
    """Return the numbers from 1 to a limit that a text lists; None where it lists anything else.

    >>> numbers_of("1+3", 4), numbers_of("", 4), numbers_of("1 5", 4)
    (frozenset({1, 3}), frozenset(), None)
    """
    words = fold(text).split()
    if not all(word.isdecimal() and len(word) < 6 for word in words):
        return None
    found = [int(word) for word in words]
    if len(set(found)) < len(found) or not all(1 <= number <= most for number in found):
        return None
    return frozenset(found)


def _listed(numbers: frozenset[int]) -> str:
    return "+".join(map(str, sorted(numbers)))


class Questions(ListedGame):
    """The base of games whose guesses are tests of numbered things, and accusations.

    ``answers`` are the answers to tests, each with its other names.
    """

    __slots__ = ()

    answers: ClassVar[dict[str, frozenset[str]]]
    endstates = frozenset({FOUND})

    def parse_score(self, text: str, /) -> Any:
        """Return the answer of a string."""
        return read_answer(text, self.answers, scores_of(self))

    def show_guess(self, guess: Any, /) -> str:
        """Write a test, or an accusation."""
        return str(guess)


def _swaps(number: int) -> Iterator[tuple[Callable[[Any], Any], Callable[[Any], Any]]]:
    """Yield the exchanges of neighbours among some numbers, in whatever sets they are."""
    for one, other in pairwise(range(1, number + 1)):
        yield (swap := _swap({one: other, other: one})), swap


def _swap(renamed: dict[Any, int]) -> Callable[[Any], Any]:
    def swap(item: Any) -> Any:
        if isinstance(item, frozenset):
            return frozenset(map(swap, item))
        return type(item)(*map(swap, item)) if isinstance(item, tuple) else renamed.get(item, item)

    return swap


def _no_guess(text: str, how: str) -> BadArgument:
    return BadArgument(f"{shown(text, 45)} is no guess: write {how}")


LEFT, RIGHT, BALANCE = "left", "right", "balance"

#: Other names of the answers; the pan that goes down is the heavier one.
_WEIGHED = {
    LEFT: frozenset({"left", "l", ">", "left down"}),
    RIGHT: frozenset({"right", "r", "<", "right down"}),
    BALANCE: frozenset({"balance", "b", "=", "even", "equal"}),
}

#: What stands between the pans of a weighing.
_BETWEEN_PANS = re.compile(r":| vs |[|/-]")

#: Coins for which all weighings are listed, and the most for which four weighings do.
_LISTED, _MOST_COINS = 12, 39


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


@frozen
class OddCoin(Questions):
    """The game of the counterfeit coin: one of some coins is false; find it, and what is wrong.

    A guess is a :class:`Weighing` of equally many coins on each pan, answered by the pan that goes
    down or by "balance", or an ``Accusation``, answered by "found" or "wrong". The false coin
    is "heavy", "light", or "either". If it is known to be heavy, w weighings do for 3^w coins.
    Where it may be either, and the fault is asked for too, for (3^w - 3) / 2 coins (F. J. Dyson,
    Math. Gazette 30, 1946). The accusation is one guess more.

    Among up to 12 coins every weighing is a guess. There are far too many among more, up to 39:
    then the guesses are the weighings of neighbouring coins against neighbouring coins, and four
    after Dyson that find the coin whatever they say.

    >>> game = OddCoin(4)
    >>> game.score(Weighing(frozenset({1}), frozenset({2})), Accusation(2, "light"))
    'left'
    """

    coins: int = integer(4, 2, _MOST_COINS)
    fault: Literal["either", "heavy", "light"] = one_of("either", "heavy", "light")
    answers = _WEIGHED
    scores = (LEFT, RIGHT, BALANCE, FOUND, WRONG)

    @cached
    def guesses(self) -> Items[Weighing | Accusation]:
        """Return the weighings and the accusations, in the order that breaks ties."""
        make = _weighings if self.coins <= _LISTED else _some_weighings
        return Items([*make(self.coins), *self.secrets])

    @cached
    def secrets(self) -> Items[Accusation]:
        """Return the accusations, one of which is true."""
        faults = ("heavy", "light") if self.fault == "either" else (self.fault,)
        return Items(
            Accusation(coin, fault) for coin in range(1, self.coins + 1) for fault in faults
        )

    def _answer(self, guess: Weighing | Accusation, secret: Accusation) -> str:
        if isinstance(guess, Accusation):
            return FOUND if guess == secret else WRONG
        heavy, light = (LEFT, RIGHT) if secret.fault == "heavy" else (RIGHT, LEFT)
        if secret.coin in guess.left:
            return heavy
        return light if secret.coin in guess.right else BALANCE

    def parse_guess(self, text: str, /) -> Weighing | Accusation:
        """Return the weighing or the accusation of a string."""
        said = as_text(text, "guess")
        pans = [numbers_of(pan, self.coins) for pan in _BETWEEN_PANS.split(said)]
        # A pan that is not read is None, and a weighing with it is none of the guesses.
        if len(pans) == 2 and (weighing := Weighing(*pans)) in self.guesses:  # type: ignore[arg-type]  # None is no pan
            return weighing
        coin, _, fault = fold(said).partition(" ")
        if self.fault != "either" and not fault:
            fault = self.fault
        for accusation in self.secrets:
            if coin == str(accusation.coin) and fault and accusation.fault.startswith(fault):
                return accusation
        raise _no_guess(
            said,
            f"a weighing of equally many coins, such as '1 : 2', or an accusation, such as "
            f"'{self.secrets[0]}'",
        )

    def generators(self) -> Iterator[tuple[Callable[[Any], Any], Callable[[Any], Any]]]:
        """Exchange neighbouring coins, where all weighings are guesses."""
        return _swaps(self.coins if self.coins <= _LISTED else 0)


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


_POSITIVE, _NEGATIVE = "positive", "negative"
_TESTED = {
    _POSITIVE: frozenset({"positive", "pos", "p", "+", "yes", "y", "bad"}),
    _NEGATIVE: frozenset({"negative", "neg", "n", "-", "no", "good"}),
}

#: Items of which all pools are guesses unless it is said otherwise, and the most of which they can
#: be; the most of which neighbours are; and sets of bad items that are too many to list.
_ALL, _MOST_OF_ALL, _MOST, _MOST_SETS = 12, 16, 200, 2**16


class PooledTest(NamedTuple):
    """A test of the items of a pool, together.

    >>> from mastermind_core.games import GroupTesting
    >>> GroupTesting(3).guesses[0]
    PooledTest(pool=frozenset({1}), kind='test')
    """

    pool: frozenset[int]
    kind: str = "test"  # which makes it unequal to an accusation of the same items

    def __str__(self) -> str:
        return f"test {_listed(self.pool)}"


class BadItems(NamedTuple):
    """The accusation that these items are bad, and no others; also what is hidden.

    >>> print(BadItems(frozenset({1, 4})))
    bad 1+4
    """

    bad: frozenset[int]
    kind: str = "bad"

    def __str__(self) -> str:
        return f"bad {_listed(self.bad) or 'none'}"


def _share(prevalence: Any) -> Exact | None:
    found = None if prevalence is None else exact(prevalence)
    if prevalence is not None and (found is None or not 0 < found < 1):
        raise BadGame(
            f"prevalence must be a number between 0 and 1, or None, not {shown(prevalence)}"
        )
    return found


def _neighbours(items: range, size: int) -> Iterator[range]:
    return (items[at : at + size] for at in range(len(items) - size + 1))


@frozen
class GroupTesting(Questions):
    """The game of group testing: which of some items are bad?

    A guess is a ``PooledTest`` of some items or the accusation of ``BadItems``, which
    ends the game when it is true. At most ``bad`` items are bad, or, if ``exactly``, that many. The
    ``answer`` to a test is "any", whether one of its items is bad (R. Dorfman, Annals of
    Mathematical Statistics 14, 1943), or "count", how many are. Among n items, ceil(log2 n) tests
    of "any" find the one that is bad.

    The ``pools`` that may be tested are "all", or the "runs" of neighbouring items: halving,
    Dorfman's and Hwang's procedures need no others, as items are alike. Without a choice they are
    all of up to 12 items, and runs of more. ``prevalence``, a number between 0 and 1, is how likely
    each item is bad by itself: it weighs the secrets.

    >>> game = GroupTesting(items=4, bad=1)
    >>> game.score(PooledTest(frozenset({1, 2})), BadItems(frozenset({2})))
    'positive'
    """

    items: int = integer(6)
    bad: int = integer(1)
    exactly: bool = one_of(True, False)  # noqa: FBT003 - the values
    answer: Literal["any", "count"] = one_of("any", "count")
    pools: Literal["all", "runs"] | None = one_of("all", "runs", optional=True)
    prevalence: Exact | None = field(default=None, converter=_share)
    answers = _TESTED

    def __attrs_post_init__(self) -> None:
        whole("items", self.items, 1, _MOST_OF_ALL if self.pools == "all" else _MOST)
        whole("bad", self.bad, 1, self.items)
        sets = sum(comb(self.items, size) for size in self._sizes)
        if sets > _MOST_SETS:
            raise BadGame(
                f"{self.items} items have {sets:,} sets of bad ones, over {_MOST_SETS:,}: "
                "lower bad, or items"
            )

    @property
    def _sizes(self) -> range:
        """How many may be bad."""
        return range(self.bad if self.exactly else 0, self.bad + 1)

    @cached
    def secrets(self) -> Items[BadItems]:
        """Return the sets of items that may be the bad ones."""
        every = range(1, self.items + 1)
        return Items(
            BadItems(frozenset(some)) for size in self._sizes for some in combinations(every, size)
        )

    @cached
    def weights(self) -> tuple[Exact, ...]:
        """Return how likely each set of items is the bad one; nothing without a prevalence."""
        if self.prevalence is None:
            return ()
        share = Fraction(self.prevalence)
        each = [share**bad * (1 - share) ** (self.items - bad) for bad in range(self.bad + 1)]
        return tuple(each[len(secret.bad)] for secret in self.secrets)

    @property
    def _runs(self) -> bool:
        return self.items > _ALL if self.pools is None else self.pools == "runs"

    @cached
    def guesses(self) -> Items[PooledTest | BadItems]:
        """Return the tests and the accusations, in the order that breaks ties."""
        every = range(1, self.items + 1)
        ways = _neighbours if self._runs else combinations
        pools = chain.from_iterable(ways(every, size) for size in every)
        return Items([*(PooledTest(frozenset(pool)) for pool in pools), *self.secrets])

    @property
    def scores(self) -> tuple[Any, ...]:
        """Return every answer."""
        tests = (_POSITIVE, _NEGATIVE) if self.answer == "any" else range(self.bad + 1)
        return (*tests, FOUND, WRONG)

    def _answer(self, guess: PooledTest | BadItems, secret: BadItems) -> Any:
        if isinstance(guess, BadItems):
            return FOUND if guess == secret else WRONG
        bad = len(guess.pool & secret.bad)
        if self.answer == "count":
            return bad
        return _POSITIVE if bad else _NEGATIVE

    def parse_guess(self, text: str, /) -> Any:
        """Return the test or the accusation of a string."""
        said = as_text(text, "guess").strip().casefold()
        for word, make in (("bad", BadItems), ("test", PooledTest), ("", PooledTest)):
            if said.startswith(word):
                listed = said.removeprefix(word).strip()
                found = numbers_of("" if listed == "none" else listed, self.items)
                if found is not None and make(found) in self.guesses:
                    return make(found)
        raise _no_guess(
            said,
            "a test of some items, such as 'test 1+2', or an accusation, such as 'bad 1'",
        )

    def generators(self) -> Iterator[tuple[Callable[[Any], Any], Callable[[Any], Any]]]:
        """Exchange neighbouring items, where all pools may be tested."""
        return _swaps(0 if self._runs else self.items)
