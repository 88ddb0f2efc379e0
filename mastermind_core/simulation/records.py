"""Simulated games' records, their summary, and a log that can be resumed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import FileIO
from math import inf, isinf, sqrt
from pathlib import Path
from statistics import stdev
from typing import Any, Protocol

from attrs import asdict, astuple, evolve, field, fields, frozen
from attrs.validators import optional

from mastermind_core.analysis import BEYOND, CostDistribution, Distribution
from mastermind_core.arguments import expect, whole, yes_or_no
from mastermind_core.arguments import number as real
from mastermind_core.errors import BadArgument, check_regular, reason_of
from mastermind_core.game import Exact, exact, fraction_of
from mastermind_core.results import Shown, make_frame
from mastermind_core.simulation.intervals import proportion_interval

#: Two-sided 95 % quantile of the normal distribution.
_NORMAL = 1.96


class Bound(Protocol):
    """A proven lower bound on any strategy's expected number of guesses."""

    @property
    def questions(self) -> float:
        """Return the bound."""

    def above(self, mean: float) -> str:
        """Return in words how far a mean is above the bound."""


@frozen
class Record:
    """One game's length, effort and ``cost``. ``inconsistent`` guesses could not win.

    ``right`` is whether the right secret or goal was named, in a game whose answers may be wrong.
    """

    number: int = field(validator=whole(0, BEYOND - 1))
    length: int = field(validator=whole(0, BEYOND - 1))
    evaluations: int = field(validator=whole(0, BEYOND - 1))
    inconsistent: int = field(validator=whole(0, BEYOND - 1))
    seconds: float = field(eq=False, validator=real(0, BEYOND))
    cost: Exact | None = None
    right: bool | None = field(default=None, validator=optional(yes_or_no))

    def __attrs_post_init__(self) -> None:
        paid = 0 if self.cost is None else exact(self.cost)
        holds = paid is not None and 0 <= paid < BEYOND
        expect(holds, "cost", "a number from 0 or None", self.cost)


@frozen(repr=False)
class Summary(Shown):
    """Statistics for simulated games. They print as one line.

    Attributes:
        strategy: The strategy's name.
        records: One record per game.
        bound: A proven lower bound for any strategy if answers may be wrong, or None.

    Raises:
        BadArgument: If ``records`` is not a non-empty tuple with records.

    >>> from mastermind_core import TwoD, simulate
    >>> played = simulate(TwoD(5), "knuth", games=25, secrets=TwoD(5).secrets)
    >>> played.games, played.mean, sum(played.lengths.values())
    (25, 3.32, 25)
    """

    strategy: str
    records: tuple[Record, ...] = field(repr=False)
    bound: Bound | None = field(default=None, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        many = isinstance(self.records, tuple) and all(isinstance(r, Record) for r in self.records)
        if not many or not self.records:
            raise BadArgument("records must be a tuple of Record, at least one")

    @property
    def lengths(self) -> Distribution:
        """Return the length distribution over the games."""
        return Distribution(Counter(record.length for record in self.records))

    @property
    def games(self) -> int:
        """Count the games."""
        return len(self.records)

    @property
    def mean(self) -> float:
        """Return the mean number of guesses per game."""
        return self.lengths.mean

    @property
    def margin(self) -> float:
        """Return the half-width of the mean's 95 % confidence interval."""
        return half_interval([record.length for record in self.records])

    @property
    def costs(self) -> CostDistribution | None:
        """Return the cost distribution over the games, or None if guesses have no costs."""
        counts = Counter(record.cost for record in self.records if record.cost is not None)
        return CostDistribution(counts) if counts else None

    @property
    def cost_figures(self) -> tuple[str, ...]:
        """Return the mean cost, its 95 % half-width and the worst cost as strings, if any."""
        if (costs := self.costs) is None:
            return ()
        interval = half_interval([float(record.cost or 0) for record in self.records])
        return f"{costs.mean:.3f}", f"{interval:.3f}", f"{costs.worst}"

    @property
    def accuracy(self) -> float | None:
        """Return the share of games with the right name, or None if answers are exact."""
        named = [record.right for record in self.records if record.right is not None]
        return sum(named) / len(named) if named else None

    @property
    def accuracy_interval(self) -> tuple[float, float] | None:
        """Return the accuracy's exact 95 % interval (Clopper and Pearson), or None."""
        named = [record.right for record in self.records if record.right is not None]
        return proportion_interval(sum(named), len(named)) if named else None

    @property
    def median(self) -> float:
        """Return the median number of guesses."""
        return self.lengths.median

    @property
    def stdev(self) -> float:
        """Return the lengths' standard deviation."""
        return self.lengths.stdev

    @property
    def worst(self) -> int:
        """Return the most guesses that a game took."""
        return int(self.lengths.worst)

    @property
    def evaluations(self) -> float:
        """Return the mean number of codes examined per game, if the strategy counts them."""
        return sum(record.evaluations for record in self.records) / self.games

    @property
    def inconsistent(self) -> float:
        """Return the mean number of guesses per game that could not win."""
        return sum(record.inconsistent for record in self.records) / self.games

    @property
    def seconds(self) -> float:
        """Return the mean CPU seconds per game."""
        return sum(record.seconds for record in self.records) / self.games

    def __repr__(self) -> str:
        return f"<Summary of {self}>" if self.records else f"<Summary of {self.strategy}: no games>"

    def __str__(self) -> str:
        figures = (
            f"{self.strategy}: {self.games} games, mean {self.mean:.3f} +- {self.margin:.3f}, "
            f"median {self.median:g}, stdev {self.stdev:.3f}, worst {self.worst}"
        )
        if self.costs is not None:
            figures += "; mean cost {} +- {}, worst {}".format(*self.cost_figures)
        if self.accuracy is not None and (limits := self.accuracy_interval) is not None:
            low, high = (100 * limit for limit in limits)
            figures += f"; {100 * self.accuracy:.1f} % right ({low:.1f} to {high:.1f} %)"
        if self.bound is not None:
            figures += f"; {self.bound.above(self.mean)}"
        return figures

    def to_dict(self) -> dict[str, Any]:
        """Return the statistics and the lengths in types that JSON supports."""
        names = "strategy games mean margin median stdev worst evaluations inconsistent seconds"
        figures = {name: getattr(self, name) for name in names.split()}
        figures |= {"margin": finite(self.margin), "lengths": dict(self.lengths)}
        if self.accuracy is not None:
            figures |= {"accuracy": self.accuracy, "accuracy_interval": self.accuracy_interval}
        if self.bound is not None:
            figures["lower_bound"] = self.bound.questions
        if (costs := self.costs) is not None:
            figures |= {"mean_cost": costs.mean, "costs": costs.to_dict()["costs"]}
        return figures

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with one row per game, if pandas is installed."""
        return make_frame(map(astuple, self.records), [part.name for part in fields(Record)])


def finite(number: float) -> float | None:
    """Return a number, or None if it is infinite and JSON cannot represent it."""
    return None if isinf(number) else number


def half_interval(values: Sequence[float]) -> float:
    """Return the half-width of a sample mean's 95 % confidence interval.

    Args:
        values: The sample.

    Returns:
        The half-width, infinite for fewer than two values.

    >>> round(half_interval([1, 2, 3, 4]), 3)
    1.265
    """
    count = len(values)
    return _NORMAL * stdev(values) / sqrt(count) if count > 1 else inf


class Log:
    """A JSON lines file: a header that identifies the games, then one record per line.

    ``done`` maps a game's index to a record that the file already has. A truncated last line is
    dropped, and other lines are never rewritten.
    """

    def __init__(self, path: str | Path, header: dict[str, Any]):
        """Open or create a log.

        Args:
            path: The file.
            header: The games' description.

        Raises:
            BadArgument: If the log is damaged or has other games, or the file cannot be used.
        """
        self._path = Path(path)
        self.done: dict[int, Record] = {}
        first = json.dumps(header).encode() + b"\n"
        size = self._read(header, first)
        with self._written():
            if not size:
                self._path.write_bytes(first)
            elif size < self._path.stat().st_size:
                with self._path.open("r+b") as file:
                    file.truncate(size)

    def _read(self, header: dict[str, Any], first: bytes) -> int:
        """Read the complete lines, and return how many bytes they have."""
        try:
            if not self._path.exists():
                return 0
            check_regular(self._path)
            content = self._path.read_bytes()
            *lines, _ = content.decode().split("\n")
        except (OSError, UnicodeDecodeError):
            raise BadArgument(f"log: {self._path} cannot be read as a log of games") from None
        if not lines and first.startswith(content):
            return 0
        try:
            same = bool(lines) and json.loads(lines[0]) == header
        except (ValueError, RecursionError):
            same = False
        if not same:
            raise BadArgument(
                f"log: {self._path} has games of another game, strategy, seed or list of "
                "secrets: name a new log"
            )
        for at, line in enumerate(lines[1:], start=2):
            record = self._record(at, line)
            self.done[record.number] = record
        return content.rindex(b"\n") + 1

    @contextmanager
    def _written(self) -> Iterator[None]:
        """Convert writing errors into a one-line error."""
        try:
            yield
        except (OSError, ValueError) as error:
            raise BadArgument(
                f"log: {self._path} cannot be written ({reason_of(error)}): free space, or name a "
                "file in an existing folder; games in the log are kept"
            ) from None

    def _record(self, at: int, line: str) -> Record:
        try:
            found = json.loads(line)
            if isinstance(found.get("cost"), str):
                found["cost"] = exact(fraction_of(found["cost"]))
            record = Record(**found)
            return evolve(record, seconds=float(record.seconds))
        except (AttributeError, TypeError, ValueError, OverflowError, RecursionError):
            raise BadArgument(
                f"log: line {at} of {self._path} is not a record of a game: remove the line, or "
                "name a new log"
            ) from None

    def __enter__(self) -> Log:
        with self._written():
            self._out: FileIO = self._path.open("ab", buffering=0)
        return self

    def __exit__(self, *_: object) -> None:
        self._out.close()

    def write(self, record: Record) -> None:
        """Append a game's record."""
        parts = {name: part for name, part in asdict(record).items() if part is not None}
        line = json.dumps(parts, default=str).encode() + b"\n"
        with self._written():
            while line:
                line = line[self._out.write(line) :]
