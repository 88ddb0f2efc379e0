"""Trees in files: sketches, their check against a game, and the tree of a certificate."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeAlias

from attrs import NOTHING, define, field
from more_itertools import all_equal

from mastermind_core.checker import checked
from mastermind_core.errors import BadFile, shown
from mastermind_core.game import (
    FastScores,
    Game,
    Packed,
    WrittenScores,
    goal_of,
    takes_game,
    weights_of,
)
from mastermind_core.games.parts import count_pairs
from mastermind_core.kernels import FlatTree, no_nodes, with_edges
from mastermind_core.progress import Progress
from mastermind_core.table import ON_THE_FLY, ScoreTable, compile_game
from mastermind_core.tree import Node, stored_tree

#: Maximum total number of guesses of a tree over all secrets.
MOST_STEPS = 1 << 22

#: Maximum depth of a tree.
DEEPEST = 10_000

#: Maximum size in bytes of a new score table, after a tree has passed its check against the game.
TABLE_LIMIT = 128 << 20

#: Maximum number of pairs for a table that is filled pair by pair without an earlier check of the
#: tree. Codes that need no table have no such limit.
_SLOW = 1 << 16

#: The same for a game with fast scores.
_FAST = 1 << 24

#: The same two limits without a tree.
_ALONE = 1 << 20
_ALONE_FAST = 1 << 26

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
    nodes = [Sketch(guess, f"node {number}") for number, guess in enumerate(guesses)]
    reached = {0}
    for number, (node, branches) in enumerate(zip(nodes, edges, strict=True)):
        if number not in reached:
            raise node.wrong("no branch leads to this node")
        for _, child in branches:
            if child and (child <= number or child in reached):
                raise node.wrong(f"a branch goes back to node {child}")
            reached.add(child)
        node.branches = _children(node, branches, nodes)
    return nodes[0] if nodes else None


def _children(
    node: Sketch, branches: Sequence[tuple[Any, int]], nodes: Sequence[Sketch]
) -> dict[Any, Sketch | None]:
    """Return the child of a node for each score, after a check that the scores are distinct."""
    try:
        children = {score: nodes[child] if child else None for score, child in branches}
    except TypeError:
        raise node.wrong("a score cannot be hashed") from None
    if len(children) != len(branches):
        raise node.wrong("two branches have the same score")
    return children


def fitted(
    game: Game, root: Sketch | None, candidates: array[int] | None = None, *, lenient: bool = False
) -> Node:
    """Return the tree of a sketch, after a complete check against the game.

    Every guess must belong to the game, the branches must be exactly the possible scores, and the
    tree must end exactly where the game is over.

    Args:
        game: The game.
        root: The sketch of the root, or None for an empty tree.
        candidates: The indices of the secrets in a part of a tree. None means all secrets.
        lenient: Whether guesses may be uninformative.

    Raises:
        BadFile: If the tree does not match the game, or is too large.
    """
    follow = partial(_followed, root, game.secrets, lenient=lenient)
    if _needs_check_before_table(game):
        follow(candidates or _possible(game), partial(_split_by_score, game))
    table = compile_game(game, limit=TABLE_LIMIT)
    remaining = table.everything if candidates is None else candidates
    if not table.over(remaining):
        flat = _flat(table, follow(remaining, partial(_split_by_table, table)))
    elif root is None:
        flat = no_nodes()
    else:
        raise root.wrong("the tree has a guess, but the game is over")
    return stored_tree(table, flat, game, candidates=candidates, allows_uninformative=lenient)


def _needs_check_before_table(game: Game) -> bool:
    """Return whether a tree must match the game before time and memory are spent on a table."""
    pairs = count_pairs(game)
    if isinstance(game, Packed) and pairs > ON_THE_FLY:
        return False
    if isinstance(game.score, WrittenScores):  # the file has all scores
        return False
    return pairs > (_FAST if isinstance(game, FastScores) else _SLOW)


def _possible(game: Game) -> array[int]:
    """Return the indices of the secrets with a weight above 0."""
    weights = weights_of(game)
    everything = range(len(game.secrets))
    return array("I", (secret for secret in everything if not weights or weights[secret]))


def _flat(table: ScoreTable, rows: Sequence[_Row]) -> FlatTree:
    """Return a tree in arrays: the nodes in preorder, each with its guess and its edges."""
    numbers: dict[Sketch | None, int] = {node: number for number, (node, _, _) in enumerate(rows)}
    guesses = array("i", (table.guesses[guess] for _, guess, _ in rows))
    edges = [
        [(score, numbers.get(child, -1), size) for score, child, size in row] for _, _, row in rows
    ]
    return with_edges(guesses, edges)


def table_of(game: Game) -> ScoreTable:
    """Return the table of a game in a file, if it needs little time and memory."""
    return compile_game(game, limit=_ALONE_FAST if isinstance(game, FastScores) else _ALONE)


#: The blocks of a guess: index of the score, score, secrets, and whether the game is over.
_Blocks: TypeAlias = "list[tuple[int, Any, array[int], bool]]"

#: A node, its guess, and its edges: index of the score, child, and number of secrets.
_Row: TypeAlias = "tuple[Sketch, Any, list[tuple[int, Sketch | None, int]]]"


def _split_by_table(table: ScoreTable, node: Sketch, guess: object, members: array[int]) -> _Blocks:
    if guess not in table.guesses:
        raise node.wrong(f"{shown(guess)} is not a guess of the game")
    blocks = table.split(table.guesses[guess], members)
    return [
        (score, table.scores.items[score], block, table.over(block, score))
        for score, block in blocks
    ]


def _split_by_score(game: Game, node: Sketch, guess: object, members: array[int]) -> _Blocks:
    goal = goal_of(game)
    secrets = game.secrets
    blocks: dict[Any, array[int]] = {}
    try:
        for secret in members:
            score = game.score(guess, secrets[secret])
            blocks.setdefault(score, array("I")).append(secret)
    except Exception as error:
        raise node.wrong(f"{shown(guess)} has no score: {shown(error)}") from None

    def over(score: object, block: array[int]) -> bool:
        if goal is not None and all_equal(goal(secrets[secret]) for secret in block):
            return True
        return score in game.endstates

    return [(0, score, block, over(score, block)) for score, block in blocks.items()]


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
    work = 0
    waiting = [(root, everything, 1)]
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
        deeper = []
        for number, score, block, over in blocks:
            child = _child(node, score, secrets[block[0]], over=over)
            row.append((number, child, len(block)))
            if child is not None:
                deeper.append((child, block, depth + 1))
        _check_no_other_branches(node, {score for _, score, _, _ in blocks})
        rows.append((node, guess, row))
        waiting.extend(reversed(deeper))
    return rows


def _child(node: Sketch, score: object, example: object, *, over: bool) -> Sketch | None:
    """Return the child of a node for a score, which may be implied, or None if the game is over."""
    child = node.branches.get(score)
    if over:
        if child is not None:
            raise child.wrong(f"a guess follows {shown(score)}, after which the game is over")
        return None
    if child is not None:
        return child
    if node.guess is not NOTHING and not node.open:
        message = f"{shown(score)}, the score of {shown(example)}"
        raise node.wrong(f"{shown(node.guess)} has no branch for {message}")
    return Sketch(NOTHING, node.line)


def _check_no_other_branches(node: Sketch, possible: set[Any]) -> None:
    for score, child in node.branches.items():
        if score not in possible:
            message = f"{shown(score)}, the score of no remaining secret"
            raise (child or node).wrong(f"a branch is for {message}")


@takes_game
def certified_tree(
    game: Game, path: str | os.PathLike[str], *, progress: Progress | bool | None = None
) -> Node:
    """Return the tree of a certificate, after a complete check of the certificate.

    Args:
        game: The certificate's game.
        path: The file, which may be compressed.
        progress: Called with (parts done, parts known so far). True shows a bar.

    Returns:
        The optimal tree.

    Raises:
        BadCertificate: If the certificate does not prove its claim for this game.

    See Also:
        :func:`verify_certificate`, :func:`optimal`.

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
    edges = [
        [(scores[score], max(child, 0)) for score, child in branches.items()]
        for _, branches in claim.tree
    ]
    return fitted(game, sketched(guesses, edges))
