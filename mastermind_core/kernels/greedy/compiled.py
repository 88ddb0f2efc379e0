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
from mastermind_core.kernels.shared.listening import listener
from mastermind_core.kernels.shared.plain_scores import PlainScores, as_plain, read_row, to_array
from mastermind_core.kernels.types import Criterion, FlatTree, Quadratic, Symmetry
from mastermind_core.progress import Progress

#: Holes of the longest codes that are scored without a table.
HOLES_ON_THE_FLY = 15

Scores = _native.Scores | PlainScores

#: Costs whose sums over 256 blocks fit in 63 bits, and over 65536 blocks.
_MAX_COST, _MAX_WIDE_COST, _NARROW = 1 << 52, 1 << 46, 256
_COMBINE = {"sum": 0, "max": 1, "power": 2, "naming": 3, "ranks": 4}

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


def _combine(criterion: Criterion) -> int:
    if criterion.combine not in _COMBINE:
        raise BadArgument(
            f"combine: expected one of {', '.join(_COMBINE)}, got {shown(criterion.combine)}"
        )
    if criterion.win_levels < 0:
        raise BadArgument(f"win_levels: expected a number from 0, got {criterion.win_levels}")
    return _COMBINE[criterion.combine]


def _whole_costs(scores: Scores, criterion: Criterion, n: int) -> array[int] | None:
    """Return integers in the proportion (for "max": the order) of the costs; None if too large."""
    if criterion.weights and not sum(criterion.weights) < _MOST_WEIGHT:
        return None
    if criterion.combine not in {"sum", "max"}:
        return array("q")
    if criterion.weights:
        return _quadratic(criterion)
    table: Any = criterion.block_costs
    costs = table[: n + 1]
    if criterion.priced and scores.costs and criterion.combine == "max":
        # Gains are more than an order.
        return array("q", costs) if all(map(_is_small, costs)) else None
    if isinstance(costs, array) and costs.typecode == "q":
        return costs
    if criterion.combine == "max" and not all(type(cost) is int for cost in costs):
        # Only their order matters.
        rank = {cost: at for at, cost in enumerate(sorted(set(costs[1:])))}
        return array("q", [0, *(rank[cost] for cost in costs[1:])])
    if any(type(cost) is Fraction for cost in costs):
        if not all(type(cost) in {int, Fraction} for cost in costs):
            return None
        scale = lcm(*(cost.denominator for cost in costs))
        costs = [int(cost * scale) for cost in costs]
    most = _MAX_COST if scores.n_scores <= _NARROW else _MAX_WIDE_COST
    if not all(type(cost) is int and -most < cost < most for cost in costs):
        return None
    return array("q", costs)


def _is_small(cost: Any) -> bool:
    return type(cost) is int and abs(cost) < _MAX_WIDE_COST


def _quadratic(criterion: Criterion) -> array[int] | None:
    """Return what blocks of weights cost, if the kernel can count it: it has 62 bits."""
    costs = criterion.block_costs
    if not isinstance(costs, Quadratic) or not all(map(_is_small, costs)):
        return None
    most = sum(criterion.weights)
    fits = abs(costs.constant) * most + abs(costs.linear) * most + abs(costs.square) * most**2
    return array("q", costs) if fits < 1 << 61 else None


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
    if isinstance(scores, PlainScores):
        return plain.best_guess(scores, candidates, criterion)
    costs = _whole_costs(scores, criterion, len(candidates))
    if costs is None:
        return plain.best_guess(as_plain(scores), candidates, criterion)
    with suppress(ArithmeticError):
        return _native.best_guess(
            scores,
            _ids("candidates", candidates),
            _combine(criterion),
            costs,
            _ids("order", criterion.order),
            criterion.pool,
            criterion.win_levels,
            array("Q", criterion.weights),
            criterion.priced,
        )
    return plain.best_guess(as_plain(scores), candidates, criterion)


def ranked_guesses(
    scores: Scores, candidates: Sequence[int], criterion: Criterion, width: int | None = None
) -> array[int]:
    """See ``plain``."""
    costs = _whole_costs(scores, criterion, len(candidates))
    if costs is None or isinstance(scores, PlainScores):
        return plain.ranked_guesses(as_plain(scores), candidates, criterion, width)
    order = _ids("order", criterion.order)
    with suppress(ArithmeticError):
        ranked = _native.ranked_guesses(
            scores,
            _ids("candidates", candidates),
            _combine(criterion),
            costs,
            order,
            criterion.pool,
            len(order) if width is None else width,
            array("Q", criterion.weights),
            criterion.priced,
        )
        return to_array("I", ranked)
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
    costs = _whole_costs(scores, criterion, len(candidates))
    if costs is not None and not isinstance(scores, PlainScores):
        with suppress(ArithmeticError):
            guesses, first_edge, edge_score, edge_child, edge_size, stuck = _native.greedy_tree(
                scores,
                _ids("candidates", candidates),
                _combine(criterion),
                costs,
                _ids("order", criterion.order),
                criterion.pool,
                criterion.win_levels,
                _ids("opening", opening),
                [_permutations(one) for one in symmetry],
                progress or listener(),
                array("Q", criterion.weights),
                criterion.priced,
            )
            return FlatTree(
                to_array("i", guesses),
                to_array("i", first_edge),
                to_array("i", edge_score),
                to_array("i", edge_child),
                to_array("i", edge_size),
                stuck,
            )
    return plain.greedy_tree(
        as_plain(scores), candidates, criterion, opening, symmetry=symmetry, progress=progress
    )


__all__ = [
    "HOLES_ON_THE_FLY",
    "best_guess",
    "block_sizes",
    "code_table",
    "filter_candidates",
    "greedy_tree",
    "pair_scores",
    "ranked_guesses",
    "row",
    "scores_from_codes",
    "scores_from_table",
    "split",
    "word_table",
]
