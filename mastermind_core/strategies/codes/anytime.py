"""A good guess at once, and a better one for as long as there is time, or a player thinks."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from random import Random
from threading import Event, Thread
from typing import Any

from attrs import field, frozen
from more_itertools import last

from mastermind_core.arguments import expect, whole
from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.game import CodeGame
from mastermind_core.kernels import choose as kernels
from mastermind_core.strategies.base import Position, cited, named
from mastermind_core.strategies.codes.searching import Budgeted, doubled, drawn
from mastermind_core.strategies.tabled.greedy import winning_guesses

#: What is expected to be left after a guess, summed over the sample, and whether it cannot win.
Value = tuple[int, bool]


@frozen
class Anytime(Budgeted):
    """A code that fits, and better ones until the budget is used up.

    The measure is the number of codes of a random sample of the fitting ones that are left after
    a guess, on average. Among equals a guess that may win is better. The first guess is a fitting
    code and there at once. The search goes on through the sample, then through ``further``
    neighbours of the best guess and as many random codes, and a guess gives way only to a strictly
    better one, so that the last is never worse than the first. It ends early with a guess that no
    other can better. ``improvements`` can be stopped anywhere.

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
        """Return the best guess that the budget allows."""
        if not position.history and isinstance(position.game, CodeGame):
            coding = Coding(position.game)
            return coding.decode(doubled(coding))
        guess, _ = last(self.improvements(position))
        return guess

    def improvements(
        self, position: Position, stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[Any, Value]]:
        """Yield guesses, each better than the one before, with what they leave.

        ``stopped`` is asked after every guess that has been looked at.
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
    """Codes of any size, judged on a sample of those that fit."""

    def __init__(self, position: Position, sample: int, further: int, random: Random):
        codes = ConsistentCodes(position.game, position.history)
        self._coding, self._random, self._further = codes.coding, random, further
        self._joined = codes.need(codes.sample_bytes(sample, random))
        self._fitting = codes.coding.cut(self._joined)
        self._inside = set(self._fitting)
        self.size = len(self._fitting)
        self.decode = codes.coding.decode
        self.leader = b""

    def look(self, guess: bytes) -> tuple[int, bool, bool]:
        """Return what a guess leaves, whether it may win, and whether it tells anything."""
        holes = self._coding.holes
        blocks = kernels.codes.population_blocks(holes, guess, self._joined)
        left = sum(n * n for n in blocks) - blocks[holes * (holes + 1)]
        return left, guess in self._inside, True

    def options(self) -> Iterator[bytes]:
        """Yield guesses worth a look: the sample, then what is near the best, and anything."""
        yield from self._fitting
        coding, random = self._coding, self._random
        holes = coding.holes
        repeats = coding.game.guess_repeats
        for _ in range(self._further):
            near = bytearray(self.leader)
            near[random.randrange(holes)] = random.randrange(coding.colours)
            if repeats or len(set(near)) == holes:
                yield bytes(near)
            yield drawn(coding, 1, random, guesses=True)


class _Table:
    """Any other game by its score table, judged on a sample of its candidates."""

    def __init__(self, position: Position, sample: int, random: Random):
        self._table, ids = position.table, position.candidate_ids
        places = range(len(ids))
        drawn = places if len(ids) <= sample else sorted(random.sample(places, sample))
        self._sample = array("I", (ids[place] for place in drawn))
        self._random = random
        self.size = len(self._sample)
        self.decode = self._table.guesses.items.__getitem__

    def look(self, guess: int) -> tuple[int, bool, bool]:
        """Return what a guess leaves, whether it may win, and whether it tells anything."""
        sizes = self._table.block_sizes(guess, self._sample)
        wins = sum(n for n, final in zip(sizes, self._table.final, strict=True) if final)
        left = sum(n * n for n, final in zip(sizes, self._table.final, strict=True) if not final)
        return left, wins > 0, wins > 0 or max(sizes) < self.size

    def options(self) -> Iterator[int]:
        """Yield the guesses that may win, and then all others, in a random order each."""
        first = winning_guesses(self._table, self._sample)
        self._random.shuffle(first)
        yield from first
        others = list(range(len(self._table.guesses.items)))
        self._random.shuffle(others)
        yield from others


class Thinking:
    """An anytime strategy that thinks in the background, as while a player thinks of an answer.

    ``guess`` is the best so far, at any moment; ``stop`` ends the thinking within one look at a
    guess and returns the best.

    >>> from mastermind_core import Mastermind
    >>> from mastermind_core.strategies import Anytime
    >>> from mastermind_core.strategies.base import start
    >>> position = start(Mastermind(colours=8, holes=5), with_table=False)
    >>> position = position.answered((1, 1, 2, 3, 4), (1, 1))
    >>> with Thinking(Anytime(), position) as thinking:
    ...     first = thinking.guess
    >>> thinking.value <= thinking.first_value
    True
    """

    def __init__(self, strategy: Any, position: Position):
        """Find a first guess, and start looking for better ones by ``strategy.improvements``."""
        wanted = "one that improves its guesses, as Anytime does"
        expect(hasattr(strategy, "improvements"), "strategy", wanted, strategy)
        self._stopped = Event()
        self._improvements = strategy.improvements(position, self._stopped.is_set)
        self.guess, self.first_value = next(self._improvements)
        self.value = self.first_value
        self._thread = Thread(target=self._think, daemon=True)
        self._thread.start()

    def _think(self) -> None:
        for guess, value in self._improvements:
            self.guess, self.value = guess, value

    def stop(self) -> Any:
        """End the thinking, and return the best guess."""
        self._stopped.set()
        self._thread.join()
        return self.guess

    def __enter__(self) -> Thinking:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


anytime = Anytime()
