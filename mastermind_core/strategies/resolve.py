"""What a user may give where a strategy is wanted: a name, or a function of a position."""

from __future__ import annotations

from typing import Any

from mastermind_core.errors import BadArgument, nearest, shown
from mastermind_core.game import CodeGame, goals_of
from mastermind_core.strategies.base import Strategy
from mastermind_core.strategies.catalogue import STRATEGIES
from mastermind_core.table import too_large


def strategy_of(given: Any, argument: str = "strategy") -> Strategy:
    """Return the strategy of a name, hyphens allowed, or of a value; refuse anything else.

    ``argument`` is what the error calls it. Functions that have the game at hand take
    :func:`mastermind_core.tree.tree_for` or :func:`mastermind_core.tree.player_for` instead, which
    also know trees and solutions.

    >>> strategy_of("most-parts").name
    'most_parts'
    >>> strategy_of("entropi")
    Traceback (most recent call last):
        ...
    mastermind_core.errors.BadArgument: strategy 'entropi' is unknown; did you mean 'entropy'?
    """
    if isinstance(given, str):
        return STRATEGIES[nearest_name(given, argument)]
    if isinstance(given, type):
        raise BadArgument(
            f"{argument} must be a strategy, not the class {given.__name__}: make one, as in "
            f"{given.__name__}(...)"
        )
    if not callable(given) or _is_game(given):
        raise BadArgument(
            f"{argument} must be a name such as 'entropy', a function of a position, a tree or a "
            f"solution, not {shown(given)}{_swapped(given)}"
        )
    strategy: Strategy = given
    return strategy


def default_strategy(game: Any) -> Strategy:
    """Return the strategy that is played by default.

    It is ``entropy``, but ``sampled`` in games of too many codes, and ``pairs`` where only the
    class of the secret has to be known.

    >>> from mastermind_core import Mastermind
    >>> default_strategy(Mastermind(colours=6, holes=4)).name
    'entropy'
    >>> default_strategy(Mastermind(colours=12, holes=8)).name
    'sampled'
    """
    if isinstance(game, CodeGame) and too_large(game):
        return STRATEGIES["sampled"]
    goals = goals_of(game, game.secrets)
    return STRATEGIES["pairs" if len(set(goals)) < len(goals) else "entropy"]


def nearest_name(given: str, argument: str) -> str:
    """Return the registered name that is meant, hyphens allowed; refuse one that is not there."""
    name = given.strip().replace("-", "_")
    if name in STRATEGIES:
        return name
    known = STRATEGIES.names()
    hint = nearest(name, known, f"choose from the {len(known)} names of STRATEGIES, as 'entropy'")
    raise BadArgument(f"{argument} {shown(given)} is unknown; {hint}")


def _is_game(given: Any) -> bool:
    return all(hasattr(given, part) for part in ("guesses", "secrets", "endstates", "score"))


def _swapped(given: Any) -> str:
    return ": the game comes first" if _is_game(given) else ""
