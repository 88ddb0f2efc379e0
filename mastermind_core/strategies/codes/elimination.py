"""Eliminate words: guess one that fits all answers, from a short list first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from attrs import field, frozen

from mastermind_core.code_space import ConsistentCodes
from mastermind_core.errors import BadArgument, InconsistentHistory, shown
from mastermind_core.game import CodeGame
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.validators import one_of, text
from mastermind_core.table import too_large


def _words(given: Iterable[Any]) -> tuple[Any, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise BadArgument(f"preferred must be a list of secrets, not {shown(given)}")
    return tuple(given)


@frozen
class Elimination(CodeStrategy):
    """A secret that fits all answers; those in ``preferred`` come before any other.

    This is the Jotto program of the second answer of the source: a list of likely words is
    crossed off by each answer; when none is left, any combination of letters that fits will do,
    which is what the game's own secrets are for. Every game with a list of secrets that may be
    guessed can be played so; codes that are too many to list are enumerated from the answers. A
    game may name its ``likely`` secrets itself, as :class:`~mastermind_core.games.OpenJotto` does.
    ``pick`` takes the "first" that fits, or a "random" one.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Elimination(pick="random"), games=20).mean
    4.55
    """

    preferred: tuple[Any, ...] = field(default=(), converter=_words, repr=False)
    pick: Literal["first", "random"] = field(default="first", validator=one_of("first", "random"))
    name: str = field(default="elimination", validator=text)
    source: str = field(
        default="J. Dennis, answer on Stack Overflow (2010)", repr=False, validator=text
    )

    @property
    def draws_lots(self) -> bool:
        """Whether another seed makes other guesses."""
        return self.pick == "random"

    def likely(self, game: Any) -> tuple[Any, ...]:
        """Return the secrets that come before any other."""
        return self.preferred or tuple(getattr(game, "likely", ()))

    def word(self, position: Position, among: Iterable[Any] | None = None) -> Any:
        """Return a likely word, or one of some, that fits all answers; None where none does."""
        return self._of(self.likely(position.game) if among is None else among, position)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        game = position.game
        found = self.word(position)
        if found is not None:
            return found
        if isinstance(game, CodeGame) and too_large(game):
            codes = ConsistentCodes(game, position.history)
            return codes.next() if self.pick == "first" else codes.one(position.new_random())
        found = self._of(game.secrets, position)
        if found is not None:
            return found
        raise InconsistentHistory(
            f"no secret that was not guessed fits the {len(position.history)} answers: one of them "
            "must be wrong, or a secret is not found by naming it"
        )

    def _of(self, words: Iterable[Any], position: Position) -> Any:
        fitting = (word for word in words if _fits(position, word))
        if self.pick == "first":
            return next(fitting, None)
        left = list(fitting)
        return position.new_random().choice(left) if left else None


def _fits(position: Position, word: Any) -> bool:
    position.effort.evaluations += 1
    score = position.game.score
    return all(guess != word and score(guess, word) == answer for guess, answer in position.history)


elimination = Elimination()
