"""The objectives of the exact search."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

#: The names of the objectives, for type checkers.
ObjectiveName = Literal["worst", "mean", "worst-then-mean", "mean-then-worst"]


class Objective(StrEnum):
    """The quantity that a search minimizes: one value of a tree, or two in lexicographic order.

    "mean" stands for the total number of guesses over all secrets, "worst" for the most guesses
    that any secret takes.
    """

    WORST = "worst"
    MEAN = "mean"
    WORST_THEN_MEAN = "worst-then-mean"
    MEAN_THEN_WORST = "mean-then-worst"

    def __repr__(self) -> str:
        return repr(self.value)

    @property
    def by_worst(self) -> bool:
        """Return whether the worst case comes first."""
        return self in {Objective.WORST, Objective.WORST_THEN_MEAN}

    def figures(self, total: Any, worst: Any) -> Any:
        """Return the minimized value, or both values in the order of the objective.

        >>> Objective.WORST_THEN_MEAN.figures(83, 4)
        (4, 83)
        """
        own = tuple({"mean": total, "worst": worst}[part] for part in self.split("-then-"))
        return own[0] if len(own) == 1 else own

    def figures_of(self, lengths: Any) -> Any:
        """Return the minimized values for the guesses or the costs of a strategy."""
        return self.figures(lengths.total, lengths.worst)
