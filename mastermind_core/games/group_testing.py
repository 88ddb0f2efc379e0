"""Group testing: find the bad items of a lot by testing several at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, pairwise
from math import comb
from typing import Any, Literal, NamedTuple

from attrs import field, frozen

from mastermind_core.arguments import plain_int
from mastermind_core.errors import BadGame, shown
from mastermind_core.game.amounts import Exact, exact
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
from mastermind_core.notation.spelling import as_text

_POSITIVE, _NEGATIVE = "positive", "negative"
_ANSWERS = {
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
        return f"bad {_listed(self.bad)}"


def _share(prevalence: Any) -> Exact | None:
    found = None if prevalence is None else exact(prevalence)
    if prevalence is not None and (found is None or not 0 < found < 1):
        raise BadGame(
            f"prevalence must be a number between 0 and 1, or None, not {shown(prevalence)}"
        )
    return found


def _neighbours(items: range, size: int) -> Iterator[range]:
    return (items[at : at + size] for at in range(len(items) - size + 1))


def _listed(items: frozenset[int]) -> str:
    return "+".join(map(str, sorted(items))) or "none"


@frozen
class GroupTesting(GameBase):
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

    items: int = field(default=6, converter=plain_int)
    bad: int = field(default=1, converter=plain_int)
    exactly: bool = True
    answer: Literal["any", "count"] = "any"
    pools: Literal["all", "runs"] | None = None
    prevalence: Exact | None = field(default=None, converter=_share)

    def __attrs_post_init__(self) -> None:
        if self.pools is not None:
            one_of("pools", self.pools, ("all", "runs"))
        whole("items", self.items, 1, _MOST_OF_ALL if self.pools == "all" else _MOST)
        whole("bad", self.bad, 1, self.items)
        one_of("answer", self.answer, ("any", "count"))
        if not isinstance(self.exactly, bool):
            raise BadGame(f"exactly must be True or False, not {shown(self.exactly)}")
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

    @cached_property
    def _secrets(self) -> Items[BadItems]:
        every = range(1, self.items + 1)
        return Items(
            BadItems(frozenset(some)) for size in self._sizes for some in combinations(every, size)
        )

    @cached_property
    def weights(self) -> tuple[Exact, ...]:
        """Return how likely each set of items is the bad one; nothing without a prevalence."""
        if self.prevalence is None:
            return ()
        share = Fraction(self.prevalence)
        each = [share**bad * (1 - share) ** (self.items - bad) for bad in range(self.bad + 1)]
        return tuple(each[len(secret.bad)] for secret in self._secrets)

    @property
    def _runs(self) -> bool:
        return self.items > _ALL if self.pools is None else self.pools == "runs"

    @cached_property
    def _guesses(self) -> Items[Any]:
        every = range(1, self.items + 1)
        ways = _neighbours if self._runs else combinations
        pools = chain.from_iterable(ways(every, size) for size in every)
        return Items([*(PooledTest(frozenset(pool)) for pool in pools), *self._secrets])

    @property
    def guesses(self) -> Items[Any]:
        """Return the guesses, in the order that breaks ties."""
        return self._guesses

    @property
    def secrets(self) -> Items[BadItems]:
        """Return what may be hidden."""
        return self._secrets

    @property
    def scores(self) -> tuple[Any, ...]:
        """Return every answer."""
        tests = (_POSITIVE, _NEGATIVE) if self.answer == "any" else range(self.bad + 1)
        return (*tests, FOUND, WRONG)

    @property
    def endstates(self) -> frozenset[str]:
        """Return the scores that end the game."""
        return frozenset({FOUND})

    def _answer(self, guess: PooledTest | BadItems, secret: BadItems) -> Any:
        if isinstance(guess, BadItems):
            return FOUND if guess == secret else WRONG
        bad = len(guess.pool & secret.bad)
        if self.answer == "count":
            return bad
        return _POSITIVE if bad else _NEGATIVE

    def score(self, guess: PooledTest | BadItems, secret: BadItems) -> Any:
        """Answer a test, or an accusation."""
        check_pair(self, guess, secret)
        return self._answer(guess, secret)

    def score_table(self) -> tuple[tuple[Any, ...], Any]:
        """Fill the score table pair by pair."""
        return filled(self._answer, self.guesses, self.secrets)

    def show_guess(self, guess: Any, /) -> str:
        """Write a test as "test 1+2", an accusation as "bad 3"."""
        return str(guess)

    def parse_guess(self, text: str, /) -> Any:
        """Return the test or the accusation that a text stands for."""
        said = as_text(text, "guess").strip().casefold()
        for word, make in (("bad", BadItems), ("test", PooledTest), ("", PooledTest)):
            if said.startswith(word):
                listed = said.removeprefix(word).strip()
                found = numbers_of("" if listed == "none" else listed, self.items)
                if found is not None and make(found) in self.guesses:
                    return make(found)
        raise no_guess(
            said,
            "write a test of some items, such as 'test 1+2', or an accusation, such as 'bad 1'",
        )

    def parse_score(self, text: str, /) -> Any:
        """Return the answer that a text stands for."""
        said = as_text(text, "score").strip()
        counts = [score for score in self.scores if str(score) == said]
        if counts:
            return counts[0]
        return read_answer(text, _ANSWERS, self.scores)

    def generators(self) -> Iterator[tuple[Callable[[Any], Any], Callable[[Any], Any]]]:
        """Exchange neighbouring items, where all pools may be tested."""
        if self._runs:
            return
        for one, other in pairwise(range(1, self.items + 1)):
            yield (swap := _Swap(one, other)), swap


@frozen
class _Swap:
    """Exchange two items."""

    one: int
    other: int

    def __call__(self, guess: PooledTest | BadItems) -> PooledTest | BadItems:
        return type(guess)(exchanged(guess[0], self.one, self.other))
