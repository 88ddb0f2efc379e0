"""Whole games between codebreakers and a codemaker, which may lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from random import Random
from sys import maxsize
from typing import Any

from attrs import frozen

from mastermind_core.arguments import DEFAULT_SEED, Seed, expect, generator, whole_number
from mastermind_core.errors import (
    BadArgument,
    InconsistentHistory,
    UninformativeGuess,
    shown,
)
from mastermind_core.game import Game, Guess, History, Score, Secret
from mastermind_core.game.amounts import is_hashable
from mastermind_core.game.lists import takes_game
from mastermind_core.names.applications import application
from mastermind_core.play.codebreaker import Codebreaker, first_breaker, turns_of_game
from mastermind_core.play.codemakers import Codemaker, codemaker_of
from mastermind_core.tree import StrategyLike, check_game

#: Maximum number of guesses in a game without a limit.
_MOST_GUESSES = 10_000


@frozen
class Match:
    """A game with several codebreakers against one codemaker.

    Attributes:
        history: (guess, score) pairs.
        winner: Which codebreaker's guess ended the game, as an index from 0. None if the codemaker
            has won because the guesses were used up, or if no guess was needed.
        codebreakers: How many codebreakers play.

    >>> Match((((1, 2), 0), ((3, 4), 2)), winner=1, codebreakers=2).turns
    [(0, (1, 2), 0), (1, (3, 4), 2)]
    """

    history: tuple[tuple[Any, Any], ...]
    winner: int | None
    codebreakers: int

    @property
    def turns(self) -> list[tuple[int, Any, Any]]:
        """Return the turns: the codebreaker's index, the guess and the score."""
        return [(at % self.codebreakers, *step) for at, step in enumerate(self.history)]


def _breakers(
    game: Game, codebreakers: Sequence[StrategyLike], lies: int, random: Random
) -> list[Codebreaker]:
    """Return the players for some strategies.

    Under lies, they continue although scores contradict each other.
    """
    if not lies:
        return [first_breaker(game, strategy, random) for strategy in codebreakers]
    wary = application("wary_breaker")
    return [wary(game, strategy, lies, random) for strategy in codebreakers]


def _recorded(answers: Callable[[Any], Any], played: list[tuple[Any, Any]]) -> Callable[[Any], Any]:
    """Return a codemaker that checks its scores and adds each turn to a list."""

    def answer(guess: object) -> Any:
        score = answers(guess)
        if not is_hashable(score):
            raise BadArgument(f"codemaker returned {shown(score)} for {shown(guess)}: not a score")
        played.append((guess, score))
        return score

    return answer


def _truthful(
    game: Game, turns: Iterable[tuple[Any, Any, bool]], history: History
) -> list[tuple[Any, Any, bool]]:
    """Return the turns with an honest codemaker. A contradiction names the suspicious scores."""
    try:
        return list(turns)
    except InconsistentHistory as error:
        suspects = application("suspects")(game, history)
        raise InconsistentHistory(f"{error}{suspects}") from None


@takes_game
def play_match(
    game: Game,
    codebreakers: Sequence[StrategyLike],
    codemaker: Codemaker | Callable[[Any], Any] | str,
    *,
    max_steps: int | None = None,
    seed: Seed = DEFAULT_SEED,
) -> Match:
    """Play a game in which codebreakers guess in turn and see all scores, until one is correct.

    A tree that has no branch for a guess continues as the default strategy. Against a codemaker
    that lies, strategies are given every secret still possible under the allowed lies.

    Args:
        game: The game.
        codebreakers: Strategies or trees. They guess in this order.
        codemaker: A codemaker, its name, or a function from a guess to a score.
        max_steps: How many guesses all codebreakers together may make. This limit comes from the
            thesis by S. de Graaf (2019). None means no limit.
        seed: The seed for all random choices. Its default is fixed, so results are reproducible.

    Returns:
        The match.

    Raises:
        InconsistentHistory: If scores contradict each other, beyond the allowed lies.
        UninformativeGuess: If a game without a limit does not end.
        BadArgument: If an argument is not valid.

    >>> from mastermind_core import Mastermind, codemakers
    >>> game = Mastermind(colours=6, holes=4)
    >>> secret = codemakers.fixed((1, 2, 1, 4))
    >>> match = play_match(game, ["knuth", "entropy"], secret, max_steps=11)
    >>> match.winner, len(match.history)
    (1, 4)
    """
    several = isinstance(codebreakers, Sequence) and not isinstance(codebreakers, str)
    expect(several, "codebreakers", "a list of strategies", codebreakers)
    if not codebreakers:
        raise BadArgument("codebreakers is empty: pass at least one strategy")
    for strategy in codebreakers:
        check_game(game, strategy)
    asked = _MOST_GUESSES if max_steps is None else whole_number("max_steps", max_steps, 1)
    limit = min(asked, maxsize)
    random = generator(seed)
    answering = codemaker_of(codemaker)
    answers = answering.begin(game, random)
    lies = getattr(answering, "lies", 0)
    breakers = _breakers(game, codebreakers, lies, random)
    played: list[tuple[Any, Any]] = []
    answer = _recorded(answers, played)
    turns = turns_of_game(game, breakers, answer, lies=bool(lies))
    steps = list(islice(turns, limit)) if lies else _truthful(game, islice(turns, limit), played)
    history = [(guess, score) for guess, score, _ in steps]
    winner = (len(history) - 1) % len(breakers) if steps and steps[-1][2] else None
    if history and winner is None and max_steps is None:
        raise UninformativeGuess(f"the secret was not found within {limit} guesses")
    return Match(tuple(history), winner, len(breakers))


@takes_game
def play_game(
    game: Game[Guess, Secret, Score],
    strategy: StrategyLike,
    codemaker: Codemaker | Callable[[Guess], Score | tuple[Any, ...]] | str,
    *,
    max_steps: int | None = None,
    seed: Seed = DEFAULT_SEED,
) -> list[tuple[Guess, Score]]:
    """Play a strategy against a codemaker until a guess is correct.

    Args:
        game: The game.
        strategy: A strategy or its name. A tree or a solution is a strategy, too.
        codemaker: A codemaker or its name. A function from a guess to a score is one, too.
        max_steps: The maximum number of guesses. None means no limit.
        seed: The seed for all random choices. Its default is fixed, so results are reproducible.

    Returns:
        (guess, score) pairs. The last one ends the game unless ``max_steps`` was reached.

    Raises:
        InconsistentHistory: If scores contradict each other, beyond the allowed lies.
        UninformativeGuess: If a game without a limit does not end.
        BadArgument: If an argument is not valid.

    See Also:
        :class:`Session`, :func:`simulate`.

    >>> from mastermind_core import TwoD
    >>> [guess for guess, _ in play_game(TwoD(4), "entropy", "adversarial")]
    [(1, 2), (2, 3), (1, 3), (2, 2)]
    """
    match = play_match(game, [strategy], codemaker, max_steps=max_steps, seed=seed)
    return list(match.history)
