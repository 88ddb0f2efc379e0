"""Trees as arrays: what is written, what is checked of what is read, and that of a certificate."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from attrs import frozen

from mastermind_core.checker import verify_certificate
from mastermind_core.checker.reading import open_lines
from mastermind_core.errors import BadFile, shown
from mastermind_core.files.game_specs import count_pairs
from mastermind_core.files.kinds import expect, integers
from mastermind_core.game import FastScores, Game, Packed, goal_of, weights_of
from mastermind_core.game.amounts import Exact
from mastermind_core.kernels.shared.flat_trees import no_nodes, with_edges
from mastermind_core.kernels.types import FlatTree
from mastermind_core.progress import Progress
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.table.compiling import ON_THE_FLY
from mastermind_core.tree import Node, stored_tree

#: Guesses that the games of a tree may take in all, and the longest of them.
MOST_STEPS, DEEPEST = 1 << 22, 10_000

#: Bytes that the score table of a game in a file may take where a tree fits the game; one that is
#: compiled already may take more.
TABLE_LIMIT = 128 << 20

#: Pairs up to which a table is made without looking at a tree first: of a game that fills its table
#: pair by pair, and of one that does it fast. Codes that take no table have no such limit.
_SLOW, _FAST = 1 << 16, 1 << 24

#: The same where there is no tree to look at.
_ALONE, _ALONE_FAST = 1 << 20, 1 << 26


@frozen(eq=False)
class Outline:
    """A tree in guesses and scores, as a file tells it: a node a place, the root first.

    ``edges`` are pairs of a score and the place of the node below, 0 at an end. ``where`` says
    where in the file each node is, for errors.
    """

    guesses: Sequence[Any]
    edges: Sequence[Sequence[tuple[Any, int]]]
    patient: bool = False
    where: Sequence[str] | None = None

    def wrong(self, node: int, reason: str) -> BadFile:
        """Return the error of a node."""
        place = f"node {node}" if self.where is None else self.where[node]
        return BadFile(f"the tree does not fit the game, {place}: {reason}")


@frozen(eq=False)
class Measured:
    """A tree that fits its game, with the guesses that it takes over all secrets and at worst."""

    tree: Node
    total: Exact
    worst: Exact


def outline_of(tree: Node, flat: FlatTree) -> Outline:
    """Return a tree in guesses and scores, in the order of its arrays."""
    guesses, scores = tree.table.guesses.items, tree.table.scores.items
    edges = [
        [
            (scores[flat.edge_score[edge]], max(flat.edge_child[edge], 0))
            for edge in range(flat.first_edge[node], flat.first_edge[node + 1])
        ]
        for node in range(len(flat.guesses))
    ]
    return Outline([guesses[guess] for guess in flat.guesses], edges, tree.patient)


def fitted(
    game: Game[Any, Any, Any], outline: Outline, candidates: array[int] | None = None
) -> Measured:
    """Return the tree of an outline; one that does not fit the game is refused.

    The whole tree is checked: each guess is one of the game, the branches are the answers that
    are left, each end is one of the game. ``candidates`` are those of a part of a tree.
    """
    _check_depths(outline)
    pairs = count_pairs(game)
    flying = isinstance(game, Packed) and pairs > ON_THE_FLY
    if pairs > (_FAST if isinstance(game, FastScores) else _SLOW) and not flying:
        # Before time and memory go into a table, the scores have to be those of the tree.
        weights = weights_of(game)
        hidden = (at for at in range(len(game.secrets)) if not weights or weights[at])
        ids = candidates or array("I", hidden)
        _followed(outline, game.secrets, ids, partial(_split_by_score, game))
    table = compile_game(game, limit=TABLE_LIMIT)
    ids = table.everything if candidates is None else candidates
    for node, guess in enumerate(outline.guesses):
        if guess not in table.guesses:
            raise outline.wrong(node, f"{shown(guess)} is not a guess of the game")
    flat = no_nodes()
    if not table.over(ids):
        rows = _followed(outline, game.secrets, ids, partial(_split_by_table, table))
        edges = [[(table.scores[answer], lead, size) for answer, lead, size in row] for row in rows]
        flat = with_edges(array("i", map(table.guesses.__getitem__, outline.guesses)), edges)
    elif outline.guesses:
        raise outline.wrong(0, "it asks where the game is over")
    tree = stored_tree(table, flat, game, candidates=candidates, patient=outline.patient)
    costs = tree.costs()
    return Measured(tree, sum(cost * weight for cost, weight in costs.items()), max(costs))


def table_of(game: Game[Any, Any, Any]) -> ScoreTable:
    """Return the table of a game in a file, if it takes little time and memory to make."""
    return compile_game(game, limit=_ALONE_FAST if isinstance(game, FastScores) else _ALONE)


def _check_depths(outline: Outline) -> None:
    """Refuse what is no tree, and one that is deeper than any that is played."""
    depths = [0] * len(outline.guesses)
    depths[:1] = [1] * len(depths[:1])
    steps = 0
    for node, edges in enumerate(outline.edges):
        depth = depths[node]
        if depth == 0:
            raise outline.wrong(node, "no branch leads to it")
        if depth > DEEPEST:
            raise outline.wrong(node, f"it is deeper than {DEEPEST:,} guesses")
        for _, below in edges:
            if below == 0:
                steps += depth
            elif below <= node or depths[below]:
                raise outline.wrong(node, f"a branch goes back to node {below}")
            else:
                depths[below] = depth + 1
    if steps > MOST_STEPS:
        raise outline.wrong(0, f"its branches take {steps:,} guesses in all, over {MOST_STEPS:,}")


#: What a guess does to secrets: each answer with those that give it, and whether the game is over.
_Blocks: TypeAlias = "list[tuple[Any, array[int], bool]]"


def _split_by_table(table: ScoreTable, guess: Any, members: array[int]) -> _Blocks:
    blocks = table.split(table.guesses[guess], members)
    return [(table.scores.items[at], block, table.over(block, at)) for at, block in blocks]


def _split_by_score(game: Game[Any, Any, Any], guess: Any, members: array[int]) -> _Blocks:
    goal, secrets = goal_of(game), game.secrets
    blocks: dict[Any, array[int]] = {}
    for secret in members:
        blocks.setdefault(game.score(guess, secrets[secret]), array("I")).append(secret)
    known = {
        score: goal is not None and len({goal(secrets[secret]) for secret in block}) == 1
        for score, block in blocks.items()
    }
    return [(s, block, s in game.endstates or known[s]) for s, block in blocks.items()]


def _followed(
    outline: Outline,
    secrets: Sequence[Any],
    everything: array[int],
    split: Callable[[Any, array[int]], _Blocks],
) -> list[list[tuple[Any, int, int]]]:
    """Follow all secrets through a tree; return the answers of each node, their leads and sizes."""
    if not outline.guesses:
        raise BadFile("the tree has no guess, and its game is not over")
    rows: list[list[tuple[Any, int, int]]] = [[] for _ in outline.guesses]
    work, waiting = 0, [(0, everything)]
    while waiting:
        node, members = waiting.pop()
        work += len(members)
        if work > MOST_STEPS:
            raise outline.wrong(node, f"its secrets take over {MOST_STEPS:,} guesses in all")
        guess = outline.guesses[node]
        below = _by_score(outline, node)
        try:
            blocks = split(guess, members)
        except Exception as error:
            raise outline.wrong(node, f"{shown(guess)} has no score: {shown(error)}") from None
        for answer, block, over in blocks:
            if answer not in below:
                said = f"{shown(answer)}, the answer of {shown(secrets[block[0]])}"
                raise outline.wrong(node, f"it has no branch for {said}")
            lead = below.pop(answer)
            if lead and over:
                said = f"it goes on after {shown(answer)}, where the game is over"
                raise outline.wrong(node, said)
            if not lead and not over:
                said = f"it ends with {shown(answer)}, where the game is not over"
                raise outline.wrong(node, said)
            rows[node].append((answer, lead or -1, len(block)))
            if lead:
                waiting.append((lead, block))
        if below:
            said = f"it has a branch for {shown(next(iter(below)))}, which none of the secrets left"
            raise outline.wrong(node, f"{said} answers")
        if len(blocks) == 1 and not blocks[0][2] and not outline.patient:
            raise outline.wrong(node, f"all the {len(members)} secrets left answer the same")
    return rows


def _by_score(outline: Outline, node: int) -> dict[Any, int]:
    try:
        below = dict(outline.edges[node])
    except TypeError:
        raise outline.wrong(node, "a score cannot be hashed") from None
    if len(below) != len(outline.edges[node]):
        raise outline.wrong(node, "it has two branches for one answer")
    return below


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
    scores = dict(zip(table.places, table.scores.items, strict=True))
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
