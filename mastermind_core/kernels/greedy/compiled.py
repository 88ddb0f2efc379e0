"""The compiled kernel behind the functions of ``plain``.

What the compiled code does not take (costs that are no small whole numbers, codes of over 15 holes
without a table) the plain one does, with the same result.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from mastermind_core.errors import BadArgument
from mastermind_core.kernels import _native
from mastermind_core.kernels.greedy import plain
from mastermind_core.kernels.shared.listening import listener
from mastermind_core.kernels.shared.plain_scores import PlainScores, as_plain, read_row, to_array
from mastermind_core.kernels.types import Criterion, FlatTree, Progress, Symmetry

#: Holes of the longest codes that are scored without a table.
HOLES_ON_THE_FLY = 15

Scores = _native.Scores | PlainScores

#: Costs whose sums over 256 blocks fit in 63 bits, and over 65536 blocks.
_MAX_COST, _MAX_WIDE_COST, _NARROW = 1 << 52, 1 << 46, 256
_COMBINE = {"sum": 0, "max": 1, "power": 2}


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
        raise BadArgument(f"combine: expected sum, max or power, got {criterion.combine!r}")
    if criterion.win_levels < 0:
        raise BadArgument(f"win_levels: expected a number from 0, got {criterion.win_levels}")
    return _COMBINE[criterion.combine]


def _whole_costs(scores: Scores, criterion: Criterion, n: int) -> array[int] | None:
    """Return integers in the proportion (for "max": the order) of the costs; None if too large."""
    if criterion.combine == "power":
        return array("q")
    costs = criterion.block_costs[: n + 1]
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


def scores_from_table(table: Any, n_guesses: int, n_secrets: int, final: Sequence[bool]) -> Scores:
    """See ``plain``."""
    return _native.scores_from_table(table, n_guesses, n_secrets, bytes(map(bool, final)))


def scores_from_codes(
    guesses: bytes, secrets: bytes, holes: int, score_ids: bytes, final: Sequence[bool]
) -> Scores:
    """See ``plain``."""
    if holes > HOLES_ON_THE_FLY:
        table = code_table(guesses, secrets, holes, score_ids)
        return scores_from_table(table, len(guesses) // holes, len(secrets) // holes, final)
    ends = bytes(map(bool, final))
    return _native.scores_from_codes(guesses, secrets, holes, score_ids, ends)


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
        raise BadArgument(f"kind: expected colours or common, got {kind!r}")
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
    return _native.best_guess(
        scores,
        _ids("candidates", candidates),
        _combine(criterion),
        costs,
        _ids("order", criterion.order),
        criterion.pool,
        criterion.win_levels,
    )


def ranked_guesses(
    scores: Scores, candidates: Sequence[int], criterion: Criterion, width: int | None = None
) -> array[int]:
    """See ``plain``."""
    costs = _whole_costs(scores, criterion, len(candidates))
    if costs is None or isinstance(scores, PlainScores):
        return plain.ranked_guesses(as_plain(scores), candidates, criterion, width)
    order = _ids("order", criterion.order)
    ranked = _native.ranked_guesses(
        scores,
        _ids("candidates", candidates),
        _combine(criterion),
        costs,
        order,
        criterion.pool,
        len(order) if width is None else width,
    )
    return to_array("I", ranked)


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
    if costs is None or isinstance(scores, PlainScores):
        return plain.greedy_tree(
            as_plain(scores), candidates, criterion, opening, symmetry=symmetry, progress=progress
        )
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
    )
    return FlatTree(
        to_array("i", guesses),
        to_array("i", first_edge),
        to_array("i", edge_score),
        to_array("i", edge_child),
        to_array("i", edge_size),
        stuck,
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
