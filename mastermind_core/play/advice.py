"""Advice for a position in a game: the best guesses and their expected effects."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random
from sys import maxsize
from typing import Any, Generic

from attrs import field, frozen
from more_itertools import unique_everseen

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument
from mastermind_core.game import Guess, History, has_rule, legal_guesses
from mastermind_core.game.amounts import Exact
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.greedy.measures import counts_only
from mastermind_core.kernels.types import Criterion
from mastermind_core.metrics import EXPECTED_SIZE, Metric
from mastermind_core.names.applications import application
from mastermind_core.notation import format_guess, format_score
from mastermind_core.partitions import entropy
from mastermind_core.play.knowledge import CodeKnowledge, Knowledge, TabledKnowledge
from mastermind_core.results import Shown
from mastermind_core.results.frames import Rows
from mastermind_core.strategies.tabled.greedy import weights_of

#: Maximum number of pairs of guess and candidate; beyond that, guesses are sampled.
_PAIRS = 2**28

#: Maximum number of guesses that are tried without a score table.
_TRIED = 40

#: Maximum number of guesses among which those of distinct effects are found.
_SCANNED = 2000

#: Maximum number of guesses that the kernel finds one by one.
_FEW = 10


@frozen
class Suggestion(Shown, Generic[Guess]):
    """A guess with its expected effects.

    A secret that the guess finds counts as one remaining candidate.

    Attributes:
        guess: The guess.
        expected_left: The mean number of candidates after the score.
        worst_left: The maximum number of candidates after the score.
        may_win: Whether the guess may be the secret.
        bits: The score's expected information, in bits.
        metric: The metric that orders the suggestions, by name.
        price: The guess's cost, or None if guesses have no costs.
        regret: The expected extra guesses, or extra cost, compared with the best guess, or None if
            it was not requested.
        exact: Whether ``regret`` is exact. Otherwise it is an estimate.

    >>> from mastermind_core import Session, TwoD
    >>> best = Session(TwoD(5)).suggest(1)[0]
    >>> best.guess, best.worst_left, best.may_win
    ((2, 2), 8, True)
    """

    guess: Guess
    expected_left: float
    worst_left: int
    may_win: bool
    bits: float
    metric: str
    price: Exact | None = None
    regret: float | None = field(default=None, eq=False)
    exact: bool = field(default=False, eq=False)

    @property
    def beside(self) -> str:
        """Return the regret in words."""
        if self.regret is None:
            return ""
        more = f"{'' if self.exact else 'about '}+{self.regret:.2f}"
        unit = "guesses" if self.price is None else "to pay"
        return f", {more} {unit}" if self.regret or not self.exact else ", as good as any"

    def __str__(self) -> str:
        wins = ", may win" if self.may_win else ""
        wins += "" if self.price is None else f", costs {self.price}"
        return (
            f"{self.guess!r}: {self.expected_left:.2f} left on average, {self.worst_left} at "
            f"worst, {self.bits:.3f} bits{wins}{self.beside}"
        )


def check_legal(game: Any, guess: object, history: History) -> None:
    """Raise BadArgument for a guess that the game's rule forbids after a history."""
    if not has_rule(game) or game.legal(guess, history):
        return
    turn = next((turn for turn in history if not game.legal(guess, (turn,))), None)
    against = "after this history"
    if turn is not None:
        asked, score = turn
        against = f"after {format_guess(game, asked)} {format_score(game, score)}"
    made = [asked for asked, _ in history]
    others = (one for one in game.guesses if one not in made)
    legal = next((one for one in others if game.legal(one, history)), None)
    advice = "" if legal is None else f": make one such as {format_guess(game, legal)}"
    raise BadArgument(
        f"the guess {format_guess(game, guess)} is against the rule of the game {against}{advice}"
    )


def weigh(known: Knowledge, guess: object, metric: Metric = EXPECTED_SIZE) -> Suggestion:
    """Return a guess's expected effect."""
    return _weigh(known, guess, metric)[1]


def _weigh(known: Knowledge, guess: object, metric: Metric) -> tuple[Any, Suggestion]:
    """Return a guess's cost and its expected effects."""
    table = known.table if isinstance(known, TabledKnowledge) else None
    sizes = known.blocks(guess)
    weights = sizes if known.weight == known.count else known.weights(guess)
    suggestion = Suggestion(
        guess,
        expected_left=sum(size * weights[score] for score, size in sizes.items()) / known.weight,
        worst_left=max(sizes.values()),
        may_win=any(score in known.game.endstates for score in sizes),
        bits=entropy(weights.values()),
        metric=metric.name,
        price=table.price(table.guesses[guess]) if table is not None and table.priced else None,
    )
    return metric.cost(sizes.values()), suggestion


def suggest(
    known: Knowledge,
    history: History,
    n: int,
    metric: Metric,
    *,
    weighted: bool = True,
    distinct: bool = False,
) -> list[Suggestion]:
    """Return the best ``n`` informative guesses, the best first.

    With a score table all guesses are evaluated, and ordered as by ``Greedy(metric,
    weighted=weighted)``. In larger code games the guesses are sampled and ranked on sampled
    candidates. The returned guesses' effects are exact. With ``distinct`` a guess with an earlier
    one's effects is left out, for example the same one with colours renamed.
    """
    n = whole_number("n", n, of=" (guesses)")
    if isinstance(known, TabledKnowledge):
        guesses = known.table.guesses.items
        order = _order(known, history)
        weights = weights_of(known.table) if weighted else ()
        rule = metric.criterion(known.count, order, weights=weights, aims=weighted)
        best = _ranked(known, rule, n, metric, distinct=distinct)
        found: Iterator[Suggestion] = (weigh(known, guesses[at], metric) for at in best)
    else:
        found = _sampled(known, history, n, metric)
    different = unique_everseen(found, _effects if distinct else None)
    return Rows(islice(different, min(n, maxsize)), known.game)


def _sampled(known: Knowledge, history: History, n: int, metric: Metric) -> Iterator[Suggestion]:
    """Return informative guesses in a game without a score table, the best first."""
    if isinstance(known, CodeKnowledge):
        pool: Sequence[Any] = application("codes_worth_a_look")(known, n, metric)
    else:
        pool = known.candidates
        pool = pool if len(pool) <= _TRIED else Random(f"{history!r}").sample(pool, _TRIED)
    if has_rule(game := known.game):
        pool = [guess for guess in pool if game.legal(guess, history)]
    costs = (_weigh(known, guess, metric) for guess in pool)
    ranked = sorted((cost, not one.may_win, at, one) for at, (cost, one) in enumerate(costs))
    return (one for *_, one in ranked if one.may_win or one.worst_left < known.count)


def _effects(one: Suggestion) -> tuple[Any, ...]:
    """Return a guess's effects, which renaming does not change."""
    return one.expected_left, one.worst_left, one.may_win, one.bits, one.price


def _order(known: TabledKnowledge, history: History) -> Sequence[int]:
    """Return the legal guesses' indices, or random ones if there are too many."""
    game = known.game
    guesses = known.table.guesses.items
    order: Sequence[int] = range(len(guesses))
    if has_rule(game):
        order = legal_guesses(game, guesses, history)
    if len(order) * known.count > _PAIRS:
        # Evaluating all of them would take long.
        random = Random(f"{known.turns} {known.count}")
        order = sorted(random.sample(order, max(1, _PAIRS // known.count)))
    return order


def _ranked(
    known: TabledKnowledge, rule: Criterion, n: int, metric: Metric, *, distinct: bool
) -> Iterable[int]:
    """Return a tabled game's guesses, the best first, and with ``distinct`` one per partition."""
    scores = known.table.kernel_scores
    if distinct:
        return kernels.greedy.ranked_guesses(scores, known.ids, rule, _SCANNED)
    if n <= _FEW or not counts_only(scores, rule):
        return islice(_best_first(known, rule), n)
    return (at for *_, at in heapq.nsmallest(n, _costs(known, rule.order, metric)))


def _costs(
    known: TabledKnowledge, order: Sequence[int], metric: Metric
) -> Iterator[tuple[Any, bool, int]]:
    """Yield each informative guess's cost, whether it cannot win, and its index."""
    final = known.table.final
    cost = cache(metric.cost)  # symmetric guesses have the same block sizes
    for at in order:
        sizes = known.table.block_sizes(at, known.ids)
        wins = any(end and size for end, size in zip(final, sizes, strict=True))
        if wins or known.count not in sizes:
            yield cost(tuple(sorted(sizes))), not wins, at


def _best_first(known: TabledKnowledge, rule: Criterion) -> Iterator[int]:
    """Yield each informative guess's index, the best first, by one kernel pass each."""
    table = known.table
    left = list(rule.order)
    while left:
        best = kernels.greedy.best_guess(table.kernel_scores, known.ids, rule._replace(order=left))
        if not table.tells(best, known.ids):
            return
        yield best
        left.remove(best)
