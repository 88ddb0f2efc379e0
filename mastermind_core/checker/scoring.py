"""A game as rows of score numbers, by ``game.score`` alone."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import repeat
from typing import Any

from attrs import frozen

from mastermind_core.errors import BadGame, GameTooLarge, shown
from mastermind_core.game import check_hashable_score, check_lists, check_parts, weights_of
from mastermind_core.game.amounts import in_units

#: Score numbers, of guesses in a row, or of secrets in a column.
Row = Sequence[int]

_MOST_PAIRS = 2**29
_NARROW, _WIDE = 256, 65536
_WEIGHTS_BELOW = 2**64


@frozen(eq=False)
class Scored:
    """All the scores of a game as numbers: ``rows[guess][secret]``."""

    guesses: tuple[Any, ...]
    secrets: tuple[Any, ...]
    rows: list[Row]
    ends: frozenset[int]
    n_scores: int
    weights: tuple[int, ...]
    unit: Fraction
    fingerprint: str

    @property
    def everything(self) -> tuple[int, ...]:
        """Return the numbers of all secrets."""
        return tuple(range(len(self.secrets)))


def count_items(game: Any) -> tuple[int, int]:
    """Return how many guesses and secrets a game has, if that is not too many to score."""
    check_parts(game)
    try:
        sizes = len(game.guesses), len(game.secrets)
    except OverflowError:
        sizes = (sys.maxsize, sys.maxsize)
    if sizes[0] * sizes[1] > _MOST_PAIRS:
        raise GameTooLarge(
            f"{shown(game)} has more than {_MOST_PAIRS:,} pairs of a guess and a secret: too many "
            "to "
            "score for a certificate"
        )
    return sizes


def score_game(game: Any, one_row_done: Callable[[], None], wanted: str = "") -> Scored:
    """Score every pair. Scores are numbered as they first come.

    Files count weights without their common divisor, older ones as the game has them: they are
    taken in the way that gives the fingerprint that is ``wanted``, if one does.
    """
    guesses, secrets = tuple(game.guesses), tuple(game.secrets)
    check_lists(guesses, secrets)
    digest = sha256(b"%d %d\n" % (len(guesses), len(secrets)))
    numbers: dict[Any, int] = {}
    wide = []
    for guess in guesses:
        wide.append(_row(game, guess, secrets, numbers))
        digest.update(_little(wide[-1]))
        one_row_done()
    ends = [score in game.endstates for score in numbers]
    digest.update(bytes(ends))
    weights, unit, fingerprint = _weighed(game, len(secrets), digest, wanted)
    narrow = len(numbers) <= _NARROW
    return Scored(
        guesses,
        secrets,
        [bytes(row.tolist()) for row in wide] if narrow else list(wide),
        frozenset(number for number, end in enumerate(ends) if end),
        len(numbers),
        weights,
        unit,
        fingerprint,
    )


def _weighed(
    game: Any, n_secrets: int, digest: Any, wanted: str
) -> tuple[tuple[int, ...], Fraction, str]:
    """Return weights, their unit and the fingerprint with them, the one that is wanted if any."""
    given = weights_of(game) or (1,) * n_secrets
    weights, unit = in_units(given)
    ways = [(weights, unit)]
    if unit != 1 and unit.denominator == 1:
        ways.append((tuple(map(int, given)), Fraction(1)))
    for way in reversed(ways):
        weights, unit = way
        if max(weights) >= _WEIGHTS_BELOW:
            raise BadGame(
                f"the weight {max(weights)} is too large for a certificate, from 2**64 on"
            )
        whole = digest.copy()
        whole.update(_little(array("Q", weights)))
        if whole.hexdigest() == wanted:
            break
    return weights, unit, whole.hexdigest()


def _row(game: Any, guess: Any, secrets: tuple[Any, ...], numbers: dict[Any, int]) -> array[int]:
    answers = list(map(game.score, repeat(guess), secrets))
    try:
        for answer in answers:
            numbers.setdefault(answer, len(numbers))
    except TypeError:
        for answer, secret in zip(answers, secrets, strict=True):
            check_hashable_score(answer, guess, secret)
        raise
    if len(numbers) > _WIDE:
        raise GameTooLarge(f"over {_WIDE} distinct scores: too many for a certificate")
    return array("H", map(numbers.__getitem__, answers))


def _little(numbers: array[int]) -> bytes:
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()


def row_of(like: Row, numbers: Any) -> Row:
    """Return numbers as a row of the same kind."""
    return bytes(numbers) if isinstance(like, bytes) else array("H", numbers)
