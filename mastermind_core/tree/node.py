"""Decision tree nodes, computed on first access: unused branches cost nothing."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any, ClassVar, Generic, TypeAlias

from attrs import frozen
from more_itertools import ilen

from mastermind_core.errors import InconsistentHistory, counted
from mastermind_core.game import Game, Guess, Score, Secret
from mastermind_core.game.amounts import Exact, in_user_units
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.shared.flat_trees import children_of, paths_of, walked, with_edges
from mastermind_core.kernels.shared.listening import tell
from mastermind_core.kernels.types import FlatTree
from mastermind_core.names.applications import application
from mastermind_core.notation import score_in, spoken, uninformative
from mastermind_core.notation.spelling import show_item
from mastermind_core.results import OneCopy, Shown
from mastermind_core.results.frames import make_frame
from mastermind_core.strategies.base import Picked, Position, Strategy, choose, existing
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.tree.outcomes import Outcome


class Node(OneCopy, Shown, Generic[Guess, Secret, Score]):
    """A guess in a decision tree, with one branch per score.

    ``guess`` and ``branches`` are computed on first access, and ``repr`` computes nothing. Nodes
    are compared by identity. ``walk``, ``paths``, ``lengths``, ``depth`` and ``size`` describe the
    node's subtree. They compute the nodes that they visit. :func:`lazy_tree` creates trees. Do not
    call the class.

    >>> from mastermind_core import Mastermind, Pegs, lazy_tree
    >>> tree = lazy_tree(Mastermind(colours=6, holes=4), "knuth")
    >>> tree.guess, tree[Pegs(1, 1)].subtree.guess, tree.depth
    ((1, 1, 2, 2), (1, 1, 3, 4), 5)
    """

    name: ClassVar[str] = "tree"
    __slots__ = ("_branches", "_guess_id", "_ids", "_plan", "_table")

    def __init__(self, table: ScoreTable, candidate_ids: array[int], plan: Plan):
        """Store the sources for the guess and the branches.

        Args:
            table: The compiled game.
            candidate_ids: The indices of the secrets that reach the node.
            plan: The source for the guess and the plans below.
        """
        self._table = table
        self._ids = candidate_ids
        self._plan = plan
        self._guess_id: int | None = None
        self._branches: tuple[Branch[Guess, Secret, Score], ...] | None = None

    def __reduce__(self) -> Any:
        # Compute the whole tree: other processes may not be able to import the strategy.
        how: Any = {"candidates": self._ids, "allows_uninformative": self.allows_uninformative}
        return partial(_tree_of, **how), (self.game, flat_tree(self))

    @property
    def table(self) -> ScoreTable:
        """Return the tree's compiled game."""
        return self._table

    @property
    def allows_uninformative(self) -> bool:
        """Return whether the tree may make uninformative guesses."""
        return self._plan.allows_uninformative

    @property
    def game(self) -> Game[Guess, Secret, Score]:
        """The tree's game."""
        return self._plan.game or self._table.game

    @property
    def opened(self) -> bool:
        """Return whether the guess is known without calling a strategy."""
        return self._guess_id is not None or isinstance(self._plan, FlatPlan)

    @property
    def open_nodes(self) -> int | None:
        """Count the subtree's nodes whose guess is computed. None means all.

        >>> from mastermind_core import TwoD, lazy_tree
        >>> tree = lazy_tree(TwoD(3), "entropy")
        >>> tree.open_nodes, tree.guess, tree.open_nodes
        (0, (1, 1), 1)
        """
        if isinstance(self._plan, FlatPlan):
            return None
        waiting = [self]
        count = 0
        while waiting:
            node = waiting.pop()
            count += node._guess_id is not None
            below = (branch.subtree for branch in node._branches or ())
            waiting += [child for child in below if child is not None]
        return count

    @property
    def candidates(self) -> Sequence[Secret]:
        """Return the secrets that lead to this node."""
        return Picked(self._table.secrets.items, self._ids)

    @property
    def over(self) -> bool:
        """Return whether the game is over before the first guess.

        Such a tree has no guess (None) and no branches.

        >>> from mastermind_core import TwoD, identified, lazy_tree
        >>> tree = lazy_tree(identified(TwoD(1)), "entropy")
        >>> tree.over, tree.guess, tree.branches, tree.lengths()
        (True, None, (), {0: 1})
        """
        return self._table.over(self._ids)

    @property
    def guess_id(self) -> int:
        """Return the guess's index, or -1 if the game is over."""
        if self._guess_id is None:
            self._guess_id = -1 if self.over else self._plan.guess_id()
        return self._guess_id

    @property
    def guess(self) -> Guess:
        """Return the node's guess, or None if the game is over."""
        number = self.guess_id
        guess: Any = self._table.guesses.items[number] if number >= 0 else None
        return guess  # type: ignore[no-any-return]  # one of the table

    @property
    def branches(self) -> tuple[Branch[Guess, Secret, Score], ...]:
        """Return one branch per score that some candidate has."""
        if self._branches is None:
            self._branches = () if self.over else tuple(self._grow())
        return self._branches

    def walk(
        self, depth: float = inf
    ) -> Iterator[tuple[tuple[tuple[Guess, Score], ...], Node[Guess, Secret, Score]]]:
        """Yield this node and all descendants in preorder, with the history that leads to each.

        A node is computed when the walk continues below it.

        Args:
            depth: The maximum number of guesses on a path in the walk.

        Yields:
            The history, as (guess, score) pairs, and the node.

        >>> from mastermind_core import TwoD, lazy_tree
        >>> for history, node in lazy_tree(TwoD(2), "entropy").walk():
        ...     print(len(history), node.guess)
        0 (0, 1)
        1 (1, 1)
        1 (0, 0)
        1 (1, 0)
        """
        waiting: list[tuple[tuple[tuple[Guess, Score], ...], Node[Guess, Secret, Score]]]
        waiting = [] if self.over else [((), self)]
        while waiting:
            history, node = waiting.pop()
            yield history, node
            if len(history) + 1 < depth:
                guess = node.guess
                waiting.extend(
                    ((*history, (guess, branch.score)), branch.subtree)
                    for branch in reversed(node.branches)
                    if branch.subtree is not None
                )

    def paths(self) -> Iterator[tuple[tuple[tuple[Guess, Score], ...], Sequence[Secret]]]:
        """Yield each complete game's history with the secrets that it finds.

        The whole tree is computed.

        Yields:
            The history, as (guess, score) pairs, and the secrets at its end.

        >>> from mastermind_core import TwoD, lazy_tree
        >>> [len(history) for history, secrets in lazy_tree(TwoD(2), "entropy").paths()]
        [1, 2, 2, 2]
        """
        if self.over:
            yield (), self.candidates
        for history, node in self.walk():
            for branch in node.branches:
                if branch.subtree is None:
                    yield (*history, (node.guess, branch.score)), branch.secrets

    def lengths(self) -> dict[int, Exact]:
        """Return the length distribution from here on, as secret counts or weights.

        >>> from mastermind_core import TwoD, lazy_tree
        >>> lazy_tree(TwoD(2), "entropy").lengths()
        {1: 1, 2: 3}
        """
        return self._counts(Fraction(1), priced=False)

    def costs(self) -> dict[Exact, Exact]:
        """Return the path cost distribution from here on, as secret counts or weights.

        >>> from mastermind_core import lazy_tree, priced
        >>> from mastermind_core.games import HigherLower
        >>> lazy_tree(priced(HigherLower(3), {2: 5}), "entropy").costs()
        {1: 1, 2: 1, 7: 1}
        """
        return self._counts(self._table.cost_unit, priced=True)

    def _counts(self, unit: Fraction, *, priced: bool) -> dict[Any, Exact]:
        """Return the secrets' weight for each path cost or length."""
        table = self._table
        if self.over:
            return {0: table.weigh(self._ids)}
        weights = () if table.uniform else table.weights
        given = table.kernel_scores, self._ids, weights, *self._flat()
        counts = sorted(paths_of(kernels.greedy, *given, priced=priced).items())
        own = table.weight_unit
        return {in_user_units(path, unit): in_user_units(count, own) for path, count in counts}

    @property
    def depth(self) -> int:
        """The maximum game length from here on.

        >>> from mastermind_core import TwoD, lazy_tree
        >>> tree = lazy_tree(TwoD(3), "entropy")
        >>> tree.depth, tree.size
        (3, 9)
        """
        return max(self.lengths())

    @property
    def size(self) -> int:
        """How many nodes the subtree has."""
        return ilen(walked(*self._flat()))

    def _flat(self, *, alone: bool = False) -> tuple[FlatTree, int]:
        """Return the tree's array encoding, and this node's index in it.

        Without arrays the whole tree is computed and encoded. With ``alone`` the arrays contain
        only this node's subtree.
        """
        plan = self._plan
        if isinstance(plan, FlatPlan) and plan.whole and not (self.over or (alone and plan.node)):
            return plan.flat, plan.node
        numbers: dict[Any, int] = {node: number for number, (_, node) in enumerate(self.walk())}
        scores = self._table.scores
        edges = (
            [(scores[one.score], numbers.get(one.subtree, -1), one.size) for one in node.branches]
            for node in numbers
        )
        return with_edges(array("i", (node.guess_id for node in numbers)), edges), 0

    def predict(self, row: object, *, unseen: str = "error") -> Any:
        """Return the goal or the secret that a new row leads to.

        A guess reads the cell in its column. Only the nodes on the path are computed.

        Args:
            row: A mapping from columns to cells, or a sequence if the columns are numbers.
            unseen: The rule for a missing cell or a value that no branch has. "error" raises an
                error, "nearest" takes the nearest known number, and "majority" takes the branch
                with the most weight.

        Returns:
            The goal, or the secret in a game without goals.

        Raises:
            BadArgument: If a value has no branch, and ``unseen`` gives no replacement.

        >>> from mastermind_core import FiniteGame, lazy_tree
        >>> legs = {"name": ["fly", "spider", "crab"], "legs": [6, 8, 10]}
        >>> tree = lazy_tree(FiniteGame.from_table(legs, id="name"), "entropy")
        >>> tree.predict({"legs": 8}), tree.predict({"legs": 100}, unseen="nearest")
        ('spider', 'crab')
        """
        return application("predict")(self, row, unseen=unseen)

    def apply(self, rows: object, *, unseen: str = "error") -> list[Any]:
        """Return the :meth:`predict` result for each row in a table.

        Args:
            rows: A pandas or polars data frame, an Arrow table, a list of mappings, or another
                table that ``FiniteGame.from_table`` takes.
            unseen: The rule, as in :meth:`predict`.

        Returns:
            The goals or the secrets in row order.

        Raises:
            BadArgument: If a column is missing, or a value has no branch.

        >>> from mastermind_core import FiniteGame, lazy_tree
        >>> legs = {"name": ["fly", "spider", "crab"], "legs": [6, 8, 10]}
        >>> tree = lazy_tree(FiniteGame.from_table(legs, id="name"), "entropy")
        >>> tree.apply([{"legs": 10}, {"legs": 6}])
        ['crab', 'fly']
        """
        results: list[Any] = application("apply")(self, rows, unseen=unseen)
        return results

    def evaluate(
        self, rows: object, *, by: object = None, prior: object = None, unseen: str = "error"
    ) -> Any:
        """Return the tree's tests, cost and errors on rows, such as held-out ones.

        Args:
            rows: A table, as in :meth:`apply`.
            by: The right results: a column, a function that takes a row, or one value for each row.
                Without them there is no error.
            prior: The weights in the same form, equal by default.
            unseen: The rule, as in :meth:`predict`.

        Returns:
            An :class:`~mastermind_core.tables.Evaluation`.

        Raises:
            BadArgument: If a column is missing, or a value has no branch.

        >>> from mastermind_core import FiniteGame, lazy_tree
        >>> legs = {"name": ["fly", "spider", "crab"], "legs": [6, 8, 10]}
        >>> tree = lazy_tree(FiniteGame.from_table(legs, id="name"), "entropy")
        >>> new = [{"legs": 8, "name": "spider"}, {"legs": 6, "name": "bee"}]
        >>> print(tree.evaluate(new, by="name"))
        2 rows: 1.0000 tests, worst 1, cost 1.0000, error 50.00%, 0 with unseen values
        """
        return application("evaluate")(self, rows, by=by, prior=prior, unseen=unseen)

    def to_dict(self) -> dict[str, Any]:
        """Return the tree as nested dictionaries. The whole tree is computed.

        Each node has its guess, its candidate count and its branches.

        >>> from mastermind_core import TwoD, lazy_tree
        >>> root = lazy_tree(TwoD(2), "entropy").to_dict()
        >>> root["guess"], [branch["size"] for branch in root["branches"]]
        ((0, 1), [1, 1, 1, 1])
        """
        whole: dict[str, Any] = {"guess": None, "left": len(self._ids), "branches": []}
        below: dict[Any, dict[str, Any]] = {self: whole}
        table = self._table
        for _, node in self.walk():
            branches = []
            for branch in node.branches:
                subtree = None if branch.subtree is None else below.setdefault(branch.subtree, {})
                one = {"score": branch.score, "size": branch.size, "subtree": subtree}
                if subtree is None and table.goals:
                    one["known"] = table.names[table.goals[ids_of(branch)[0]]]
                branches.append(one)
            written = {"guess": node.guess, "left": len(node.candidates), "branches": branches}
            below.pop(node).update(written)
        return whole

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with one row per node, if pandas is installed.

        Each row has the previous guess's row (or -1) and the score that leads to the node.
        """
        return make_frame(self._rows(), ("before", "score", "guess", "left"))

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        led: dict[Any, tuple[int, Any]] = {self: (-1, None)}
        for number, (_, node) in enumerate(self.walk()):
            yield *led.pop(node), node.guess, len(node.candidates)
            led |= {branch.subtree: (number, branch.score) for branch in node.branches}

    def to_networkx(self) -> Any:
        """Return a ``networkx.DiGraph``, if networkx is installed. The whole tree is computed.

        A node is the history that leads to it. The root is ``()``. Nodes have attributes ``guess``
        (None if the game is over) and ``candidates``, and edges have ``score``.

        >>> from mastermind_core import TwoD, lazy_tree
        >>> graph = lazy_tree(TwoD(2), "entropy").to_networkx()  # doctest: +SKIP
        >>> graph.nodes[()]["guess"], graph.out_degree(())  # doctest: +SKIP
        ((0, 1), 4)
        """
        return application("to_networkx")(self)

    def __getitem__(self, score: object) -> Branch[Guess, Secret, Score]:
        """Return a score's branch, or raise ``InconsistentHistory`` if no candidate has it."""
        score = score_in(self.table.game, score, self.table.scores.items, self.guess)
        for branch in self.branches:
            if branch.score == score:
                return branch
        asked, answer = spoken(self.table.game, self.guess, score)
        raise InconsistentHistory(
            f"none of the {len(self._ids)} secrets left has score {answer} for {asked}: check the "
            "answers given so far"
        )

    def __repr__(self) -> str:
        guess = "unopened" if self._guess_id is None else f"guess={self.guess!r}"
        nodes = self.open_nodes
        opened = f", {counted(nodes, 'open node')}" if nodes else ""
        return f"<Node {guess}, {counted(len(self._ids), 'candidate')}{opened}>"

    def _grow(self) -> Iterator[Branch[Guess, Secret, Score]]:
        tell(0, len(self._ids))  # a listener may raise to end the work
        table = self._table
        guess = self.guess_id
        blocks = table.split(guess, self._ids)
        informative = len(blocks) > 1 or table.over(blocks[0][1], blocks[0][0])
        if not informative and not self._plan.allows_uninformative:
            answer = table.answer(guess, blocks[0][0])
            raise uninformative(table.game, self.guess, answer, len(self._ids))
        for score, block in blocks:
            subtree: Node[Guess, Secret, Score] | None = None
            if not table.over(block, score):
                subtree = Node(table, block, self._plan.below(guess, score, block))
            yield Branch(table.answer(guess, score), subtree, Picked(table.secrets.items, block))


@frozen(eq=False)
class Branch(Generic[Guess, Secret, Score]):
    """A score, with the node that follows. A branch unpacks as ``score, subtree``.

    Attributes:
        score: The score.
        subtree: The next node, or None if the game is over.
        secrets: The secrets with this score.

    >>> from mastermind_core import TwoD, lazy_tree
    >>> branch = lazy_tree(TwoD(3), "entropy").branches[-1]
    >>> branch.score, list(branch.secrets), branch.subtree.guess
    (Comparison(less=False, greater=False, equal=False), [(0, 2), (2, 0)], (0, 2))
    """

    score: Score
    subtree: Node[Guess, Secret, Score] | None
    secrets: Sequence[Secret]

    def __iter__(self) -> Iterator[Any]:
        return iter((self.score, self.subtree))

    @property
    def size(self) -> int:
        """Count the secrets in the branch."""
        return len(self.secrets)


def stored_tree(
    table: ScoreTable,
    flat: FlatTree,
    game: Game | None = None,
    *,
    candidates: array[int] | None = None,
    allows_uninformative: bool = False,
) -> Node:
    """Return a tree's root in array encoding, with all secrets or these ``candidates``.

    The tree keeps ``game`` alive. The guesses may be uninformative if ``allows_uninformative`` is
    true.
    """
    ids = table.everything if candidates is None else candidates
    return Node(table, ids, FlatPlan(flat, 0, game, allows_uninformative))


def flat_tree(tree: Node) -> FlatTree:
    """Return a tree in the kernels' array encoding. The whole tree is computed.

    >>> from mastermind_core import TwoD, lazy_tree
    >>> list(flat_tree(lazy_tree(TwoD(2), "entropy")).guesses)
    [1, 3, 0, 2]
    """
    return tree._flat(alone=True)[0]


def ending(table: ScoreTable, branch: Branch) -> str:
    """Return a branch's label if it ends the game: "found", or the identified goal."""
    return "found" if ends(table, branch) else known(table, branch.secrets)


def ends(table: ScoreTable, branch: Branch) -> bool:
    """Return whether a branch's score is an end state."""
    return branch.score in table.scores and table.final[table.scores[branch.score]]


def joined(node: Node) -> Sequence[Branch]:
    """Return a node's branches. Neighbours that end with one goal are one branch.

    Scores with a method ``joined_with``, such as number intervals, are neighbours in order.
    """
    made: list[Branch] = []
    for branch in node.branches:
        last = made[-1] if made else branch
        ended = last.subtree is branch.subtree is None and last is not branch
        join = getattr(last.score, "joined_with", None)
        if ended and join is not None and type(last.score) is type(branch.score):
            places = [*ids_of(last), *ids_of(branch)]
            if node.table.over(places):
                secrets = Picked(node.table.secrets.items, array("I", places))
                made[-1] = Branch(join(branch.score), None, secrets)
                continue
        made.append(branch)
    return made


def ids_of(branch: Branch) -> array[int]:
    """Return the secrets' indices in a branch."""
    secrets: Any = branch.secrets
    places: array[int] = secrets.places
    return places


def known(table: ScoreTable, secrets: Any) -> str:
    """Return the label for the goal that some secrets share.

    >>> from mastermind_core import identified, lazy_tree
    >>> from mastermind_core.games import HigherLower
    >>> tree = lazy_tree(identified(HigherLower(3)), "entropy")
    >>> known(tree.table, tree.branches[-1].secrets)
    '= 1'
    """
    goal = f"= {show_item(table.names[table.goals[secrets.places[0]]])}"
    if isinstance(secrets[0], Outcome) or not any(hasattr(one, "certainty") for one in secrets):
        return goal
    items = table.secrets.items
    weights = table.weights
    right = sum(weights[at] * getattr(items[at], "certainty", 1) for at in secrets.places)
    share = right / sum(map(weights.__getitem__, secrets.places))
    return f"{goal} (share {float(share):.3g})"


def _tree_of(game: Game, flat: FlatTree, **how: Any) -> Node:
    return stored_tree(compile_game(game), flat, game, **how)


@frozen(eq=False)
class StrategyPlan:
    """The plan that calls a strategy at every node."""

    strategy: Strategy
    position: Position

    @property
    def game(self) -> Game:
        """Return the tree's game."""
        return self.position.game

    @property
    def allows_uninformative(self) -> bool:
        """Return whether the strategy may make uninformative guesses, but guarantees to end."""
        return bool(getattr(self.strategy, "allows_uninformative", False))

    def guess_id(self) -> int:
        """Return the guess's index."""
        return choose(self.strategy, self.position)

    def below(self, guess: int, score: int, candidates: array[int]) -> StrategyPlan:
        """Return the plan after a score."""
        return StrategyPlan(self.strategy, self.position.then(guess, score, candidates))


@frozen(eq=False)
class FlatPlan:
    """The plan that reads guesses from arrays, such as a kernel's."""

    flat: FlatTree
    node: int
    game: Game | None = None
    allows_uninformative: bool = False

    @property
    def whole(self) -> bool:
        """Return whether the arrays are complete, without a cut at an uninformative guess."""
        return self.flat.stuck < 0

    def guess_id(self) -> int:
        """Return the guess's index."""
        return existing(self.flat.guesses[self.node], "of this tree")

    def below(self, guess: int, score: int, candidates: array[int]) -> FlatPlan:
        """Return the plan after a score."""
        child = children_of(self.flat, self.node)[score]
        return FlatPlan(self.flat, child, self.game, self.allows_uninformative)


#: The guess of one node, and the plans below it. A plan that ``allows_uninformative`` guesses
#: guarantees to end.
Plan: TypeAlias = StrategyPlan | FlatPlan
