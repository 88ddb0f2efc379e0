"""Compute what a claim's call gives, and keep it in a log that a later run goes on from."""

from __future__ import annotations

import ast
import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from pathlib import Path
from time import process_time
from types import MappingProxyType
from typing import Any

from attrs import asdict, field, frozen
from more_itertools import consecutive_groups

from mastermind_core.analysis import Distribution
from mastermind_core.errors import BadArgument, BadFile
from mastermind_core.simulation.records import Summary
from mastermind_core.studies import ExpectedDistribution, TieSpectrum
from reproduce.counting import Estimate, Sample

_NOTHING: Mapping[str, Any] = MappingProxyType({})

#: How calls begin that compare games.
_COMPARISONS = ("less(", "falls(")

#: The seed of the games on the pages.
SEED = 2009


@frozen
class Reached:
    """The totals over so many secrets that a rule has under some ties, as runs of whole numbers.

    ``worst`` are its least and its largest worst case.
    """

    count: int
    runs: tuple[tuple[int, int], ...]
    worst: tuple[int, int]

    @classmethod
    def of(cls, spectrum: TieSpectrum) -> Reached:
        """Return what a spectrum says."""
        runs = map(list, consecutive_groups(map(int, spectrum.totals)))
        ends = tuple((each[0], each[-1]) for each in runs)
        worst = int(spectrum.minimum_worst), int(spectrum.maximum_worst)
        return cls(int(spectrum.count), ends, worst)

    def __str__(self) -> str:
        low, high = self.worst
        totals = ", ".join(_run(*run) for run in self.runs)
        between = " or " if high == low + 1 else " to "
        return f"total {totals}, worst case {_run(low, high, between)}"


def _run(low: int, high: int, between: str = " to ") -> str:
    return str(low) if low == high else f"{low}{between}{high}"


@frozen
class Measured:
    """What a call gave: a value, or how often each number of guesses comes.

    ``shares`` are counts of secrets or games, or probabilities; ``games`` is the number of games
    that were drawn, None where nothing was left to chance. ``evaluations`` are the mean and the
    standard deviation of the codes that were looked at in a game, ``a_game`` the seconds of one.
    ``error`` is the standard error of a value that comes from games. ``reached`` is what a rule
    comes to under all ties.
    """

    value: str = ""
    shares: Mapping[int, Fraction] = field(factory=dict)
    games: int | None = None
    evaluations: tuple[float, float] | None = None
    a_game: float | None = field(default=None, eq=False)
    error: float | None = None
    reached: Reached | None = None
    seconds: float = field(default=0.0, eq=False)

    @property
    def mean(self) -> Fraction:
        """Return the mean number of guesses."""
        return self._moment(1, Fraction(0))

    @property
    def variance(self) -> Fraction:
        """Return the variance of the number of guesses."""
        return self._moment(2, self.mean)

    @property
    def fourth(self) -> Fraction:
        """Return the fourth central moment of the number of guesses."""
        return self._moment(4, self.mean)

    @property
    def stdev(self) -> float:
        """Return the standard deviation of the number of guesses."""
        return sqrt(self.variance)

    @property
    def worst(self) -> int:
        """Return the most guesses."""
        return max(self.shares)

    @property
    def median(self) -> Fraction:
        """Return the middle number of guesses, or half the sum of the two in the middle."""
        lengths = sorted(self.shares)
        so_far = list(accumulate(self.shares[n] for n in lengths))
        middles = (side(so_far, self.whole / 2) for side in (bisect_left, bisect_right))
        return Fraction(sum(lengths[at] for at in middles), 2)

    @property
    def whole(self) -> Fraction:
        """Return the number of secrets or games; 1 for probabilities."""
        return sum(self.shares.values(), Fraction(0))

    def below(self, length: int) -> Fraction:
        """Return the share of games with fewer guesses."""
        return sum((s for n, s in self.shares.items() if n < length), Fraction(0)) / self.whole

    def _moment(self, power: int, around: Fraction) -> Fraction:
        total = sum((s * (n - around) ** power for n, s in self.shares.items()), Fraction(0))
        return total / self.whole


def measure(call: str, seed: int = SEED, known: Mapping[str, Measured] = _NOTHING) -> Measured:
    """Compute a call, with the names of :mod:`reproduce.calls`.

    A comparison takes the games of its arguments from ``known``, where they are.

    >>> measure("length_distribution(M(3, 2), 'knuth')").shares[2]
    Fraction(3, 1)
    >>> measure("6**4").value
    '1296'
    """
    from reproduce import calls

    began = process_time()
    text, names = seeded(call, seed), dict(vars(calls))
    if text.startswith(_COMPARISONS):
        tree: Any = ast.parse(text, mode="eval").body
        arguments = [ast.unparse(each) for each in tree.args]
        played = {ast.unparse(ast.parse(each)): found for each, found in known.items()}
        games = [played.get(each) or eval(each, names) for each in arguments]
        names["games"], text = games, f"{text.partition('(')[0]}(*games)"
    try:
        result = eval(text, names)
    except NameError as error:
        raise BadArgument(f"call: {call} is no call of reproduce.calls: {error}") from None
    return _measured(result, process_time() - began)


def seeded(call: str, seed: int) -> str:
    """Return a call as it can be pasted: with its seed.

    >>> seeded("simulate(M(4, 6), 'rosu', 20, seed={seed})", 1)
    "simulate(M(4, 6), 'rosu', 20, seed=1)"
    """
    return call.replace("{seed}", str(seed))


def _measured(result: Any, seconds: float) -> Measured:
    if isinstance(result, Summary):
        looked = [record.evaluations for record in result.records]
        mean = sum(looked) / len(looked)
        spread = sqrt(sum((n - mean) ** 2 for n in looked) / len(looked))
        shares = {n: Fraction(count) for n, count in result.lengths.items()}
        return Measured(
            shares=shares,
            games=result.games,
            evaluations=(round(mean, 6), round(spread, 6)),
            a_game=round(result.seconds, 8),
            seconds=seconds,
        )
    if isinstance(result, Estimate):
        return Measured(repr(result.value), games=result.games, error=result.error, seconds=seconds)
    if isinstance(result, Sample):
        shares = {n: Fraction(count) for n, count in result.lengths.items()}
        return Measured(shares=shares, games=int(sum(result.lengths.values())), seconds=seconds)
    if isinstance(result, (Distribution, ExpectedDistribution)):
        shares = {n: Fraction(share) for n, share in result.items()}
        return Measured("", shares, seconds=seconds)
    if isinstance(result, TieSpectrum):
        reached = Reached.of(result)
        return Measured(str(reached), reached=reached, seconds=seconds)
    if isinstance(result, bool):
        return Measured("yes" if result else "no", seconds=seconds)
    return Measured(str(result), seconds=seconds)


class Measurements:
    """A log of JSON lines, one a call that was computed: what is in it is not computed again.

    A last line that was cut off is dropped.
    """

    def __init__(self, path: Path | None, seed: int = SEED):
        """Open a log; without a path nothing is kept on disk."""
        self.path, self.seed = path, seed
        self._found: dict[str, Measured] = {}
        if path is not None and path.exists():
            text = path.read_text(encoding="utf-8")
            for line in text[: text.rfind("\n") + 1].splitlines():
                self._found.update([_read(path, line)])

    def __contains__(self, call: str) -> bool:
        return seeded(call, self.seed) in self._found

    def __getitem__(self, call: str) -> Measured:
        return self._found[seeded(call, self.seed)]

    def __len__(self) -> int:
        return len(self._found)

    def items(self) -> Iterable[tuple[str, Measured]]:
        """Return each call with what it gave."""
        return self._found.items()

    def values(self) -> Iterable[Measured]:
        """Return what the calls gave."""
        return self._found.values()

    def run(self, calls: Iterable[str]) -> Iterator[str]:
        """Compute what is missing, and yield a line about each call when it is done."""
        for call in dict.fromkeys(calls):
            if call not in self:
                found = measure(call, self.seed, self._found)
                self._found[seeded(call, self.seed)] = found
                self.write()
                yield f"{found.seconds:8.2f} s  {seeded(call, self.seed)}"

    def take(self, other: Measurements, calls: Iterable[str]) -> None:
        """Take what draws no lots from another log: no seed changes it."""
        for call in calls:
            if "{seed}" not in call and call in other:
                self._found.setdefault(call, other[call])
        self.write()

    def write(self) -> None:
        """Write the whole log, a line a call, in the order of the calls' text."""
        if self.path is not None:
            lines = [json.dumps(_written(call, self._found[call])) for call in sorted(self._found)]
            part = self.path.with_suffix(".part")
            part.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
            part.replace(self.path)

    def keep(self, calls: Iterable[str]) -> None:
        """Drop what none of these calls asks for."""
        asked = {seeded(call, self.seed) for call in calls}
        self._found = {call: found for call, found in self._found.items() if call in asked}
        self.write()


def _written(call: str, found: Measured) -> dict[str, Any]:
    line: dict[str, Any] = {"call": call}
    if found.shares:
        line["lengths"] = {str(n): str(share) for n, share in found.shares.items()}
    else:
        line["value"] = found.value
    for name in ("games", "evaluations", "a_game", "error"):
        if getattr(found, name) is not None:
            line[name] = getattr(found, name)
    if found.reached is not None:
        line["reached"] = asdict(found.reached)
    return {**line, "seconds": round(found.seconds, 3)}


def _read(path: Path, line: str) -> tuple[str, Measured]:
    try:
        data = json.loads(line)
        lengths = {int(n): Fraction(share) for n, share in data.get("lengths", {}).items()}
        looked, ties = data.get("evaluations"), data.get("reached")
        return data["call"], Measured(
            data.get("value", ""),
            lengths,
            data.get("games"),
            None if looked is None else (looked[0], looked[1]),
            data.get("a_game"),
            data.get("error"),
            None if ties is None else _reached(**ties),
            data["seconds"],
        )
    except (KeyError, TypeError, ValueError):
        raise BadFile(f"{path} has a line that is no measurement: {line[:60]!r}") from None


def _reached(count: int, runs: list[list[int]], worst: list[int]) -> Reached:
    return Reached(count, tuple((low, high) for low, high in runs), (worst[0], worst[1]))
