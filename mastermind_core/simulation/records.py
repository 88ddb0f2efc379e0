"""What simulated games leave behind: a record a game, a summary, and a log that can be resumed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from math import isinf, sqrt
from pathlib import Path
from typing import Any, TextIO

from attrs import asdict, evolve, field, fields, frozen

from mastermind_core.analysis import Distribution
from mastermind_core.display import Shown
from mastermind_core.errors import BadArgument
from mastermind_core.frames import make_frame

#: Two-sided 95 % of the normal distribution.
_NORMAL = 1.96


@frozen
class Record:
    """What one game took; ``inconsistent`` counts guesses that could not win."""

    number: int
    length: int
    evaluations: int
    inconsistent: int
    seconds: float = field(eq=False)


@frozen(repr=False)
class Summary(Shown):
    """The games of a strategy; prints as one line.

    ``interval`` is half the width of the 95 % interval of the mean.
    """

    strategy: str
    records: tuple[Record, ...] = field(repr=False)

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
        return self.lengths.worst

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
        return (
            f"{self.strategy}: {self.games} games, mean {self.mean:.3f} +- {self.interval:.3f}, "
            f"median {self.median:g}, stdev {self.stdev:.3f}, worst {self.worst}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the figures and the lengths as what JSON can hold."""
        return {
            "strategy": self.strategy,
            "games": self.games,
            "mean": self.mean,
            "interval": None if isinf(self.interval) else self.interval,
            "median": self.median,
            "stdev": self.stdev,
            "worst": self.worst,
            "evaluations": self.evaluations,
            "inconsistent": self.inconsistent,
            "seconds": self.seconds,
            "lengths": dict(self.lengths),
        }

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with a row a game, if pandas is installed."""
        return make_frame(map(asdict, self.records), [part.name for part in fields(Record)])


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
        text = self._read()
        whole = text[: text.rfind("\n") + 1]
        lines = whole.splitlines() or [json.dumps(header)]
        if not _is_header(lines[0], header):
            raise BadArgument(
                f"log: {path} holds games of another game, strategy, seed or list of secrets: name "
                "a new log"
            )
        records = (self._record(at, line) for at, line in enumerate(lines[1:], start=2))
        self.done = {record.number: record for record in records}
        if not whole:
            self._write(lines[0] + "\n")
        elif whole != text:
            with self._path.open("r+b") as file:
                file.truncate(len(whole.encode()))

    def _read(self) -> str:
        try:
            return self._path.read_text(encoding="utf-8") if self._path.exists() else ""
        except (OSError, UnicodeDecodeError):
            raise BadArgument(f"log: {self._path} cannot be read as a log of games") from None

    def _write(self, text: str) -> None:
        try:
            self._path.write_text(text, encoding="utf-8")
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise BadArgument(
                f"log: {self._path} cannot be written ({reason}): name a file in a folder that is "
                "there"
            ) from None

    def _record(self, at: int, line: str) -> Record:
        try:
            record = Record(**json.loads(line))
            whole = (record.number, record.length, record.evaluations, record.inconsistent)
            if not all(type(part) is int and part >= 0 for part in whole) or record.length < 1:
                raise ValueError(line)
            return evolve(record, seconds=float(record.seconds))
        except (TypeError, ValueError):
            raise BadArgument(
                f"log: line {at} of {self._path} is no record of a game: remove it, or name a new "
                "log"
            ) from None

    def __enter__(self) -> Log:
        self._out: TextIO = self._path.open("a", encoding="utf-8")
        return self

    def __exit__(self, *_: object) -> None:
        self._out.close()

    def write(self, record: Record) -> None:
        """Add a game."""
        self._out.write(json.dumps(asdict(record)) + "\n")
        self._out.flush()


def _is_header(line: str, header: dict[str, Any]) -> bool:
    try:
        return bool(json.loads(line) == header)
    except ValueError:
        return False
