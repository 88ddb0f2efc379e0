"""Greedy strategies: the guess that partitions the candidates at minimum cost."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from operator import itemgetter
from random import Random
from typing import Any, ClassVar, Literal, TypeVar

from attrs import field, frozen

from mastermind_core.arguments import choice, expect, kept, of_kind, plain_int, whole, yes_or_no
from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game import Game, HistoryLegal, legal_guesses, pool_of
from mastermind_core.game.lists import takes_game
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.types import POOL_ALL, POOL_CANDIDATES, Criterion, FlatTree, Symmetry
from mastermind_core.metrics import METRICS, Metric, metric_named
from mastermind_core.strategies.base import ByNumber, Position, cited, guesses, named
from mastermind_core.strategies.catalogue import STRATEGIES, default_strategy, strategy_of
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.table.symmetry import find_symmetry

Part = TypeVar("Part")
Value = TypeVar("Value")

#: The maximum number of pairs for which the transposed score table is stored. The scores of a set
#: of candidates are then read at once.
_TURNED = 4 * 2**20


def ranked(
    table: ScoreTable,
    candidates: array[int],
    metric: Metric,
    order: Sequence[int],
    width: int | None = None,
) -> array[int]:
    """Return the informative guesses, best first.

    Among guesses with the same partition only the first is returned. Secret weights and guess costs
    count.

    Args:
        table: The compiled game.
        candidates: The candidates' indices.
        metric: The metric to minimize.
        order: The guesses as indices, the preferred ones first.
        width: How many guesses to return, at most. None is all.
    """
    rule = metric.criterion(len(candidates), order, weights=weights_of(table))
    return kernels.greedy.ranked_guesses(table.kernel_scores, candidates, rule, width)


def weights_of(table: ScoreTable) -> tuple[int, ...]:
    """Return the secrets' weights, or an empty tuple if all are 1."""
    return () if table.uniform else table.weights


def cost_of_guesses(
    table: ScoreTable, metric: Metric, candidates: array[int]
) -> Callable[[int], Any]:
    """Return a function from a guess to its cost. Weights, goals and guess costs count."""
    rule = metric.criterion(len(candidates), (), weights=weights_of(table))
    return kernels.greedy.guess_costs(table.kernel_scores, candidates, rule)


def answered(
    table: ScoreTable, candidates: array[int], guesses: Iterable[int]
) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield guesses with the candidates' scores, as a hashable sequence."""
    size = len(table.guesses.items) * len(table.secrets.items)
    if size <= _TURNED:
        turned = table.by_secret
        everything = list(zip(*(turned[secret] for secret in candidates), strict=True))
        return ((guess, everything[guess]) for guess in guesses)
    first = candidates[0]
    pick: Any = itemgetter(*candidates) if len(candidates) > 1 else lambda row: (row[first],)
    numbers = kernels.greedy
    scores = table.kernel_scores
    return ((guess, pick(numbers.row(scores, guess))) for guess in guesses)


def winning_guesses(table: ScoreTable, candidates: array[int]) -> list[int]:
    """Return the guesses that may win: some candidate scores them with an end state."""
    return sorted({guess for secret in candidates for guess in table.winners[secret]})


def settled(
    first: Part,
    key: Callable[[Part], Hashable],
    search: Callable[[Part], Generator[Part, Value, Value]],
    known: dict[Any, Value],
) -> Value:
    """Return a position's value by a search with memoization.

    The stack is explicit, because a game with a thousand guesses exceeds Python's recursion limit.

    Args:
        first: The part.
        key: A function from a part to its key.
        search: A function from a part to a generator. It yields the parts whose values it needs,
            and returns its own part's value.
        known: The values by key, which is extended.
    """
    waiting = [] if key(first) in known else [(key(first), search(first))]
    answer: Any = None
    while waiting:
        at, steps = waiting[-1]
        try:
            below = steps.send(answer)
        except StopIteration as done:
            answer = known[at] = done.value
            waiting.pop()
        else:
            answer = known.get(key(below))
            if answer is None:
                waiting.append((key(below), search(below)))
    return known[key(first)]


Pool = Literal["all", "candidates", "legal"] | None

#: The number of pairs of guess and secret above which symmetries save more time than it takes to
#: find them.
_WORTHWHILE = 2**31


def _seed(name: str, value: Any) -> Any:
    number = plain_int(value)
    integer = isinstance(number, int) and not isinstance(number, bool)
    expect(value is None or integer, name, "an integer or None", value)
    return number


@frozen
class TieRule:
    """A rule for ties: among guesses with equal cost, one that may win, then the first in order.

    With every rule, an uninformative guess is chosen only if there is no other.

    Attributes:
        win_levels: At how many cost levels a guess that may win has priority. 0 ignores whether a
            guess may win. 2 also prefers a guess that may win at the second-lowest cost to guesses
            at the lowest cost that may not.
        shuffle: A seed that orders the guesses at random. By default the order is as in
            ``game.guesses``.

    See Also:
        :class:`Greedy`, :func:`tie_spectrum`.

    >>> from mastermind_core import TwoD, strategies, worst_case
    >>> worst_case(TwoD(5), strategies.entropy.replace(ties=TieRule(shuffle=1)))
    5
    """

    win_levels: int = field(default=1, validator=whole(0))
    shuffle: int | None = field(default=None, validator=kept(_seed))

    def order(self, n_guesses: int) -> Sequence[int]:
        """Return the guesses as indices, the preferred ones first.

        Args:
            n_guesses: How many guesses the game has.
        """
        if self.shuffle is None:
            return range(n_guesses)
        order = array("I", range(n_guesses))
        Random(self.shuffle).shuffle(order)
        return order


is_tie_rule = of_kind(TieRule, "a TieRule such as TieRule(shuffle=1)")


@frozen
class Greedy(ByNumber):
    """A greedy strategy: it chooses the guess with minimum cost under a metric.

    A block's size is its secrets' total weight. If guesses have costs, the best guess has the
    maximum gain per cost. If secrets have goals, secrets with the same goal need not be
    distinguished (see ``Metric``).

    Attributes:
        metric: The metric to minimize, or its name.
        pool: The guesses to choose from: "all", only "candidates" (guesses that may win), or only
            those that are "legal" after the history by the game's rule, such as a hard mode. In a
            game without a rule, "legal" is the same as "candidates". By default the legal guesses
            in a game with a rule, and otherwise all.
        ties: The rule for guesses with equal costs.
        opening: Guesses that are played first, whatever their scores. An uninformative guess in the
            opening is replaced by the strategy's choice.
        use_weights: Whether weights, costs and goals count. If false, every secret has weight 1,
            every guess costs the same, and all secrets are distinguished. Strategies named after a
            person always use ``use_weights=False``, so that they play as published.
        name: The name in results and messages.
        source: The publication.

    See Also:
        :func:`best_decision`, :class:`Metric`, :class:`TieRule`.

    >>> from mastermind_core import Mastermind, length_distribution
    >>> mine = Greedy("most_parts", opening=[(1, 1, 2, 2)])
    >>> print(length_distribution(Mastermind(colours=6, holes=4), mine))
    1:1 2:9 3:70 4:589 5:619 6:8  (total 5728, mean 4.4198, worst 6)
    """

    metric: Metric = field(converter=metric_named)
    pool: Pool = choice("all", "candidates", "legal", optional=True)
    ties: TieRule = field(factory=TieRule, validator=is_tie_rule)
    opening: tuple[Any, ...] = field(default=(), converter=guesses)
    use_weights: bool = field(default=True, validator=yes_or_no, kw_only=True)
    name: str = named("greedy")
    source: str = cited()

    deterministic: ClassVar[bool] = True

    def _decide(self, position: Position) -> int:
        """Return the guess for a position, as an index."""
        table = position.table
        game = position.game
        candidates = position.candidate_ids
        if pool_of(game, self.pool) != "legal" or not isinstance(game, HistoryLegal):
            return self.best(table, candidates)
        rule = self._rule(table, len(candidates))
        allowed = {*legal_guesses(game, table.guesses.items, position.history)}
        order = [guess for guess in rule.order if guess in allowed]
        if not order:
            raise BadGame(
                f"legal() of {type(game).__name__} allows no guess after {position.history}"
            )
        rule = rule._replace(order=order, pool=POOL_ALL)
        return int(kernels.greedy.best_guess(table.kernel_scores, candidates, rule))

    def best(self, table: ScoreTable, candidates: array[int]) -> int:
        """Return the guess for a candidate set, as an index, or -1 if the pool is empty.

        Args:
            table: The compiled game.
            candidates: The candidates' indices.
        """
        rule = self._rule(table, len(candidates))
        return int(kernels.greedy.best_guess(table.kernel_scores, candidates, rule))

    def grow(self, table: ScoreTable, game: Game | None = None) -> FlatTree | None:
        """Return the whole tree, computed by the kernel, or None if only legal guesses are allowed.

        The kernel does not know the histories on which the legal guesses depend.

        Args:
            table: The compiled game.
            game: The game, if its symmetries may be used. In a large game the kernel then skips
                equivalent guesses. The tree is the same.
        """
        if pool_of(table.game if game is None else game, self.pool) == "legal":
            return None
        ids = table.everything
        opening = [table.guesses[guess] for guess in self.opening]
        return kernels.greedy.greedy_tree(
            table.kernel_scores,
            ids,
            self._rule(table, len(ids)),
            opening,
            symmetry=() if game is None else _worthwhile_symmetry(game, table),
        )

    def _rule(self, table: ScoreTable, n_candidates: int) -> Criterion:
        return self.metric.criterion(
            n_candidates,
            self.ties.order(len(table.guesses.items)),
            POOL_CANDIDATES if self.pool in ("candidates", "legal") else POOL_ALL,
            self.ties.win_levels,
            weights_of(table) if self.use_weights else (),
            aims=self.use_weights,
        )


def _worthwhile_symmetry(game: Game, table: ScoreTable) -> Sequence[Symmetry]:
    """Return generators for the game's symmetries, or none for a small game."""
    if len(table.guesses.items) * len(table.secrets.items) <= _WORTHWHILE:
        return []
    symmetry = find_symmetry(game, table)
    return list(map(Symmetry, symmetry.guesses, symmetry.secrets))


def _greedy_of(metric: object) -> Greedy:
    """Return the greedy strategy that a metric or a name means, or itself."""
    is_name = isinstance(metric, str) and metric.replace("-", "_") in METRICS
    strategy = Greedy(str(metric)) if is_name else strategy_of(metric, "metric")
    if not isinstance(strategy, Greedy):
        wanted = f"a Metric, one of {', '.join(sorted(METRICS))}, or a greedy strategy"
        raise BadArgument(f"metric must be {wanted}, not {shown(metric)}")
    return strategy


@takes_game
def best_decision(
    game: Game,
    candidates: Iterable[Any] | None = None,
    metric: Metric | Greedy | str | None = None,
) -> Any:
    """Return the greedy guess for some candidates.

    Args:
        game: The game.
        candidates: The secrets that remain. By default all.
        metric: The metric to minimize, a greedy strategy, or the name that either has. By default
            "pairs" if several secrets share a goal, and otherwise "entropy".

    Returns:
        The guess with minimum cost. Among equals, one that may win is preferred, then the first in
        ``game.guesses``.

    Raises:
        BadArgument: If candidates is empty or does not collect secrets, or the metric is not valid.

    See Also:
        :func:`guess_values`, :class:`Greedy`, :func:`decision_entropy`.

    >>> from mastermind_core import TwoD
    >>> best_decision(TwoD(5)), best_decision(TwoD(5), [(0, 0), (0, 1)], "largest_block")
    ((2, 2), (0, 0))
    """
    table = compile_game(game)
    secrets = table.secrets.items if candidates is None else candidates
    named = isinstance(secrets, str) and secrets.replace("-", "_") in {*METRICS, *STRATEGIES}
    if named or not isinstance(secrets, Iterable):
        hint = ": write metric=, as in best_decision(game, metric='entropy')"
        raise BadArgument(
            "candidates must be a collection of secrets of the game, not "
            f"{shown(candidates)}{hint if named or isinstance(secrets, Metric | Greedy) else ''}"
        )
    strategy = _greedy_of(default_strategy(game) if metric is None else metric)
    ids = array("I", sorted({table.secrets[secret] for secret in secrets}))
    if not ids:
        raise BadArgument("candidates is empty: at least one secret is needed")
    return table.guesses.items[strategy.best(table, ids)]
