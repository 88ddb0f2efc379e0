"""Optimal policies of small games whose answers may be wrong.

A state of a policy is a belief: weights without a common divisor. Beliefs that are equal up to a
symmetry of the game are one state. Only the value of a state is stored. Guesses are found by
looking one answer ahead.

A limited game is searched depth first. A game without a limit is a stochastic shortest path: its
policy is found by policy iteration among the guesses that never lead to a dead end. A search that
is stopped has the best policy so far, which is at least as good as each named strategy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from operator import attrgetter, itemgetter
from time import monotonic
from typing import Any, TypeAlias, TypeVar

from attrs import define, field, frozen
from more_itertools import unique_everseen

from mastermind_core.arguments import real_number, whole_number
from mastermind_core.errors import BadArgument, Interrupted, NoStrategy, UninformativeGuess
from mastermind_core.game import is_key
from mastermind_core.kernels import keep, look, stoppable
from mastermind_core.noise.belief import Belief, first_belief
from mastermind_core.noise.bounds import lower_bound
from mastermind_core.noise.building import FIRST_WORK, MOST_WORK, Built, Work, built_policy
from mastermind_core.noise.building import Policy as Policy
from mastermind_core.noise.choosing import MEASURES, best_guess
from mastermind_core.noise.figures import (
    MOST_OPEN,
    MOST_STAGES,
    Move,
    Stage,
    explored,
    figures_of,
    solved,
)
from mastermind_core.noise.players import NoisyPlayer
from mastermind_core.noise.symmetries import MOST_LIKELIHOODS, key_of, signatures_of
from mastermind_core.play.parts import Ending
from mastermind_core.results import Shown
from mastermind_core.tree import Node, lazy_tree

Value = TypeVar("Value")

#: A recursive function without a limit of its depth: it yields calls, and gets their values.
Call: TypeAlias = Generator["Call[Any]", Any, Value]

#: A function of a belief and the number of guesses left to the next guess, or None.
Choice: TypeAlias = Callable[[Belief, int], "int | None"]

#: The part of the time after which a search is stopped.
_SEARCHED = 3 / 4

#: The maximum number of beliefs of a named strategy in a game without a limit.
_MOST_NAMED = 1500

#: The move of a stage at which a game ends.
_END: Move = (0, {})

#: The message of a search that was stopped early.
_TOO_EARLY = "the budget ended before any policy was found: give more seconds= or nodes="


@frozen
class NoisySolution(Shown):
    """An optimal policy for answers that may be wrong, with proven bounds."""

    #: The first node of the policy; None if the game is over before the first guess.
    tree: Policy | None = field(repr=False)
    #: The probability that the policy names the right goal or secret.
    accuracy: Fraction
    #: The expected number of guesses of the policy, or their cost if guesses have costs.
    mean: Fraction
    #: An upper bound on the accuracy of any policy, or a lower bound on its mean to a confidence.
    #: It equals that of the policy if it is proven.
    bound: Fraction
    #: Whether no policy is better.
    proven: bool
    #: The number of different beliefs.
    beliefs: int
    #: Whether guesses have costs, so that the mean is a cost.
    priced: bool = False
    #: The game.
    game: Any = field(default=None, repr=False, eq=lambda _: None)

    @property
    def unfolded(self) -> Node:
        """Return the policy as a tree of outcomes, as :func:`~mastermind_core.lazy_tree` does."""
        if self.game is None:
            raise BadArgument("a policy of an old file has no game: use lazy_tree(game, policy)")
        if self.tree is None:
            return lazy_tree(self.game, max_steps=0)
        policy: Any = self
        return lazy_tree(self.game, policy)

    def __str__(self) -> str:
        state = "proven" if self.proven else f"bound {float(self.bound):.6f}"
        figures = f"right with probability {float(self.accuracy):.6f}"
        mean = f"{float(self.mean):.4f}"
        noun = "questions" if is_key(self.game) else "guesses"
        spent = f"cost {mean}" if self.priced else f"{mean} {noun}"
        return f"{figures}, {spent} on average, {state}"


@stoppable
def optimal_policy(
    game: Any,
    *,
    max_steps: Any = None,
    confidence: Any = None,
    seconds: Any = None,
    nodes: Any = None,
) -> NoisySolution:
    """Return the policy with the highest accuracy, or with the fewest guesses to a confidence.

    Raises:
        Interrupted: At Ctrl-C. Its ``solution`` has the best policy so far.
        NoStrategy: If no policy reaches the confidence, or the budget ends before one is found.
    """
    ending = Ending.of(confidence, max_steps)
    seconds = real_number("seconds", seconds, none="for no limit", most=float("inf"))
    nodes = whole_number("nodes", nodes, none="for no limit")
    budget = _Budget(seconds, nodes or MOST_STAGES)
    first = first_belief(game)
    search = _PolicySearch(first, ending, budget, accurate=confidence is None)
    try:
        solution = _Endless(search).solution() if max_steps is None else search.solution()
    except NoStrategy:
        if budget.interrupted:
            raise Interrupted from None
        raise
    keep(solution)
    if budget.interrupted:
        raise Interrupted(solution)
    return solution


class _StoppedError(Exception):
    """The signal that the budget has ended."""


@define(eq=False)
class _Budget:
    """The remaining time and beliefs of a search, and whether Ctrl-C was pressed.

    The search has a part of the time, and the policies that are built after it have the rest.
    """

    seconds: float | None
    beliefs: int
    interrupted: bool = False
    over: bool = False
    _part: float = _SEARCHED
    _began: float = field(factory=monotonic)

    def is_over(self, beliefs: int) -> bool:
        """Return whether the search ends, with the number of its beliefs so far."""
        try:
            look()
        except KeyboardInterrupt:
            self.interrupted = True
        self.over = self.over or self.interrupted or self._is_late or beliefs > self.beliefs
        return self.over

    @property
    def _is_late(self) -> bool:
        return self.seconds is not None and monotonic() - self._began > self._part * self.seconds

    def start_building(self) -> None:
        """Give the rest of the time to the policies, if the search was stopped."""
        if self.over and self.seconds is not None and not self.interrupted:
            self._part = 1
            self.over = self._is_late

    def check(self) -> None:
        """Raise an exception if the time is up or Ctrl-C was pressed."""
        if self.is_over(0):
            raise _StoppedError


def _value(call: Call[Value]) -> Value:
    """Return the value of a recursive function, by a stack of its calls."""
    stack: list[Call[Any]] = [call]
    value: Any = None
    while stack:
        try:
            inner = stack[-1].send(value)
        except StopIteration as done:
            stack.pop()
            value = done.value
        else:
            stack.append(inner)
            value = None
    found: Value = value
    return found


@frozen(eq=False)
class _Found:
    """The bounds on the value of a belief in a search, and the guess for the upper bound."""

    low: Fraction
    high: Fraction
    #: The best guess for the belief with these weights; None if no guess was tried.
    guess: int | None = None
    state: Any = None


@define(eq=False)
class _PolicySearch:
    """The minimum errors, or costs, for beliefs with n guesses left, as intervals."""

    first: Belief
    ending: Ending
    budget: _Budget
    accurate: bool
    known: dict[Any, _Found] = field(factory=dict)
    #: A function to a key that equivalent beliefs share, and the number of symmetries it takes.
    key: Callable[[Belief], Any] = field(init=False)
    images: int = 0
    options: Sequence[int] = field(init=False)
    #: The maximum number of answers to a guess that differ in what they tell.
    most: int = field(init=False)
    #: The players of the named strategies. They are made before there is a policy to lose.
    players: Sequence[NoisyPlayer] = field(init=False)
    #: The work on the policy that is built, and the strategy where the search has no guess.
    work: Work = field(init=False)
    informed: Choice = field(init=False)

    def __attrs_post_init__(self) -> None:
        table = self.first.table
        everything = range(len(table.guesses.items))
        self.options = everything
        self.most = len(table.answers.items)
        self.key = attrgetter("state")
        self.work = Work(lambda: self.budget.is_over(0))
        self.players = [NoisyPlayer(self.first.game, name) for name in MEASURES]
        self.informed = self.named(self.players[0])
        if len(everything) * len(table.secrets.items) * self.most > MOST_LIKELIHOODS:
            return
        with suppress(_StoppedError):
            signatures = signatures_of(self.first, self.budget.check)
            self.most = max(len(signature) for _, signature in signatures)
            cheapest = sorted(everything, key=lambda guess: signatures[guess][0])
            different = unique_everseen(cheapest, lambda guess: signatures[guess][1])
            self.options = everything if table.again != "fresh" else sorted(different)
            self.key, self.images = key_of(self.first, signatures, self.budget.check)

    def solution(self) -> NoisySolution:
        """Return the best policy within the maximum number of guesses."""
        steps = self.ending.max_steps or 0
        found = _value(self.value(self.first, steps))
        self.budget.start_building()
        policies = self._policies(steps, found.low) or [*self._narrow_policies(steps)]
        if not policies:
            raise NoStrategy(f"{_TOO_EARLY}, or a lower max_steps=")
        best = min(policies, key=self.measured)
        proven = found.low == self.measured(best)
        bound = 1 - found.low if self.accurate else found.low
        rest = bound, proven, len(self.known), self.first.table.priced, self.first.game
        return NoisySolution(best.node, best.accuracy, best.cost, *rest)

    def _policies(self, steps: int, least: Fraction) -> list[Built]:
        """Return the search's policy and the named strategies' policies.

        Each gets a little work. Those that are cut short get more, the best first, and among equals
        the search's policy last. They share it equally if a policy that is cut short does not
        count.

        Args:
            steps: The maximum number of guesses.
            least: The smallest possible error, or cost. No policy is built after one that reaches
                it.
        """
        policies: list[Built] = []
        cut: list[tuple[Fraction, bool, Choice]] = []
        for choose in (self.chosen, *map(self.named, self.players)):
            self.work.start(FIRST_WORK)
            built = self.built(choose, steps)
            policies += built
            value = min(map(self.measured, built), default=Fraction(0))
            if built and value == least:
                return policies
            if self.work.is_over:
                cut.append((value, choose == self.chosen, choose))
        left = MOST_WORK
        for _, _, choose in sorted(cut, key=itemgetter(0, 1)):
            self.work.start(left if self.accurate else MOST_WORK // len(cut))
            policies += self.built(choose, steps)
            left -= self.work.done
            if left <= 0 and self.accurate:
                break
        return policies

    def built(self, choose: Choice, steps: int) -> list[Built]:
        """Return a function's policy, or none if a confidence takes too much work."""
        return built_policy(self.first, steps, choose, self.is_over, self.work, cut=self.accurate)

    def _narrow_policies(self, steps: int) -> Iterator[Built]:
        """Yield policies that reach a confidence, each more informative than the one before.

        After some informative guesses they ask the question of the fewest answers, which leads to
        few different beliefs.
        """
        narrow = sorted(self.options, key=self._count_answers)
        self.work.start(MOST_WORK // 4)
        most = 0

        def choose(belief: Belief, left: int) -> int | None:
            if steps - left < most:
                return self.informed(belief, left)
            return next(self.useful(belief, narrow), None)

        while built := self.built(choose, steps):
            yield from built
            most = 2 * most + 1

    def _count_answers(self, guess: int) -> int:
        """Return the number of answers to a guess that are possible at first."""
        table = self.first.table
        channel = table.channel(guess)
        return len({answer for score in {*table.row(guess)} for answer in channel[score]})

    def measured(self, built: Built) -> Fraction:
        """Return the quantity that is minimized."""
        return 1 - built.accuracy if self.accurate else built.cost

    def is_over(self, belief: Belief, left: int) -> bool:
        """Return whether the game ends here."""
        return left == 0 or belief.is_won or self.ending.is_sure(belief)

    def ended(self, belief: Belief) -> Fraction:
        """Return the value of a belief at which the game ends."""
        return 1 - belief.accuracy if self.accurate else Fraction(0)

    def value(self, belief: Belief, left: int) -> Call[_Found]:
        """Return bounds on the minimum error, or cost, with a number of guesses left."""
        ended = self.ended(belief)
        if self.is_over(belief, left):
            return _Found(ended, ended)
        most = ended if self.accurate else self._most(belief, left)
        if self.budget.over:
            return _Found(self._least(belief, left), most)
        key = self.key(belief), left
        if key in self.known:
            return self.known[key]
        low = None
        high = None
        best = None
        for guess in self.useful(belief):
            if self.budget.is_over(len(self.known)):
                low = self._least(belief, left)
                break
            least, own = yield self.tried(belief, left, guess)
            low = least if low is None else min(low, least)
            if high is None or own < high:
                high = own
                best = guess
        else:
            if low is None:
                low = high = ended
        self.known[key] = _Found(low, most if high is None else high, best, belief.state)
        return self.known[key]

    def _least(self, belief: Belief, left: int) -> Fraction:
        """Return a lower bound on the error, or cost, with a number of guesses left.

        Each sequence of answers names one class, whose probability only falls. An answer that
        ends the game is right for every class.
        """
        if not self.accurate:
            least = min(map(belief.table.cost, self.options))
            return Fraction(next((least for _ in self.useful(belief)), 0))
        ends = any(self.first.table.final)
        return Fraction(0) if ends else max(Fraction(0), 1 - belief.certainty * self.most**left)

    def _most(self, belief: Belief, left: int) -> Fraction:
        """Return an upper bound on the cost of any policy with a number of guesses left."""
        return Fraction(left * max(belief.table.cost(guess) for guess in self.options))

    def useful(self, belief: Belief, options: Sequence[int] = ()) -> Iterator[int]:
        """Yield the informative guesses of some options, and those that may end the game."""
        new = (guess for guess in options or self.options if guess not in belief.repeats)
        for guess in new:
            if belief.tells(guess) or belief.table.may_end(guess, belief.ids):
                yield guess

    def tried(self, belief: Belief, left: int, guess: int) -> Call[tuple[Fraction, Fraction]]:
        """Return bounds on the minimum error, or cost, of a guess."""
        low = high = Fraction(0) if self.accurate else Fraction(belief.table.cost(guess))
        for _, chance, told in belief.outcomes(guess):
            found = yield self.value(told, left - 1)
            low += chance * found.low
            high += chance * found.high
        return low, high

    def chosen(self, belief: Belief, left: int) -> int | None:
        """Return the guess of the search, or if it has none, the most informative one or None."""
        found = self.known.get((self.key(belief), left))
        if found is None or found.guess is None:
            return self.informed(belief, left)
        if found.state == belief.state:
            return found.guess
        best = None
        least = None
        for guess in self.useful(belief):
            most = self._looked_up(belief, left, guess)
            if least is None or most < least:
                best = guess
                least = most
            if least == found.high or self.work.is_over:
                break
        return best

    def _looked_up(self, belief: Belief, left: int, guess: int) -> Fraction:
        """Return the upper bound of a guess by the values that the search has found."""
        high = Fraction(0) if self.accurate else Fraction(belief.table.cost(guess))
        for _, chance, told in belief.outcomes(guess):
            self.work.done += len(belief.masses) * (1 + self.images // 2)
            found = self.known.get((self.key(told), left - 1))
            if found is not None and not self.is_over(told, left - 1):
                high += chance * found.high
            elif self.accurate or self.is_over(told, left - 1):
                high += chance * self.ended(told)
            else:
                high += chance * self._most(told, left - 1)
        return high

    def named(self, player: NoisyPlayer) -> Choice:
        """Return the strategy of a player. It returns None if no guess is informative."""

        def guess(belief: Belief, left: int) -> int | None:
            try:
                return player.guess(belief)
            except UninformativeGuess:
                return None

        return guess


@frozen(eq=False)
class _Plan:
    """A guess at each stage of a game without a limit, with the exact mean and accuracy."""

    stages: Sequence[Stage]
    chosen: Sequence[int]
    picked: Sequence[Move]
    cost: Fraction

    def solution(self, bound: Fraction | None, beliefs: int) -> NoisySolution:
        """Return the plan as a solution. Without a bound, it is proven."""
        items = self.stages[0].belief.table.guesses.items
        nodes: list[Any] = [
            None if guess < 0 else Policy(items[guess], {}, {}) for guess in self.chosen
        ]
        for node, (_, steps) in zip(nodes, self.picked, strict=True):
            for answer, (to, _) in steps.items():
                node.grow(self.stages[to].belief, answer, nodes[to])
        accuracy = figures_of(self.stages, self.picked).accuracy
        least = self.cost if bound is None else min(bound, self.cost)
        proven = least == self.cost
        first = self.stages[0].belief
        rest = proven, beliefs, first.table.priced, first.game
        return NoisySolution(nodes[0], accuracy, self.cost, least, *rest)


@define(eq=False)
class _Endless:
    """The policy with the fewest expected guesses without a limit, by policy iteration."""

    search: _PolicySearch

    def solution(self) -> NoisySolution:
        """Return the policy with its figures."""
        try:
            stages, moves = explored(Stage(self.search.first), self._guesses, check=self._check)
        except _StoppedError:
            return self._unproven([], 0)
        if len(stages) > MOST_OPEN:
            return self._unproven([], len(stages))
        over = [self._is_over(stage) for stage in stages]
        safe = _without_dead_ends(moves, over)
        if not safe[0]:
            sure = self.search.ending.confidence is None
            missed = "makes the goal certain" if sure else "reaches the confidence"
            raise NoStrategy(
                f"no policy {missed}: after some answers no guess is informative; give "
                f"{'a' if sure else 'a lower'} confidence=, or max_steps="
            )
        plan, optimal = self._improved(stages, safe, _ending_choice(stages, safe, over))
        return plan.solution(None, len(stages)) if optimal else self._unproven([plan], len(stages))

    def _check(self, stages: int) -> None:
        if self.search.budget.is_over(stages):
            raise _StoppedError

    def _is_over(self, stage: Stage) -> bool:
        """Return whether a game ends. One with no question left has to have the confidence."""
        belief = stage.belief
        if belief.table.again != "same":
            return self.search.is_over(belief, 1)
        confidence = self.search.ending.confidence
        sure = confidence is not None and belief.reaches(confidence)
        return belief.is_won or belief.is_certain or sure

    def _guesses(self, stage: Stage) -> list[int]:
        return [] if self._is_over(stage) else [*self.search.useful(stage.belief)]

    def _improved(
        self, stages: Sequence[Stage], moves: Sequence[Mapping[int, Move]], first: Sequence[int]
    ) -> tuple[_Plan, bool]:
        """Return the best plan, and whether it is optimal: the time may be up before."""
        reached = [place for place, own in enumerate(moves) if own]
        chosen = list(first)
        while True:
            picked = [own.get(guess, _END) for own, guess in zip(moves, chosen, strict=True)]
            values = solved(picked, [cost for cost, _ in picked])
            plan = _Plan(stages, chosen, picked, values[0])
            better = list(chosen)
            for place in reached:
                if self.search.budget.is_over(len(stages)):
                    return plan, False
                costs = {
                    guess: cost + sum(chance * values[to] for to, chance in steps.values())
                    for guess, (cost, steps) in moves[place].items()
                }
                if min(costs.values()) < values[place]:
                    better[place] = min(costs, key=costs.__getitem__)
            if better == chosen:
                return plan, True
            chosen = better

    def _unproven(self, plans: list[_Plan], stages: int) -> NoisySolution:
        """Return the best among some plans and the named strategies, with a lower bound."""
        stopped = self.search.budget.over
        self.search.budget.start_building()
        plans += [plan for plan in map(self._named, self.search.players) if plan is not None]
        search = self.search
        if not plans:
            if stopped or search.budget.over:
                raise NoStrategy(f"{_TOO_EARLY}, or max_steps=, the maximum number of guesses")
            raise BadArgument(
                f"the game has over {MOST_OPEN:,} different beliefs: give max_steps=, the maximum "
                "number of guesses"
            )
        bound = Fraction(min(search.first.table.cost(guess) for guess in search.options))
        proven = lower_bound(search.first, search.ending)
        if proven is not None:
            bound = max(bound, Fraction(proven.cost))
        return min(plans, key=lambda plan: plan.cost).solution(bound, stages)

    def _named(self, player: NoisyPlayer) -> _Plan | None:
        """Return the plan of a named strategy, or None if it has too many beliefs or dead ends."""
        work = Work(self.search.work.is_late, MOST_WORK // 4)

        def guesses(stage: Stage) -> list[int]:
            guess = None if self._is_over(stage) else player.guess(stage.belief)
            return [] if guess is None else [guess]

        def check(stages: int) -> None:
            work.guess(self.search.first, self.search.most)
            if stages > _MOST_NAMED or work.is_over:
                raise _StoppedError

        try:
            stages, moves = explored(Stage(self.search.first), guesses, check=check)
            picked = [next(iter(own.values())) for own in moves]
            cost = solved(picked, [cost for cost, _ in picked])[0]
        except (_StoppedError, UninformativeGuess):
            return None
        return _Plan(stages, [next(iter(own)) for own in moves], picked, cost)


def _without_dead_ends(
    moves: Sequence[Mapping[int, Move]], over: Sequence[bool]
) -> list[dict[int, Move]]:
    """Return the moves after which a policy can still end the game for certain.

    A stage has none if every policy may lead to a dead end from it, or go on for ever.
    """
    safe = [dict(own) for own in moves]
    while True:
        ending = _can_end(safe, over)
        kept = [
            {
                guess: move
                for guess, move in own.items()
                if ending[place] and all(ending[to] for to, _ in move[1].values())
            }
            for place, own in enumerate(safe)
        ]
        if kept == safe:
            return kept
        safe = kept


def _can_end(moves: Sequence[Mapping[int, Move]], over: Sequence[bool]) -> list[bool]:
    """Return for each stage whether some answers to its moves lead to an end."""
    before = defaultdict[int, list[int]](list)
    for place, own in enumerate(moves):
        for _, steps in own.values():
            for to, _ in steps.values():
                before[to].append(place)
    ending = list(over)
    waiting = [place for place, ended in enumerate(over) if ended]
    while waiting:
        for place in before[waiting.pop()]:
            if not ending[place]:
                ending[place] = True
                waiting.append(place)
    return ending


def _ending_choice(
    stages: Sequence[Stage], moves: Sequence[Mapping[int, Move]], over: Sequence[bool]
) -> list[int]:
    """Return a guess for each stage that ends the game for certain, the informative ones first.

    Each chosen guess has an answer that leads to a stage chosen before: the game ends.
    """
    chosen = [-1] * len(stages)
    done = list(over)
    preferred = [_preferred(stage, own) for stage, own in zip(stages, moves, strict=True)]
    while True:
        new = _next_choices(preferred, done) or _next_choices(moves, done, most=1)
        if not new:
            return chosen
        for place, guess in new.items():
            chosen[place], done[place] = guess, True


def _preferred(stage: Stage, own: Mapping[int, Move]) -> dict[int, Move]:
    """Return the most informative move, if it is one of some moves."""
    if not own or -1 in own:
        return {}
    guess = best_guess(stage.belief, MEASURES["entropy"])
    return {guess: own[guess]} if guess in own else {}


def _next_choices(
    moves: Sequence[Mapping[int, Move]], done: Sequence[bool], most: int | None = None
) -> dict[int, int]:
    """Return stages that are not done, with a guess that may lead to one that is done."""
    new: dict[int, int] = {}
    for place, own in enumerate(moves):
        if done[place] or len(new) == most:
            continue
        for guess, (_, steps) in own.items():
            if any(done[to] for to, _ in steps.values()):
                new[place] = guess
                break
    return new
