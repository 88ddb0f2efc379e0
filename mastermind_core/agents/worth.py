"""Expected totals of positions: optimal, greedy, and of random play.

Each total is the expected number of guesses, or their cost, times the weight of the candidates.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Literal, TypeVar

from attrs import frozen

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.exact import Oracle
from mastermind_core.game import has_rule
from mastermind_core.kernels import choose as kernels
from mastermind_core.strategies import entropy, random_candidate
from mastermind_core.table import ScoreTable

Baseline = Literal["candidate", "uninformed"]

#: The number of splits up to which the mean of random play is exact, in games of few secrets, and
#: that its trees may take together otherwise, of which there are at least a few.
_SPLITS = 50_000
_SMALL = 128
_FEWEST = 32

#: The number of totals that are kept.
_KEPT = 2**18

#: The number of candidates up to which a total may need no search, and of a pair.
_SEPARABLE = 20
_PAIR = 2

#: A total in the units of the table, and whether it is exact.
Total = tuple[int, bool]

Number = TypeVar("Number", int, Fraction)


def dearest(table: ScoreTable) -> float:
    """Return the cost of the most expensive guess, which a move that is not a guess loses."""
    return float(max(table.costs, default=1) * table.cost_unit)


class Sums:
    """Totals of the sets in a game, in the units of its table."""

    def __init__(self, table: ScoreTable):
        self.table = table
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


class Worths:
    """The totals of a game's positions: from an oracle if it is quick, or from a greedy tree.

    Args:
        table: The compiled game.
        oracle: The oracle. None allows no exact total.
        seconds: The time limit for each search.
        most: Pairs (guess, candidate) up to which the oracle searches a position. Beyond, it
            is asked only for known totals.
    """

    def __init__(
        self,
        table: ScoreTable,
        oracle: Oracle[Any, Any, Any] | None,
        seconds: float | None = None,
        most: float = inf,
    ):
        self.table = table
        self.unit = table.cost_unit * table.weight_unit
        self._oracle = oracle
        self._seconds = seconds
        self._most = most / len(table.guesses.items)
        self._has_rule = has_rule(table.game)
        self._sums = Sums(table)
        self._kept: dict[Any, tuple[int, bool]] = {}
        self._greedy: dict[bytes, int] = {}
        is_plain = table.uniform and not table.priced and not table.goals and not self._has_rule
        self._is_plain = is_plain and all(table.winners) and table.wins_one_each

    def least(self, candidates: array[int], history: Sequence[Any] = ()) -> Total:
        """Return the total of the best play after a history, or of greedy play."""
        return self._known(-1, candidates, history)

    def with_guess(self, guess: int, candidates: array[int], history: Sequence[Any] = ()) -> Total:
        """Return the total of an informative guess with the best or with greedy play after it."""
        exact = self.least(candidates, history)[1]
        return self._known(guess, candidates, history, asks=exact)

    def greedy(self, candidates: array[int]) -> int:
        """Return the total of the entropy strategy, which is an upper bound of the optimum."""
        key = candidates.tobytes()
        if key not in self._greedy:
            if len(self._greedy) >= _KEPT:
                self._greedy.clear()
            guess = entropy.best(self.table, candidates)
            self._greedy[key] = self._sums.below(guess, candidates, self.greedy)
        return self._greedy[key]

    def regret(self, guess: int, candidates: array[int]) -> tuple[float, bool]:
        """Return the regret of an informative guess on average, and whether it is exact."""
        least, known = self.least(candidates)
        total, exact = self.with_guess(guess, candidates)
        mean = (total - least) * float(self.table.cost_unit) / self._sums.mass(candidates)
        return max(0.0, mean), known and exact

    def _by_greedy(self, guess: int, candidates: array[int]) -> int:
        if guess < 0:
            return self.greedy(candidates)
        return self._sums.below(guess, candidates, self.greedy)

    def _known(
        self, guess: int, candidates: array[int], history: Sequence[Any], *, asks: bool = True
    ) -> Total:
        """Return a total that was asked before, or ask the oracle within the limits."""
        key = (tuple(history) if self._has_rule else candidates.tobytes()), guess
        kept = self._kept.get(key)
        if kept is None:
            found = self._asked(guess, candidates, history) if asks else None
            exact = found is not None
            kept = (self._by_greedy(guess, candidates) if found is None else found), exact
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[key] = kept
        return kept

    def _at_once(self, candidates: array[int]) -> int | None:
        """Return an exact total that needs no search, or None.

        If all costs and weights are 1 and each guess wins for at most one secret, n candidates take
        at least 2n - 1 guesses. Only a candidate that separates all of them attains it. A candidate
        that leaves one pair takes one more.
        """
        size = len(candidates)
        if not self._is_plain or size > _SEPARABLE:
            return None
        if size <= _PAIR:
            return 2 * size - 1
        guesses = [self.table.winners[one][0] for one in candidates for _ in candidates]
        pairs = array("I", guesses), candidates * size
        scores = kernels.greedy.pair_scores(self.table.kernel_scores, *pairs)
        rows = (scores[at : at + size] for at in range(0, len(scores), size))
        missing = size - max(len(set(row)) for row in rows)
        return 2 * size - 1 + missing if missing <= 1 else None

    def _exactly(self, candidates: array[int]) -> int:
        """Return the total of the best play, or raise an error if it is not known."""
        total, exact = self.least(candidates)
        if not exact:
            raise _UnknownError
        return total

    def _asked(self, guess: int, candidates: array[int], history: Sequence[Any]) -> int | None:
        if self._oracle is None:
            return None
        total = self._at_once(candidates) if guess < 0 else None
        if total is not None:
            return total
        search = len(candidates) <= self._most
        if self._has_rule:
            return self._asked_by_history(guess, history) if search else None
        how: Any = {"search": search and guess < 0, "seconds": self._seconds}
        total = self._oracle.total_of(candidates, guess, **how)
        if total is None and search and guess >= 0:
            with suppress(_UnknownError):
                return self._sums.below(guess, candidates, self._exactly)
        return total

    def _asked_by_history(self, guess: int, history: Sequence[Any]) -> int | None:
        """Return an exact total where the history says which guesses are legal, or None."""
        assert self._oracle is not None
        if guess < 0:
            found = self._oracle.minimum(history, seconds=self._seconds)
        else:
            wanted = [self.table.guesses.items[guess]]
            values = self._oracle.values(history, wanted, seconds=self._seconds)
            found = values[0].total if values else None
        return None if found is None else int(found / self.unit)


@frozen
class Expected:
    """The mean of random play, and its standard error: 0 if it is exact."""

    mean: float
    error: float


class _UnknownError(Exception):
    """The total of some candidates is not known."""


class _TooManyError(Exception):
    """The exact mean takes too many splits."""


def random_play(table: ScoreTable, baseline: Baseline, random: Random) -> Expected:
    """Return the mean of random play from the beginning.

    Args:
        table: The compiled game.
        baseline: "candidate" guesses any candidate that may win, all equally likely. "uninformed"
            guesses anything, whatever the scores.
        random: Draws the random trees in games that are too large for the exact mean.
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
    return _sampled(sums, scale, random)


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
