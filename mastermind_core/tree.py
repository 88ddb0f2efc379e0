"""Decision trees that are opened on first access: a branch that nobody looks at costs nothing."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from attrs import frozen

from mastermind_core.display import Shown
from mastermind_core.errors import (
    BadArgument,
    BadGame,
    InconsistentHistory,
    UninformativeGuess,
)
from mastermind_core.frames import make_frame
from mastermind_core.game import Game, check_parts
from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.kernels.shared.listening import tell
from mastermind_core.kernels.types import FlatTree
from mastermind_core.plans import FlatPlan, Plan, StrategyPlan
from mastermind_core.seeds import DEFAULT_SEED, Seed
from mastermind_core.strategies.base import Picked, Position, Strategy, start
from mastermind_core.strategies.resolve import shown, strategy_of
from mastermind_core.table import ScoreTable, compile_game

# A tree is of guesses, secrets and scores of some types; where none are named they are Any, which
# type checkers know from Python 3.13 on.
if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVariable

    Guess = TypeVariable("Guess", bound=Hashable, default=Any)
    Secret = TypeVariable("Secret", bound=Hashable, default=Any)
    Score = TypeVariable("Score", bound=Hashable, default=Any)
else:
    Guess, Secret, Score = TypeVar("Guess"), TypeVar("Secret"), TypeVar("Score")


class Node(Shown, Generic[Guess, Secret, Score]):
    """A guess of a decision tree; the answers to it are the branches.

    ``guess`` and ``branches`` are computed on first access. Two nodes are equal only when they
    are the same one; ``repr`` opens nothing.
    """

    name: ClassVar[str] = "tree"
    __slots__ = ("_branches", "_guess_id", "_ids", "_plan", "_table")

    def __init__(self, table: ScoreTable, candidate_ids: array[int], plan: Plan):
        self._table = table
        self._ids = candidate_ids
        self._plan = plan
        self._guess_id: int | None = None
        self._branches: tuple[Branch[Guess, Secret, Score], ...] | None = None

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: Any) -> Node:
        return self

    def __reduce__(self) -> Any:
        # Opens the whole tree: a strategy may be a function that no other process knows.
        return _tree_of, (self.game, self._ids, flattened(self), self.patient)

    @property
    def table(self) -> ScoreTable:
        """Return the compiled game that the tree is of."""
        return self._table

    @property
    def patient(self) -> bool:
        """Say whether the tree may ask a guess that tells nothing."""
        return self._plan.patient

    @property
    def game(self) -> Game[Guess, Secret, Score]:
        """The game that the tree is of."""
        return self._plan.game or self._table.game

    @property
    def opened(self) -> bool:
        """Say whether the guess is known without asking a strategy."""
        return self._guess_id is not None or isinstance(self._plan, FlatPlan)

    @property
    def candidates(self) -> Sequence[Secret]:
        """Return the secrets that lead here."""
        return Picked(self._table.secrets.items, self._ids)

    @property
    def guess_id(self) -> int:
        """Return the number of the guess."""
        if self._guess_id is None:
            self._guess_id = self._plan.guess_id()
        return self._guess_id

    @property
    def guess(self) -> Guess:
        """Return the guess that is made here."""
        guess: Guess = self._table.guesses.items[self.guess_id]
        return guess

    @property
    def branches(self) -> tuple[Branch[Guess, Secret, Score], ...]:
        """Return a branch for each answer that some candidate gives."""
        if self._branches is None:
            self._branches = tuple(self._grow())
        return self._branches

    def to_dict(self) -> dict[str, Any]:
        """Return guess, candidates and branches, a dictionary in another; opens all of the tree.

        >>> from mastermind_core import TwoD
        >>> root = lazy_tree(TwoD(2), "entropy").to_dict()
        >>> root["guess"], [branch["size"] for branch in root["branches"]]
        ((0, 1), [1, 1, 1, 1])
        """
        root: dict[str, Any] = {}
        stack: list[tuple[Node, dict[str, Any]]] = [(self, root)]
        while stack:
            node, written = stack.pop()
            branches = []
            for branch in node.branches:
                below: dict[str, Any] | None = None
                if branch.subtree is not None:
                    below = {}
                    stack.append((branch.subtree, below))
                branches.append({"score": branch.score, "size": branch.size, "subtree": below})
            written |= {"guess": node.guess, "left": len(node.candidates), "branches": branches}
        return root

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with a row for each guess, if pandas is installed.

        A guess has the row of the one before it, or -1, and the answer that led to it.
        """
        return make_frame(self._rows(), ("before", "score", "guess", "left"))

    def _rows(self) -> Iterator[dict[str, Any]]:
        stack: list[tuple[Node, int, Any]] = [(self, -1, None)]
        number = -1
        while stack:
            node, before, score = stack.pop()
            number += 1
            left = len(node.candidates)
            yield {"before": before, "score": score, "guess": node.guess, "left": left}
            stack.extend(
                (branch.subtree, number, branch.score)
                for branch in reversed(node.branches)
                if branch.subtree is not None
            )

    def __getitem__(self, score: Any) -> Branch[Guess, Secret, Score]:
        """Return the branch of an answer; one that no candidate gives is a contradiction."""
        for branch in self.branches:
            if branch.score == score:
                return branch
        raise InconsistentHistory(
            f"none of the {len(self._ids)} secrets left answers {score!r} to {self.guess!r}: "
            "check the answers given so far"
        )

    def __repr__(self) -> str:
        guess = "unopened" if self._guess_id is None else f"guess={self.guess!r}"
        left = len(self._ids)
        return f"<Node {guess}, {left} candidate{'' if left == 1 else 's'}>"

    def _grow(self) -> Iterator[Branch[Guess, Secret, Score]]:
        tell(0, len(self._ids))  # who listens may end this
        table, guess = self._table, self.guess_id
        blocks = table.split(guess, self._ids)
        if len(blocks) == 1 and not table.final[blocks[0][0]] and not self._plan.patient:
            raise UninformativeGuess(
                f"the guess {self.guess!r} gets the answer {table.scores.items[blocks[0][0]]!r} "
                f"from all of the {len(self._ids)} secrets left: the game would go on for ever"
            )
        for score, block in blocks:
            subtree: Node[Guess, Secret, Score] | None = None
            if not table.final[score]:
                subtree = Node(table, block, self._plan.below(guess, score, block))
            yield Branch(table.scores.items[score], subtree, Picked(table.secrets.items, block))


class HasTree(Protocol):
    """Anything that carries a decision tree, as a :class:`mastermind_core.Solution` does."""

    @property
    def tree(self) -> Node:
        """Return the root of the tree."""


#: What may be given where a strategy is wanted: its name, itself, its tree, or a solution.
StrategyLike: TypeAlias = "Strategy | str | Node | HasTree"


@frozen(eq=False)
class Branch(Generic[Guess, Secret, Score]):
    """An answer, and the node that it leads to; ``subtree`` is None where the game is over.

    A branch unpacks as ``score, subtree``.
    """

    score: Score
    subtree: Node[Guess, Secret, Score] | None
    secrets: Sequence[Secret]

    def __iter__(self) -> Iterator[Any]:
        return iter((self.score, self.subtree))

    @property
    def size(self) -> int:
        """Return the number of secrets that come this way."""
        return len(self.secrets)


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
    player = player_for(game, strategy)
    return player if isinstance(player, Node) else tree_at(start(game, seed), player)


def tree_for(game: Game[Guess, Secret, Score], given: StrategyLike) -> Node[Guess, Secret, Score]:
    """Return the tree of a strategy, grown in one go where it can; a tree stays itself.

    This is what functions about whole trees call: ``given`` is anything that
    :func:`player_for` takes.
    """
    player = player_for(game, given)
    if isinstance(player, Node):
        return player
    flat = grown(game, player)
    return lazy_tree(game, player) if flat is None else stored_tree(compile_game(game), flat, game)


def grown(game: Game[Any, Any, Any], strategy: Strategy) -> FlatTree | None:
    """Return the arrays of the tree of a strategy that grows it in one go; None of the others."""
    grow = getattr(strategy, "grow", None)
    flat: FlatTree | None = None if grow is None else grow(compile_game(game), game)
    return flat


def player_for(game: Game[Any, Any, Any], given: StrategyLike) -> Strategy | Node:
    """Return the strategy or the tree that a user means, for a game.

    Names are looked up, a solution gives its tree, a tree of another game is refused, and so is
    what is none of these.

    >>> from mastermind_core import TwoD
    >>> player_for(TwoD(3), "knuth").name
    'knuth'
    """
    check_game(game, given)
    tree = tree_in(given)
    if tree is None:
        return strategy_of(given)
    check_tree(game, tree)
    return tree


def check_game(game: Any, given: Any = None) -> None:
    """Refuse what is no game, and say where a strategy and the game have changed places."""
    if not _is_game(game):
        if isinstance(game, str) or tree_in(game) is not None or _is_game(given):
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


def check_tree(game: Game[Any, Any, Any], tree: Node) -> None:
    """Refuse a tree that is not of this game: other guesses, secrets or answers."""
    table = tree.table
    if table.is_of(game):
        return
    own = compile_game(game)
    if own is table:
        return
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
                f"{own.guesses.items[guess]!r} are others"
            )


def _answers(table: ScoreTable, guess: int) -> list[tuple[Any, bool]]:
    """Return the answers of all secrets to a guess, and whether each ends the game."""
    row = greedy_kernel().row(table.kernel_scores, guess)
    return [(table.scores.items[score], table.final[score]) for score in row]


def _is_game(game: Any) -> bool:
    return all(hasattr(game, part) for part in ("guesses", "secrets", "endstates", "score"))


def tree_at(position: Position, strategy: Strategy) -> Node:
    """Return the tree that a strategy plays from a position on."""
    return Node(position.table, position.candidate_ids, StrategyPlan(strategy, position))


def stored_tree(
    table: ScoreTable,
    flat: FlatTree,
    game: Game[Any, Any, Any] | None = None,
    *,
    candidates: array[int] | None = None,
    patient: bool = False,
) -> Node:
    """Return the root of a tree that is written in arrays.

    The tree keeps ``game``, the one that was compiled, as long as it lives itself. It begins with
    all secrets, or with these ``candidates``.
    """
    ids = table.everything if candidates is None else candidates
    return Node(table, ids, FlatPlan(flat, 0, game, patient))


def flattened(tree: Node) -> FlatTree:
    """Write a tree in arrays, the way the kernels do; opens all of it.

    >>> from mastermind_core import TwoD
    >>> list(flattened(lazy_tree(TwoD(2), "entropy")).guesses)
    [1, 3, 0, 2]
    """
    if isinstance(tree._plan, FlatPlan) and tree._plan.node == 0 and tree._plan.flat.stuck < 0:
        return tree._plan.flat
    guesses, first_edge, scores, children, sizes = (array("i") for _ in range(5))
    waiting: list[tuple[Node, int]] = [(tree, -1)]
    nodes: list[Node] = []
    while waiting:
        node, edge = waiting.pop()
        if edge >= 0:
            children[edge] = len(nodes)
        nodes.append(node)
        guesses.append(node.guess_id)
        first_edge.append(len(scores))
        below = []
        for branch in node.branches:
            if branch.subtree is not None:
                below.append((branch.subtree, len(scores)))
            scores.append(node.table.scores[branch.score])
            children.append(-1)
            sizes.append(branch.size)
        waiting.extend(reversed(below))
    first_edge.append(len(scores))
    return FlatTree(guesses, first_edge, scores, children, sizes, stuck=-1)


def _tree_of(
    game: Game[Any, Any, Any],
    candidates: array[int],
    flat: FlatTree,
    patient: bool,  # noqa: FBT001
) -> Node:
    table = compile_game(game)
    return stored_tree(table, flat, game, candidates=candidates, patient=patient)
