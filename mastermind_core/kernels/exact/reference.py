"""Exact search in plain Python: memoized recursion over the cost model.

A state has a candidate set, a path's remaining guesses and cost budget, the legal guesses, and the
guesses made. Its minimum total is a minimum over guesses: the payment for the guess plus its
blocks' totals (dynamic programming over sets). Branch and bound skips guesses whose lower bound
reaches the best total so far. Whether a state can be solved within its limits is the same recursion
on booleans.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from math import inf
from time import monotonic
from typing import NamedTuple

from mastermind_core.kernels.exact.bounds import distinct_openings
from mastermind_core.kernels.exact.cost import CostModel, Reach
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    MEAN_THEN_WORST,
    POOL_LEGAL,
    WORST,
    Found,
    Report,
    Task,
)
from mastermind_core.kernels.greedy import plain
from mastermind_core.kernels.greedy.plain import block_sizes, split
from mastermind_core.kernels.shared.ctrl_c import look
from mastermind_core.kernels.shared.flat_trees import grown, measured
from mastermind_core.kernels.shared.plain_scores import PlainScores, over
from mastermind_core.kernels.types import POOL_ALL, FlatTree

Block = tuple[int, "array[int]"]
Key = tuple[bytes, int, int, int, int]


#: Seconds between reports, so that the clock of a bar keeps moving.
_PAUSE = 0.5


class OutOfBudgetError(Exception):
    """The signal that the budget is used up. It never leaves this module."""


class State(NamedTuple):
    """A candidate set and everything else that determines its cost.

    Each path has at most ``steps`` further guesses and a remaining cost budget. The bit mask
    ``legal`` holds the legal guesses, or is -1 for all. ``made`` guesses came before.
    """

    members: array[int]
    steps: int
    budget: int
    legal: int
    made: int


class Splitting(NamedTuple):
    """An informative guess: how many candidates it ends, and its block sizes.

    Attributes:
        guess: The guess id.
        ended: For how many candidates the game is over after this guess.
        blocks: The sizes that its unfinished blocks have.
    """

    guess: int
    ended: int
    blocks: list[int]


class ReferenceSearch:
    """A search that stores its results per state for all queries in one task."""

    def __init__(self, scores: PlainScores, task: Task, report: Report | None = None):
        self.model = CostModel(scores, task)
        self.nodes = 0
        self._scores = scores
        self._task = task
        self._report = report
        self._ends = [score for score, final in enumerate(scores.final) if final]
        self.openings = distinct_openings(scores.n_guesses, task)
        self._deadline = monotonic() + task.limits.seconds if task.limits.seconds >= 0 else None
        self._known = IMPOSSIBLE  # the total of a tree of minimum worst case
        self._said = (IMPOSSIBLE, 0, 0, 1)
        self._next = inf  # the time of the next report, which repeats the last one
        self._least: dict[Key, tuple[int, int]] = {}  # minimum total, and a guess that attains it
        self._bound: dict[Key, int] = {}  # lower bounds of totals
        self._within: dict[Key, int] = {}  # a guess that solves a state in its limits, or -1

    def answer(self) -> Found:
        """Search for the best tree under the task's objective."""
        task = self._task
        question = task.question
        if question.objective.by_worst:
            first = self._least_worst()
            if question.objective == WORST or first.tree is None or not first.proven:
                return first
            self._known = first.total
            found = self._least_total(first.worst, task.limits.below)
            tree = first if found.tree is None and not found.proven else found
            return tree._replace(
                lower_bound=first.worst,
                proven=found.proven,
                nodes=self.nodes,
                interrupted=found.interrupted,
            )
        best = self._least_total(question.max_cost, task.limits.below)
        # The minimum total leaves the worst case open: search for the same total with shorter
        # paths.
        while question.objective == MEAN_THEN_WORST and best.proven and best.worst > 1:
            shorter = self._least_total(best.worst - 1, best.total + 1)
            if not shorter.proven:
                stopped = shorter.interrupted
                return best._replace(proven=False, nodes=self.nodes, interrupted=stopped)
            if shorter.tree is None:
                break
            best = shorter
        return best._replace(nodes=self.nodes)

    def state(
        self, members: array[int], steps: int, budget: int, legal: int = -1, made: int = 0
    ) -> State:
        """Return a state whose limits are reduced to the useful maximum."""
        return State(members, *self.model.limits(len(members), steps, budget), legal, made)

    def least(self, state: State, below: int) -> int:
        """Return a state's minimum total if it is less than ``below``, else a lower bound.

        The bound is ``below`` or more.
        """
        if state.steps < 1:
            return IMPOSSIBLE
        key = self.key(state)
        if key in self._least:
            return self._least[key][0]
        if self._bound.get(key, 0) >= below:
            return self._bound[key]
        self._spend()
        reach, options = self.options(state)
        best = below
        chosen = -1
        bound = IMPOSSIBLE
        for floor, option in self._by_floor(state, reach, options):
            if floor >= best:
                bound = min(bound, floor)
                break
            total = self._total_with(option.guess, state, best, reach)
            if total < best:
                best = total
                chosen = option.guess
            bound = min(bound, total)
        if chosen >= 0:
            self._least[key] = best, chosen
            return best
        self._bound[key] = bound
        return bound

    def solvable(self, state: State) -> bool:
        """Return whether some tree solves a state within its limits."""
        if state.steps < 1:
            return False
        key = self.key(state)
        if key not in self._within:
            self._spend()
            finest = self._finest(self.options(state)[1])
            self._within[key] = next((o.guess for o in finest if self._solves(o.guess, state)), -1)
        return self._within[key] >= 0

    def blocks(self, guess: int, members: array[int]) -> list[Block]:
        """Return a guess's blocks that are not over."""
        blocks = split(self._scores, guess, members)
        return [block for block in blocks if not over(self._scores, *block)]

    def after(self, state: State, guess: int, score: int, block: array[int]) -> State:
        """Return the state after a guess, for one of its blocks."""
        legal = state.legal
        if self._task.question.pool == POOL_LEGAL:
            legal &= self._task.question.legal[guess][score]
        budget = state.budget - self.model.lengths[guess]
        return self.state(block, state.steps - 1, budget, legal, state.made + 1)

    def splittings(self, state: State) -> tuple[Reach, list[Splitting]]:
        """Return upper bounds on any guess's effect, and all allowed informative guesses."""
        options = []
        most_ended = 0
        for guess in range(self._scores.n_guesses):
            self._look_at_the_clock()
            if self.model.lengths[guess] > state.budget or not self._allowed(guess, state):
                continue
            option = self._option(guess, state.members)
            if option is None:
                continue
            options.append(option)
            ended = option.ended
            if self._scores.goals:
                ended = self.model.most_ended(split(self._scores, guess, state.members))
            most_ended = max(most_ended, ended)
        most_blocks = max((len(option.blocks) for option in options), default=0)
        cheapest = min((self.model.costs[option.guess] for option in options), default=0)
        return Reach(most_ended, most_blocks, cheapest), options

    def options(self, state: State) -> tuple[Reach, list[Splitting]]:
        """Return upper bounds on any guess's effect, and the guesses that fit the limits."""
        reach, options = self.splittings(state)
        room = reach.capacity(state.steps - 1, len(state.members))
        at_root = len(state.members) == len(self._task.question.candidates)
        return reach, [
            option
            for option in options
            if max(option.blocks, default=0) <= room
            and (option.guess in self.openings or not at_root)
        ]

    def key(self, state: State) -> Key:
        """Return a state's key. It has the cost level instead of the guesses made."""
        made = self.model.level(state.made)
        return state.members.tobytes(), state.steps, state.budget, state.legal, made

    def _total_with(self, guess: int, state: State, below: int, reach: Reach) -> int:
        """Return the minimum total with a guess if it is less than ``below``, else a bound."""
        blocks = sorted(self.blocks(guess, state.members), key=lambda block: len(block[1]))
        floors = [self.model.floor(block, state.made + 1, reach) for _, block in blocks]
        total = self.model.paid(guess, state.members, state.made) + sum(floors)
        for (score, block), floor in zip(blocks, floors, strict=True):
            if total >= below:
                break
            own = self.least(self.after(state, guess, score, block), below - total + floor)
            total += own - floor
        return min(total, IMPOSSIBLE)

    def _solves(self, guess: int, state: State) -> bool:
        """Return whether a guess solves a state. Large blocks fail most often and come first."""
        blocks = sorted(self.blocks(guess, state.members), key=lambda block: -len(block[1]))
        return all(self.solvable(self.after(state, guess, *block)) for block in blocks)

    def _option(self, guess: int, members: array[int]) -> Splitting | None:
        """Return a guess's effect on candidates, None if it is uninformative."""
        sizes = block_sizes(self._scores, guess, members)
        ends = any(sizes[score] for score in self._ends)
        if not ends and max(sizes) == len(members):
            return None
        if self._scores.goals:
            blocks = [len(block) for _, block in self.blocks(guess, members)]
        else:
            for score in self._ends:
                sizes[score] = 0
            blocks = [size for size in sizes if size]
        return Splitting(guess, len(members) - sum(blocks), blocks)

    def _allowed(self, guess: int, state: State) -> bool:
        """Return whether the task's pool contains a guess."""
        if self._task.question.pool == POOL_LEGAL:
            return bool(state.legal >> guess & 1)
        if self._task.question.pool == POOL_ALL or (self._scores.goals and not self._ends):
            return True
        answers = self._scores.rows[guess]
        return any(self._scores.final[answers[c]] for c in state.members)

    def _by_floor(
        self, state: State, reach: Reach, options: Sequence[Splitting]
    ) -> list[tuple[int, Splitting]]:
        """Return options with lower bounds by block sizes, in ascending order.

        Among equal bounds, options that end a secret come first.
        """
        sizes = {size for option in options for size in option.blocks}
        floors = {size: self.model.floor_of_size(size, state.made + 1, reach) for size in sizes}
        bounds = (
            self.model.paid(option.guess, state.members, state.made)
            + sum(map(floors.__getitem__, option.blocks))
            for option in options
        )
        pairs = zip(bounds, options, strict=True)
        return sorted(pairs, key=lambda own: (own[0], own[1].ended == 0, own[1].guess))

    @staticmethod
    def _finest(options: Sequence[Splitting]) -> list[Splitting]:
        """Return options by their largest block, ascending."""
        return sorted(options, key=lambda o: (max(o.blocks, default=0), -len(o.blocks), o.guess))

    def _least_total(self, budget: int, below: int) -> Found:
        """Find a tree with the minimum total that is less than ``below``."""
        task = self._task
        question = task.question
        state = self.state(question.candidates, question.max_steps, budget)
        unseen = Reach(len(question.candidates), 0, min(self.model.costs))
        floor = self.model.floor(question.candidates, 0, unseen)
        best = below
        chosen = -1
        left: dict[int, int] = {}  # the proven lower bound per first guess
        exact = set()
        stopped = None
        try:
            reach, options = self.options(state)
            floor = max(floor, self.model.floor(question.candidates, 0, reach))
            hopeful = self._by_floor(state, reach, options)
            left = {option.guess: bound for bound, option in hopeful}
            for done, (bound, option) in enumerate(hopeful):
                now = max(floor, min([best, *left.values()]))
                self._say(min(best, self._known), now, done, len(hopeful))
                if bound >= best:
                    break
                left[option.guess] = total = self._total_with(option.guess, state, best, reach)
                if total < best:
                    best = total
                    chosen = option.guess
                    exact.add(option.guess)
        except (OutOfBudgetError, KeyboardInterrupt) as reason:
            stopped = reason
        known = [best, *left.values()] if left else [floor]  # else nothing was examined
        lower = max(floor, min(known)) if stopped else best
        openings = [(guess, bound, guess in exact) for guess, bound in left.items()]
        if not stopped or task.limits.below >= IMPOSSIBLE:
            openings = []
        ctrl_c = isinstance(stopped, KeyboardInterrupt)
        none = Found(None, IMPOSSIBLE, 0, lower, stopped is None, self.nodes, openings, ctrl_c)
        if chosen < 0:
            return none
        self._least[self.key(state)] = best, chosen
        tree = self._tree(state, lambda own: self._least[self.key(own)][1])
        return none._replace(tree=tree, total=best, worst=self._measured(tree)[1])

    def _least_worst(self) -> Found:
        """Find a tree whose most expensive path has minimum cost.

        If every guess costs 1, the limit rises by 1 from a lower bound (iterative deepening). With
        guess costs, bisection between the proven bound and the best tree found sets the limit.
        """
        task = self._task
        members = self._task.question.candidates
        costs = self._scores.costs
        question = task.question
        steps, most = self.model.limits(len(members), question.max_steps, question.max_cost)
        some = task.limits.least_steps > 1  # any tree within the limits is enough
        limit = least = min(self.model.shortest if costs else task.limits.least_steps, most)
        best = Found(None, IMPOSSIBLE, 0, IMPOSSIBLE, proven=True, nodes=0)
        try:
            while least <= most:
                if costs:
                    limit = most if best.tree is None else (least + most) // 2
                self._say(best.total, least, 0, 1)
                state = self.state(members, steps, limit)
                if not self.solvable(state):
                    least = limit = limit + 1
                    continue
                tree = self._tree(state, lambda own: self._within[self.key(own)])
                best = Found(tree, *self._measured(tree), least, proven=True, nodes=0)
                if some or not costs:
                    break
                most = best.worst - 1
        except (OutOfBudgetError, KeyboardInterrupt) as reason:
            best = best._replace(
                proven=False,
                openings=self._unrefuted(self.state(members, steps, limit)) if some else (),
                interrupted=isinstance(reason, KeyboardInterrupt),
            )
        lower = IMPOSSIBLE if best.proven and best.tree is None else least
        return best._replace(lower_bound=lower, nodes=self.nodes)

    def _unrefuted(self, state: State) -> list[tuple[int, int, bool]]:
        """Return the first guesses that are not refuted when the node budget is used up."""
        if not 0 <= self._task.limits.nodes < self.nodes:
            return []
        self._deadline = None  # the rest is reported without a time limit
        return [
            (option.guess, 0, False)
            for option in self._finest(self.options(state)[1])
            if not any(
                self._within.get(self.key(self.after(state, option.guess, *block))) == -1
                for block in self.blocks(option.guess, state.members)
            )
        ]

    def _tree(self, root: State, choose: Callable[[State], int]) -> FlatTree:
        """Return the tree with the chosen guesses."""
        given = self._scores, root.members, split
        return grown(*given, lambda state, _: choose(state), self.after, root)

    def _measured(self, tree: FlatTree) -> tuple[int, int]:
        task = self._task
        question = task.question
        return measured(
            plain, self._scores, question.candidates, question.weights, tree, question.prices
        )

    def _say(self, best: int, bound: int, done: int, total: int) -> None:
        """Report the bounds and parts, which are reported again after a while."""
        self._said = best, bound, done, total
        if self._report is not None:
            self._report(*self._said, self.nodes)
            self._next = monotonic() + _PAUSE

    def _spend(self) -> None:
        self.nodes += 1
        if monotonic() > self._next:
            self._say(*self._said)
        if 0 <= self._task.limits.nodes < self.nodes:
            raise OutOfBudgetError
        self._look_at_the_clock()

    def _look_at_the_clock(self) -> None:
        look()
        if self._deadline is not None and monotonic() > self._deadline:
            raise OutOfBudgetError
