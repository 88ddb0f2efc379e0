"""How long a strategy may think about a guess."""

from __future__ import annotations

from time import monotonic

from attrs import define, field

from mastermind_core.errors import BadArgument
from mastermind_core.strategies.base import Effort


@define
class Budget:
    """Count codes into an effort, and say when their number or the time is used up.

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
        """Say whether anything is left."""
        spent = self.effort.evaluations - self._first
        if self.evaluations is not None and spent >= self.evaluations:
            return False
        return self.seconds is None or monotonic() - self._began < self.seconds


def at_least(name: str, value: float | None, least: float) -> None:
    """Refuse a parameter that is too small; None means that there is no limit."""
    if value is not None and (isinstance(value, bool) or value < least):
        raise BadArgument(f"{name} must be a number from {least}, not {value!r}")
