"""The compiled kernel behind the functions of ``plain``.

What the compiled code does not take (costs that are no small whole numbers, codes of over 15 holes
without a table) the plain one does, with the same result.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from math import lcm
from typing import Any

from mastermind_core.errors import BadArgument, shown
from mastermind_core.kernels import _native
from mastermind_core.kernels.greedy import plain
from mastermind_core.kernels.greedy.measures import MEASURES, blocks_weigher
from mastermind_core.kernels.greedy.plain import guess_costs
from mastermind_core.kernels.shared.listening import listener
from mastermind_core.kernels.shared.plain_scores import PlainScores, as_plain, read_row, to_array
from mastermind_core.kernels.types import Criterion, FlatTree, Quadratic, Symmetry
from mastermind_core.progress import Progress

#: Holes of the longest codes that are scored without a table.
HOLES_ON_THE_FLY = 15

Scores = _native.Scores | PlainScores

#: Costs whose sums over 256 blocks fit in 63 bits, and over 65536 blocks.
_MAX_COST, _MAX_WIDE_COST, _NARROW = 1 << 52, 1 << 46, 256

#: What all secrets together weigh less than, and what a guess costs less than.
_MOST_WEIGHT, _MOST_PRICE = 1 << 31, 1 << 40


def _ids(name: str, ids: Sequence[int]) -> array[int]:
    if isinstance(ids, array) and ids.typecode == "I":
        return ids
    try:
        return array("I", ids)
    except (TypeError, OverflowError) as error:
        raise BadArgument(f"{name}: expected ids from 0 ({error})") from None


def _permutations(permutations: Symmetry) -> tuple[array[int], array[int], array[int]]:
    if len(permutations) not in {2, 3}:
        raise BadArgument("symmetry: expected permutations of guesses, secrets and perhaps scores")
    guesses, secrets, scores = (_ids("symmetry", one) for one in (*permutations, ())[:3])
    return guesses, secrets, scores


def _rule(scores: Scores, criterion: Criterion, n: int) -> tuple[Any, ...] | None:
    """Return a criterion as the compiled code takes it; None where the plain one has to."""
    if criterion.combine not in MEASURES:
        raise BadArgument(
            f"combine: expected one of {', '.join(MEASURES)}, got {shown(criterion.combine)}"
        )
    if criterion.win_levels < 0:
        raise BadArgument(f"win_levels: expected a number from 0, got {criterion.win_levels}")
    if isinstance(scores, PlainScores) or not sum(criterion.weights) < _MOST_WEIGHT:
        return None
    costs = _whole_costs(scores, criterion, n)
    if costs is None:
        return None
    number = list(MEASURES).index(criterion.combine)
    order, weights = _ids("order", criterion.order), array("Q", criterion.weights)
    return number, costs, order, criterion.pool, criterion.win_levels, weights, criterion.aims


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
    if max(costs, default=0) >= _MOST_PRICE:
        return plain.scores_from_table(table, n_guesses, n_secrets, final, goals, costs)
    ends = bytes(map(bool, final))
    own, prices = array("I", goals), array("Q", costs)
    return _native.scores_from_table(table, n_guesses, n_secrets, ends, own, prices)


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
    ends = bytes(map(bool, final))
    own, prices = array("I", goals), array("Q", costs)
    return _native.scores_from_codes(guesses, secrets, holes, score_ids, ends, own, prices)


def code_table(
    guesses: bytes,
    secrets: bytes,
    holes: int,
    score_ids: bytes,
    progress: Progress | None = None,
) -> bytes:
    """See ``plain``."""
    return _native.code_table(guesses, secrets, holes, score_ids, progress or listener())


def word_table(
    guesses: bytes,
    secrets: bytes,
    length: int,
    kind: str,
    progress: Progress | None = None,
) -> bytes | array[int]:
    """See ``plain``."""
    if kind not in {"colours", "common"}:
        raise BadArgument(f"kind: expected colours or common, got {shown(kind)}")
    colours = kind == "colours"
    hears = progress or listener()
    if colours and length > 5:
        filled = _native.word_table_16(guesses, secrets, length, colours, hears)
        return to_array("H", filled)
    return _native.word_table_8(guesses, secrets, length, colours, hears)


def row(scores: Scores, guess: int) -> bytes | array[int]:
    """See ``plain``."""
    if isinstance(scores, PlainScores):
        return plain.row(scores, guess)
    return read_row(scores, guess)


def pair_scores(scores: Scores, guesses: Sequence[int], secrets: Sequence[int]) -> array[int]:
    """See ``plain``."""
    if isinstance(scores, PlainScores):
        return plain.pair_scores(scores, guesses, secrets)
    ids = _native.pair_scores(scores, _ids("guesses", guesses), _ids("secrets", secrets))
    return to_array("H", ids)


def block_sizes(scores: Scores, guess: int, candidates: Sequence[int]) -> list[int]:
    """See ``plain``."""
    if isinstance(scores, PlainScores):
        return plain.block_sizes(scores, guess, candidates)
    return _native.block_sizes(scores, guess, _ids("candidates", candidates))


def split(scores: Scores, guess: int, candidates: Sequence[int]) -> list[tuple[int, array[int]]]:
    """See ``plain``."""
    if isinstance(scores, PlainScores):
        return plain.split(scores, guess, candidates)
    blocks = _native.split(scores, guess, _ids("candidates", candidates))
    return [(score, to_array("I", block)) for score, block in blocks]


def filter_candidates(
    scores: Scores, guess: int, score: int, candidates: Sequence[int]
) -> array[int]:
    """See ``plain``."""
    if isinstance(scores, PlainScores):
        return plain.filter_candidates(scores, guess, score, candidates)
    kept = _native.filter_candidates(scores, guess, score, _ids("candidates", candidates))
    return to_array("I", kept)


def best_guess(scores: Scores, candidates: Sequence[int], criterion: Criterion) -> int:
    """See ``plain``."""
    rule = _rule(scores, criterion, len(candidates))
    if rule is not None:
        with suppress(ArithmeticError):
            return _native.best_guess(scores, _ids("candidates", candidates), rule)  # type: ignore[arg-type]
    return plain.best_guess(as_plain(scores), candidates, criterion)


def ranked_guesses(
    scores: Scores, candidates: Sequence[int], criterion: Criterion, width: int | None = None
) -> array[int]:
    """See ``plain``."""
    rule = _rule(scores, criterion, len(candidates))
    if rule is not None:
        most = len(criterion.order) if width is None else width
        ids = _ids("candidates", candidates)
        with suppress(ArithmeticError):
            return to_array("I", _native.ranked_guesses(scores, ids, rule, most))  # type: ignore[arg-type]
    return plain.ranked_guesses(as_plain(scores), candidates, criterion, width)


def greedy_tree(
    scores: Scores,
    candidates: Sequence[int],
    criterion: Criterion,
    opening: Sequence[int] = (),
    *,
    symmetry: Sequence[Symmetry] = (),
    progress: Progress | None = None,
) -> FlatTree:
    """See ``plain``."""
    rule = _rule(scores, criterion, len(candidates))
    if rule is not None:
        group = [_permutations(one) for one in symmetry]
        with suppress(ArithmeticError):
            *parts, stuck = _native.greedy_tree(
                scores,  # type: ignore[arg-type]
                _ids("candidates", candidates),
                rule,
                _ids("opening", opening),
                group,
                progress or listener(),
            )
            return FlatTree._make([*(to_array("i", part) for part in parts), stuck])
    return plain.greedy_tree(
        as_plain(scores), candidates, criterion, opening, symmetry=symmetry, progress=progress
    )


__all__ = [
    "HOLES_ON_THE_FLY",
    "best_guess",
    "block_sizes",
    "blocks_weigher",
    "code_table",
    "filter_candidates",
    "greedy_tree",
    "guess_costs",
    "pair_scores",
    "ranked_guesses",
    "row",
    "scores_from_codes",
    "scores_from_table",
    "split",
    "word_table",
]
