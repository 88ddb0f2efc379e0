"""All the ways that a strategy of lots can go, counted exactly and without walking them.

What follows a set of candidates does not depend on how it was reached, so each set is settled
once: its paths are the sum over the options, and over the blocks of each, of the paths of the
blocks, one guess longer. Options that a symmetry of the history exchanges count once, as often as
there are.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from numbers import Rational
from typing import Any, Protocol, runtime_checkable

from attrs import define, field, frozen

from mastermind_core.analysis import Distribution, distribution_of
from mastermind_core.errors import BadArgument, UninformativeGuess, shown
from mastermind_core.game import Game
from mastermind_core.results.display import Shown
from mastermind_core.results.frames import make_frame
from mastermind_core.strategies.base import name_of
from mastermind_core.strategies.tabled.lots import Drawing
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.table.symmetry import SymmetryGroup, find_symmetry
from mastermind_core.tree import StrategyLike, player_for

#: Candidates below which looking for symmetries costs more than it saves.
_WORTH_SYMMETRY = 24

#: Numbers by length, the first for one guess, over a common denominator.
Lengths = tuple[tuple[int, ...], int]

_NO_SYMMETRY = SymmetryGroup((), ())


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
    numbers, _ = _Walk(game, _drawing(player_for(game, strategy).choice), averaged=False).run()
    return Distribution({length: count for length, count in enumerate(numbers, start=1) if count})


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
    if isinstance(choice, StatesDistribution):
        return ExpectedDistribution(choice.distribution(player.table))
    if not isinstance(choice, Drawing):
        if player.draws_lots:
            raise BadArgument(
                f"{player.name} draws lots that it does not list: simulate(game, "
                f"{shown(player.name)}) plays many games instead"
            )
        counts = distribution_of(player)
        return ExpectedDistribution({length: Fraction(counts[length]) for length in counts})
    numbers, whole = _Walk(game, choice, averaged=True).run()
    return ExpectedDistribution(
        {length: Fraction(number, whole) for length, number in enumerate(numbers, start=1)}
    )


def _drawing(rule: Any) -> Drawing:
    if not isinstance(rule, Drawing):
        raise BadArgument(
            "strategy must list its options, as 'every_branch' does, to have paths; "
            f"{name_of(rule)} does not"
        )
    return rule


@frozen(eq=False)
class _Part:
    """A set of candidates with what is left of an opening, and the symmetries that keep it."""

    candidates: array[int]
    opening: tuple[int, ...]
    symmetry: SymmetryGroup

    @property
    def key(self) -> tuple[int, bytes]:
        """What it is settled under: symmetries change the work, not the lengths."""
        return len(self.opening), self.candidates.tobytes()


@define(eq=False)
class _Walk:
    """A walk that settles sets of candidates: the sum over the options of each, or the average."""

    game: Game[Any, Any, Any]
    rule: Drawing
    averaged: bool = field(kw_only=True)
    table: ScoreTable = field(init=False)
    settled: dict[tuple[int, bytes], Lengths] = field(init=False, factory=dict)

    def run(self) -> Lengths:
        """Return the lengths of all paths from the first guess on."""
        self.table = compile_game(self.game)
        symmetry = find_symmetry(self.game, self.table) if self.rule.even_handed else _NO_SYMMETRY
        opening = tuple(self.table.guesses[guess] for guess in self.rule.opening)
        first = _Part(self.table.everything, opening, symmetry)
        waiting = [(first, self._sum(first))]
        answer: Any = None
        while waiting:  # a stack of its own: a long game is deeper than Python's
            part, search = waiting[-1]
            try:
                below = search.send(answer)
            except StopIteration as done:
                answer = self.settled[part.key] = done.value
                waiting.pop()
            else:
                answer = self.settled.get(below.key)
                if answer is None:
                    waiting.append((below, self._sum(below)))
        return self.settled[first.key]

    def _sum(self, part: _Part) -> Generator[_Part, Lengths, Lengths]:
        """Yield the parts that must be settled first; return the lengths of all paths."""
        candidates, opening = part.candidates, part.opening
        symmetry = _NO_SYMMETRY if len(candidates) < _WORTH_SYMMETRY else part.symmetry
        if opening and self.table.tells(opening[0], candidates):
            number, classes = 1, [(opening[0], 1)]
        else:
            options = self.rule.options(self.table, candidates)
            if not options:
                raise UninformativeGuess(
                    f"{name_of(self.rule)} has no guess for {len(candidates)} secrets"
                )
            number, classes = len(options), list(self._classes(options, symmetry))
        ended = 0
        parts: Counter[bytes] = Counter()
        lengths: dict[bytes, Lengths] = {}
        for guess, times in classes:
            won, blocks = self._blocks(guess, candidates)
            ended += times * won
            fixed: SymmetryGroup | None = None
            for block in blocks:
                key = block.tobytes()
                if key not in lengths:
                    found = self.settled.get((len(opening[1:]), key))
                    if found is None:
                        if fixed is None:
                            fixed = symmetry.fixing(guess) if symmetry else symmetry
                        found = yield _Part(block, opening[1:], fixed)
                    lengths[key] = found
                parts[key] += times
        whole = number if self.averaged else 1
        return _combined(ended, ((times, lengths[key]) for key, times in parts.items()), whole)

    def _classes(self, options: Any, symmetry: SymmetryGroup) -> Iterable[tuple[int, int]]:
        """Yield one option of each orbit, and how many there are in it."""
        if not symmetry:
            return ((guess, 1) for guess in options)
        orbit = symmetry.guess_orbits(len(self.table.guesses.items))
        return Counter(orbit[guess] for guess in options).items()

    def _blocks(self, guess: int, candidates: array[int]) -> tuple[int, list[array[int]]]:
        """Return the weight of the secrets that a guess finds, and the blocks of the others."""
        table = self.table
        ended, blocks = 0, []
        for score, block in table.split(guess, candidates):
            if table.over(block, score):
                ended += sum(table.weights[secret] for secret in block)
            else:
                blocks.append(block)
        if not ended and len(blocks) == 1:
            raise UninformativeGuess(
                f"{shown(table.guesses.items[guess])} tells nothing about the {len(candidates)} "
                "secrets left: the game would go on for ever"
            )
        return ended, blocks


def _combined(ended: int, parts: Iterable[tuple[int, Lengths]], whole: int) -> Lengths:
    """Add what ends now and what follows, one guess longer; divide by the number of options."""
    parts = list(parts)
    common = lcm(*(lengths[1] for _, lengths in parts))
    numbers = [0] * max((len(lengths[0]) for _, lengths in parts), default=0)
    for times, (own, below) in parts:
        scale = times * (common // below)
        for at, number in enumerate(own):
            numbers[at] += scale * number
    numbers.insert(0, ended * common)
    common *= whole
    shared = gcd(common, *numbers)
    return tuple(number // shared for number in numbers), common // shared
