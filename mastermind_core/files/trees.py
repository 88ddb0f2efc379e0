"""Trees as arrays: what is written, and what is checked of what is read."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from attrs import define, frozen

from mastermind_core.errors import BadFile, shown
from mastermind_core.files.game_specs import count_pairs
from mastermind_core.game import FastScores, Game, Packed, goal_of, weights_of
from mastermind_core.game.amounts import Exact, in_user_units
from mastermind_core.kernels.shared.flat_trees import no_nodes, with_edges
from mastermind_core.kernels.types import FlatTree
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
        _check_by_score(game, outline, candidates)
    table = compile_game(game, limit=TABLE_LIMIT)
    return _Fitting(game, table, outline, candidates).run()


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


def _check_by_score(
    game: Game[Any, Any, Any], outline: Outline, candidates: array[int] | None
) -> None:
    """Play the tree against every secret; the first that does not fit ends it."""
    if not outline.guesses:
        return
    below = [_by_score(outline, node) for node in range(len(outline.guesses))]
    secrets = game.secrets
    goals = goal_of(game) is not None
    weights = weights_of(game)
    everything = range(len(secrets)) if candidates is None else candidates
    steps = 0
    for number in everything:
        if weights and not weights[number]:
            continue
        node, secret = 0, secrets[number]
        while True:
            steps += 1
            if steps > MOST_STEPS:
                raise outline.wrong(node, f"its secrets take over {MOST_STEPS:,} guesses in all")
            score = _score(game, outline, node, secret)
            if score not in below[node]:
                raise outline.wrong(
                    node, f"it has no branch for {shown(score)}, the answer of {shown(secret)}"
                )
            lead = below[node][score]
            ended = score in game.endstates
            # Where a game has goals, its table says what is known at an end.
            if ended if lead else not (ended or goals):
                raise _wrong_end(outline, node, score, lead)
            if lead == 0:
                break
            node = lead


def _score(game: Game[Any, Any, Any], outline: Outline, node: int, secret: Any) -> Any:
    guess = outline.guesses[node]
    try:
        return game.score(guess, secret)
    except Exception as error:
        raise outline.wrong(node, f"{shown(guess)} has no score: {shown(error)}") from None


def _by_score(outline: Outline, node: int) -> dict[Any, int]:
    try:
        below = dict(outline.edges[node])
    except TypeError:
        raise outline.wrong(node, "a score cannot be hashed") from None
    if len(below) != len(outline.edges[node]):
        raise outline.wrong(node, "it has two branches for one answer")
    return below


def _wrong_end(outline: Outline, node: int, score: Any, lead: int) -> BadFile:
    if lead:
        return outline.wrong(node, f"it goes on after {shown(score)}, where the game is over")
    return outline.wrong(node, f"it ends with {shown(score)}, where the game is not over")


@define(eq=False)
class _Fitting:
    """One walk through an outline by the numbers of a table."""

    game: Game[Any, Any, Any]
    table: ScoreTable
    outline: Outline
    candidates: array[int] | None

    def run(self) -> Measured:
        table, outline = self.table, self.outline
        ids = table.everything if self.candidates is None else self.candidates
        weights = None if table.uniform else table.weights
        costs = table.costs
        if table.over(ids):
            return self._over(ids)
        if not outline.guesses:
            raise BadFile("the tree has no guess, and its game is not over")
        guesses = array("i", map(self._guess_id, range(len(outline.guesses))))
        rows: list[list[tuple[int, int, int]]] = [[] for _ in guesses]
        total = worst = work = 0
        waiting = [(0, 0, ids)]
        while waiting:
            node, spent, members = waiting.pop()
            paid = spent + (costs[guesses[node]] if costs else 1)
            work += len(members)
            if work > MOST_STEPS:
                raise outline.wrong(node, f"its secrets take over {MOST_STEPS:,} guesses in all")
            for score, lead, block in self._blocks(node, guesses[node], members):
                rows[node].append((score, lead or -1, len(block)))
                if lead:
                    waiting.append((lead, paid, block))
                else:
                    weight = sum(map(weights.__getitem__, block)) if weights else len(block)
                    total += paid * weight
                    worst = max(worst, paid)
        flat = with_edges(guesses, rows)
        tree = stored_tree(
            table, flat, self.game, candidates=self.candidates, patient=outline.patient
        )
        return Measured(
            tree,
            in_user_units(total, table.weight_unit * table.cost_unit),
            in_user_units(worst, table.cost_unit),
        )

    def _over(self, ids: array[int]) -> Measured:
        """Return the tree of a game that is over before the first guess."""
        if self.outline.guesses:
            raise self.outline.wrong(0, "it asks where the game is over")
        tree = stored_tree(self.table, no_nodes(), self.game, candidates=self.candidates)
        return Measured(tree, 0, 0)

    def _guess_id(self, node: int) -> int:
        guess = self.outline.guesses[node]
        if guess not in self.table.guesses:
            raise self.outline.wrong(node, f"{shown(guess)} is not a guess of the game")
        return self.table.guesses[guess]

    def _blocks(
        self, node: int, guess: int, members: array[int]
    ) -> list[tuple[int, int, array[int]]]:
        """Return for each answer that is left its number, the node below and the secrets."""
        table, outline = self.table, self.outline
        blocks = table.split(guess, members)
        edges = outline.edges[node]
        if len(edges) == len(blocks) == 1:  # most nodes are the last of their game
            score = blocks[0][0]
            if table.over(members, score) and edges[0] == (table.scores.items[score], 0):
                return [(score, 0, members)]
        below = _by_score(outline, node)
        found = []
        for score, block in blocks:
            answer = table.scores.items[score]
            if answer not in below:
                secret = table.secrets.items[block[0]]
                raise outline.wrong(
                    node, f"it has no branch for {shown(answer)}, the answer of {shown(secret)}"
                )
            lead = below[answer]
            if (lead == 0) != table.over(block, score):
                raise _wrong_end(outline, node, answer, lead)
            found.append((score, lead, block))
        if len(found) != len(below):
            left = {table.scores.items[score] for score, _, _ in found}
            odd = next(score for score in below if score not in left)
            raise outline.wrong(
                node, f"it has a branch for {shown(odd)}, which none of the secrets left answers"
            )
        if len(found) == 1 and found[0][1] and not outline.patient:
            raise outline.wrong(node, f"all the {len(members)} secrets left answer the same")
        return found
