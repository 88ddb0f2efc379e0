"""Question games: find a false coin with scales, or bad items by pooled tests.

A guess is a test or an accusation, and a true accusation ends the game.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations, pairwise, product, starmap
from math import comb, lcm
from operator import mul
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple, Self

from attrs import evolve, field, frozen

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game.amounts import MOST_TOTAL, Exact, exact
from mastermind_core.games.border import Items, ListedGame, cached, integer, need, one_of, whole
from mastermind_core.notation import choose, scores_of
from mastermind_core.notation.spelling import as_text, fold

#: The scores of a true and of a false accusation.
FOUND = "found"
WRONG = "wrong"

_FOUND = frozenset({"found", "right", "correct", "=", "true"})
_WRONG = frozenset({"wrong", "not", "false", "no"})


def read_answer(text: str, answers: dict[str, frozenset[str]], scores: Any) -> Any:
    """Read a score: by its exact name, by another of its names, or by how its name starts."""
    if as_text(text, "score") in scores:
        return text
    typed = fold(text)
    for score, names in {**answers, FOUND: _FOUND, WRONG: _WRONG}.items():
        if score in scores and typed in names:
            return score
    return choose(text, scores, "score")


def numbers_of(text: str, most: int) -> frozenset[int] | None:
    """Return the numbers in a string, each from 1 to a maximum, or None if the string has others.

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
    """The base for games whose guesses are tests on numbered objects, and accusations.

    Attributes:
        answers: The tests' scores, each with its other names.
        accusations: Whether accusations are guesses.
    """

    __slots__ = ()

    accusations: bool
    answers: ClassVar[dict[str, frozenset[str]]]

    @property
    def endstates(self) -> frozenset[Any]:
        """Return a true accusation's score, if accusations are guesses."""
        return frozenset({FOUND} if self.accusations else ())

    @property
    def goal(self) -> Callable[[Any], Any] | None:
        """Return the identity on secrets, if the game ends when the secret is known."""
        return None if self.accusations else _itself

    def without_accusations(self) -> Self:
        """Return the game that has tests alone, and ends when the secret is known.

        >>> len(GroupTesting(4).guesses), len(GroupTesting(4).without_accusations().guesses)
        (19, 15)
        """
        game: Any = self
        made: Self = evolve(game, accusations=False)
        return made

    def parse_score(self, text: str, /) -> Any:
        """Read a score.

        Args:
            text: A score's name, another of its names, or how its name starts.

        Raises:
            BadArgument: If the string is not a valid score.
        """
        return read_answer(text, self.answers, scores_of(self))


def _swaps(number: int) -> Iterator[tuple[Callable[[Any], Any], Callable[[Any], Any]]]:
    """Yield the swaps of adjacent numbers, which also apply to nested sets and tuples."""
    for one, other in pairwise(range(1, number + 1)):
        yield (swap := _swap({one: other, other: one})), swap


def _swap(renamed: dict[Any, int]) -> Callable[[Any], Any]:
    def swap(item: object) -> Any:
        if isinstance(item, frozenset):
            return frozenset(map(swap, item))
        return type(item)(*map(swap, item)) if isinstance(item, tuple) else renamed.get(item, item)

    return swap


def _no_guess(text: str, how: str) -> BadArgument:
    return BadArgument(f"{shown(text, 45)} is not a valid guess: write {how}")


LEFT = "left"
RIGHT = "right"
BALANCE = "balance"

#: Other names of the scores; the pan that goes down is the heavier one.
_WEIGHED = {
    LEFT: frozenset({"left", "l", ">", "left down"}),
    RIGHT: frozenset({"right", "r", "<", "right down"}),
    BALANCE: frozenset({"balance", "b", "=", "even", "equal"}),
}

#: Separators between the pans of a weighing.
_BETWEEN_PANS = re.compile(r":| vs |[|/-]")

#: Maximum number of coins for which all weighings are listed, and for which four suffice.
_LISTED = 12
_MOST_COINS = 39


class Weighing(NamedTuple):
    """A weighing on scales.

    Attributes:
        left: The coins on the left pan, by number.
        right: The coins on the right pan, by number.

    >>> from mastermind_core.games import OddCoin
    >>> OddCoin(3).guesses[0]
    Weighing(left=frozenset({1}), right=frozenset({2}))
    """

    left: frozenset[int]
    right: frozenset[int]

    def __str__(self) -> str:
        return f"{_listed(self.left)} : {_listed(self.right)}"


class Accusation(NamedTuple):
    """The statement that a coin is false.

    Attributes:
        coin: The coin's number, from 1.
        fault: "heavy" or "light".

    >>> print(Accusation(3, "heavy"))
    3 heavy
    """

    coin: int
    fault: str

    def __str__(self) -> str:
        return f"{self.coin} {self.fault}"


@frozen
class OddCoin(Questions):
    """The counterfeit coin: find the one false coin, and its fault.

    A guess is a :class:`Weighing` with equally many coins per pan, or an ``Accusation``. A
    weighing's score is the pan that goes down, or "balance". An accusation has the score "found" or
    "wrong". If the fault is known, w weighings suffice for 3^w coins. Otherwise, they find the coin
    and its fault for (3^w - 3) / 2 coins (F. J. Dyson, Math. Gazette 30, 1946). The accusation is
    one more guess.

    Up to 12 coins, every weighing is a guess. For more coins, the weighings compare adjacent coins
    with adjacent coins, and four after Dyson find the coin with any scores.

    Attributes:
        coins: How many coins there are, from 2 to 39.
        fault: "heavy" or "light" if the fault is known, or "either".
        accusations: Whether accusations are guesses. Without them the game ends when the false coin
            is known. ``identified`` and ``noisy`` leave them out.

    >>> game = OddCoin(4)
    >>> game.score(Weighing(frozenset({1}), frozenset({2})), Accusation(2, "light"))
    'left'
    """

    coins: int = integer(4, 2, _MOST_COINS)
    fault: Literal["either", "heavy", "light"] = one_of("either", "heavy", "light")
    accusations: bool = one_of(True, False)  # noqa: FBT003 - the values
    answers = _WEIGHED

    @property
    def scores(self) -> tuple[str, ...]:
        """Return all scores."""
        return (LEFT, RIGHT, BALANCE, *((FOUND, WRONG) if self.accusations else ()))

    @cached
    def guesses(self) -> Items[Weighing | Accusation]:
        """Return the weighings and the accusations, in the order that breaks ties."""
        make = _weighings if self.coins <= _LISTED else _some_weighings
        return Items([*make(self.coins), *(self.secrets if self.accusations else ())])

    @cached
    def secrets(self) -> Items[Accusation]:
        """Return the accusations. Exactly one is true."""
        faults = ("heavy", "light") if self.fault == "either" else (self.fault,)
        return Items(starmap(Accusation, product(range(1, self.coins + 1), faults)))

    def _answer(self, guess: Weighing | Accusation, secret: Accusation) -> str:
        if isinstance(guess, Accusation):
            return FOUND if guess == secret else WRONG
        heavy, light = (LEFT, RIGHT) if secret.fault == "heavy" else (RIGHT, LEFT)
        if secret.coin in guess.left:
            return heavy
        return light if secret.coin in guess.right else BALANCE

    def parse_guess(self, text: str, /) -> Weighing | Accusation:
        """Read a weighing or an accusation.

        Args:
            text: A weighing such as "1+2 : 3+4", or an accusation such as "3 heavy".

        Raises:
            BadArgument: If the string is not a valid guess.
        """
        typed = as_text(text, "guess")
        pans = [numbers_of(pan, self.coins) for pan in _BETWEEN_PANS.split(typed)]
        # A pan that cannot be read is None, and a weighing with None is not in the guesses.
        if len(pans) == 2 and (weighing := Weighing(*pans)) in self.guesses:  # type: ignore[arg-type]  # None is not a pan
            return weighing
        coin, _, fault = fold(typed).partition(" ")
        if self.fault != "either" and not fault:
            fault = self.fault
        for accusation in self.secrets:
            if coin == str(accusation.coin) and fault and accusation.fault.startswith(fault):
                return accusation
        raise _no_guess(
            typed,
            f"a weighing of equally many coins, such as '1 : 2', or an accusation, such as "
            f"'{self.secrets[0]}'",
        )

    def generators(self) -> Iterator[tuple[Callable[[Any], Any], Callable[[Any], Any]]]:
        """Swap adjacent coins, if all weighings are guesses."""
        return _swaps(self.coins if self.coins <= _LISTED else 0)


def _weighings(coins: int) -> Iterator[Weighing]:
    every = frozenset(range(1, coins + 1))
    for each in range(1, coins // 2 + 1):
        for left in map(frozenset, combinations(sorted(every), each)):
            for right in combinations(sorted(every - left), each):
                yield Weighing(left, frozenset(right))


def _some_weighings(coins: int) -> Iterator[Weighing]:
    """Yield a labelling's four weighings, and the weighings with adjacent coins."""
    for digits in zip(*_labels(coins), strict=True):
        pans = ([at for at, one in enumerate(digits, 1) if one == side] for side in (-1, 1))
        yield Weighing(*map(frozenset, pans))
    for each in range(1, coins // 2 + 1):
        for left in range(1, coins - 2 * each + 2):
            for right in range(left + each, coins - each + 2):
                yield Weighing(*(frozenset(range(at, at + each)) for at in (left, right)))


def _labels(coins: int) -> list[tuple[int, ...]]:
    """Return each coin's pans in four weighings: -1 (left), 1 (right) or 0 (off the scales).

    No label equals another or its negative, and both pans have equally many coins in each weighing
    (Dyson). Random labels are tried, each with the sign that balances the pans, until all weighings
    are balanced.
    """
    labels = [one for one in product((0, 1, -1), repeat=4) if one > (0, 0, 0, 0)]
    order = Random(coins)
    while True:
        order.shuffle(labels)
        pans = [0] * 4
        chosen = []
        for label in labels[:coins]:
            side = -1 if sum(map(mul, label, pans)) > 0 else 1
            chosen.append(tuple(side * digit for digit in label))
            pans = [pan + digit for pan, digit in zip(pans, chosen[-1], strict=True)]
        if not any(pans):
            return chosen


_POSITIVE = "positive"
_NEGATIVE = "negative"
_TESTED = {
    _POSITIVE: frozenset({"positive", "pos", "p", "+", "yes", "y", "bad"}),
    _NEGATIVE: frozenset({"negative", "neg", "n", "-", "no", "good"}),
}

#: Maximum number of items with all pools by default, with all pools on request, and with runs of
#: neighbours; and the maximum number of sets of bad items.
_ALL = 12
_MOST_OF_ALL = 16
_MOST = 200
_MOST_SETS = 2**16

#: The total of rounded weights, which compiled strategies can count.
_PARTS = 2**30


class PooledTest(NamedTuple):
    """A test that takes all items in a pool together.

    Attributes:
        pool: The items' numbers, from 1.
        kind: Always "test".

    >>> from mastermind_core.games import GroupTesting
    >>> GroupTesting(3).guesses[0]
    PooledTest(pool=frozenset({1}), kind='test')
    """

    pool: frozenset[int]
    kind: str = "test"  # makes a test unequal to an accusation of the same items

    def __str__(self) -> str:
        return f"test {_listed(self.pool)}"


class BadItems(NamedTuple):
    """The accusation that these items are bad and no others, and also the secret.

    Attributes:
        bad: The bad items' numbers, from 1.
        kind: Always "bad".

    >>> print(BadItems(frozenset({1, 4})))
    bad 1+4
    """

    bad: frozenset[int]
    kind: str = "bad"

    def __str__(self) -> str:
        return f"bad {_listed(self.bad) or 'none'}"


def _share(prevalence: object) -> Exact | None:
    found = None if prevalence is None else exact(prevalence)
    holds = prevalence is None or (found is not None and 0 < found < 1)
    need(holds, "prevalence", "a number between 0 and 1, or None", prevalence)
    return found


def _itself(secret: BadItems) -> BadItems:
    return secret


def _neighbours(items: range, size: int) -> Iterator[range]:
    return (items[at : at + size] for at in range(len(items) - size + 1))


@frozen
class GroupTesting(Questions):
    """Group testing: find the bad items.

    A guess is a ``PooledTest`` on some items, or an accusation ``BadItems``, which ends the game if
    it is true. Among n items, ceil(log2 n) tests of "any" find the only bad one.

    Attributes:
        items: How many items there are. At most 200, or 16 if ``pools`` is "all".
        bad: How many items are bad.
        exactly: Whether ``bad`` is the exact number, or the maximum.
        answer: How a test answers. "any" states whether the pool has a bad item (R. Dorfman, Annals
            of Mathematical Statistics 14, 1943). "count" says how many bad items are in it.
        pools: The pools that may be tested: "all", or adjacent items ("runs"). Runs suffice for
            halving and for Dorfman's and Hwang's procedures, because the items are equivalent. None
            means "all" for up to 12 items, otherwise "runs".
        prevalence: The probability that an item is bad, independently of the others, between 0 and
            1. It gives the secrets their weights. If exact totals would be too large, these are
            rounded to at least one part in 2^30. None means equal weights.
        accusations: Whether accusations are guesses. Without them the game ends when the bad items
            are known. ``identified`` and ``noisy`` leave them out, because no assay gives the
            answer to an accusation.

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
    accusations: bool = one_of(True, False)  # noqa: FBT003 - the values
    answers = _TESTED

    def __attrs_post_init__(self) -> None:
        whole("items", self.items, 1, _MOST_OF_ALL if self.pools == "all" else _MOST)
        whole("bad", self.bad, 1, self.items)
        sets = sum(comb(self.items, size) for size in self._sizes)
        if sets > _MOST_SETS:
            raise BadGame(
                f"{self.items} items have {sets:,} sets of bad items, over {_MOST_SETS:,}: "
                "lower bad or items"
            )

    @property
    def _sizes(self) -> range:
        """Return how many bad items there can be."""
        return range(self.bad if self.exactly else 0, self.bad + 1)

    @cached
    def secrets(self) -> Items[BadItems]:
        """Return the possible bad sets."""
        every = range(1, self.items + 1)
        sets = chain.from_iterable(combinations(every, size) for size in self._sizes)
        return Items(BadItems(frozenset(some)) for some in sets)

    @cached
    def weights(self) -> tuple[Exact, ...]:
        """Return the secrets' probabilities, up to a factor, empty without a prevalence."""
        if self.prevalence is None:
            return ()
        share = Fraction(self.prevalence)
        each = [share**bad * (1 - share) ** (self.items - bad) for bad in range(self.bad + 1)]
        return self._within_totals([each[len(secret.bad)] for secret in self.secrets])

    def _within_totals(self, weights: list[Fraction]) -> tuple[Exact, ...]:
        """Return weights whose totals can be counted, rounded if necessary to positive parts."""
        total = sum(weights)
        unit = Fraction(1, lcm(*(weight.denominator for weight in set(weights))))
        if total / unit * len(weights) < MOST_TOTAL:
            return tuple(weights)
        part = total / _PARTS
        return tuple(max(1, round(weight / part)) for weight in weights)

    @property
    def _runs(self) -> bool:
        return self.items > _ALL if self.pools is None else self.pools == "runs"

    @cached
    def guesses(self) -> Items[PooledTest | BadItems]:
        """Return the tests and the accusations, in the order that breaks ties."""
        every = range(1, self.items + 1)
        ways = _neighbours if self._runs else combinations
        pools = chain.from_iterable(ways(every, size) for size in every)
        accusations = self.secrets if self.accusations else ()
        return Items([*(PooledTest(frozenset(pool)) for pool in pools), *accusations])

    @property
    def scores(self) -> tuple[Any, ...]:
        """Return all scores."""
        tests = (_POSITIVE, _NEGATIVE) if self.answer == "any" else range(self.bad + 1)
        return (*tests, FOUND, WRONG) if self.accusations else (*tests,)

    def score_table(self) -> tuple[Sequence[Any], Any]:
        """Return the scores, and the table with their indices, from sets stored as bits."""
        secrets = [sum(1 << item for item in secret.bad) for secret in self.secrets]
        scores = self.scores
        found = len(scores) - 2
        table = array("B")
        for guess in self.guesses:
            if isinstance(guess, BadItems):
                table.extend([found if guess == secret else found + 1 for secret in self.secrets])
                continue
            pool = sum(1 << item for item in guess.pool)
            if self.answer == "any":
                table.extend([0 if pool & bad else 1 for bad in secrets])
            else:
                table.extend([(pool & bad).bit_count() for bad in secrets])
        return scores, table

    def _answer(self, guess: PooledTest | BadItems, secret: BadItems) -> Any:
        if isinstance(guess, BadItems):
            return FOUND if guess == secret else WRONG
        bad = len(guess.pool & secret.bad)
        if self.answer == "count":
            return bad
        return _POSITIVE if bad else _NEGATIVE

    def parse_guess(self, text: str, /) -> Any:
        """Read a test or an accusation.

        Args:
            text: A test such as "test 1+2" or "1 2", or an accusation such as "bad 1" or "bad
                none".

        Raises:
            BadArgument: If the string is not a valid guess.
        """
        typed = as_text(text, "guess").strip().casefold()
        for word, make in (("bad", BadItems), ("test", PooledTest), ("", PooledTest)):
            if typed.startswith(word):
                listed = typed.removeprefix(word).strip()
                found = numbers_of("" if listed == "none" else listed, self.items)
                if found is not None and make(found) in self.guesses:
                    return make(found)
        raise _no_guess(
            typed, "a test of some items, such as 'test 1+2', or an accusation, such as 'bad 1'"
        )

    def generators(self) -> Iterator[tuple[Callable[[Any], Any], Callable[[Any], Any]]]:
        """Swap adjacent items, if all pools may be tested."""
        return _swaps(0 if self._runs else self.items)
