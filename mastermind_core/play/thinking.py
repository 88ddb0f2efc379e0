"""Who guesses while it thinks on in the background, until the next answer."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from mastermind_core.arguments import DEFAULT_SEED, Seed
from mastermind_core.errors import BadArgument, shown
from mastermind_core.game import CodeGame, Game
from mastermind_core.play.codebreaker import position_after
from mastermind_core.play.knowledge import Knowledge, is_tabled
from mastermind_core.play.listing import ListingBreaker
from mastermind_core.strategies.base import Effort, Position, start
from mastermind_core.strategies.codes.anytime import Anytime, Improves, Thinking
from mastermind_core.strategies.codes.fitting import Elimination
from mastermind_core.tree import player_for


@define(eq=False)
class ThinkingBreaker:
    """An anytime strategy that goes on thinking in the background until it hears an answer."""

    strategy: Improves
    position: Position
    _thinking: Thinking | None = field(default=None, init=False)

    @property
    def effort(self) -> Effort:
        """Return the count of what its strategy has looked at."""
        return self.position.effort

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

    def after(self, guess: Any, score: Any, known: Knowledge | None = None) -> ThinkingBreaker:
        """Return the player after an answer; this one thinks no more."""
        self.stop()
        position = self.position
        if not is_tabled(position.game):
            return ThinkingBreaker(self.strategy, position.answered(guess, score))
        return ThinkingBreaker(self.strategy, position_after(position, guess, score, known))


def thinking_breaker(
    game: Game[Any, Any, Any], strategy: Any = None, seed: Seed = DEFAULT_SEED
) -> ThinkingBreaker | ListingBreaker:
    """Return the player that works in the background, at the beginning of a game.

    An anytime strategy looks for better guesses; elimination lists the codes that fit.
    """
    chosen: Any = Anytime() if strategy is None else player_for(game, strategy).choice
    if isinstance(chosen, Elimination) and isinstance(game, CodeGame):
        return ListingBreaker(chosen, start(game, seed, with_table=False))
    if not hasattr(chosen, "improvements"):
        raise BadArgument(
            f"strategy must be one that improves its guesses to think, such as 'anytime', not "
            f"{shown(strategy)}"
        )
    return ThinkingBreaker(chosen, start(game, seed, with_table=is_tabled(game)))
