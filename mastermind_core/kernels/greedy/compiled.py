"""The compiled kernel, with the signatures and results of ``plain``.

If costs are not small integers, the reference implementation is called.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from math import lcm
from typing import Any, TypeVar, cast

from mastermind_core.errors import BadArgument, shown
from mastermind_core.kernels import _native
from mastermind_core.kernels._native import code_table as code_table
from mastermind_core.kernels._native import word_table as word_table
from mastermind_core.kernels.greedy import plain
from mastermind_core.kernels.greedy.measures import MEASURES, counts_only
from mastermind_core.kernels.greedy.measures import blocks_weigher as blocks_weigher
from mastermind_core.kernels.greedy.plain import guess_costs as guess_costs
from mastermind_core.kernels.shared.plain_scores import PlainScores, Scores, as_plain
from mastermind_core.kernels.types import Criterion, Quadratic

Function = TypeVar("Function", bound=Callable[..., Any])

#: The maximum number of holes of codes that are scored without a table.
HOLES_ON_THE_FLY = 15

#: Exclusive upper bounds of the total weight of secrets and of the cost of a guess.
_MOST_WEIGHT = 1 << 31
_MOST_PRICE = 1 << 40


def _of_scores(reference: Function) -> Function:
    """Return the compiled function with the same name. The reference handles plain scores."""
    native = getattr(_native, reference.__name__)

    @wraps(reference)
    def choose(scores: Scores, *given: Any) -> Any:
        return (reference if isinstance(scores, PlainScores) else native)(scores, *given)

    return cast(Function, choose)


def _of_criterion(reference: Function) -> Function:
    """Return the same. The reference also handles criteria whose costs are not small integers."""
    native = getattr(_native, reference.__name__)

    @wraps(reference)
    def choose(
        scores: Scores, candidates: Sequence[int], criterion: Criterion, *given: Any, **named: Any
    ) -> Any:
        costs = _costs(scores, criterion, len(candidates))
        if costs is not None:
            with suppress(_native.Undecided):
                rule = criterion._replace(block_costs=costs)
                return native(scores, candidates, rule, *given, **named)
        return reference(as_plain(scores), candidates, criterion, *given, **named)

    return cast(Function, choose)


def _of_rules(reference: Function) -> Function:
    """Return the compiled function with the same name. The reference handles high costs."""
    native = getattr(_native, reference.__name__)

    @wraps(reference)
    def choose(*given: Any) -> Any:
        *cells, rules = given
        high = max(rules.costs, default=0) >= _MOST_PRICE
        return reference(*given) if high else native(*cells, *rules)

    return cast(Function, choose)


scores_from_table = _of_rules(plain.scores_from_table)
scores_from_codes = _of_rules(plain.scores_from_codes)
row = _of_scores(plain.row)
pair_scores = _of_scores(plain.pair_scores)
block_sizes = _of_scores(plain.block_sizes)
guess_effects = _of_scores(plain.guess_effects)
split = _of_scores(plain.split)
filter_candidates = _of_scores(plain.filter_candidates)
best_guess = _of_criterion(plain.best_guess)
ranked_guesses = _of_criterion(plain.ranked_guesses)
greedy_tree = _of_criterion(plain.greedy_tree)


def _costs(scores: Scores, criterion: Criterion, n: int) -> array[int] | None:
    """Return the costs of blocks for the compiled code, or None if the reference must be used."""
    if criterion.combine not in MEASURES:
        raise BadArgument(
            f"combine: expected one of {', '.join(MEASURES)}, got {shown(criterion.combine)}"
        )
    if criterion.win_levels < 0:
        raise BadArgument(f"win_levels: expected a number from 0, got {criterion.win_levels}")
    if not isinstance(scores, PlainScores) and sum(criterion.weights) < _MOST_WEIGHT:
        # Other types of numbers have no denominator, or exceed 64 bits.
        with suppress(AttributeError, TypeError, OverflowError):
            return _whole_costs(scores, criterion, n)
    return None


def _whole_costs(scores: Scores, criterion: Criterion, n: int) -> array[int]:
    """Return integers proportional to the costs, or for "max", integers in the same order."""
    measure = MEASURES[criterion.combine]
    given = criterion.block_costs
    if measure.logs:
        return array("q")
    if criterion.weights or not measure.sizes:
        by_weight = given if measure.sizes else Quadratic(0, 0, 1)
        return array("q", cast(Any, by_weight if isinstance(by_weight, Quadratic) else None))
    costs: Any = cast(Any, given)[: n + 1]
    with suppress(TypeError, OverflowError):
        return array("q", costs)
    if criterion.combine == "max" and counts_only(scores, criterion):
        rank = {cost: at for at, cost in enumerate(sorted(set(costs[1:])))}
        return array("q", [0, *(rank[cost] for cost in costs[1:])])
    scale = lcm(*(cost.denominator for cost in costs))
    return array("q", [int(cost * scale) for cost in costs])
