"""Sessions as JSON: the game, the answers so far, and what proposes the guesses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mastermind_core.errors import BadArgument, BadFile, MastermindCoreError, shown
from mastermind_core.files.encoded import expect
from mastermind_core.game import Game
from mastermind_core.play.session import Session
from mastermind_core.strategies import STRATEGIES
from mastermind_core.strategies.base import name_of
from mastermind_core.strategies.resolve import strategy_of
from mastermind_core.tree import Node, StrategyLike

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
    raise BadArgument(
        f"the session has the strategy {shown(name)}, which is not one of STRATEGIES and cannot be "
        "saved: save session.without_strategy(), and give load or from_json the strategy"
    )


def _decoded(strategy: Any) -> Any:
    if isinstance(strategy, str):
        if strategy not in STRATEGIES:
            raise BadFile(f"the strategy {shown(strategy)} is unknown: is it of a later version?")
        return STRATEGIES[strategy]
    if strategy is not None and not isinstance(strategy, Node):
        raise BadFile(f"strategy must be a name, a tree or null, not {shown(strategy)}")
    return strategy


def decode_session(
    content: Any,
    game_of: Callable[[Any], Game[Any, Any, Any]],
    inner: Code,
    given: StrategyLike | None = None,
) -> Session:
    """Return a session at the place where it was left, with a given strategy or its own."""
    if type(content) is not dict or set(content) != {"game", "strategy", "history"}:
        raise BadFile("a session has game, strategy and history, and nothing else")
    game = game_of(content["game"])
    strategy = _decoded(inner(content["strategy"])) if given is None else given
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
