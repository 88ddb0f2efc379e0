"""Passes that lessen the total of a tree: greedy on top, exact below, better with every pass.

A pass tries some guesses at each large set and puts together the best trees of their blocks; small
blocks are searched exactly with a budget of sets. The next pass tries twice as many. Every guess is
first tried with little effort below it. What the pass has beyond that goes below the best of them,
half as much below the second best, and so on. A guess is given up as soon as it cannot be the best
even if every block that is left turns out a good deal better than greedy. What was found stays, so
a pass may end at any moment: sets that it has not come to keep their greedy trees.
"""

from __future__ import annotations

from array import array
from contextlib import suppress

from mastermind_core.errors import GameTooLarge
from mastermind_core.exact.anytime.flattener import Flattener
from mastermind_core.exact.anytime.incumbents import Incumbent, Incumbents
from mastermind_core.exact.anytime.ranking import Ranking
from mastermind_core.exact.anytime.sets import Sets, Solve
from mastermind_core.exact.deadline import Deadline, TimeIsUpError
from mastermind_core.kernels.exact.task import Found
from mastermind_core.kernels.shared.flat_trees import children_of, joined
from mastermind_core.kernels.types import FlatTree

#: How much harder a large set of a large game is looked at in turn, where no short tree is found.
_HARDER = 1, 4, 16

#: The shares of the time for a first guess that may have a short tree, for trees of any length, and
#: once, for a guess at a large set behind it that may have a short tree.
_FIRST, _FREE, _BELOW = 0.3, 0.3, 0.3

#: The value of a guess without a tree.
_NEVER = 1 << 62, 1 << 62


class Improver:
    """Go through passes, and remember what each guess came to that was tried at a set."""

    def __init__(self, sets: Sets, solve: Solve, flattener: Flattener | None = None):
        self._sets, self._solve, self._flattener = sets, solve, flattener
        self._incumbents = Incumbents(sets)
        self._ranking = Ranking(sets, self._incumbents)
        self._first: int | None = None
        self._looked_for: set[bytes] = set()  # sets behind a first guess, for a short tree
        self._tried: dict[tuple[bytes, int], dict[int, tuple[int, int]]] = {}

    def begin(self, tree: FlatTree) -> None:
        """Know what a tree does at every set that it comes to."""
        self._plant(self._sets.task.candidates, self.steps, tree, 0)

    def _plant(
        self, candidates: array[int], steps: int, tree: FlatTree, node: int
    ) -> Incumbent | None:
        """Keep the part of a tree below a node; return it, None where the tree is not whole."""
        sets = self._sets
        guess, children = tree.guesses[node], children_of(tree, node)
        if guess >= sets.scores.n_guesses:
            return None
        price = sets.price(guess)
        total, worst = price * sets.weight(candidates), price
        below: list[tuple[int, int, FlatTree | None]] = []
        for score, block in sets.split(guess, candidates):
            part = None
            if not sets.over(score, block):
                child = children.get(score, 0)
                smaller = len(block) < len(candidates) and child > node
                part = self._plant(block, steps - 1, tree, child) if smaller else None
                if part is None:
                    return None
                total, worst = total + part.total, max(worst, part.worst + price)
            below.append((score, len(block), part and part.tree))
        own = joined(guess, below) if len(candidates) <= sets.settings.small else None
        found = Incumbent(total, worst, guess, own)
        if sets.fits(worst, steps):
            self._incumbents.keep(candidates, steps, found)
        return found

    def passes(self, most: int = 256) -> None:
        """Go through passes until the time is up; a large game's are of trees of any length first.

        Few of its first guesses have a short tree, and are looked for before all else.
        """
        sets, everything = self._sets, self._sets.task.candidates
        limit = sets.deadline
        if self._flattener and self._flattener.large:
            if not sets.task.first:
                part = Deadline(limit.part(_FIRST))
                tree = self._flattener.best_within(everything, self.steps, part, root=True)
                self._first = tree.guesses[0] if tree is not None else None
            if sets.task.first or self._first is not None:
                sets.deadline = Deadline(limit.part(_FREE))
                self._passes(len(everything), most)
                sets.deadline = limit
        self._passes(self.steps, most)

    def _passes(self, steps: int, most: int) -> None:
        """Go through passes of width 1, 2, 4, …"""
        everything, width = self._sets.task.candidates, 1
        while width <= most and not self._sets.deadline.over:
            try:
                self._look(everything, steps, width, root=True)
                self._polish(everything, steps, self._sets.settings.longer * width)
            except TimeIsUpError:
                return
            width *= 2

    def tree(self) -> FlatTree | None:
        """Return the best tree of all candidates, if there is one."""
        return self._incumbents.tree(self._sets.task.candidates, self.steps)

    @property
    def steps(self) -> int:
        """Return the most guesses that a tree may take."""
        task = self._sets.task
        most = len(task.candidates)
        return most if task.max_steps < 0 else min(task.max_steps, most)

    def _look(
        self, candidates: array[int], steps: int, width: int, *, root: bool = False
    ) -> Incumbent | None:
        """Look at a set with so much effort; return its incumbent."""
        self._sets.deadline.check()
        steps = min(steps, len(candidates))
        if steps < 1:
            return None
        known = self._incumbents.of(candidates, steps)
        if known is not None and (known.proven or known.width >= width):
            return known
        settings = self._sets.settings
        if len(candidates) <= settings.small and not (root and self._sets.task.first):
            with suppress(GameTooLarge):  # for the memory of a search
                self._search(candidates, steps, width)
            return self._any_tree(candidates, steps, width)
        cheap = 1 < len(candidates) <= 4 * settings.small
        most = width * (settings.cheap if cheap else 1)
        if root and self._first is not None and width < settings.careful:
            guesses = [self._first]
        else:
            guesses = self._ranking.best(candidates, steps, most, root=root)
            firsts = [found.guess for found in (self._incumbents.free(candidates), known) if found]
            guesses = list(dict.fromkeys([*firsts, *guesses]))
        self._go_through(candidates, steps, width, guesses)
        self._any_tree(candidates, steps, width)
        return self._incumbents.passed(candidates, steps, width)

    def _any_tree(self, candidates: array[int], steps: int, width: int) -> Incumbent | None:
        """Search for a tree that is short enough where none was found; return the incumbent."""
        flattener, key = self._flattener, candidates.tobytes()
        if flattener is not None and self._incumbents.figures(candidates, steps) is None:
            tree = None
            large = flattener.large and len(candidates) > self._sets.settings.small
            if large and steps == self.steps - 1 and key not in self._looked_for:
                self._looked_for.add(key)
                part = Deadline(self._sets.deadline.part(_BELOW))
                tree = flattener.best_within(candidates, steps, part)
            for harder in _HARDER if large else _HARDER[:1]:
                tree = tree or flattener.mended(candidates, steps, harder * width)
            if tree is not None:
                self._plant(candidates, steps, tree, 0)
        return self._incumbents.of(candidates, steps)

    def _search(self, candidates: array[int], steps: int, width: int) -> None:
        """Search a small set; without a tree it has none, or none was found."""
        found = self._sets.searched(candidates, self._solve, width, max_steps=steps)
        self._keep(candidates, steps, found, width)

    def _keep(self, candidates: array[int], steps: int, found: Found, width: int = 0) -> None:
        """Keep the tree of a search, if it has found one."""
        if found.tree is not None:
            figures = found.total, found.worst, found.tree.guesses[0], found.tree
            self._incumbents.keep(candidates, steps, Incumbent(*figures, width, found.proven))
        if found.interrupted:
            raise KeyboardInterrupt

    def _go_through(
        self, candidates: array[int], steps: int, width: int, guesses: list[int]
    ) -> None:
        """Try guesses with little effort, and the best of them with more."""
        tried = self._tried.setdefault((candidates.tobytes(), steps), {})
        all_alike = width >= self._sets.settings.careful
        for guess in guesses:
            if guess not in tried and not all_alike:
                tried[guess] = self._try(candidates, steps, 1, guess)
        known = self._incumbents.of(candidates, steps)
        chosen = -1 if known is None else known.guess  # others are worth what was hoped of them
        best_first = sorted(guesses, key=lambda guess: (guess != chosen, tried.get(guess, (0, 0))))
        for place, guess in enumerate(best_first):
            effort = width if all_alike else width >> place
            if effort > 1:
                tried[guess] = self._try(candidates, steps, effort, guess)

    def _try(self, candidates: array[int], steps: int, width: int, guess: int) -> tuple[int, int]:
        """Put together the best trees of the blocks of a guess; return what they come to.

        A guess that is given up is worth its bound: what it costs so far, and what is hoped of the
        blocks that were not looked at. Where the time ends, these have the trees they had before.
        """
        incumbents = self._incumbents
        known = incumbents.of(candidates, steps)
        prune = known is not None and not self._sets.task.objective.by_worst
        price = self._sets.price(guess)
        total, worst = price * self._sets.weight(candidates), price
        blocks = sorted(self._sets.blocks(guess, candidates), key=len)
        hoped = [incumbents.hoped(block, steps - 1, width) for block in blocks]
        left = sum(hoped)
        late: BaseException | None = None
        for block, least in zip(blocks, hoped, strict=True):
            if known is not None and prune and total + left >= known.total:
                return total + left, worst
            left -= least
            if late is None:
                late = self._looked(block, steps - 1, width)
            # Without a look there may be no tree, and after one that had no time for a first one.
            below = incumbents.figures(block, steps - 1)
            if below is None:
                break
            total, worst = total + below[0], max(worst, below[1] + price)
        else:
            found = Incumbent(total, worst, guess, None, 0 if known is None else known.width)
            incumbents.keep(candidates, steps, found)
            if late is None:
                return incumbents.value(found)
        if late is not None:
            raise late
        return _NEVER

    def _looked(self, block: array[int], steps: int, width: int) -> BaseException | None:
        """Look at a block; return what ended it early."""
        try:
            self._look(block, steps, width)
        except (TimeIsUpError, KeyboardInterrupt) as error:
            return error
        return None

    def _polish(self, candidates: array[int], steps: int, width: int) -> tuple[int, int] | None:
        """Search the small sets of the best tree longer; return its total and its worst case."""
        known = self._incumbents.of(candidates, steps)
        if known is None:
            return self._incumbents.figures(candidates, steps)
        if known.tree is not None:
            small = len(candidates) <= self._sets.settings.small
            if small and not known.proven and known.width < width:
                self._search(candidates, steps, width)
            return self._incumbents.figures(candidates, steps)
        price = self._sets.price(known.guess)
        total, worst = price * self._sets.weight(candidates), price
        left = min(steps, len(candidates)) - 1
        for block in sorted(self._sets.blocks(known.guess, candidates), key=len):
            below = self._polish(block, left, width)
            if below is None:
                return known.total, known.worst
            total, worst = total + below[0], max(worst, below[1] + price)
        self._incumbents.keep(candidates, steps, known._replace(total=total, worst=worst))
        return total, worst
