"""Whole games between codebreakers and a codemaker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from typing import Any

from attrs import frozen

from mastermind_core.arguments import DEFAULT_SEED, Seed, generator, whole_number
from mastermind_core.errors import BadArgument, UninformativeGuess, shown
from mastermind_core.game import Game, check_parts
from mastermind_core.partitions import may_be_score
from mastermind_core.play.codebreaker import Codebreaker, first_breaker, turns_of_game
from mastermind_core.play.codemakers import Codemaker, codemaker_of
from mastermind_core.play.lies import LieProof, wary_breaker
from mastermind_core.tree import StrategyLike

#: Guesses after which a game without a limit is given up.
_MOST_GUESSES = 10_000


@frozen
class Match:
    """A game of several codebreakers against one codemaker.

    ``winner`` is the number of the codebreaker whose guess was right, from 0, or told enough in a
    game that is over as soon as enough is known; None where the guesses were used up first, and
    the codemaker has won, or where nothing had to be guessed.

    >>> Match((((1, 2), 0), ((3, 4), 2)), winner=1, codebreakers=2).turns
    [(0, (1, 2), 0), (1, (3, 4), 2)]
    """

    history: tuple[tuple[Any, Any], ...]
    winner: int | None
    codebreakers: int

    @property
    def turns(self) -> list[tuple[int, Any, Any]]:
        """Return each turn: the number of the codebreaker, the guess and the score."""
        return [(at % self.codebreakers, *step) for at, step in enumerate(self.history)]


def play_match(
    game: Game[Any, Any, Any],
    codebreakers: Sequence[StrategyLike],
    codemaker: Codemaker | Callable[[Any], Any] | str,
    *,
    max_steps: int | None = None,
    seed: Seed = DEFAULT_SEED,
) -> Match:
    """Let codebreakers guess in turn, each hearing all answers, until one is right.

    Every guess counts towards the limit of ``max_steps``, whoever makes it, as in the thesis of S.
    de Graaf (2019), where most boards have eleven. A tree that is led off its path goes on as the
    default strategy. Against a codemaker that lies a strategy is shown every secret that so many
    lies leave; other answers that contradict each other raise :class:`InconsistentHistory`.

    >>> from mastermind_core import Mastermind, codemakers
    >>> game = Mastermind(colours=6, holes=4)
    >>> secret = codemakers.fixed((1, 2, 1, 4))
    >>> match = play_match(game, ["knuth", "entropy"], secret, max_steps=11)
    >>> match.winner, len(match.history)
    (1, 4)
    """
    if isinstance(codebreakers, str) or not isinstance(codebreakers, Sequence):
        raise BadArgument(f"codebreakers must be a list of strategies, not {shown(codebreakers)}")
    if not codebreakers:
        raise BadArgument("codebreakers is empty: somebody has to guess")
    check_parts(game)
    limit = _MOST_GUESSES if max_steps is None else whole_number("max_steps", max_steps, 1)
    lots = generator(seed)
    answering = codemaker_of(codemaker)
    answers = answering.begin(game, lots)
    lies = getattr(answering, "lies", 0)
    breakers = [_breaker(game, strategy, lies, lots) for strategy in codebreakers]

    def answer(guess: Any) -> Any:
        score = answers(guess)
        if not may_be_score(score):
            raise BadArgument(f"codemaker answered {shown(guess)} with {shown(score)}: no score")
        return score

    history: list[tuple[Any, Any]] = []
    winner = None
    for guess, score, over in islice(turns_of_game(game, breakers, answer, lies=bool(lies)), limit):
        winner = len(history) % len(breakers) if over else None
        history.append((guess, score))
    if history and winner is None and max_steps is None:
        raise UninformativeGuess(f"nobody has found the secret after {limit} guesses")
    return Match(tuple(history), winner, len(breakers))


def play_game(
    game: Game[Any, Any, Any],
    strategy: StrategyLike,
    codemaker: Codemaker | Callable[[Any], Any] | str,
    *,
    max_steps: int | None = None,
    seed: Seed = DEFAULT_SEED,
) -> list[tuple[Any, Any]]:
    """Let a strategy guess until a codemaker says that it is right; return guesses and scores.

    With a limit of ``max_steps`` guesses the game may end before that. ``seed`` is where all lots
    of a game come from; without it they are the same in every call.

    >>> from mastermind_core import TwoD
    >>> [guess for guess, _ in play_game(TwoD(4), "entropy", "adversarial")]
    [(1, 2), (2, 3), (1, 3), (2, 2)]
    """
    match = play_match(game, [strategy], codemaker, max_steps=max_steps, seed=seed)
    return list(match.history)


def _breaker(
    game: Game[Any, Any, Any], strategy: StrategyLike, lies: int, lots: Random
) -> Codebreaker:
    """Return who plays a strategy; against lies, so that it goes on when answers contradict."""
    if lies and not isinstance(strategy, LieProof):
        return wary_breaker(game, strategy, lies, lots)
    return first_breaker(game, strategy, lots)
