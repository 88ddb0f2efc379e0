"""A flatter tree where the least worst case cannot be proven: what is too deep is mended.

Of a greedy tree only some branches are too deep. A set there is searched for a tree within the
guesses that are left, if it is small. At a large one other guesses are tried, those first whose
greedy trees are flat, and what is too deep below them is mended in turn. The next round tries
twice as many guesses at each set, and searches twice as long.

Where there are too many first guesses for greedy trees of them, those guesses come first that tell
the secrets apart which the greedy tree of the set finds too late, and below them what has most of
these: it fails first.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from itertools import product

from more_itertools import chunked

from mastermind_core.errors import GameTooLarge
from mastermind_core.exact.anytime.greedy import size_bound
from mastermind_core.exact.anytime.incumbents import Incumbents
from mastermind_core.exact.anytime.ranking import Ranking
from mastermind_core.exact.anytime.sets import Sets, Solve
from mastermind_core.exact.deadline import Deadline, TimeIsUpError
from mastermind_core.kernels.shared.flat_trees import ends_of
from mastermind_core.kernels.types import FlatTree

#: The width of a round that no wider one follows, and of a search that has said that nothing does.
_WIDEST, _NEVER = 1 << 12, 1 << 30

#: Secrets of all sets that a round may begin with: some 30 bytes each.
_MOST_KEPT = 10_000_000

#: Pairs of guess and candidate from which first guesses are ranked by the secrets that are late.
_MANY = 1 << 26

#: How many guesses are tried then for each width of a round: at a set below, and at first.
_TRIED = 16, 64

#: How many guesses at a set are looked at for one with a short tree.
_LOOKED_AT = 1000

#: The share of the time for greedy trees behind the guesses at a set, how many of the best are
#: mended before others are, and how hard: at first, where few guesses come into question, harder.
_GROWN, _AT_ONCE, _HARDER = 0.4, 8, (1, 4)

#: What a secret counts more for each guess that it is found too late, or just in time.
_LATE, _LATEST = 64, 4


class Flattener:
    """Remember of every set which trees were found, and how hard others were looked for.

    The task of the sets asks for the worst case. They are made anew where they take too much.
    """

    def __init__(self, new_sets: Callable[[], Sets], solve: Solve):
        self._new_sets, self._solve = new_sets, solve
        self._forget()

    def _forget(self) -> None:
        """Remember nothing."""
        self._sets = self._new_sets()
        self._ranking = Ranking(self._sets, Incumbents(self._sets))
        self._found: dict[tuple[bytes, int], FlatTree] = {}
        self._in_vain: dict[tuple[bytes, int], int] = {}

    def within(self, steps: int) -> FlatTree | None:
        """Return a tree of no more guesses, if one is found before the time is up."""
        everything, width = self._sets.task.candidates, 1
        key = everything.tobytes(), steps
        try:
            while width <= _WIDEST and self._in_vain.get(key, 0) < _NEVER:
                if self._sets.kept > _MOST_KEPT:
                    self._forget()
                tree = self.mended(everything, steps, width, root=True)
                if tree is not None:
                    return tree
                width *= 2
        except TimeIsUpError:
            pass
        return None

    def mended(
        self, candidates: array[int], steps: int, width: int, *, root: bool = False
    ) -> FlatTree | None:
        """Return a tree of a set, and note how hard was looked for it: a search may say never."""
        self._sets.deadline.check()
        key = candidates.tobytes(), steps
        if key in self._found or self._in_vain.get(key, 0) >= width:
            return self._found.get(key)
        task = self._sets.task
        tree = None if root else self._greedy(candidates, steps)
        if tree is None:
            if size_bound(self._sets.scores, task._replace(candidates=candidates)) > steps:
                width = _NEVER
            elif len(candidates) <= self._sets.settings.small and not (root and task.first):
                tree, width = self._searched(candidates, steps, width)
            else:
                tree = self._with_other_guesses(candidates, steps, width, root=root)
        if tree is None:
            self._in_vain[key] = width
        else:
            self._found[key] = tree
        return tree

    def _greedy(self, candidates: array[int], steps: int) -> FlatTree | None:
        greedy = self._sets.greedy(candidates)
        return greedy.tree if greedy.worst <= steps else None

    def _searched(
        self, candidates: array[int], steps: int, width: int
    ) -> tuple[FlatTree | None, int]:
        """Search a small set; return the tree, and how hard was looked for one."""
        limits = {"max_steps": steps, "least_steps": steps}
        try:
            found = self._sets.searched(candidates, self._solve, width, **limits)
        except GameTooLarge:  # for the memory of a search
            return None, _NEVER
        if found.interrupted:
            raise KeyboardInterrupt
        return found.tree, _NEVER if found.proven else width

    def _with_other_guesses(
        self, candidates: array[int], steps: int, width: int, *, root: bool
    ) -> FlatTree | None:
        """Try guesses whose blocks were not looked at in vain, what is likely to fail first."""
        guesses: Iterable[int]
        if self._many:
            late = self._late(candidates, steps)
            most = _TRIED[root] * width
            guesses = self._sets.ranked(candidates, most, root=root, counting=late)
        else:
            late, guesses = [], self._ranking.best(candidates, steps, width, root=root)

        for guess in guesses:
            blocks = self._hardest(guess, candidates, late)
            tree = self._behind(guess, candidates, blocks, steps, width)
            if tree is not None:
                return tree
        return None

    def best_within(
        self, candidates: array[int], steps: int, deadline: Deadline, *, root: bool = False
    ) -> FlatTree | None:
        """Return a tree of no more guesses, behind one of the best by greedy trees below.

        Greedy trees are grown behind those that tell most, for a part of the time. Then what is too
        deep is mended behind one after another, the least total first.
        """
        sets, totals = self._sets, dict[int, int]()
        enough = Deadline(deadline.part(_GROWN))
        with suppress(TimeIsUpError):
            for guess in sets.ranked(candidates, _LOOKED_AT, root=root):
                deadline.check()
                blocks = list(sets.blocks(guess, candidates))
                if all(len(block) < len(candidates) for block in blocks):  # else it tells nothing
                    totals[guess] = sum(sets.greedy(block).total for block in blocks)
                if enough.over:
                    break
            best_first = sorted(totals, key=totals.__getitem__)
            harder = _HARDER if root else _HARDER[:1]
            for some, width in product(chunked(best_first, _AT_ONCE), harder):
                for guess in some:
                    deadline.check()
                    blocks = sorted(sets.blocks(guess, candidates), key=len)
                    blocks.sort(key=lambda block: self._greedy(block, steps - 1) is not None)
                    tree = self._behind(guess, candidates, blocks, steps, width)
                    if tree is not None:
                        return tree
        return None

    def _behind(
        self, guess: int, candidates: array[int], blocks: list[array[int]], steps: int, width: int
    ) -> FlatTree | None:
        """Return the tree of a guess if trees of all its blocks are found, looked for in turn."""
        left = steps - 1
        tried = (self._in_vain.get((block.tobytes(), left), 0) for block in blocks)
        in_vain = left < 0 or any(before >= width for before in tried)
        if in_vain or any(self.mended(block, left, width) is None for block in blocks):
            return None
        return self._sets.joined(
            guess, candidates, lambda block: self._found.get((block.tobytes(), left))
        )

    def _hardest(self, guess: int, candidates: array[int], late: list[int]) -> list[array[int]]:
        """Return the blocks of a guess: those of the latest secrets first, or the largest."""

        def hard(block: array[int]) -> float:
            return sum(late[secret] for secret in block) / len(block) if late else len(block)

        return sorted(self._sets.blocks(guess, candidates), key=hard, reverse=True)

    @cached_property
    def large(self) -> bool:
        """Return whether the game is large, and its guesses not alike."""
        scores, task = self._sets.scores, self._sets.task
        return scores.n_guesses * len(task.candidates) >= _MANY and not task.symmetries

    @property
    def _many(self) -> bool:
        """Return whether there are too many first guesses for a greedy tree of each."""
        return self.large and not self._sets.task.first

    def _late(self, candidates: array[int], steps: int) -> list[int]:
        """Return what secrets count: far more where a greedy tree finds them too late."""
        sets = self._sets
        late = [1] * sets.scores.n_secrets
        tree = sets.greedy(candidates).tree
        if tree is not None:
            for _, path, block in ends_of(sets.own, sets.scores, candidates, tree):
                for secret in block:
                    late[secret] = _LATE ** min(_LATEST, max(0, path - steps + 1))
        return late
