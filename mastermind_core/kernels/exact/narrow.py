"""Exact search of games with very many scores: each guess numbers its own scores.

The names of scores matter only in the tree that is returned. If no guess has more than 254 scores
for the candidates, one byte per score is enough for the search, and the tree gets the scores of the
game back. The search has no symmetries, which depend on the names of scores, and no words, which
describe all secrets.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact.task import Found, Report, Task, Words
from mastermind_core.kernels.shared.flat_trees import children_of, grown
from mastermind_core.kernels.shared.plain_scores import Scores
from mastermind_core.kernels.types import FlatTree

if TYPE_CHECKING:
    from mastermind_core.kernels import _native

#: The number of every score that ends the game.
_END = 254

Solve = Callable[[Scores, Task, Report | None], Found]


def solve(
    scores: _native.Scores, task: Task, search: Solve, report: Report | None = None
) -> Found | None:
    """Search a set with each guess's scores renumbered, or return None if there are too many."""
    question = task.question
    from mastermind_core.kernels import _native

    table = _native.narrowed(scores, question.candidates)
    if table is None:
        return None
    n = len(question.candidates)
    ends = bytes([0] * _END + [any(scores.final)])
    goals = [scores.goals[candidate] for candidate in question.candidates if scores.goals]
    own = _native.scores_from_table(table, scores.n_guesses, n, ends, goals, scores.costs)
    weights = [question.weights[candidate] for candidate in question.candidates if question.weights]
    numbered = task._replace(
        question=question._replace(candidates=array("I", range(n)), weights=weights),
        hints=task.hints._replace(symmetries=(), uniform_symmetries=(), words=Words(), asked=()),
    )
    found = search(own, numbered, report)
    if found.tree is None:
        return found
    return found._replace(tree=_renamed(scores, question.candidates, table, found.tree))


def _renamed(scores: Scores, candidates: array[int], table: bytes, tree: FlatTree) -> FlatTree:
    """Return a tree with the scores of the game, in their order."""
    place = {candidate: at for at, candidate in enumerate(candidates)}

    def choose(node: int, _: Sequence[int]) -> int:
        return tree.guesses[node]

    def after(node: int, guess: int, _: int, block: array[int]) -> int:
        return children_of(tree, node)[table[guess * len(candidates) + place[block[0]]]]

    return grown(scores, candidates, kernels.greedy.split, choose, after, 0)
