"""All the ways that a strategy of lots can go, counted exactly and without walking them.

The paths of a set are the sum over its options, and over the blocks of each, of the paths of the
blocks, one guess longer.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from numbers import Rational
from typing import Any, Protocol, runtime_checkable

from mastermind_core.analysis import Distribution, distribution_of
from mastermind_core.errors import BadArgument, shown
from mastermind_core.game import Game
from mastermind_core.game.amounts import in_user_units
from mastermind_core.results import Shown
from mastermind_core.results.frames import make_frame
from mastermind_core.strategies.tabled.lots import Drawing
from mastermind_core.studies.walk import Option, Settle, Walk, drawing
from mastermind_core.table import ScoreTable
from mastermind_core.tree import StrategyLike, player_for

#: Numbers by length, the first for no guess, over a common denominator.
Lengths = tuple[tuple[int, ...], int]


@runtime_checkable
class StatesDistribution(Protocol):
    """A strategy that knows what weight of secrets takes each number of guesses."""

    def distribution(self, table: ScoreTable) -> Mapping[int, Fraction]:
        """Return the probability of each length."""


class ExpectedDistribution(Shown, Mapping[int, Fraction]):
    """The probability of each number of guesses, the winning one included, exactly.

    >>> lengths = ExpectedDistribution({1: Fraction(1), 2: Fraction(3)})
    >>> lengths[2], lengths.mean, lengths.worst
    (Fraction(3, 4), Fraction(7, 4), 2)
    """

    __slots__ = ("_shares",)

    def __init__(self, weights: Mapping[int, Fraction]):
        if not isinstance(weights, Mapping) or not all(
            isinstance(length, int) and isinstance(weight, Rational) and weight >= 0
            for length, weight in weights.items()
        ):
            raise BadArgument(
                "weights must map numbers of guesses to integers or fractions, not "
                f"{shown(weights)}"
            )
        whole = sum(weights.values())
        if not whole:
            raise BadArgument("an expected distribution needs at least one number of guesses")
        self._shares = {
            length: Fraction(weights[length]) / whole
            for length in sorted(weights)
            if weights[length]
        }

    def __getitem__(self, length: int) -> Fraction:
        return self._shares[length]

    def __iter__(self) -> Iterator[int]:
        return iter(self._shares)

    def __len__(self) -> int:
        return len(self._shares)

    def __repr__(self) -> str:
        few, most = min(self._shares), self.worst
        return f"<ExpectedDistribution: {few} to {most} guesses, mean {float(self.mean):.5f}>"

    def __str__(self) -> str:
        shares = " ".join(f"{length}:{float(share):.5f}" for length, share in self.items())
        return f"{shares}  (mean {float(self.mean):.5f}, worst {self.worst})"

    @property
    def mean(self) -> Fraction:
        """Return the expected number of guesses."""
        return sum((length * share for length, share in self.items()), Fraction(0))

    @property
    def worst(self) -> int:
        """Return the largest number of guesses that can come."""
        return max(self._shares)

    def to_dict(self) -> dict[str, Any]:
        """Return the probabilities, as fractions written out, and the figures."""
        return {
            "mean": str(self.mean),
            "worst": self.worst,
            "lengths": {length: str(share) for length, share in self.items()},
        }

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with a row a length, if pandas is installed."""
        rows = ({"length": n, "probability": float(share)} for n, share in self.items())
        return make_frame(rows, ("length", "probability"))


def path_distribution(game: Game[Any, Any, Any], strategy: StrategyLike) -> Distribution:
    """Count the paths by length when every option of a strategy is followed, for every secret.

    A path is the guesses up to the one that finds the secret; secrets count by weight. These are
    the walks of de Graaf's thesis (2019), sections 2.5 and 2.6, which takes millions of steps for
    what takes a few thousand sets of candidates here.

    >>> from mastermind_core import Mastermind, strategies
    >>> print(path_distribution(Mastermind(colours=3, holes=2), strategies.every_branch))
    1:9 2:60 3:120 4:24  (total 585, mean 2.7465, worst 4)
    """
    player = player_for(game, strategy)
    rule, table = drawing(player.choice), player.table
    if table.over(table.everything):
        return Distribution(player.tree.lengths())
    numbers, _ = Walk(game, rule, _settled(averaged=False)).run()
    return Distribution(
        {length: in_user_units(count, table.weight_unit) for length, count in enumerate(numbers)}
    )


def expected_distribution(
    game: Game[Any, Any, Any], strategy: StrategyLike
) -> ExpectedDistribution:
    """Return the exact probability of each number of guesses over the secrets and the lots.

    A strategy that draws no lots has its length distribution.

    >>> from mastermind_core import Mastermind, strategies
    >>> expected_distribution(Mastermind(colours=3, holes=2), strategies.random_candidate).mean
    Fraction(67, 27)
    """
    player = player_for(game, strategy)
    choice: Any = player.choice
    table = player.table
    over = table.over(table.everything)
    # A strategy states the lengths of games that end with a guess, and not with what is known.
    if isinstance(choice, StatesDistribution) and not table.goals:
        return ExpectedDistribution(choice.distribution(table))
    if over or not isinstance(choice, Drawing):
        if player.draws_lots and not over:
            raise BadArgument(
                f"{player.name} draws lots that it does not list: simulate(game, "
                f"{shown(player.name)}) plays many games instead"
            )
        counts = distribution_of(player)
        return ExpectedDistribution({length: Fraction(counts[length]) for length in counts})
    numbers, whole = Walk(game, choice, _settled(averaged=True)).run()
    return ExpectedDistribution(
        {length: Fraction(number, whole) for length, number in enumerate(numbers)}
    )


def _settled(*, averaged: bool) -> Settle[Lengths]:
    """Return what settles a set: the sum of the lengths over its options, or the average."""

    def settle(
        candidates: array[int], options: Sequence[Option], known: Mapping[bytes, Lengths]
    ) -> Lengths:
        parts: Counter[bytes] = Counter()
        for option in options:
            for block in option.blocks:
                parts[block] += option.times
        ended = sum(option.times * option.ended for option in options)
        whole = sum(option.times for option in options) if averaged else 1
        return _combined(ended, ((times, known[key]) for key, times in parts.items()), whole)

    return settle


def _combined(ended: int, parts: Iterable[tuple[int, Lengths]], whole: int) -> Lengths:
    """Add what ends now and what follows, one guess longer; divide by the number of options."""
    parts = list(parts)
    common = lcm(*(lengths[1] for _, lengths in parts))
    numbers = [0] * max((len(lengths[0]) for _, lengths in parts), default=1)
    for times, (own, below) in parts:
        scale = times * (common // below)
        for at, number in enumerate(own):
            numbers[at] += scale * number
    numbers[:1] = [0, ended * common]  # only a game without guesses ends with none
    common *= whole
    shared = gcd(common, *numbers)
    return tuple(number // shared for number in numbers), common // shared
