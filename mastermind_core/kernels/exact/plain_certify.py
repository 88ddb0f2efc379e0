"""Evidence of a lower bound in plain Python: the specification of the native one."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from mastermind_core.errors import BadArgument
from mastermind_core.kernels.exact.plain_search import Search, Split, deep_enough
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    NO_LIMIT,
    Evidence,
    Fact,
    Lemma,
    Report,
    Task,
)
from mastermind_core.kernels.shared.flat_trees import price_after
from mastermind_core.kernels.shared.plain_scores import PlainScores


def certify(
    scores: PlainScores, task: Task, facts: Sequence[Fact], report: Report | None
) -> Evidence:
    """Write down why facts about all candidates are true."""
    with deep_enough(len(task.candidates)):
        certifier = _Certifier(scores, task, report)
        for fact in facts:
            certifier.state(task.candidates, fact.steps, fact.least, 0)
        return certifier.evidence()


class _Certifier:
    def __init__(self, scores: PlainScores, task: Task, report: Report | None):
        self._search = Search(scores, task._replace(nodes=NO_LIMIT, seconds=NO_LIMIT), report)
        self._task, self._report = task, report
        self._everything = (1 << scores.n_guesses) - 1
        self._made: dict[tuple[bytes, int, int], Lemma] = {}

    def evidence(self) -> Evidence:
        lemmas = sorted(self._made.values(), key=lambda lemma: len(lemma.secrets))
        symmetries = [
            (array("I", guesses), array("I", secrets))
            for guesses, secrets, _ in self._task.symmetries
        ]
        return Evidence(symmetries, lemmas)

    def state(self, members: array[int], steps: int, least: int, made: int) -> None:
        """State that a set costs ``least`` or more, which is so, and what that rests on."""
        steps = self._search.within(members, steps)
        if self._known(members, steps, made) >= least:
            return
        at_root = len(members) == len(self._task.candidates)
        if steps > 0:
            split_most, shapes = self._search.shapes(members, steps, self._everything)
            for done, guess in enumerate(shapes):
                if at_root and self._report is not None:
                    self._report(least, least, done, len(shapes), self._search._nodes)
                self._refute(guess, (members, steps, made), least, split_most)
        alike = tuple(range(len(self._task.symmetries))) if at_root else ()
        limit = NO_LIMIT if steps == len(members) else steps
        key = self._key(members, steps, made)
        self._made[key] = Lemma(members, limit, least, alike, made=key[-1])

    def _refute(
        self, guess: int, where: tuple[array[int], int, int], least: int, split_most: Split
    ) -> None:
        members, steps, made = where
        search = self._search
        blocks = [block for _, block in search.open_blocks(guess, members)]
        known = [
            max(
                search.floor(block, split_most, made + 1),
                self._known(block, search.within(block, steps - 1), made + 1),
            )
            for block in blocks
        ]
        price = price_after(self._task.prices, made)
        missing = least - price * search.weight(members) - sum(known)
        if missing <= 0:
            return None
        if least >= IMPOSSIBLE:
            for block in sorted(blocks, key=len, reverse=True):
                if not search.solvable(block, steps - 1, self._everything):
                    return self.state(block, steps - 1, IMPOSSIBLE, made + 1)
        for block, floor in zip(blocks, known, strict=True) if least < IMPOSSIBLE else ():
            below = floor + missing
            cost = search.best(block, steps - 1, self._everything, below, made + 1)
            reached = below if cost is None else cost
            if reached > floor:
                self.state(block, steps - 1, reached, made + 1)
            missing -= reached - floor
            if missing <= 0:
                return None
        raise BadArgument("facts: expected what a search has proven")

    def _known(self, members: array[int], steps: int, made: int) -> int:
        lemma = self._made.get(self._key(members, steps, made))
        return 0 if lemma is None else lemma.least

    def _key(self, members: array[int], steps: int, made: int) -> tuple[bytes, int, int]:
        """Return what a lemma is known by: the last price is that of all later guesses."""
        return members.tobytes(), steps, min(made, max(len(self._task.prices) - 1, 0))
