"""How long a strategy may think about a guess."""

from __future__ import annotations

from time import monotonic

from attrs import define, field

from mastermind_core.strategies.base import Effort


@define
class Budget:
    """A limit on the codes that are looked at and on the time; what is spent goes into an effort.

    A budget of ``evaluations`` always gives the same guesses; one of ``seconds`` does not. None
    is no limit.
    """

    effort: Effort
    seconds: float | None = None
    evaluations: int | None = None
    _first: int = field(init=False)
    _began: float = field(init=False, factory=monotonic)

    def __attrs_post_init__(self) -> None:
        self._first = self.effort.evaluations

    def spend(self, codes: int) -> None:
        """Count codes that have been looked at."""
        self.effort.evaluations += codes

    @property
    def left(self) -> bool:
        """Whether anything is left."""
        spent = self.effort.evaluations - self._first
        if self.evaluations is not None and spent >= self.evaluations:
            return False
        return self.seconds is None or monotonic() - self._began < self.seconds
