"""A divided search, phase by phase: first trees, then the least worst case, then the least total.

Whatever is known in a phase is a limit in the next: the incumbent is the best tree so far, and no
job looks for one that is not better. Stopped at any time, the search answers with the incumbent and
what is proven by then. Each phase is one question about all secrets, put to the coordinator; only
the least worst case takes several, with one step more each.
"""

from __future__ import annotations

from mastermind_core.exact.anytime import budget as anytime
from mastermind_core.exact.divide.coordinator import Coordinator
from mastermind_core.exact.divide.job import JobContext
from mastermind_core.exact.divide.ledger import StoppedError
from mastermind_core.exact.divide.pace import steady
from mastermind_core.exact.divide.subproblem import Subproblem
from mastermind_core.exact.divide.workers import Workers
from mastermind_core.exact.options import Reporter
from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import IMPOSSIBLE, NO_LIMIT, Found, Task
from mastermind_core.kernels.shared.ctrl_c import look
from mastermind_core.kernels.shared.flat_trees import measured
from mastermind_core.kernels.types import Criterion, FlatTree

_NOTHING = Found(None, IMPOSSIBLE, 0, 0, proven=False, nodes=0)


class DividedSearch:
    """A search that goes through the phases of an objective, with an incumbent and a bound."""

    def __init__(self, context: JobContext, task: Task, report: Reporter | None, workers: int):
        self._context, self._task, self._report = context, task, report
        self._workers = workers
        self._coordinator: Coordinator | None = None
        self._root: Subproblem | None = None
        self._best = _NOTHING
        self._lower = 0
        self._by_worst, self._priced = task.objective.by_worst, bool(context.scores.costs)

    def run(self, hands: Workers) -> Found:
        """Search until everything is proven, or until there is a reason to stop."""
        if not anytime.proof_pays(self._context.scores, self._task):
            return hands.whole(self._task, self._report)
        # The first job about a least total is the whole search: begin with greedy trees only.
        mean = self._task.objective == Objective.MEAN
        small = 0 if mean else steady(self._context.scores)
        nodes = int(self._task.nodes)
        hasty = self._quick_tree() if mean else None
        if hasty is None:
            whole = self._task._replace(nodes=small if nodes < 0 else min(small, nodes))
            self._best = hands.whole(whole, self._report if small else None)
        else:
            self._best = hasty
        # What is small is not split. Neither is what was stopped, nor what a greedy tree settles:
        # with prices one often does, and the tree of a search is another.
        settled = self._best.proven and not self._task.by_depth
        if settled or self._best.interrupted or self._best.nodes <= small:
            return self._best
        spent, self._lower = self._best.nodes, self._best.lower_bound
        self._coordinator = Coordinator(self._context, hands, self.report, nodes, self._workers)
        try:
            self._search()
            proven = True
        except (StoppedError, KeyboardInterrupt) as reason:
            self._best = self._best._replace(interrupted=isinstance(reason, KeyboardInterrupt))
            self._salvage()
            proven = self._bounds_meet()
        nodes = spent + self._coordinator.ledger.nodes
        return self._best._replace(lower_bound=self._lower, proven=proven, nodes=nodes)

    def _bounds_meet(self) -> bool:
        """Return whether the incumbent is as good as the bound, where nothing else counts."""
        best, objective = self._best, self._task.objective
        met = {Objective.MEAN: best.total, Objective.WORST: best.worst}.get(objective)
        return best.tree is not None and met == self._lower

    def _quick_tree(self) -> Found | None:
        """Return one greedy tree, for a limit, where all workers would wait for better ones.

        None where there is no hurry, or where the tree has to keep to something.
        """
        task, scores = self._task, self._context.scores
        free = task.max_steps < 0 and task.max_cost < 0 and not task.first
        unlimited = task.nodes < 0 and task.seconds < 0 and task.memory < 0
        if not (self._context.wide and free and unlimited):
            return None
        own, n = greedy_kernel(), len(task.candidates)
        parts = Criterion("sum", (0, *[-1] * n), range(scores.n_guesses), task.pool)
        try:
            tree = own.greedy_tree(
                scores, task.candidates, parts, symmetry=task.symmetries, progress=lambda *_: look()
            )
        except KeyboardInterrupt:
            return _NOTHING._replace(interrupted=True)
        if tree.stuck >= 0:
            return None
        total, worst = measured(own, scores, task.candidates, task.weights, tree, task.prices)
        return Found(tree, total, worst, 0, proven=False, nodes=1)

    def report(self) -> None:
        """Say how far it is."""
        coordinator, best = self._coordinator, self._best
        if self._report is None or coordinator is None:
            return
        done = coordinator.answered
        known = None if best.tree is None else best.worst if self._by_worst else best.total
        bound, root = self._lower, self._root
        if root is not None and root.question.objective == Objective.MEAN and not self._by_worst:
            least = root.listing.incumbent[0]
            if least < IMPOSSIBLE:
                known = least if known is None else min(known, least)
            bound = max(bound, root.lower if known is None else min(known, root.lower))
        unit = "worst" if self._by_worst else "cost" if self._task.by_depth else "total"
        nodes = self._best.nodes + coordinator.ledger.nodes
        self._report.stand(unit, bound, known, done, done + coordinator.waiting, nodes)

    def _search(self) -> None:
        """Go through the phases; whoever stops it raises."""
        objective = self._task.objective
        if self._by_worst:
            found = self._least_dear() if self._priced else self._least_worst()
            if found and objective != Objective.WORST:
                self._least_total(self._best.total + 1, self._lower)
            return
        below = self._best.total + 1 if self._best.tree is not None else IMPOSSIBLE
        below = min(below, self._task.below)
        if not self._least_total(below):
            self._note_impossible()
            return
        self._lower = self._best.total
        if objective == Objective.MEAN_THEN_WORST:
            while self._best.worst > 1 and self._least_total(
                self._best.total + 1, self._best.worst - 1
            ):
                pass

    def _least_worst(self) -> bool:
        """Allow one step more until all secrets can be found; say whether they can."""
        most = len(self._task.candidates)
        if self._task.max_steps >= 0:
            most = min(most, self._task.max_steps)
        while self._lower <= most and (self._best.tree is None or self._lower < self._best.worst):
            root = self._settle(Objective.WORST, self._lower, 1)
            if root.value == 0:
                self._take(root.flat())
                return True
            self._lower += 1
        if self._best.tree is None:
            self._note_impossible()
        return self._best.tree is not None

    def _least_dear(self) -> bool:
        """Halve what the dearest path may cost until no tree does with less; say whether one is."""
        task, best = self._task, self._best
        most = task.max_cost if best.tree is None else (self._lower + best.worst - 1) // 2
        while self._best.tree is None or self._lower < self._best.worst:
            root = self._settle(Objective.WORST, task.max_steps, 1, most)
            if root.value == 0:
                self._take(root.flat())
            elif self._best.tree is None:
                self._note_impossible()
                return False
            else:
                self._lower = most + 1
            most = (self._lower + self._best.worst - 1) // 2
        return True

    def _note_impossible(self) -> None:
        """Note that no strategy does what is asked for."""
        self._best, self._lower = _NOTHING, self._task.below

    def _least_total(self, below: int, worst: int | None = None) -> bool:
        """Look for a total below a limit, with a limited worst case; say whether there is one."""
        steps, purse = self._task.max_steps, self._task.max_cost
        if worst is not None:
            steps, purse = (steps, worst) if self._priced else (worst, purse)
        root = self._settle(Objective.MEAN, steps, below, purse)
        if root.value is None or root.value >= below:
            return False
        self._take(root.flat())
        return True

    def _settle(
        self, objective: Objective, steps: int, below: int, purse: int = NO_LIMIT
    ) -> Subproblem:
        """Put a question about all secrets to the coordinator."""
        assert self._coordinator is not None
        task, first = self._task, tuple(self._task.first)
        prices = tuple(task.prices) if objective == Objective.MEAN else ()
        self._root = self._coordinator.ledger.subproblem(
            task.candidates, objective, steps, first=first, purse=purse, prices=prices
        )
        self._coordinator.settle(self._root, below)
        return self._root

    def _take(self, tree: FlatTree) -> None:
        """Make a tree the incumbent."""
        context, task = self._context, self._task
        total, worst = measured(
            greedy_kernel(), context.scores, task.candidates, task.weights, tree, task.prices
        )
        self._best = self._best._replace(tree=tree, total=total, worst=worst)

    def _salvage(self) -> None:
        """Keep what a search that was stopped knows of its first guesses."""
        root = self._root
        if root is None or root.question.objective != Objective.MEAN:
            return
        assert self._coordinator is not None
        if not self._by_worst and (
            self._task.objective == Objective.MEAN or self._lower < self._best.total
        ):
            least = self._coordinator.ledger.size_bound(root)
            self._lower = max(self._lower, min(self._best.total, least))
        if root.listing.incumbent[0] < self._best.total:
            self._take(root.flat())
