"""A good guess at once, and a better one for as long as there is time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from threading import Event, Thread
from typing import Any, ClassVar

from attrs import evolve, field, frozen
from more_itertools import last

from mastermind_core.code_space.consistent_codes import Coding, ConsistentCodes
from mastermind_core.kernels.choose import code_kernel, genetic_kernel
from mastermind_core.strategies.base import Position
from mastermind_core.strategies.codes.budget import Budget, at_least
from mastermind_core.strategies.codes.evolutionary import shape_of
from mastermind_core.strategies.codes.openings import doubled

#: What is expected to be left after a guess, summed over the sample, and whether it cannot win.
Value = tuple[int, bool]


@frozen
class Anytime:
    """Guess a code that fits, and look for a better one until the budget is used up.

    The measure is the number of codes of a random sample of the fitting ones that are left after
    a guess, on average; among equals a guess that may win is better. The first guess is a fitting
    code and there at once; the search goes on through the sample, then through ``further``
    neighbours of the best guess and as many random codes, and a guess gives way only to a strictly
    better one, so that the last is never worse than the first. It ends early with a guess that no
    other can better. ``improvements`` can be stopped anywhere.
    """

    sample: int = 200
    seconds: float | None = None
    evaluations: int | None = 10_000
    further: int = 200
    name: str = "anytime"
    source: str = field(
        default="after J. Dennis, answer on Stack Overflow (2010): a thread that goes on looking "
        "for a better selection",
        repr=False,
    )
    needs_table: ClassVar[bool] = False

    def __attrs_post_init__(self) -> None:
        at_least("sample", self.sample, 1)

    def __call__(self, position: Position) -> Any:
        """Return the best guess that the budget allows."""
        if not position.history:
            coding = Coding(position.game)
            return coding.decode(doubled(coding))
        guess, _ = last(self.improvements(position))
        return guess

    def but(self, **changes: Any) -> Anytime:
        """Return this strategy with some of its parameters changed."""
        return evolve(self, **changes)

    def improvements(self, position: Position) -> Iterator[tuple[Any, Value]]:
        """Yield guesses, each better than the one before, with what they leave."""
        codes = ConsistentCodes(position.game, position.history)
        coding, random = codes.coding, position.random
        budget = Budget(position.effort, self.seconds, self.evaluations)
        joined = codes.need(codes.sample_bytes(self.sample, random))
        fitting = coding.cut(joined)
        best: list[tuple[Value, bytes]] = []
        asked: set[bytes] = set()
        for guess in self._options(coding, fitting, best, random):
            if guess not in asked:
                asked.add(guess)
                blocks = code_kernel().population_blocks(coding.holes, guess, joined)
                budget.spend(len(fitting))
                wins = blocks[coding.holes * (coding.holes + 1)]
                left = sum(n * n for n in blocks) - wins
                value = (left, guess not in fitting)
                if not best or value < best[-1][0]:
                    best.append((value, guess))
                    yield coding.decode(guess), value
            if not budget.left or best[-1][0] == (len(fitting) - 1, False):
                return

    def _options(
        self, coding: Coding, fitting: list[bytes], best: list[tuple[Value, bytes]], random: Random
    ) -> Iterator[bytes]:
        """Yield guesses worth a look: the sample, then what is near the best, and anything."""
        yield from fitting
        colours, holes, _ = shape_of(coding)
        repeats = coding.game.guess_repeats
        for _ in range(self.further):
            near = bytearray(best[-1][1])
            near[random.randrange(holes)] = random.randrange(colours)
            if repeats or len(set(near)) == holes:
                yield bytes(near)
            code, _ = genetic_kernel().random_codes(
                colours, holes, repeats, 1, random.getrandbits(64)
            )
            yield code


class Thinking:
    """Let an anytime strategy think in the background, as while a player thinks of an answer.

    ``guess`` is the best so far, at any moment; ``stop`` ends the thinking and returns the last.

    >>> from mastermind_core import Mastermind
    >>> from mastermind_core.strategies.base import start
    >>> position = start(Mastermind(colours=8, holes=5), with_table=False)
    >>> position = position.answered((1, 1, 2, 3, 4), (1, 1))
    >>> with Thinking(Anytime(), position) as thinking:
    ...     first = thinking.guess
    >>> thinking.value <= thinking.first_value
    True
    """

    def __init__(self, strategy: Anytime, position: Position):
        """Find a first guess, and start looking for better ones."""
        self._improvements = strategy.improvements(position)
        self.guess, self.first_value = next(self._improvements)
        self.value = self.first_value
        self._stopped = Event()
        self._thread = Thread(target=self._think, daemon=True)
        self._thread.start()

    def _think(self) -> None:
        for guess, value in self._improvements:
            self.guess, self.value = guess, value
            if self._stopped.is_set():
                return

    def stop(self) -> Any:
        """End the thinking, and return the best guess."""
        self._stopped.set()
        self._thread.join()
        return self.guess

    def __enter__(self) -> Thinking:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
