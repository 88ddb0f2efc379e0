"""An anytime strategy at work in the background."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any, Protocol

from mastermind_core.errors import BadArgument, shown
from mastermind_core.strategies.base import Position
from mastermind_core.strategies.codes.anytime import Value


class Improves(Protocol):
    """What can think: a strategy that yields better and better guesses until it is told to stop."""

    def improvements(
        self, position: Position, stopped: Callable[[], bool]
    ) -> Iterator[tuple[Any, Value]]:
        """Yield guesses, each better than the one before, with what they leave."""


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

    def __init__(self, strategy: Improves, position: Position):
        """Find a first guess, and start looking for better ones."""
        if not hasattr(strategy, "improvements"):
            raise BadArgument(
                f"strategy must be one that improves its guesses, as Anytime does, not "
                f"{shown(strategy)}"
            )
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
