"""The candidate sets in a tree, and the best known trees for each."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from mastermind_core.exact.deadline import Deadline
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import Found, Task
from mastermind_core.kernels.shared.ctrl_c import AtOnce
from mastermind_core.kernels.shared.flat_trees import ends_of, joined, measured
from mastermind_core.kernels.shared.orbits import first_of_orbits
from mastermind_core.kernels.shared.plain_scores import Scores, over
from mastermind_core.kernels.types import Criterion, FlatTree

#: Searches a set as a task says.
Solve = Callable[[Any, Task], Found]

#: The effort of a search to the end: there is no better tree.
TO_THE_END = 1 << 30

#: The maximum number of secrets in stored greedy trees, about 25 bytes each; others are regrown.
_MOST_KEPT = 20_000_000

#: Guesses that are ranked for each one that is examined: many leave blocks of the same sizes.
_ALIKE = 128

#: The optimistic total of a set is below its greedy tree, or its best tree, by one part in these.
_BELOW_GREEDY = 80
_BELOW_FOUND = 200

#: If prices depend on the number of guesses before, a few secrets that are found in time may leave
#: little of a total: one part in these of what it has above the simple bound.
_HOPED_BY_DEPTH = 8

#: The number of pairs of guess and candidate from which guesses are ranked by the secrets that the
#: greedy tree of a set finds too late.
_MANY = 1 << 26

#: The factor of the weight of a secret for each guess too many, and the maximum number of factors.
_LATE = 64
_LATEST = 4


class Settings(NamedTuple):
    """The parameters for passes."""

    small: int = 400  # largest set that is searched
    nodes: int = 500  # sets that a search may look at
    ranked: int = 4  # guesses that are looked at for one that is tried
    cheap: int = 4  # guesses tried at a set of up to 4 * small for one at a larger set
    longer: int = 8  # times the nodes that the small sets of the best tree get after each pass
    careful: int = 32  # width from which every guess is tried with all effort


class Known(NamedTuple):
    """A known tree for a set.

    A tree that was searched or grown is stored itself. A tree that is combined from its blocks'
    best trees has only its first guess, and its cost may have decreased since.
    """

    total: int
    worst: int
    guess: int
    tree: FlatTree | None


class Sets:
    """A task's sets with their known trees, and the effort spent on each.

    A set's trees are its Pareto front in total and worst case. The effort for a set within a guess
    limit is the last completed pass's width.

    If prices depend on the number of guesses before, so do the costs of a set: then ``below`` has
    the sets that are reached with one guess more.
    """

    def __init__(
        self,
        scores: Scores,
        task: Task,
        solve: Solve,
        deadline: Deadline,
        settings: Settings | None = None,
        made: int = 0,
    ):
        self.scores = scores
        self.task = task
        self.made = made
        self.deadline = deadline
        self.settings = settings or Settings()
        self._solve = solve
        self._kept = 0
        self._greedy: dict[bytes, Known] = {}
        self._fronts: dict[bytes, list[Known]] = {}
        self._efforts: dict[tuple[bytes, int], int] = {}
        self._orders: dict[tuple[bytes, str], tuple[int, list[int]]] = {}
        self._everything = array("I", range(scores.n_guesses))

    @property
    def below(self) -> Sets:
        """Return the sets that are reached with one guess more: the same ones for equal prices."""
        deeper = self._deeper
        deeper.deadline = self.deadline
        return deeper

    @cached_property
    def _deeper(self) -> Sets:
        prices = self.task.question.prices
        if len(prices) < 2:
            return self
        task = self.task._replace(question=self.task.question._replace(prices=prices[1:]))
        given = self.scores, task, self._solve, self.deadline, self.settings
        return Sets(*given, self.made + 1)

    def split(self, guess: int, candidates: array[int]) -> list[tuple[int, array[int]]]:
        """Return the set behind each score that a guess can get."""
        return kernels.greedy.split(self.scores, guess, candidates)

    def blocks(self, guess: int, candidates: array[int]) -> Iterator[array[int]]:
        """Yield a guess's blocks whose game is not over."""
        for score, block in self.split(guess, candidates):
            if not self.over(score, block):
                yield block

    def over(self, score: int, block: array[int]) -> bool:
        """Return whether the game is over for a block with its score."""
        return over(self.scores, score, block)

    def whole(self, candidates: array[int]) -> bool:
        """Return whether a set is the task's own."""
        return len(candidates) == len(self.task.question.candidates)

    def length(self, guess: int) -> int:
        """Return a guess's contribution to the worst case: 1, or its cost."""
        return self.scores.costs[guess] if self.scores.costs else 1

    def paid(self, candidates: array[int], guess: int) -> int:
        """Return a guess's contribution to the total of a set."""
        prices = self.task.question.prices
        return (prices[0] if prices else self.length(guess)) * self.weight(candidates)

    def least(self, candidates: array[int]) -> int:
        """Return a simple lower bound for the total of a set."""
        prices = self.task.question.prices
        return self.weight(candidates) * (prices[0] if prices else 1)

    def weight(self, candidates: array[int]) -> int:
        """Return a set's weight."""
        weights = self.task.question.weights
        return sum(weights[c] for c in candidates) if weights else len(candidates)

    def best(self, candidates: array[int], steps: int) -> Known | None:
        """Return the known tree with minimum total within a guess limit."""
        front = self._fronts.get(candidates.tobytes(), ())
        return next((one for one in front if self.scores.costs or one.worst <= steps), None)

    def has_enough(self, candidates: array[int], steps: int, *, any_tree: bool) -> bool:
        """Return whether a set needs no search: it has any tree, or one as good as any."""
        if any_tree and not self.whole(candidates):
            self.greedy(candidates)
        known = self.best(candidates, steps)
        return known is not None and (any_tree or known.total <= self.least(candidates))

    def keep(self, candidates: array[int], found: Known) -> None:
        """Store a tree unless another one dominates it."""
        front = self._fronts.setdefault(candidates.tobytes(), [])
        if all(one.total > found.total or one.worst > found.worst for one in front):
            better = (one for one in front if one.total < found.total or one.worst < found.worst)
            front[:] = sorted((found, *better))

    def above(self, candidates: array[int], guess: int, below: Sequence[Known]) -> Known:
        """Return the tree for a guess from the trees for its blocks, without its nodes."""
        total = self.paid(candidates, guess) + sum(one.total for one in below)
        worst = self.length(guess) + max((one.worst for one in below), default=0)
        return Known(total, worst, guess, None)

    def effort(self, candidates: array[int], steps: int) -> int:
        """Return the effort for a set, including that without a limit if its best tree fits."""
        key = candidates.tobytes()
        n = len(candidates)
        own = self._efforts.get((key, min(steps, n)), 0)
        free = self.best(candidates, n) is self.best(candidates, steps)
        return max(own, self._efforts.get((key, n), 0)) if free else own

    def note(self, candidates: array[int], steps: int, effort: int) -> None:
        """Note that a pass has completed a set."""
        key = candidates.tobytes(), min(steps, len(candidates))
        self._efforts[key] = max(effort, self._efforts.get(key, 0))

    def hoped(self, candidates: array[int], steps: int, width: int) -> int:
        """Return an optimistic total for a set, which is a true bound only from some width on."""
        effort = self.effort(candidates, steps)
        least = self.least(candidates)
        # A tree without a limit costs no more.
        known = self.best(candidates, steps) or self.best(candidates, len(candidates))
        if known is not None and effort == TO_THE_END:
            return known.total
        if width >= self.settings.careful:
            return least
        if known is not None and effort >= width:
            return known.total
        known = known or self.greedy(candidates)
        if self.task.by_depth:
            return least + (known.total - least) // _HOPED_BY_DEPTH
        greedy = known is self._greedy.get(candidates.tobytes())
        return max(least, known.total - known.total // (_BELOW_GREEDY if greedy else _BELOW_FOUND))

    def searched(
        self, candidates: array[int], steps: int, width: int, objective: Objective
    ) -> Found:
        """Search a set with ``width`` times the settings' nodes, and store its tree.

        For ``Objective.WORST``, any tree within the steps is enough.
        """
        question = self.task.question._replace(
            candidates=candidates,
            objective=objective,
            first=self.task.question.first if self.whole(candidates) else (),
            max_steps=steps,
        )
        limits = self.task.limits._replace(
            nodes=self.settings.nodes * width, seconds=self.deadline.left, threads=1
        )
        if objective == Objective.WORST:
            limits = limits._replace(least_steps=steps)
        hints = self.task.hints._replace(symmetries=())
        found = self._solve(self.scores, Task(question, limits, hints))
        if found.tree is not None:
            figures = found.total, found.worst, found.tree.guesses[0]
            self.keep(candidates, Known(*figures, found.tree))
        return found

    def greedy(self, candidates: array[int]) -> Known:
        """Return a set's greedy tree. One that gets stuck counts as the longest possible."""
        known = self._greedy.get(candidates.tobytes())
        if known is None:
            self.deadline.check()
            tree = self._grown(candidates, self.deadline.check)
            size = len(candidates)
            if tree.stuck >= 0:
                most = max(self.task.question.prices, default=1)
                known = Known(2 * most * size * self.weight(candidates), size, -1, None)
            else:
                figures = measured(
                    kernels.greedy,
                    self.scores,
                    candidates,
                    self.task.question.weights,
                    tree,
                    self.task.question.prices,
                )
                self._kept += size
                kept = tree if self._kept < _MOST_KEPT else None
                known = Known(*figures, tree.guesses[0], kept)
                self.keep(candidates, known)
            self._greedy[candidates.tobytes()] = known
        return known

    def _grown(self, candidates: array[int], progress: Any = None) -> FlatTree:
        criterion = self._criterion(self._everything)
        return kernels.greedy.greedy_tree(self.scores, candidates, criterion, progress=progress)

    def tree(self, candidates: array[int], steps: int) -> FlatTree | None:
        """Return a set's best tree, combined from its blocks' trees."""
        best = self.best(candidates, steps)
        if best is None or best.tree is not None:
            return best and best.tree
        below: list[tuple[int, int, FlatTree | None]] = []
        for score, block in self.split(best.guess, candidates):
            ended = self.over(score, block)
            tree = None if ended else self.below.tree(block, steps - 1) or self._grown(block)
            below.append((score, len(block), tree))
        return joined(best.guess, below)

    def ranked(self, candidates: array[int], most: int, objective: Objective) -> list[int]:
        """Return the most promising guesses, and at the whole set, one per orbit.

        One guess with each shape (its block sizes by score) comes first, because most guesses with
        one shape are equivalent. These are ordered by total or worst case with greedy trees below,
        and the others follow by information.
        """
        key = candidates.tobytes(), objective
        before, order = self._orders.get(key, (0, []))
        if before < most:
            order = self._order(candidates, most, objective)
            self._orders[key] = most, order
        return order[:most]

    @cached_property
    def many(self) -> bool:
        """Return whether greedy trees behind each set's guesses take too long."""
        pairs = self.scores.n_guesses * len(self.task.question.candidates)
        return pairs >= _MANY and not self.task.hints.symmetries and not self.task.question.first

    def late(self, candidates: array[int], steps: int) -> list[int]:
        """Return a weight for each secret, which is larger if the greedy tree finds it too late."""
        late = [1] * self.scores.n_secrets
        tree = self.greedy(candidates).tree
        if tree is not None:
            for length, _, block in ends_of(kernels.greedy, self.scores, candidates, tree):
                for secret in block:
                    late[secret] = _LATE ** min(_LATEST, max(0, length - steps + 1))
        return late

    def distinguishing(self, candidates: array[int], most: int, late: list[int]) -> Sequence[int]:
        """Return the guesses that distinguish the late secrets best."""
        criterion = self._criterion(self._everything)._replace(combine="power", weights=late)
        with AtOnce():
            return kernels.greedy.ranked_guesses(self.scores, candidates, criterion, most)

    def _order(self, candidates: array[int], most: int, objective: Objective) -> list[int]:
        looked = most * self.settings.ranked
        values: dict[int, tuple[int, int]] = {}
        repeated = []
        shapes: set[tuple[tuple[int, int], ...]] = set()
        for guess in self._by_what_they_tell(candidates, _ALIKE * looked):
            self.deadline.check()
            split = self.split(guess, candidates)
            shape = tuple((score, len(block)) for score, block in split)
            if shape in shapes or len(shapes) == looked:
                repeated.append(guess)
                if len(shapes) == looked and len(shapes) + len(repeated) >= most:
                    break
                continue
            shapes.add(shape)
            if len(split) > 1 or self.over(*split[0]):  # else it is uninformative
                total, worst = self._with_greedy_trees(candidates, guess)
                values[guess] = (worst, total) if objective.by_worst else (total, worst)
        return [*sorted(values, key=values.__getitem__), *repeated]

    def _with_greedy_trees(self, candidates: array[int], guess: int) -> tuple[int, int]:
        """Return a guess's total and worst case with greedy trees below, and store it."""
        below = [self.below.greedy(block) for block in self.blocks(guess, candidates)]
        found = self.above(candidates, guess, below)
        if all(greedy.guess >= 0 for greedy in below):
            self.keep(candidates, found)
        return found.total, found.worst

    def _by_what_they_tell(self, candidates: array[int], width: int) -> Iterable[int]:
        order: Sequence[int] = self._everything
        if self.whole(candidates):
            order = self.task.question.first or self.distinct
        self.deadline.check()
        criterion = self._criterion(order)
        with AtOnce():
            return kernels.greedy.ranked_guesses(self.scores, candidates, criterion, width)

    def _criterion(self, order: Sequence[int]) -> Criterion:
        """Return the criterion for greedy guesses. With weights it counts the naming guess too."""
        weights = self.task.question.weights
        combine = "ranks" if weights and not self.scores.goals else "power"
        if self.scores.shares_goals:
            combine = "pairs"
        return Criterion(combine, (), order, self.task.question.pool, 1, weights)

    @cached_property
    def distinct(self) -> Sequence[int]:
        """Return one guess per orbit of the symmetries."""
        symmetries = (symmetry[0] for symmetry in self.task.hints.symmetries)
        return first_of_orbits(symmetries, self.scores.n_guesses)
