"""Sessions as JSON: the game, the answers so far, and what proposes the guesses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mastermind_core.errors import BadFile, MastermindCoreError
from mastermind_core.files.values import NotWritable, brief, expect
from mastermind_core.game import Game
from mastermind_core.play.session import Session
from mastermind_core.strategies import STRATEGIES
from mastermind_core.strategies.base import name_of
from mastermind_core.strategies.resolve import strategy_of
from mastermind_core.tree import Node

#: Answers that a session in a file may have.
_LONGEST = 1000

Code = Callable[[Any], Any]


def encode_session(session: Session, game: int, inner: Code) -> dict[str, Any]:
    """Return the history of a session and the name, or the tree, of its strategy."""
    return {
        "game": game,
        "strategy": _strategy(session.strategy, inner),
        "history": [[inner(guess), inner(score)] for guess, score in session.history],
    }


def _strategy(strategy: Any, inner: Code) -> Any:
    tree = strategy if isinstance(strategy, Node) else getattr(strategy, "tree", None)
    if isinstance(tree, Node):
        return inner(tree)
    if strategy is None:
        return None
    name = name_of(strategy_of(strategy))
    if isinstance(strategy, str) or strategy is STRATEGIES.get(name):
        return name
    if name in STRATEGIES and STRATEGIES[name] == strategy:
        return name
    raise NotWritable(f"the strategy {brief(name)}, which is not one of STRATEGIES,")


def decode_session(
    content: Any, game_of: Callable[[Any], Game[Any, Any, Any]], inner: Code
) -> Session:
    """Return a session at the place where it was left."""
    if type(content) is not dict or set(content) != {"game", "strategy", "history"}:
        raise BadFile("a session has game, strategy and history, and nothing else")
    game = game_of(content["game"])
    strategy = inner(content["strategy"])
    if isinstance(strategy, str):
        if strategy not in STRATEGIES:
            raise BadFile(f"the strategy {brief(strategy)} is unknown: is it of a later version?")
        strategy = STRATEGIES[strategy]
    elif strategy is not None and not isinstance(strategy, Node):
        raise BadFile(f"strategy must be a name, a tree or null, not {brief(strategy)}")
    steps = expect(list, content["history"], "history")
    if len(steps) > _LONGEST:
        raise BadFile(f"history has {len(steps):,} answers, over {_LONGEST:,}")
    if any(type(step) is not list or len(step) != 2 for step in steps):
        raise BadFile("a history is an array of pairs")
    history = [(inner(guess), inner(score)) for guess, score in steps]
    try:
        return Session(game, strategy, history=history)
    except MastermindCoreError as error:
        raise BadFile(f"the history does not fit the game: {error}") from None
