"""The reference implementation of the greedy kernels in pure Python.

All arguments and results are numbers. Guesses, secrets and scores are ids from 0. A score id is at
most 65535. ``candidates`` is an ``array('I')`` of distinct secret ids in ascending order. No
function changes its arguments. The caller checks the shapes, and no function raises on valid ones.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from more_itertools import map_reduce

from mastermind_core.kernels.greedy.measures import blocks_weigher as blocks_weigher
from mastermind_core.kernels.greedy.measures import guess_weigher
from mastermind_core.kernels.greedy.plain_tables import code_table as code_table
from mastermind_core.kernels.greedy.plain_tables import word_table as word_table
from mastermind_core.kernels.shared.flat_trees import grown, no_nodes
from mastermind_core.kernels.shared.plain_scores import PlainScores, Scores, as_plain, known, over
from mastermind_core.kernels.types import (
    POOL_ALL,
    POOL_CANDIDATES,
    Criterion,
    FlatTree,
    Rules,
    Symmetry,
)
from mastermind_core.progress import Progress

#: The maximum number of holes of codes that are scored without a table. Here there is always one.
HOLES_ON_THE_FLY = 0

#: The maximum number of scores for which each one is counted separately.
_FEW = 32


def scores_from_table(table: Any, n_guesses: int, n_secrets: int, rules: Rules) -> Scores:
    """Return scores from a buffer of ``n_guesses * n_secrets`` ids of 1 or 2 bytes, by rows."""
    view = memoryview(table)
    if view.ndim != 1:
        view = view.cast("B").cast("H" if view.itemsize == 2 else "B")
    ids: Sequence[int] = view.tobytes() if view.itemsize == 1 else view
    rows = [ids[guess * n_secrets : (guess + 1) * n_secrets] for guess in range(n_guesses)]
    return PlainScores(rows, n_secrets, rules)


def scores_from_codes(
    guesses: bytes, secrets: bytes, holes: int, score_ids: bytes, rules: Rules
) -> Scores:
    """Return the scores of codes.

    A kernel may compute them without a table for up to ``HOLES_ON_THE_FLY`` holes. This one fills
    a table.
    """
    n_guesses = len(guesses) // holes
    n_secrets = len(secrets) // holes
    table = code_table(guesses, secrets, holes, score_ids)
    return scores_from_table(table, n_guesses, n_secrets, rules)


def row(scores: Any, guess: int) -> bytes | array[int]:
    """Return the score ids of one guess against every secret."""
    ids = scores.rows[guess]
    return ids if isinstance(ids, bytes) else array("H", ids)


def pair_scores(scores: Any, guesses: Sequence[int], secrets: Sequence[int]) -> array[int]:
    """Return the score id of each pair (guess, secret)."""
    pairs = zip(guesses, secrets, strict=True)
    return array("H", [scores.rows[guess][secret] for guess, secret in pairs])


def block_sizes(scores: Any, guess: int, candidates: Sequence[int]) -> list[int]:
    """Return how many candidates each of the ``n_scores`` score ids has."""
    sizes = [0] * scores.n_scores
    for score in _pick(candidates)(scores.rows[guess]):
        sizes[score] += 1
    return sizes


def guess_effects(scores: Any, candidates: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """Return the distinct effects of all guesses on a set, in ascending order.

    An effect is how many candidates a guess ends, how many other blocks and how many blocks it
    leaves, and its cost.
    """
    effects = set()
    for guess, answers in enumerate(map(_pick(candidates), scores.rows)):
        met = set(answers)
        ended = sum(scores.final[score] for score in answers)
        won = sum(scores.final[score] for score in met)
        price = scores.costs[guess] if scores.costs else 1
        effects.add((ended, len(met) - won, len(met), price))
    return sorted(effects)


def split(scores: Any, guess: int, candidates: Sequence[int]) -> list[tuple[int, array[int]]]:
    """Return the non-empty blocks as (score id, candidates), with ascending scores."""
    answers = scores.rows[guess]
    blocks: dict[int, array[int]] = {}
    for candidate in candidates:
        score = answers[candidate]
        if score not in blocks:
            blocks[score] = array("I")
        blocks[score].append(candidate)
    return sorted(blocks.items())


def filter_candidates(scores: Any, guess: int, score: int, candidates: Sequence[int]) -> array[int]:
    """Return the candidates with a given score id for a guess."""
    answers = scores.rows[guess]
    return array("I", [c for c in candidates if answers[c] == score])


def best_guess(scores: Any, candidates: Sequence[int], criterion: Criterion) -> int:
    """Return the guess that a criterion chooses for candidates, or -1 without a guess."""
    criterion = _pooled(scores, criterion)
    by_cost = itemgetter(0)
    costed = sorted(_costed(scores, candidates, criterion), key=by_cost)
    if not costed:
        none = criterion.pool == POOL_CANDIDATES or not criterion.order
        return -1 if none else criterion.order[0]
    levels = [[*own] for _, own in islice(groupby(costed, by_cost), criterion.win_levels)]
    winners = (position for level in levels for _, loses, position, _ in level if not loses)
    return criterion.order[next(winners, costed[0][2])]


def ranked_guesses(
    scores: Any, candidates: Sequence[int], criterion: Criterion, width: int | None = None
) -> array[int]:
    """Return the best informative guesses for one or more candidates, at most ``width``.

    The order is (cost, not may-win, position in ``order``), and ``win_levels`` is ignored. Two
    guesses are equivalent if they yield the same blocks, under any scores, and end the game for
    the same candidates. Only the best of equivalent guesses is returned.
    """
    costed = _costed(scores, candidates, _pooled(scores, criterion))
    best: dict[tuple[int, ...], int] = {}
    for _, _, position, answers in sorted(costed, key=itemgetter(0, 1, 2)):
        if len(best) == width:
            break
        best.setdefault(_split_of(scores, candidates, answers), criterion.order[position])
    return array("I", best.values())


def _costed(
    scores: PlainScores, candidates: Sequence[int], criterion: Criterion
) -> Iterator[tuple[Any, bool, int, Sequence[int]]]:
    """Yield (cost, not may-win, position, scores) for each informative guess in the pool.

    Only the first of guesses with the same scores and cost is yielded.
    """
    weigh = guess_weigher(scores, candidates, criterion)
    pick = _pick(candidates)
    prices = scores.costs if criterion.aims else ()
    seen: set[Any] = set()
    for position, guess in enumerate(criterion.order):
        answers = pick(scores.rows[guess])
        if scores.n_scores <= 256:
            answers = bytes(answers)
        kind = (answers, prices[guess]) if prices else answers
        if kind in seen:
            continue
        seen.add(kind)
        sizes, may_win = _blocks(scores, answers)
        if may_win or (criterion.pool == POOL_ALL and len(candidates) not in sizes):
            yield weigh(guess, answers, sizes), not may_win, position, answers


def _split_of(
    scores: PlainScores, candidates: Sequence[int], answers: Sequence[int]
) -> tuple[int, ...]:
    """Return the index of each candidate's block by first occurrence, or -1 if the game is over."""
    pairs = zip(candidates, answers, strict=True)
    members = map_reduce(pairs, itemgetter(1), itemgetter(0))
    going = (score for score, block in members.items() if not over(scores, score, block))
    names = {score: name for name, score in enumerate(going)}
    return tuple(names.get(score, -1) for score in answers)


def guess_costs(
    scores: Scores, candidates: Sequence[int], criterion: Criterion
) -> Callable[[int], Any]:
    """Return a function from the index of a guess to its cost, whose values can be compared."""
    rows = as_plain(scores)
    weigh = guess_weigher(rows, candidates, criterion)
    pick = _pick(candidates)

    def cost(guess: int) -> Any:
        answers = pick(rows.rows[guess])
        return weigh(guess, answers, _blocks(rows, answers)[0])

    return cost


def greedy_tree(
    scores: Any,
    candidates: Sequence[int],
    criterion: Criterion,
    opening: Sequence[int] = (),
    *,
    symmetry: Sequence[Symmetry] = (),
    progress: Progress | None = None,
) -> FlatTree:
    """Return the whole tree of a criterion.

    ``opening[d]`` is the guess of every node at depth d at which it is informative. Elsewhere the
    criterion chooses.

    ``symmetry`` may save work and never changes the tree. Guesses that are equivalent under a
    symmetry of the candidates have the same cost, so only the first of them in ``order`` matters.
    This kernel evaluates all. ``progress`` counts the candidates whose game is over.
    """
    if known(scores, candidates):
        return no_nodes()

    def choose(depth: int, members: Sequence[int]) -> int:
        if depth < len(opening) and _tells(scores, opening[depth], members):
            return opening[depth]
        return best_guess(scores, members, criterion)

    return grown(scores, candidates, split, choose, lambda depth, *_: depth + 1, 0, progress)


def _pooled(scores: PlainScores, criterion: Criterion) -> Criterion:
    """Return the criterion, with all guesses as its pool if no guess of a game with goals wins."""
    return criterion if any(scores.final) or not scores.goals else criterion._replace(pool=POOL_ALL)


def _tells(scores: PlainScores, guess: int, candidates: Sequence[int]) -> bool:
    answers = set(_pick(candidates)(scores.rows[guess]))
    return len(answers) > 1 or any(scores.final[score] for score in answers)


def _pick(candidates: Sequence[int]) -> Any:
    """Return a function from a row to the scores of the candidates, as a hashable sequence."""
    if len(candidates) == 1:
        only = candidates[0]
        return lambda answers: (answers[only],)
    return itemgetter(*candidates)


def _blocks(scores: PlainScores, answers: Sequence[int]) -> tuple[list[int], bool]:
    """Return the block size for each score, and whether the score ends the game."""
    if scores.n_scores <= _FEW:
        sizes = [answers.count(score) for score in range(scores.n_scores)]
        return sizes, any(size and ends for size, ends in zip(sizes, scores.final, strict=True))
    counts = Counter(answers)
    return list(counts.values()), any(scores.final[score] for score in counts)
