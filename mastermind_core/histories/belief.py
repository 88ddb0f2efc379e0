"""The belief about a history's first bad commit after runs that may be wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import nlargest
from itertools import islice
from math import fsum, log2
from typing import Any

from attrs import evolve, frozen

from mastermind_core.errors import BadArgument, shown
from mastermind_core.games.parts import BASE, History
from mastermind_core.histories.cuts import Curve, Cuts, Segment, cuts_of, entropy
from mastermind_core.histories.rated import (
    EQUAL,
    ROUNDING,
    RatedBelief,
    Run,
    SuggestedRun,
    Suspect,
    Tally,
)
from mastermind_core.histories.rates import DEFAULT_RATES, FAIL, PASS, Rates

#: The information of a run that counts as none, in bits.
_NONE = 1e-12


@frozen(eq=False)
class HistoryBelief(RatedBelief):
    """The posterior for the first bad commit, with error rates that may be unknown."""

    history: History
    cuts: Cuts
    rates: Rates = DEFAULT_RATES
    runs: tuple[Run, ...] = ()
    #: Commits that were not run, and divide the cells, too.
    cut: tuple[int, ...] = ()

    asks = "run"
    excuse = "all commits that could distinguish the suspects cannot be tested"

    @classmethod
    def first(
        cls,
        history: History,
        noise: Any = None,
        *,
        weights: Sequence[float] = (),
        none: float = 0.0,
    ) -> HistoryBelief:
        """Return the belief before the first run.

        Args:
            history: The history.
            noise: The error rates, as in :meth:`Rates.of`. By default they are unknown.
            weights: Each commit's prior weight. Empty means equal weights.
            none: The prior probability that no commit is bad.
        """
        rates = DEFAULT_RATES if noise is None else Rates.of(noise)
        return cls(history, cuts_of(history, weights, none), rates)

    @property
    def game(self) -> History:
        """Return the game."""
        return self.history

    @cached_property
    def asked(self) -> tuple[int, ...]:
        """The commits that divide the cells: those that were run first."""
        tested = (run.commit for run in self.runs if run.failed is not None)
        return tuple(dict.fromkeys((*tested, *self.cut)))

    @cached_property
    def counts(self) -> Mapping[int, tuple[int, int]]:
        """How often each commit failed and passed."""
        found: dict[int, tuple[int, int]] = dict.fromkeys(self.asked, (0, 0))
        for run in self.runs:
            if run.failed is not None:
                fails, passes = found[run.commit]
                found[run.commit] = (fails + 1, passes) if run.failed else (fails, passes + 1)
        return found

    @cached_property
    def cells(self) -> Sequence[Segment]:
        """Cells whose suspects no run distinguishes."""
        return self.cuts.cells(self.asked)

    @cached_property
    def tallies(self) -> Sequence[Tally]:
        """For each cell: faults found and missed, false alarms, and true passes."""
        pairs = [self.counts[commit] for commit in self.asked]
        fails, passes = (sum(pair[side] for pair in pairs) for side in (0, 1))
        found = []
        for cell in self.cells:
            hits = sum(pair[0] for pair, inside in zip(pairs, cell.inside, strict=True) if inside)
            missed = sum(pair[1] for pair, inside in zip(pairs, cell.inside, strict=True) if inside)
            found.append((hits, missed, fails - hits, passes - missed))
        return found

    @property
    def masses(self) -> Sequence[float]:
        """Return each cell's prior probability."""
        return [cell.mass for cell in self.cells]

    def likeliest(self, n: int) -> list[Suspect]:
        """Return the likeliest suspects, the likeliest first."""
        ranked = [
            (weight * share, -1 if index is None else index)
            for cell, weight in zip(self.cells, self.weights, strict=True)
            for index, share in islice(self._members(cell), n)
        ]
        best = nlargest(n, ranked, key=lambda pair: (pair[0], -pair[1]))
        commits = self.history.commits
        return [Suspect(None if at < 0 else commits[at], chance) for chance, at in best]

    def _members(self, cell: Segment) -> Any:
        return self.cuts.members(cell) if cell.size else iter([(None, 1.0)])

    @property
    def certainty(self) -> float:
        """Return the likeliest suspect's probability."""
        return self.best.chance

    @property
    def posterior(self) -> dict[Any, float]:
        """Return each commit's probability, including None if no commit may be bad."""
        ranked = self.likeliest(len(self.history.commits) + 1)
        return {suspect.commit: suspect.chance for suspect in ranked}

    def mass_by_class(self, classes: Mapping[Any, Any]) -> dict[Any, float]:
        """Return each class's probability, such as a pull request's."""
        found: dict[Any, float] = {}
        for commit, chance in self.posterior.items():
            name = classes.get(commit, commit)
            found[name] = found.get(name, 0.0) + chance
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    @property
    def entropy(self) -> float:
        """Return the first bad commit's entropy in bits."""
        return self._doubt(zip(self.cells, self.weights, strict=True))

    def _doubt(self, rows: Iterable[tuple[Segment, float]]) -> float:
        """Return the entropy of the first bad commit in bits, times the sum of the weights."""
        doubt, total = 0.0, 0.0
        for cell, weight in rows:
            if weight > 0:
                doubt += weight * (self.cuts.spread(cell) - log2(weight))
                total += weight
        return doubt + total * log2(total)

    @property
    def count(self) -> int:
        """Count the commits that may be the first bad one."""
        pairs = zip(self.cells, self.weights, strict=True)
        possible = (cell for cell, weight in pairs if weight and cell.size)
        return sum(1 for cell in possible for _ in self.cuts.members(cell))

    @property
    def suspects(self) -> int:
        """Count the commits."""
        return len(self.history.commits)

    def question(self, guess: Any) -> int:
        """Return a commit's index, or raise BadArgument if it is not in the history."""
        places = self.history.places
        if guess not in places:
            raise BadArgument(f"{shown(guess)} is not a commit of {self.history!r}")
        return places[guess]

    def name(self, index: int) -> Any:
        """Return a commit by its index."""
        return self.history.commit_at(index)

    def chance_of_hit(self, commit: int) -> float:
        """Return the probability that the first bad commit is an ancestor of one that was run."""
        if commit not in self.asked:  # it cannot be tested
            return 0.0
        place = self.asked.index(commit)
        pairs = zip(self.cells, self.weights, strict=True)
        return fsum(weight for cell, weight in pairs if cell.inside[place])

    def told(self, commit: int) -> tuple[float, float]:
        """Return the probability that a run fails, and its information in bits."""
        fails, known = 0.0, 0.0
        for _, weight, chance in self._predicted(commit):
            fails += weight * chance
            known += weight * entropy(chance)
        return fails, max(0.0, entropy(fails) - known)

    def _predicted(self, commit: int) -> Iterator[tuple[Segment, float, float]]:
        """Yield each cell with its posterior probability, and the failure's if it is true."""
        split = self.with_cut(commit)
        position = split.asked.index(commit)
        for cell, weight, inside, outside in zip(
            split.cells, split.weights, *split.chances, strict=True
        ):
            yield cell, weight, inside if cell.inside[position] else outside

    def may_end(self, confidence: float) -> bool:
        """Return whether the next answer may reach a confidence, by bounds on its probability."""
        if confidence == 1:
            return False
        top = self.certainty
        chances = [chance for side in self.chances for chance in side]
        low, high = min(chances), max(chances)
        return any(
            top * most >= confidence * (top * most + (1 - top) * least)
            for most, least in ((high, low), (1 - low, 1 - high))
        )

    def spared(self, commit: int, confidence: float) -> float:
        """Return the expected entropy, in bits, that is left if an answer ends the search."""
        rows = [*self._predicted(commit)]
        told = (
            [(cell, weight * chance) for cell, weight, chance in rows],
            [(cell, weight * (1 - chance)) for cell, weight, chance in rows],
        )
        return sum(self._doubt(after) for after in told if self._is_sure(after, confidence))

    def _is_sure(self, rows: Sequence[tuple[Segment, float]], confidence: float) -> bool:
        """Return whether the likeliest suspect is as probable as a confidence."""
        total = sum(weight for _, weight in rows)
        return total > 0 and any(
            weight * share >= (confidence - ROUNDING) * total
            for cell, weight in rows
            if weight >= (confidence - ROUNDING) * total
            for _, share in islice(self._members(cell), 1)
        )

    def curve(self, share: float) -> Curve:
        """Return this belief's prediction for the next answer, with the belief's probability."""
        return Curve(share, self.weights, *self.chances)

    def after(self, commit: int, failed: bool | None) -> HistoryBelief:  # noqa: FBT001
        """Return the belief after a run. ``failed`` is None if the commit cannot be tested."""
        told = evolve(self, runs=(*self.runs, Run(commit, failed)))
        if failed is not None:
            told.check((PASS, FAIL)[failed])
        return told

    def with_cut(self, *commits: int) -> HistoryBelief:
        """Return the same belief with cells that some commits do not divide."""
        return evolve(self, cut=(*self.cut, *commits))

    def prepared(self, before: Sequence[int]) -> HistoryBelief:
        """Return the same belief with the cells of all later ones."""
        return self.with_cut(*before)

    def _ranked_runs(
        self, n: int, rule: Any, before: Sequence[int], outcomes: Sequence[tuple[float, Any]]
    ) -> list[SuggestedRun]:
        cells = outcomes[0][1].cells
        curves = [belief.curve(share) for share, belief in outcomes]
        gains = self.cuts.gains(cells, curves, self._is_allowed, every=rule.every)
        bits = {index: gain for index, gain in gains if gain > _NONE}
        worth = bits
        if not bits and not self.rates.known:
            # Equal rates of which nothing is known: no run tells anything alone, and two do. The
            # first one divides the suspects in two halves, as if its answer were right.
            plain = [
                evolve(c, inside=[1.0] * len(cells), outside=[0.0] * len(cells)) for c in curves
            ]
            gains = self.cuts.gains(cells, plain, self._is_allowed, every=rule.every)
            worth = {index: gain for index, gain in gains if gain > _NONE}
        best = nlargest(n, worth, key=lambda at: (round(worth[at] / rule.cost(at), EQUAL), -at))
        return [self.suggested(at, rule, bits.get(at, 0.0)) for at in best]

    def _is_allowed(self, commit: int) -> bool:
        """Return whether a commit may be run."""
        known = commit != BASE or self.history.base is not None
        return known and commit not in self.skipped
