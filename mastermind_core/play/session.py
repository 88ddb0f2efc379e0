"""One game, move by move: the strategy guesses, and somebody answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Any, Protocol

from attrs import frozen

from mastermind_core.display import Shown
from mastermind_core.errors import BadArgument, InconsistentHistory
from mastermind_core.game import Game, History
from mastermind_core.strategies.base import Position, Strategy, needs_table, start
from mastermind_core.table import compile_game
from mastermind_core.tree import Node, StrategyLike, player_for, tree_at


class Turn(Protocol):
    """Wait for the answer to a guess; ``then`` leads to the next turn, or to None at the end."""

    @property
    def guess(self) -> Any: ...
    @property
    def candidates(self) -> Sequence[Any]: ...
    def then(self, score: Any) -> Turn | None: ...


@frozen(eq=False)
class TreeTurn:
    """Stand at a node of a tree."""

    node: Node

    @property
    def guess(self) -> Any:
        return self.node.guess

    @property
    def candidates(self) -> Sequence[Any]:
        return self.node.candidates

    def then(self, score: Any) -> TreeTurn | None:
        below = self.node[score].subtree
        return None if below is None else TreeTurn(below)


@frozen(eq=False)
class FreeTurn:
    """Stand at a position of a game that is too large for a table.

    A contradiction shows when the strategy is asked for its next guess.
    """

    strategy: Strategy
    position: Position

    @cached_property
    def guess(self) -> Any:
        return self.strategy(self.position)

    @property
    def candidates(self) -> Sequence[Any]:
        return self.position.candidates

    def then(self, score: Any) -> FreeTurn | None:
        if score in self.position.game.endstates:
            return None
        turn = FreeTurn(self.strategy, self.position.answered(self.guess, score))
        _ = turn.guess
        return turn


def first_turn(strategy: Strategy | Node, position: Position) -> Turn:
    """Return the first turn of a game."""
    if isinstance(strategy, Node):
        return TreeTurn(strategy)
    if needs_table(strategy):
        return TreeTurn(tree_at(position, strategy))
    return FreeTurn(strategy, position)


class Session(Shown):
    """Play one game: read ``guess``, give the ``answer``, until ``over``.

    ``effort`` counts what the strategy has looked at, if it counts.

    >>> from mastermind_core import TwoD, strategies
    >>> game, secret = TwoD(5), (3, 1)
    >>> session = Session(game, strategies.entropy)
    >>> while not session.over:
    ...     session.answer(game.score(session.guess, secret))
    >>> session.history[-1][0]
    (3, 1)
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        strategy: StrategyLike,
        *,
        history: History[Any, Any] = (),
        random: Random | None = None,
    ):
        """Start a game, or take it up again after a history of the same strategy's guesses."""
        self.game = game
        player = player_for(game, strategy)
        with_table = not isinstance(player, Node) and needs_table(player)
        position = start(game, random, with_table=with_table)
        self.effort = position.effort
        self._turns: list[Turn | None] = [first_turn(player, position)]
        self.history: list[tuple[Any, Any]] = []
        for guess, score in history:
            if guess != self.guess:
                raise BadArgument(
                    f"the strategy guesses {self.guess!r} here, not {guess!r}: a game can be taken "
                    "up only with the strategy that began it"
                )
            self.answer(score)

    @property
    def over(self) -> bool:
        """Say whether the secret has been guessed."""
        return self._turns[-1] is None

    @property
    def guess(self) -> Any:
        """Return the guess to be answered."""
        return self._here().guess

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the secrets that fit all the answers."""
        return self._here().candidates

    def answer(self, score: Any) -> None:
        """Take the answer to the guess; one that contradicts the others changes nothing."""
        here = self._here()
        try:
            turn = here.then(score)
        except InconsistentHistory as error:
            if isinstance(here, FreeTurn):
                raise
            suspects = diagnose(self.game, [*self.history, (here.guess, score)])
            raise InconsistentHistory(f"{error}; {_suspicion(suspects)}") from None
        self.history.append((here.guess, score))
        self._turns.append(turn)

    def undo(self) -> None:
        """Take the last answer back."""
        if not self.history:
            raise BadArgument("there is no answer to take back")
        self.history.pop()
        self._turns.pop()

    def _here(self) -> Turn:
        turn = self._turns[-1]
        if turn is None:
            raise BadArgument("the game is over: the last guess was right")
        return turn


def solve(
    game: Game[Any, Any, Any],
    scorer: Callable[[Any], Any],
    strategy: StrategyLike,
    *,
    random: Random | None = None,
) -> list[tuple[Any, Any]]:
    """Play a game in which ``scorer(guess)`` answers; return the guesses and answers.

    Answers that contradict each other raise :class:`InconsistentHistory`, which names the
    answers that may be wrong.

    >>> from mastermind_core import Mastermind, strategies
    >>> game = Mastermind(colours=4, holes=3)
    >>> steps = solve(game, lambda guess: game.score(guess, (4, 2, 4)), strategies.knuth)
    >>> steps[-1]
    ((4, 2, 4), Pegs(black=3, white=0))
    """
    session = Session(game, strategy, random=random)
    while not session.over:
        session.answer(scorer(session.guess))
    return session.history


def diagnose(game: Game[Any, Any, Any], history: History[Any, Any]) -> list[int]:
    """Return which single answers, by place from 0, may be wrong in a contradiction.

    An answer is a suspect when some secret gives all the others. None is returned for a history
    without contradiction, and where it takes more than one wrong answer.

    >>> from mastermind_core import TwoD
    >>> diagnose(TwoD(3), [((1, 1), (True, True, True)), ((0, 0), (True, True, True))])
    [0, 1]
    """
    table = compile_game(game)
    try:
        table.after(history)
    except InconsistentHistory:
        pass
    else:
        return []
    suspects = []
    for place in range(len(history)):
        try:
            table.after([*history[:place], *history[place + 1 :]])
        except InconsistentHistory:
            continue
        suspects.append(place)
    return suspects


def _suspicion(suspects: Sequence[int]) -> str:
    if not suspects:
        return "no single wrong answer explains it"
    places = " or ".join(str(place + 1) for place in suspects)
    return f"if one answer is wrong, it is number {places}"
