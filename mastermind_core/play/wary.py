"""Any strategy against a codemaker that lies: its candidates are all secrets but the impossible."""

from __future__ import annotations

from array import array
from typing import Any

from attrs import frozen

from mastermind_core.arguments import DEFAULT_SEED, Seed
from mastermind_core.errors import InconsistentHistory, UninformativeGuess
from mastermind_core.game import Game
from mastermind_core.play.codebreaker import FreeBreaker, TabledBreaker, advisor
from mastermind_core.play.knowledge import Knowledge
from mastermind_core.strategies.base import Effort, Position, Strategy, needs_table, start
from mastermind_core.tree import Node, StrategyLike, player_for


@frozen(eq=False)
class WaryBreaker:
    """A strategy that is shown every secret which at most so many lies leave.

    Where the strategy cannot go on (it reads the answers themselves, or follows a tree), the
    guess that leaves fewest candidates on average is made instead.
    """

    strategy: Strategy
    position: Position
    lives: tuple[int, ...]

    @property
    def effort(self) -> Effort:
        """Return the count of what its strategy has looked at."""
        return self.position.effort

    @property
    def guess(self) -> Any:
        """Return the guess that the strategy makes of the secrets that are left."""
        kind = TabledBreaker if needs_table(self.strategy) else FreeBreaker
        try:
            guess = kind(self.strategy, self.position).guess
            table = self.position.table
            if table.tells(table.guesses[guess], self.position.candidate_ids):
                return guess
        except (InconsistentHistory, UninformativeGuess):
            pass
        return TabledBreaker(advisor(self.position.game), self.position).guess

    def after(self, guess: Any, score: Any, known: Knowledge | None = None) -> WaryBreaker:
        """Return the player after an answer: each secret that it contradicts loses a lie."""
        table = self.position.table
        number, told = table.guesses[guess], table.scores[score]
        lives = list(self.lives)
        for own, block in table.split(number, table.everything):
            if own != told:
                # That a guess is right is neither denied nor claimed falsely.
                certain = table.final[own] or table.final[told]
                for secret in block:
                    lives[secret] = -1 if certain else lives[secret] - 1
        ids = array("I", (secret for secret, left in enumerate(lives) if left >= 0))
        if not ids:
            raise InconsistentHistory(
                f"no secret is left: up to answer {len(self.position.history) + 1} there are more "
                "lies than were allowed, whatever the secret"
            )
        return WaryBreaker(self.strategy, self.position.then(number, told, ids), tuple(lives))


def wary_breaker(
    game: Game[Any, Any, Any], strategy: StrategyLike, lies: int, seed: Seed = DEFAULT_SEED
) -> WaryBreaker:
    """Return the player that a strategy is against so many lies, at the beginning of a game."""
    player = player_for(game, strategy).choice
    chosen = advisor(game) if isinstance(player, Node) else player
    position = start(game, seed)
    return WaryBreaker(chosen, position, (lies,) * len(position.table.secrets.items))
