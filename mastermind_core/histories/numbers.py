"""The belief about a first bad commit whose runs return numbers, such as a benchmark's time.

The numbers before that commit and from it on have two normal distributions, whose means and spreads
are unknown. They are integrated out by the conjugate model, the normal inverse gamma distribution.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import isfinite, lgamma, log, pi, sqrt
from statistics import NormalDist, fmean, pstdev
from typing import Any

from attrs import evolve, frozen

from mastermind_core.arguments import expect
from mastermind_core.errors import counted
from mastermind_core.games.parts import BASE
from mastermind_core.histories.belief import HistoryBelief
from mastermind_core.histories.rated import Run, SuggestedRun

#: The runs at both ends of the history that come first, in turns.
_FIRST = 4


@frozen
class NormalPrior:
    """How the numbers' mean and spread are distributed, before or after some numbers.

    The variance has an inverse gamma distribution, and the mean is normal with that variance over
    ``strength``.

    Attributes:
        center: The expected mean.
        strength: How many runs the expected mean counts for.
        shape: The shape of the variance's distribution.
        scale: Its scale.

    >>> prior = NormalPrior(10.0, 0.1, 1.0, 1.0)
    >>> prior.after([12.0, 12.0]).center > 11.9
    True
    """

    center: float
    strength: float
    shape: float
    scale: float

    def after(self, numbers: Sequence[float]) -> NormalPrior:
        """Return the distribution after some numbers.

        Args:
            numbers: The numbers.
        """
        moves = [number - self.center for number in numbers]
        strength = self.strength + len(moves)
        move = sum(moves) / strength
        rest = sum(one * one for one in moves) - strength * move * move
        return NormalPrior(
            self.center + move,
            strength,
            self.shape + len(moves) / 2,
            self.scale + max(0.0, rest) / 2,
        )

    def log_likelihood(self, numbers: Sequence[float]) -> float:
        """Return some numbers' log-density.

        Args:
            numbers: The numbers.
        """
        told = self.after(numbers)
        return (
            lgamma(told.shape)
            - lgamma(self.shape)
            + self.shape * log(self.scale)
            - told.shape * log(told.scale)
            + (log(self.strength) - log(told.strength) - len(numbers) * log(2 * pi)) / 2
        )

    def chance_above(self, bound: float) -> float:
        """Return nearly the probability that the next number is above a bound.

        Args:
            bound: The bound.
        """
        spread = sqrt(self.scale / self.shape * (1 + 1 / self.strength))
        return NormalDist(self.center, spread).cdf(2 * self.center - bound)


@frozen(eq=False)
class NumberBelief(HistoryBelief):
    """The posterior for the first commit from which on the runs' numbers change.

    The next run is chosen by how informative it is whether its number lies above the midpoint
    between the two means. The posterior takes the numbers themselves.

    Attributes:
        numbers: Each run's number, if it could be tested.
        is_log: Whether the numbers' logarithms are normal.

    >>> from mastermind_core.games import History
    >>> belief = NumberBelief.of(HistoryBelief.first(History(9, base="good")))
    >>> for commit in ("good", 9, 4, "good", 9, 5, 4):
    ...     seconds = 3 if belief.history.score(commit, 5) == "fail" else 2
    ...     belief = belief.after(belief.question(commit), seconds + len(belief.runs) / 100)
    >>> belief.best.commit
    5
    """

    numbers: tuple[float, ...] = ()
    is_log: bool = False

    @classmethod
    def of(cls, belief: HistoryBelief, *, is_log: bool = False) -> NumberBelief:
        """Return the belief before the first run.

        Args:
            belief: The belief about the same history, before a run.
            is_log: Whether the numbers' logarithms are normal.
        """
        return cls(belief.history, belief.cuts, is_log=is_log)

    def after(self, commit: int, failed: float | None) -> NumberBelief:
        """Return the belief after a run.

        Args:
            commit: The commit's index.
            failed: The number that the run returned, or None if the commit cannot be tested.
        """
        if failed is None:
            return evolve(self, runs=(*self.runs, Run(commit, None)))
        fine = isfinite(failed) and (failed > 0 or not self.is_log)
        expect(fine, "number", "over 0" if self.is_log else "a finite number", failed)
        is_above = failed > self.middle if self.numbers else False
        runs = (*self.runs, Run(commit, is_above))
        return evolve(self, runs=runs, numbers=(*self.numbers, float(failed)))

    @cached_property
    def _scaled(self) -> Sequence[float]:
        return [log(number) for number in self.numbers] if self.is_log else self.numbers

    @cached_property
    def prior(self) -> NormalPrior:
        """The distribution for both means and spreads: a weak one, as wide as all numbers are."""
        if not self.numbers:
            return NormalPrior(0.0, 0.5, 1.0, 1.0)
        center = fmean(self._scaled)
        spread = pstdev(self._scaled) or abs(center) * 1e-6 or 1e-9
        return NormalPrior(center, 0.5, 1.0, spread * spread / 4)

    @cached_property
    def _groups(self) -> Sequence[tuple[list[float], list[float]]]:
        """For each cell the numbers before its suspects, and from them on."""
        places = {commit: place for place, commit in enumerate(self.asked)}
        tested = [places[run.commit] for run in self.runs if run.failed is not None]
        found = []
        for cell in self.cells:
            sides: tuple[list[float], list[float]] = ([], [])
            for place, number in zip(tested, self._scaled, strict=True):
                sides[cell.inside[place]].append(number)
            found.append(sides)
        return found

    @cached_property
    def log_likelihoods(self) -> Sequence[float]:
        """The numbers' log-density for each cell."""
        return [sum(map(self.prior.log_likelihood, sides)) for sides in self._groups]

    @cached_property
    def _likeliest(self) -> tuple[NormalPrior, NormalPrior]:
        """The distributions before the likeliest commits, and from them on."""
        best = max(range(len(self.weights)), key=self.weights.__getitem__)
        before, after = self._groups[best]
        return self.prior.after(before), self.prior.after(after)

    @property
    def middle(self) -> float:
        """Return the midpoint between the two means, by the likeliest commits."""
        before, after = self._likeliest
        return (before.center + after.center) / 2

    @property
    def chances(self) -> tuple[Sequence[float], Sequence[float]]:
        """Return each cell's probability for a number above the midpoint, inside and outside."""
        told = [tuple(map(self.prior.after, sides)) for sides in self._groups]
        middle = self.middle
        return [b.chance_above(middle) for _, b in told], [a.chance_above(middle) for a, _ in told]

    @property
    def doubts(self) -> list[float]:
        """Return 0 for each run: no number is wrong."""
        return [0.0] * len(self.runs)

    #: A number is neither right nor wrong.
    warning = ""

    def may_end(self, confidence: float) -> bool:
        """Return False: which numbers end a search is not predicted."""
        return False

    def outcomes(self, before: Sequence[int]) -> list[tuple[float, HistoryBelief]]:
        """Return the belief itself: numbers are not predicted."""
        return [(1.0, self)]

    def _ranked_runs(
        self, n: int, rule: Any, before: Sequence[int], outcomes: Sequence[tuple[float, Any]]
    ) -> list[SuggestedRun]:
        # Both ends of the history are run twice before others.
        done = len(self.numbers) + len(before)
        if done < _FIRST:
            known = [*(run.commit for run in self.runs if run.failed is not None), *before]
            first = 0 if self.history.base is None else BASE
            end = min((first, len(self.history.commits) - 1), key=known.count)
            if end not in self.skipped:
                return [self.suggested(end, rule, 0.0)]
        rule = evolve(rule, every=rule.every or bool(before))
        found = super()._ranked_runs(n + len(before), rule, (), outcomes)
        return [run for run in found if self.question(run.guess) not in before][:n]

    def summary(self, secret: Any, sides: Sequence[str]) -> str:
        """Return both means in words.

        Args:
            secret: The first bad commit.
            sides: The sides' names.
        """
        pairs = zip(self.tallied(secret), sides, strict=True)
        return "the mean is " + ", ".join(
            f"{mean:.4g} in {counted(runs, 'run')} {side}" for (mean, runs), side in pairs if runs
        )

    def tallied(self, secret: Any) -> tuple[tuple[float, int], tuple[float, int]]:
        """Return the mean and the count over runs before a commit, and from it on.

        Args:
            secret: The first bad commit.
        """
        sides: tuple[list[float], list[float]] = ([], [])
        tested = [run.commit for run in self.runs if run.failed is not None]
        for commit, number in zip(tested, self.numbers, strict=True):
            sides[self.history.score(self.name(commit), secret) == "fail"].append(number)
        before, after = ((fmean(side) if side else 0.0, len(side)) for side in sides)
        return before, after
