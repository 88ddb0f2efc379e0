"""Codebreakers: a strategy or a tree at one moment of a game, and the player after an answer.

``first_breaker`` makes an :class:`AskingBreaker` of a strategy, and a :class:`TreeBreaker` of a
tree; ``thinking_breaker`` makes a :class:`ThinkingBreaker`, which works in the background.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from attrs import define, evolve, field, frozen

from mastermind_core.arguments import DEFAULT_SEED, Seed, expect
from mastermind_core.game import CodeGame, Game, HistoryLegal, goal_of
from mastermind_core.metrics import EXPECTED_SIZE
from mastermind_core.notation import uninformative
from mastermind_core.play.knowledge import (
    Knowledge,
    TabledKnowledge,
    first_knowledge,
    is_tabled,
)
from mastermind_core.strategies.base import Effort, Position, guessed, needs_table, start
from mastermind_core.strategies.catalogue import default_strategy
from mastermind_core.strategies.codes.anytime import Anytime, Thinking
from mastermind_core.strategies.codes.fitting import Elimination
from mastermind_core.strategies.tabled.greedy import Greedy, Pool
from mastermind_core.table import too_large
from mastermind_core.tree import Node, StrategyLike, player_for
from mastermind_core.tree.node import StrategyPlan

#: A player at one moment of a game; ``after`` an answer, to any guess, it is another.
Codebreaker: TypeAlias = "AskingBreaker | TreeBreaker"


@define(eq=False)
class AskingBreaker:
    """A strategy that is asked about its position, ``tabled`` where it reads the score table."""

    strategy: Any
    position: Position
    tabled: bool

    @cached_property
    def guess(self) -> Any:
        """Return the guess that it would make now; an uninformative one is refused."""
        if not self.tabled:
            return guessed(self.strategy, self.position, self.position.game.guesses)
        table, ids = self.position.table, self.position.candidate_ids
        plan = StrategyPlan(self.strategy, self.position)
        number = plan.guess_id()
        guess = table.guesses.items[number]
        if not plan.patient and not table.tells(number, ids):
            score, _ = table.split(number, ids)[0]
            raise uninformative(table.game, guess, table.answer(number, score), len(ids))
        return guess

    @property
    def effort(self) -> Effort:
        """Return the number of codes that the strategy has examined."""
        return self.position.effort

    def after(self, guess: Any, score: Any, known: Knowledge | None = None) -> AskingBreaker:
        """Return the player after an answer, which leaves ``known`` if that has been worked out.

        An answer that no candidate gives is refused if the score table is read.
        """
        self.stop()
        position = self.position
        if not self.tabled:
            return evolve(self, position=position.answered(guess, score))
        table = position.table
        if isinstance(known, TabledKnowledge) and known.table is table:
            left = known.ids
        else:
            number = len(position.history) + 1
            left = table.narrowed(position.candidate_ids, guess, score, number)
        then = position.then(table.guesses[guess], table.scores[score], left)
        return evolve(self, position=then)

    def stop(self) -> None:
        """End what goes on in the background."""


@define(eq=False)
class ThinkingBreaker(AskingBreaker):
    """An anytime strategy that goes on thinking in the background until it hears an answer."""

    _thinking: Thinking | None = field(default=None, init=False)

    @property
    def guess(self) -> Any:
        """Return the best guess so far; the first time, begin to think."""
        if self._thinking is None:
            self._thinking = Thinking(self.strategy, self.position)
        return self._thinking.guess

    def stop(self) -> None:
        """End the thinking; the best guess so far stays."""
        if self._thinking is not None:
            self._thinking.stop()


@frozen(eq=False)
class TreeBreaker:
    """A node of a tree; where another guess is made than the tree's, the default strategy."""

    game: Game
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

    def stop(self) -> None:
        """Do nothing: a tree does not think."""


def advisor(game: Game) -> Any:
    """Return the strategy of a session that names none: the fewest candidates left on average.

    In codes too many for a score table it is ``sampled``; a hard mode is kept.
    """
    if too_large(game):
        return default_strategy(game)
    pool: Pool = "legal" if isinstance(game, HistoryLegal) else "all"
    return Greedy(EXPECTED_SIZE, pool=pool, name="advisor")


def first_breaker(
    game: Game, strategy: StrategyLike | None = None, seed: Seed = DEFAULT_SEED
) -> Codebreaker:
    """Return the player that a strategy or a tree is at the beginning of a game."""
    player = advisor(game) if strategy is None else player_for(game, strategy).choice
    if isinstance(player, Node):
        return TreeBreaker(game, player)
    tabled = needs_table(player)
    return AskingBreaker(player, start(game, seed, with_table=tabled), tabled)


def thinking_breaker(
    game: Game, strategy: StrategyLike | None = None, seed: Seed = DEFAULT_SEED
) -> Codebreaker:
    """Return the player that thinks in the background, at the beginning of a game.

    It is an anytime strategy. Elimination, which has no better guess to look for, is as ever.
    """
    chosen: Any = Anytime() if strategy is None else player_for(game, strategy).choice
    if isinstance(chosen, Elimination) and isinstance(game, CodeGame):
        return first_breaker(game, chosen, seed)
    wanted = "one that improves its guesses to think, such as 'anytime'"
    expect(hasattr(chosen, "improvements"), "strategy", wanted, strategy)
    tabled = is_tabled(game)
    return ThinkingBreaker(chosen, start(game, seed, with_table=tabled), tabled)


def turns_of_game(
    game: Game, breakers: Sequence[Codebreaker], answer: Callable[[Any], Any], *, lies: bool = False
) -> Iterator[tuple[Any, Any, bool]]:
    """Yield the guesses of players in turn, with their answers and whether the game is over then.

    The answers are trusted: contradictions between them are not reported. If some may be lies, only
    a guess that is right ends a game with goals.
    """
    known = first_knowledge(game) if goal_of(game) is not None and not lies else None
    over, number = known is not None and len(known.goals) == 1, 0
    while not over:
        guess = breakers[number % len(breakers)].guess
        score = answer(guess)
        over, number = score in game.endstates, number + 1
        if known is not None and not over:
            known = known.after(guess, score)
            over = len(known.goals) == 1
        yield guess, score, over
        if not over:
            breakers = [breaker.after(guess, score) for breaker in breakers]
