"""How many guesses are to come: exactly as long as a time lasts, and else by an estimate."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import inf, log2
from time import monotonic
from typing import Any

from attrs import evolve, frozen

from mastermind_core.arguments import real_number
from mastermind_core.exact.worth import Oracle
from mastermind_core.game import Game, History, HistoryLegal, costs_of, goal_of
from mastermind_core.play.advice import Suggestion
from mastermind_core.play.knowledge import Knowledge, TabledKnowledge


def allowed(seconds: Any) -> float:
    """Return seconds that a clock can count, checked."""
    return float(min(real_number("seconds", seconds, most=inf), 10**9))


@frozen
class Judged:
    """What is to come on average, in guesses or what they cost: after the best of them, and each.

    ``best`` are all guesses that are as good as any, as far as they are known.
    """

    least: float
    best: Sequence[Any]
    each: Sequence[float]
    exact: bool


class Judge:
    """A judge of the guesses of one game; one with a rule or without a table has estimates."""

    def __init__(self, game: Game[Any, Any, Any]):
        self.game = game
        self._prices = dict(zip(game.guesses, costs_of(game) or (), strict=False))

    def price(self, guess: Any) -> Any:
        """Return what a guess costs."""
        return self._prices.get(guess, 1)

    def is_over(self, history: History[Any, Any], known: Knowledge) -> bool:
        """Say whether the game is over."""
        won = len(history) > 0 and history[-1][1] in self.game.endstates
        return won or (goal_of(self.game) is not None and len(known.goals) == 1)

    def least(self, history: History[Any, Any], known: Knowledge, seconds: float) -> float | None:
        """Return what is to come on average from a moment on; None where it is not known."""
        if self.is_over(history, known):
            return 0.0
        total = self._oracle.least(history, seconds=seconds) if self._searches(known) else None
        return None if total is None else _mean(total, known)

    def judge(
        self, history: History[Any, Any], known: Knowledge, guesses: Sequence[Any], seconds: float
    ) -> Judged | None:
        """Judge guesses exactly; None where that does not go in a time."""
        if self.is_over(history, known):
            return Judged(0.0, (), [float(self.price(guess)) for guess in guesses], exact=True)
        if not self._searches(known):
            return None
        until = monotonic() + seconds

        def left() -> float:
            return max(0.0, until - monotonic())

        oracle = self._oracle
        least = oracle.least(history, seconds=left())
        if least is None:
            return None
        found = oracle.values(history, best=1, seconds=left())
        if not found or not all(one.exact for one in found):
            return None
        totals: dict[Any, Any] = {one.guess: one.total for one in found}
        for guess in guesses:
            if guess not in totals:
                own = oracle.values(history, [guess], seconds=left())
                # One that tells nothing leaves all as it was.
                nothing = least + Fraction(self.price(guess)) * _weight(known)
                totals[guess] = own[0].total if own else nothing
        each = [totals[guess] for guess in guesses]
        if None in each:
            return None
        best = tuple(one.guess for one in found)
        return Judged(_mean(least, known), best, [_mean(one, known) for one in each], exact=True)

    def estimate(self, count: int, tried: Sequence[Suggestion]) -> Judged:
        """Judge the guesses of a moment as if all later ones told as many bits as the best."""
        bits = max(one.bits for one in tried) or 1
        each = [
            float(self.price(one.guess))
            * (2 - one.may_win / count + (log2(count) - one.bits) / bits)
            for one in tried
        ]
        least = min(each)
        best = tuple(one.guess for one, own in zip(tried, each, strict=True) if own == least)
        return Judged(least, best, each, exact=False)

    def estimated(self, count: int, bits: float) -> float:
        """Return about what is to come when so many candidates are left."""
        known = goal_of(self.game) is not None and count == 1
        return 0.0 if known else 1 + log2(count) / (bits or 1)

    def compared(
        self,
        history: History[Any, Any],
        known: Knowledge,
        tried: Sequence[Suggestion],
        seconds: float,
    ) -> list[Suggestion]:
        """Return suggestions with their regrets."""
        if not tried:
            return []
        guesses = [one.guess for one in tried]
        judged = self.judge(history, known, guesses, seconds) or self.estimate(known.count, tried)
        return [
            evolve(one, regret=value - judged.least, exact=judged.exact)
            for one, value in zip(tried, judged.each, strict=True)
        ]

    def _searches(self, known: Knowledge) -> bool:
        rule = getattr(self.game, "hard", isinstance(self.game, HistoryLegal))
        return isinstance(known, TabledKnowledge) and not rule

    @cached_property
    def _oracle(self) -> Oracle[Any, Any, Any]:
        return Oracle(self.game)


def _weight(known: Knowledge) -> Fraction:
    """Return the weight of the candidates, in the numbers of the game."""
    assert isinstance(known, TabledKnowledge)
    return Fraction(known.table.weigh(known.ids))


def _mean(total: Any, known: Knowledge) -> float:
    return float(total / _weight(known))
