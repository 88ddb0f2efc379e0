"""Evidence of a lower bound in plain Python: the specification of the native one."""

from __future__ import annotations

from array import array

from mastermind_core.errors import BadArgument
from mastermind_core.kernels.exact.plain_search import Search, Split, deep_enough
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    MEAN,
    MEAN_THEN_WORST,
    NO_LIMIT,
    WORST,
    Evidence,
    Lemma,
    Report,
    Task,
)
from mastermind_core.kernels.shared.plain_scores import PlainScores


def certify(
    scores: PlainScores, task: Task, total: int, worst: int, report: Report | None
) -> Evidence:
    """Write down why no strategy does better than a proven ``total`` and ``worst``."""
    with deep_enough(len(task.candidates)):
        certifier = _Certifier(scores, task, report)
        if task.objective != MEAN:
            if task.objective != MEAN_THEN_WORST:
                certifier.state(task.candidates, worst - 1, IMPOSSIBLE)
            else:
                certifier.state(task.candidates, worst - 1, total + 1)
        if task.objective != WORST:
            limit = task.max_steps if task.objective in {MEAN, MEAN_THEN_WORST} else worst
            certifier.state(task.candidates, limit, total)
        return certifier.evidence()


class _Certifier:
    def __init__(self, scores: PlainScores, task: Task, report: Report | None):
        self._search = Search(scores, task._replace(nodes=NO_LIMIT, seconds=NO_LIMIT), report)
        self._task, self._report = task, report
        self._everything = (1 << scores.n_guesses) - 1
        self._made: dict[tuple[bytes, int], Lemma] = {}

    def evidence(self) -> Evidence:
        lemmas = sorted(self._made.values(), key=lambda lemma: len(lemma.secrets))
        symmetries = [
            (array("I", guesses), array("I", secrets))
            for guesses, secrets, _ in self._task.symmetries
        ]
        return Evidence(symmetries, lemmas)

    def state(self, members: array[int], steps: int, least: int) -> None:
        """State that a set costs at least ``least``, which is so, and what that rests on."""
        steps = self._search.within(members, steps)
        if self._known(members, steps) >= least:
            return
        at_root = len(members) == len(self._task.candidates)
        if steps > 0:
            split_most, shapes = self._search.shapes(members, steps, self._everything)
            for done, guess in enumerate(shapes):
                if at_root and self._report is not None:
                    self._report(least, least, done, len(shapes), self._search._nodes)
                self._refute(guess, members, steps, least, split_most)
        alike = tuple(range(len(self._task.symmetries))) if at_root else ()
        limit = NO_LIMIT if steps == len(members) else steps
        self._made[members.tobytes(), steps] = Lemma(members, limit, least, alike)

    def _refute(
        self, guess: int, members: array[int], steps: int, least: int, split_most: Split
    ) -> None:
        search = self._search
        blocks = [block for _, block in search.open_blocks(guess, members)]
        known = [
            max(
                search.floor(block, split_most),
                self._known(block, search.within(block, steps - 1)),
            )
            for block in blocks
        ]
        missing = least - search.weight(members) - sum(known)
        if missing <= 0:
            return None
        if least >= IMPOSSIBLE:
            for block in sorted(blocks, key=len, reverse=True):
                if not search.solvable(block, steps - 1, self._everything):
                    return self.state(block, steps - 1, IMPOSSIBLE)
        for block, floor in zip(blocks, known, strict=True) if least < IMPOSSIBLE else ():
            cost = search.best(block, steps - 1, self._everything, floor + missing)
            reached = floor + missing if cost is None else cost
            if reached > floor:
                self.state(block, steps - 1, reached)
            missing -= reached - floor
            if missing <= 0:
                return None
        raise BadArgument("total, worst: expected values that a search has proven")

    def _known(self, members: array[int], steps: int) -> int:
        made = self._made.get((members.tobytes(), steps))
        return 0 if made is None else made.least
