"""Codemakers that keep a secret, change it, lie, or ask a person.

A codemaker is a value, and ``begin(game, random)`` starts a game and returns the function that
scores its guesses. Any function from a guess to a score can be passed as a codemaker, too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Protocol, runtime_checkable

from attrs import define, field, frozen

from mastermind_core.arguments import expect, real_number, whole_number
from mastermind_core.errors import BadArgument, shown
from mastermind_core.game import Game
from mastermind_core.names.applications import application
from mastermind_core.names.registry import Registry
from mastermind_core.notation import parse_guess, score_in, tupled
from mastermind_core.play.knowledge import Knowledge, first_knowledge
from mastermind_core.tree import StrategyLike, tree_for

#: A function that scores the guesses of one game.
Answers = Callable[[Any], Any]


@runtime_checkable
class Codemaker(Protocol):
    """The player who scores guesses, a value that may begin any game."""

    def begin(self, game: Game, random: Random, /) -> Answers:
        """Return the function that scores the guesses in a new game.

        Args:
            game: The game.
            random: The generator for all random choices.

        Returns:
            A function from a guess to its score.
        """


@frozen
class _Made:
    """A codemaker started by a function. At most ``lies`` scores are false."""

    start: Callable[..., Answers]
    given: tuple[Any, ...]
    lies: int = 0

    def begin(self, game: Game, random: Random, /) -> Answers:
        """Return the function that scores the guesses in a new game."""
        return self.start(game, random, *self.given)


@define
class _Keeping:
    """Scores for a fixed secret, which ``pick`` chooses."""

    game: Any
    random: Random
    pick: Callable[[Any, Random], Any]
    secret: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.secret = self.pick(self.game, self.random)

    def __call__(self, guess: object) -> Any:
        return self.game.score(guess, self.secret)


@define
class _Changing:
    """Scores for a secret that may change to any candidate consistent with earlier scores."""

    game: Any
    random: Random
    choose: Callable[[dict[Any, int], Any, Random], Any]
    known: Knowledge = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.known = first_knowledge(self.game)

    def __call__(self, guess: object) -> Any:
        score = self.choose(self.known.blocks(guess), self.game, self.random)
        self.known = self.known.after(guess, score)
        return score


def _lying(game: Any, random: Random, pick: Callable[[Any, Random], Any], *limits: Any) -> Answers:
    """Return a liar's function: ``limits`` are the most lies, and how probable each one is."""
    lying: Answers = application("Lying")(game, random, _Keeping(game, random, pick), *limits)
    return lying


def _asking(game: Any, random: Random, ask: Answers) -> Answers:
    """Return the function that requests each score from a person."""
    return lambda guess: score_in(game, ask(guess), guess=guess)


def draw(game: Game, random: Random) -> Any:
    """Return a game's secret at random, in proportion to the weights if there are any."""
    return first_knowledge(game).draw(random)


def _chosen(given: object, game: Game, random: Random) -> Any:
    """Return a given secret in a game."""
    secret = tupled(given)
    if isinstance(secret, str) and secret not in game.secrets:
        secret = parse_guess(game, secret)
    if secret not in game.secrets:
        raise BadArgument(f"secret {shown(given)} is not a secret of this game")
    return secret


def _deepest(strategy: StrategyLike, game: Any, random: Random) -> Any:
    """Return the first secret in ``game.secrets`` that needs the maximum number of guesses."""
    tree = tree_for(game, strategy)
    place = {secret: at for at, secret in enumerate(tree.game.secrets)}
    _, secrets = min(tree.paths(), key=lambda end: (-len(end[0]), place[end[1][0]]))
    return secrets[0]


def largest(blocks: dict[Any, int], game: Game, random: Random) -> Any:
    """Return the largest block's score, and an end state only if no other score is possible.

    Ties go to the first in the game's order's scores.
    """
    return max(blocks, key=lambda score: (score not in game.endstates, blocks[score]))


def at_random(blocks: dict[Any, int], game: Game, random: Random) -> Any:
    """Return a random secret's score."""
    return random.choices(list(blocks), list(blocks.values()))[0]


def least_information(blocks: dict[Any, int], game: Game, random: Random) -> Any:
    """Return the largest block's score (minimum information). Ties are random."""
    most = max(blocks.values())
    return random.choice([score for score, size in blocks.items() if size == most])


def fixed(secret: object) -> Codemaker:
    """Return a codemaker with this secret.

    Args:
        secret: An element of ``game.secrets``.

    Returns:
        The codemaker.

    >>> from mastermind_core import TwoD, play_game
    >>> play_game(TwoD(3), "entropy", fixed((2, 0)))[-1][0]
    (2, 0)
    """
    return _Made(_Keeping, (partial(_chosen, secret),))


def random() -> Codemaker:
    """Return a codemaker with a random secret, in proportion to the game's weights.

    Returns:
        The codemaker.
    """
    return _Made(_Keeping, (draw,))


def adversarial() -> Codemaker:
    """Return a codemaker that keeps the largest block and has no secret until one is left.

    Absurdle scores guesses in this way. A guess is correct only if one candidate is left.

    Returns:
        The codemaker.

    >>> from mastermind_core import Mastermind, play_game
    >>> len(play_game(Mastermind(colours=6, holes=4), "knuth", adversarial()))
    5
    """
    return _Made(_Changing, (largest,))


def worst(strategy: StrategyLike) -> Codemaker:
    """Return a codemaker with a strategy's or tree's worst-case secret.

    Among several it is the first in ``game.secrets``.

    Args:
        strategy: The strategy or tree.

    Returns:
        The codemaker.

    >>> from mastermind_core import Mastermind, play_game
    >>> len(play_game(Mastermind(colours=6, holes=4), "irving", worst("irving")))
    6
    """
    return _Made(_Keeping, (partial(_deepest, strategy),))


def maxmin() -> Codemaker:
    """Return the codemaker that always gives a consistent score with minimum information.

    The codemaker is the first by A. Bestavros and A. Belal, Mastermind: a game of diagnosis
    strategies (1986). Unlike :func:`adversarial` it may admit a correct guess while other scores
    are possible, when that score has the minimum information.

    Returns:
        The codemaker.
    """
    return _Made(_Changing, (least_information,))


def maxent() -> Codemaker:
    """Return the codemaker that changes its secret after every guess to a random candidate.

    The codemaker is the second by A. Bestavros and A. Belal (1986). A score's expected information
    is the guess's entropy, for any earlier guesses.

    Returns:
        The codemaker.
    """
    return _Made(_Changing, (at_random,))


def liar(lies: int, *, chance: float = 0.5, secret: object = None) -> Codemaker:
    """Return a codemaker that gives at most ``lies`` false scores.

    The codemaker never denies that a guess is correct, and never claims it falsely.

    Args:
        lies: The maximum number of false scores.
        chance: How probable a lie is at each guess, from 0 to 1.
        secret: The secret, random if None.

    Returns:
        The codemaker.

    Raises:
        BadArgument: If ``lies`` is not an integer from 0 or ``chance`` is out of range.
    """
    number = whole_number("lies", lies)
    likely = real_number("chance", chance, most=1)
    pick = draw if secret is None else partial(_chosen, secret)
    return _Made(_lying, (pick, number, likely), number)


def person(ask: Callable[[Any], Any]) -> Codemaker:
    """Return a codemaker that requests each score from a person.

    Args:
        ask: A function from a guess to the score.

    Returns:
        The codemaker.

    Raises:
        BadArgument: If ``ask`` is not callable.
    """
    expect(callable(ask), "ask", "a function from a guess to a score", ask)
    return _Made(_asking, (ask,))


_OWN: dict[str, Callable[[], Codemaker]] = {
    make.__name__: make for make in (random, adversarial, maxmin, maxent)
}

#: Functions that return a codemaker, by name; entry points add more.
CODEMAKERS = Registry("codemakers", _OWN, callable, "a function that returns a codemaker")


def codemaker_of(given: object) -> Codemaker:
    """Return the codemaker for a value, a name, or a function from guess to score."""
    if isinstance(given, str):
        name = given.replace("-", "_")
        if name in CODEMAKERS:
            return CODEMAKERS[name]()
    elif isinstance(given, Codemaker) and not isinstance(given, type):
        return given
    elif callable(given) and not isinstance(given, type):
        return _Made(_asking, (given,))
    raise BadArgument(
        f"codemaker must be one of {', '.join(sorted(CODEMAKERS.names()))}, a codemaker or a "
        f"function from a guess to a score, not {shown(given)}"
    )
