"""Players for games whose answers may be wrong: strategies that choose by a belief.

Every strategy has one interface, :class:`BeliefStrategy`. A strategy may be a measure such as
information or EC2, a function that takes a position, or a tree. A library strategy also has this
interface where no answer can be wrong.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, Protocol

from attrs import define, field, frozen

from mastermind_core.errors import BadArgument, BadGame, UninformativeGuess, shown
from mastermind_core.noise.belief import Belief, first_belief
from mastermind_core.noise.choosing import MEASURES, best_guess
from mastermind_core.strategies.parts import (
    Effort,
    Position,
    StrategyValue,
    choose,
    guessed,
    name_of,
    strategy_of,
)
from mastermind_core.table import Index, ScoreTable, compile_game


@frozen(eq=False)
class NoisyPosition(Position):
    """The position that your own strategy is called with.

    An unknown answer in its history is None.
    """

    belief: Any = field(default=None, kw_only=True)

    @property
    def posterior(self) -> dict[Any, Fraction]:
        """Return each possible goal or secret with its probability, the likeliest first."""
        found: dict[Any, Fraction] = self.belief.posterior
        return found


def _position(belief: Belief, seed: int, plain: ScoreTable | None = None) -> NoisyPosition:
    """Return a belief's position, or the game's without noise for the table ``plain``."""
    table: Any = plain or belief.table
    items = belief.table.guesses.items
    answers = belief.table.answers.items
    turns = [turn for turn in belief.turns if turn[1] >= 0 or plain is None]
    history = tuple((items[guess], None if at < 0 else answers[at]) for guess, at in turns)
    path = f" {belief.turns}"
    if plain is not None:
        path = "".join(f" {plain.guesses[g]}:{plain.scores[a]}" for g, a in history)
    known = (table, array("I", sorted(belief.ids)))
    return NoisyPosition(table.game, history, seed, known=known, path=path, belief=belief)


def subtree_of(tree: Any, answer: Any) -> Any:
    """Return the subtree after an answer, or None if the tree ends."""
    branches = tree[1] if isinstance(tree, tuple) else tree.branches
    if isinstance(branches, Mapping):
        return branches.get(answer)
    return next((branch.subtree for branch in branches if branch.score == answer), None)


def is_tree(given: object) -> bool:
    """Return whether a strategy is a tree."""
    pair = isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], Mapping)
    return pair or hasattr(given, "branches")


def asked_by(tree: Any, guesses: Index[Any]) -> int | None:
    """Return the index of a tree's first guess, or None if the tree ends at once."""
    if isinstance(tree, tuple):
        return guesses[tree[0]]
    return None if tree is None or tree.guess is None else guesses[tree.guess]


def _check_shape(tree: object) -> None:
    """Raise BadArgument unless every part in a tree is a tree, or None where it ends."""
    waiting = [tree]
    checked = set()
    while waiting:
        part = waiting.pop()
        if part is None or id(part) in checked or not isinstance(part, tuple):
            continue  # a node of the library is a tree already
        checked.add(id(part))
        for below in part[1].values():
            if below is not None and not is_tree(below):
                raise BadArgument(
                    "a tree is a pair of a guess and a mapping from answers to trees, or None "
                    f"where it ends, but one of its parts is {shown(below)}"
                )
            waiting.append(below)


def _check_function(strategy: Any) -> None:
    """Raise BadArgument for a library strategy, which compares exact answers."""
    if isinstance(strategy, StrategyValue) or hasattr(strategy, "needs_table"):
        raise BadArgument(
            f"strategy {shown(name_of(strategy))} compares exact answers, and those of this game "
            f"may be wrong: choose from {', '.join(MEASURES)}, or give a function or a tree"
        )


class BeliefStrategy(Protocol):
    """A strategy that chooses a guess by a belief."""

    @property
    def name(self) -> str:
        """Return the strategy's name."""

    @property
    def by_belief(self) -> bool:
        """Return whether the guess depends on the posterior alone, and not on chance."""

    def choose(self, belief: Belief, seed: int) -> int | None:
        """Return the next guess as an index, or None if the game ends here."""


@frozen(eq=False)
class Measured:
    """The guess with the highest gain per cost, by a measure in :data:`MEASURES`."""

    name: str
    by_belief: bool = True

    def choose(self, belief: Belief, seed: int) -> int:
        """Return the best guess's index."""
        return best_guess(belief, MEASURES[self.name])


@frozen(eq=False)
class Called:
    """A user's function that takes a position."""

    strategy: Any
    by_belief: bool = False

    @property
    def name(self) -> str:
        """Return the function's name."""
        return name_of(self.strategy)

    def choose(self, belief: Belief, seed: int) -> int:
        """Return the function's guess, as an index."""
        guesses = belief.table.guesses
        return guesses[guessed(self.strategy, _position(belief, seed), guesses)]


@frozen(eq=False)
class Unerring:
    """A library strategy, in a game with noise in which no answer can be wrong."""

    strategy: Any
    #: The strategy once a question was asked whose answer is unknown.
    otherwise: BeliefStrategy

    @property
    def name(self) -> str:
        """Return the strategy's name."""
        return name_of(self.strategy)

    @property
    def by_belief(self) -> bool:
        """Return whether the guess depends on the candidates alone."""
        return self.otherwise.by_belief

    def choose(self, belief: Belief, seed: int) -> int | None:
        """Return the guess's index in the game without noise."""
        if belief.unknown or not hasattr(self.strategy, "choose"):
            return self.otherwise.choose(belief, seed)
        return choose(self.strategy, _position(belief, seed, compile_game(belief.game.exact)))


@frozen(eq=False)
class Followed:
    """A tree, which depends on all answers so far."""

    tree: Any
    name: str = "tree"
    by_belief: bool = False

    def choose(self, belief: Belief, seed: int) -> int | None:
        """Return the node's guess after the answers, as an index, or None where it ends."""
        node = self.tree
        table = belief.table
        for _, answer in belief.turns:
            node = None if node is None else subtree_of(node, table.answers.items[answer])
        return asked_by(node, table.guesses)


def _tree_in(given: object) -> Any:
    """Return a solution's tree, or any other strategy as it is.

    A solution has no policy where the game is over before the first guess, but an unfolded tree.
    """
    return getattr(given, "tree", None) or getattr(given, "unfolded", given)


def belief_strategy(game: Any, given: Any) -> BeliefStrategy:
    """Return a user's strategy: a name, a function, a library strategy, or a tree."""
    if hasattr(given, "by_belief"):  # a strategy of another application
        made: BeliefStrategy = given
        return made
    if is_tree(tree := _tree_in(given)):
        _check_shape(tree)
        return Followed(tree)
    name = given.strip().replace("-", "_") if isinstance(given, str) else ""
    entropy: object = strategy_of("entropy")
    if isinstance(given, StrategyValue) and given == entropy:
        name = "entropy"
    exact = first_belief(game).table.exact and _can_end(game.exact)
    if name in MEASURES and not (exact and name == "entropy"):
        return Measured(name)
    strategy = strategy_of(given)
    if not exact:
        _check_function(strategy)
        return Called(strategy)
    return Unerring(strategy, Measured(name) if name in MEASURES else Called(strategy))


@define(eq=False)
class NoisyPlayer:
    """A strategy for a game with noise, which remembers its guesses by belief."""

    #: The game.
    game: Any
    #: The strategy of the user; None for the default.
    given: Any = None
    strategy: BeliefStrategy = field(init=False)
    _known: dict[Any, int | None] = field(init=False, factory=dict)
    #: The number of weights of the beliefs whose guesses are stored.
    _most: ClassVar[int] = 2**22

    def __attrs_post_init__(self) -> None:
        self.strategy = belief_strategy(self.game, "entropy" if self.given is None else self.given)

    @property
    def name(self) -> str:
        """Return the strategy's name."""
        return self.strategy.name

    @property
    def tree(self) -> Any:
        """Return the tree that is followed, or None."""
        return getattr(self.strategy, "tree", None)

    @property
    def deterministic(self) -> bool:
        """Return whether the same history always leads to the same guess."""
        return self.strategy.by_belief or self.tree is not None

    def guess(self, belief: Belief, seed: int = 0) -> int | None:
        """Return the next guess as an index, or None if a tree ends."""
        if belief.unknown or not self.strategy.by_belief:
            return self.strategy.choose(belief, seed)
        key = belief.state
        if key not in self._known:
            if len(self._known) * len(belief.masses) >= self._most:
                self._known.clear()
            self._known[key] = self.strategy.choose(belief, seed)
        return self._known[key]


def _can_end(game: Any) -> bool:
    """Return whether a game with exact answers ends for every secret."""
    try:
        compile_game(game)
    except BadGame:
        return False
    return True


@define(eq=False)
class NoisyBreaker:
    """A player in one session position. ``after`` returns the player after an answer."""

    player: NoisyPlayer
    seed: int
    belief: Belief
    effort: Effort = field(factory=Effort)

    @property
    def guess(self) -> Any:
        """Return the next guess."""
        guess = self.player.guess(self.belief, self.seed)
        if guess is None:
            raise UninformativeGuess("the tree has no guess after these answers: the game is over")
        return self.belief.table.guesses.items[guess]

    def after(self, guess: Any, score: Any, known: Any = None) -> NoisyBreaker:
        """Return the player after an answer."""
        belief = known if isinstance(known, Belief) else self.belief.after(guess, score)
        return NoisyBreaker(self.player, self.seed, belief, self.effort)

    def stop(self) -> None:
        """Do nothing: the player does not work in the background."""
