"""Players: made from names, strategies, trees and solutions, with their trees."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol, TypeAlias
from zlib import crc32

from attrs import frozen

from mastermind_core.arguments import DEFAULT_SEED, Seed
from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game import Game, Guess, Score, Secret, check_parts, is_game
from mastermind_core.game.lists import takes_game
from mastermind_core.kernels import choose as kernels
from mastermind_core.names.services import service_of
from mastermind_core.strategies.base import Strategy, name_of, randomized, start
from mastermind_core.strategies.catalogue import default_strategy, strategy_of
from mastermind_core.table import ScoreTable, compile_game, spelled, too_large
from mastermind_core.tree.node import Node, StrategyPlan, stored_tree

#: The maximum number of nodes of a tree that has a digest.
_MOST_NODES = 100_000


class HasTree(Protocol):
    """An object with a decision tree, such as a :class:`mastermind_core.Solution`."""

    @property
    def tree(self) -> Node:
        """Return the tree's root."""


#: Accepted as a strategy: a name, a strategy, a tree, or an object with a tree.
StrategyLike: TypeAlias = "Strategy | str | Node | HasTree"


@takes_game
def lazy_tree(
    game: Game[Guess, Secret, Score],
    strategy: StrategyLike | None = None,
    *,
    seed: Seed = DEFAULT_SEED,
    confidence: float | Fraction | None = None,
    max_steps: int | None = None,
) -> Node[Guess, Secret, Score]:
    """Return a strategy's decision tree by its root. The nodes are computed on first access.

    All scores are computed at once, if the game is not compiled.

    If answers may be wrong (see :func:`noisy`), the whole tree is computed. Its secrets are
    outcomes, one per path. An outcome has the likeliest name and the probability that it is right.
    It also has the path's probability. A guess that is asked again says in parentheses how many
    times.

    Args:
        game: The game.
        strategy: A strategy or its name. A tree is returned as it is, a solution gives its tree.
            By default "pairs" if several secrets share a goal, and otherwise "entropy".
        seed: A seed for a randomized strategy. Each node has its own generator, so the tree does
            not depend on the access order.
        confidence: If answers may be wrong, the game ends when the likeliest name has this
            probability.
        max_steps: If answers may be wrong, the maximum number of guesses.

    Returns:
        The root.

    Raises:
        BadArgument: If the strategy is not valid or cannot play the game.
        BadGame: If the tree belongs to another game.
        GameTooLarge: If the game's score table takes too much memory.

    See Also:
        :func:`optimal`, :func:`length_distribution`, :func:`to_text`.

    >>> from mastermind_core import TwoD
    >>> root = lazy_tree(TwoD(3), "entropy")
    >>> root.guess, [(branch.size, branch.subtree) for branch in root.branches][:2]
    ((1, 1), [(1, None), (3, <Node unopened, 3 candidates>)])
    """
    service = service_of(game, confidence=confidence, max_steps=max_steps)
    if service is not None:
        unfolded: Node[Guess, Secret, Score] = service.tree(
            game, strategy, confidence=confidence, max_steps=max_steps
        )
        return unfolded
    return player_for(game, strategy).lazy_tree(seed)


@frozen(eq=False)
class Player:
    """A game with the strategy or tree that plays it.

    Public functions convert their argument by :func:`player_for` at once, and internal functions
    take the player. The table and the tree are computed on first access.
    """

    game: Game
    choice: Strategy | Node
    _table: ScoreTable | None = None

    @property
    def name(self) -> str:
        """Return the strategy's name."""
        return name_of(self.choice)

    @property
    def randomized(self) -> bool:
        """Return whether the guesses depend on a seed."""
        return randomized(self.choice)

    @cached_property
    def table(self) -> ScoreTable:
        """The compiled game."""
        return self._table or compile_game(self.game)

    @cached_property
    def tree(self) -> Node:
        """The player's tree, computed as a whole by a kernel if the strategy supports that."""
        grow = getattr(self.choice, "grow", None)
        flat = None if grow is None else grow(self.table, self.game)
        return self.lazy_tree() if flat is None else stored_tree(self.table, flat, self.game)

    def lazy_tree(self, seed: Seed = DEFAULT_SEED) -> Node:
        """Return the player's tree. Its nodes are computed on first access."""
        if isinstance(self.choice, Node):
            return self.choice
        first = start(self.game, seed, table=self.table)
        return Node(self.table, first.candidate_ids, StrategyPlan(self.choice, first))


def tree_for(
    game: Game[Guess, Secret, Score], given: StrategyLike | None
) -> Node[Guess, Secret, Score]:
    """Return the tree for a strategy, a name, a tree or a solution."""
    return player_for(game, given).tree


def player_for(game: Game, given: StrategyLike | None) -> Player:
    """Return the player for a strategy, a name, a tree or a solution.

    Args:
        game: The game.
        given: The strategy, name, tree or solution, or None for the default strategy.

    Returns:
        The player.

    Raises:
        BadArgument: If ``given`` is not valid.
        BadGame: If the tree belongs to another game.

    >>> from mastermind_core import TwoD
    >>> player_for(TwoD(3), "knuth").name
    'knuth'
    """
    check_game(game, given)
    tree = tree_in(given)
    if given is None:
        given = "entropy" if too_large(game) else default_strategy(game)
    if tree is None:
        return Player(game, strategy_of(given))
    return Player(game, tree, check_tree(game, tree))


def check_game(game: Any, given: object = None, *, noisy: bool = False) -> None:
    """Raise unless ``game`` is a game, exact or ``noisy``, and report swapped arguments."""
    other = isinstance(game, str) or tree_in(game) is not None or is_game(given)
    if other and not is_game(game):
        raise BadArgument(f"game must be a game, not {shown(game)}: the game comes first")
    check_parts(game, noisy=noisy)


def tree_in(given: object) -> Node | None:
    """Return a tree, a solution's tree, or None for anything else.

    >>> tree_in("entropy") is None
    True
    """
    tree = given if isinstance(given, Node) else getattr(given, "tree", None)
    return tree if isinstance(tree, Node) else None


def some_tree(given: object) -> Node:
    """Return a tree or a solution's tree, or raise for anything else."""
    tree = tree_in(getattr(given, "unfolded", given))
    if tree is None:
        raise BadArgument(
            f"tree must be a tree or a solution, not {shown(given)}: lazy_tree(game, strategy) "
            "returns one"
        )
    return tree


def check_tree(game: Game, tree: Node) -> ScoreTable:
    """Return a game's table, or raise if the tree has other guesses, secrets or scores."""
    table = tree.table
    if table.is_of(game):
        return table
    own = compile_game(game)
    if own is table:
        return table
    for name in ("guesses", "secrets"):
        mine = getattr(own, name).items
        other = getattr(table, name).items
        if mine != other:
            raise BadGame(
                f"the tree is of another game than {shown(game)}: that has {len(other)} {name}, "
                f"such as {shown(other[0])}, this one {len(mine)}, such as {shown(mine[0])}"
            )
    for guess in range(len(own.guesses.items)):
        if _answers(own, guess) != _answers(table, guess):
            raise BadGame(
                f"the tree is of another game than {shown(game)}, whose scores of "
                f"{shown(own.guesses.items[guess])} differ"
            )
    return own


def _answers(table: ScoreTable, guess: int) -> list[tuple[Any, bool]]:
    """Return a guess's score for each secret, and whether it ends the game."""
    row = kernels.greedy.row(table.kernel_scores, guess)
    return [(table.scores.items[score], table.final[score]) for score in row]


def _branches_of(tree: Any) -> Mapping[Any, Any]:
    """Return the subtree after each answer in a tree."""
    branches = tree[1] if isinstance(tree, tuple) else tree.branches
    if isinstance(branches, Mapping):
        return branches
    return {branch.score: branch.subtree for branch in branches}


def digest_of_tree(tree: Any) -> str:
    """Return a digest of a tree or a policy, which may have circles, or "" for None."""
    places = {id(tree): 0}
    nodes = [tree]
    lines = list[str]()
    while len(lines) < len(nodes) <= _MOST_NODES:
        node = nodes[len(lines)]
        branches = {} if node is None else _branches_of(node)
        steps = []
        for answer, below in branches.items():
            place = places.setdefault(id(below), len(nodes))
            if place == len(nodes):
                nodes.append(below)
            steps.append(f"{spelled(answer)}:{place}")
        guess = None if node is None else node[0] if isinstance(node, tuple) else node.guess
        lines.append(f"{spelled(guess)} {' '.join(sorted(steps))}")
    return "" if tree is None else f"{crc32(' / '.join(lines).encode()):08x}"
