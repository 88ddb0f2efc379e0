"""A good tree where none can be proven: greedy on top, exact below, better with every pass.

A pass tries some guesses at each large set and puts together the best trees of their blocks; small
blocks are searched exactly with a budget of sets. The next pass tries twice as many. Every guess is
first tried with little effort below it; what the pass has beyond that goes below the best of them,
half as much below the second best, and so on. Guesses are tried in the order of what they cost with
greedy trees below, and first one of those with blocks of the same sizes for the same scores: most
of them are alike. A guess is given up as soon as it cannot be the best even if every block that is
left turns out a good deal better than greedy.
What was found stays, so a pass may end at any moment: sets that it has not come to keep their
greedy trees.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple

from mastermind_core.errors import GameTooLarge
from mastermind_core.kernels.exact.budget import Deadline, TimeIsUpError
from mastermind_core.kernels.exact.task import NO_LIMIT, POOL_LEGAL, Found, Task
from mastermind_core.kernels.shared.flat_trees import joined, measured
from mastermind_core.kernels.shared.plain_scores import over
from mastermind_core.kernels.types import Criterion, FlatTree

#: Searches a set as a task says.
Solve = Callable[[Any, Task], Found]

#: Secrets of which greedy trees are kept: some 25 bytes each.
_MOST_KEPT = 20_000_000

#: Guesses that are ranked for one that is looked at: so many may leave blocks of the same sizes.
_ALIKE = 128

#: The value of a guess without a tree.
_NEVER = 1 << 62, 1 << 62


class Settings(NamedTuple):
    """What a pass begins with."""

    small: int = 400  # largest set that is searched
    nodes: int = 500  # sets that a search may look at
    ranked: int = 4  # guesses that are looked at for one that is tried
    cheap: int = 4  # guesses tried at a set of up to 4 * small for one at a larger set
    longer: int = 8  # times the nodes that the small sets of the best tree get after each pass
    careful: int = 32  # width from which every guess is tried with all effort


class Best(NamedTuple):
    """The best tree known of a set: its value, and itself or its first guess."""

    total: int
    worst: int
    guess: int
    tree: FlatTree | None
    width: int  # of the last pass that was through with it
    proven: bool


class Improver:
    """Remember the best tree of every set that was looked at, over all passes."""

    def __init__(
        self,
        own: Any,
        scores: Any,
        task: Task,
        solve: Solve,
        deadline: Deadline,
        settings: Settings | None = None,
    ):
        self._own, self._scores, self._task, self._solve = own, scores, task, solve
        self._deadline, self._settings = deadline, settings or Settings()
        self._best: dict[tuple[bytes, int], Best] = {}
        self._greedy: dict[bytes, tuple[int, int, FlatTree | None]] = {}
        self.kept = 0
        self._orders: dict[bytes, tuple[int, list[int]]] = {}
        self._tried: dict[tuple[bytes, int], dict[int, tuple[int, int]]] = {}
        self._everything = array("I", range(scores.n_guesses))

    def passes(self, most: int = 256) -> None:
        """Go through passes of width 1, 2, 4, … until the time is up."""
        width = 1
        while width <= most and not self._deadline.over:
            try:
                self._look(self._task.candidates, self.steps, width, root=True)
                self._polish(self._task.candidates, self.steps, self._settings.longer * width)
            except TimeIsUpError:
                return
            width *= 2

    def tree(self) -> FlatTree | None:
        """Return the best tree of all candidates, if there is one."""
        return self._tree(self._task.candidates, self.steps)

    @property
    def steps(self) -> int:
        """Return the most guesses that a tree may take."""
        most = len(self._task.candidates)
        return most if self._task.max_steps < 0 else min(self._task.max_steps, most)

    def _look(
        self, candidates: array[int], steps: int, width: int, *, root: bool = False
    ) -> Best | None:
        """Look at a set with so much effort; return the best that is known of it."""
        self._deadline.check()
        steps = min(steps, len(candidates))
        if steps < 1:
            return None
        key = candidates.tobytes(), steps
        known = self._best.get(key)
        if known is not None and (known.proven or known.width >= width):
            return known
        small = self._settings.small
        if len(candidates) <= small and not (root and self._task.first):
            with suppress(GameTooLarge):  # for the memory of a search
                return self._search(candidates, steps, width)
        cheap = 1 < len(candidates) <= 4 * small
        most = width * (self._settings.cheap if cheap else 1)
        self._go_through(
            candidates, steps, width, self.promising(candidates, steps, most, root=root)
        )
        known = self._best.get(key)
        if known is not None:
            known = self._best[key] = known._replace(width=width)
        return known

    def _go_through(
        self, candidates: array[int], steps: int, width: int, guesses: list[int]
    ) -> None:
        """Try guesses with little effort, and the best of them with more."""
        tried = self._tried.setdefault((candidates.tobytes(), steps), {})
        all_alike = width >= self._settings.careful
        for guess in guesses:
            if guess not in tried and not all_alike:
                tried[guess] = self._try(candidates, steps, 1, guess)
        known = self._best.get((candidates.tobytes(), steps))
        chosen = -1 if known is None else known.guess  # others are worth what was hoped of them
        best_first = sorted(guesses, key=lambda guess: (guess != chosen, tried.get(guess, (0, 0))))
        for place, guess in enumerate(best_first):
            effort = width if all_alike else width >> place
            if effort > 1:
                tried[guess] = self._try(candidates, steps, effort, guess)

    def _search(self, candidates: array[int], steps: int, width: int) -> Best | None:
        """Search a small set; without a tree it has none, or none was found."""
        task = self._task._replace(
            candidates=candidates,
            max_steps=steps,
            nodes=self._settings.nodes * width,
            seconds=self._deadline.left,
            symmetries=(),
            first=(),
            threads=1,
        )
        found = self._solve(self._scores, task)
        if found.tree is not None:
            guess = found.tree.guesses[0]
            best = Best(found.total, found.worst, guess, found.tree, width, found.proven)
            self._keep(candidates, steps, best)
        if found.interrupted:
            raise KeyboardInterrupt
        return self._best.get((candidates.tobytes(), steps))

    def _try(self, candidates: array[int], steps: int, width: int, guess: int) -> tuple[int, int]:
        """Put together the best trees of the blocks of a guess; return what they come to.

        Of a guess that is given up this is what is hoped of it. Where the time ends, blocks that
        were not looked at have the trees that they had before.
        """
        known = self._best.get((candidates.tobytes(), steps))
        total, worst = self._weight(candidates) * self._price(guess), self._price(guess)
        blocks = sorted(self.blocks(guess, candidates), key=len)
        hoped = [self._hoped(block, steps - 1, width) for block in blocks]
        left = sum(hoped)
        late: BaseException | None = None
        for block, least in zip(blocks, hoped, strict=True):
            if known is not None and not self._by_worst and total + left >= known.total:
                return total + left, worst
            left -= least
            below: tuple[int, int] | None = None
            if late is None:
                try:
                    looked = self._look(block, steps - 1, width)
                    below = None if looked is None else (looked.total, looked.worst)
                except (TimeIsUpError, KeyboardInterrupt) as error:
                    late = error
            if below is None:  # late, or a search that had no time for a first tree
                below = self._value_now(block, steps - 1)
            if below is None:
                break
            total = total + below[0]
            worst = max(worst, below[1] + self._price(guess))
        else:
            before = 0 if known is None else known.width
            best = Best(total, worst, guess, None, before, proven=False)
            self._keep(candidates, steps, best)
            if late is None:
                return self._value(best)
        if late is not None:
            raise late
        return _NEVER

    def _polish(self, candidates: array[int], steps: int, width: int) -> tuple[int, int] | None:
        """Search the small sets of the best tree longer; return its total and its worst case."""
        steps = min(steps, len(candidates))
        known = self._best.get((candidates.tobytes(), steps))
        if known is None:
            return self._value_now(candidates, steps)
        if known.tree is not None:
            if not known.proven and known.width < width:
                self._search(candidates, steps, width)
            return self._value_now(candidates, steps)
        price = self._price(known.guess)
        total, worst = self._weight(candidates) * price, price
        for block in sorted(self.blocks(known.guess, candidates), key=len):
            below = self._polish(block, steps - 1, width)
            if below is None:
                return known.total, known.worst
            total, worst = total + below[0], max(worst, below[1] + price)
        self._keep(candidates, steps, known._replace(total=total, worst=worst))
        return total, worst

    def blocks(self, guess: int, candidates: array[int]) -> Iterator[array[int]]:
        """Yield the sets that a guess leaves where it does not end the game."""
        for score, block in self._own.split(self._scores, guess, candidates):
            if not over(self._scores, score, block):
                yield block

    def _fits(self, worst: int, steps: int) -> bool:
        """Say whether a tree is within the guesses that are left, which costs do not limit."""
        return bool(self._scores.costs) or worst <= steps

    def _price(self, guess: int) -> int:
        return self._scores.costs[guess] if self._scores.costs else 1

    def _weight(self, candidates: array[int]) -> int:
        weights = self._task.weights
        return sum(weights[c] for c in candidates) if weights else len(candidates)

    def _value_now(self, block: array[int], steps: int) -> tuple[int, int] | None:
        """Return the total and the worst case of the tree that there is of a set."""
        known = self._best.get((block.tobytes(), min(steps, len(block))))
        if known is not None:
            return known.total, known.worst
        total, worst, tree = self._greedy.get(block.tobytes(), (0, 0, None))
        return None if tree is None or not self._fits(worst, steps) else (total, worst)

    def _hoped(self, block: array[int], steps: int, width: int) -> int:
        """Return what a block may cost in the end if all goes well: no bound, but at a width."""
        known = self._best.get((block.tobytes(), min(steps, len(block))))
        if known is not None and known.proven:
            return known.total
        if width >= self._settings.careful:
            return self._weight(block)
        if known is None:
            total = self.greedy_value(block)[0]
            return max(self._weight(block), total - total // 80)
        return (
            known.total
            if known.width >= width
            else max(self._weight(block), known.total * 199 // 200)
        )

    def greedy_value(self, block: array[int]) -> tuple[int, int, FlatTree | None]:
        """Return the total, the worst case and the greedy tree of a set, if there is one."""
        key = block.tobytes()
        known = self._greedy.get(key)
        if known is None:
            self._deadline.check()
            criterion = self._criterion(self._everything)
            tree = self._own.greedy_tree(
                self._scores, block, criterion, progress=self._deadline.check
            )
            if tree.stuck >= 0:
                known = 2 * len(block) * self._weight(block), len(block), None
            else:
                total, worst = measured(self._own, self._scores, block, self._task.weights, tree)
                self.kept += len(block)
                known = total, worst, tree if self.kept < _MOST_KEPT else None
            self._greedy[key] = known
        return known

    def promising(self, candidates: array[int], steps: int, most: int, *, root: bool) -> list[int]:
        """Return so many guesses to try, the one with the best greedy trees below first."""
        key = candidates.tobytes()
        before, order = self._orders.get(key, (0, []))
        if before >= most:
            return order[:most]
        looked = most * self._settings.ranked
        values: dict[int, tuple[int, int]] = {}
        repeated = []
        shapes: set[tuple[tuple[int, int], ...]] = set()
        for guess in self._ranked(candidates, _ALIKE * looked, root=root):
            self._deadline.check()
            split = self._own.split(self._scores, guess, candidates)
            shape = tuple((score, len(block)) for score, block in split)
            if shape in shapes or len(shapes) == looked:
                repeated.append(guess)
                if len(shapes) == looked and len(shapes) + len(repeated) >= most:
                    break
                continue
            shapes.add(shape)
            if len(split[0][1]) == len(candidates) and not over(self._scores, *split[0]):
                continue  # it tells nothing
            values[guess] = self._with_greedy(candidates, steps, guess)
        order = [*sorted(values, key=lambda guess: values[guess]), *repeated]
        self._orders[key] = most, order
        return order[:most]

    def _with_greedy(self, candidates: array[int], steps: int, guess: int) -> tuple[int, int]:
        """Return what a guess comes to with greedy trees below; it may be the best so far."""
        price = self._price(guess)
        total, worst, whole = self._weight(candidates) * price, price, True
        for block in self.blocks(guess, candidates):
            least, deep, tree = self.greedy_value(block)
            total, worst, whole = (
                total + least,
                max(worst, deep + price),
                whole and tree is not None,
            )
        best = Best(total, worst, guess, None, 0, proven=False)
        if whole and self._fits(worst, steps):
            self._keep(candidates, steps, best)
        return self._value(best)

    def _keep(self, candidates: array[int], steps: int, best: Best) -> None:
        key = candidates.tobytes(), steps
        known = self._best.get(key)
        if known is None or self._value(best) < self._value(known) or best.proven:
            self._best[key] = best
        else:
            self._best[key] = known._replace(width=max(known.width, best.width))

    def _criterion(self, order: Sequence[int]) -> Criterion:
        """Return what guesses are chosen by; weighed, what it takes to name counts, too."""
        weights = self._task.weights
        combine = "ranks" if weights and not self._scores.goals else "power"
        return Criterion(combine, (), order, self._task.pool, 1, weights)

    @property
    def _by_worst(self) -> bool:
        return self._task.objective.by_worst

    def _value(self, best: Best) -> tuple[int, int]:
        return (best.worst, best.total) if self._by_worst else (best.total, best.worst)

    def _ranked(self, candidates: array[int], width: int, *, root: bool) -> array[int]:
        order: Sequence[int] = self._everything
        if root:
            order = self._task.first or self._distinct
        criterion = self._criterion(order)
        ranked: array[int] = self._own.ranked_guesses(self._scores, candidates, criterion, width)
        return ranked

    @cached_property
    def _distinct(self) -> Sequence[int]:
        """Return the first guess of each class that the symmetries make alike."""
        first = list(range(self._scores.n_guesses))

        def least(guess: int) -> int:
            while first[guess] != guess:
                first[guess] = guess = first[first[guess]]
            return guess

        for symmetry in self._task.symmetries:
            for guess, image in enumerate(symmetry[0]):
                one, other = least(guess), least(image)
                first[max(one, other)] = min(one, other)
        return [guess for guess, other in enumerate(first) if guess == other]

    def _tree(self, candidates: array[int], steps: int) -> FlatTree | None:
        steps = min(steps, len(candidates))
        best = self._best.get((candidates.tobytes(), steps))
        if best is None:
            _, worst, tree = self._greedy.get(candidates.tobytes(), (0, 0, None))
            return tree if self._fits(worst, steps) else None
        if best.tree is not None:
            return best.tree
        below: list[tuple[int, int, FlatTree | None]] = []
        for score, block in self._own.split(self._scores, best.guess, candidates):
            ends = over(self._scores, score, block)
            tree = None if ends else self._tree(block, steps - 1)
            if tree is None and not ends:
                return None
            below.append((score, len(block), tree))
        return joined(best.guess, below)


def can_improve(scores: Any, task: Task) -> bool:
    """Say whether a task can be put together from its parts: not where the way to a set counts."""
    limited = bool(scores.costs) and (task.max_steps, task.max_cost) != (NO_LIMIT, NO_LIMIT)
    return task.pool != POOL_LEGAL and len(task.candidates) > 0 and not limited
