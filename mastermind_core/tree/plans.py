"""Where the guesses of a tree come from: a strategy that is asked, or arrays that are read."""

from __future__ import annotations

from array import array
from typing import Any, Protocol

from attrs import frozen

from mastermind_core.game import Game
from mastermind_core.kernels.types import FlatTree
from mastermind_core.strategies.base import Position, Strategy, choose, existing


class Plan(Protocol):
    """What knows the guess of one node, and the plans below it.

    A ``patient`` plan may make a guess that tells nothing: it ends all the same.
    """

    @property
    def game(self) -> Game[Any, Any, Any] | None:
        """Return the game that the tree is for."""

    @property
    def patient(self) -> bool:
        """Return whether a guess that tells nothing is allowed."""

    def guess_id(self) -> int:
        """Return the number of the guess."""

    def below(self, guess: int, score: int, candidates: array[int]) -> Plan:
        """Return the plan that follows a score."""


@frozen(eq=False)
class StrategyPlan:
    """The plan that asks a strategy at every node."""

    strategy: Strategy
    position: Position

    @property
    def game(self) -> Game[Any, Any, Any]:
        """Return the game that the tree is for."""
        return self.position.game

    @property
    def patient(self) -> bool:
        """Return whether the strategy promises to end without looking at the answers."""
        return bool(getattr(self.strategy, "patient", False))

    def guess_id(self) -> int:
        """Return the number of the guess."""
        return choose(self.strategy, self.position)

    def below(self, guess: int, score: int, candidates: array[int]) -> StrategyPlan:
        """Return the plan that follows a score."""
        return StrategyPlan(self.strategy, self.position.then(guess, score, candidates))


@frozen(eq=False)
class FlatPlan:
    """The plan that reads the guesses from arrays, such as those of a kernel."""

    flat: FlatTree
    node: int
    game: Game[Any, Any, Any] | None = None
    patient: bool = False

    @property
    def whole(self) -> bool:
        """Return whether nothing is missing below a guess that tells nothing."""
        return self.flat.stuck < 0

    def guess_id(self) -> int:
        """Return the number of the guess."""
        return existing(self.flat.guesses[self.node], "of this tree")

    def below(self, guess: int, score: int, candidates: array[int]) -> FlatPlan:
        """Return the plan that follows a score."""
        flat = self.flat
        edges = range(flat.first_edge[self.node], flat.first_edge[self.node + 1])
        child = next(flat.edge_child[e] for e in edges if flat.edge_score[e] == score)
        return FlatPlan(flat, child, self.game, self.patient)
