"""The legal guesses of a rule in the form for a search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import compress
from random import Random
from typing import Any

from attrs import field, frozen

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game import Game, HistoryLegal, Packed, costs_of, goal_of, weights_of
from mastermind_core.game.finite import FiniteGame
from mastermind_core.games.consistent_sets import ConsistentSets
from mastermind_core.kernels import choose as kernels
from mastermind_core.table import ScoreTable


def only_candidates_are_legal(game: Game, table: ScoreTable, check: Callable[[], None]) -> bool:
    """Return whether the legal guesses are always those that may win, which is faster to search.

    Without its own rule a game allows the guesses that would have given the same answers as the
    secret. These are the candidates if every guess is a secret and ends the game only for itself.
    If codes are scored from their bytes, the answer is known at once. Otherwise the scores are
    examined row by row, and ``check`` is called before each.
    """
    scores = table.kernel_scores
    if isinstance(game, HistoryLegal) or table.guesses.items != table.secrets.items:
        return False
    if len(table.everything) < len(table.secrets.items):  # secrets of weight 0 are legal too
        return False
    if not scores.is_table and isinstance(game, Packed):
        codes = game.packed_codes()
        same = codes is not None and codes.guesses == codes.secrets
        return same and scores.ends_one and any(scores.final)
    row = kernels.greedy.row
    ends = [score for score, final in enumerate(scores.final) if final]
    for guess in range(scores.n_guesses):
        check()
        own = row(scores, guess)
        if own[guess] not in ends or sum(map(own.count, ends)) > 1:
            return False
    return True


#: The number of histories to test a rule with, of guesses after each, and of draws per legal guess.
_HISTORIES = 300
_GUESSES = 8
_DRAWS = 20
_LONGEST = 4


def check_rule(
    game: Game, table: ScoreTable, check: Callable[[], None], *, asked: bool = True
) -> None:
    """Reject a rule that the search cannot express, as far as a sample of histories shows.

    The search applies a rule answer by answer: a guess is legal after a history if it is legal
    after each of its steps alone. Every first guess is legal. A rule that forbids nothing is
    rejected as well if the pool "legal" was ``asked`` for. ``check`` is called before each history.

    A ``hard`` game may have a rule that forbids no guess. It may also be the rest of a game that
    was checked. The rest lacks secrets of weight 0, but their codes remain legal guesses.
    """
    hard = getattr(game, "hard", False)
    if not isinstance(game, HistoryLegal):
        if not hard and any(guess not in table.secrets for guess in table.guesses.items):
            raise BadArgument(
                f'pool: "legal" needs a rule, because {shown(game)} has guesses that are not '
                'secrets: give it a method legal(guess, history), or take "all"'
            )
        return
    forbids = _sampled(game, table, check)
    if asked and not forbids and not hard:
        raise BadArgument(
            f'pool: the rule of {shown(game)} forbids nothing, so "legal" would mean "all": take '
            '"all", or a game with a rule, as Wordle with hard=True'
        )


def _sampled(game: HistoryLegal, table: ScoreTable, check: Callable[[], None]) -> bool:
    """Return whether the rule forbids a guess in a sample of histories.

    Raises:
        BadGame: If the search cannot express the rule.
    """
    random = Random(0)
    forbids = False
    guesses = table.guesses.items
    secrets = table.secrets.items
    for guess in random.sample(guesses, min(len(guesses), _HISTORIES)):
        check()
        if not game.legal(guess, ()):
            raise BadGame(_not_expressed(game, guess, (), alone=True))
    for _ in range(_HISTORIES):
        check()
        for history in _histories(game, guesses, random.choice(secrets), random):
            for guess in random.choices(guesses, k=_GUESSES):
                alone = all(game.legal(guess, (step,)) for step in history)
                forbids = forbids or not alone
                if bool(game.legal(guess, history)) != alone:
                    raise BadGame(_not_expressed(game, guess, history, alone=alone))
    return forbids


def _histories(
    game: HistoryLegal, guesses: Sequence[Any], secret: object, random: Random
) -> list[tuple[tuple[Any, Any], ...]]:
    """Return the prefixes of a random legal game for a secret."""
    played: Any = game
    history: tuple[tuple[Any, Any], ...] = ()
    begun = []
    for _ in range(_LONGEST):
        drawn = (random.choice(guesses) for _ in range(_DRAWS))
        guess = next((one for one in drawn if game.legal(one, history)), None)
        if guess is None or (score := played.score(guess, secret)) in played.endstates:
            break
        history = (*history, (guess, score))
        begun.append(history)
    return begun


def _not_expressed(game: Any, guess: Any, history: Any, *, alone: bool) -> str:
    after = f"after {list(history)}" if history else "as the first guess"
    text = "each of these answers alone allows it" if alone else "one of these answers forbids it"
    return (
        f"pool: the rule of {shown(game)} is not one that the search can express: "
        f"legal({shown(guess)}, ...) "
        f"is {not alone} {after}, though {text if history else 'every first guess has to be legal'}"
    )


class LegalRows(Sequence[Sequence[int]]):
    """The guesses that stay legal after each answer to a guess, computed on demand.

    In a game without its own rule, the legal guesses are those that would have given the same
    answers as the secret.
    """

    def __init__(self, game: Game, table: ScoreTable):
        self._guesses = table.guesses.items
        self._scores = table.scores.items
        self._game: Any = game
        self._table = table
        # Some games return the set of all legal guesses at once.
        sets = getattr(game, "legal_sets", None)
        if isinstance(game, HistoryLegal):
            self._sets = self._by_call if sets is None else sets()
        else:
            self._sets = ConsistentSets(self._guesses, game.score)
        self._row = lru_cache(maxsize=1024)(
            lambda asked: _LegalRow(self._sets, self._guesses[asked], self._scores)
        )

    @property
    def packed_hints(self) -> tuple[bytes, bytes, int] | None:
        """Return the packed data from which a kernel computes the rule that hints must be used."""
        packed = getattr(self._sets, "packed", None)
        return None if packed is None else packed(self._scores)

    def __reduce__(self) -> Any:
        return LegalRows, (self._game, self._table)

    def __len__(self) -> int:
        return len(self._guesses)

    def __getitem__(self, asked: object) -> Any:
        return self._row(asked)

    def _by_call(self, asked: object, score: object) -> int:
        history = ((asked, score),)
        legal = self._game.legal
        return sum(1 << at for at, own in enumerate(self._guesses) if legal(own, history))


class _LegalRow(Sequence[int]):
    def __init__(self, sets: Callable[[Any, Any], int], asked: object, scores: Sequence[Any]):
        self._sets = sets
        self._asked = asked
        self._scores = scores
        self._known: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._scores)

    def __getitem__(self, score: Any) -> Any:
        if score not in self._known:
            self._known[score] = self._sets(self._asked, self._scores[score])
        return self._known[score]


class _Rest(FiniteGame):
    """The rest of a game whose rule was checked. It may forbid no guess any more."""

    hard = True


@frozen(eq=False, init=False)
class _RuledRest(_Rest):
    """The rest of a game with its own rule."""

    _ruled: Any = field(init=False, default=None)
    _turns: Any = field(init=False, default=())

    @property
    def legal_sets(self) -> Any:
        """Return a function for the set of legal guesses, if the game has one."""
        sets: Any = getattr(self._ruled, "legal_sets", lambda: None)()
        return (lambda: sets.among(self.guesses)) if hasattr(sets, "among") else None

    def legal(self, guess: object, history: Sequence[tuple[Any, Any]]) -> bool:
        """Return whether a guess is legal after the turns so far and a history."""
        return bool(self._ruled.legal(guess, (*self._turns, *history)))


def rest_of(game: Game, turns: Sequence[tuple[Any, Any]]) -> Game:
    """Return the rest of the game after some turns, with its legal guesses.

    >>> from mastermind_core import Mastermind
    >>> rest_of(Mastermind(colours=3, holes=2), [((1, 1), (1, 0))]).guesses
    ((1, 2), (1, 3), (2, 1), (3, 1))
    """

    def fits(code: object) -> bool:
        return all(game.score(asked, code) == score for asked, score in turns)

    turns = tuple(turns)
    ruled = isinstance(game, HistoryLegal)
    played: Any = game
    weights = weights_of(game) or (1,) * len(game.secrets)
    fitting = [own and fits(secret) for own, secret in zip(weights, game.secrets, strict=True)]
    allowed = [played.legal(own, turns) if ruled else fits(own) for own in game.guesses]
    rest = (_RuledRest if ruled else _Rest)(
        compress(game.guesses, allowed),
        compress(game.secrets, fitting),
        game.score,
        game.endstates,
        weights=tuple(compress(weights, fitting)),
        costs=tuple(compress(costs_of(game), allowed)),
        goal=goal_of(game),
        name=f"{game} after {len(turns)} guesses",
    )
    if ruled:
        object.__setattr__(rest, "_ruled", game)
        object.__setattr__(rest, "_turns", turns)
    return rest
