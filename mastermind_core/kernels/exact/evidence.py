"""Evidence for a lower bound in plain Python: the lemmas that a proof rests on.

A lemma states the minimum cost of a set over all strategies: after the guesses made, within a
number of further guesses, and within a cost per path. This module also computes the bounds that a
checker finds without lemmas, and writes no lemmas for them.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable

from mastermind_core.errors import BadArgument
from mastermind_core.kernels.exact.bounds import huffman
from mastermind_core.kernels.exact.cost import CostModel, Reach
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.reference import Key, ReferenceSearch, Splitting, State
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    MEAN,
    NO_LIMIT,
    WORST,
    Evidence,
    Fact,
    Found,
    Lemma,
    Report,
    Task,
    Words,
)
from mastermind_core.kernels.greedy.plain import split
from mastermind_core.kernels.shared.plain_scores import PlainScores, known

#: Searches a subset of the candidates without a time limit.
Ask = Callable[[Task], Found]


class Certifier:
    """A second pass over a proof that writes down its lemmas.

    A faster search computes the costs of blocks, if there is one.
    """

    def __init__(self, scores: PlainScores, task: Task, report: Report | None, ask: Ask | None):
        self._task = task._replace(limits=task.limits._replace(nodes=NO_LIMIT, seconds=NO_LIMIT))
        self._scores = scores
        self._report = report
        self._ask = ask
        self._search = ReferenceSearch(scores, self._task)
        self._model: CostModel = self._search.model
        self._lemmas: list[Lemma] = []
        self._keys: list[Key] = []
        self._made: dict[Key, int] = {}
        self._last_uses: dict[Key, int] = {}
        #: The sets that the lemmas which are shown now rest on.
        self._uses: list[Key] = []
        self._glances: dict[Key, int] = {}

    def evidence(self, facts: Iterable[Fact]) -> Evidence:
        """Return lemmas that prove facts about all candidates."""
        for fact in facts:
            state = self._search.state(self._task.question.candidates, fact.steps, fact.cost)
            self._show(state, fact.least)
        symmetries = [
            (array("I", guesses), array("I", secrets))
            for guesses, secrets, _ in self._task.hints.symmetries
        ]
        return Evidence(symmetries, self._lemmas, [self._last_uses.get(k, -1) for k in self._keys])

    def _show(self, state: State, least: int) -> None:
        """Add the true lemma that a set costs at least this much, with its premises."""
        if self._shown(state) >= least:
            return
        key = self._search.key(state)
        members = state.members
        first_use = len(self._uses)
        at_root = len(members) == len(self._task.question.candidates)
        if state.steps > 0:
            reach, options = self._search.splittings(state)
            letters = self._letters(options, members)
            openings = self._search.openings
            asked = [one for one in options if not at_root or one.guess in openings]
            for done, option in enumerate(asked):
                if at_root and self._report is not None:
                    self._report(least, least, done, len(asked), self._search.nodes)
                if self._short_cut(option, state, reach) < least:
                    self._refute(option.guess, state, reach, letters, least)
        self._last_uses.update(dict.fromkeys(self._uses[first_use:], len(self._lemmas)))
        self._uses[first_use:] = [key]
        self._made[key] = least
        self._keys.append(key)
        lemma = Lemma(
            members,
            NO_LIMIT if state.steps == len(members) else state.steps,
            least,
            tuple(range(len(self._task.hints.symmetries))) if at_root else (),
            NO_LIMIT if state.budget == state.steps * self._model.longest else state.budget,
            made=self._model.level(state.made),
        )
        self._lemmas.append(lemma)

    def _shown(self, state: State) -> int:
        key = self._search.key(state)
        if key in self._made:
            self._uses.append(key)
        return self._made.get(key, 0)

    def _refute(self, guess: int, state: State, reach: Reach, letters: int, least: int) -> None:
        """Add just enough lemmas about the blocks of a guess to prove its minimum cost."""
        search = self._search
        blocks = [search.after(state, guess, *one) for one in search.blocks(guess, state.members)]
        missing = least - self._model.paid(guess, state.members, state.made)
        floors = [max(self._floor(block, reach, letters), self._shown(block)) for block in blocks]
        for at, block in enumerate(blocks):
            if sum(floors) >= missing:
                return
            floors[at] = max(floors[at], self._glance(block))
        missing -= sum(floors)
        if missing <= 0:
            return
        if least >= IMPOSSIBLE:
            for block in sorted(blocks, key=lambda block: -len(block.members)):
                if not self._within(block):
                    self._show(block, IMPOSSIBLE)
                    return
        for block, floor in zip(blocks, floors, strict=True) if least < IMPOSSIBLE else ():
            reached = min(self._cost(block, floor + missing), floor + missing)
            if reached > floor:
                self._show(block, reached)
            missing -= reached - floor
            if missing <= 0:
                return
        raise BadArgument("facts: expected facts that a search has proven")

    def _cost(self, block: State, below: int) -> int:
        """Return the minimum total of a block if it is less than ``below``, else ``below``."""
        if self._ask is None:
            return self._search.least(block, below)
        found = self._ask(self._asked(block, MEAN, below))
        return below if found.tree is None else found.total

    def _within(self, block: State) -> bool:
        """Return whether all of a block can be found within the remaining limits."""
        if self._ask is None:
            return self._search.solvable(block)
        return self._ask(self._asked(block, WORST)).tree is not None

    def _asked(self, block: State, objective: Objective, below: int = IMPOSSIBLE) -> Task:
        """Return the task of a block, which has no known symmetries of its own."""
        question = self._task.question
        question = question._replace(
            candidates=block.members,
            objective=objective,
            max_steps=block.steps,
            max_cost=block.budget if self._scores.costs else NO_LIMIT,
            prices=question.prices[self._model.level(block.made) :],
            first=(),
        )
        limits = self._task.limits._replace(below=below, least_steps=1)
        hints = self._task.hints._replace(symmetries=(), words=Words())
        return Task(question, limits, hints)

    def _letters(self, options: Iterable[Splitting], members: array[int]) -> int:
        """Return the maximum number of scores per guess, where all final ones count as one.

        The result is 0 if one guess ends secrets of several goals.
        """
        final = self._scores.final
        most = 0
        for option in options:
            blocks = split(self._scores, option.guess, members)
            ended = [c for score, own in blocks if final[score] for c in own]
            if len(ended) > 1 and not known(self._scores, ended):
                return 0
            most = max(most, sum(not final[score] for score, _ in blocks) + bool(ended))
        return most

    def _short_cut(self, option: Splitting, state: State, reach: Reach) -> int:
        """Return a lower bound for a first guess by the numbers of its blocks and ended secrets."""
        now = self._model.paid(option.guess, state.members, state.made)
        if not option.blocks:
            return now
        left = state.steps - 1, state.budget - self._model.lengths[option.guess]
        later = State(state.members, *left, state.legal, state.made + 1)
        return now + self._later(later, reach, option.ended, len(option.blocks))

    def _floor(self, block: State, reach: Reach, letters: int) -> int:
        """Return a lower bound for the total of a block by weights and goals of its candidates."""
        total = self._later(block, reach)
        if not letters:
            return total
        by_goal: Counter[int] = Counter()
        for c in block.members:
            by_goal[self._scores.goals[c] if self._scores.goals else c] += self._model.weights[c]
        if len(by_goal) > letters ** self._steps(block, reach):
            return IMPOSSIBLE
        prices = self._task.question.prices or (int(not self._scores.costs),)
        rate = min(prices[self._model.level(block.made) :]) + reach.cheapest
        return max(total, rate * huffman(by_goal.values(), letters))

    def _later(self, state: State, reach: Reach, over: int = 0, blocks: int = 1) -> int:
        """Return a lower bound for candidates: some are over, the others are in blocks."""
        size = len(state.members)
        if size > over + blocks * reach.capacity(self._steps(state, reach), size):
            return IMPOSSIBLE
        return self._model.floor(state.members, state.made, reach, over, blocks)

    def _steps(self, state: State, reach: Reach) -> int:
        return min(state.steps, state.budget // (reach.cheapest or 1))

    def _glance(self, block: State) -> int:
        """Return a one-step lower bound of a block: the minimum over its guesses."""
        key = self._search.key(block)
        if key not in self._glances:
            reach, options = self._search.splittings(block)
            short_cuts = (self._short_cut(option, block, reach) for option in options)
            least = min(short_cuts, default=IMPOSSIBLE)
            self._glances[key] = least if block.steps > 0 else IMPOSSIBLE
        return self._glances[key]
