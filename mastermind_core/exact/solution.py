"""What an exact search returns."""

from __future__ import annotations

from os import PathLike
from typing import Any, Generic

from attrs import field, frozen

from mastermind_core.errors import BadArgument, shown
from mastermind_core.exact.objective import LengthObjective, objective_named
from mastermind_core.exact.problem import Case
from mastermind_core.game import Guess, Score, Secret
from mastermind_core.game.amounts import Exact, plain
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.progress import Progress
from mastermind_core.results import Shown
from mastermind_core.results.frames import make_frame
from mastermind_core.tree import Node


@frozen
class Solution(Shown, Generic[Guess, Secret, Score]):
    """A strategy tree with the bounds that were proven for it.

    ``total`` is the sum of the guesses over all secrets (times their weights), ``worst`` the most
    that one takes. If guesses have costs, the sum and the most of what paths cost. They are in
    the game's own numbers, and fractions where these are. ``lower_bound`` is proven for every
    strategy, in the unit of the objective's first part: the worst case, the total, or what an
    objective such as :func:`within` counts. With ``proven`` no strategy is better. ``nodes`` are
    the sets of secrets that were searched.

    >>> from mastermind_core import Mastermind, optimal
    >>> solution = optimal(Mastermind(colours=4, holes=3))
    >>> solution.total, solution.worst, solution.proven, solution.tree.guess
    (206, 4, True, (1, 1, 2))
    """

    objective: Objective | LengthObjective = field(converter=objective_named)
    tree: Node[Guess, Secret, Score] = field(repr=False)
    total: Exact
    worst: Exact
    lower_bound: Exact
    proven: bool
    nodes: int
    seconds: float = field(eq=False)
    case: Case | None = field(default=None, repr=False, eq=False)

    @property
    def figures(self) -> Any:
        """Return what the objective makes least: a figure of the tree, or several in its order.

        >>> from mastermind_core import TwoD, optimal
        >>> optimal(TwoD(5), "worst-then-mean").figures, optimal(TwoD(5), "within:3").figures
        ((4, 83), 12)
        """
        if isinstance(self.objective, Objective):
            return self.objective.figures(self.total, self.worst)
        return self.objective.figures_of(self.tree.lengths())

    def certificate(
        self, path: str | PathLike[str], *, progress: Progress | bool | None = None
    ) -> None:
        """Write the proof to a file that :func:`verify_certificate` checks without the search.

        It holds the tree, and for the lower bound sets of secrets with what each costs at least.
        The search is gone through again to write it. A path that ends in ".gz" is compressed.
        """
        if not self.proven:
            raise BadArgument("only a proven solution has a certificate: let the search finish")
        if self.objective.startswith("quantile"):
            raise BadArgument(
                f"a certificate cannot be written for {shown(self.objective)}: a quantile is no "
                "sum of what guesses cost; use within of the guesses that it takes"
            )
        if self.worst == 0:
            raise BadArgument(
                "the game is over before the first guess: there is nothing that a certificate "
                "could prove"
            )
        if self.case is None:
            raise BadArgument(
                "a solution from a file has no search to write a certificate of: call optimal again"
            )
        if self.case.task.first:
            raise BadArgument("a certificate is about all trees: leave out the opening")
        # A search needs nothing of what writes files.
        from mastermind_core.exact.proof.writer import write_certificate

        table = self.case.table
        write_certificate(
            self.case,
            self.tree,
            path,
            objective=str(self.objective),
            total=int(self.total / (table.weight_unit * table.cost_unit)),
            worst=int(self.worst / table.cost_unit),
            progress=progress,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as what JSON can hold; the tree is saved by ``mc.to_json``.

        >>> from mastermind_core import TwoD, optimal
        >>> found = optimal(TwoD(3)).to_dict()
        >>> found["objective"], found["total"], found["worst"], found["proven"]
        ('mean', 22, 3, True)
        """
        return {
            "objective": self.objective.value,
            "total": plain(self.total),
            "worst": plain(self.worst),
            "lower_bound": plain(self.lower_bound),
            "proven": self.proven,
            "nodes": self.nodes,
            "seconds": self.seconds,
        }

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` of one row, the figures, if pandas is installed."""
        row = self.to_dict()
        return make_frame([row], row)

    def __str__(self) -> str:
        state = "proven" if self.proven else f"lower bound {self.lower_bound}"
        total = "" if self.objective == Objective.WORST else f"total {self.total}, "
        if isinstance(self.objective, LengthObjective):
            total = f"figures {self.figures}, {total}"
        return f"{total}worst {self.worst}, {state} ({self.nodes:,} nodes searched)"
