"""A search in questions that others answer, the same ones whoever answers them and when.

Questions are chosen from what the answers so far say, and answers are heard in the order of the
questions: at any time a fixed number of them is on the way, however many workers there are.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from mastermind_core.exact.divide.positions import Key, Opening, Position, learn
from mastermind_core.exact.divide.questions import Question, Setting
from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.kernels.exact.plain import IMPOSSIBLE, MEAN, Found
from mastermind_core.kernels.shared.plain_scores import PlainScores

#: Questions on the way, and positions that one may search, with the plain kernel fewer.
LANES = 12
SPAN, SPAN_PLAIN = 100_000, 1_000

#: Guesses of a position are asked for in so many parts, of no fewer than so many guesses.
_PARTS, _FEWEST = 4, 16


def span(scores: Any) -> int:
    """Return how many positions a question may search."""
    return SPAN_PLAIN if isinstance(scores, PlainScores) else SPAN


class Waiting(Protocol):
    """Promise an answer; None when the search is to stop."""

    def __call__(self) -> Found | None: ...


class StoppedError(Exception):
    """Leave a search whose budget is spent; never leaves this package."""


class Coordinator:
    """Answer large questions by asking small ones."""

    def __init__(
        self,
        setting: Setting,
        put: Callable[[Question], Waiting],
        hear: Callable[[], None],
        nodes: int,
    ):
        self._setting, self._put, self._hear = setting, put, hear
        self._left = nodes
        self._span = span(setting.scores)
        self._positions: dict[Key, Position] = {}
        self._own = greedy_kernel()
        self.nodes = self.answered = self.waiting = 0

    def position(
        self,
        candidates: array[int],
        objective: int,
        steps: int,
        history: tuple[int, ...] = (),
        first: tuple[int, ...] = (),
    ) -> Position:
        """Return the position of a set, one for all who ask."""
        n = len(candidates)
        # As many guesses as secrets are always enough where anything is.
        steps = n if steps < 0 else min(steps, n)
        weights = self._setting.weights
        weight = 0
        if objective == MEAN:
            weight = sum(weights[c] for c in candidates) if weights else n
        fresh = Position(candidates, objective, steps, weight, history, first, lower=weight)
        if objective == MEAN and steps < n:
            fresh.wide = self._positions.get((candidates.tobytes(), objective, n))
            fresh.lower = max(weight, fresh.wide.lower if fresh.wide is not None else 0)
        return self._positions.setdefault(fresh.key, fresh)

    def settle(self, root: Position, below: int) -> None:
        """Ask until the value of a position is known, or known not to be so low."""
        flight: deque[tuple[Position, Sequence[Opening], Question, Waiting]] = deque()
        while not root.settled(below):
            while len(flight) < LANES and (asked := self._ask(root, below)) is not None:
                flight.append((*asked, self._put(asked[2])))
            self.waiting = len(flight)
            self._hear()
            position, openings, question, waiting = flight.popleft()
            found = waiting()
            if found is None:
                raise StoppedError
            self.answered += 1
            self.nodes += found.nodes
            hard = learn(position, openings, question, found)
            if hard is not None:
                self._split(position, hard)
            position.update()

    def _ask(
        self, position: Position, below: int
    ) -> tuple[Position, Sequence[Opening], Question] | None:
        """Return the next question that serves a position, if none of those on the way has to."""
        if position.asked or position.settled(below):
            return None
        if position.lower >= position.opened:
            position.asked = True
            return position, (), self._question(position, position.first, below)
        best, chosen = position.best()
        below = min(below, position.opened)
        unsplit: list[tuple[Opening, int]] = []
        order = sorted(range(len(position.openings)), key=lambda at: position.openings[at].bound)
        for at in order:
            opening = position.openings[at]
            limit = position.limit(at, best, chosen, below)
            if opening.exact or opening.asked or opening.bound >= limit:
                continue
            if not opening.blocks:
                unsplit.append((opening, limit))
                continue
            if unsplit:
                break
            found = self._ask_blocks(position, opening, limit)
            if found is not None:
                return found
        if not unsplit:
            return None
        unsplit = unsplit[: max(_FEWEST, -(-len(unsplit) // _PARTS))]
        openings = [opening for opening, _ in unsplit]
        for opening in openings:
            opening.asked = True
        guesses = tuple(opening.guess for opening in openings)
        limit = max(limit for _, limit in unsplit)
        return position, openings, self._question(position, guesses, limit)

    def _ask_blocks(
        self, position: Position, opening: Opening, limit: int
    ) -> tuple[Position, Sequence[Opening], Question] | None:
        parts = list(opening.parts)
        slack = limit - position.weight - sum(part.lower for part in parts)
        for part in parts:
            found = self._ask(part, part.lower + slack)
            if found is not None:
                return found
        return None

    def _question(self, position: Position, guesses: tuple[int, ...], below: int) -> Question:
        left = self._span if self._left < 0 else self._left - self.nodes
        if left <= 0:
            raise StoppedError
        return Question(
            position.candidates.tobytes(),
            position.objective,
            position.steps,
            position.history,
            guesses,
            min(below, IMPOSSIBLE - 1),
            min(self._span, left),
        )

    def _split(self, position: Position, opening: Opening) -> None:
        """Put the blocks of a guess in its place."""
        blocks: list[tuple[int, int, Position | None]] = []
        scores = self._setting.scores
        for score, block in self._own.split(scores, opening.guess, position.candidates):
            part = None
            if not self._setting.final[score]:
                history = (*position.history, opening.guess)
                part = self.position(block, position.objective, position.steps - 1, history)
                part.parents.append((position, opening))
            blocks.append((score, len(block), part))
        opening.blocks = blocks
