"""Iterative widening over the sets of a tree: greedy on top, exact below.

A pass tries some guesses at each large set and combines the best trees of their blocks, and small
blocks are searched exactly with a budget of nodes. The next pass tries twice as many guesses. For
each set within a number of guesses, a pass looks for a smaller total, or for any tree.

For a smaller total, every guess is first tried with little effort. The rest of the effort goes to
the best of them, half as much to the second best, and so on. A guess is abandoned when it cannot be
the best even if all its open blocks turn out much better than greedy. If there is no tree yet, the
pass looks for any tree.

Any tree is mostly greedy except for some branches that are too deep. The guesses with flat greedy
trees come first, the blocks most likely to fail come first within each, and the first guess with a
tree ends the search.

All results are kept, so a pass may end at any moment: sets that it has not reached keep their
previous trees.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from contextlib import suppress

from mastermind_core.errors import GameTooLarge
from mastermind_core.exact.anytime.greedy import size_bound
from mastermind_core.exact.anytime.sets import TO_THE_END, Known, Sets
from mastermind_core.exact.deadline import TimeIsUpError
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import MEAN, WORST
from mastermind_core.kernels.shared.flat_trees import children_of, joined
from mastermind_core.kernels.types import FlatTree

#: The maximum width of a pass for a smaller total, and for any tree.
_WIDEST = 256
_WIDEST_FOR_ANY = 1 << 12

#: The guesses that are tried per width for any tree of a large game: at a set, and at first.
_TRIED = 16, 64

#: The value of a guess without a tree.
_NEVER = 1 << 62, 1 << 62


class Passes:
    """The passes, and the values of all guesses that were tried at each set."""

    def __init__(self, sets: Sets):
        self.sets = sets
        self._tried: dict[tuple[int, bytes, int], dict[int, tuple[int, int]]] = {}

    def begin(self, tree: FlatTree) -> None:
        """Store the parts of a tree as the best trees of their sets."""
        self._plant(self.sets, self.sets.task.question.candidates, tree, 0)

    def _plant(self, sets: Sets, candidates: array[int], tree: FlatTree, node: int) -> Known | None:
        """Store the part of a tree below a node. Return it, or None if the tree is incomplete."""
        guess = tree.guesses[node]
        children = children_of(tree, node)
        if guess >= sets.scores.n_guesses:
            return None
        parts: list[Known] = []
        below: list[tuple[int, int, FlatTree | None]] = []
        for score, block in sets.split(guess, candidates):
            part = None
            if not sets.over(score, block):
                child = children.get(score, 0)
                smaller = len(block) < len(candidates) and child > node
                part = self._plant(sets.below, block, tree, child) if smaller else None
                if part is None:
                    return None
                parts.append(part)
            below.append((score, len(block), part and part.tree))
        own = joined(guess, below) if len(candidates) <= sets.settings.small else None
        found = sets.above(candidates, guess, parts)._replace(tree=own)
        sets.keep(candidates, found)
        return found

    def any_within(self, steps: int) -> FlatTree | None:
        """Return a tree within a number of guesses, if one is found in time."""
        self._widen(steps, _WIDEST_FOR_ANY, WORST)
        return self.sets.tree(self.sets.task.question.candidates, steps)

    def lessen(self, steps: int, most: int = _WIDEST) -> None:
        """Look for trees with smaller totals within a number of guesses."""
        self._widen(steps, most, MEAN)

    def _widen(self, steps: int, most: int, objective: Objective) -> None:
        """Double the width of passes until the time is up or the search is complete."""
        sets = self.sets
        everything = self.sets.task.question.candidates
        width = 1
        with suppress(TimeIsUpError):
            while width <= most and sets.effort(everything, steps) < TO_THE_END:
                self._look(sets, everything, steps, width, objective)
                if objective == MEAN:
                    self._polish(sets, everything, steps, sets.settings.longer * width)
                elif sets.best(everything, steps):
                    break
                width *= 2

    def _look(
        self, sets: Sets, candidates: array[int], steps: int, width: int, objective: Objective
    ) -> None:
        """Examine a set with some effort: for a smaller total, or for any tree."""
        any_tree = objective == WORST
        sets.deadline.check()
        steps = min(steps, len(candidates))
        if steps < 1 or sets.effort(candidates, steps) >= width:
            return
        if sets.has_enough(candidates, steps, any_tree=any_tree):
            return
        task = sets.task._replace(
            question=sets.task.question._replace(candidates=candidates, objective=objective)
        )
        if any_tree and size_bound(sets.scores, task) > steps:
            width = TO_THE_END
        elif len(candidates) <= sets.settings.small:
            width = self._search(sets, candidates, steps, width, objective)
        elif any_tree:
            self._try_until_one_has_a_tree(sets, candidates, steps, width)
        else:
            self._try_all(sets, candidates, steps, width)
        if sets.best(candidates, steps) is None and not any_tree:
            self._look(sets, candidates, steps, width, WORST)
        if sets.best(candidates, steps) is None or not any_tree:
            sets.note(candidates, steps, width)

    def _search(
        self, sets: Sets, candidates: array[int], steps: int, width: int, objective: Objective
    ) -> int:
        """Search a small set exactly and return the effort."""
        try:
            found = sets.searched(candidates, steps, width, objective)
        except GameTooLarge:  # for the memory of a search
            return TO_THE_END if objective == WORST else width
        if found.interrupted:
            raise KeyboardInterrupt
        return TO_THE_END if found.proven else width

    def _try_until_one_has_a_tree(
        self, sets: Sets, candidates: array[int], steps: int, width: int
    ) -> None:
        late = list[int]()
        guesses: Sequence[int]
        if sets.many:
            late = sets.late(candidates, steps)
            most = width * _TRIED[sets.whole(candidates)]
            guesses = sets.distinguishing(candidates, most, late)
        else:
            guesses = sets.ranked(candidates, width, WORST)
        for guess in guesses:
            self._try(sets, candidates, steps, width, guess, WORST, late)
            if sets.best(candidates, steps) is not None:
                return

    def _try_all(self, sets: Sets, candidates: array[int], steps: int, width: int) -> None:
        """Try guesses with little effort, and the best of them with more.

        The first guesses of the best known trees are among them.
        """
        settings = sets.settings
        n = len(candidates)
        most = width * (settings.cheap if 1 < n <= 4 * settings.small else 1)
        guesses = sets.ranked(candidates, most, MEAN)
        known = sets.best(candidates, n), sets.best(candidates, steps)
        guesses = list(dict.fromkeys([*(one.guess for one in known if one), *guesses]))
        tried = self._tried.setdefault((sets.made, candidates.tobytes(), steps), {})
        thorough = width >= settings.careful
        for guess in guesses:
            if guess not in tried and not thorough:
                tried[guess] = self._try(sets, candidates, steps, 1, guess, MEAN)
        best = sets.best(candidates, steps)
        chosen = -1 if best is None else best.guess  # others have an optimistic value
        best_first = sorted(guesses, key=lambda guess: (guess != chosen, tried.get(guess, (0, 0))))
        for place, guess in enumerate(best_first):
            share = width // (place + 1) if sets.task.by_depth else width >> place
            effort = width if thorough else share
            if effort > 1:
                tried[guess] = self._try(sets, candidates, steps, effort, guess, MEAN)

    def _try(
        self,
        sets: Sets,
        candidates: array[int],
        steps: int,
        width: int,
        guess: int,
        objective: Objective,
        weights: Sequence[int] = (),
    ) -> tuple[int, int]:
        """Combine the best trees for a guess's blocks and return the total and the worst case.

        If only any tree is wanted, the block that is most likely to have none comes first: that of
        the largest mean of ``weights``, or the largest one.

        The value of an abandoned guess is its optimistic bound: its cost so far plus the hoped-for
        totals of its open blocks. If time ends, these keep their previous trees.
        """
        deeper = sets.below
        left = steps - 1
        length = sets.length(guess)
        total = sets.paid(candidates, guess)
        worst = length
        blocks = sorted(sets.blocks(guess, candidates), key=len, reverse=objective == WORST)
        if weights:
            blocks.sort(key=lambda block: -sum(weights[secret] for secret in block) / len(block))
        hoped = [0 if objective == WORST else deeper.hoped(block, left, width) for block in blocks]
        known = sets.best(candidates, steps)
        open_total = sum(hoped)
        late: BaseException | None = None
        for block, least in zip(blocks, hoped, strict=True):
            if known is not None and total + open_total >= known.total:
                return total + open_total, worst
            open_total -= least
            if late is None:
                try:
                    self._look(deeper, block, left, width, objective)
                except (TimeIsUpError, KeyboardInterrupt) as error:
                    late = error
            # There may be no tree if the block was not examined, or the time ended before.
            below = deeper.best(block, left)
            if below is None:
                break
            total = total + below.total
            worst = max(worst, below.worst + length)
        else:
            sets.keep(candidates, Known(total, worst, guess, None))
            if late is None:
                return total, worst
        if late is not None:
            raise late
        return _NEVER

    def _polish(self, sets: Sets, candidates: array[int], steps: int, width: int) -> None:
        """Search the small sets of the best tree longer, and update the sets above them."""
        known = sets.best(candidates, steps)
        if known is None:
            return
        if known.tree is not None:
            small = len(candidates) <= sets.settings.small
            if small and sets.effort(candidates, steps) < width:
                sets.note(candidates, steps, self._search(sets, candidates, steps, width, MEAN))
            return
        parts: list[Known] = []
        for block in sorted(sets.blocks(known.guess, candidates), key=len):
            self._polish(sets.below, block, steps - 1, width)
            below = sets.below.best(block, steps - 1)
            if below is None:
                return
            parts.append(below)
        sets.keep(candidates, sets.above(candidates, known.guess, parts))
