"""Evidence of a lower bound in plain Python: the specification of the native one."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from mastermind_core.errors import BadArgument
from mastermind_core.kernels.exact.cost import Reach
from mastermind_core.kernels.exact.reference import Key, Search, State, deep_enough
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    NO_LIMIT,
    Evidence,
    Fact,
    Lemma,
    Report,
    Task,
)
from mastermind_core.kernels.shared.plain_scores import PlainScores


def certify(
    scores: PlainScores, task: Task, facts: Sequence[Fact], report: Report | None
) -> Evidence:
    """Write down why facts about all candidates are true."""
    with deep_enough(len(task.candidates)):
        certifier = _Certifier(scores, task, report)
        for fact in facts:
            certifier.state(
                certifier._search.state(task.candidates, fact.steps, NO_LIMIT), fact.least
            )
        return certifier.evidence()


class _Certifier:
    def __init__(self, scores: PlainScores, task: Task, report: Report | None):
        self._search = Search(scores, task._replace(nodes=NO_LIMIT, seconds=NO_LIMIT), report)
        self._task, self._report = task, report
        self._made: dict[Key, Lemma] = {}

    def evidence(self) -> Evidence:
        lemmas = sorted(self._made.values(), key=lambda lemma: len(lemma.secrets))
        symmetries = [
            (array("I", guesses), array("I", secrets))
            for guesses, secrets, _ in self._task.symmetries
        ]
        return Evidence(symmetries, lemmas)

    def state(self, state: State, least: int) -> None:
        """State that a set costs ``least`` or more, which is so, and what that rests on."""
        if self._known(state) >= least:
            return
        members = state.members
        at_root = len(members) == len(self._task.candidates)
        if state.steps > 0:
            reach, options = self._search.options(state)
            for done, option in enumerate(options):
                if at_root and self._report is not None:
                    self._report(least, least, done, len(options), self._search.nodes)
                self._refute(option.guess, state, least, reach)
        alike = tuple(range(len(self._task.symmetries))) if at_root else ()
        limit = NO_LIMIT if state.steps == len(members) else state.steps
        key = self._search.key(state)
        self._made[key] = Lemma(members, limit, least, alike, made=key[-1])

    def _refute(self, guess: int, state: State, least: int, reach: Reach) -> None:
        search = self._search
        blocks = [
            search.after(state, guess, *block) for block in search.blocks(guess, state.members)
        ]
        known = [
            max(search.model.floor(block.members, block.made, reach), self._known(block))
            for block in blocks
        ]
        missing = least - search.model.paid(guess, state.members, state.made) - sum(known)
        if missing <= 0:
            return None
        if least >= IMPOSSIBLE:
            for block in sorted(blocks, key=lambda block: -len(block.members)):
                if not search.solvable(block):
                    return self.state(block, IMPOSSIBLE)
        for block, floor in zip(blocks, known, strict=True) if least < IMPOSSIBLE else ():
            reached = min(search.least(block, floor + missing), floor + missing)
            if reached > floor:
                self.state(block, reached)
            missing -= reached - floor
            if missing <= 0:
                return None
        raise BadArgument("facts: expected what a search has proven")

    def _known(self, state: State) -> int:
        lemma = self._made.get(self._search.key(state))
        return 0 if lemma is None else lemma.least
