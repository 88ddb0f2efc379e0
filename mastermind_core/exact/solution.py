"""An exact search's result."""

from __future__ import annotations

from fractions import Fraction
from os import PathLike
from typing import Any, Generic, Protocol

from attrs import field, frozen

from mastermind_core.errors import BadArgument, counted, shown
from mastermind_core.exact.objective import LengthObjective, objective_named
from mastermind_core.exact.problem import Case
from mastermind_core.game import Guess, Score, Secret
from mastermind_core.game.amounts import Exact, plain
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.names.applications import application
from mastermind_core.progress import Progress
from mastermind_core.results import Shown
from mastermind_core.results.frames import make_frame
from mastermind_core.tree import Node


class ProbableSolution(Protocol):
    """An optimal policy for answers that are only probable, with proven bounds."""

    @property
    def tree(self) -> Any:
        """Return the policy's first node, or None if the game is over before the first guess."""

    @property
    def accuracy(self) -> Fraction:
        """Return the probability that the policy names the right goal or secret."""

    @property
    def mean(self) -> Fraction:
        """Return the expected number of guesses, or their cost if guesses have costs."""

    @property
    def bound(self) -> Fraction:
        """Return a bound on any policy's accuracy, or on its mean."""

    @property
    def proven(self) -> bool:
        """Return whether no policy is better."""


@frozen
class Solution(Shown, Generic[Guess, Secret, Score]):
    """A strategy tree with the bounds that were proven for it.

    Attributes:
        objective: The search's objective.
        tree: The tree.
        total: All secrets' guesses, or their costs if guesses have costs, times their weights,
            added. It is in the game's numbers: a fraction if these are fractions.
        worst: The maximum number of guesses, or the maximum cost, on a path.
        lower_bound: A bound that is proven for every strategy, in the first criterion's unit: the
            worst case, the total, or the count for an objective such as :func:`within`.
        proven: Whether no strategy is better.
        nodes: How many candidate sets were searched.
        seconds: The search's CPU time.
        case: The question that was searched, for a certificate.

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
    def values(self) -> Any:
        """Return the minimized quantity, or a tuple with one for each criterion in order.

        >>> from mastermind_core import TwoD, optimal
        >>> optimal(TwoD(5), "worst-then-mean").values, optimal(TwoD(5), "within:3").values
        ((4, 83), 12)
        """
        if isinstance(self.objective, Objective):
            return self.objective.figures(self.total, self.worst)
        return self.objective.figures_of(self.tree.lengths())

    @property
    def expected_error(self) -> Fraction:
        """The probability that a class is wrong: over 0 only if rows of a table were merged."""
        return Fraction(application("expected_error")(self.tree.game))

    def write_certificate(
        self, path: str | PathLike[str], *, progress: Progress | bool | None = None
    ) -> None:
        """Write the proof to a file that :func:`verify_certificate` checks without the search.

        The file has the tree, and lower bounds for candidate sets. The search is repeated to write
        it.

        Args:
            path: The file. If it ends in ".gz", the file is compressed.
            progress: Called with (parts done, parts known so far). True shows a bar.

        Raises:
            BadArgument: If the solution has no certificate, or the file cannot be written.
        """
        if not self.proven:
            raise BadArgument("only a proven solution has a certificate: let the search finish")
        if self.objective.startswith("quantile"):
            raise BadArgument(
                f"a certificate cannot be written for {shown(self.objective)}: certificates do not "
                "support quantiles; use within(k), where k is the quantile that optimal found"
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
        if self.case.task.question.first:
            raise BadArgument("a certificate is about all trees: leave out the first guess")
        # A search does not need the writer of files.
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
        """Return the figures in a form for JSON. ``mc.to_json`` saves the tree.

        >>> from mastermind_core import TwoD, optimal
        >>> found = optimal(TwoD(3)).to_dict()
        >>> found["objective"], found["total"], found["worst"], found["proven"]
        ('mean', 22, 3, True)
        """
        names = "total worst lower_bound proven nodes seconds"
        figures = {name: plain(getattr(self, name)) for name in names.split()}
        return {"objective": self.objective.value, **figures}

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with the figures in one row, if pandas is installed."""
        row = self.to_dict()
        return make_frame([row.values()], row)

    def __str__(self) -> str:
        parts = [f"worst {self.worst}"]
        if self.objective != Objective.WORST:
            parts.insert(0, f"total {self.total}")
        if isinstance(self.objective, LengthObjective):
            parts.insert(0, f"{self.objective} of {self.values}")
        state = "proven optimal" if self.proven else f"not proven, lower bound {self.lower_bound}"
        searched = counted(self.nodes, "node")
        return f"{', '.join(parts)}; {state} for {self.objective} ({searched} searched)"
