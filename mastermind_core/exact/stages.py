"""Objectives on the number of guesses, asked for in turn: each answer limits the next question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import NamedTuple, Protocol

from mastermind_core.exact.objective import LengthObjective, Part, Question, question_of
from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.kernels.exact.task import IMPOSSIBLE, Found, Task
from mastermind_core.kernels.shared.flat_trees import paths_of
from mastermind_core.table import ScoreTable


class Answer(NamedTuple):
    """What was asked and found, whether Ctrl-C came, and what a bound of 1 stands for."""

    task: Task
    found: Found
    interrupted: bool
    unit: Fraction = Fraction(1)

    @property
    def over(self) -> bool:
        """Return whether nothing is left to ask."""
        return self.interrupted or not self.found.proven or self.found.tree is None


class Ask(Protocol):
    """Who answers a question about trees of so many guesses, and of a total below a limit."""

    def __call__(
        self, question: Question, steps: int | None, below: int = IMPOSSIBLE, spent: int = 0
    ) -> Answer:
        """Search."""


class _Stages:
    """The questions of one objective, the best tree of all answers, and the nodes they took."""

    def __init__(
        self, objective: LengthObjective, table: ScoreTable, max_steps: int | None, ask: Ask
    ):
        self._objective, self._table, self._ask = objective, table, ask
        self._weights = () if table.uniform else table.weights
        n = len(table.everything)
        self._weight = sum(self._weights) if self._weights else n
        self._steps = max_steps
        self._longest = n if max_steps is None else max(1, min(n, max_steps))
        self._nodes = 0
        self._first: Task | None = None
        self._best: Answer | None = None
        self._certain = True

    def answer(self) -> Answer:
        """Ask for a quantile first, then for the worst case where it is not the first or last."""
        parts, least = self._objective.parts, 0
        if parts[0].name == "quantile":
            guesses, least, last = self._quantile(parts[0])
            parts = (Part("within", (guesses,)), *parts[1:])
            self._certain = self._certain and (len(parts) == 1 or not last.interrupted)
            if last.interrupted or last.found.tree is None or len(parts) == 1:
                return self._concluded(last, least)
        at = [part.name for part in parts].index("worst") if Part("worst") in parts else 0
        if 0 < at < len(parts) - 1:
            last, question = self._asked(parts[: at + 1])
            if last.over:
                self._certain = not last.interrupted
                return self._concluded(last, least, question)
            self._steps = last.found.worst
            parts = (*parts[:at], *parts[at + 1 :])
        last, question = self._asked(parts)
        return self._concluded(last, least, question)

    def _quantile(self, part: Part) -> tuple[int, int, Answer]:
        """Return within how many guesses a share was found, the fewest that may do, the answer."""
        spare = self._weight - ceil(part.numbers[0] * self._weight)
        least = 0
        for guesses in range(1, self._longest + 1):
            last, _ = self._asked([Part("within", (guesses,))], spare + 1)
            if not last.found.proven:  # what is found from here on may still be better than nothing
                least = least or guesses
            enough = last.found.tree is not None and last.found.total <= spare
            if enough or last.interrupted:
                break
        self._certain = enough and least in {0, guesses}
        return guesses, least or guesses, last

    def _asked(self, parts: Sequence[Part], below: int = IMPOSSIBLE) -> tuple[Answer, Question]:
        question = question_of(parts, self._weight, self._longest)
        question = question._replace(rank=self._objective.ranked_by)
        last = self._ask(question, self._steps, below, self._nodes)
        self._nodes += last.found.nodes
        self._first = self._first or last.task
        if last.found.tree is not None and (
            self._best is None or self._rank(last) <= self._rank(self._best)
        ):
            self._best = last
        return last, question

    def _rank(self, answer: Answer) -> tuple[object, ...]:
        return self._objective.ranked_by(self._paths(answer))

    def _paths(self, answer: Answer) -> Mapping[int, int]:
        """Return what secrets weigh together by the guesses that a tree takes for them."""
        assert answer.found.tree is not None
        scores, members = self._table.kernel_scores, answer.task.candidates
        return paths_of(greedy_kernel(), scores, members, self._weights, answer.found.tree)

    def _concluded(self, last: Answer, least: int, question: Question | None = None) -> Answer:
        """Return the best tree with what is proven of the first criterion."""
        best = last if self._best is None else self._best
        if best.found.tree is None and last.found.proven:
            return last
        bound, unit = last.found.lower_bound, Fraction(1)
        if least:
            bound = least
        elif question is not None and not question.kind.by_worst:
            bound, unit = bound // question.scale, question.unit
        if best.found.tree is None:
            return last._replace(found=last.found._replace(lower_bound=bound), unit=unit)
        paths = self._paths(best)
        found = best.found._replace(
            total=sum(length * weight for length, weight in paths.items()),
            worst=max(paths),
            lower_bound=bound,
            proven=last.found.proven and self._certain,
            nodes=self._nodes,
        )
        asked = last.task._replace(max_steps=(self._first or last.task).max_steps)
        return Answer(asked, found, last.interrupted, unit)


def ask_in_turn(
    objective: LengthObjective, table: ScoreTable, max_steps: int | None, ask: Ask
) -> Answer:
    """Search for the best tree of an objective on the number of guesses."""
    return _Stages(objective, table, max_steps, ask).answer()
