"""The objectives of the exact search."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

#: The names of the objectives, for whoever checks types.
ObjectiveName = Literal["worst", "mean", "worst-then-mean", "mean-then-worst"]


class Objective(StrEnum):
    """What a search makes as small as it can: one figure of a tree, or one and then the other.

    "mean" stands for the total of the guesses over all secrets, "worst" for the most guesses that
    one secret takes.
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
        """Return what it looks at: a figure, or both in its order.

        >>> Objective.WORST_THEN_MEAN.figures(83, 4)
        (4, 83)
        """
        own = tuple({"mean": total, "worst": worst}[part] for part in self.split("-then-"))
        return own[0] if len(own) == 1 else own

    def figures_of(self, lengths: Any) -> Any:
        """Return the same of a distribution of lengths, or of costs."""
        return self.figures(lengths.total, lengths.worst)
