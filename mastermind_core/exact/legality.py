"""The guesses that a rule leaves legal, as the search reads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import compress
from random import Random
from typing import Any

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game import (
    Game,
    HistoryLegal,
    Packed,
    costs_of,
    goal_of,
    weights_of,
)
from mastermind_core.games.words import HintSets
from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.table import ScoreTable


def only_candidates_are_legal(
    game: Game[Any, Any, Any], table: ScoreTable, check: Callable[[], None]
) -> bool:
    """Return whether the legal guesses are always those that may win, which is quicker to search.

    Without a rule of its own a game allows the guesses that would have given the same answers as
    the secret. These are the candidates where every guess is a secret and ends the game for itself
    alone. Codes that are scored from their bytes say so at once; otherwise a row of scores is
    looked at after another, and ``check`` is called before each.
    """
    scores = table.kernel_scores
    if isinstance(game, HistoryLegal) or table.guesses.items != table.secrets.items:
        return False
    if len(table.everything) < len(table.secrets.items):  # what weighs nothing is legal too
        return False
    if not scores.is_table and isinstance(game, Packed):
        codes = game.packed_codes()
        same = codes is not None and codes.guesses == codes.secrets
        return same and scores.ends_one and any(scores.final)
    row, ends = greedy_kernel().row, [score for score, final in enumerate(scores.final) if final]
    for guess in range(scores.n_guesses):
        check()
        own = row(scores, guess)
        if own[guess] not in ends or sum(map(own.count, ends)) > 1:
            return False
    return True


#: Histories on which a rule is tried, guesses after each, and draws for a legal guess.
_HISTORIES, _GUESSES, _DRAWS, _LONGEST = 300, 8, 20, 4


def check_rule(game: Game[Any, Any, Any], table: ScoreTable, check: Callable[[], None]) -> None:
    """Refuse a rule that the search cannot express, as far as a sample of histories shows.

    The search takes a rule answer by answer: a guess is legal after a history when it is legal
    after each of its steps alone, and every first guess is. A rule that forbids nothing is refused
    as well, for whoever asks for legal guesses wants one. A game that says of itself that it is
    ``hard`` may have words of which its rule forbids none. ``check`` is called before each history.
    """
    if not isinstance(game, HistoryLegal):
        if any(guess not in table.secrets for guess in table.guesses.items):
            raise BadArgument(
                f"pool: {shown(game)} has no rule of its own and guesses that are no secrets, of "
                "which "
                '"legal" says nothing: give it a method legal(guess, history), or take "all"'
            )
        return
    random, forbids = Random(0), False
    guesses, secrets = table.guesses.items, table.secrets.items
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
    if not forbids and not getattr(game, "hard", False):
        raise BadArgument(
            f'pool: the rule of {shown(game)} forbids nothing, so "legal" would mean "all": take '
            '"all", '
            "or a game with a rule, as Wordle with hard=True"
        )


def _histories(
    game: HistoryLegal, guesses: Sequence[Any], secret: Any, random: Random
) -> list[tuple[tuple[Any, Any], ...]]:
    """Return the beginnings of a game for a secret that keeps to the rule."""
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
    said = "each of these answers alone allows it" if alone else "one of these answers forbids it"
    return (
        f"pool: the rule of {shown(game)} is not one that the search can express: "
        f"legal({shown(guess)}, ...) "
        f"is {not alone} {after}, though {said if history else 'every first guess has to be legal'}"
    )


class LegalRows(Sequence[Sequence[int]]):
    """The guesses that stay legal after each answer to a guess, worked out when it is asked.

    A game with no rule of its own keeps to guesses that would give the same answers as the secret.
    """

    def __init__(self, game: Game[Any, Any, Any], table: ScoreTable):
        self._guesses, self._scores = table.guesses.items, table.scores.items
        self._game: Any = game
        self._table = table
        sets = getattr(game, "legal_sets", None)  # of a game that can tell of all guesses at once
        self._sets = self._by_call if sets is None else sets()
        self._row = lru_cache(maxsize=1024)(
            self._by_rule if isinstance(game, HistoryLegal) else self._consistent
        )

    @property
    def packed_hints(self) -> tuple[bytes, bytes, int] | None:
        """What a kernel works the same out from, where the rule is that hints have to be used."""
        return self._sets.packed(self._scores) if isinstance(self._sets, HintSets) else None

    def __reduce__(self) -> Any:
        return LegalRows, (self._game, self._table)

    def __len__(self) -> int:
        return len(self._guesses)

    def __getitem__(self, asked: Any) -> Any:
        return self._row(asked)

    def _consistent(self, asked: int) -> Sequence[int]:
        guess = self._guesses[asked]
        masks = dict.fromkeys(self._scores, 0)
        for at, own in enumerate(self._guesses):
            score = self._game.score(guess, own)
            if score in masks:
                masks[score] |= 1 << at
        return tuple(masks.values())

    def _by_rule(self, asked: int) -> Sequence[int]:
        return _LegalRow(self._sets, self._guesses[asked], self._scores)

    def _by_call(self, asked: Any, score: Any) -> int:
        history, legal = ((asked, score),), self._game.legal
        return sum(1 << at for at, own in enumerate(self._guesses) if legal(own, history))


class _LegalRow(Sequence[int]):
    def __init__(self, sets: Callable[[Any, Any], int], asked: Any, scores: Sequence[Any]):
        self._sets, self._asked, self._scores = sets, asked, scores
        self._known: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._scores)

    def __getitem__(self, score: Any) -> Any:
        if score not in self._known:
            self._known[score] = self._sets(self._asked, self._scores[score])
        return self._known[score]


class _Rest:
    """What is left of a game: the guesses that are legal by now, and the secrets that fit."""

    def __init__(self, game: Game[Any, Any, Any], turns: Sequence[tuple[Any, Any]]):
        self._game, self._turns = game, tuple(turns)
        self.score, self.endstates = game.score, game.endstates
        fitting = [self._fits(secret) for secret in game.secrets]
        allowed = [self._allows(guess) for guess in game.guesses]
        self.secrets = tuple(compress(game.secrets, fitting))
        self.guesses = tuple(compress(game.guesses, allowed))
        self.weights = tuple(compress(weights_of(game), fitting))
        self.costs = tuple(compress(costs_of(game), allowed))
        goal = goal_of(game)
        if goal is not None:
            self.goal = goal

    def __str__(self) -> str:
        return f"{self._game} after {len(self._turns)} guesses"

    def _fits(self, secret: Any) -> bool:
        return all(self._game.score(asked, secret) == said for asked, said in self._turns)

    def _allows(self, guess: Any) -> bool:
        return self._fits(guess)


class _RuledRest(_Rest):
    """What is left of a game with a rule of its own."""

    hard = True  # the rule may forbid nothing more

    def __init__(self, game: Game[Any, Any, Any], turns: Sequence[tuple[Any, Any]]):
        super().__init__(game, turns)
        sets: Any = getattr(game, "legal_sets", lambda: None)()
        if hasattr(sets, "among"):
            self.legal_sets = lambda: sets.among(self.guesses)

    def legal(self, guess: Any, history: Sequence[tuple[Any, Any]]) -> bool:
        """Return whether a guess may be made after a history that goes on."""
        ruled: Any = self._game
        return bool(ruled.legal(guess, (*self._turns, *history)))

    def _allows(self, guess: Any) -> bool:
        return self.legal(guess, ())


def rest_of(game: Game[Any, Any, Any], turns: Sequence[tuple[Any, Any]]) -> Game[Any, Any, Any]:
    """Return the game that is left after some turns to whoever keeps to what is legal.

    >>> from mastermind_core import Mastermind
    >>> rest_of(Mastermind(colours=3, holes=2), [((1, 1), (1, 0))]).guesses
    ((1, 2), (1, 3), (2, 1), (3, 1))
    """
    return (_RuledRest if isinstance(game, HistoryLegal) else _Rest)(game, turns)
