"""A game's variants with other weights, costs and goals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from attrs import evolve, field, frozen

from mastermind_core.errors import BadGame, named, shown
from mastermind_core.game import (
    FastScores,
    Game,
    HistoryLegal,
    Noisy,
    Packed,
    PackedCodes,
    Symmetric,
    check_parts,
    checked_goals,
    costs_of,
    goal_of,
    goals_of,
    has_rule,
    weights_of,
)
from mastermind_core.game.amounts import Amounts, Exact, amounts, check_totals, listed
from mastermind_core.game.lists import of_lists, takes_game
from mastermind_core.game.matrices import WrittenGoals
from mastermind_core.games.border import brief, filled, need
from mastermind_core.games.codes import size_of
from mastermind_core.notation import format_guess, format_score, parse_guess, parse_score, scores_of
from mastermind_core.results import Shown

#: Maximum number of secrets or guesses that can have a value each.
_MOST = 2**22

#: The length up to which a variant shows its game, which is longer than any repr of this package.
_WHOLE = 100_000

#: The goals of a game that ends when the secret is identified.
ITSELF: Literal["secret"] = "secret"

#: One goal per secret, or the secrets themselves, or an empty tuple.
Goals: TypeAlias = "tuple[Hashable, ...] | Literal['secret']"


@takes_game
def weighted(game: Game, weights: Amounts) -> Variant:
    """Return a game with weights for its secrets, in proportion to their probabilities.

    A float is converted to the nearest fraction with a denominator up to a million. If a list with
    floats has no common denominator up to a million, its numbers are rounded to millionths,
    relative to the largest weight.

    Args:
        game: The game. Everything else stays unchanged.
        weights: A list in secret order, a mapping from secrets, or a function that takes a secret.
            Each weight is an integer or a fraction, at least 0. A secret with weight 0 is never
            hidden. A secret that a mapping leaves out has weight 1.

    Returns:
        The game's variant. A variant's costs and goals are kept.

    Raises:
        BadGame: If a weight is not valid, all are 0, or the game has more than 2^22 secrets.
        BadArgument: If the mapping has an item that is not a secret.

    See Also:
        :func:`priced`, :func:`identified`.

    >>> from mastermind_core.games import Mastermind
    >>> game = weighted(Mastermind(colours=2, holes=2), {(1, 1): 10})
    >>> game.weights, game.parse_guess("12"), game.score((1, 2), (1, 1))
    ((10, 1, 1, 1), (1, 2), Pegs(black=1, white=0))
    """
    return _variant(game, weights=amounts("weights", weights, _few(game, "secrets")))


@takes_game
def priced(game: Game, costs: Amounts) -> Variant:
    """Return a game with costs for its guesses. A path's cost is the sum over its guesses.

    Args:
        game: The game. Everything else stays unchanged.
        costs: A list in guess order, a mapping from guesses, or a function that takes a guess. Each
            cost is an integer or a fraction greater than 0. A guess that a mapping leaves out costs
            1. Floats are converted as in :func:`weighted`.

    Returns:
        The game's variant. A variant's weights and goals are kept.

    Raises:
        BadGame: If a cost is not valid, or the game has more than 2^22 guesses.
        BadArgument: If the mapping has an item that is not a guess.

    See Also:
        :func:`weighted`, :func:`identified`.

    >>> from mastermind_core.games import HigherLower
    >>> priced(HigherLower(3), {2: 5}).costs
    (1, 5, 1)
    """
    return _variant(game, costs=amounts("costs", costs, _few(game, "guesses")))


@takes_game
def identified(game: Game, by: object = None) -> Variant:
    """Return a game that ends as soon as the secret is identified, even without a winning guess.

    A winning guess still ends the game. A game with a method ``without_accusations`` is replaced
    by the one that it returns. It leaves only the tests in
    :class:`~mastermind_core.games.GroupTesting`.

    Args:
        game: The game. Everything else stays unchanged.
        by: The goal: a function that takes a secret, a mapping from secrets, or a list in secret
            order. The game then ends as soon as all remaining secrets have the same value. None
            means that the secret itself has to be identified.

    Returns:
        The game's variant. A variant's weights and costs are kept.

    Raises:
        BadGame: If ``by`` is not valid, or the game has more than 2^22 secrets for it.
        BadArgument: If the mapping has an item that is not a secret.

    See Also:
        :func:`weighted`, :func:`priced`.

    >>> from mastermind_core import optimal_worst_case
    >>> from mastermind_core.games import OddCoin
    >>> optimal_worst_case(OddCoin(12)), optimal_worst_case(identified(OddCoin(12)))
    (4, 3)
    """
    check_parts(game, noisy=True)
    game = without_accusations(game)
    if by is None:
        return _variant(game, goals=ITSELF)
    items = _few(game, "secrets")
    return _variant(game, goals=tuple(listed("by", by, items, "secret", None)))


def without_accusations(game: Game) -> Any:
    """Return a game without the guesses that a true answer always follows.

    A game states them by a method ``without_accusations``. Other games are returned unchanged.

    >>> from mastermind_core.games import GroupTesting
    >>> len(without_accusations(priced(GroupTesting(4), range(1, 20))).costs)
    15
    """
    if not isinstance(game, Variant):
        own = getattr(game, "without_accusations", None)
        return game if own is None or isinstance(game, type) else own()
    tests = without_accusations(game.game)
    if tests is game.game:
        return game
    kept = frozenset(tests.guesses)
    pairs = zip(game.guesses, game.costs, strict=bool(game.costs))
    return evolve(game, game=tests, costs=[cost for guess, cost in pairs if guess in kept])


def _few(game: Any, name: str) -> Sequence[Any]:
    """Return a game's secrets or guesses, or raise ``BadGame`` if there are too many."""
    check_parts(game, noisy=True)
    if size_of(getattr(game, name)) > _MOST:
        raise BadGame(f"{shown(game)} has too many {name} to give each a value (over {_MOST:,})")
    return tuple(getattr(game, name))


def _variant(game: Any, **changes: Any) -> Variant:
    """Return a variant with changes. A variant's other weights, costs and goals are kept."""
    if isinstance(game, Variant):
        return evolve(game, **changes)
    if isinstance(game, Noisy):
        return LikelyVariant(game, **changes)
    return (LegalVariant if isinstance(game, HistoryLegal) else Variant)(game, **changes)


def _given(values: Any) -> tuple[Any, ...]:
    need(isinstance(values, Iterable), "weights and costs", "lists of numbers", values)
    return tuple(values)


def _goals(values: Any) -> Goals:
    need(isinstance(values, Iterable), "goals", "a list, one per secret", values)
    return ITSELF if isinstance(values, str) and values == ITSELF else tuple(values)


@frozen(cache_hash=True, repr=False)
class Variant(Shown):
    """A game with other weights, costs or goals than its own.

    Make a variant with ``weighted``, ``priced`` and ``identified``, in any order.

    Attributes:
        game: The game that is changed.
        weights: One weight per secret. Empty means the game's.
        costs: One cost per guess. Empty means the game's.
        goals: One goal per secret, or "secret" if the secret itself has to be identified. Empty
            means the game's.

    >>> from mastermind_core import TwoD
    >>> Variant(TwoD(2), costs=(1, 1, 2, 2)).costs[-1]
    2
    """

    game: Any = field(converter=of_lists)
    weights: tuple[Exact, ...] = field(converter=_given, default=())
    costs: tuple[Exact, ...] = field(converter=_given, default=())
    goals: Goals = field(converter=_goals, default=())

    def __attrs_post_init__(self) -> None:
        check_parts(self.game, noisy=isinstance(self, Noisy))
        keep = object.__setattr__
        if not self.weights:
            keep(self, "weights", weights_of(self.game))
        if not self.costs:
            keep(self, "costs", costs_of(self.game))
        if not self.goals and goal_of(self.game) is not None:
            keep(self, "goals", tuple(goals_of(self.game, tuple(self.game.secrets))))
        if (self.weights or self.costs) and not isinstance(self, Noisy):
            check_totals(weights_of(self), costs_of(self), len(self.game.secrets))
        self._check_goals()

    def _check_goals(self) -> None:
        if isinstance(self.goals, str) or not self.goals:
            return
        secrets = tuple(self.game.secrets)
        if len(self.goals) != len(secrets):
            raise BadGame(f"goals has {len(self.goals)} entries for {len(secrets)} secrets")
        checked_goals(secrets, self.goals)
        if self.goals == secrets:
            object.__setattr__(self, "goals", ITSELF)

    def __repr__(self) -> str:
        parts = (("weights", self.weights), ("costs", self.costs), ("goals", self.goals))
        shown_parts = [
            f"{name}={repr(given) if isinstance(given, str) else brief(name)(given)}"
            for name, given in parts
            if given
        ]
        return f"Variant({', '.join([named(self.game, _WHOLE), *shown_parts])})"

    @property
    def guesses(self) -> Sequence[Any]:
        """Return the guesses, in the order that breaks ties."""
        guesses: Sequence[Any] = self.game.guesses
        return guesses

    @property
    def secrets(self) -> Sequence[Any]:
        """Return the game's secrets."""
        secrets: Sequence[Any] = self.game.secrets
        return secrets

    @property
    def endstates(self) -> Collection[Any]:
        """Return the scores that end the game."""
        endstates: Collection[Any] = self.game.endstates
        return endstates

    @property
    def scores(self) -> Sequence[Any]:
        """Return the game's scores."""
        return scores_of(self.game)

    @property
    def goal(self) -> Callable[[Any], Hashable] | None:
        """Return the function from a secret to its goal, or None."""
        if isinstance(self.goals, str):
            return _itself
        return WrittenGoals(tuple(self.secrets), self.goals) if self.goals else None

    def score(self, guess: Any, secret: Any) -> Any:
        """Return a guess's score, as in the game.

        Args:
            guess: A guess in the game.
            secret: A secret in the game.
        """
        return self.game.score(guess, secret)

    def score_table(self) -> tuple[Sequence[Any], Any]:
        """Return the scores, and the table with their indices, from the game if possible."""
        if isinstance(self.game, FastScores):
            return self.game.score_table()
        return filled(self.game.score, self.guesses, tuple(self.secrets))

    def packed_codes(self) -> PackedCodes | None:
        """Return the codes as bytes, if the game supports it."""
        return self.game.packed_codes() if isinstance(self.game, Packed) else None

    def generators(self) -> Iterator[tuple[Callable[[Any], Any], Callable[[Any], Any]]]:
        """Yield the game's generators. A search drops those that change the rest."""
        return iter(self.game.generators() if isinstance(self.game, Symmetric) else ())

    def parse_guess(self, text: str, /) -> Any:
        """Read a guess.

        Args:
            text: The guess in the game's notation.
        """
        return parse_guess(self.game, text)

    def parse_score(self, text: str, /) -> Any:
        """Read a score.

        Args:
            text: The score in the game's notation.
        """
        return parse_score(self.game, text)

    def format_guess(self, guess: Any, /) -> str:
        """Write a guess or a secret.

        Args:
            guess: A guess or a secret in the game.
        """
        return format_guess(self.game, guess)

    def format_score(self, score: Any, /) -> str:
        """Write a score.

        Args:
            score: A possible score.
        """
        return format_score(self.game, score)


@frozen(cache_hash=True, repr=False)
class LegalVariant(Variant):
    """A game's variant in which the history determines the legal guesses."""

    @property
    def hard(self) -> Any:
        """Return whether the game's rule is in force."""
        return has_rule(self.game)

    def legal(self, guess: Any, history: Sequence[tuple[Any, Any]]) -> bool:
        """Return whether a guess is legal after a history."""
        return bool(self.game.legal(guess, history))

    @property
    def legal_sets(self) -> Callable[[], Callable[[Any, Any], int]]:
        """Return the game's method, if it has one, for all legal guesses at once."""
        sets: Callable[[], Callable[[Any, Any], int]] = self.game.legal_sets
        return sets


@frozen(cache_hash=True, repr=False)
class LikelyVariant(Variant):
    """A game's variant whose answers may be wrong."""

    @property
    def again(self) -> str:
        """Return whether the same question, asked again, gets a "fresh" or the "same" answer."""
        return str(getattr(self.game, "again", "fresh"))

    def likelihood(self, guess: Any, secret: Any) -> Mapping[Any, Exact]:
        """Return the probability of each answer to a guess."""
        likely: Mapping[Any, Exact] = self.game.likelihood(guess, secret)
        return likely


def _itself(secret: Hashable) -> Hashable:
    """Return a secret as its own goal."""
    return secret
