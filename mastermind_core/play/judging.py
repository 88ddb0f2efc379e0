"""The value of a guess: exact within a time limit, and an estimate beyond it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from math import inf, log2
from typing import Any

from attrs import evolve, field, frozen

from mastermind_core.arguments import real_number
from mastermind_core.errors import counted
from mastermind_core.exact.deadline import Deadline
from mastermind_core.exact.worth import Oracle
from mastermind_core.game import Game, History, goal_of, has_rule, prices_of
from mastermind_core.play.advice import Suggestion
from mastermind_core.play.knowledge import Knowledge, TabledKnowledge
from mastermind_core.results import Shown

#: The number of pairs of guess and candidate up to which suggestions are searched by default, and
#: the time limit in seconds.
_FEW = 2**14
_SHORT = 0.5


@frozen
class MoveReview(Shown):
    """One guess in a game, compared with the best ones in its position.

    A game's guesses add up to the first ``best_value``, plus all regrets, minus all luck. If
    guesses have costs, costs replace guesses.

    Attributes:
        made: The guess.
        score: Its score.
        before: How many candidates there were before the score.
        left: How many candidates there were after the score.
        value: The expected number of guesses. This one counts, and optimal guesses follow.
        best: The best guesses. All that are tied for the minimum are listed, if known.
        best_value: The expected number of guesses from a best guess on.
        regret: ``value`` minus ``best_value``.
        luck: How many guesses the score saved, compared with its expectation.
        exact: Whether the values are exact. Otherwise they are estimates.

    >>> from mastermind_core import Mastermind, Pegs, review
    >>> one = review(Mastermind(colours=3, holes=2), [((1, 1), Pegs(1, 0))])[0]
    >>> print(one.beside())
    2.67 to come, 2.33 after (1, 2) or 5 others; luck -0.08
    """

    made: Any
    score: Any
    before: int
    left: int
    value: float
    best: tuple[Any, ...]
    best_value: float
    regret: float
    luck: float
    exact: bool

    def worth(self, write: Callable[[Any], str] = repr) -> str:
        """Describe the values for the guess and the best guesses.

        Args:
            write: A function that formats a guess.

        Returns:
            The description.
        """
        others = len(self.best) - 1
        many = f"{others} other{'' if others == 1 else 's'}"
        if not self.best:
            message = "the game was over"
        elif self.made in self.best:
            message = f"as good as any, as {many}" if others else "the best"
        else:
            message = f"{self.best_value:.2f} after {write(self.best[0])}"
            message += f" or {many}" if others else ""
        about = "" if self.exact else "about "
        return f"{about}{self.value:.2f} to come, {message}"

    def beside(self, write: Callable[[Any], str] = repr) -> str:
        """Describe the values for the guess and the best guesses, and the luck.

        Args:
            write: A function that formats a guess.

        Returns:
            The description.
        """
        return f"{self.worth(write)}; luck {self.luck:+.2f}"

    def __str__(self) -> str:
        moved = f"{self.made!r} -> {self.score!r}: {self.before} to {self.left}"
        return f"{moved}; {self.beside()}"


@frozen
class Diagnosis(Shown):
    """The fewest score changes that make a history consistent with some secret.

    Attributes:
        changes: Each wrong score's index with a possible true score. Indices begin at 0.
        left: How many secrets are consistent after the changes.
        likelihood: A measure that orders one history's diagnoses. The consistent secrets' weight
            counts less the more the given scores differ from the true ones. If answers may be
            wrong, it is the diagnosis's probability.

    >>> from mastermind_core import Mastermind, Pegs, diagnose
    >>> history = [((1, 1, 1, 1), Pegs(0, 0)), ((1, 1, 2, 2), Pegs(3, 0))]
    >>> likeliest = diagnose(Mastermind(colours=6, holes=4), history)[0]
    >>> likeliest.changes, likeliest.left
    (((1, Pegs(black=0, white=0)),), 256)
    """

    changes: tuple[tuple[int, Any], ...]
    left: int
    likelihood: float = field(eq=False, repr=False)

    def __str__(self) -> str:
        if not self.changes:
            return f"every answer is true: {counted(self.left, 'candidate')}"
        changes = " and ".join(f"answer {place + 1} to {score!r}" for place, score in self.changes)
        return f"change {changes}: {counted(self.left, 'candidate')}"


def allowed(seconds: object) -> float:
    """Return validated seconds, capped at a value that a clock can represent."""
    return float(min(real_number("seconds", seconds, most=inf), 10**9))


@frozen
class Judged:
    """The expected number of guesses, or their cost, for the best guess and for each guess.

    ``best`` has all guesses that attain the minimum, as far as they are known.
    """

    least: float
    best: Sequence[Any]
    each: Sequence[float]
    exact: bool


class Judge:
    """An evaluator for the guesses in one game.

    Values are estimates if the game has a rule on legal guesses, or no score table. An oracle, for
    example from a file, saves the search for totals that it knows.
    """

    def __init__(self, game: Game, oracle: Oracle[Any, Any, Any] | None = None):
        self.game = game
        self._given = oracle
        self._prices = prices_of(game)

    def price(self, guess: Any) -> Any:
        """Return a guess's cost."""
        return self._prices.get(guess, 1)

    def is_over(self, history: History, known: Knowledge) -> bool:
        """Return whether the game is over."""
        won = len(history) > 0 and history[-1][1] in self.game.endstates
        return won or (goal_of(self.game) is not None and len(known.goals) == 1)

    def least(self, history: History, known: Knowledge, seconds: float) -> float | None:
        """Return the minimum expected value from a position on, or None if it is not known."""
        if self.is_over(history, known):
            return 0.0
        total = self._oracle.minimum(history, seconds=seconds) if self._searches(known) else None
        return None if total is None else _mean(total, known)

    def judge(
        self, history: History, known: Knowledge, guesses: Sequence[Any], seconds: float
    ) -> Judged | None:
        """Evaluate guesses exactly, or return None if that is impossible within the time.

        Args:
            history: The guesses and scores so far.
            known: The knowledge after ``history``.
            guesses: The guesses to evaluate.
            seconds: The time limit.

        Returns:
            The exact values, or None.
        """
        if self.is_over(history, known):
            return Judged(0.0, (), [float(self.price(guess)) for guess in guesses], exact=True)
        if not self._searches(known):
            return None
        known_totals = self._totals(history, guesses, Deadline(seconds))
        if known_totals is None:
            return None
        least, best, totals = known_totals
        weight = _weight(known)  # after an uninformative guess all candidates are left
        each = [totals.get(guess, least + self.price(guess) * weight) for guess in guesses]
        if None in each:
            return None
        means = [_mean(total, known) for total in each]
        return Judged(_mean(least, known), best, means, exact=True)

    def _totals(
        self, history: History, guesses: Sequence[Any], time: Deadline
    ) -> tuple[Any, tuple[Any, ...], dict[Any, Any]] | None:
        """Return the minimum total, the guesses that attain it, and totals by guess, if exact."""
        oracle = self._oracle
        least = oracle.minimum(history, seconds=time.left)
        totals: dict[Any, Any] = dict.fromkeys(oracle.known_best(history), least)
        if not totals and least is not None:
            found = oracle.values(history, best=1, seconds=time.left)
            totals = {one.guess: one.total for one in found if one.exact}
        if least is None or not totals:
            return None
        best = tuple(totals)
        others = [guess for guess in guesses if guess not in totals]
        own = oracle.values(history, others, seconds=time.left)
        totals |= {one.guess: one.total for one in own}
        return least, best, totals

    def estimate(self, count: int, tried: Sequence[Suggestion]) -> Judged:
        """Estimate values as if all later guesses gave as much information as the best one."""
        bits = max(one.bits for one in tried) or 1
        guesses = [2 - one.may_win / count + (log2(count) - one.bits) / bits for one in tried]
        pairs = zip(tried, guesses, strict=True)
        each = [float(self.price(one.guess)) * number for one, number in pairs]
        least = min(each)
        best = tuple(one.guess for one, own in zip(tried, each, strict=True) if own == least)
        return Judged(least, best, each, exact=False)

    def compared(
        self, history: History, known: Knowledge, tried: Sequence[Suggestion], seconds: float | None
    ) -> list[Suggestion]:
        """Return suggestions with their regrets. By default, only few candidates are searched."""
        if not tried:
            return []
        if seconds is None:
            small = self._searches(known) and known.count * len(self.game.guesses) <= _FEW
            seconds = _SHORT if small else 0
        guesses = [one.guess for one in tried]
        judged = self.judge(history, known, guesses, seconds) or self.estimate(known.count, tried)
        pairs = zip(tried, judged.each, strict=True)
        return [evolve(one, regret=own - judged.least, exact=judged.exact) for one, own in pairs]

    def _searches(self, known: Knowledge) -> bool:
        return isinstance(known, TabledKnowledge) and not has_rule(self.game)

    @cached_property
    def _oracle(self) -> Oracle:
        return Oracle(self.game) if self._given is None else self._given


def _weight(known: Any) -> Fraction:
    """Return all candidates' weight, in the game's numbers."""
    return Fraction(known.table.weigh(known.ids))


def _mean(total: Any, known: Knowledge) -> float:
    return float(total / _weight(known))
