"""The rule that ends a game before or when its goal is certain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized
from fractions import Fraction
from typing import Any, Protocol

from attrs import frozen

from mastermind_core.arguments import expect, whole_number
from mastermind_core.errors import BadArgument
from mastermind_core.game.amounts import probability


class GameState(Protocol):
    """The state of a game that an :class:`Ending` asks for."""

    @property
    def turns(self) -> Sized:
        """Return the guesses so far, with their scores."""

    @property
    def is_won(self) -> bool:
        """Return whether the last score is an end state."""

    @property
    def is_decided(self) -> bool:
        """Return whether the game is over because no question is left that matters."""

    @property
    def posterior(self) -> Mapping[Any, Fraction]:
        """Return each possible goal or secret with its probability, the likeliest first."""

    def reaches(self, confidence: Fraction) -> bool:
        """Return whether the likeliest goal or secret has a probability."""


@frozen
class Ending:
    """The rule that ends a game.

    A game always ends with a score that is an end state, and when the goal is known with certainty
    in a game with goals.
    """

    #: The probability of the likeliest goal or secret at which the game ends, or None.
    confidence: Fraction | None = None
    #: The number of guesses after which the game ends, or None.
    max_steps: int | None = None
    #: A function of the posterior and the number of guesses that ends the game, or None.
    rule: Callable[[Mapping[Any, Fraction], int], Any] | None = None

    @classmethod
    def of(cls, confidence: Any, max_steps: Any = None, rule: Any = None) -> Ending:
        """Return the rule for the arguments of a user, which are checked."""
        if confidence is not None:
            confidence = probability(confidence, "confidence")
            if not confidence:
                raise BadArgument("confidence must be over 0: the game would end at once")
        max_steps = whole_number("max_steps", max_steps, none="for no limit")
        called = rule is None or callable(rule)
        expect(called, "stop", "a function of the posterior and the number of guesses", rule)
        return cls(confidence, max_steps, rule)

    @property
    def is_early(self) -> bool:
        """Return whether a game may end before its goal is certain."""
        return self.confidence is not None or self.rule is not None

    def is_over(self, state: GameState) -> bool:
        """Return whether the game is over."""
        steps = len(state.turns)
        late = self.max_steps is not None and steps >= self.max_steps
        if late or state.is_won or self.is_sure(state):
            return True
        return self.rule is not None and bool(self.rule(state.posterior, steps))

    def is_sure(self, state: GameState) -> bool:
        """Return whether the likeliest goal has the confidence, or the game is decided."""
        sure = self.confidence is not None and state.reaches(self.confidence)
        return sure or state.is_decided
