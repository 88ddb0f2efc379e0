"""A game as rows of score ids, computed by ``game.score`` alone."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import repeat
from typing import Any

from attrs import frozen
from more_itertools import all_equal

from mastermind_core.errors import BadGame, GameTooLarge, shown
from mastermind_core.game.amounts import Exact, check_lists, in_units, little_endian
from mastermind_core.game.protocol import (
    check_hashable_score,
    check_parts,
    costs_of,
    goals_of,
    weights_of,
)

#: The score ids of a guess with all secrets.
Row = Sequence[int]

_MOST_PAIRS = 2**29
_NARROW = 256
_WIDE = 65536
_BELOW = 2**64


@frozen(eq=False)
class Scored:
    """A game as integers.

    Attributes:
        guesses: The guesses.
        secrets: The secrets.
        rows: The score ids: ``rows[guess][secret]``.
        ends: The scores that end the game, as ids.
        n_scores: How many scores are distinct.
        weights: The secrets' weights, in units.
        costs: The guesses' costs, in units. Empty if all are equal.
        goals: Each secret's goal, as an id. Empty without goals.
        unit: The weights' unit.
        cost_unit: The costs' unit.
        fingerprint: A digest over all these numbers.
    """

    guesses: tuple[Any, ...]
    secrets: tuple[Any, ...]
    rows: list[Row]
    ends: frozenset[int]
    n_scores: int
    weights: tuple[int, ...]
    costs: tuple[int, ...]
    goals: tuple[int, ...]
    unit: Fraction
    cost_unit: Fraction
    fingerprint: str

    @property
    def everything(self) -> tuple[int, ...]:
        """Return all possible secrets' ids: those with a positive weight."""
        return tuple(secret for secret, weight in enumerate(self.weights) if weight)

    @property
    def never_ends(self) -> bool:
        """Return whether no score ends the game, which is then over by goals alone."""
        return bool(self.goals) and not self.ends

    def cost(self, guess: int) -> int:
        """Return a guess's cost in addition to its price."""
        return self.costs[guess] if self.costs else 0

    def length(self, guess: int) -> int:
        """Return a guess's contribution to a path's length."""
        return self.costs[guess] if self.costs else 1

    def over(self, score: int, block: Sequence[int]) -> bool:
        """Return whether the game is over after a score, for its block."""
        return score in self.ends or self.known(block)

    def known(self, secrets: Sequence[int]) -> bool:
        """Return whether all secrets have one goal, so that the game is over."""
        return bool(self.goals) and all_equal(map(self.goals.__getitem__, secrets))


def count_items(game: Any) -> tuple[int, int]:
    """Count the guesses and the secrets, or raise GameTooLarge for too many pairs."""
    check_parts(game)
    try:
        sizes = len(game.guesses), len(game.secrets)
    except OverflowError:
        sizes = (sys.maxsize, sys.maxsize)
    if sizes[0] * sizes[1] > _MOST_PAIRS:
        raise GameTooLarge(
            f"{shown(game)} has more than {_MOST_PAIRS:,} pairs of a guess and a secret: too many "
            "to score for a certificate"
        )
    return sizes


def score_game(game: Any, one_row_done: Callable[[], None]) -> Scored:
    """Score every pair, and number the scores by first occurrence."""
    guesses = tuple(game.guesses)
    secrets = tuple(game.secrets)
    check_lists(guesses, secrets)
    digest = sha256(b"%d %d\n" % (len(guesses), len(secrets)))
    numbers: dict[Any, int] = {}
    wide = []
    for guess in guesses:
        wide.append(_row(game, guess, secrets, numbers))
        digest.update(little_endian("H", wide[-1]))
        one_row_done()
    ends = bytes(score in game.endstates for score in numbers)
    weights, unit = _checked("weight", weights_of(game) or (1,) * len(secrets))
    costs, cost_unit = _checked("cost", costs_of(game))
    ids: dict[Any, int] = {}
    goals = tuple(ids.setdefault(goal, len(ids)) for goal in goals_of(game, secrets))
    digest.update(ends)
    digest.update(little_endian("Q", weights))
    digest.update(little_endian("Q", costs or (1,) * len(guesses)))
    digest.update(little_endian("Q", (goal + 1 for goal in goals or (-1,) * len(secrets))))
    narrow = len(numbers) <= _NARROW
    return Scored(
        guesses,
        secrets,
        [bytes(row.tolist()) for row in wide] if narrow else list(wide),
        frozenset(number for number, end in enumerate(ends) if end),
        len(numbers),
        weights,
        () if set(costs) == {1} else costs,
        goals,
        unit,
        cost_unit,
        digest.hexdigest(),
    )


def _checked(name: str, amounts: Sequence[Exact]) -> tuple[tuple[int, ...], Fraction]:
    """Return amounts in whole units, and the unit, or raise BadGame for one that is too large."""
    units, unit = in_units(amounts)
    most = max(units, default=0)
    if most >= _BELOW:
        raise BadGame(f"the {name} {most} is too large for a certificate: 2**64 or more")
    return units, unit


def unscored(game: Any, fingerprint: str) -> Scored:
    """Return a plain game without its scores, for a program that knows the game by its name."""
    guesses = tuple(game.guesses)
    secrets = tuple(game.secrets)
    unit = Fraction(1)
    weights = (1,) * len(secrets)
    ends: frozenset[int] = frozenset()
    return Scored(guesses, secrets, [], ends, _WIDE, weights, (), (), unit, unit, fingerprint)


def _row(game: Any, guess: object, secrets: tuple[Any, ...], numbers: dict[Any, int]) -> array[int]:
    answers = list(map(game.score, repeat(guess), secrets))
    try:
        for answer in answers:
            numbers.setdefault(answer, len(numbers))
    except TypeError:
        for answer, secret in zip(answers, secrets, strict=True):
            check_hashable_score(answer, guess, secret)
        raise
    if len(numbers) > _WIDE:
        raise GameTooLarge(f"the game has over {_WIDE} distinct scores, too many for a certificate")
    return array("H", map(numbers.__getitem__, answers))


def row_of(like: Row, numbers: Any) -> Row:
    """Return numbers as a row with the same type."""
    return bytes(numbers) if isinstance(like, bytes) else array("H", numbers)
