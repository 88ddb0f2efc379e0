"""The native kernel behind the functions of ``reference``.

What the compiled code does not take (over 256 scores, costs that are no small whole numbers, codes
of over 15 holes) the reference does, with the same result.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from mastermind_core.errors import BadArgument
from mastermind_core.kernels import _native
from mastermind_core.kernels._native import scan_name
from mastermind_core.kernels.greedy import plain as reference
from mastermind_core.kernels.greedy.plain import (
    POOL_ALL,
    POOL_CANDIDATES,
    FlatTree,
    Generator,
    Progress,
    Rule,
)

NAME = "native"
ON_THE_FLY = True

Scores = _native.Scores | reference.Scores

_MAX_SCORES = 256
_MAX_HOLES = 15
_MAX_COST = 1 << 52
_COMBINE = {"sum": 0, "max": 1, "power": 2}


class _Rows(Sequence[bytes]):
    """Read the rows of native scores one by one."""

    def __init__(self, scores: _native.Scores):
        self._scores = scores

    def __len__(self) -> int:
        return self._scores.n_guesses

    def __getitem__(self, guess: Any) -> Any:
        return _native.row(self._scores, guess)


def _plain(scores: Scores) -> reference.Scores:
    if isinstance(scores, reference.Scores):
        return scores
    return reference.Scores(_Rows(scores), scores.n_secrets, scores.final)


def _ids(name: str, ids: Sequence[int]) -> array[int]:
    if isinstance(ids, array) and ids.typecode == "I":
        return ids
    try:
        return array("I", ids)
    except (TypeError, OverflowError) as error:
        raise BadArgument(f"{name}: expected ids from 0 ({error})") from None


def _generator(permutations: Generator) -> tuple[array[int], array[int], array[int]]:
    if len(permutations) not in {2, 3}:
        raise BadArgument("symmetry: expected permutations of guesses, secrets and perhaps scores")
    guesses, secrets, scores = (_ids("symmetry", one) for one in (*permutations, ())[:3])
    return guesses, secrets, scores


def _from_bytes(typecode: str, items: bytes) -> array[int]:
    out: array[int] = array(typecode)
    out.frombytes(items)
    return out


def _combine(rule: Rule) -> int:
    if rule.combine not in _COMBINE:
        raise BadArgument(f"combine: expected sum, max or power, got {rule.combine!r}")
    if rule.win_levels < 0:
        raise BadArgument(f"win_levels: expected a number from 0, got {rule.win_levels}")
    return _COMBINE[rule.combine]


def _whole_costs(rule: Rule, n: int) -> array[int] | None:
    """Return integers in the proportion (for "max": the order) of the costs; None if too large."""
    if rule.combine == "power":
        return array("q")
    costs = rule.block_costs[: n + 1]
    if rule.combine == "max" and not all(type(cost) is int for cost in costs):
        # Only their order matters.
        rank = {cost: at for at, cost in enumerate(sorted(set(costs[1:])))}
        return array("q", [0, *(rank[cost] for cost in costs[1:])])
    if any(type(cost) is Fraction for cost in costs):
        if not all(type(cost) in {int, Fraction} for cost in costs):
            return None
        scale = lcm(*(cost.denominator for cost in costs))
        costs = [int(cost * scale) for cost in costs]
    if not all(type(cost) is int and -_MAX_COST < cost < _MAX_COST for cost in costs):
        return None
    return array("q", costs)


def scores_from_table(table: Any, n_guesses: int, n_secrets: int, final: Sequence[bool]) -> Scores:
    """See ``reference``."""
    if len(final) > _MAX_SCORES:
        return reference.scores_from_table(table, n_guesses, n_secrets, final)
    return _native.scores_from_table(table, n_guesses, n_secrets, bytes(map(bool, final)))


def scores_from_codes(
    guesses: bytes, secrets: bytes, holes: int, score_ids: bytes, final: Sequence[bool]
) -> Scores:
    """See ``reference``."""
    if holes > _MAX_HOLES:
        table = reference.code_table(guesses, secrets, holes, score_ids)
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
    """See ``reference``."""
    if holes > _MAX_HOLES:
        return reference.code_table(guesses, secrets, holes, score_ids, progress)
    return _native.code_table(guesses, secrets, holes, score_ids, progress)


def word_table(
    guesses: bytes,
    secrets: bytes,
    length: int,
    kind: str,
    progress: Progress | None = None,
) -> bytes | array[int]:
    """See ``reference``."""
    if kind not in {"colours", "common"}:
        raise BadArgument(f"kind: expected colours or common, got {kind!r}")
    colours = kind == "colours"
    if colours and length > 5:
        filled = _native.word_table_16(guesses, secrets, length, colours, progress)
        return _from_bytes("H", filled)
    return _native.word_table_8(guesses, secrets, length, colours, progress)


def row(scores: Scores, guess: int) -> bytes | array[int]:
    """See ``reference``."""
    if isinstance(scores, reference.Scores):
        return reference.row(scores, guess)
    return _native.row(scores, guess)


def block_sizes(scores: Scores, guess: int, candidates: Sequence[int]) -> list[int]:
    """See ``reference``."""
    if isinstance(scores, reference.Scores):
        return reference.block_sizes(scores, guess, candidates)
    return _native.block_sizes(scores, guess, _ids("candidates", candidates))


def split(scores: Scores, guess: int, candidates: Sequence[int]) -> list[tuple[int, array[int]]]:
    """See ``reference``."""
    if isinstance(scores, reference.Scores):
        return reference.split(scores, guess, candidates)
    blocks = _native.split(scores, guess, _ids("candidates", candidates))
    return [(score, _from_bytes("I", block)) for score, block in blocks]


def filter_candidates(
    scores: Scores, guess: int, score: int, candidates: Sequence[int]
) -> array[int]:
    """See ``reference``."""
    if isinstance(scores, reference.Scores):
        return reference.filter_candidates(scores, guess, score, candidates)
    kept = _native.filter_candidates(scores, guess, score, _ids("candidates", candidates))
    return _from_bytes("I", kept)


def best_guess(scores: Scores, candidates: Sequence[int], rule: Rule) -> int:
    """See ``reference``."""
    if isinstance(scores, reference.Scores):
        return reference.best_guess(scores, candidates, rule)
    costs = _whole_costs(rule, len(candidates))
    if costs is None:
        return reference.best_guess(_plain(scores), candidates, rule)
    return _native.best_guess(
        scores,
        _ids("candidates", candidates),
        _combine(rule),
        costs,
        _ids("order", rule.order),
        rule.pool,
        rule.win_levels,
    )


def ranked_guesses(
    scores: Scores, candidates: Sequence[int], rule: Rule, width: int | None = None
) -> array[int]:
    """See ``reference``."""
    costs = _whole_costs(rule, len(candidates))
    if costs is None or isinstance(scores, reference.Scores):
        return reference.ranked_guesses(_plain(scores), candidates, rule, width)
    order = _ids("order", rule.order)
    ranked = _native.ranked_guesses(
        scores,
        _ids("candidates", candidates),
        _combine(rule),
        costs,
        order,
        rule.pool,
        len(order) if width is None else width,
    )
    return _from_bytes("I", ranked)


def greedy_tree(
    scores: Scores,
    candidates: Sequence[int],
    rule: Rule,
    opening: Sequence[int] = (),
    *,
    symmetry: Sequence[Generator] = (),
    progress: Progress | None = None,
) -> FlatTree:
    """See ``reference``."""
    costs = _whole_costs(rule, len(candidates))
    if costs is None or isinstance(scores, reference.Scores):
        return reference.greedy_tree(
            _plain(scores), candidates, rule, opening, symmetry=symmetry, progress=progress
        )
    guesses, first_edge, edge_score, edge_child, edge_size, stuck = _native.greedy_tree(
        scores,
        _ids("candidates", candidates),
        _combine(rule),
        costs,
        _ids("order", rule.order),
        rule.pool,
        rule.win_levels,
        _ids("opening", opening),
        [_generator(one) for one in symmetry],
        progress,
    )
    return FlatTree(
        _from_bytes("i", guesses),
        _from_bytes("i", first_edge),
        _from_bytes("i", edge_score),
        _from_bytes("i", edge_child),
        _from_bytes("i", edge_size),
        stuck,
    )


__all__ = [
    "NAME",
    "POOL_ALL",
    "POOL_CANDIDATES",
    "FlatTree",
    "Rule",
    "Scores",
    "best_guess",
    "block_sizes",
    "code_table",
    "filter_candidates",
    "greedy_tree",
    "ranked_guesses",
    "row",
    "scan_name",
    "scores_from_codes",
    "scores_from_table",
    "split",
    "word_table",
]
