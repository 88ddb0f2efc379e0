"""Anytime strategies: a good guess at once, and better ones until the time is over."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from attrs import field, frozen
from more_itertools import last

from mastermind_core.arguments import whole
from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.game import CodeGame
from mastermind_core.heuristics.searching import Budgeted, doubled, drawn
from mastermind_core.kernels import choose as kernels
from mastermind_core.strategies.parts import Position, cited, named, winning_guesses

#: The remaining codes after a guess, summed over the sample, and whether the guess cannot win.
Value = tuple[int, bool]


@frozen
class Anytime(Budgeted):
    """An anytime strategy: it starts with a consistent code and improves it within a budget.

    A guess is evaluated by the average number of codes that remain, on a random sample of the
    consistent codes. Among equals a guess that may win is better. The search tries the sample, then
    neighbours of the best guess and random codes. A guess is replaced only by a strictly better
    one, and the search ends early if no other guess can be better.

    Attributes:
        sample: The maximum number of consistent codes in the sample.
        evaluations: At most this many codes are evaluated per guess. None is no limit.
        further: The number of neighbours to try after the sample, and as many random codes.
        seconds: The time limit per guess. None is no limit.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Anytime(evaluations=200), games=20).mean
    4.5
    """

    sample: int = field(default=200, validator=whole(1))
    evaluations: int | None = field(default=10_000, validator=whole(0, or_none=True), kw_only=True)
    further: int = field(default=200, validator=whole(0))
    name: str = named("anytime")
    source: str = cited(
        "after J. Dennis, answer on Stack Overflow (2010): a thread that goes on looking for a "
        "better selection"
    )

    def __call__(self, position: Position) -> Any:
        """Return the best guess within the budget.

        Args:
            position: The position.
        """
        if not position.history and isinstance(position.game, CodeGame):
            coding = Coding(position.game)
            return coding.decode(doubled(coding))
        guess, _ = last(self.improvements(position))
        return guess

    def improvements(
        self, position: Position, stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[Any, Value]]:
        """Yield guesses with their values, each better than the previous one.

        A value is the sum over the sample of the codes that remain, and whether the guess cannot
        win.

        Args:
            position: The position.
            stopped: A function that returns whether to stop, called after every evaluation.
        """
        random = position.new_random()
        budget = self.budget(position)
        view: Any  # one of the two classes below, each with guesses of its own kind
        if isinstance(position.game, CodeGame):
            view = _Codes(position, self.sample, self.further, random)
        else:
            view = _Table(position, self.sample, random)
        best: Value | None = None
        ideal = view.size - 1, False
        asked = set()
        for guess in view.options():
            if guess not in asked:
                asked.add(guess)
                left, may_win, tells = view.look(guess)
                budget.spend(view.size)
                value = (left, not may_win)
                if tells and (best is None or value < best):
                    best = value
                    view.leader = guess
                    yield view.decode(guess), value
            if best is not None and (stopped() or not budget.left or best == ideal):
                return


class _Codes:
    """Guesses in a code game of any size, evaluated on a sample of consistent codes."""

    def __init__(self, position: Position, sample: int, further: int, random: Random):
        codes = ConsistentCodes(position.game, position.history)
        self._coding = codes.coding
        self._random = random
        self._further = further
        self._joined = codes.need(codes.sample_bytes(sample, random))
        self._fitting = codes.coding.cut(self._joined)
        self._inside = set(self._fitting)
        self.size = len(self._fitting)
        self.decode = codes.coding.decode
        self.leader = b""

    def look(self, guess: bytes) -> tuple[int, bool, bool]:
        """Return the sum of remaining codes, whether a guess may win, and is informative."""
        holes = self._coding.holes
        blocks = kernels.codes.population_blocks(holes, guess, self._joined)
        left = sum(n * n for n in blocks) - blocks[holes * (holes + 1)]
        return left, guess in self._inside, True

    def options(self) -> Iterator[bytes]:
        """Yield guesses: the sample, then neighbours of the best guess and random codes."""
        yield from self._fitting
        coding = self._coding
        random = self._random
        holes = coding.holes
        repeats = coding.game.guess_repeats
        for _ in range(self._further):
            near = bytearray(self.leader)
            near[random.randrange(holes)] = random.randrange(coding.colours)
            if repeats or len(set(near)) == holes:
                yield bytes(near)
            yield drawn(coding, 1, random, guesses=True)


class _Table:
    """Guesses in any other game by its score table, evaluated on a sample of its candidates."""

    def __init__(self, position: Position, sample: int, random: Random):
        self._table = position.table
        ids = position.candidate_ids
        places = range(len(ids))
        drawn = places if len(ids) <= sample else sorted(random.sample(places, sample))
        self._sample = array("I", (ids[place] for place in drawn))
        self._random = random
        self.size = len(self._sample)
        self.decode = self._table.guesses.items.__getitem__

    def look(self, guess: int) -> tuple[int, bool, bool]:
        """Return the sum of remaining secrets, whether a guess may win, and is informative."""
        sizes = self._table.block_sizes(guess, self._sample)
        wins = sum(n for n, final in zip(sizes, self._table.final, strict=True) if final)
        left = sum(n * n for n, final in zip(sizes, self._table.final, strict=True) if not final)
        return left, wins > 0, wins > 0 or max(sizes) < self.size

    def options(self) -> Iterator[int]:
        """Yield the guesses that may win, then all guesses, each group in random order."""
        first = winning_guesses(self._table, self._sample)
        self._random.shuffle(first)
        yield from first
        others = list(range(len(self._table.guesses.items)))
        self._random.shuffle(others)
        yield from others


anytime = Anytime()
