"""Records of simulated games: one for each, a summary, and a log that can be resumed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import FileIO
from math import isinf, sqrt
from pathlib import Path
from typing import Any

from attrs import asdict, astuple, evolve, field, fields, frozen

from mastermind_core.analysis import BEYOND, CostDistribution, Distribution
from mastermind_core.arguments import expect, whole
from mastermind_core.arguments import number as real
from mastermind_core.errors import BadArgument, check_regular, reason_of
from mastermind_core.game.amounts import Exact, exact, fraction_of
from mastermind_core.results import Shown
from mastermind_core.results.frames import make_frame

#: Two-sided 95 % of the normal distribution.
_NORMAL = 1.96


@frozen
class Record:
    """The length, effort and ``cost`` of one game; ``inconsistent`` guesses could not win."""

    number: int = field(validator=whole(0, BEYOND - 1))
    length: int = field(validator=whole(0, BEYOND - 1))
    evaluations: int = field(validator=whole(0, BEYOND - 1))
    inconsistent: int = field(validator=whole(0, BEYOND - 1))
    seconds: float = field(eq=False, validator=real(0, BEYOND))
    cost: Exact | None = None

    def __attrs_post_init__(self) -> None:
        paid = 0 if self.cost is None else exact(self.cost)
        holds = paid is not None and 0 <= paid < BEYOND
        expect(holds, "cost", "a number from 0 or None", self.cost)


@frozen(repr=False)
class Summary(Shown):
    """The games of a strategy; prints as one line.

    ``interval`` is half the width of the 95 % interval of the mean; where guesses have costs,
    ``costs`` says how many games cost how much.

    >>> from mastermind_core import TwoD, simulate
    >>> played = simulate(TwoD(5), "knuth", games=25, secrets=TwoD(5).secrets)
    >>> played.games, played.mean, sum(played.lengths.values())
    (25, 3.32, 25)
    """

    strategy: str
    records: tuple[Record, ...] = field(repr=False)

    def __attrs_post_init__(self) -> None:
        many = isinstance(self.records, tuple) and all(isinstance(r, Record) for r in self.records)
        if not many or not self.records:
            raise BadArgument("records must be a tuple of Record, one a game or more")

    @property
    def lengths(self) -> Distribution:
        """Return how many games took how many guesses."""
        return Distribution(Counter(record.length for record in self.records))

    @property
    def games(self) -> int:
        """Return the number of games."""
        return len(self.records)

    @property
    def mean(self) -> float:
        """Return the guesses of a game on average."""
        return self.lengths.mean

    @property
    def interval(self) -> float:
        """Return half the width of the 95 % interval of the mean."""
        return half_interval([record.length for record in self.records])

    @property
    def costs(self) -> CostDistribution | None:
        """Return how many games cost how much; None where guesses have no costs."""
        counts = Counter(record.cost for record in self.records if record.cost is not None)
        return CostDistribution(counts) if counts else None

    @property
    def cost_figures(self) -> tuple[str, ...]:
        """Write the mean cost, half the width of its 95 % interval, and the worst cost, if any."""
        if (costs := self.costs) is None:
            return ()
        interval = half_interval([float(record.cost or 0) for record in self.records])
        return f"{costs.mean:.3f}", f"{interval:.3f}", f"{costs.worst}"

    @property
    def median(self) -> float:
        """Return the middle number of guesses."""
        return self.lengths.median

    @property
    def stdev(self) -> float:
        """Return the standard deviation of the number of guesses."""
        return self.lengths.stdev

    @property
    def worst(self) -> int:
        """Return the most guesses that a game took."""
        return int(self.lengths.worst)

    @property
    def evaluations(self) -> float:
        """Return the codes that the strategy looked at a game, if it counts them."""
        return sum(record.evaluations for record in self.records) / self.games

    @property
    def inconsistent(self) -> float:
        """Return the guesses a game that could not win."""
        return sum(record.inconsistent for record in self.records) / self.games

    @property
    def seconds(self) -> float:
        """Return the CPU seconds of a game on average."""
        return sum(record.seconds for record in self.records) / self.games

    def __repr__(self) -> str:
        return f"<Summary of {self}>" if self.records else f"<Summary of {self.strategy}: no games>"

    def __str__(self) -> str:
        figures = (
            f"{self.strategy}: {self.games} games, mean {self.mean:.3f} +- {self.interval:.3f}, "
            f"median {self.median:g}, stdev {self.stdev:.3f}, worst {self.worst}"
        )
        if self.costs is not None:
            figures += "; mean cost {} +- {}, worst {}".format(*self.cost_figures)
        return figures

    def to_dict(self) -> dict[str, Any]:
        """Return the figures and the lengths as what JSON can hold."""
        names = "strategy games mean interval median stdev worst evaluations inconsistent seconds"
        figures = {name: getattr(self, name) for name in names.split()}
        figures |= {"interval": finite(self.interval), "lengths": dict(self.lengths)}
        if (costs := self.costs) is not None:
            figures |= {"mean_cost": costs.mean, "costs": costs.to_dict()["costs"]}
        return figures

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with a row a game, if pandas is installed."""
        return make_frame(map(astuple, self.records), [part.name for part in fields(Record)])


def finite(number: float) -> float | None:
    """Return a number that JSON can hold; None where it is infinite."""
    return None if isinf(number) else number


def half_interval(values: Sequence[float]) -> float:
    """Return half the width of the 95 % interval of the mean of a sample.

    >>> round(half_interval([1, 2, 3, 4]), 3)
    1.265
    """
    count = len(values)
    if count < 2:
        return float("inf")
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return _NORMAL * sqrt(variance / count)


class Log:
    """A file of JSON lines with a record each, the first of which says what was played.

    ``done`` are the records that the file already holds. A last line that was cut off is dropped;
    nothing else of the file is written anew.
    """

    def __init__(self, path: str | Path, header: dict[str, Any]):
        """Open a log; one of other games, and one that is damaged, is refused."""
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
        """Take in the lines that are whole, and return how many bytes they have."""
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
                f"log: {self._path} holds games of another game, strategy, seed or list of "
                "secrets: name a new log"
            )
        for at, line in enumerate(lines[1:], start=2):
            record = self._record(at, line)
            self.done[record.number] = record
        return content.rindex(b"\n") + 1

    @contextmanager
    def _written(self) -> Iterator[None]:
        """Turn a refusal of the system to write into one line."""
        try:
            yield
        except (OSError, ValueError) as error:
            reason = reason_of(error)
            raise BadArgument(
                f"log: {self._path} cannot be written ({reason}): make room, or name a file in a "
                "folder that is there; the games that it has stay"
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
                f"log: line {at} of {self._path} is no record of a game: remove it, or name a new "
                "log"
            ) from None

    def __enter__(self) -> Log:
        with self._written():
            self._out: FileIO = self._path.open("ab", buffering=0)
        return self

    def __exit__(self, *_: object) -> None:
        self._out.close()

    def write(self, record: Record) -> None:
        """Add a game."""
        parts = {name: part for name, part in asdict(record).items() if part is not None}
        line = json.dumps(parts, default=str).encode() + b"\n"
        with self._written():
            while line:
                line = line[self._out.write(line) :]
