"""The question that the library is for: is greedy optimal?"""

from __future__ import annotations

from typing import Any, Literal

from attrs import frozen

from mastermind_core.analysis import Distribution, length_distribution
from mastermind_core.errors import BadArgument
from mastermind_core.exact import optimal_worst_case
from mastermind_core.exact.feasible import Progress
from mastermind_core.game import Game
from mastermind_core.strategies import entropy
from mastermind_core.strategies.base import Strategy, name_of

Objective = Literal["worst"]


@frozen
class Verdict:
    """Say whether a strategy does as well as any; true when it does.

    ``greedy`` is what the strategy reaches, ``optimal`` what is possible, in the unit of the
    objective: guesses in the worst case.
    """

    game: Game[Any, Any, Any]
    strategy: str
    objective: Objective
    greedy: int
    optimal: int
    lengths: Distribution

    def __bool__(self) -> bool:
        return self.greedy == self.optimal

    def __str__(self) -> str:
        answer = "optimal" if self else "not optimal"
        return (
            f"{self.strategy} is {answer} in the worst case of {self.game!r}: "
            f"it needs {self.greedy} guesses, and {self.optimal} are needed"
        )


def is_greedy_optimal(
    game: Game[Any, Any, Any],
    strategy: Strategy = entropy,
    objective: Objective = "worst",
    *,
    progress: Progress | None = None,
) -> Verdict:
    """Compare a strategy with the best that any strategy can do.

    >>> from mastermind_core import TwoD
    >>> print(is_greedy_optimal(TwoD(5)))
    entropy is not optimal in the worst case of TwoD(size=5): it needs 5 guesses, and 4 are needed
    """
    if objective != "worst":
        raise BadArgument(f'objective must be "worst", not {objective!r}')
    lengths = length_distribution(game, strategy)
    optimal = optimal_worst_case(game, progress=progress)
    return Verdict(game, name_of(strategy), objective, lengths.max, optimal, lengths)
