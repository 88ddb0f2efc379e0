"""Codebreakers: a strategy or a tree in one position of a game, and the player after a score.

``first_breaker`` turns a strategy into an :class:`AskingBreaker` and a tree into a
:class:`TreeBreaker`, and ``thinking_breaker`` returns a :class:`ThinkingBreaker`, which works in
the background.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from typing import Any, Protocol

from attrs import define, evolve, field, frozen

from mastermind_core.arguments import DEFAULT_SEED, Seed, expect
from mastermind_core.game import CodeGame, Game, goal_of
from mastermind_core.names.services import service_of
from mastermind_core.notation import uninformative
from mastermind_core.play.ending import Ending
from mastermind_core.play.knowledge import Knowledge, TabledKnowledge, first_knowledge, is_tabled
from mastermind_core.strategies.base import Effort, Position, guessed, needs_table, start
from mastermind_core.strategies.catalogue import default_strategy
from mastermind_core.strategies.thinking import Thinking
from mastermind_core.tree import Node, StrategyLike, player_for
from mastermind_core.tree.node import StrategyPlan


class Codebreaker(Protocol):
    """A player in one position of a game."""

    @property
    def guess(self) -> Any:
        """Return the next guess."""

    @property
    def effort(self) -> Effort:
        """Count the codes that the strategy has examined."""

    def after(self, guess: Hashable, score: Hashable, known: Any = None) -> Codebreaker:
        """Return the player after a score. ``known`` is the knowledge after it, if computed."""

    def stop(self) -> None:
        """Stop the work in the background."""


@define(eq=False)
class AskingBreaker:
    """A strategy that is called with its position. It is ``tabled`` if it reads the score table."""

    strategy: Any
    position: Position
    tabled: bool

    @cached_property
    def guess(self) -> Any:
        """Return the guess of the strategy, or raise if it is uninformative."""
        if not self.tabled:
            return guessed(self.strategy, self.position, self.position.game.guesses)
        table = self.position.table
        ids = self.position.candidate_ids
        plan = StrategyPlan(self.strategy, self.position)
        number = plan.guess_id()
        guess = table.guesses.items[number]
        if not plan.allows_uninformative and not table.tells(number, ids):
            score, _ = table.split(number, ids)[0]
            raise uninformative(table.game, guess, table.answer(number, score), len(ids))
        return guess

    @property
    def effort(self) -> Effort:
        """Count the codes that the strategy has examined."""
        return self.position.effort

    def after(
        self, guess: Hashable, score: Hashable, known: Knowledge | None = None
    ) -> AskingBreaker:
        """Return the player after a score.

        Args:
            guess: A hashable guess, which need not be the strategy's guess.
            score: Its score.
            known: The knowledge after the score, if it was computed before.

        Returns:
            The player in the next position.

        Raises:
            InconsistentHistory: If the score table is read and no candidate has this score.
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
        return evolve(self, position=position.then(table.guesses[guess], table.scores[score], left))

    def stop(self) -> None:
        """Stop the work in the background."""


@define(eq=False)
class ThinkingBreaker(AskingBreaker):
    """An anytime strategy that searches in the background until the next score."""

    _thinking: Thinking | None = field(default=None, init=False)

    @property
    def guess(self) -> Any:
        """Return the best guess so far. The first call starts the search."""
        if self._thinking is None:
            self._thinking = Thinking(self.strategy, self.position)
        return self._thinking.guess

    def stop(self) -> None:
        """Stop the search. The best guess so far stays."""
        if self._thinking is not None:
            self._thinking.stop()


@frozen(eq=False)
class TreeBreaker:
    """A node of a tree. The default strategy continues after a guess that the tree lacks."""

    game: Game
    node: Node
    effort: Effort = field(factory=Effort)
    history: tuple[tuple[Any, Any], ...] = ()

    @property
    def guess(self) -> Any:
        """Return the guess of the tree."""
        return self.node.guess

    def after(
        self, guess: Hashable, score: Hashable, known: Knowledge | None = None
    ) -> Codebreaker:
        """Return the player at the branch of a score, or raise if no candidate has this score."""
        history = (*self.history, (guess, score))
        if guess == self.node.guess:
            below = self.node[score].subtree
            return self if below is None else TreeBreaker(self.game, below, self.effort, history)
        breaker = first_breaker(self.game, None)
        for step in history:
            breaker = breaker.after(*step)
        return breaker

    def stop(self) -> None:
        """Do nothing: a tree does not work in the background."""


def advisor(game: Game) -> Any:
    """Return the default strategy of a session, which minimizes the expected number of candidates.

    In games too large for a score table it is ``sampled``. A hard mode is respected.
    """
    return default_strategy(game)


def first_breaker(
    game: Game,
    strategy: StrategyLike | None = None,
    seed: Seed = DEFAULT_SEED,
    ending: Ending | None = None,
) -> Codebreaker:
    """Return the player for a strategy or a tree at the beginning of a game.

    One that aims at a confidence takes it from the ending.
    """
    service = service_of(game)
    if service is not None:
        served: Codebreaker = service.first_breaker(game, strategy, seed, ending)
        return served
    player = advisor(game) if strategy is None else player_for(game, strategy).choice
    if isinstance(player, Node):
        return TreeBreaker(game, player)
    tabled = needs_table(player)
    return AskingBreaker(player, start(game, seed, with_table=tabled), tabled)


def thinking_breaker(
    game: Game, strategy: StrategyLike | None = None, seed: Seed = DEFAULT_SEED
) -> Codebreaker:
    """Return a player that searches in the background, at the beginning of a game.

    The player is an anytime strategy, by default the one of this name. If ``improvements`` is None,
    as in ``elimination``, the strategy plays codes as usual.
    """
    named = "anytime" if strategy is None else strategy
    chosen: Any = player_for(game, named).choice
    improvements = getattr(chosen, "improvements", False)
    if improvements is None and isinstance(game, CodeGame):
        return first_breaker(game, chosen, seed)
    wanted = "one that improves its guesses to think, such as 'anytime'"
    expect(callable(improvements), "strategy", wanted, strategy)
    tabled = is_tabled(game)
    return ThinkingBreaker(chosen, start(game, seed, with_table=tabled), tabled)


def turns_of_game(
    game: Game, breakers: Sequence[Codebreaker], answer: Callable[[Any], Any], *, lies: bool = False
) -> Iterator[tuple[Any, Any, bool]]:
    """Yield the guesses of players in turn, with their scores and whether the game is over.

    The players learn every score, the last one too: those that know the candidates report a score
    that contradicts earlier ones. If some scores may be lies, only a correct guess ends a game with
    goals.
    """
    known = first_knowledge(game) if goal_of(game) is not None and not lies else None
    over = known is not None and len(known.goals) == 1
    number = 0
    while not over:
        guess = breakers[number % len(breakers)].guess
        score = answer(guess)
        over = score in game.endstates
        number = number + 1
        if known is not None and not over:
            known = known.after(guess, score)
            over = len(known.goals) == 1
        breakers = [breaker.after(guess, score) for breaker in breakers]
        yield guess, score, over
