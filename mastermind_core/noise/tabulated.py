"""A likelihood as a table, for files and other processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from attrs import frozen

from mastermind_core.errors import BadGame, shown
from mastermind_core.noise.model import noisy_table


@frozen(repr=False)
class TabulatedLikelihood:
    """The probability of each answer to each guess for each secret, as a table.

    Attributes:
        guesses: The guesses.
        secrets: The secrets.
        chances: The distinct distributions: pairs of an answer and its probability.
        rows: ``rows[guess][secret]`` is an index in ``chances``.
    """

    guesses: tuple[Any, ...]
    secrets: tuple[Any, ...]
    chances: tuple[tuple[tuple[Any, Fraction], ...], ...]
    rows: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, game: Any) -> TabulatedLikelihood:
        """Return the likelihood of a game whose answers may be wrong."""
        table = noisy_table(game)
        answers = table.answers.items
        numbers: dict[tuple[tuple[Any, Fraction], ...], int] = {}
        rows = []
        for guess in range(len(table.guesses.items)):
            channel = table.channel(guess)
            number = {
                score: numbers.setdefault(
                    tuple((answers[answer], chance) for answer, chance in channel[score].items()),
                    len(numbers),
                )
                for score in sorted(set(table.row(guess)))
            }
            rows.append(tuple(number[score] for score in table.row(guess)))
        lists = tuple(table.guesses.items), tuple(table.secrets.items)
        return cls(*lists, tuple(numbers), tuple(rows))

    @cached_property
    def _places(self) -> tuple[dict[Any, int], dict[Any, int]]:
        guesses = {guess: place for place, guess in enumerate(self.guesses)}
        return guesses, {secret: place for place, secret in enumerate(self.secrets)}

    @cached_property
    def _mappings(self) -> Sequence[Mapping[Any, Fraction]]:
        return [dict(pairs) for pairs in self.chances]

    def __call__(self, guess: object, secret: object) -> Mapping[Any, Fraction]:
        """Return the probability of each answer."""
        guesses, secrets = self._places
        try:
            return self._mappings[self.rows[guesses[guess]][secrets[secret]]]
        except (KeyError, TypeError):
            raise BadGame(
                f"the likelihood of {shown(guess)} and {shown(secret)} is not in the table: the "
                "game has no such guess or secret"
            ) from None

    def __repr__(self) -> str:
        return f"<likelihood of {len(self.guesses)} guesses and {len(self.secrets)} secrets>"
