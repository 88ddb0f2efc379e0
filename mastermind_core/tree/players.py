"""Who plays a game: what a user may give where a strategy is wanted, and its tree."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Protocol, TypeAlias

from attrs import frozen

from mastermind_core.arguments import DEFAULT_SEED, Seed
from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game import Game, Guess, Score, Secret, check_parts, is_game
from mastermind_core.kernels import choose as kernels
from mastermind_core.strategies.base import Strategy, draws_lots, name_of, start
from mastermind_core.strategies.catalogue import strategy_of
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.tree.node import Node, StrategyPlan, stored_tree


class HasTree(Protocol):
    """Anything that carries a decision tree, as a :class:`mastermind_core.Solution` does."""

    @property
    def tree(self) -> Node:
        """Return the root of the tree."""


#: What may be given where a strategy is wanted: its name, itself, its tree, or a solution.
StrategyLike: TypeAlias = "Strategy | str | Node | HasTree"


def lazy_tree(
    game: Game[Guess, Secret, Score], strategy: StrategyLike, *, seed: Seed = DEFAULT_SEED
) -> Node[Guess, Secret, Score]:
    """Return the root of the tree that a strategy plays; nothing is chosen before it is looked at.

    ``seed`` is for a strategy that draws lots; each node draws its own, so that a tree is the
    same in whatever order it is opened. A tree stays itself, and a solution gives its tree.

    >>> from mastermind_core import TwoD
    >>> root = lazy_tree(TwoD(3), "entropy")
    >>> root.guess, [(branch.size, branch.subtree) for branch in root.branches][:2]
    ((1, 1), [(1, None), (3, <Node unopened, 3 candidates>)])
    """
    return player_for(game, strategy).lazy_tree(seed)


@frozen(eq=False)
class Player:
    """Who plays a game: the game, and the strategy or the tree that was meant, looked up once.

    What a public function takes becomes a player at once, by :func:`player_for`; all that is below
    takes the player. The table is compiled, and the tree grown, when it is first asked for.
    """

    game: Game
    choice: Strategy | Node
    _table: ScoreTable | None = None

    @property
    def name(self) -> str:
        """Return the name of the strategy."""
        return name_of(self.choice)

    @property
    def draws_lots(self) -> bool:
        """Return whether another seed makes other guesses."""
        return draws_lots(self.choice)

    @cached_property
    def table(self) -> ScoreTable:
        """The compiled game."""
        return self._table or compile_game(self.game)

    @cached_property
    def tree(self) -> Node:
        """The tree that is played, grown in one go where the strategy can; a tree stays itself."""
        grow = getattr(self.choice, "grow", None)
        flat = None if grow is None else grow(self.table, self.game)
        return self.lazy_tree() if flat is None else stored_tree(self.table, flat, self.game)

    def lazy_tree(self, seed: Seed = DEFAULT_SEED) -> Node:
        """Return the tree that is played; nothing is chosen before it is looked at."""
        if isinstance(self.choice, Node):
            return self.choice
        first = start(self.game, seed, table=self.table)
        return Node(self.table, first.candidate_ids, StrategyPlan(self.choice, first))


def tree_for(game: Game[Guess, Secret, Score], given: StrategyLike) -> Node[Guess, Secret, Score]:
    """Return the tree of what a user means, grown in one go where it can."""
    return player_for(game, given).tree


def player_for(game: Game, given: StrategyLike) -> Player:
    """Return who plays a game: the strategy or the tree that a user means.

    Names are looked up, a solution gives its tree, a tree of another game is refused, and so is
    what is none of these.

    >>> from mastermind_core import TwoD
    >>> player_for(TwoD(3), "knuth").name
    'knuth'
    """
    check_game(game, given)
    tree = tree_in(given)
    if tree is None:
        return Player(game, strategy_of(given))
    return Player(game, tree, check_tree(game, tree))


def check_game(game: Any, given: Any = None) -> None:
    """Refuse what is no game, and say where a strategy and the game have changed places."""
    other = isinstance(game, str) or tree_in(game) is not None or is_game(given)
    if other and not is_game(game):
        raise BadArgument(f"game must be a game, not {shown(game)}: the game comes first")
    check_parts(game)


def tree_in(given: Any) -> Node | None:
    """Return what is given if it is a tree, or the tree that it carries, or None.

    >>> tree_in("entropy") is None
    True
    """
    tree = given if isinstance(given, Node) else getattr(given, "tree", None)
    return tree if isinstance(tree, Node) else None


def some_tree(given: Any) -> Node:
    """Return a tree or the tree of a solution, for functions that have no game at hand."""
    tree = tree_in(given)
    if tree is None:
        raise BadArgument(
            f"tree must be a tree or a solution, not {shown(given)}: lazy_tree(game, strategy) "
            "makes one"
        )
    return tree


def check_tree(game: Game, tree: Node) -> ScoreTable:
    """Return the table of a game, and refuse a tree of other guesses, secrets or answers."""
    table = tree.table
    if table.is_of(game):
        return table
    own = compile_game(game)
    if own is table:
        return table
    for name in ("guesses", "secrets"):
        mine, other = getattr(own, name).items, getattr(table, name).items
        if mine != other:
            raise BadGame(
                f"the tree is of another game than {shown(game)}: that has {len(other)} {name}, "
                f"such as {shown(other[0])}, this one {len(mine)}, such as {shown(mine[0])}"
            )
    for guess in range(len(own.guesses.items)):
        if _answers(own, guess) != _answers(table, guess):
            raise BadGame(
                f"the tree is of another game than {shown(game)}, whose answers to "
                f"{shown(own.guesses.items[guess])} are others"
            )
    return own


def _answers(table: ScoreTable, guess: int) -> list[tuple[Any, bool]]:
    """Return the answers of all secrets to a guess, and whether each ends the game."""
    row = kernels.greedy.row(table.kernel_scores, guess)
    return [(table.scores.items[score], table.final[score]) for score in row]
