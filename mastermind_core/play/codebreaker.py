"""Who guesses: a strategy or a tree, at one moment of a game, and what it becomes by an answer.

``first_breaker`` makes one of three, by what proposes the guesses: :class:`TabledBreaker` for a
strategy that reads the score table, :class:`FreeBreaker` for one that does without, and
:class:`TreeBreaker` for a tree. Those that work in the background are in ``background.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Protocol

from attrs import field, frozen

from mastermind_core.arguments import DEFAULT_SEED, Seed
from mastermind_core.game import Game, HistoryLegal
from mastermind_core.metrics import EXPECTED_SIZE
from mastermind_core.notation import uninformative
from mastermind_core.play.knowledge import Knowledge, TabledKnowledge, referee_of
from mastermind_core.strategies.base import (
    Effort,
    Position,
    Strategy,
    guessed,
    needs_table,
    start,
)
from mastermind_core.strategies.catalogue import default_strategy
from mastermind_core.strategies.tabled.greedy import Greedy, Pool
from mastermind_core.table import too_large
from mastermind_core.tree import Node, StrategyLike, player_for
from mastermind_core.tree.plans import StrategyPlan


def refuse_uninformative(position: Position, guess: int) -> None:
    """Raise :class:`UninformativeGuess` for a guess that gets one answer from all candidates."""
    table, ids = position.table, position.candidate_ids
    score, _ = table.split(guess, ids)[0]
    asked, answer = table.guesses.items[guess], table.answer(guess, score)
    raise uninformative(table.game, asked, answer, len(ids))


class Codebreaker(Protocol):
    """A player at one moment of a game; ``after`` an answer it is another."""

    __slots__ = ()

    @property
    def guess(self) -> Any:
        """Return the guess that it would make now."""

    @property
    def effort(self) -> Effort:
        """Return the count of what its strategy has looked at."""

    def after(self, guess: Any, score: Any, known: Knowledge | None = None) -> Codebreaker:
        """Return the player after an answer, to its own guess or to one that was made elsewhere.

        ``known`` is what the answer leaves, where that has been worked out.
        """


class Asking(Codebreaker, Protocol):
    """A player that asks a strategy about its position."""

    __slots__ = ()

    @property
    def position(self) -> Position:
        """Return the position."""

    @property
    def effort(self) -> Effort:
        """Return the count of what its strategy has looked at."""
        return self.position.effort


def position_after(
    position: Position, guess: Any, score: Any, known: Knowledge | None = None
) -> Position:
    """Return the position after an answer by number; raise where no candidate gives it."""
    table = position.table
    if not isinstance(known, TabledKnowledge) or known.table is not table:
        left = TabledKnowledge(table, position.candidate_ids, len(position.history))
        known = left.after(guess, score)
    return position.then(table.guesses[guess], table.scores[score], known.ids)


@frozen(eq=False)
class TabledBreaker(Asking):
    """A strategy of a game with a score table."""

    strategy: Strategy
    position: Position

    @cached_property
    def guess_id(self) -> int:
        """Return the number of the guess; one that would tell nothing is refused."""
        plan = StrategyPlan(self.strategy, self.position)
        guess = plan.guess_id()
        if not plan.patient and not self.position.table.tells(guess, self.position.candidate_ids):
            refuse_uninformative(self.position, guess)
        return guess

    @property
    def guess(self) -> Any:
        """Return the guess that it would make now."""
        return self.position.table.guesses.items[self.guess_id]

    def after(self, guess: Any, score: Any, known: Knowledge | None = None) -> TabledBreaker:
        """Return the player after an answer; raise where no candidate gives it."""
        return TabledBreaker(self.strategy, position_after(self.position, guess, score, known))


@frozen(eq=False)
class TreeBreaker(Codebreaker):
    """A node of a tree; where another guess is made than the tree's, the default strategy."""

    game: Game[Any, Any, Any]
    node: Node
    effort: Effort = field(factory=Effort)
    history: tuple[tuple[Any, Any], ...] = ()

    @property
    def guess(self) -> Any:
        """Return the guess of the tree."""
        return self.node.guess

    def after(self, guess: Any, score: Any, known: Knowledge | None = None) -> Codebreaker:
        """Return the player at the branch of an answer; raise where no candidate gives it."""
        history = (*self.history, (guess, score))
        if guess == self.node.guess:
            below = self.node[score].subtree
            return self if below is None else TreeBreaker(self.game, below, self.effort, history)
        breaker = first_breaker(self.game, None)
        for step in history:
            breaker = breaker.after(*step)
        return breaker


@frozen(eq=False)
class FreeBreaker(Asking):
    """A strategy that needs no score table."""

    strategy: Strategy
    position: Position

    @cached_property
    def guess(self) -> Any:
        """Return the guess that it would make now."""
        return guessed(self.strategy, self.position, self.position.game.guesses)

    def after(self, guess: Any, score: Any, known: Knowledge | None = None) -> FreeBreaker:
        """Return the player after an answer, without a look at what it leaves."""
        return FreeBreaker(self.strategy, self.position.answered(guess, score))


def advisor(game: Game[Any, Any, Any]) -> Strategy:
    """Return the strategy of a session that names none: the least candidates left on average.

    In codes too many for a score table it is ``sampled``; a hard mode is kept.
    """
    if too_large(game):
        return default_strategy(game)
    pool: Pool = "legal" if isinstance(game, HistoryLegal) else "all"
    return Greedy(EXPECTED_SIZE, pool=pool, name="advisor")


def first_breaker(
    game: Game[Any, Any, Any], strategy: StrategyLike | None = None, seed: Seed = DEFAULT_SEED
) -> Codebreaker:
    """Return the player that a strategy or a tree is at the beginning of a game."""
    player = None if strategy is None else player_for(game, strategy).choice
    if isinstance(player, Node):
        return TreeBreaker(game, player)
    chosen = advisor(game) if player is None else player
    tabled = needs_table(chosen)
    position = start(game, seed, with_table=tabled)
    return TabledBreaker(chosen, position) if tabled else FreeBreaker(chosen, position)


def moves(
    game: Game[Any, Any, Any], breaker: Codebreaker, answer: Callable[[Any], Any]
) -> Iterator[tuple[Any, Any]]:
    """Yield a player's guesses with their answers until the game is over.

    The answers are taken at their word: nothing says where they contradict each other.
    """
    referee = referee_of(game)
    while not referee.over:
        guess = breaker.guess
        score = answer(guess)
        yield guess, score
        referee = referee.after(guess, score)
        if not referee.over:
            breaker = breaker.after(guess, score)
