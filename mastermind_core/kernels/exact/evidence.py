"""Evidence of a lower bound in plain Python: the lemmas that a proof rests on.

A lemma says of a set what every strategy costs at least after some guesses, within so many more and
by paths that are no longer than so much. What a checker sees by itself is worked out here, too, so
that there is no lemma about it.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, islice
from typing import NamedTuple

from mastermind_core.errors import BadArgument
from mastermind_core.kernels.exact.bounds import huffman
from mastermind_core.kernels.exact.cost import CostModel, Reach
from mastermind_core.kernels.exact.reference import Key, ReferenceSearch, State
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
from mastermind_core.kernels.shared.plain_scores import PlainScores

#: Searches a part of the candidates, without a limit of time.
Ask = Callable[[Task], Found]


class _Shape(NamedTuple):
    """What a guess does with a set: those it ends for good, or at most of a part, and its blocks.

    ``answers`` counts all end states as one; ``mixed`` says whether they come from several goals.
    """

    guess: int
    over: int
    ended: int
    blocks: int
    answers: int
    mixed: bool


class _View(NamedTuple):
    """A state with the guesses that may be made and tell something, and what none surpasses."""

    state: State
    shapes: list[_Shape]
    reach: Reach
    letters: int


class Certifier:
    """Go through a proof again, and write down what it rests on.

    What a block costs is asked of a faster search, where there is one.
    """

    def __init__(
        self, scores: PlainScores, task: Task, report: Report | None, ask: Ask | None = None
    ):
        self._task = task._replace(nodes=NO_LIMIT, seconds=NO_LIMIT)
        self._scores, self._report, self._ask = scores, report, ask
        self._search = ReferenceSearch(scores, self._task)
        self._model: CostModel = self._search.model
        self._made: dict[Key, Lemma] = {}
        self._glances: dict[Key, int] = {}
        moved = [on_guess for on_guess, *_ in task.symmetries]
        self._firsts = set(first_of_orbits(moved, scores.n_guesses))

    def evidence(self, facts: Iterable[Fact]) -> Evidence:
        """Return lemmas that show facts about all candidates."""
        for fact in facts:
            self._show(self._search.state(self._task.candidates, fact.steps, fact.cost), fact.least)
        lemmas = sorted(self._made.values(), key=lambda lemma: len(lemma.secrets))
        symmetries = [
            (array("I", guesses), array("I", secrets))
            for guesses, secrets, _ in self._task.symmetries
        ]
        return Evidence(symmetries, lemmas)

    def _show(self, state: State, least: int) -> None:
        """State that a set costs at least ``least``, which is so, and what that rests on."""
        if self._shown(state) >= least:
            return
        members = state.members
        at_root = len(members) == len(self._task.candidates)
        if state.steps > 0:
            view = self._view(state)
            asked = [s for s in view.shapes if not at_root or s.guess in self._firsts]
            for done, shape in enumerate(asked):
                if at_root and self._report is not None:
                    self._report(least, least, done, len(asked), self._search.nodes)
                if self._short_cut(shape, view) < least:
                    self._refute(shape.guess, view, least)
        self._made[self._search.key(state)] = Lemma(
            members,
            NO_LIMIT if state.steps == len(members) else state.steps,
            least,
            tuple(range(len(self._task.symmetries))) if at_root else (),
            NO_LIMIT if state.purse == state.steps * self._model.longest else state.purse,
            made=self._model.level(state.made),
        )

    def _shown(self, state: State) -> int:
        made = self._made.get(self._search.key(state))
        return 0 if made is None else made.least

    def _refute(self, guess: int, view: _View, least: int) -> None:
        """Show of the blocks of a guess what makes it cost ``least``, and no more than that."""
        search, state = self._search, view.state
        blocks = [search.after(state, guess, *one) for one in search.blocks(guess, state.members)]
        missing = least - self._model.paid(guess, state.members, state.made)
        floors = [max(self._floor(block, view), self._shown(block)) for block in blocks]
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
        raise BadArgument("facts: expected what a search has proven")

    def _cost(self, block: State, below: int) -> int:
        """Return the least total of a block if it is under ``below``, else a bound from there."""
        if self._ask is None:
            return self._search.least(block, below)
        found = self._ask(self._asked(block)._replace(objective=MEAN, below=below))
        return below if found.tree is None else found.total

    def _within(self, block: State) -> bool:
        """Return whether all of a block can be found with what is left."""
        if self._ask is None:
            return self._search.solvable(block)
        return self._ask(self._asked(block)._replace(objective=WORST)).tree is not None

    def _asked(self, block: State) -> Task:
        """Return the task of a block, which has no symmetries of its own that are known."""
        return self._task._replace(
            candidates=block.members,
            max_steps=block.steps,
            max_cost=block.purse if self._scores.costs else NO_LIMIT,
            prices=self._task.prices[self._model.level(block.made) :],
            symmetries=(),
            words=Words(),
            first=(),
            least_steps=1,
        )

    def _view(self, state: State) -> _View:
        shapes = [
            shape
            for guess in range(self._scores.n_guesses)
            if self._model.lengths[guess] <= state.purse and self._search.allowed(guess, state)
            for shape in self._shapes(guess, state.members)
        ]
        reach = Reach(
            max((shape.ended for shape in shapes), default=1),
            max((shape.blocks for shape in shapes), default=0),
            min((self._model.costs[shape.guess] for shape in shapes), default=0),
        )
        pure = not any(shape.mixed for shape in shapes)
        letters = max((shape.answers for shape in shapes), default=0) if pure else 0
        return _View(state, shapes, reach, letters)

    def _shapes(self, guess: int, members: array[int]) -> Sequence[_Shape]:
        """Return the shape of a guess, or nothing where it tells nothing."""
        blocks = split(self._scores, guess, members)
        final = self._scores.final
        ended = [c for score, own in blocks if final[score] for c in own]
        others = [own for score, own in blocks if not final[score]]
        if not ended and len(others) == 1:
            return ()
        going = [own for own in others if not self._model.known(own)]
        at_most = self._model.most_ended(blocks)
        mixed = len(ended) > 1 and not self._model.known(ended)
        over = len(members) - sum(map(len, going))
        return [_Shape(guess, over, at_most, len(going), len(others) + bool(ended), mixed)]

    def _short_cut(self, shape: _Shape, view: _View) -> int:
        """Bound the total of a first guess by its shape alone."""
        members, made = view.state.members, view.state.made
        now = self._model.paid(shape.guess, members, made)
        if not shape.blocks:
            return now
        left = view.state.steps - 1, view.state.purse - self._model.lengths[shape.guess]
        return now + self._later(view, members, shape.over, shape.blocks, *left)

    def _floor(self, block: State, view: _View) -> int:
        """Bound the total of a block by the weights of its candidates and its goals."""
        total = self._later(view, block.members, 0, 1, block.steps, block.purse)
        if not view.letters:
            return total
        lots: Counter[int] = Counter()
        for c in block.members:
            lots[self._scores.goals[c] if self._scores.goals else c] += self._model.weights[c]
        if len(lots) > view.letters ** self._steps(view, block.steps, block.purse):
            return IMPOSSIBLE
        rate = min(self._prices_from(block.made)) + view.reach.cheapest
        return max(total, rate * huffman(lots.values(), view.letters))

    def _later(
        self, view: _View, members: array[int], over: int, blocks: int, steps: int, purse: int
    ) -> int:
        """Bound what candidates pay, of which some blocks are left, and some are over."""
        size, steps = len(members), self._steps(view, steps, purse)
        if size > over + blocks * view.reach.capacity(steps, size):
            return IMPOSSIBLE
        lightest = [0, *accumulate(sorted(self._model.weights[c] for c in members))]
        prices = self._prices_from(view.state.made + 1)
        total = 0
        for at, found in enumerate(islice(view.reach.found(), view.state.steps)):
            left = size - over - blocks * found
            if left <= 0:
                break
            total += (prices[min(at, len(prices) - 1)] + view.reach.cheapest) * lightest[left]
        return total

    def _steps(self, view: _View, steps: int, purse: int) -> int:
        return min(steps, purse // (view.reach.cheapest or 1))

    def _prices_from(self, made: int) -> Sequence[int]:
        """Return the prices of the guesses from some number on, the last one that of all others."""
        prices = self._task.prices or (int(not self._scores.costs),)
        return prices[self._model.level(made) :]

    def _glance(self, block: State) -> int:
        """Return what the guesses of a block say that it costs at least."""
        key = self._search.key(block)
        if key not in self._glances:
            view = self._view(block) if block.steps > 0 else None
            shapes = view.shapes if view else ()
            self._glances[key] = min(
                (self._short_cut(shape, view) for shape in shapes if view), default=IMPOSSIBLE
            )
        return self._glances[key]
