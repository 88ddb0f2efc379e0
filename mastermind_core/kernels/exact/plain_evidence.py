"""Evidence of a lower bound where secrets have goals or guesses costs, in plain Python.

A lemma says of a set what every strategy costs at least within so many guesses and by paths that
cost no more than so much. What a checker sees by itself is worked out here, too, so that there is
no lemma about it.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from mastermind_core.errors import BadArgument
from mastermind_core.kernels.exact.bounds import capacity
from mastermind_core.kernels.exact.floors import huffman
from mastermind_core.kernels.exact.reference import Search
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
from mastermind_core.kernels.shared.orbits import first_of_orbits
from mastermind_core.kernels.shared.plain_scores import PlainScores, known, over

#: Searches a part of the candidates, without a limit of time.
Ask = Callable[[Task], Found]


class _Reach(NamedTuple):
    """What no guess surpasses in a set or a part of it.

    That is the most candidates that one ends and the most blocks that go on, the most answers and
    the least price; ``pure`` says that end states never come from two goals.
    """

    ended: int
    blocks: int
    answers: int
    cheapest: int
    pure: bool


class _Limits(NamedTuple):
    """The guesses and the money that are left."""

    steps: int
    purse: int


class Certifier(Search):
    """Go through a proof again, and write down what it rests on.

    What a block costs is asked of a faster search, where there is one.
    """

    def __init__(
        self, scores: PlainScores, task: Task, report: Report | None, ask: Ask | None = None
    ):
        super().__init__(scores, task._replace(nodes=NO_LIMIT, seconds=NO_LIMIT), report)
        self.scores = scores
        self._prices, self._dearest = self.model.lengths, self.model.longest
        self._ask = ask
        self._made: dict[tuple[bytes, _Limits], Lemma] = {}
        self._glances: dict[tuple[bytes, _Limits], int] = {}
        moved = [on_guess for on_guess, *_ in task.symmetries]
        self._firsts = set(first_of_orbits(moved, scores.n_guesses))

    def evidence(self, facts: Sequence[Fact]) -> Evidence:
        """Return lemmas that show facts about all candidates."""
        task, root = self._task, self._task.candidates
        for fact in facts:
            self._show(root, self._limits(root, fact.steps, fact.cost), fact.least)
        lemmas = sorted(self._made.values(), key=lambda lemma: len(lemma.secrets))
        symmetries = [
            (array("I", guesses), array("I", secrets)) for guesses, secrets, _ in task.symmetries
        ]
        return Evidence(symmetries, lemmas)

    def _limits(self, members: Sequence[int], steps: int, purse: int) -> _Limits:
        """Return what a set can use of guesses and money."""
        return _Limits(*self.model.limits(len(members), steps, purse))

    def _show(self, members: array[int], limits: _Limits, least: int) -> None:
        """State that a set costs at least ``least``, which is so, and what that rests on."""
        if self._shown(members, limits) >= least:
            return
        at_root = len(members) == len(self._task.candidates)
        if limits.steps > 0:
            fair = self._fair(members, limits)
            reach = self._reach(members, fair)
            asked = [guess for guess in fair if not at_root or guess in self._firsts]
            for done, guess in enumerate(asked):
                if at_root and self._report is not None:
                    self._report(least, least, done, len(asked), self.nodes)
                self._refute(guess, members, limits, least, reach)
        unlimited = self._limits(members, NO_LIMIT, NO_LIMIT)
        self._made[members.tobytes(), limits] = Lemma(
            members,
            NO_LIMIT if limits.steps == unlimited.steps else limits.steps,
            least,
            tuple(range(len(self._task.symmetries))) if at_root else (),
            NO_LIMIT if limits.purse == limits.steps * self._dearest else limits.purse,
        )

    def _shown(self, members: array[int], limits: _Limits) -> int:
        made = self._made.get((members.tobytes(), limits))
        return 0 if made is None else made.least

    def _refute(
        self, guess: int, members: array[int], limits: _Limits, least: int, reach: _Reach
    ) -> None:
        """Show of the blocks of a guess what makes it cost ``least``, and no more than that."""
        missing = least - self._prices[guess] * self.model.weight(members)
        blocks = []
        for block, left in self._after(guess, members, limits):
            floor = max(self._floor_of(block, left, reach), self._shown(block, left))
            missing -= floor
            blocks.append((block, left, floor))
        for at, (block, left, floor) in enumerate(blocks):
            if missing <= 0:
                return
            seen = max(0, self._glance(block, left) - floor)
            missing -= seen
            blocks[at] = block, left, floor + seen
        if missing <= 0:
            return
        if least >= IMPOSSIBLE:
            self._refute_all(blocks)
            return
        for block, left, floor in blocks:
            cost = self._cost(block, left, floor + missing)
            reached = floor + missing if cost is None else cost
            if reached > floor:
                self._show(block, left, reached)
            missing -= reached - floor
            if missing <= 0:
                return
        raise BadArgument("facts: expected what a search has proven")

    def _refute_all(self, blocks: list[tuple[array[int], _Limits, int]]) -> None:
        """Show of one block that it cannot be done, the largest first."""
        for block, left, _ in sorted(blocks, key=lambda one: -len(one[0])):
            if not self._doable(block, left):
                self._show(block, left, IMPOSSIBLE)
                return
        raise BadArgument("facts: expected what a search has proven")

    def _cost(self, block: array[int], left: _Limits, below: int) -> int | None:
        """Return the least total of a block if it is under ``below``, else None."""
        if self._ask is not None:
            found = self._ask(self._asked(block, left)._replace(objective=MEAN, below=below))
            return None if found.tree is None else found.total
        total = self.least(self.state(block, *left), below)
        return total if total < below else None

    def _doable(self, block: array[int], left: _Limits) -> bool:
        """Return whether all of a block can be found with what is left."""
        if self._ask is not None:
            return self._ask(self._asked(block, left)._replace(objective=WORST)).tree is not None
        return self.solvable(self.state(block, *left))

    def _asked(self, block: array[int], left: _Limits) -> Task:
        """Return the task of a block, which has no symmetries of its own that are known."""
        money = left.purse if self.scores.costs else NO_LIMIT
        task = self._task._replace(max_steps=left.steps, max_cost=money, least_steps=1)
        return task._replace(candidates=block, symmetries=(), words=Words(), first=())

    def _after(
        self, guess: int, members: array[int], limits: _Limits
    ) -> Iterator[tuple[array[int], _Limits]]:
        """Yield the blocks that go on after a guess, with what is left for them."""
        steps, purse = limits.steps - 1, limits.purse - self._prices[guess]
        for _, block in self.blocks(guess, members):
            yield block, self._limits(block, steps, purse)

    def _fair(self, members: array[int], limits: _Limits) -> list[int]:
        """Return the guesses that may be made and tell something."""
        return [
            guess
            for guess in range(self.scores.n_guesses)
            if self._prices[guess] <= limits.purse
            and self._allowed(guess, self.state(members, *limits))
            and self._option(guess, members) is not None
        ]

    def _reach(self, members: array[int], fair: Sequence[int]) -> _Reach:
        reach = _Reach(1, 0, 0, IMPOSSIBLE, pure=True)
        for guess in fair:
            blocks = split(self.scores, guess, members)
            ended = array("I", [c for s, own in blocks if self.scores.final[s] for c in own])
            others = [own for score, own in blocks if not self.scores.final[score]]
            going = sum(not over(self.scores, score, own) for score, own in blocks)
            mixed = len(ended) > 1 and not known(self.scores, ended)
            reach = _Reach(
                max(reach.ended, len(ended) + sum(map(self._most_of_a_goal, others))),
                max(reach.blocks, going),
                max(reach.answers, len(others) + bool(ended)),
                min(reach.cheapest, self._prices[guess]),
                reach.pure and not mixed,
            )
        return reach

    def _most_of_a_goal(self, block: Sequence[int]) -> int:
        if not self.scores.goals:
            return 0
        return max(Counter(self.scores.goals[c] for c in block).values())

    def _floor_of(self, block: array[int], left: _Limits, reach: _Reach) -> int:
        """Return what a block costs at least by the weights in it."""
        steps, size = min(left.steps, left.purse // reach.cheapest), len(block)
        if size > capacity(min(steps, size), reach.ended, reach.blocks):
            return IMPOSSIBLE
        weights = self._task.weights
        own = [weights[c] if weights else 1 for c in block]
        heaviest = list(accumulate(sorted(own, reverse=True), initial=0))
        total = guesses = 0
        while (most := capacity(guesses, reach.ended, reach.blocks)) < size:
            total += heaviest[-1] - heaviest[most]
            guesses += 1
        if reach.pure:
            lots = self._lots(block, own)
            if len(lots) > reach.answers ** min(steps, size):
                return IMPOSSIBLE
            total = max(total, huffman(lots, reach.answers))
        return reach.cheapest * total

    def _lots(self, block: array[int], weights: list[int]) -> list[int]:
        """Return the weights of what has to be told apart."""
        if not self.scores.goals:
            return weights
        lots: Counter[int] = Counter()
        for candidate, weight in zip(block, weights, strict=True):
            lots[self.scores.goals[candidate]] += weight
        return list(lots.values())

    def _glance(self, block: array[int], left: _Limits) -> int:
        """Return what the guesses of a block say that it costs at least."""
        key = block.tobytes(), left
        if key not in self._glances:
            fair = self._fair(block, left)
            reach = self._reach(block, fair)
            weight = self.model.weight(block)
            self._glances[key] = min(
                (
                    self._prices[guess] * weight
                    + sum(self._floor_of(*part, reach) for part in self._after(guess, block, left))
                    for guess in fair
                ),
                default=IMPOSSIBLE,
            )
        return self._glances[key]
