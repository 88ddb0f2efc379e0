"""A strategy's exact outcomes under all its options: path lengths, totals and worst cases.

Dynamic programming evaluates each candidate set from all its options. A set's paths are its
options' block paths, one guess longer. If several guesses have equal cost, the minimum, the maximum
and every attainable total over these choices are computed.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from numbers import Rational
from typing import Any, Literal, NamedTuple

from attrs import evolve, field, fields_dict, frozen, has

from mastermind_core.analysis import ByLength, Distribution, distribution_of
from mastermind_core.arguments import expect
from mastermind_core.errors import BadArgument, counted, shown
from mastermind_core.exact import LegalRows, check_rule
from mastermind_core.game import (
    Exact,
    Game,
    check_parts,
    exact,
    has_rule,
    in_user_units,
    plain,
    pool_of,
    takes_game,
)
from mastermind_core.kernels import look, places_of
from mastermind_core.metrics import METRICS, Metric, metric_named
from mastermind_core.notation import guess_in
from mastermind_core.results import Shown, make_frame
from mastermind_core.strategies import STRATEGIES
from mastermind_core.strategies.parts import (
    AnyBest,
    Drawing,
    Position,
    cost_of_guesses,
    name_of,
    winning_guesses,
)
from mastermind_core.studies.walk import ALL_LEGAL, Branching, Walk, drawing
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.tree import Node, StrategyLike, flat_tree, lazy_tree, player_for, stored_tree

#: The indices of minimum and maximum in the extremes: of totals, and of worst cases.
_TOTALS = (0, 1)
_WORST = (2, 3)


class Range(NamedTuple):
    """A set's four extremes, a guess for each, and its totals: bit i is the minimum plus i."""

    extremes: tuple[int, ...]
    guesses: tuple[int, ...]
    totals: int


@frozen(repr=False)
class TieSpectrum(Shown):
    """A strategy's totals and worst cases over all ways to break ties.

    The choices in different candidate sets are independent, so a total may be unattainable by a
    single guess order. Totals and worst cases are in the game's numbers: guesses, or costs if
    guesses have costs.

    Attributes:
        rule: The metric's or strategy's name.
        count: All secrets' weight.
        totals: The attainable totals, ascending. Some between the extremes may be missing.
        minimum_worst: The minimum worst case.
        maximum_worst: The maximum worst case.
        sets: How many candidate sets were evaluated.
        minimum_tree: A tree with the minimum total.
        maximum_tree: A tree with the maximum total.
        minimum_worst_tree: A tree with the minimum worst case.
        maximum_worst_tree: A tree with the maximum worst case.

    >>> from mastermind_core import Mastermind, tie_spectrum
    >>> spectrum = tie_spectrum(Mastermind(colours=5, holes=3), "most_parts")
    >>> spectrum.minimum, spectrum.maximum, spectrum.minimum_worst, spectrum.maximum_worst
    (453, 453, 5, 5)
    """

    rule: str
    count: Exact
    totals: tuple[Exact, ...]
    minimum_worst: Exact
    maximum_worst: Exact
    sets: int
    minimum_tree: Node = field(repr=False, eq=flat_tree)
    maximum_tree: Node = field(repr=False, eq=flat_tree)
    minimum_worst_tree: Node = field(repr=False, eq=flat_tree)
    maximum_worst_tree: Node = field(repr=False, eq=flat_tree)

    @property
    def minimum(self) -> Exact:
        """The minimum total."""
        return self.totals[0]

    @property
    def maximum(self) -> Exact:
        """The maximum total."""
        return self.totals[-1]

    # Programs that were written against the design of the library use these four names.
    least = minimum
    largest = maximum

    @property
    def least_worst(self) -> Exact:
        """The minimum worst case."""
        return self.minimum_worst

    @property
    def largest_worst(self) -> Exact:
        """The maximum worst case."""
        return self.maximum_worst

    def __contains__(self, total: object) -> bool:
        """Return whether a total is attainable."""
        return total in self.totals

    def __repr__(self) -> str:
        return f"<TieSpectrum of {self.rule}: total {self.minimum} to {self.maximum}>"

    def __str__(self) -> str:
        low = self.minimum
        high = self.maximum
        worst = f"{self.minimum_worst}"
        if self.maximum_worst != self.minimum_worst:
            worst += f" to {self.maximum_worst}"
        return (
            f"{self.rule} over all tie-breakings ({counted(self.sets, 'candidate set')})\n"
            f"total       {low} to {high}, {counted(len(self.totals), 'attainable value')}  "
            f"(mean {float(low / self.count):.4f} to {float(high / self.count):.4f})\n"
            f"worst case  {worst}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the values in types that JSON supports. Fractions are strings."""
        names = "rule minimum_worst maximum_worst sets"
        figures = {name: plain(getattr(self, name)) for name in names.split()}
        return figures | {"totals": [*map(plain, self.totals)]}

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with one row per total, if pandas is installed."""
        rows = ((total, float(total / self.count)) for total in self.totals)
        return make_frame(rows, ("total", "mean"))


@takes_game
def tie_spectrum(
    game: Game,
    metric: Metric | StrategyLike = "largest_block",
    *,
    pool: Literal["all", "candidates", "legal"] | None = None,
    first_guess: object = None,
) -> TieSpectrum:
    """Return every total and worst case that a strategy can reach under some tie-breaking.

    Among guesses with equal costs, those that may win are preferred, as in Knuth's strategy.

    Args:
        game: The game.
        metric: A metric or its name. It may also be a strategy that lists its options, such as
            "random_candidate" or "every_candidate_branch".
        pool: The guesses for a metric: "all", only "candidates", or those that are "legal" after
            the history by the game's rule, such as a hard mode. In a game without a rule, "legal"
            is the same as "candidates". By default the legal guesses in a game with a rule,
            otherwise all.
        first_guess: The first guess, if it is fixed. None means any guess with minimum cost.

    Returns:
        The attainable totals, the extremes, and a tree for each extreme.

    Raises:
        BadArgument: If the metric or strategy is not valid, a strategy is given with a pool, or the
            first guess is not in the game.
        BadGame: If legality does not follow from each score alone.

    See Also:
        :func:`is_greedy_optimal`, :class:`TieRule`.

    >>> from mastermind_core import Mastermind
    >>> spectrum = tie_spectrum(Mastermind(colours=5, holes=3), "largest_block")
    >>> print(spectrum)
    largest_block over all tie-breakings (301 candidate sets)
    total       460 to 467, 8 attainable values  (mean 3.6800 to 3.7360)
    worst case  5
    >>> spectrum.minimum_tree.lengths()
    {1: 1, 2: 2, 3: 35, 4: 85, 5: 2}
    """
    check_parts(game)
    rule = _rule(game, metric, pool)
    if first_guess is not None:
        rule = _opened(rule, guess_in(game, first_guess))
    table = compile_game(game)
    rows = None
    options = _options(rule)
    if pool_of(game, pool) == "legal" and has_rule(game) and isinstance(rule, AnyBest):
        check_rule(game, table, look, asked=False)
        rows = LegalRows(game, table)
        options = partial(_legal_ties, rule.metric)
    walk: Walk[Range] = Walk(game, rule, partial(_extremes, table), options, rows)
    over = table.over(table.everything)
    found = Range((0,) * 4, (), 1) if over else walk.run()
    n_sets = len(walk.settled)
    unit = table.weight_unit * table.cost_unit
    choices = (partial(_chosen, walk, which) for which in range(4))
    # A tree in arrays does not keep the walk in memory.
    trees = [stored_tree(table, flat_tree(lazy_tree(game, one)), game) for one in choices]
    return TieSpectrum(
        name_of(rule),
        table.weigh(table.everything),
        tuple(in_user_units(found.extremes[0] + at, unit) for at in places_of(found.totals)),
        in_user_units(found.extremes[_WORST[0]], table.cost_unit),
        in_user_units(found.extremes[_WORST[1]], table.cost_unit),
        n_sets,
        *trees,
    )


def _options(rule: Drawing) -> Callable[[ScoreTable, array[int], int], Sequence[int]]:
    """Return a strategy's options, or for a metric, one for each partition.

    Options with the same partition have the same continuation if no rule restricts the guesses.
    """
    own = rule.apart if isinstance(rule, AnyBest) else rule.options
    return lambda table, candidates, _: own(table, candidates)


def _legal_ties(
    metric: Metric, table: ScoreTable, candidates: array[int], legal: int
) -> Sequence[int]:
    """Return the legal guesses with minimum cost, or those that may win if there are any."""
    cost = cost_of_guesses(table, metric, candidates)
    winning = {*winning_guesses(table, candidates)}
    useful = [
        guess
        for guess in range(len(table.guesses.items))
        if legal >> guess & 1 and (guess in winning or table.tells(guess, candidates))
    ]
    least = min(map(cost, useful), default=0)
    ties = [guess for guess in useful if cost(guess) == least]
    return [guess for guess in ties if guess in winning] or ties


def _rule(game: Game, given: Any, pool: Any) -> Drawing:
    known = pool is None or (isinstance(pool, str) and pool in ("all", "candidates", "legal"))
    expect(known, "pool", 'one of "all", "candidates" and "legal"', pool)
    named = isinstance(given, str) and given.replace("-", "_") in METRICS
    if named or isinstance(given, Metric):
        metric = metric_named(given)
        everything = pool_of(game, pool) == "all"
        return AnyBest(metric, pool="all" if everything else "candidates", name=metric.name)
    if isinstance(given, str) and given.replace("-", "_") not in STRATEGIES:
        raise BadArgument(
            f"metric must be one of {', '.join(sorted(METRICS))}, a Metric or a strategy that "
            f"lists its options, not {shown(given)}"
        )
    if pool not in (None, "all"):
        raise BadArgument(f"pool goes with a metric: {name_of(given)} has its own options")
    return drawing(player_for(game, given).choice)


def _opened(rule: Any, first_guess: Any) -> Drawing:
    """Return a strategy with a fixed first guess."""
    if not has(type(rule)) or "opening" not in fields_dict(type(rule)):
        raise BadArgument(f"first_guess: {name_of(rule)} chooses its own; leave it out")
    opened: Drawing = evolve(rule, opening=(first_guess,))
    return opened


def _extremes(
    table: ScoreTable, candidates: array[int], options: Sequence[Branching[Range]]
) -> Range:
    """Evaluate a set: the extremes over its options, and all attainable totals."""
    weight = sum(map(table.weights.__getitem__, candidates))
    found: list[tuple[tuple[int, ...], int, int]] = []
    for option in options:
        price = table.costs[option.guess] if table.costs else 1
        below = option.below
        totals = [weight * price + sum(one.extremes[at] for one in below) for at in _TOTALS]
        worst = [price + max((one.extremes[at] for one in below), default=0) for at in _WORST]
        found.append(((*totals, *worst), option.guess, _sums(one.totals for one in below)))
    chosen_by = enumerate((min, max, min, max))
    best = [choose(found, key=lambda one: one[0][at]) for at, choose in chosen_by]
    extremes = tuple(one[0][at] for at, one in enumerate(best))
    every = 0
    for own, _, totals_of_one in found:
        every |= totals_of_one << (own[0] - extremes[0])
    return Range(extremes, tuple(guess for _, guess, _ in best), every)


def _sums(totals: Iterable[int]) -> int:
    """Return all sums with one total per number, where a number's bit i is its minimum plus i."""
    sums = 1
    for more in totals:
        few, many = sorted((sums, more), key=int.bit_count)
        sums = 0
        for at in places_of(few):
            sums |= many << at
    return sums


def _chosen(walk: Walk[Range], which: int, position: Position) -> Any:
    """Return the guess in a position that attains an extreme."""
    left = max(0, len(walk.rule.opening) - len(position.history))
    table = walk.table
    legal = ALL_LEGAL
    for guess, score in position.history:
        legal = walk.stays_legal(legal, table.guesses[guess], table.scores[score])
    number = walk.settled_to(position.candidate_ids, left, legal=legal).guesses[which]
    return table.guesses.items[number]


#: Numbers by length, the first for no guess.
Lengths = tuple[Fraction, ...]


class ExpectedDistribution(ByLength[Fraction]):
    """The exact probability for each game length, the correct guess included.

    Args:
        weights: A weight for each game length. The weights are normalized.

    Raises:
        BadArgument: If ``weights`` is not such a mapping, or all weights are 0.

    >>> lengths = ExpectedDistribution({1: Fraction(1), 2: Fraction(3)})
    >>> lengths[2], lengths.mean, lengths.median, lengths.worst
    (Fraction(3, 4), Fraction(7, 4), 2, 2)
    """

    __slots__ = ()

    are_shares = True

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
        shares = ((length, Fraction(weights[length]) / whole) for length in sorted(weights))
        self._counts = {length: share for length, share in shares if share}

    def __repr__(self) -> str:
        few = min(self)
        most = self.worst
        return f"<ExpectedDistribution: {few} to {most} guesses, mean {float(self.mean):.5f}>"

    def __str__(self) -> str:
        shares = " ".join(f"{length}:{float(share):.5f}" for length, share in self.items())
        return f"{shares}  (mean {float(self.mean):.5f}, worst {self.worst})"

    @property
    def mean(self) -> Fraction:
        """Return the expected number of guesses."""
        return sum((length * share for length, share in self.items()), Fraction(0))

    def to_dict(self) -> dict[str, Any]:
        """Return the probabilities as strings, the mean and the worst case."""
        lengths = {length: str(share) for length, share in self.items()}
        return {"mean": str(self.mean), "worst": self.worst, "lengths": lengths}

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with one row per length, if pandas is installed."""
        rows = ((length, float(share)) for length, share in self.items())
        return make_frame(rows, ("length", "probability"))


@takes_game
def path_distribution(game: Game, strategy: StrategyLike) -> Distribution:
    """Count the paths by length over a strategy's every option and every secret.

    A path is a guess sequence that ends by finding the secret. Secrets count by weight. These are
    the walks in de Graaf's thesis (2019), sections 2.5 and 2.6. A few thousand candidate sets here
    replace millions of walks there.

    Args:
        game: The game.
        strategy: A strategy that lists its options, such as "every_branch".

    Returns:
        How many paths have each length.

    Raises:
        BadArgument: If the strategy does not list its options.

    >>> from mastermind_core import Mastermind, strategies
    >>> print(path_distribution(Mastermind(colours=3, holes=2), strategies.every_branch))
    1:9 2:60 3:120 4:24  (total 585, mean 2.7465, worst 4)
    """
    player = player_for(game, strategy)
    rule = drawing(player.choice)
    table = player.table
    if table.over(table.everything):
        return Distribution(player.tree.lengths())
    numbers = Walk(game, rule, partial(_lengths, averaged=False)).run()
    counts = {length: exact(n * table.weight_unit) or 0 for length, n in enumerate(numbers)}
    return Distribution(counts)


@takes_game
def expected_distribution(game: Game, strategy: StrategyLike | None = None) -> ExpectedDistribution:
    """Return the exact probability for each game length, over secrets and random choices.

    For a deterministic strategy this is its length distribution.

    Args:
        game: The game.
        strategy: A strategy, its name, a tree or a solution. By default "pairs" if
            several secrets share a goal, and otherwise "entropy".

    Returns:
        The distribution.

    Raises:
        BadArgument: If the strategy makes random choices that it does not enumerate.

    See Also:
        :func:`length_distribution`, :func:`simulate`.

    >>> from mastermind_core import Mastermind, strategies
    >>> expected_distribution(Mastermind(colours=3, holes=2), strategies.random_candidate).mean
    Fraction(67, 27)
    """
    player = player_for(game, strategy)
    choice: Any = player.choice
    table = player.table
    over = table.over(table.everything)
    # A strategy states the lengths of games that end with a guess, not of those with goals.
    if hasattr(choice, "distribution") and not table.goals:
        stated = choice.distribution(table)
        if stated is not None:
            return ExpectedDistribution(stated)
    if over or not isinstance(choice, Drawing):
        if player.randomized and not over:
            raise BadArgument(
                f"{player.name} makes random choices that it does not enumerate: use "
                f"simulate(game, {shown(player.name)})"
            )
        counts = distribution_of(player)
        return ExpectedDistribution({length: Fraction(counts[length]) for length in counts})
    numbers = Walk(game, choice, partial(_lengths, averaged=True)).run()
    return ExpectedDistribution(dict(enumerate(numbers)))


def _lengths(
    candidates: array[int], options: Sequence[Branching[Lengths]], *, averaged: bool
) -> Lengths:
    """Evaluate a set: the summed lengths over its options, or their average."""
    times: Counter[Lengths] = Counter()
    for option in options:
        for lengths in option.below:
            times[lengths] += option.times
    numbers = [Fraction(0)] * (1 + max(map(len, times), default=1))  # the first for no guess
    numbers[1] += sum(option.times * option.ended for option in options)
    for lengths, often in times.items():
        for at, number in enumerate(lengths[1:], start=2):
            numbers[at] += often * number
    whole = sum(option.times for option in options) if averaged else 1
    return tuple(number / whole for number in numbers)
