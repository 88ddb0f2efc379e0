"""Who says when a game is over."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from attrs import frozen

from mastermind_core.game import Game, goal_of
from mastermind_core.play.knowledge import Knowledge, first_knowledge


@frozen(eq=False)
class Referee:
    """Who says when a game is over: an answer that ends it, or enough that is known.

    ``known`` is kept only where a game has goals, and answers are true.
    """

    endstates: Collection[Any]
    known: Knowledge | None = None
    ended: bool = False

    @property
    def over(self) -> bool:
        """Say whether the game is over."""
        return self.ended or (self.known is not None and len(self.known.goals) == 1)

    def after(self, guess: Any, score: Any) -> Referee:
        """Return the referee who has heard one more answer."""
        if score in self.endstates:
            return Referee(self.endstates, None, ended=True)
        known = self.known and self.known.after(guess, score)
        return Referee(self.endstates, known)


def referee_of(game: Game[Any, Any, Any], *, lies: bool = False) -> Referee:
    """Return who says when a game is over; where answers may be lies only a named secret ends it.

    >>> from mastermind_core import TwoD, identified
    >>> referee_of(TwoD(1)).over, referee_of(identified(TwoD(1))).over
    (False, True)
    """
    watched = goal_of(game) is not None and not lies
    return Referee(game.endstates, first_knowledge(game) if watched else None)
