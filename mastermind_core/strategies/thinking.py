"""Background search for a better guess, for example while a player thinks."""

from __future__ import annotations

from threading import Event, Thread
from typing import Any

from mastermind_core.arguments import expect
from mastermind_core.strategies.base import Position


class Thinking:
    """An anytime strategy that searches in the background, for example while a player thinks.

    Use it in a ``with`` statement, or call ``stop`` at the end.

    Attributes:
        strategy: The strategy, which must have a method ``improvements`` as ``Anytime`` has.
        position: The position to choose a guess for.
        guess: The best guess so far.
        value: Its value. The smaller, the better.
        first_value: The value of the first guess.

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
        """Find a first guess, and start the thread that searches for better ones."""
        wanted = "one that improves its guesses, as Anytime does"
        improves = callable(getattr(strategy, "improvements", None))
        expect(improves, "strategy", wanted, strategy)
        self._stopped = Event()
        self._improvements = strategy.improvements(position, self._stopped.is_set)
        self.guess, self.first_value = next(self._improvements)
        self.value = self.first_value
        self._thread = Thread(target=self._think, daemon=True)
        self._thread.start()

    def _think(self) -> None:
        for guess, value in self._improvements:
            self.guess = guess
            self.value = value

    def stop(self) -> Any:
        """Stop after the current evaluation, and return the best guess."""
        self._stopped.set()
        self._thread.join()
        return self.guess

    def __enter__(self) -> Thinking:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
