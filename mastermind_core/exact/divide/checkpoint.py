"""Answers to jobs, kept in a file that survives whatever happens to the process."""

from __future__ import annotations

import json
import sqlite3
import warnings
import zlib
from array import array
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any

from attrs import evolve

from mastermind_core.errors import BadArgument, check_regular, reason_of, shown
from mastermind_core.exact.divide.job import Job
from mastermind_core.exact.divide.subproblem import Question
from mastermind_core.kernels.exact.task import Found
from mastermind_core.kernels.types import FlatTree

#: Written in every checkpoint; another number is another layout.
FORMAT = 3

#: Bytes of the digest before each result, and of a key that go into it.
_DIGEST, _LONGEST_KEY = 16, 64

#: Bytes of a result, as it is in the file and when it is unpacked.
_LARGEST = 64 * 2**20

_BUSY = "it is in use: another search writes to it"


class Checkpoint:
    """Results by the keys of their jobs, in a file; each is on disk when ``keep`` returns.

    ``about`` says what the search is. A file that was made for something else is refused. A result
    that is damaged is searched again. When the file cannot be written any more (a full disk, say),
    the search goes on without it and a warning says so.
    """

    def __init__(self, path: str | PathLike[str], about: Mapping[str, object]):
        self._path = Path(path)
        self._lost = False
        about = {"format": FORMAT, **about}
        try:
            if self._path.exists():
                check_regular(self._path)
            # A lock of the operating system, which is gone with the process however it ends.
            self._file = sqlite3.connect(self._path, timeout=0, isolation_level=None)
            self._file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST)
            self._file.execute("PRAGMA trusted_schema = OFF")
            self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("BEGIN EXCLUSIVE")
            self._begin(about)
            self._file.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raise self._refusal(_BUSY if "locked" in str(error) else str(error)) from None
        except sqlite3.DatabaseError:
            raise self._refusal("it is no checkpoint, or damaged") from None
        except OSError as error:
            raise self._refusal(reason_of(error)) from None
        except (sqlite3.Error, ValueError, TypeError) as error:
            if isinstance(error, BadArgument):
                raise
            raise self._refusal(f"it is no checkpoint, or damaged ({error})") from None

    def _begin(self, about: Mapping[str, object]) -> None:
        kinds = dict(self._file.execute("SELECT name, type FROM sqlite_master"))
        # What is computed when a table is read could take for ever.
        if not set(kinds.values()) <= {"table", "index"}:
            raise self._refusal("it has views or triggers, and a checkpoint has none")
        tables = {name for name, kind in kinds.items() if kind == "table"}
        if not tables:
            self._file.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT)")
            self._file.execute("CREATE TABLE answers (job BLOB PRIMARY KEY, answer BLOB)")
            # What a result is about, where a later search may ask for it otherwise.
            self._file.execute("CREATE TABLE jobs (job BLOB PRIMARY KEY, about BLOB, asked TEXT)")
            self._file.execute("CREATE INDEX jobs_about ON jobs (about)")
            rows = [(name, json.dumps(value)) for name, value in about.items()]
            self._file.executemany("INSERT INTO about VALUES (?, ?)", rows)
            return
        if not {"about", "answers", "jobs"} <= tables:
            raise self._refusal("it is a database of something else")
        kept = dict(self._file.execute("SELECT name, value FROM about"))
        for name, value in about.items():
            if kept.get(name) != json.dumps(value):
                was = str(kept.get(name, "nothing"))
                was = was if was.isprintable() else repr(was)
                raise self._refusal(f"its {name} is {was[:200]}, and not {json.dumps(value)}")

    def _refusal(self, why: str) -> BadArgument:
        if hasattr(self, "_file"):
            self._file.close()
        return BadArgument(f"checkpoint {shown(str(self._path))}: {why}; give another file")

    def find(self, key: bytes) -> Found | None:
        """Return the result of a job, if it is there and whole."""
        if self._lost:
            return None
        select = "SELECT answer FROM answers WHERE job = ?"
        try:
            row = self._file.execute(select, (key,)).fetchone()
        except sqlite3.Error as error:
            self._lose(error)
            return None
        return None if row is None else _read(key, row[0])

    def about(self, question: Question) -> Iterator[tuple[Job, Found]]:
        """Yield the results about a set, in the order in which they came."""
        select = "SELECT job, asked FROM jobs WHERE about = ? ORDER BY rowid"
        try:
            rows = [] if self._lost else self._file.execute(select, (question.digest,)).fetchall()
        except sqlite3.Error as error:
            self._lose(error)
            return
        for key, asked in rows:
            found = self.find(key)
            job = None if found is None else _job(question, key, asked)
            if found is not None and job is not None:
                yield job, found

    def keep(self, key: bytes, found: Found, job: Job | None = None) -> None:
        """Write a result, and what job it is of."""
        if self._lost:
            return
        row = (key, _written(key, found))
        try:
            self._file.execute("BEGIN")
            if job is not None:
                asked = json.dumps([list(job.history), list(job.first), job.below, job.nodes])
                jobs = (key, job.subproblem, asked)
                self._file.execute("INSERT OR REPLACE INTO jobs VALUES (?, ?, ?)", jobs)
            self._file.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", row)
            self._file.execute("COMMIT")
        except sqlite3.Error as error:
            self._lose(error)

    def _lose(self, error: sqlite3.Error) -> None:
        self._lost = True
        warnings.warn(
            f"checkpoint {shown(str(self._path))}: {error}; the search goes on without it",
            stacklevel=2,
        )

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(sqlite3.Error):
            self._file.close()


def _job(question: Question, key: bytes, asked: Any) -> Job | None:
    """Return the job of a result, or None where what is written of it does not fit its key."""
    try:
        history, first, below, nodes = json.loads(asked)
        job = question.job(tuple(map(int, first)), int(below), int(nodes))
        job = evolve(job, history=tuple(map(int, history)))
    except (ValueError, TypeError):
        return None
    return job if job.key == key else None


def _written(key: bytes, found: Found) -> bytes:
    """Return a result as bytes, behind a digest of it and of what it belongs to."""
    tree = None if found.tree is None else [list(part) for part in found.tree[:5]]
    numbers = [found.total, found.worst, found.lower_bound, found.proven, found.nodes]
    content = zlib.compress(json.dumps([tree, numbers, list(found.openings)]).encode())
    return _digest(key, content) + content


def _digest(key: bytes, content: bytes) -> bytes:
    return blake2b(content, key=key[:_LONGEST_KEY], digest_size=_DIGEST).digest()


def _read(key: bytes, blob: Any) -> Found | None:
    """Return the result that bytes hold, or None where they are damaged."""
    if not isinstance(blob, bytes) or blob[:_DIGEST] != _digest(key, blob[_DIGEST:]):
        return None
    try:
        return _unpacked(blob[_DIGEST:])
    except (ValueError, TypeError, OverflowError, RecursionError, zlib.error):
        return None


def _unpacked(content: bytes) -> Found | None:
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(content, _LARGEST)
    if unpacker.unconsumed_tail:
        return None
    tree, (total, worst, lower_bound, proven, nodes), left = json.loads(text)
    flat = None
    if tree is not None:
        guesses, first_edge, edge_score, edge_child, edge_size = (array("i", part) for part in tree)
        flat = FlatTree(guesses, first_edge, edge_score, edge_child, edge_size, stuck=-1)
    openings = tuple((guess, bound, exact) for guess, bound, exact in left)
    numbers = [
        total,
        worst,
        lower_bound,
        proven,
        nodes,
        *(part for one in openings for part in one),
    ]
    if not all(isinstance(number, int) for number in numbers):
        return None
    return Found(flat, total, worst, lower_bound, proven, nodes, openings)
