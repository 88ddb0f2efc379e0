"""Greedy strategies: the guess whose partition of the candidates costs least, and each cost."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from operator import itemgetter
from random import Random
from typing import Any, ClassVar, Literal, TypeVar

from attrs import field, frozen

from mastermind_core.arguments import choice, expect, kept, of_kind, plain_int, whole, yes_or_no
from mastermind_core.errors import BadArgument, BadGame
from mastermind_core.game import Game, HistoryLegal
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.types import POOL_ALL, POOL_CANDIDATES, Criterion, FlatTree, Symmetry
from mastermind_core.metrics import ENTROPY, Metric, metric_named
from mastermind_core.strategies.base import ByNumber, Position, cited, guesses, named
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.table.symmetry import find_symmetry

Part = TypeVar("Part")
Value = TypeVar("Value")

#: Pairs up to which the scores are kept turned round, by secret: all the answers of a set of
#: candidates are then read at once.
_TURNED = 4 * 2**20


def ranked(
    table: ScoreTable,
    candidates: array[int],
    metric: Metric,
    order: Sequence[int],
    width: int | None = None,
) -> array[int]:
    """Return the guesses that tell something, the first of those that split equally, best first.

    Secrets count by weight, and guesses by what they cost.
    """
    rule = metric.criterion(len(candidates), order, weights=weights_of(table))
    return kernels.greedy.ranked_guesses(table.kernel_scores, candidates, rule, width)


def weights_of(table: ScoreTable) -> tuple[int, ...]:
    """Return the weights of the secrets, or nothing where all weigh 1."""
    return () if table.uniform else table.weights


def cost_of_guesses(
    table: ScoreTable, metric: Metric, candidates: array[int]
) -> Callable[[int], Any]:
    """Return a function guess -> cost; weights, goals and costs of guesses count."""
    rule = metric.criterion(len(candidates), (), weights=weights_of(table))
    return kernels.greedy.guess_costs(table.kernel_scores, candidates, rule)


def answered(
    table: ScoreTable, candidates: array[int], guesses: Iterable[int]
) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield guesses with the answers of the candidates, as something hashable."""
    size = len(table.guesses.items) * len(table.secrets.items)
    if size <= _TURNED:
        turned = table.by_secret
        everything = list(zip(*(turned[secret] for secret in candidates), strict=True))
        return ((guess, everything[guess]) for guess in guesses)
    first = candidates[0]
    pick: Any = itemgetter(*candidates) if len(candidates) > 1 else lambda row: (row[first],)
    numbers, scores = kernels.greedy, table.kernel_scores
    return ((guess, pick(numbers.row(scores, guess))) for guess in guesses)


def winning_guesses(table: ScoreTable, candidates: array[int]) -> list[int]:
    """Return the guesses that some candidate answers with an end state."""
    return sorted({guess for secret in candidates for guess in table.winners[secret]})


def settled(
    first: Part,
    key: Callable[[Part], Hashable],
    search: Callable[[Part], Generator[Part, Value, Value]],
    known: dict[Any, Value],
) -> Value:
    """Return the value of a part of a game, and remember it and those that it needs by their keys.

    A search yields the parts whose values it needs, and returns its own. The stack is explicit: a
    game of a thousand guesses is deeper than Python's.
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


Pool = Literal["all", "candidates", "legal"]

#: Pairs of guess and secret from which on finding the symmetries costs less than they save.
_WORTHWHILE = 2**31


def _seed(name: str, value: Any) -> Any:
    number = plain_int(value)
    integer = isinstance(number, int) and not isinstance(number, bool)
    expect(value is None or integer, name, "a whole number or None", value)
    return number


@frozen
class TieRule:
    """The choice among guesses of equal cost: one that may win first, then the first in order.

    ``win_levels`` 0 does not look at whether a guess may win; 2 lets such a guess of the second
    least cost go before others of the least. ``shuffle`` is the seed of a random order of the
    guesses; without it the order is that of ``game.guesses``. Whatever the rule, a guess that
    tells nothing is taken only where no other is left.

    >>> from mastermind_core import TwoD, strategies, worst_case
    >>> worst_case(TwoD(5), strategies.entropy.but(ties=TieRule(shuffle=1)))
    5
    """

    win_levels: int = field(default=1, validator=whole(0))
    shuffle: int | None = field(default=None, validator=kept(_seed))

    def order(self, n_guesses: int) -> Sequence[int]:
        """Return the numbers of the guesses, the preferred ones first."""
        if self.shuffle is None:
            return range(n_guesses)
        order = array("I", range(n_guesses))
        Random(self.shuffle).shuffle(order)
        return order


is_tie_rule = of_kind(TieRule, "a TieRule such as TieRule(shuffle=1)")


@frozen
class Greedy(ByNumber):
    """The guess of least cost under a metric.

    ``pool`` is "all" guesses, the "candidates" (guesses that may win) only, or the "legal" ones:
    those that a game with a rule of its own (a hard mode) allows after the history, and the
    candidates where a game has none. ``opening`` lists guesses that are played first, whatever
    their answers; where the next of them would tell nothing, the strategy chooses.

    Where secrets have weights a block is as large as what its secrets weigh together, where guesses
    have costs the one is best that gains most for its cost, and where only the class of the secret
    has to be known, secrets of one class are not distinguished (see ``Metric``). Without ``weighs``
    all secrets are equally likely, all guesses cost the same and each secret counts for itself:
    that is the rule of the strategies that carry a person's name, in every game.

    >>> from mastermind_core import Mastermind, length_distribution
    >>> mine = Greedy("most_parts", opening=[(1, 1, 2, 2)])
    >>> print(length_distribution(Mastermind(colours=6, holes=4), mine))
    1:1 2:9 3:70 4:589 5:619 6:8  (total 5728, mean 4.4198, worst 6)
    """

    metric: Metric = field(converter=metric_named)
    pool: Pool = choice("all", "candidates", "legal")
    ties: TieRule = field(factory=TieRule, validator=is_tie_rule)
    opening: tuple[Any, ...] = field(default=(), converter=guesses)
    weighs: bool = field(default=True, validator=yes_or_no, kw_only=True)
    name: str = named("greedy")
    source: str = cited()

    deterministic: ClassVar[bool] = True

    def _decide(self, position: Position) -> int:
        """Return the number of the guess for a position."""
        table, game, candidates = position.table, position.game, position.candidate_ids
        if self.pool != "legal" or not isinstance(game, HistoryLegal):
            return self.best(table, candidates)
        items, rule = table.guesses.items, self._rule(table, len(candidates))
        order = [guess for guess in rule.order if game.legal(items[guess], position.history)]
        if not order:
            raise BadGame(
                f"legal() of {type(game).__name__} allows no guess after {position.history}"
            )
        rule = rule._replace(order=order, pool=POOL_ALL)
        return int(kernels.greedy.best_guess(table.kernel_scores, candidates, rule))

    def best(self, table: ScoreTable, candidates: array[int]) -> int:
        """Return the number of the guess for any candidates; -1 where the pool is empty."""
        rule = self._rule(table, len(candidates))
        return int(kernels.greedy.best_guess(table.kernel_scores, candidates, rule))

    def grow(self, table: ScoreTable, game: Game | None = None) -> FlatTree | None:
        """Return the whole tree at once, as the kernels write it; None where they cannot.

        They cannot where a history decides which guesses are legal. The symmetries of a large
        ``game`` save the kernel guesses that are like others; the tree is the same.
        """
        if self.pool == "legal":
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
            POOL_ALL if self.pool == "all" else POOL_CANDIDATES,
            self.ties.win_levels,
            weights_of(table) if self.weighs else (),
            aims=self.weighs,
        )


def _worthwhile_symmetry(game: Game, table: ScoreTable) -> Sequence[Symmetry]:
    """Return the generators of a game, if it is so large that they save more than they cost."""
    if len(table.guesses.items) * len(table.secrets.items) <= _WORTHWHILE:
        return []
    symmetry = find_symmetry(game, table)
    return list(map(Symmetry, symmetry.guesses, symmetry.secrets))


def best_decision(
    game: Game, candidates: Iterable[Any] | None = None, metric: Metric | str = ENTROPY
) -> Any:
    """Return the guess of least cost for any candidates (all secrets if none are given).

    >>> from mastermind_core import TwoD
    >>> best_decision(TwoD(5)), best_decision(TwoD(5), [(0, 0), (0, 1)], "largest_block")
    ((2, 2), (0, 0))
    """
    table = compile_game(game)
    secrets = table.secrets.items if candidates is None else candidates
    listed = isinstance(secrets, Iterable)
    expect(listed, "candidates", "a collection of secrets of the game", candidates)
    ids = array("I", sorted({table.secrets[secret] for secret in secrets}))
    if not ids:
        raise BadArgument("candidates is empty: there is nothing to decide")
    return table.guesses.items[Greedy(metric).best(table, ids)]
