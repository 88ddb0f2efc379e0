"""Can every secret be found within k guesses? By branch and bound over sets of candidates."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any

from mastermind_core.errors import BadArgument
from mastermind_core.game import Game
from mastermind_core.symmetry import find_symmetry
from mastermind_core.table import ScoreTable, compile_game

#: Hears how many of the first guesses have been refuted, and of how many.
Progress = Callable[[int, int], None]


def solution_exists(
    game: Game[Any, Any, Any], max_steps: int, *, progress: Progress | None = None
) -> bool:
    """Say whether some strategy finds every secret within ``max_steps`` guesses.

    >>> from mastermind_core import TwoD
    >>> solution_exists(TwoD(5), max_steps=3), solution_exists(TwoD(5), max_steps=4)
    (False, True)
    """
    if isinstance(max_steps, bool) or not isinstance(max_steps, int) or max_steps < 0:
        raise BadArgument(f"max_steps must be a number from 0, not {max_steps!r}")
    table = compile_game(game)
    return _Search(game, table).root(max_steps, progress)


def optimal_worst_case(game: Game[Any, Any, Any], *, progress: Progress | None = None) -> int:
    """Return the least number of guesses within which every secret can be found.

    >>> from mastermind_core import TwoD
    >>> optimal_worst_case(TwoD(5))
    4
    """
    search = _Search(game, compile_game(game))
    return next(steps for steps in count(1) if search.root(steps, progress))


class _Search:
    """Remember what has been settled about sets of candidates.

    The bound. Let a guess put f candidates in final blocks and the rest in b other blocks. With
    k guesses left, and S(k - 1) candidates the most that k - 1 guesses can do with any subset of
    these, it does for at most f + b S(k - 1) of them, S(0) = 0. Neither f nor b of any guess grows
    when candidates are taken away, so S(k) = max over the guesses of f + b S(k - 1) bounds every
    subset too. A block larger than S(k - 1) refutes its guess.
    """

    def __init__(self, game: Game[Any, Any, Any], table: ScoreTable):
        self._table = table
        self._final = [score for score, ends in enumerate(table.final) if ends]
        least = find_symmetry(game, table).guess_orbits(len(table.guesses.items))
        self._first = [guess for guess, orbit in enumerate(least) if guess == orbit]
        self._all = range(len(least))
        self._solved: dict[bytes, int] = {}
        self._refuted: dict[bytes, int] = {}

    def root(self, steps: int, progress: Progress | None) -> bool:
        return self._solvable(self._table.everything, steps, self._first, progress)

    def _solvable(
        self,
        candidates: array[int],
        steps: int,
        guesses: Sequence[int],
        progress: Progress | None = None,
    ) -> bool:
        if steps <= 0:
            return not candidates
        key = candidates.tobytes()
        if self._solved.get(key, steps + 1) <= steps:
            return True
        if self._refuted.get(key, -1) >= steps:
            return False
        hopeful = self._hopeful(candidates, steps, guesses)
        for done, guess in enumerate(hopeful):
            if progress is not None:
                progress(done, len(hopeful))
            if all(
                self._solvable(block, steps - 1, self._all)
                for block in self._rest(guess, candidates)
            ):
                self._solved[key] = steps
                return True
        self._refuted[key] = steps
        return False

    def _hopeful(self, candidates: array[int], steps: int, guesses: Sequence[int]) -> list[int]:
        """Return the guesses that the bound does not refute, smallest largest block first."""
        shapes: dict[int, tuple[int, ...]] = {}
        useful = set()
        for guess in guesses:
            sizes = self._table.block_sizes(guess, candidates)
            ended = sum(sizes[score] for score in self._final)
            for score in self._final:
                sizes[score] = 0
            blocks = tuple(sorted((size for size in sizes if size), reverse=True))
            if ended or len(blocks) > 1:
                shapes[guess] = (ended, *blocks)
                useful.add((ended, len(blocks)))
        within = 0
        for _ in range(steps - 1):
            within = max((f + b * within for f, b in useful), default=0)
        largest = {guess: max(shape[1:], default=0) for guess, shape in shapes.items()}
        return sorted(
            (guess for guess in shapes if largest[guess] <= within),
            key=lambda guess: (largest[guess], -len(shapes[guess]), guess),
        )

    def _rest(self, guess: int, candidates: array[int]) -> Iterator[array[int]]:
        """Return the blocks that are not final, the largest first: it is the likeliest to fail."""
        blocks = self._table.split(guess, candidates)
        return iter(
            sorted(
                (block for score, block in blocks if not self._table.final[score]),
                key=len,
                reverse=True,
            )
        )
