"""The functions of an application that serves games of its own kind.

The core calls them for a game that has the attribute of the application. See
:mod:`mastermind_core.names.services` for the registry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Protocol

from mastermind_core.arguments import Seed
from mastermind_core.game import Game
from mastermind_core.play.codebreaker import Codebreaker
from mastermind_core.play.ending import Ending
from mastermind_core.play.views import PlayerView
from mastermind_core.tree import Node, StrategyLike


class Service(Protocol):
    """The functions of an application that replace the core's functions for its games."""

    def first_view(self, game: Game, ending: Ending) -> PlayerView:
        """Return the knowledge of a player before the first guess."""

    def first_breaker(
        self, game: Game, strategy: StrategyLike | None, seed: Seed, ending: Ending | None = None
    ) -> Codebreaker:
        """Return the player of a strategy before the first guess."""

    def explanations(
        self, game: Game, history: Sequence[tuple[Any, Any]]
    ) -> Iterator[tuple[tuple[tuple[int, Any], ...], int, float]]:
        """Yield sets of wrong scores, with the secrets that they leave and their probability."""

    def trial(
        self,
        game: Game,
        strategy: StrategyLike | None,
        *,
        confidence: Any,
        max_steps: int | None,
        stop: Callable[..., object] | None,
    ) -> Any:
        """Return a strategy in the form that a simulation plays."""

    def length_distribution(
        self,
        game: Game,
        strategy: StrategyLike | None,
        *,
        confidence: Any,
        max_steps: int | None,
        costs: bool = False,
    ) -> Any:
        """Return the exact distribution of a strategy's lengths, or of its costs."""

    def tree(
        self,
        game: Game,
        strategy: StrategyLike | None,
        *,
        confidence: float | Fraction | None,
        max_steps: int | None,
    ) -> Node:
        """Return a strategy's tree, whose secrets are the outcomes of its paths."""

    def optimal(self, game: Game, options: dict[str, Any]) -> Any:
        """Return an optimal policy, or raise BadArgument for an option that does not apply."""

    def compiled(self, game: Game) -> Any:
        """Return a game as numbers."""

    def identity(self, game: Game) -> list[Any]:
        """Return the parts that make up a game's identity, for a digest."""
