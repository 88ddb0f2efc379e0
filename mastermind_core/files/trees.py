"""Trees in files: sketches that are checked against a game, and the tree of a certificate."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeAlias

from attrs import NOTHING, define, field

from mastermind_core.checker import checked
from mastermind_core.errors import BadFile, shown
from mastermind_core.game import FastScores, Game, Packed, goal_of, weights_of
from mastermind_core.games.codes import count_pairs
from mastermind_core.kernels.shared.flat_trees import no_nodes, with_edges
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

#: Secrets up to which a file may leave out the guess.
_FEW = 2


@define(eq=False)
class Sketch:
    """A node of a tree in a file: a guess, and what follows some of the answers.

    ``line`` is the line of the node, or its place in words. If ``guess`` is NOTHING, the first of
    the one or two secrets left is guessed. ``size`` is the number of secrets left, if the file
    states it. An ``open`` sketch has such a guess after each answer without a branch.
    """

    guess: Any
    line: int | str
    branches: dict[Any, Sketch | None] = field(factory=dict)
    size: int | None = None
    open: bool = False

    def wrong(self, reason: str) -> BadFile:
        """Return the error of this node."""
        if isinstance(self.line, int):
            return wrong(self.line, reason)
        return BadFile(f"the tree does not fit the game, {self.line}: {reason}")

    def guess_for(self, secrets: Sequence[Any], members: array[int]) -> Any:
        """Return the guess, where these secrets are left."""
        if self.size is not None and self.size != len(members):
            raise self.wrong(f"it says that {self.size} secrets are left: {len(members)} are")
        if self.guess is not NOTHING:
            return self.guess
        if len(members) > _FEW:
            raise self.wrong(f"{len(members)} secrets are left, and it says no guess")
        return secrets[members[0]]


def wrong(line: int, reason: str) -> BadFile:
    """Return the error of a line."""
    return BadFile(f"line {line}: {reason}")


def sketched(guesses: Sequence[Any], edges: Iterable[Sequence[tuple[Any, int]]]) -> Sketch | None:
    """Return the root of a tree in arrays: for each node pairs of a score and a node, 0 at an end.

    Every branch leads to a later node, and one branch to each.
    """
    nodes = [Sketch(guess, f"node {at}") for at, guess in enumerate(guesses)]
    reached = {0}
    for at, (node, own) in enumerate(zip(nodes, edges, strict=True)):
        if at not in reached:
            raise node.wrong("no branch leads to it")
        for _, below in own:
            if below and (below <= at or below in reached):
                raise node.wrong(f"a branch goes back to node {below}")
            reached.add(below)
        try:
            node.branches = {score: nodes[below] if below else None for score, below in own}
        except TypeError:
            raise node.wrong("a score cannot be hashed") from None
        if len(node.branches) != len(own):
            raise node.wrong("it has two branches for one answer")
    return nodes[0] if nodes else None


def fitted(
    game: Game, root: Sketch | None, candidates: array[int] | None = None, *, patient: bool = False
) -> Node:
    """Return the tree of a sketch; one that does not fit the game is refused.

    The whole tree is checked: each guess is one of the game, the branches are the answers that
    are left, each end is one of the game. ``candidates`` are those of a part of a tree.
    """
    follow = partial(_followed, root, game.secrets, patient=patient)
    pairs = count_pairs(game)
    flying = isinstance(game, Packed) and pairs > ON_THE_FLY
    if pairs > (_FAST if isinstance(game, FastScores) else _SLOW) and not flying:
        # Before time and memory go into a table, the scores have to be those of the tree.
        weights = weights_of(game)
        hidden = (at for at in range(len(game.secrets)) if not weights or weights[at])
        follow(candidates or array("I", hidden), partial(_split_by_score, game))
    table = compile_game(game, limit=TABLE_LIMIT)
    ids = table.everything if candidates is None else candidates
    flat = no_nodes()
    if not table.over(ids):
        rows = follow(ids, partial(_split_by_table, table))
        numbers: dict[Sketch | None, int] = {node: at for at, (node, *_) in enumerate(rows)}
        edges = [[(a, numbers.get(below, -1), size) for a, below, size in row] for *_, row in rows]
        guesses = array("i", (table.guesses[guess] for _, guess, _ in rows))
        flat = with_edges(guesses, edges)
    elif root is not None:
        raise root.wrong("it asks where the game is over")
    return stored_tree(table, flat, game, candidates=candidates, patient=patient)


def table_of(game: Game) -> ScoreTable:
    """Return the table of a game in a file, if it takes little time and memory to make."""
    return compile_game(game, limit=_ALONE_FAST if isinstance(game, FastScores) else _ALONE)


#: The blocks of a guess: the number of each answer, it itself, its secrets, and whether it ends.
_Blocks: TypeAlias = "list[tuple[int, Any, array[int], bool]]"

#: A node with its guess, and its edges: the number of an answer, the node below, and the secrets.
_Row: TypeAlias = "tuple[Sketch, Any, list[tuple[int, Sketch | None, int]]]"


def _split_by_table(table: ScoreTable, node: Sketch, guess: Any, members: array[int]) -> _Blocks:
    if guess not in table.guesses:
        raise node.wrong(f"{shown(guess)} is not a guess of the game")
    blocks = table.split(table.guesses[guess], members)
    return [(at, table.scores.items[at], block, table.over(block, at)) for at, block in blocks]


def _split_by_score(game: Game, node: Sketch, guess: Any, members: array[int]) -> _Blocks:
    goal, secrets = goal_of(game), game.secrets
    blocks: dict[Any, array[int]] = {}
    try:
        for secret in members:
            blocks.setdefault(game.score(guess, secrets[secret]), array("I")).append(secret)
    except Exception as error:
        raise node.wrong(f"{shown(guess)} has no score: {shown(error)}") from None
    known = {
        score: goal is not None and len({goal(secrets[secret]) for secret in block}) == 1
        for score, block in blocks.items()
    }
    return [(0, s, block, s in game.endstates or known[s]) for s, block in blocks.items()]


def _followed(
    root: Sketch | None,
    secrets: Sequence[Any],
    everything: array[int],
    split: Callable[[Sketch, Any, array[int]], _Blocks],
    *,
    patient: bool,
) -> list[_Row]:
    """Follow all secrets through a tree; return its nodes, parents first."""
    if root is None:
        raise BadFile("the tree has no guess, and its game is not over")
    rows: list[_Row] = []
    work, waiting = 0, [(root, everything, 1)]
    while waiting:
        node, members, depth = waiting.pop()
        work += len(members)
        if work > MOST_STEPS or depth > DEEPEST:
            most = f"{MOST_STEPS:,} guesses in all, or {DEEPEST:,} in one game"
            raise node.wrong(f"the games of the tree take over {most}")
        guess = node.guess_for(secrets, members)
        blocks = split(node, guess, members)
        if len(blocks) == 1 and not blocks[0][3] and not patient:
            raise node.wrong(f"the answers to {shown(guess)} are all the same")
        row: list[tuple[int, Sketch | None, int]] = []
        unused, deeper = dict(node.branches), []
        for number, answer, block, over in blocks:
            below = unused.pop(answer, None)
            if below is not None and over:
                raise below.wrong(f"it goes on after {shown(answer)}, where the game is over")
            if below is None and not over:
                if node.guess is not NOTHING and not node.open:
                    said = f"{shown(answer)}, the answer of {shown(secrets[block[0]])}"
                    raise node.wrong(f"{shown(guess)} has no branch for {said}")
                below = Sketch(NOTHING, node.line)
            row.append((number, below, len(block)))
            if below is not None:
                deeper.append((below, block, depth + 1))
        for answer, below in unused.items():
            said = f"{shown(answer)}, which none of the secrets left answers"
            raise (below or node).wrong(f"it has a branch for {said}")
        rows.append((node, guess, row))
        waiting.extend(reversed(deeper))
    return rows


def certified_tree(
    game: Game, path: str | os.PathLike[str], *, progress: Progress | bool | None = None
) -> Node:
    """Return the tree of a certificate, all of which is checked first.

    >>> import tempfile
    >>> from mastermind_core import TwoD, optimal
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     optimal(TwoD(4)).certificate(f"{folder}/proof")
    ...     certified_tree(TwoD(4), f"{folder}/proof")
    <Node unopened, 16 candidates>
    """
    claim, _ = checked(game, path, progress=progress)
    table = compile_game(game)
    scores = dict(zip(table.places, table.scores.items, strict=True))
    guesses = [table.guesses.items[guess] for guess, _ in claim.tree]
    edges = [[(scores[score], max(lead, 0)) for score, lead in own] for _, own in claim.tree]
    return fitted(game, sketched(guesses, edges))
