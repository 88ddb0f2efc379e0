"""The tree that a certificate is about, as a tree that plays."""

from __future__ import annotations

import os
from itertools import islice
from typing import Any

from mastermind_core.checker import verify_certificate
from mastermind_core.checker.reading import open_lines
from mastermind_core.errors import BadFile, shown
from mastermind_core.files.trees import Outline, fitted
from mastermind_core.files.values import expect, integers
from mastermind_core.game import Game
from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.progress import Progress
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.tree import Node

#: Bytes that the line of the tree may have: so many, and more for each guess and secret.
_LONGEST, _LONGER = 2**20, 2**8


def certified_tree(
    game: Game[Any, Any, Any],
    path: str | os.PathLike[str],
    *,
    progress: Progress | bool | None = None,
) -> Node:
    """Return the tree of a certificate, all of which is checked first.

    >>> import tempfile
    >>> from mastermind_core import TwoD, optimal
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     optimal(TwoD(4)).certificate(f"{folder}/proof")
    ...     certified_tree(TwoD(4), f"{folder}/proof")
    <Node unopened, 16 candidates>
    """
    verify_certificate(game, path, progress=progress)
    table = compile_game(game)
    longest = _LONGEST + _LONGER * (len(table.guesses.items) + len(table.secrets.items))
    with open_lines(path, longest) as lines:
        line = next(islice(lines, 1, None), None)
    if line is None:
        raise BadFile(f"{shown(str(path))} has changed while it was read")
    scores = _as_they_come(table)
    guesses, edges = [], []
    nodes = expect(list, line.only("tree"), "tree")
    for node in nodes:
        guess, branches = expect(list, node, "node")
        guesses.append(table.guesses.items[integers([guess], "guess", len(table.guesses.items))[0]])
        answers = integers([score for score, _ in branches], "scores", len(scores))
        leads = integers([lead for _, lead in branches], "children", len(nodes), -1)
        edges.append(
            [(scores[score], max(lead, 0)) for score, lead in zip(answers, leads, strict=True)]
        )
    return fitted(game, Outline(guesses, edges)).tree


def _as_they_come(table: ScoreTable) -> list[object]:
    """Return the scores in the order in which they come row by row, as a certificate counts."""
    places: dict[int, None] = {}
    for guess in range(len(table.guesses.items)):
        for score in greedy_kernel().row(table.kernel_scores, guess):
            places.setdefault(score)
        if len(places) == len(table.scores.items):
            break
    return [table.scores.items[score] for score in places]
