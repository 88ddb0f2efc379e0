"""Exact search where guesses have costs, in plain Python.

What is left of a path is two numbers, guesses and money. A set is searched for its least total, or
for the least that its dearest path costs.
"""

from __future__ import annotations

from array import array

from mastermind_core.kernels.exact.plain_search import OutOfBudgetError, Search
from mastermind_core.kernels.exact.plain_tree import written_tree
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    MEAN,
    MEAN_THEN_WORST,
    WORST,
    Found,
    Report,
    Task,
)
from mastermind_core.kernels.greedy import plain
from mastermind_core.kernels.shared.flat_trees import measured
from mastermind_core.kernels.shared.plain_scores import PlainScores
from mastermind_core.kernels.types import FlatTree

#: The candidates, the guesses and the money that are left, and what is legal.
State = tuple["array[int]", int, int, int]
_Key = tuple[bytes, int, int, int]


class PricedSearch(Search):
    """Remember what sets cost, over all questions of one task."""

    def __init__(self, scores: PlainScores, task: Task, report: Report | None):
        super().__init__(scores, task, report)
        self._prices = scores.costs or (1,) * scores.n_guesses
        self._cheapest = min(self._prices)
        # Of each state the least that was found, or a bound, with the guess of the first.
        self._known: dict[tuple[bool, _Key], tuple[int, int]] = {}
        self._at_least: dict[tuple[bool, _Key], int] = {}

    def answer(self) -> Found:
        """Do what the task asks for."""
        task = self._task
        purse = task.max_cost
        if task.objective == MEAN:
            return self._least_tree(by_worst=False, purse=purse, below=task.below)
        if task.objective == MEAN_THEN_WORST:
            first = self._least_tree(by_worst=False, purse=purse, below=task.below)
            while first.proven and first.tree is not None and first.worst > 1:
                below = first.total + 1
                better = self._least_tree(by_worst=False, purse=first.worst - 1, below=below)
                if not better.proven:
                    return first._replace(proven=False, nodes=better.nodes)
                if better.tree is None:
                    break
                first = better
            return first._replace(nodes=self.nodes)
        first = self._least_tree(by_worst=True, purse=purse, below=IMPOSSIBLE)
        if task.objective == WORST or first.tree is None or not first.proven:
            return first
        found = self._least_tree(by_worst=False, purse=first.worst, below=task.below)
        none = found.proven and found.tree is None
        best = found if none or found.tree is not None else first
        return best._replace(lower_bound=first.worst, proven=found.proven, nodes=self.nodes)

    def _least_tree(self, *, by_worst: bool, purse: int, below: int) -> Found:
        root = self._state(self._task.candidates, self._task.max_steps, purse, self._everything)
        value: int | None = None
        proven, broken = True, False
        try:
            value = self._value(root, below, by_worst=by_worst)
        except (OutOfBudgetError, KeyboardInterrupt) as reason:
            proven, broken = False, isinstance(reason, KeyboardInterrupt)
        if value is None:
            lower = below if proven else self._floor(root[0], by_worst=by_worst)
            return Found(None, IMPOSSIBLE, 0, lower, proven, self.nodes, (), broken)
        tree = self._written(root, by_worst=by_worst)
        weights = self._task.weights
        total, worst = measured(plain, self.scores, self._task.candidates, weights, tree)
        return Found(tree, total, worst, value, proven, self.nodes, (), broken)

    def _state(self, candidates: array[int], steps: int, purse: int, legal: int) -> State:
        """Return a state with no more guesses and money than can be of use."""
        steps = self.within(candidates, steps)
        most = steps * max(self._prices)
        return candidates, steps, most if purse < 0 else min(purse, most), legal

    def _floor(self, candidates: array[int], *, by_worst: bool) -> int:
        return self._cheapest * (1 if by_worst else self.weight(candidates))

    def _value(self, state: State, below: int, *, by_worst: bool) -> int | None:
        """Return the least of a state if it is under ``below``, else None."""
        candidates, steps, purse, legal = state
        if steps < 1 or purse < self._cheapest:
            return None
        self._spend()
        key = by_worst, (candidates.tobytes(), steps, purse, legal)
        if key in self._known:
            known = self._known[key][0]
            return known if known < below else None
        if self._at_least.get(key, 0) >= below:
            return None
        best, chosen = below, -1
        _, shapes = self.shapes(candidates, steps, legal)
        for guess in sorted(shapes, key=lambda g: (self._hoped(g, shapes[g]), g)):
            found = self._with(guess, state, best, by_worst=by_worst)
            if found is not None:
                best, chosen = found, guess
        if chosen < 0:
            self._at_least[key] = below
            return None
        self._known[key] = best, chosen
        return best

    def _hoped(self, guess: int, shape: tuple[int, list[int]]) -> int:
        return self._prices[guess] + self._cheapest * sum(size * size for size in shape[1])

    def _with(self, guess: int, state: State, below: int, *, by_worst: bool) -> int | None:
        """Return the least of a state that begins with a guess if it is under ``below``."""
        candidates, steps, purse, legal = state
        price = self._prices[guess]
        if price > purse:
            return None
        blocks = sorted(self.open_blocks(guess, candidates), key=lambda block: len(block[1]))
        floors = [self._floor(block, by_worst=by_worst) for _, block in blocks]
        total = price if by_worst else price * self.weight(candidates)
        spent = total + (0 if by_worst else sum(floors))
        if by_worst:
            spent += max(floors, default=0)
        if spent >= below:
            return None
        dearest = 0
        for (score, block), floor in zip(blocks, floors, strict=True):
            after = self._legal_after(legal, guess, score)
            left = self._state(block, steps - 1, purse - price, after)
            room = below - total if by_worst else below - spent + floor
            value = self._value(left, room, by_worst=by_worst)
            if value is None:
                return None
            dearest = max(dearest, value)
            spent += 0 if by_worst else value - floor
        return total + dearest if by_worst else spent

    def _written(self, root: State, *, by_worst: bool) -> FlatTree:
        """Write the tree of what was chosen; the money that is left goes along with the guesses."""
        candidates, steps, purse, legal = root
        # A number for each pair of guesses and money that are left.
        width = purse + 1

        def choose(members: array[int], left: int, legal: int) -> tuple[int, int]:
            state = self._state(members, *divmod(left, width), legal)
            _, own_steps, own_purse, _ = state
            key = by_worst, (members.tobytes(), own_steps, own_purse, legal)
            guess = self._known[key][1]
            # What the writer takes off for a guess is 1.
            return guess, (own_steps - 1) * width + own_purse - self._prices[guess] + 1

        return written_tree(
            self.scores, (candidates, steps * width + purse, legal), choose, self._legal_after
        )
