"""Codemakers that keep a secret, change it, lie, or ask a person.

A codemaker is a value; ``begin(game, random)`` starts a game and returns the function that
answers its guesses. Where a codemaker is taken, any function from a guess to a score will do.
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
from mastermind_core.names.registry import Registry
from mastermind_core.play.knowledge import (
    CodeKnowledge,
    Knowledge,
    TabledKnowledge,
    first_knowledge,
)
from mastermind_core.tree import StrategyLike, tree_for

#: What answers the guesses of one game.
Answers = Callable[[Any], Any]


@runtime_checkable
class Codemaker(Protocol):
    """The player who answers; a value that may begin any number of games."""

    def begin(self, game: Game, random: Random, /) -> Answers:
        """Return the function that answers the guesses of a new game."""


@frozen
class _Made:
    """A codemaker that a function begins; at most ``lies`` of its answers are false."""

    start: Callable[..., Answers]
    given: tuple[Any, ...]
    lies: int = 0

    def begin(self, game: Game, random: Random, /) -> Answers:
        """Return the function that answers the guesses of a new game."""
        return self.start(game, random, *self.given)


@define
class _Keeping:
    """The answers of a secret that stays, which ``pick`` chooses."""

    game: Any
    random: Random
    pick: Callable[[Any, Random], Any]
    secret: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.secret = self.pick(self.game, self.random)

    def __call__(self, guess: Any) -> Any:
        return self.game.score(guess, self.secret)


@define
class _Changing:
    """The answers of a secret that changes: any that fits those before."""

    game: Any
    random: Random
    choose: Callable[[dict[Any, int], Any, Random], Any]
    known: Knowledge = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.known = first_knowledge(self.game)

    def __call__(self, guess: Any) -> Any:
        score = self.choose(self.known.blocks(guess), self.game, self.random)
        self.known = self.known.after(guess, score)
        return score


@define
class _Lying(_Keeping):
    """The answers of a liar, and how many may still be false."""

    left: int
    chance: float

    def __call__(self, guess: Any) -> Any:
        true = super().__call__(guess)
        if true in self.game.endstates or not self.left or self.random.random() >= self.chance:
            return true
        scores = first_knowledge(self.game).blocks(guess)
        others = [one for one in scores if one != true and one not in self.game.endstates]
        if not others:
            return true
        self.left -= 1
        return self.random.choice(others)


def _asking(game: Any, random: Random, ask: Answers) -> Answers:
    """Return the answers of somebody who is asked."""
    return ask


def draw(game: Game, random: Random) -> Any:
    """Return a random secret of a game, by the weights if it has any."""
    known = first_knowledge(game)
    if isinstance(known, TabledKnowledge):
        return random.choices(known.table.secrets.items, known.table.weights)[0]
    if isinstance(known, CodeKnowledge):
        return known.codes.one(random)
    return game.secrets[random.randrange(known.count)]


@frozen
class _Given:
    """The choice of a secret that is given."""

    secret: Any

    def __call__(self, game: Game, random: Random) -> Any:
        if self.secret not in game.secrets:
            raise BadArgument(f"secret {shown(self.secret)} is none of this game")
        return self.secret


def _deepest(strategy: StrategyLike, game: Any, random: Random) -> Any:
    """Return the secret that takes a tree longest; of several the first in ``game.secrets``."""
    tree = tree_for(game, strategy)
    place = {secret: at for at, secret in enumerate(tree.game.secrets)}
    _, secrets = min(tree.paths(), key=lambda end: (-len(end[0]), place[end[1][0]]))
    return secrets[0]


def largest(blocks: dict[Any, int], game: Game, random: Random) -> Any:
    """Return the answer that most secrets give; the end of the game only where none else is left.

    Among equals it is the first, in the order of the game's scores.
    """
    return max(blocks, key=lambda score: (score not in game.endstates, blocks[score]))


def by_lot(blocks: dict[Any, int], game: Game, random: Random) -> Any:
    """Return the answer of a random secret."""
    return random.choices(list(blocks), list(blocks.values()))[0]


def least_information(blocks: dict[Any, int], game: Game, random: Random) -> Any:
    """Return the answer of the most secrets, which has the least information; random if equal."""
    most = max(blocks.values())
    return random.choice([score for score, size in blocks.items() if size == most])


def fixed(secret: Any) -> Codemaker:
    """Return a codemaker with this secret.

    >>> from mastermind_core import TwoD, play_game
    >>> play_game(TwoD(3), "entropy", fixed((2, 0)))[-1][0]
    (2, 0)
    """
    return _Made(_Keeping, (_Given(secret),))


def random() -> Codemaker:
    """Return a codemaker with a random secret, drawn by the weights of the game."""
    return _Made(_Keeping, (draw,))


def adversarial() -> Codemaker:
    """Return a codemaker that keeps the largest block: it has no secret until one is left.

    This is how Absurdle answers. It says that a guess is right only when it must.

    >>> from mastermind_core import Mastermind, play_game
    >>> len(play_game(Mastermind(colours=6, holes=4), "knuth", adversarial()))
    5
    """
    return _Made(_Changing, (largest,))


def worst(strategy: StrategyLike) -> Codemaker:
    """Return a codemaker with the secret that takes this strategy or tree longest.

    If there are several, it is the first in ``game.secrets``.

    >>> from mastermind_core import Mastermind, play_game
    >>> len(play_game(Mastermind(colours=6, holes=4), "irving", worst("irving")))
    6
    """
    return _Made(_Keeping, (partial(_deepest, strategy),))


def maxmin() -> Codemaker:
    """Return the codemaker that changes its secret after every guess to tell the least.

    The first of the two of A. Bestavros and A. Belal, Mastermind: a game of diagnosis strategies
    (1986): each answer is the one of least information that fits all answers before it. Unlike
    :func:`adversarial` it admits that a guess is right where that tells least.
    """
    return _Made(_Changing, (least_information,))


def maxent() -> Codemaker:
    """Return the codemaker that changes its secret after every guess to a random one that fits.

    The second of the two of A. Bestavros and A. Belal (1986): an answer tells on average the
    entropy of the guess, whatever was asked before.
    """
    return _Made(_Changing, (by_lot,))


def liar(lies: int, *, chance: float = 0.5, secret: Any = None) -> Codemaker:
    """Return a codemaker that gives at most ``lies`` false answers, each with a ``chance``.

    The secret is random unless one is given. That a guess is right is never denied, nor claimed
    of one that is not.
    """
    number, likely = whole_number("lies", lies), real_number("chance", chance, most=1)
    pick = draw if secret is None else _Given(secret)
    return _Made(_Lying, (pick, number, likely), number)


def person(ask: Callable[[Any], Any]) -> Codemaker:
    """Return a codemaker that asks somebody: ``ask(guess)`` returns the score."""
    expect(callable(ask), "ask", "a function from a guess to a score", ask)
    return _Made(_asking, (ask,))


_OWN: dict[str, Callable[[], Codemaker]] = {
    "random": random,
    "adversarial": adversarial,
    "maxmin": maxmin,
    "maxent": maxent,
}

#: What makes a codemaker without an argument, by name; entry points bring more.
CODEMAKERS = Registry("codemakers", _OWN, callable, "a function that returns a codemaker")


def codemaker_of(given: Any) -> Codemaker:
    """Return the codemaker that is meant: a value, a name, or a function from guess to score."""
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
