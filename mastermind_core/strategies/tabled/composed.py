"""Strategies made of others: an opening before one, or one after another as candidates grow few."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import field, frozen

from mastermind_core.errors import BadArgument
from mastermind_core.strategies.base import (
    ByNumber,
    Position,
    Strategy,
    choose,
    name_of,
    opening_move,
)


def _guesses(guesses: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(guesses)


@frozen
class Opened(ByNumber):
    """Play some guesses first, whatever their answers, and then leave it to a strategy.

    Where the next of them would tell nothing, the strategy chooses.

    >>> from mastermind_core import Mastermind, solve, strategies
    >>> game = Mastermind(colours=3, holes=2)
    >>> opened = Opened(strategies.random_candidate, [(1, 2)])
    >>> [guess for guess, _ in solve(game, lambda guess: game.score(guess, (3, 3)), opened)]
    [(1, 2), (3, 3)]
    """

    strategy: Strategy
    opening: tuple[Any, ...] = field(converter=_guesses)
    name: str = "opened"
    source: str = field(default="", repr=False)

    def choose(self, position: Position) -> int:
        """Return the number of the guess for a position."""
        first = opening_move(self.opening, position)
        return choose(self.strategy, position) if first is None else first


def _stages(stages: Iterable[tuple[int, Strategy]]) -> tuple[tuple[int, Strategy], ...]:
    return tuple(sorted(stages, key=lambda stage: stage[0], reverse=True))


@frozen
class Staged(ByNumber):
    """Change the strategy as the candidates grow few.

    ``stages`` are pairs of a least number of candidates and the strategy that plays from there up;
    one of them starts from 1.

    >>> from mastermind_core import Mastermind, length_distribution, strategies
    >>> game = Mastermind(colours=4, holes=3)
    >>> mixed = Staged([(1, strategies.knuth), (20, strategies.entropy)])
    >>> print(length_distribution(game, mixed))
    1:1 2:3 3:31 4:29  (total 216, mean 3.3750, worst 4)
    """

    stages: tuple[tuple[int, Strategy], ...] = field(converter=_stages)
    name: str = "staged"
    source: str = field(default="", repr=False)

    def __attrs_post_init__(self) -> None:
        if not self.stages or self.stages[-1][0] != 1:
            least = self.stages[-1][0] if self.stages else "none"
            raise BadArgument(f"stages must start from 1 candidate, not from {least}")

    def choose(self, position: Position) -> int:
        """Return the number of the guess for a position."""
        size = len(position.candidate_ids)
        return choose(next(s for least, s in self.stages if size >= least), position)

    def __str__(self) -> str:
        return ", ".join(f"{name_of(s)} from {least}" for least, s in self.stages)
