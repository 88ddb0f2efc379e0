"""One game, move by move: the strategy guesses, and somebody answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from mastermind_core.errors import BadArgument, InconsistentHistory
from mastermind_core.game import Game, History
from mastermind_core.strategies.base import Strategy
from mastermind_core.table import compile_game
from mastermind_core.tree import Node, lazy_tree


class Session:
    """Play one game: read ``guess``, give the ``answer``, until ``over``.

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
        strategy: Strategy | Node,
        *,
        history: History[Any, Any] = (),
        random: Random | None = None,
    ):
        """Start a game, or take it up again after a history of the same strategy's guesses."""
        self.game = game
        root = strategy if isinstance(strategy, Node) else lazy_tree(game, strategy, random=random)
        self._nodes: list[Node | None] = [root]
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
        return self._nodes[-1] is None

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
            branch = here[score]
        except InconsistentHistory as error:
            suspects = diagnose(self.game, [*self.history, (here.guess, score)])
            raise InconsistentHistory(f"{error}; {_suspicion(suspects)}") from None
        self.history.append((here.guess, score))
        self._nodes.append(branch.subtree)

    def undo(self) -> None:
        """Take the last answer back."""
        if not self.history:
            raise BadArgument("there is no answer to take back")
        self.history.pop()
        self._nodes.pop()

    def _here(self) -> Node:
        node = self._nodes[-1]
        if node is None:
            raise BadArgument("the game is over: the last guess was right")
        return node


def solve(
    game: Game[Any, Any, Any],
    scorer: Callable[[Any], Any],
    strategy: Strategy | Node,
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
    >>> diagnose(TwoD(3), [((1, 1), (True, True, True)), ((0, 0), (False, True, False))])
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
