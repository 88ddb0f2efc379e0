"""Trees in files: sketches, their check against a game, and the tree of a certificate."""

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
from mastermind_core.game.lists import takes_game
from mastermind_core.games.codes import count_pairs
from mastermind_core.kernels.shared.flat_trees import no_nodes, with_edges
from mastermind_core.progress import Progress
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.table.compiling import ON_THE_FLY
from mastermind_core.tree import Node, stored_tree

#: Maximum total number of guesses of a tree over all secrets, and maximum depth.
MOST_STEPS, DEEPEST = 1 << 22, 10_000

#: Maximum size in bytes of a new score table, after a tree has passed its check against the game.
TABLE_LIMIT = 128 << 20

#: Maximum number of pairs for a table without an earlier check of the tree: for a table that is
#: filled pair by pair, and for a fast one. Codes that need no table have no such limit.
_SLOW, _FAST = 1 << 16, 1 << 24

#: The same limits without a tree.
_ALONE, _ALONE_FAST = 1 << 20, 1 << 26

#: Maximum number of remaining secrets for which a file may leave out the guess.
_FEW = 2


@define(eq=False)
class Sketch:
    """A node of a tree in a file, before its check against the game.

    Attributes:
        guess: The guess. NOTHING stands for the first of the one or two remaining secrets.
        line: The line in the file or a description of the place.
        branches: The child for each score. None if the game is over.
        size: The number of remaining secrets. None if the file does not state it.
        open: Whether scores without a branch have an implied child. Its guess is NOTHING.
    """

    guess: Any
    line: int | str
    branches: dict[Any, Sketch | None] = field(factory=dict)
    size: int | None = None
    open: bool = False

    def wrong(self, reason: str) -> BadFile:
        """Return an error with the place of this node."""
        if isinstance(self.line, int):
            return wrong(self.line, reason)
        return BadFile(f"the tree does not fit the game, {self.line}: {reason}")

    def guess_for(self, secrets: Sequence[Any], members: array[int]) -> Any:
        """Return the guess after checking the number of remaining secrets."""
        if self.size is not None and self.size != len(members):
            raise self.wrong(f"the file states {self.size} remaining secrets, not {len(members)}")
        if self.guess is not NOTHING:
            return self.guess
        if len(members) > _FEW:
            raise self.wrong(f"the guess is missing with {len(members)} remaining secrets")
        return secrets[members[0]]


def wrong(line: int, reason: str) -> BadFile:
    """Return an error with the number of a line."""
    return BadFile(f"line {line}: {reason}")


def sketched(guesses: Sequence[Any], edges: Iterable[Sequence[tuple[Any, int]]]) -> Sketch | None:
    """Return the root of a tree in arrays, or None for an empty tree.

    Each branch must lead to a later node, and exactly one branch to each node except the root.

    Args:
        guesses: The guess of each node. Node 0 is the root.
        edges: The branches of each node as pairs (score, node). Node 0 means that the game is over.
    """
    nodes = [Sketch(guess, f"node {at}") for at, guess in enumerate(guesses)]
    reached = {0}
    for at, (node, own) in enumerate(zip(nodes, edges, strict=True)):
        if at not in reached:
            raise node.wrong("no branch leads to this node")
        for _, below in own:
            if below and (below <= at or below in reached):
                raise node.wrong(f"a branch goes back to node {below}")
            reached.add(below)
        try:
            node.branches = {score: nodes[below] if below else None for score, below in own}
        except TypeError:
            raise node.wrong("a score cannot be hashed") from None
        if len(node.branches) != len(own):
            raise node.wrong("two branches have the same score")
    return nodes[0] if nodes else None


def fitted(
    game: Game, root: Sketch | None, candidates: array[int] | None = None, *, lenient: bool = False
) -> Node:
    """Return the tree of a sketch, after a complete check against the game.

    Every guess must belong to the game, the branches must be exactly the possible scores, and the
    tree must end exactly where the game is over.

    Args:
        game: The game.
        root: The sketch of the root, or None for an empty tree.
        candidates: The indices of the secrets of a part of a tree. None means all secrets.
        lenient: Whether guesses may be uninformative.

    Raises:
        BadFile: If the tree does not match the game, or is too large.
    """
    follow = partial(_followed, root, game.secrets, lenient=lenient)
    pairs = count_pairs(game)
    flying = isinstance(game, Packed) and pairs > ON_THE_FLY
    if pairs > (_FAST if isinstance(game, FastScores) else _SLOW) and not flying:
        # The tree must match the game before time and memory are spent on a table.
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
        raise root.wrong("the tree has a guess, but the game is over")
    return stored_tree(table, flat, game, candidates=candidates, allows_uninformative=lenient)


def table_of(game: Game) -> ScoreTable:
    """Return the table of a game in a file, if it needs little time and memory."""
    return compile_game(game, limit=_ALONE_FAST if isinstance(game, FastScores) else _ALONE)


#: The blocks of a guess: index of the score, score, secrets, and whether the game is over.
_Blocks: TypeAlias = "list[tuple[int, Any, array[int], bool]]"

#: A node, its guess, and its edges: index of the score, child, and number of secrets.
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
    lenient: bool,
) -> list[_Row]:
    """Follow all secrets through a tree, and return its nodes in preorder."""
    if root is None:
        raise BadFile("the tree has no guess, and its game is not over")
    rows: list[_Row] = []
    work, waiting = 0, [(root, everything, 1)]
    while waiting:
        node, members, depth = waiting.pop()
        work += len(members)
        if work > MOST_STEPS or depth > DEEPEST:
            most = f"{MOST_STEPS:,} guesses in all, or {DEEPEST:,} in one game"
            raise node.wrong(f"the games of the tree have over {most}")
        guess = node.guess_for(secrets, members)
        blocks = split(node, guess, members)
        if len(blocks) == 1 and not blocks[0][3] and not lenient:
            raise node.wrong(f"all scores of {shown(guess)} are the same")
        row: list[tuple[int, Sketch | None, int]] = []
        unused, deeper = dict(node.branches), []
        for number, answer, block, over in blocks:
            below = unused.pop(answer, None)
            if below is not None and over:
                raise below.wrong(f"a guess follows {shown(answer)}, after which the game is over")
            if below is None and not over:
                if node.guess is not NOTHING and not node.open:
                    message = f"{shown(answer)}, the score of {shown(secrets[block[0]])}"
                    raise node.wrong(f"{shown(guess)} has no branch for {message}")
                below = Sketch(NOTHING, node.line)
            row.append((number, below, len(block)))
            if below is not None:
                deeper.append((below, block, depth + 1))
        for answer, below in unused.items():
            message = f"{shown(answer)}, the score of no remaining secret"
            raise (below or node).wrong(f"a branch is for {message}")
        rows.append((node, guess, row))
        waiting.extend(reversed(deeper))
    return rows


@takes_game
def certified_tree(
    game: Game, path: str | os.PathLike[str], *, progress: Progress | bool | None = None
) -> Node:
    """Return the tree of a certificate, after a complete check of the certificate.

    Args:
        game: The game of the certificate.
        path: The file, which may be compressed.
        progress: A function of (parts done, parts known so far), or True for a bar.

    Returns:
        The optimal tree.

    Raises:
        BadCertificate: If the certificate does not prove its claim for this game.

    >>> import tempfile
    >>> from mastermind_core import TwoD, optimal
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     optimal(TwoD(4)).write_certificate(f"{folder}/proof")
    ...     certified_tree(TwoD(4), f"{folder}/proof")
    <Node unopened, 16 candidates>
    """
    claim, _ = checked(game, path, progress=progress)
    table = compile_game(game)
    scores = dict(zip(table.places, table.scores.items, strict=True))
    guesses = [table.guesses.items[guess] for guess, _ in claim.tree]
    edges = [[(scores[score], max(lead, 0)) for score, lead in own] for _, own in claim.tree]
    return fitted(game, sketched(guesses, edges))
