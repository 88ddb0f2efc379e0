"""Expected totals of positions: optimal, greedy, and of random play.

Each total is the expected number of guesses, or their cost, times the weight of the candidates.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Literal, TypeVar

from attrs import define, field, frozen

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.exact import Oracle
from mastermind_core.game import Exact, has_rule, in_user_units
from mastermind_core.strategies import entropy, random_candidate
from mastermind_core.table import ScoreTable

Baseline = Literal["candidate", "uninformed"]

#: The number of splits up to which the mean of random play is exact, in games of few secrets, and
#: that its trees may take together otherwise, of which there are at least a few.
_SPLITS = 50_000
_SMALL = 128
_FEWEST = 32

#: A total in the units of the game, and whether it is exact.
Total = tuple[Exact, bool]

Number = TypeVar("Number", int, Fraction)


class Sums:
    """Totals of the sets in a game, in the units of its table."""

    def __init__(self, table: ScoreTable):
        self.table = table
        self.unit = table.cost_unit * table.weight_unit
        self._costs = table.costs or (1,) * len(table.guesses.items)

    def mass(self, candidates: array[int]) -> int:
        """Return the weight of a set."""
        if self.table.uniform:
            return len(candidates)
        return sum(map(self.table.weights.__getitem__, candidates))

    def below(
        self, guess: int, candidates: array[int], rest: Callable[[array[int]], Number]
    ) -> Number:
        """Return the total of a guess, by the totals of the sets that its scores leave."""
        table = self.table
        blocks = table.split(guess, candidates)
        total: Any = self._costs[guess] * self.mass(candidates)
        for score, block in blocks:
            if table.final[score] or (table.goals and table.over(block)):
                continue
            if len(block) == len(candidates):
                raise BadGame(
                    f"{shown(table.game)} has {len(block)} secrets that no guess distinguishes"
                )
            total += rest(block)
        found: Number = total
        return found


@define(eq=False)
class Worths:
    """Totals of the positions of one game, by an oracle where it is quick, else by a greedy tree.

    Attributes:
        table: The compiled game.
        oracle: The oracle. None allows no exact total.
        seconds: The time limit for each search.
    """

    table: ScoreTable
    oracle: Oracle[Any, Any, Any] | None
    seconds: float | None
    _sums: Sums = field(init=False)
    _kept: dict[Any, Total] = field(factory=dict, init=False)
    _greedy: dict[bytes, int] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._sums = Sums(self.table)

    def least(self, history: Sequence[Any], candidates: array[int]) -> Total:
        """Return the total of the best play after a history, or of greedy play."""
        return self._known(history, candidates, -1, partial(self.greedy, candidates))

    def with_guess(self, guess: int, history: Sequence[Any], candidates: array[int]) -> Total:
        """Return the total of an informative guess with the best or with greedy play after it."""
        by_greedy = partial(self._sums.below, guess, candidates, self.greedy)
        if self.least(history, candidates)[1]:
            return self._known(history, candidates, guess, by_greedy)
        return in_user_units(by_greedy(), self._sums.unit), False

    def greedy(self, candidates: array[int]) -> int:
        """Return the total of the entropy strategy, which is an upper bound of the optimum."""
        key = candidates.tobytes()
        if key not in self._greedy:
            guess = entropy.best(self.table, candidates)
            self._greedy[key] = self._sums.below(guess, candidates, self.greedy)
        return self._greedy[key]

    def _known(
        self,
        history: Sequence[Any],
        candidates: array[int],
        guess: int,
        otherwise: Callable[[], int],
    ) -> Total:
        """Return a total that was asked before, or ask the oracle within the time limit."""
        path = tuple(history) if has_rule(self.table.game) else candidates.tobytes()
        key = path, guess
        if key not in self._kept:
            found = None if self.oracle is None else self._asked(history, guess)
            exact = found is not None
            total = in_user_units(otherwise(), self._sums.unit) if found is None else found
            self._kept[key] = total, exact
        return self._kept[key]

    def _asked(self, history: Sequence[Any], guess: int) -> Exact | None:
        assert self.oracle is not None
        if guess < 0:
            return self.oracle.minimum(history, seconds=self.seconds)
        wanted = [self.table.guesses.items[guess]]
        values = self.oracle.values(history, wanted, seconds=self.seconds)
        return values[0].total if values else None


@frozen
class Expected:
    """The mean of random play, and its standard error: 0 if it is exact."""

    mean: float
    error: float


class _TooManyError(Exception):
    """The exact mean takes too many splits."""


def random_play(table: ScoreTable, baseline: Baseline, seed: int) -> Expected:
    """Return the mean of random play from the beginning.

    Args:
        table: The compiled game.
        baseline: "candidate" guesses any candidate that may win, all equally likely. "uninformed"
            guesses anything, whatever the scores.
        seed: The seed of the random trees in games that are too large for the exact mean.
    """
    weight = table.weigh(table.everything)
    if baseline == "uninformed":
        return Expected(float(_uninformed(table) / weight), 0.0)
    sums = Sums(table)
    mass = sums.mass(table.everything)
    scale = float(table.cost_unit) / mass
    if mass <= _SMALL:
        with suppress(_TooManyError):
            return Expected(float(_Mean(sums).of(table.everything)) * scale, 0.0)
    return _sampled(sums, scale, Random(seed))


def _uninformed(table: ScoreTable) -> Fraction:
    """Return the total of guesses at random: each wins with a constant probability."""
    guesses = range(len(table.guesses.items))
    cost = sum((Fraction(table.price(guess)) for guess in guesses), Fraction())
    everything = table.everything
    if table.goals or not all(table.winners[secret] for secret in everything):
        raise BadArgument(
            'baseline must be "candidate" in a game that ends without a winning guess: '
            '"uninformed" play would not notice the end'
        )
    return sum(
        (cost * Fraction(table.weigh([one])) / len(table.winners[one]) for one in everything),
        Fraction(),
    )


def _options(table: ScoreTable, candidates: array[int]) -> Sequence[int]:
    """Return the guesses that may win, or all informative ones if none does."""
    found = random_candidate.options(table, candidates)
    if found:
        return found
    return [one for one in range(len(table.guesses.items)) if table.tells(one, candidates)]


class _Mean:
    """The exact totals of random play, while they take few splits."""

    def __init__(self, sums: Sums):
        self._sums = sums
        self._splits = 0
        self._kept: dict[bytes, Fraction] = {}

    def of(self, candidates: array[int]) -> Fraction:
        """Return the expected total of a candidate set."""
        key = candidates.tobytes()
        if key not in self._kept:
            options = _options(self._sums.table, candidates)
            self._splits += len(options)
            if self._splits > _SPLITS:
                raise _TooManyError
            totals = (self._sums.below(guess, candidates, self.of) for guess in options)
            self._kept[key] = Fraction(sum(totals)) / len(options)
        return self._kept[key]


def _sampled(sums: Sums, scale: float, random: Random) -> Expected:
    """Return the mean of random trees: each is an unbiased estimate over all secrets at once."""
    splits = 0

    def total(candidates: array[int]) -> int:
        nonlocal splits
        splits += 1
        return sums.below(random.choice(_options(sums.table, candidates)), candidates, total)

    means: list[float] = []
    while len(means) < _FEWEST or splits < _SPLITS:
        means.append(total(sums.table.everything) * scale)
    mean = fmean(means)
    return Expected(mean, stdev(means, mean) / sqrt(len(means)))
