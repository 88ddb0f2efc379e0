"""Exact policies and lengths of small games with unknown rates, in fractions.

A belief is how often each question failed and passed. All orders of the same runs have the same
probability, so there are few beliefs with the same number of runs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property
from operator import add
from typing import Any, ClassVar

from attrs import evolve, frozen

from mastermind_core.errors import GameTooLarge
from mastermind_core.games.parts import count_pairs
from mastermind_core.histories.flaky import FlakyGame
from mastermind_core.histories.rates import exact_number
from mastermind_core.names import application
from mastermind_core.play.parts import Ending

#: The maximum number of beliefs.
_MOST = 20_000

#: The maximum number of pairs of a guess and a secret.
_MOST_PAIRS = 100_000


@frozen(eq=False)
class RunQuestion:
    """The guesses that fail for the same secrets: the cheapest one."""

    guess: Any
    cost: Fraction
    #: Whether each secret fails.
    fails: tuple[bool, ...]


class CountedGame:
    """A small game: its secrets with their classes, and the questions that differ."""

    def __init__(self, game: Any):
        """List the questions.

        Args:
            game: The game, whose costs do not depend on the run before.

        Raises:
            GameTooLarge: If there are too many guesses and secrets.
        """
        if count_pairs(game) > _MOST_PAIRS:
            raise GameTooLarge(
                f"{game!r} has over {_MOST_PAIRS:,} pairs of a guess and a secret, too many for "
                "exact figures: use simulate"
            )
        self.game = game
        weights = [Fraction(one) for one in game.weights or [1] * len(game.secrets)]
        self.weight = sum(weights, Fraction(0))
        self.prior = [weight / self.weight for weight in weights]
        self.goals: list[Hashable] = [game.goal(secret) for secret in game.secrets]
        self._first = game.first_belief()
        self.missed = cache(game.rates.missed.likelihood)
        self.alarm = cache(game.rates.alarm.likelihood)
        listed = sorted(map(self.question, game.guesses), key=lambda one: -one.cost)
        #: The cheapest of the guesses that fail for the same secrets.
        self.questions = [*{one.fails: one for one in listed}.values()]
        self.places = {one.fails: place for place, one in enumerate(self.questions)}

    def question(self, guess: Any) -> RunQuestion:
        """Return a guess as a question."""
        game = self.game
        price = game.price(self._first)(self._first.question(guess))
        fails = tuple(game.score(guess, secret) == game.answers[0] for secret in game.secrets)
        return RunQuestion(guess, exact_number(price), fails)


@frozen(eq=False)
class CountedBelief:
    """The joint probability of each goal and one order of some runs."""

    counted: CountedGame
    #: How often each question failed and passed.
    counts: tuple[tuple[int, int], ...]

    @classmethod
    def first(cls, counted: CountedGame) -> CountedBelief:
        """Return the belief before the first run."""
        return cls(counted, ((0, 0),) * len(counted.questions))

    @property
    def runs(self) -> int:
        """Return the number of runs."""
        return sum(map(sum, self.counts))

    @cached_property
    def by_goal(self) -> Mapping[Hashable, Fraction]:
        """The joint probability of each commit, class or culprits."""
        found = defaultdict[Hashable, Fraction](Fraction)
        rows = zip(self.counted.questions, self.counts, strict=True)
        asked = [(question.fails, counts) for question, counts in rows if any(counts)]
        for place, prior in enumerate(self.counted.prior):
            # For each truth, how often runs failed and passed.
            sums = {True: [0, 0], False: [0, 0]}
            for fails, counts in asked:
                side = sums[fails[place]]
                side[:] = map(add, side, counts)
            share = prior * self.counted.missed(*reversed(sums[True]))
            found[self.counted.goals[place]] += share * self.counted.alarm(*sums[False])
        return found

    @cached_property
    def total(self) -> Fraction:
        """The probability of the runs in this order."""
        return sum(self.by_goal.values(), Fraction(0))

    @cached_property
    def best(self) -> tuple[Fraction, Hashable]:
        """The joint probability of the likeliest goal, and the goal."""
        name = max(self.by_goal, key=self.by_goal.__getitem__)
        return self.by_goal[name], name

    @property
    def accuracy(self) -> Fraction:
        """Return the probability that the likeliest goal is right."""
        return self.best[0] / self.total

    def is_over(self, ending: Ending) -> bool:
        """Return whether a search ends."""
        return self.runs == ending.max_steps or self.best[0] >= self.total * (
            1 if ending.confidence is None else ending.confidence
        )

    def told(self, place: int) -> Iterator[tuple[str, CountedBelief]]:
        """Yield the answers to a question with the beliefs after them."""
        for side, answer in enumerate(self.counted.game.answers):
            counts = [[*pair] for pair in self.counts]
            counts[place][side] += 1
            yield answer, evolve(self, counts=tuple((fails, passes) for fails, passes in counts))


def best_policy(game: FlakyGame, ending: Ending) -> Any:
    """Return the policy with the highest accuracy, or with the lowest cost to a confidence.

    Args:
        game: The game.
        ending: The end of a search, with a maximum number of runs.

    Raises:
        GameTooLarge: If there are too many beliefs.
    """
    counted = CountedGame(game)
    known = _reached(CountedBelief.first(counted), ending)
    # The probability of an error and the expected cost from each belief, and the node there.
    found: dict[Any, tuple[Fraction, Fraction, Any]] = {}
    measured = 0 if ending.confidence is None else 1
    for belief in reversed(known.values()):  # those with the most runs first
        if belief.is_over(ending):
            found[belief.counts] = belief.total - belief.best[0], Fraction(0), None
        else:
            options = _options(counted, belief, found)
            best = min(options, key=lambda option: (option[measured], option[2]))
            found[belief.counts] = _chosen(counted, found, *best)
    error, cost, root = found[next(iter(known))]
    bound = cost if measured else 1 - error
    figures = (root, 1 - error, cost, bound, True, len(known))
    return application("NoisySolution")(*figures, priced=bool(game.costs), game=game)


def _options(
    counted: CountedGame, belief: CountedBelief, found: Mapping[Any, Any]
) -> Iterator[tuple[Fraction, Fraction, int, dict[Any, CountedBelief]]]:
    """Yield for each run its error, its cost, its place and the beliefs after its answers."""
    for place, question in enumerate(counted.questions):
        told = {answer: after for answer, after in belief.told(place) if after.counts in found}
        below = [found[after.counts] for after in told.values()]
        error = sum((own for own, _, _ in below), Fraction(0))
        cost = sum((own for _, own, _ in below), belief.total * question.cost)
        yield error, cost, place, told


def _chosen(
    counted: CountedGame,
    found: Mapping[Any, Any],
    error: Fraction,
    cost: Fraction,
    place: int,
    told: Mapping[Any, CountedBelief],
) -> tuple[Fraction, Fraction, Any]:
    """Return the error, the cost and the node of a run that was chosen."""
    nodes = {answer: found[after.counts][2] for answer, after in told.items()}
    names = {answer: told[answer].best[1] for answer, node in nodes.items() if node is None}
    return error, cost, application("Policy")(counted.questions[place].guess, nodes, names)


def _reached(first: CountedBelief, ending: Ending) -> dict[Any, CountedBelief]:
    """Return the beliefs that some runs lead to, by the number of runs."""
    known: dict[Any, CountedBelief] = {}
    level = {first.counts: first}
    while level:
        known |= level
        later: dict[Any, CountedBelief] = {}
        for belief in level.values():
            if not belief.is_over(ending):
                for place in range(len(first.counts)):
                    later.update((one.counts, one) for _, one in belief.told(place))
            if len(known) + len(later) > _MOST:
                raise GameTooLarge(
                    f"the game has over {_MOST:,} different beliefs: give a lower max_steps="
                )
        level = {counts: one for counts, one in later.items() if one.total}
    return known


@frozen(eq=False)
class RunStage:
    """A point of a search: the belief, and the player there.

    All orders of the same runs are one stage, unless the player is a function of the history.
    """

    belief: CountedBelief
    player: Any

    @property
    def key(self) -> Any:
        """Return a key that equivalent stages share."""
        return self.belief.counts, self.player.key


@frozen(eq=False)
class RunFollower:
    """The runs of a player along the stages of a search."""

    counted: CountedGame
    player: Any
    ending: Ending

    #: The maximum number of stages.
    most: ClassVar = _MOST

    def first(self) -> RunStage:
        """Return the first stage."""
        return RunStage(CountedBelief.first(self.counted), self.player)

    def guess(self, stage: RunStage) -> RunQuestion | None:
        """Return the next run, or None at the end."""
        if stage.player.has_ended or stage.belief.is_over(self.ending):
            return None
        return self.counted.question(stage.player.guess)

    def cost(self, stage: RunStage, question: RunQuestion) -> Fraction:
        """Return the cost of a run."""
        return question.cost

    def outcomes(
        self, stage: RunStage, question: RunQuestion
    ) -> Iterator[tuple[str, Fraction, RunStage]]:
        """Yield the possible answers, with their probabilities and the next stages."""
        for answer, told in stage.belief.told(self.counted.places[question.fails]):
            if told.total:
                player = stage.player.after(question.guess, answer)
                yield answer, told.total / stage.belief.total, RunStage(told, player)


def exact_lengths(game: FlakyGame, player: Any, ending: Ending, *, costs: bool) -> Any:
    """Return the exact distribution of a player's number of runs, or its cost.

    Args:
        game: The game.
        player: The player.
        ending: The end of a search, with a maximum number of runs.
        costs: Whether the lengths are costs.

    Raises:
        GameTooLarge: If there are too many beliefs.
    """
    counted = CountedGame(game)
    follower = RunFollower(counted, player, ending)
    return application("distribution_along")(follower, counted.weight, costs=costs)
