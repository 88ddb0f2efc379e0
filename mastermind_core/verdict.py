"""The question that the library is for: is greedy optimal?"""

from __future__ import annotations

from concurrent.futures import Executor
from os import PathLike
from typing import Any

from attrs import frozen

from mastermind_core.analysis import Distribution, length_distribution, lengths_by_secret
from mastermind_core.display import Shown
from mastermind_core.exact import Objective, Solution, optimal
from mastermind_core.game import Game
from mastermind_core.progress import Progress
from mastermind_core.strategies.base import name_of
from mastermind_core.tree import Node, StrategyLike, player_for, tree_for

Figures = tuple[int, ...]


@frozen(repr=False)
class Verdict(Shown):
    """Say whether a strategy does as well as any; true when it does.

    ``greedy`` is what the strategy reaches and ``optimal`` what is possible, in the unit of the
    objective: guesses in the worst case, the total over all secrets, or both in its order.
    ``loses_on`` is a secret that the strategy finds later than the best tree, if there is one.
    """

    game: Game[Any, Any, Any]
    strategy: str
    objective: Objective
    greedy: int | Figures
    optimal: int | Figures
    lengths: Distribution
    solution: Solution
    loses_on: Any = None

    def __bool__(self) -> bool:
        return self.greedy == self.optimal

    @property
    def proven(self) -> bool:
        """Say whether the comparison is with a proven optimum."""
        return self.solution.proven

    def __repr__(self) -> str:
        state = "" if self.proven else ", not proven"
        answer = "optimal" if self else "not optimal"
        return (
            f"<Verdict: {self.strategy} is {answer} ({self.objective}), "
            f"{self.greedy} against {self.optimal}{state}>"
        )

    def __str__(self) -> str:
        answer = "is optimal" if self else "is not optimal"
        lines = [
            f"{self.strategy} {answer} ({self.objective}) for {self.game!r}",
            f"  {self.strategy}: total {self.lengths.total}, worst {self.lengths.worst}",
            f"  best: {self.solution}",
        ]
        if self.loses_on is not None:
            lines.append(f"  it takes longer than the best tree for the secret {self.loses_on!r}")
        return "\n".join(lines)


def is_greedy_optimal(
    game: Game[Any, Any, Any],
    strategy: StrategyLike = "entropy",
    objective: Objective = "worst",
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    checkpoint: str | PathLike[str] | None = None,
    progress: Progress | bool | None = None,
) -> Verdict:
    """Compare a strategy with the best that any strategy can do.

    ``workers``, ``executor``, ``checkpoint`` and ``progress`` are those of ``optimal``.

    >>> from mastermind_core import TwoD
    >>> verdict = is_greedy_optimal(TwoD(5))
    >>> bool(verdict), verdict.greedy, verdict.optimal
    (False, 5, 4)
    """
    player = player_for(game, strategy)
    solution = optimal(
        game,
        objective,
        workers=workers,
        executor=executor,
        checkpoint=checkpoint,
        progress=progress,
    )
    tree = tree_for(game, player)
    lengths = length_distribution(game, tree)
    greedy = _figures(objective, lengths.total, lengths.worst)
    best = _figures(objective, solution.total, solution.worst)
    loses_on = None if greedy == best else _worst_loss(game, tree, solution)
    return Verdict(game, name_of(player), objective, greedy, best, lengths, solution, loses_on)


def _figures(objective: Objective, total: int, worst: int) -> int | Figures:
    figures = {"mean": total, "worst": worst}
    parts = tuple(figures[part] for part in objective.split("-then-"))
    return parts[0] if len(parts) == 1 else parts


def _worst_loss(game: Game[Any, Any, Any], tree: Node, solution: Solution) -> Any:
    """Return the secret on which the strategy loses most against the best tree."""
    best = lengths_by_secret(game, solution.tree)
    own = lengths_by_secret(game, tree)
    return max(game.secrets, key=lambda secret: own[secret] - best[secret])
