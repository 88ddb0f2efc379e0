"""Secrets that are not equally likely, in any game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from mastermind_core.errors import BadArgument, BadGame
from mastermind_core.game import (
    FastScores,
    Game,
    HistoryLegal,
    Packed,
    PackedCodes,
    Symmetric,
    check_parts,
)
from mastermind_core.games.border import brief, filled
from mastermind_core.notation import parse_guess, parse_score, scores_of, show_guess, show_score

#: Secrets of a game that weights can be given to.
_MOST = 2**22


def weighted(
    game: Game[Any, Any, Any], weights: Mapping[Any, int] | Iterable[int] | Callable[[Any], int]
) -> WeightedGame:
    """Return a game with a weight for each secret; everything else stays as it is.

    ``weights`` are whole numbers in the order of the secrets, or a mapping from secrets (those it
    leaves out weigh 1), or a function of a secret.

    >>> from mastermind_core.games import Mastermind
    >>> game = weighted(Mastermind(colours=2, holes=2), {(1, 1): 10})
    >>> game.weights, game.parse_guess("12"), game.score((1, 2), (1, 1))
    ((10, 1, 1, 1), (1, 2), Pegs(black=1, white=0))
    """
    check_parts(game)
    try:
        too_many = len(game.secrets) > _MOST
    except OverflowError:
        too_many = True
    if too_many:
        raise BadGame(f"{game!r} has too many secrets to give each a weight (over {_MOST:,})")
    if isinstance(weights, Mapping):
        for secret in weights:
            if secret not in game.secrets:
                raise BadArgument(f"weights has {secret!r}, which is no secret of {game!r}")
        weights = [weights.get(secret, 1) for secret in game.secrets]
    elif callable(weights):
        weights = [weights(secret) for secret in game.secrets]
    make = LegalWeightedGame if isinstance(game, HistoryLegal) else WeightedGame
    return make(game, weights)


def _numbers(weights: Any) -> tuple[int, ...]:
    if isinstance(weights, (str, bytes, set, frozenset)) or not isinstance(weights, Iterable):
        raise BadGame(f"weights must be numbers in the order of the secrets, not {weights!r}")
    return tuple(weights)


@frozen(cache_hash=True)
class WeightedGame:
    """A game whose secrets have weights; make one with :func:`weighted`."""

    game: Any
    weights: tuple[int, ...] = field(converter=_numbers, repr=brief("weights"))

    def __attrs_post_init__(self) -> None:
        check_parts(self.game)
        if len(self.weights) != len(self.game.secrets):
            raise BadGame(
                f"weights has {len(self.weights)} numbers for {len(self.game.secrets)} secrets"
            )
        for secret, weight in zip(self.game.secrets, self.weights, strict=True):
            if isinstance(weight, bool) or not isinstance(weight, int) or weight < 1:
                raise BadGame(f"the weight of {secret!r} must be an integer from 1, not {weight!r}")

    @property
    def guesses(self) -> Sequence[Any]:
        """Return the guesses, in the order that breaks ties."""
        guesses: Sequence[Any] = self.game.guesses
        return guesses

    @property
    def secrets(self) -> Sequence[Any]:
        """Return what may be hidden."""
        secrets: Sequence[Any] = self.game.secrets
        return secrets

    @property
    def endstates(self) -> Collection[Any]:
        """Return the scores that end the game."""
        endstates: Collection[Any] = self.game.endstates
        return endstates

    @property
    def scores(self) -> Sequence[Any]:
        """Return the answers of the game."""
        return scores_of(self.game)

    def score(self, guess: Any, secret: Any) -> Any:
        """Answer a guess as the game does."""
        return self.game.score(guess, secret)

    def score_table(self) -> tuple[Sequence[Any], Any]:
        """Fill the score table as the game does."""
        if isinstance(self.game, FastScores):
            return self.game.score_table()
        return filled(self.game.score, self.guesses, tuple(self.secrets))

    def packed_codes(self) -> PackedCodes | None:
        """Write the codes as bytes, if the game can."""
        return self.game.packed_codes() if isinstance(self.game, Packed) else None

    def generators(self) -> Iterator[tuple[Callable[[Any], Any], Callable[[Any], Any]]]:
        """Return the generators of the game that take no secret to one of another weight."""
        weight = dict(zip(self.secrets, self.weights, strict=True))
        for on_guess, on_secret in (
            self.game.generators() if isinstance(self.game, Symmetric) else ()
        ):
            if all(weight[on_secret(secret)] == own for secret, own in weight.items()):
                yield on_guess, on_secret

    def parse_guess(self, text: str, /) -> Any:
        """Return the guess that a text stands for."""
        return parse_guess(self.game, text)

    def parse_score(self, text: str, /) -> Any:
        """Return the score that a text stands for."""
        return parse_score(self.game, text)

    def show_guess(self, guess: Any, /) -> str:
        """Write a guess or a secret."""
        return show_guess(self.game, guess)

    def show_score(self, score: Any, /) -> str:
        """Write a score."""
        return show_score(self.game, score)


@frozen(cache_hash=True)
class LegalWeightedGame(WeightedGame):
    """A weighted game whose history decides which guesses are legal."""

    @property
    def hard(self) -> Any:
        """Return the hard mode of the game, if it has one."""
        return getattr(self.game, "hard", False)

    def legal(self, guess: Any, history: Sequence[tuple[Any, Any]]) -> bool:
        """Say whether the game allows a guess after a history."""
        return bool(self.game.legal(guess, history))

    def legal_sets(self) -> Callable[[Any, Any], int]:
        """Return what says of all guesses at once which the game allows after an answer."""
        if hasattr(self.game, "legal_sets"):
            sets: Callable[[Any, Any], int] = self.game.legal_sets()
            return sets
        guesses = tuple(self.guesses)
        return lambda asked, score: sum(
            1 << at for at, guess in enumerate(guesses) if self.legal(guess, [(asked, score)])
        )
