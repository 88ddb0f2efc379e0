"""A search for the first bad commit: parallel runs, a file with runs, and when to stop."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from math import log2
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

from attrs import define, frozen

from mastermind_core.errors import BadArgument, reason_of, shown
from mastermind_core.histories.belief import HistoryBelief
from mastermind_core.histories.culprits import CulpritBelief
from mastermind_core.histories.cuts import entropy, max_information
from mastermind_core.histories.rated import FAULTS, ROUNDING, RunRule, SuggestedRun
from mastermind_core.histories.rates import FAIL, PASS, KnownRate

#: A belief about a history, or about culprits.
AnyBelief = HistoryBelief | CulpritBelief

#: The names of the answers in a file of runs.
ANSWERS = {FAIL: True, PASS: False, "skip": None}


class RunFile:
    """A file with a JSON line for each run, which is complete after each run."""

    def __init__(self, path: Path, about: dict[str, Any]):
        """Open a file, or create it.

        Args:
            path: The file.
            about: The search's description, in the first line.

        Raises:
            BadArgument: If the file is about another search, or cannot be used.
        """
        self.path = path
        self.runs: list[tuple[Any, float | None]] = []
        try:
            content = path.read_text() if path.exists() else ""
            *lines, rest = content.split("\n")
            if rest:  # a line that was cut by a kill
                with path.open("r+b") as file:
                    file.truncate(len(content.encode()) - len(rest.encode()))
            if not lines:
                self._append(about)
        except (OSError, UnicodeDecodeError) as error:
            raise BadArgument(f"runs: {path} cannot be used ({reason_of(error)})") from None
        if lines and _read(lines[0], path) != about:
            raise BadArgument(f"runs: {path} is about another search: name another file by --runs")
        for line in lines[1:]:
            found = _read(line, path)
            self.runs.append((found.get("commit"), _answer(found.get("answer"), path)))

    def add(self, commit: Any, failed: float | None) -> None:
        """Store a run with a commit, or with the suspects that were on."""
        self._append({"commit": commit, "answer": answer_of(failed)})
        self.runs.append((commit, failed))

    def _append(self, content: dict[str, Any]) -> None:
        with self.path.open("ab") as file:
            file.write(json.dumps(content).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def _read(line: str, path: Path) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadArgument(f"runs: {path} has a line that is not a run: {shown(line)}")
    return found


def answer_of(failed: float | None) -> str | float | None:
    """Return a run's answer as a file has it: a number is one itself."""
    named = (name for name, value in ANSWERS.items() if value is failed)
    return next(named, failed)


def _answer(given: Any, path: Path) -> float | None:
    """Return the answer that a line has: true or false, a number, or None."""
    if given not in ANSWERS:
        with suppress(TypeError, ValueError):
            return float(given)
        names = ", ".join(ANSWERS)
        raise BadArgument(f"runs: {path} has the answer {shown(given)}: use one of {names}")
    return ANSWERS[given]


def known_runs(path: Path) -> list[tuple[str, float | None]]:
    """Return a file's runs, with a commit, or suspects, and an answer in each line.

    Raises:
        BadArgument: If the file cannot be read, or a line has no answer.
    """
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadArgument(f"known: {path} cannot be read ({reason_of(error)})") from None
    found = []
    for line in filter(str.strip, lines):
        name, _, answer = line.strip().rpartition(" ")
        if not name:
            raise BadArgument(f"known: {shown(line)} is not a commit and an answer")
        found.append((name.strip(), _answer(answer, path)))
    return found


@frozen
class RunCosts:
    """A run's cost: the command, and a build for a commit that is new."""

    run: float = 1.0
    build: float = 0.0

    def of(self, belief: AnyBelief) -> Callable[[int], float]:
        """Return each commit's run cost after some runs."""
        built = {run.commit for run in belief.runs if run.failed is not None}
        return lambda index: self.run + (0 if index in built else self.build)


@define(eq=False)
class Bisection:
    """A search until a commit has a probability, or the runs are used up.

    Attributes:
        belief: The belief. Each run replaces it by another one.
        test: Runs a commit, or a suspect set, in a numbered worker.
        confidence: The search ends when the likeliest commit has this probability.
        most_runs: How many runs, at most.
        costs: What runs of commits cost. Culprits have their own.
        jobs: How many runs go on at the same time.
    """

    belief: AnyBelief
    test: Callable[[Any, int], float | None]
    confidence: float = 0.95
    most_runs: int = 1000
    costs: RunCosts | None = None
    jobs: int = 1

    @property
    def is_over(self) -> bool:
        """Return whether the search ends."""
        late = len(self.belief.runs) >= self.most_runs
        return late or self.belief.certainty >= self.confidence - ROUNDING

    def runs(self) -> Iterator[tuple[Any, float | None]]:
        """Yield each run when it is done, after the belief has it."""
        free: SimpleQueue[int] = SimpleQueue()
        for worker in range(self.jobs):
            free.put(worker)
        flight: dict[Future[float | None], tuple[int, int]] = {}
        with ThreadPoolExecutor(self.jobs) as pool:
            while True:
                while not self.is_over and len(flight) < self.jobs:
                    chosen = self._next([index for index, _ in flight.values()])
                    if chosen is None:
                        break
                    worker = free.get()
                    index = self.belief.question(chosen.guess)
                    flight[pool.submit(self.test, chosen.guess, worker)] = index, worker
                if not flight:
                    return
                done, _ = wait(flight, return_when=FIRST_COMPLETED)
                for future in done:
                    index, worker = flight.pop(future)
                    free.put(worker)
                    failed: Any = future.result()
                    self.belief = self.belief.after(index, failed)
                    yield self.belief.name(index), failed

    def _next(self, before: list[int]) -> SuggestedRun | None:
        cost = self.costs.of(self.belief) if self.costs else None
        rule = RunRule(cost, confidence=self.confidence)
        return next(iter(self.belief.best_runs(1, rule, before)), None)


def runs_needed(belief: AnyBelief, confidence: float) -> float:
    """Return a lower bound on the expected number of runs that any method needs from here.

    By Fano's inequality and a run's capacity. With unknown rates, a run has at most one bit, which
    also bounds a method that knows the rates.
    """
    error = min(1 - confidence, 1 - belief.certainty)
    suspects = belief.suspects
    left = entropy(error) + (error * log2(suspects - 1) if suspects > 2 else 0)
    bits = belief.entropy - left
    return max(0.0, bits / _capacity(belief)) if bits > 0 else 0.0


def _capacity(belief: AnyBelief) -> float:
    """Return an upper bound on a run's information in bits."""
    missed, alarm = belief.rates.missed, belief.rates.alarm
    if not isinstance(missed, KnownRate) or not isinstance(alarm, KnownRate):
        return 1.0
    fails, alarms = 1 - missed.share, alarm.share
    if fails == alarms:
        return 1e-12
    return max_information(fails, alarms) * (1 + 1e-9) + 1e-12


def advice(belief: AnyBelief) -> str:
    """Return advice for a search that ends without its confidence."""
    if belief.warning:
        return belief.warning
    if not belief.best_runs(1):
        return "the runs that could tell more cannot be tested"
    return "run the command again with a higher --most-runs"


@frozen
class Rehearsal:
    """Simulated searches: how many runs they took, and how often they were right."""

    runs: tuple[int, ...]
    right: int

    @property
    def mean(self) -> float:
        """Return the mean number of runs."""
        return sum(self.runs) / len(self.runs)

    @property
    def accuracy(self) -> float:
        """Return how often the searches named the first bad commit, as a share."""
        return self.right / len(self.runs)


def rehearse(
    belief: AnyBelief,
    games: int,
    *,
    missed: float,
    alarm: float,
    confidence: float = 0.95,
    most_runs: int = 1000,
    seed: int = 0,
) -> Rehearsal:
    """Return simulated searches, with random first bad commits or culprits.

    Args:
        belief: The belief before the first run.
        games: How many searches.
        missed: The true rate for missed faults.
        alarm: The true false alarm rate.
        confidence: The likeliest commit's probability. A search ends at this value.
        most_runs: A search's maximum number of runs.
        seed: The seed of all searches.
    """
    game: Any = belief.game
    lengths, right = [], 0
    for number in range(games):
        random = Random(f"{seed} {number}")
        culprit = random.choice(game.secrets)

        def test(guess: Any, _: int, culprit: Any = culprit, random: Random = random) -> bool:
            fails = game.score(guess, culprit) in FAULTS
            return random.random() >= missed if fails else random.random() < alarm

        search = Bisection(belief, test, confidence, most_runs)
        for _ in search.runs():
            pass
        lengths.append(len(search.belief.runs))
        right += game.goal(search.belief.best.commit) == game.goal(culprit)
    return Rehearsal(tuple(lengths), right)
