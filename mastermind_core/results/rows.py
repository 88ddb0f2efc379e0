"""Lists of results that are shown as one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from mastermind_core.results.display import Shown

Item = TypeVar("Item")


class Rows(Shown, list[Item]):
    """A list of results about one game, which a notebook shows as one table."""

    __slots__ = ("like",)

    def __init__(self, items: Iterable[Item], game: Any):
        """Take the results, and of their game a guess and an answer, for how it looks."""
        super().__init__(items)
        self.like = (game.guesses[0], next(iter(game.endstates), None))
