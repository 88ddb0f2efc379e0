"""The question that the library is for: is greedy optimal?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Unpack

from attrs import field, frozen

from mastermind_core.analysis import (
    ONE_DRAW,
    Distribution,
    by_secret,
    distribution_of,
)
from mastermind_core.exact.deadline import Deadline, TimeIsUpError
from mastermind_core.exact.objective import LengthObjective, objective_named
from mastermind_core.exact.options import Budget, SearchOptions, searching
from mastermind_core.exact.problem import Pool
from mastermind_core.exact.search import best_solution
from mastermind_core.exact.solution import Solution
from mastermind_core.game import Game, costs_of
from mastermind_core.game.amounts import Exact
from mastermind_core.kernels.exact.objective import Objective, ObjectiveName
from mastermind_core.kernels.shared.ctrl_c import AtOnce
from mastermind_core.kernels.shared.listening import listening
from mastermind_core.results import Shown
from mastermind_core.results.frames import make_frame
from mastermind_core.table import ScoreTable
from mastermind_core.tree import Player, StrategyLike, player_for

Figures = Exact | tuple[Exact, ...]

#: The share of the time in which a strategy is played to its end, and the seconds beyond it in
#: which a secret is looked for on which it loses.
_PLAYED, _GRACE = 0.5, 0.05


@frozen(repr=False)
class Verdict(Shown):
    """Whether a strategy does as well as any; true when it is proven to.

    ``greedy`` is what the strategy reaches and ``optimal`` what is possible, in the unit of the
    objective: guesses in the worst case, the total over all secrets, or both in its order. Where a
    budget ended the search, ``optimal`` is the best that was found; where it ended before the
    strategy was played to its end, ``greedy`` and ``lengths`` are None. ``loses_on`` is a secret
    on which the strategy spends more than the best tree, in guesses or in what they cost, if there
    is one and time was left to look.

    >>> from mastermind_core import TwoD, is_greedy_optimal
    >>> verdict = is_greedy_optimal(TwoD(5), "entropy")
    >>> bool(verdict), verdict.greedy, verdict.optimal, verdict.proven
    (False, (5, 83), (4, 83), True)
    """

    game: Game
    strategy: str
    objective: Objective | LengthObjective = field(converter=objective_named)
    greedy: Figures | None
    optimal: Figures
    lengths: Distribution | None = field(repr=False)
    solution: Solution
    loses_on: Any = None

    @property
    def answer(self) -> bool | None:
        """Return whether the strategy is optimal; None when the search ended before it was decided.

        A better tree settles it, and so does a bound that the strategy meets.
        """
        if self.greedy is None:
            return None
        first, best = (
            figures if isinstance(figures, tuple) else (figures,)
            for figures in (self.greedy, self.optimal)
        )
        if best < first:
            return False
        met = len(first) == 1 and first[0] == self.solution.lower_bound
        return True if self.solution.proven or met else None

    def __bool__(self) -> bool:
        return self.answer is True

    @property
    def proven(self) -> bool:
        """Return whether the comparison is with a proven optimum."""
        return self.solution.proven

    def to_dict(self) -> dict[str, Any]:
        """Return the figures of both sides; ``loses_on`` is the game's own secret.

        >>> from mastermind_core import TwoD
        >>> found = is_greedy_optimal(TwoD(5)).to_dict()
        >>> found["answer"], found["greedy"], found["optimal"]
        (False, (5, 83), (4, 83))
        """
        return {
            "game": repr(self.game),
            "strategy": self.strategy,
            "objective": self.objective.value,
            "answer": self.answer,
            "proven": self.proven,
            "greedy": self.greedy,
            "optimal": self.optimal,
            "lengths": None if self.lengths is None else self.lengths.to_dict(),
            "solution": self.solution.to_dict(),
            "loses_on": self.loses_on,
        }

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with a row for each known side, if pandas is installed."""
        sides = ((self.strategy, self.lengths), ("optimal", self.solution))
        rows = ((name, one.total, one.worst) for name, one in sides if one is not None)
        return make_frame(rows, ("strategy", "total", "worst"))

    def __repr__(self) -> str:
        return (
            f"<Verdict: {self.strategy} {ANSWERS[self.answer]} ({self.objective}), "
            f"{'?' if self.greedy is None else self.greedy} against {self.optimal}>"
        )

    def __str__(self) -> str:
        own = "the time was up before it was played to its end"
        if self.lengths is not None:
            own = f"total {self.lengths.total}, worst {self.lengths.worst}"
        lines = [
            f"{self.strategy} {ANSWERS[self.answer]} ({self.objective}) for {self.game!r}",
            f"  {self.strategy}: {own}",
            f"  best: {self.solution}",
        ]
        if self.loses_on is not None:
            worse = "costs more" if costs_of(self.game) else "takes longer"
            lines.append(f"  it {worse} than the best tree for the secret {self.loses_on!r}")
        if self.lengths is not None and self.lengths.one_draw:
            lines.append(f"  {self.strategy} draws lots: this is {ONE_DRAW}")
        return "\n".join(lines)


#: The answers in words.
ANSWERS = {True: "is optimal", False: "is not optimal", None: "may be optimal or not"}


@searching(Budget)
def is_greedy_optimal(
    game: Game,
    strategy: StrategyLike = "entropy",
    objective: Objective | LengthObjective | ObjectiveName | str = "worst-then-mean",
    *,
    pool: Pool = "all",
    opening: Any = None,
    max_steps: int | None = None,
    **budget: Unpack[Budget],
) -> Verdict:
    """Compare a strategy with the best that any strategy can do.

    The verdict is true where no tree has a lesser worst case, and none of the same worst case a
    lesser total; another ``objective`` asks for less. The keywords are those of ``optimal``, and
    limit what the strategy is compared with. Of the seconds the strategy takes half at most, and
    the search the rest. The verdict of a search that a budget ended says what is known, in
    ``verdict.answer``: True, False or None.

    >>> from mastermind_core import TwoD
    >>> verdict = is_greedy_optimal(TwoD(5))
    >>> bool(verdict), verdict.greedy, verdict.optimal
    (False, (5, 83), (4, 83))
    """
    options = SearchOptions(**budget)
    with AtOnce():
        player = player_for(game, strategy)
    table: ScoreTable | None = None
    lengths: Distribution | None = None
    with _within(options, _PLAYED), AtOnce():
        table = player.table
        lengths = distribution_of(player, costs=bool(costs_of(game)))
    limits: Any = {"pool": pool, "opening": opening, "max_steps": max_steps}
    solution = best_solution(game, objective, options, table, **limits)
    best, greedy = solution.figures, None
    if lengths is not None:
        greedy = solution.objective.figures_of(lengths)
    loses_on = None
    if greedy not in {None, best}:
        with _within(options, 1.0, _GRACE), AtOnce():
            loses_on = _worst_loss(player, solution)
    return Verdict(game, player.name, solution.objective, greedy, best, lengths, solution, loses_on)


@contextmanager
def _within(options: SearchOptions, share: float, grace: float = 0.0) -> Iterator[None]:
    """Leave what is done there when a share of the time that is left is over."""
    if options.seconds is None:
        yield
        return
    deadline = Deadline(share * options.left_with(grace))
    with suppress(TimeIsUpError), listening(deadline.check):
        yield


def _worst_loss(player: Player, solution: Solution) -> Any:
    """Return the secret on which a player loses most against the best tree, if it does."""
    best, own = by_secret(solution.tree, player.game), by_secret(player.tree, player.game)
    secret = max(
        filter(own.__contains__, player.game.secrets), key=lambda secret: own[secret] - best[secret]
    )
    return secret if own[secret] > best[secret] else None
