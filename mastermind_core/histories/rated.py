"""The common base for beliefs about histories and culprits: cells, tallies and rates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from heapq import nlargest
from math import exp, fsum, inf, log
from operator import itemgetter
from typing import Any, ClassVar

from attrs import evolve, frozen

from mastermind_core.errors import InconsistentHistory, UninformativeGuess, counted, shown
from mastermind_core.games.parts import FAILS
from mastermind_core.histories.rates import FAIL, Rates
from mastermind_core.notation import show_item
from mastermind_core.results import Shown

#: The difference from a confidence that rounding allows.
ROUNDING = 1e-12

#: The decimal places to which the information of runs is compared: equal ones must not depend on
#: the order of the answers before.
EQUAL = 9

#: The number of runs with one answer after which advice mentions it.
_SAME = 20

#: The number of runs that are compared by how they end a search.
_COMPARED = 8

#: The number of combinations of answers that are compared if runs are under way.
_MOST_OUTCOMES = 32

#: The answers of a fault: of a commit, and of a set of suspects.
FAULTS = (FAIL, FAILS)

#: For a cell: faults found and missed, false alarms, and true passes.
Tally = tuple[int, int, int, int]


@frozen(eq=False)
class Run:
    """A run: whether it failed, or None if it could not be tested."""

    #: The index of the commit, or the suspects that were on as bits.
    commit: int
    failed: bool | None


@frozen
class Suspect:
    """A commit with the probability that it is the first bad one, or None if no commit is bad.

    With culprits, it is their set.
    """

    commit: Any
    chance: float


@frozen
class SuggestedRun(Shown):
    """A commit or a set of suspects to run, with the expected effects of its answer."""

    #: The commit, or the suspects that are on.
    guess: Any
    #: The information of the answer on the first bad commit, or the culprits, in bits.
    bits: float
    #: The probability that the run fails.
    fails: float
    #: The cost of the run.
    price: float = 1.0
    #: A run does not end a search by itself.
    may_win: ClassVar[bool] = False

    @property
    def bits_per_cost(self) -> float:
        """Return the information per unit of cost, in bits."""
        return self.bits / self.price

    def __str__(self) -> str:
        guess = show_item(self.guess) if isinstance(self.guess, frozenset) else repr(self.guess)
        return f"{guess}: {self.bits:.4f} bits, fails with {100 * self.fails:.1f} %"


@frozen
class RunRule:
    """How runs are chosen.

    Attributes:
        cost: A function from the index of a commit, or from the bits of the suspects that are on,
            to the cost of its run. By default it is the cost that the belief knows.
        every: Whether to compare every commit. In a line, only the most informative ones of each
            interval are compared otherwise, which is enough if costs are equal in it. Sets of
            suspects are never listed.
        confidence: The probability at which the search ends. The entropy left then counts as
            information, too.
    """

    cost: Callable[[int], float] | None = None
    every: bool = False
    confidence: float = 1.0


#: The rule for the most informative run.
MOST_INFORMATIVE = RunRule()


class RatedBelief:
    """The base of beliefs: the posterior of cells by their tallies, with rates integrated out."""

    rates: Rates
    runs: tuple[Run, ...]

    #: What a run tests, and why no run may be informative.
    asks: ClassVar[str]
    excuse: ClassVar[str]

    @property
    def game(self) -> Any:
        """Return the game."""
        raise NotImplementedError

    def question(self, guess: Any) -> int:
        """Return the index of a guess, or its bits."""
        raise NotImplementedError

    def name(self, index: int) -> Any:
        """Return a guess by its index, or by its bits."""
        raise NotImplementedError

    def told(self, index: int) -> tuple[float, float]:
        """Return the probability that a run fails, and its information in bits."""
        raise NotImplementedError

    def after(self, index: int, failed: Any) -> Any:
        """Return the belief after a run. ``failed`` is None if it could not be tested."""
        raise NotImplementedError

    def likeliest(self, n: int) -> list[Suspect]:
        """Return the likeliest suspects, the likeliest first."""
        raise NotImplementedError

    @cached_property
    def best(self) -> Suspect:
        """The likeliest suspect."""
        return self.likeliest(1)[0]

    @property
    def doubts(self) -> list[float]:
        """Return for each answer the probability that it is wrong."""
        hits = {index: self.chance_of_hit(index) for index in {run.commit for run in self.runs}}
        sides = {index: {None: 0.0, True: 1 - hit, False: hit} for index, hit in hits.items()}
        return [sides[run.commit][run.failed] for run in self.runs]

    def chance_of_hit(self, index: int) -> float:
        """Return the probability that a run should fail."""
        raise NotImplementedError

    @property
    def warning(self) -> str:
        """Return advice if many runs have the same answer, or ""."""
        answers = [run.failed for run in self.runs if run.failed is not None]
        if len(answers) < _SAME or len({*answers}) > 1:
            return ""
        if answers[0]:
            return "every run failed, so look whether what should work fails, too"
        return "no run failed, so look whether what should fail works"

    @cached_property
    def skipped(self) -> Collection[int]:
        """The runs that cannot be tested."""
        return {run.commit for run in self.runs if run.failed is None}

    def check(self, answer: str) -> None:
        """Raise ``InconsistentHistory`` if the last run had an impossible answer."""
        if not self.is_possible:
            run = self.name(self.runs[-1].commit)
            raise InconsistentHistory(
                f"run {len(self.runs)}, {shown(answer)} of {shown(run)}, contradicts the runs "
                "before it, as no answer can be wrong: give rates over 0"
            )

    def prepared(self, before: Sequence[int]) -> Any:
        """Return the belief in which the answers of runs are predicted."""
        return self

    def outcomes(self, before: Sequence[int]) -> list[tuple[float, Any]]:
        """Return the beliefs after all answers that runs can give, with their probabilities.

        If there are too many, these are the likeliest ones, with shares of all.
        """
        found = [(1.0, self.prepared(before))]
        for index in before:
            told = [
                (share * chance, belief, failed)
                for share, belief in found
                for fails in [belief.chance_of_failure(index)]
                for chance, failed in ((fails, True), (1 - fails, False))
                if chance > 0
            ]
            kept = nlargest(_MOST_OUTCOMES, told, key=itemgetter(0))
            total = fsum(share for share, _, _ in kept)
            found = [(share / total, belief.after(index, failed)) for share, belief, failed in kept]
        return found

    def chance_of_failure(self, index: int) -> float:
        """Return the probability that a run fails."""
        return self.told(index)[0]

    def information(self, index: int) -> float:
        """Return the information of a run on the first bad commit, or the culprits, in bits."""
        return self.told(index)[1]

    def cost(self, index: int) -> float:
        """Return the cost of a run."""
        return 1.0

    def best_runs(
        self, n: int = 1, rule: RunRule = MOST_INFORMATIVE, before: Sequence[int] = ()
    ) -> list[SuggestedRun]:
        """Return the runs with the highest information per cost, the best first.

        Args:
            n: The number of runs.
            rule: How they are chosen.
            before: The runs that are under way. Their answers are not known, and the information of
                a run is counted in addition to theirs.
        """
        if rule.cost is None:
            rule = evolve(rule, cost=self.cost)
        outcomes = self.outcomes(before)
        ends = [pair for pair in outcomes if pair[1].may_end(rule.confidence)]
        if not ends:
            return self._ranked_runs(n, rule, before, outcomes)
        runs = self._ranked_runs(max(n, _COMPARED), rule, before, outcomes)
        worth = {}
        for run in runs:
            index = self.question(run.guess)
            spared = sum(share * belief.spared(index, rule.confidence) for share, belief in ends)
            worth[run] = round((run.bits + spared) / run.price, EQUAL)
        return sorted(runs, key=worth.__getitem__, reverse=True)[:n]

    def may_end(self, confidence: float) -> bool:
        """Return whether the next answer may reach a confidence, if that is predicted."""
        return False

    def _ranked_runs(
        self, n: int, rule: Any, before: Sequence[int], outcomes: Sequence[tuple[float, Any]]
    ) -> list[SuggestedRun]:
        """Return runs by their information per cost, with the beliefs after those before them."""
        raise NotImplementedError

    def suggested(self, index: int, rule: Any, bits: float) -> SuggestedRun:
        """Return a run with its expected effects."""
        return SuggestedRun(self.name(index), bits, self.chance_of_failure(index), rule.cost(index))

    def batch(self, n: int, rule: RunRule = MOST_INFORMATIVE) -> list[SuggestedRun]:
        """Return runs to do at the same time, chosen by their information together.

        Each is chosen by the information that it adds to earlier ones, and then again by the
        information that it adds to all others (coordinate ascent). The bits of a run are in
        addition to the runs before it in the list.

        Args:
            n: The number of runs.
            rule: How they are chosen.
        """
        chosen: list[int] = []

        def best(others: list[int]) -> list[int]:
            return [self.question(run.guess) for run in self.best_runs(1, rule, others)]

        while len(chosen) < n and (more := best(chosen)):
            chosen += more
        for _ in chosen[1:]:
            others = chosen[1:]
            chosen = others + best(others)
        price = rule if rule.cost else RunRule(self.cost)
        return [
            self.suggested(index, price, self.added(index, chosen[:earlier]))
            for earlier, index in enumerate(chosen)
        ]

    def added(self, index: int, before: Sequence[int]) -> float:
        """Return how many bits of information a run adds to others."""
        return fsum(share * belief.information(index) for share, belief in self.outcomes(before))

    def next_run(self, rule: RunRule = MOST_INFORMATIVE) -> SuggestedRun:
        """Return the best run, or raise ``UninformativeGuess`` if no run is informative."""
        best = self.best_runs(1, rule)
        if not best:
            runs = counted(len(self.runs), "run")
            raise UninformativeGuess(f"no {self.asks} is informative after {runs}: {self.excuse}")
        return best[0]

    def summary(self, secret: Any, sides: Sequence[str]) -> str:
        """Return how often runs failed, in words.

        Args:
            secret: The first bad commit, or the culprits.
            sides: The names of the runs that should pass, and of those that should fail.
        """
        pairs = zip(self.tallied(secret), sides, strict=True)
        return "it failed " + ", ".join(
            f"{fails} of {runs} times {side}" for (fails, runs), side in pairs
        )

    def tallied(self, secret: Any) -> tuple[tuple[float, int], tuple[float, int]]:
        """Return the fails and the runs that should pass, and those that should fail.

        Args:
            secret: The first bad commit, or the culprits.
        """
        sides = ([0, 0], [0, 0])
        for run in self.runs:
            if run.failed is not None:
                side = sides[self.game.score(self.name(run.commit), secret) in FAULTS]
                side[0] += run.failed
                side[1] += 1
        return (sides[0][0], sides[0][1]), (sides[1][0], sides[1][1])

    @property
    def masses(self) -> Sequence[float]:
        """Return the prior probability of each cell."""
        raise NotImplementedError

    @property
    def tallies(self) -> Sequence[Tally]:
        """Return the tally of each cell."""
        raise NotImplementedError

    @cached_property
    def log_likelihoods(self) -> Sequence[float]:
        """The log-probability of the runs for each cell."""
        missed, alarm = self.rates.missed, self.rates.alarm
        return [
            missed.log_likelihood(unseen, hits) + alarm.log_likelihood(alarms, passes)
            for hits, unseen, alarms, passes in self.tallies
        ]

    @cached_property
    def weights(self) -> Sequence[float]:
        """The posterior probability of each cell."""
        logs = [
            log(mass) + told if mass > 0 else -inf
            for mass, told in zip(self.masses, self.log_likelihoods, strict=True)
        ]
        top = max(logs)
        shares = [exp(value - top) if value > -inf else 0.0 for value in logs]
        total = sum(shares)
        return [share / total for share in shares]

    @property
    def is_possible(self) -> bool:
        """Return whether some cell explains all runs."""
        pairs = zip(self.masses, self.log_likelihoods, strict=True)
        return any(mass > 0 and told > -inf for mass, told in pairs)

    @property
    def expected_rates(self) -> tuple[float, float]:
        """Return the expected rates of missed faults and false alarms."""
        rows = [*zip(self.weights, self.tallies, strict=True)]
        missed = sum(w * self.rates.missed.mean(t[1], t[0]) for w, t in rows)
        alarms = sum(w * self.rates.alarm.mean(t[2], t[3]) for w, t in rows)
        return missed, alarms

    @property
    def chances(self) -> tuple[Sequence[float], Sequence[float]]:
        """Return for each cell the probability that a run fails inside it, and outside it."""
        inside = [1 - self.rates.missed.mean(missed, hits) for hits, missed, _, _ in self.tallies]
        outside = [self.rates.alarm.mean(alarms, good) for _, _, alarms, good in self.tallies]
        return inside, outside
