"""Exact search in plain Python: the specification of the native one, for small games.

Sets of candidates are ``array('I')`` of ascending ids, as everywhere in the kernels. A *total* is
the sum over the candidates of weight times number of guesses, the winning guess included.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from mastermind_core.kernels.exact.bounds import capacity, distinct_openings, filled
from mastermind_core.kernels.exact.plain_tree import written_tree
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    MEAN,
    POOL_LEGAL,
    WORST,
    WORST_THEN_MEAN,
    Found,
    Report,
    Task,
)
from mastermind_core.kernels.greedy import plain
from mastermind_core.kernels.greedy.plain import block_sizes, split
from mastermind_core.kernels.shared.ctrl_c import look
from mastermind_core.kernels.shared.flat_trees import measured, price_after
from mastermind_core.kernels.shared.plain_scores import PlainScores, over
from mastermind_core.kernels.types import POOL_ALL, FlatTree

Key = tuple[bytes, int, int, int]
Split = tuple[int, int]


class OutOfBudgetError(Exception):
    """The signal that the budget is spent; it never leaves this module."""


@contextmanager
def deep_enough(guesses: int) -> Iterator[None]:
    """Allow a recursion of as many guesses as a game can take, a few frames each."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + 4 * guesses)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


class Search:
    """Remember what is known of sets of candidates, over all the questions of one task."""

    def __init__(self, scores: PlainScores, task: Task, report: Report | None):
        self.scores = self._scores = scores
        self._task, self._report = task, report
        self._final = [score for score, ends in enumerate(scores.final) if ends]
        self._everything = (1 << scores.n_guesses) - 1
        self._roots = distinct_openings(scores.n_guesses, task)
        self._deadline = monotonic() + task.seconds if task.seconds >= 0 else None
        self._nodes = 0
        self._least: dict[Key, int] = {}
        self._bound: dict[Key, int] = {}
        self._choice: dict[Key, int] = {}
        self._solved: dict[Key, bool] = {}
        self._solving: dict[Key, int] = {}
        self._refuted: set[int] = set()

    def answer(self) -> Found:
        """Do what the task asks for."""
        task = self._task
        if task.objective == WORST:
            return self.least_worst(task.max_steps)
        if task.objective == MEAN:
            return self.least_total(task.max_steps, task.below)
        if task.objective == WORST_THEN_MEAN:
            first = self.least_worst(task.max_steps)
            if first.tree is None or not first.proven:
                return first
            found = self.least_total(first.worst, task.below)
            none = found.proven and found.tree is None
            tree = found if none or found.tree is not None else first
            return tree._replace(lower_bound=first.worst, proven=found.proven, nodes=found.nodes)
        first = self.least_total(task.max_steps, task.below)
        if first.tree is None or not first.proven:
            return first
        # The least total leaves the worst case open: ask for the same total within fewer guesses.
        best = first
        while best.worst > 1:
            tighter = self.least_total(best.worst - 1, below=first.total + 1)
            if not tighter.proven:
                return best._replace(proven=False, nodes=tighter.nodes)
            if tighter.tree is None:
                break
            best = tighter
        return best

    def least_worst(self, max_steps: int) -> Found:
        """Deepen until some tree finds all, which is then flat in the worst case."""
        root = self._task.candidates
        most = self.within(root, max_steps)
        for steps in range(min(self._task.least_steps, most), most + 1):
            if self._report is not None:
                self._report(IMPOSSIBLE, steps, 0, 1, self._nodes)
            try:
                if self.solvable(root, steps, self._everything):
                    tree = self._tree(self._solving, steps)
                    return Found(tree, *self._measured(tree), steps, proven=True, nodes=self._nodes)
            except (OutOfBudgetError, KeyboardInterrupt) as reason:
                return self._unfinished(root, steps, reason)
            self._refuted.clear()
        return Found(None, IMPOSSIBLE, 0, IMPOSSIBLE, proven=True, nodes=self._nodes)

    def least_total(self, max_steps: int, below: int = IMPOSSIBLE) -> Found:
        """Find a tree of the least total that is under ``below``."""
        root = self._task.candidates
        steps = self.within(root, max_steps)
        split_most, hopeful = self._hopeful(root, steps, self._everything, 0)
        floor = self.floor(root, split_most)
        best, proven, broken, chosen = below, True, False, -1
        exact = set()
        left = [bound for bound, *_ in hopeful]
        try:
            for done, (bound, _, guess) in enumerate(hopeful):
                if self._report is not None:
                    bound_now = max(floor, min([best, *left]))
                    self._report(best, bound_now, done, len(hopeful), self._nodes)
                if bound >= best:
                    break
                total = self._total_of(guess, root, steps, self._everything, best, split_most, 0)
                if total is not None:
                    best, chosen = total, guess
                    exact.add(guess)
                left[done] = best
        except (OutOfBudgetError, KeyboardInterrupt) as reason:
            proven, broken = False, isinstance(reason, KeyboardInterrupt)
        lower = best if proven else max(floor, min([best, *left]))
        openings: list[tuple[int, int, bool]] = []
        if not proven and self._task.below < IMPOSSIBLE:
            openings = [
                (guess, bound, guess in exact)
                for bound, (_, _, guess) in zip(left, hopeful, strict=True)
            ]
        if chosen < 0:
            return Found(None, IMPOSSIBLE, 0, lower, proven, self._nodes, openings, broken)
        self._choice[self._key(root, steps, self._everything)] = chosen
        tree = self._tree(self._choice, steps)
        known = self._measured(tree)
        return Found(tree, *known, lower, proven, self._nodes, openings, broken)

    def best(
        self, candidates: array[int], steps: int, legal: int, below: int, before: int = 0
    ) -> int | None:
        """Return the least total of a set if it is under ``below``, else None.

        So many guesses came ``before``, where prices tell them apart.
        """
        self._spend()
        steps = self.within(candidates, steps)
        key = self._key(candidates, steps, legal, before)
        known = self._least.get(key)
        if known is not None:
            return known if known < below else None
        if self._bound.get(key, 0) >= below:
            return None
        best = below
        split_most, hopeful = self._hopeful(candidates, steps, legal, before)
        for bound, _, guess in hopeful:
            if bound >= best:
                break
            total = self._total_of(guess, candidates, steps, legal, best, split_most, before)
            if total is not None:
                best = total
                self._choice[key] = guess
        if best < below:
            self._least[key] = best
            return best
        self._bound[key] = below
        return None

    def _total_of(
        self,
        guess: int,
        candidates: array[int],
        steps: int,
        legal: int,
        below: int,
        split_most: Split,
        before: int,
    ) -> int | None:
        """Return the least total that begins with a guess if it is under ``below``, else None."""
        blocks = sorted(self.open_blocks(guess, candidates), key=lambda block: len(block[1]))
        rest = [self.floor(block, split_most, before + 1) for _, block in blocks]
        total = self._paid(candidates, before) + sum(rest)
        for (score, block), least in zip(blocks, rest, strict=True):
            if total >= below:
                return None
            after = self._legal_after(legal, guess, score)
            found = self.best(block, steps - 1, after, below - total + least, before + 1)
            if found is None:
                return None
            total += found - least
        return total if total < below else None

    def _unfinished(self, root: array[int], steps: int, reason: BaseException) -> Found:
        left: list[int] = []
        if self._task.least_steps > 1 and 0 <= self._task.nodes < self._nodes:
            self._deadline = None  # what is left is told all the same
            finest = self._finest(root, steps, self._everything)
            left = [guess for guess in finest if guess not in self._refuted]
        openings = [(guess, 0, False) for guess in left]
        broken = isinstance(reason, KeyboardInterrupt)
        return Found(None, IMPOSSIBLE, 0, steps, False, self._nodes, openings, broken)  # noqa: FBT003

    def solvable(self, candidates: array[int], steps: int, legal: int) -> bool:
        """Say whether a set can be found within so many guesses."""
        if steps < 1:
            return False
        self._spend()
        steps = self.within(candidates, steps)
        key = self._key(candidates, steps, legal)
        if key not in self._solved:
            self._solved[key] = False
            for guess in self._finest(candidates, steps, legal):
                if self._solvable_with(guess, candidates, steps, legal):
                    self._solved[key] = True
                    self._solving[key] = guess
                    break
                if len(candidates) == len(self._task.candidates):
                    self._refuted.add(guess)
        return self._solved[key]

    def _solvable_with(self, guess: int, candidates: array[int], steps: int, legal: int) -> bool:
        """Say the same of a set and its first guess; the largest block is likeliest to fail."""
        blocks = sorted(self.open_blocks(guess, candidates), key=lambda block: -len(block[1]))
        for score, block in blocks:
            if not self.solvable(block, steps - 1, self._legal_after(legal, guess, score)):
                return False
        return True

    def _hopeful(
        self, candidates: array[int], steps: int, legal: int, before: int
    ) -> tuple[Split, list[tuple[int, bool, int]]]:
        """Return the best split, and (bound, may not win, guess), the least bound first."""
        best, shapes = self.shapes(candidates, steps, legal)
        now, least = self._paid(candidates, before), self._lightest(candidates)

        def later(size: int) -> int:
            return least * filled(size, *best, self._task.prices, before + 1)

        hopeful = (
            (now + sum(map(later, blocks)), not ended, guess)
            for guess, (ended, blocks) in shapes.items()
        )
        return best, sorted(hopeful)

    def _finest(self, candidates: array[int], steps: int, legal: int) -> list[int]:
        """Return the guesses that may serve, the smallest largest block first."""
        _, shapes = self.shapes(candidates, steps, legal)
        return sorted(shapes, key=lambda g: (max(shapes[g][1], default=0), -len(shapes[g][1]), g))

    def shapes(
        self, candidates: array[int], steps: int, legal: int
    ) -> tuple[Split, dict[int, tuple[int, list[int]]]]:
        """Return the best split, and what a guess ends and its other blocks, if it may serve.

        The best split is the most candidates that a guess ends and the most other blocks that one
        makes. Neither grows when candidates are taken away, so both hold for every subset; where
        secrets have goals, what a guess ends is what it may end in one.
        """
        shapes = {}
        for guess in range(self._scores.n_guesses):
            self._look_at_the_clock()
            shape = self._shape(guess, candidates)
            if shape is not None:
                shapes[guess] = shape
        if self._scores.goals:
            ended_most = max((self._may_end(guess, candidates) for guess in shapes), default=0)
        else:
            ended_most = max((ended for ended, _ in shapes.values()), default=0)
        blocks_most = max((len(blocks) for _, blocks in shapes.values()), default=0)
        at_root = len(candidates) == len(self._task.candidates)
        room = capacity(steps - 1, ended_most, blocks_most)
        return (ended_most, blocks_most), {
            guess: (ended, blocks)
            for guess, (ended, blocks) in shapes.items()
            if max(blocks, default=0) <= room and self._allowed(guess, candidates, legal)
            if guess in self._roots or not at_root
        }

    def _shape(self, guess: int, candidates: array[int]) -> tuple[int, list[int]] | None:
        """Return how many candidates a guess ends and its other blocks, if it tells something."""
        sizes = block_sizes(self._scores, guess, candidates)
        wins = any(sizes[score] for score in self._final)
        if not wins and max(sizes) == len(candidates):
            return None
        if self._scores.goals:
            blocks = [len(block) for _, block in self.open_blocks(guess, candidates)]
            return len(candidates) - sum(blocks), blocks
        for score in self._final:
            sizes[score] = 0
        blocks = [size for size in sizes if size]
        return len(candidates) - sum(blocks), blocks

    def _may_end(self, guess: int, candidates: array[int]) -> int:
        """Return the most candidates that a guess ends in any subset: of each block one goal."""
        most = 0
        for score, block in split(self._scores, guess, candidates):
            goals = Counter(self._scores.goals[c] for c in block)
            most += len(block) if self._scores.final[score] else max(goals.values())
        return most

    def _allowed(self, guess: int, candidates: array[int], legal: int) -> bool:
        if self._task.pool == POOL_LEGAL:
            return bool(legal >> guess & 1)
        if self._task.pool == POOL_ALL or (self._scores.goals and not self._final):
            return True
        answers = self._scores.rows[guess]
        return any(self._scores.final[answers[c]] for c in candidates)

    def _legal_after(self, legal: int, guess: int, score: int) -> int:
        return legal & self._task.legal[guess][score] if self._task.pool == POOL_LEGAL else legal

    def open_blocks(self, guess: int, candidates: array[int]) -> list[tuple[int, array[int]]]:
        """Return the blocks that are not at their end."""
        blocks = split(self._scores, guess, candidates)
        return [(score, own) for score, own in blocks if not over(self._scores, score, own)]

    def floor(self, candidates: array[int], split_most: Split, before: int = 0) -> int:
        """Return a bound for a set that no guess splits better."""
        now = self._paid(candidates, before)
        sizes = filled(len(candidates), *split_most, self._task.prices, before)
        return max(now, self._lightest(candidates) * sizes)

    def _paid(self, candidates: array[int], before: int) -> int:
        """Return what the guess after so many costs all candidates."""
        stakes = self._task.stakes
        if stakes:
            own = stakes[min(before, len(stakes) - 1)]
            return sum(own[c] for c in candidates)
        return price_after(self._task.prices, before) * self.weight(candidates)

    def weight(self, candidates: array[int]) -> int:
        """Return the weight of candidates."""
        weights = self._task.weights
        return sum(weights[c] for c in candidates) if weights else len(candidates)

    def _lightest(self, candidates: array[int]) -> int:
        weights = self._task.weights
        if self._task.stakes:
            return 0  # each guess has its own
        return min(weights[c] for c in candidates) if weights else 1

    def _key(self, candidates: array[int], steps: int, legal: int, before: int = 0) -> Key:
        told = min(before, max(len(self._task.prices), len(self._task.stakes), 1) - 1)
        return candidates.tobytes(), steps, legal, told

    @staticmethod
    def within(candidates: array[int], steps: int) -> int:
        """Limit the guesses to the number of candidates, which suffices where anything does.

        A guess that is worth making leaves blocks that are smaller than the set.
        """
        return len(candidates) if steps < 0 else min(steps, len(candidates))

    def _spend(self) -> None:
        self._nodes += 1
        if 0 <= self._task.nodes < self._nodes:
            raise OutOfBudgetError
        self._look_at_the_clock()

    @property
    def nodes(self) -> int:
        """Return the number of sets that were searched."""
        return self._nodes

    def _look_at_the_clock(self) -> None:
        look()
        if self._deadline is not None and monotonic() > self._deadline:
            raise OutOfBudgetError

    def _measured(self, tree: FlatTree) -> tuple[int, int]:
        task = self._task
        given = task.candidates, task.weights, tree, task.prices, task.stakes
        return measured(plain, self._scores, *given)

    def _tree(self, choices: dict[Key, int], steps: int) -> FlatTree:
        """Write the tree of the choices as arrays."""
        # Guesses that are left and that came before go along as one number.
        width = len(self._task.candidates) + 1
        by_depth = choices is self._choice
        state = self._task.candidates, steps * width, self._everything

        def choose(members: array[int], left: int, legal: int) -> tuple[int, int]:
            left, before = divmod(left, width)
            left = self.within(members, left)
            guess = choices[self._key(members, left, legal, before if by_depth else 0)]
            # What the writer takes off for a guess is 1.
            return guess, (left - 1) * width + before + 2

        return written_tree(self._scores, state, choose, self._legal_after)
