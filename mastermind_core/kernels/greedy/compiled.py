"""The compiled kernel behind the functions of ``plain``, with the same signatures.

What the compiled code does not take (costs that are no small whole numbers, codes of over 15 holes
without a table) the plain one does, with the same result.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import wraps
from math import lcm
from typing import Any, TypeVar, cast

from mastermind_core.errors import BadArgument, shown
from mastermind_core.kernels import _native
from mastermind_core.kernels._native import code_table as code_table
from mastermind_core.kernels._native import word_table as word_table
from mastermind_core.kernels.greedy import plain
from mastermind_core.kernels.greedy.measures import MEASURES
from mastermind_core.kernels.greedy.measures import blocks_weigher as blocks_weigher
from mastermind_core.kernels.greedy.plain import guess_costs as guess_costs
from mastermind_core.kernels.shared.plain_scores import PlainScores, as_plain
from mastermind_core.kernels.types import Criterion, Quadratic, Scores

Function = TypeVar("Function", bound=Callable[..., Any])

#: Holes of the longest codes that are scored without a table.
HOLES_ON_THE_FLY = 15

#: Costs whose sums over 256 blocks fit in 63 bits, and over 65536 blocks.
_MAX_COST, _MAX_WIDE_COST, _NARROW = 1 << 52, 1 << 46, 256

#: What all secrets together weigh less than, and what a guess costs less than.
_MOST_WEIGHT, _MOST_PRICE = 1 << 31, 1 << 40


def _of_scores(reference: Function) -> Function:
    """Return the compiled function of the same name; plain scores are left to the reference."""
    native = getattr(_native, reference.__name__)

    @wraps(reference)
    def choose(scores: Any, *given: Any) -> Any:
        return (reference if isinstance(scores, PlainScores) else native)(scores, *given)

    return cast(Function, choose)


def _of_criterion(reference: Function) -> Function:
    """Return the same; criteria whose costs are no small integers are left to it, too."""
    native = getattr(_native, reference.__name__)

    @wraps(reference)
    def choose(
        scores: Any, candidates: Sequence[int], criterion: Criterion, *given: Any, **named: Any
    ) -> Any:
        costs = _costs(scores, criterion, len(candidates))
        if costs is not None:
            with suppress(ArithmeticError):
                rule = criterion._replace(block_costs=costs)
                return native(scores, candidates, rule, *given, **named)
        return reference(as_plain(scores), candidates, criterion, *given, **named)

    return cast(Function, choose)


row = _of_scores(plain.row)
pair_scores = _of_scores(plain.pair_scores)
block_sizes = _of_scores(plain.block_sizes)
split = _of_scores(plain.split)
filter_candidates = _of_scores(plain.filter_candidates)
best_guess = _of_criterion(plain.best_guess)
ranked_guesses = _of_criterion(plain.ranked_guesses)
greedy_tree = _of_criterion(plain.greedy_tree)


def _costs(scores: Any, criterion: Criterion, n: int) -> array[int] | None:
    """Return the costs of blocks for the compiled code; None where the plain one has to."""
    if criterion.combine not in MEASURES:
        raise BadArgument(
            f"combine: expected one of {', '.join(MEASURES)}, got {shown(criterion.combine)}"
        )
    if criterion.win_levels < 0:
        raise BadArgument(f"win_levels: expected a number from 0, got {criterion.win_levels}")
    if isinstance(scores, PlainScores) or not sum(criterion.weights) < _MOST_WEIGHT:
        return None
    return _whole_costs(scores, criterion, n)


def _whole_costs(scores: Any, criterion: Criterion, n: int) -> array[int] | None:
    """Return integers in the proportion (for "max": the order) of the costs; None if too large."""
    measure, total = MEASURES[criterion.combine], sum(criterion.weights) or n
    if measure.logs:
        return array("q")
    if criterion.weights or not measure.sizes:
        function: Any = criterion.block_costs if measure.sizes else Quadratic(0, 0, 1)
        if not isinstance(function, Quadratic) or not all(map(_is_small, function)):
            return None
        most = (
            abs(function.constant) + abs(function.linear) + abs(function.square) * total
        ) * total
        return array("q", function) if _differences(scores, criterion) * most < 1 << 61 else None
    table: Any = criterion.block_costs
    costs = table[: n + 1]
    differs = _differences(scores, criterion)
    if criterion.combine == "max" and differs == 1 and not all(type(cost) is int for cost in costs):
        # Only their order matters.
        rank = {cost: at for at, cost in enumerate(sorted(set(costs[1:])))}
        return array("q", [0, *(rank[cost] for cost in costs[1:])])
    if isinstance(costs, array) and costs.typecode == "q" and differs == 1:
        return costs
    if any(type(cost) is Fraction for cost in costs):
        if not all(type(cost) in {int, Fraction} for cost in costs):
            return None
        scale = lcm(*(cost.denominator for cost in costs))
        costs = [int(cost * scale) for cost in costs]
    most = _MAX_COST if scores.n_scores <= _NARROW else _MAX_WIDE_COST
    if differs > 1:
        most = min(most, (1 << 61) // (differs * n))
    if not all(type(cost) is int and -most < cost < most for cost in costs):
        return None
    return array("q", costs)


def _differences(scores: Any, criterion: Criterion) -> int:
    """Return how many costs of all candidates a cost of a guess is at most."""
    measure = MEASURES[criterion.combine]
    gaps = not measure.sizes or (criterion.aims and scores.shares_goals)
    gains = criterion.aims and len(scores.costs) > 0
    return (2 * (measure.classes + measure.secrets + measure.unit) if gaps else 1) * (1 + gains)


def _is_small(cost: Any) -> bool:
    return type(cost) is int and abs(cost) < _MAX_WIDE_COST


def scores_from_table(
    table: Any,
    n_guesses: int,
    n_secrets: int,
    final: Sequence[bool],
    goals: Sequence[int] = (),
    costs: Sequence[int] = (),
) -> Scores:
    """See ``plain``."""
    kernel: Any = plain if max(costs, default=0) >= _MOST_PRICE else _native
    scores: Scores = kernel.scores_from_table(table, n_guesses, n_secrets, final, goals, costs)
    return scores


def scores_from_codes(
    guesses: bytes,
    secrets: bytes,
    holes: int,
    score_ids: bytes,
    final: Sequence[bool],
    goals: Sequence[int] = (),
    costs: Sequence[int] = (),
) -> Scores:
    """See ``plain``."""
    if holes > HOLES_ON_THE_FLY or max(costs, default=0) >= _MOST_PRICE:
        table = code_table(guesses, secrets, holes, score_ids)
        n_guesses, n_secrets = len(guesses) // holes, len(secrets) // holes
        return scores_from_table(table, n_guesses, n_secrets, final, goals, costs)
    return _native.scores_from_codes(guesses, secrets, holes, score_ids, final, goals, costs)
