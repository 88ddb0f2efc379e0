"""Answers to jobs, kept in a file that survives whatever happens to the process."""

from __future__ import annotations

import json
import sqlite3
import zlib
from array import array
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from types import TracebackType

from mastermind_core.errors import BadArgument
from mastermind_core.kernels.exact.plain import Found
from mastermind_core.kernels.types import FlatTree

#: Written in every checkpoint; another number is another layout.
FORMAT = 1

_BUSY = "it is in use: another search writes to it"


class Checkpoint:
    """Keep answers by the keys of their jobs; each is on disk when ``keep`` returns.

    ``about`` says what the search is. A file that was made for something else is refused.
    """

    def __init__(self, path: str | PathLike[str], about: Mapping[str, object]):
        self._path = Path(path)
        about = {"format": FORMAT, **about}
        try:
            # A lock of the operating system, which is gone with the process however it ends.
            self._file = sqlite3.connect(self._path, timeout=0, isolation_level=None)
            self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("BEGIN EXCLUSIVE")
            self._begin(about)
            self._file.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raise self._refusal(_BUSY if "locked" in str(error) else str(error)) from None
        except sqlite3.DatabaseError:
            raise self._refusal("it is no checkpoint") from None

    def _begin(self, about: Mapping[str, object]) -> None:
        tables = {name for (name,) in self._file.execute("SELECT name FROM sqlite_master")}
        if not tables:
            self._file.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT)")
            self._file.execute("CREATE TABLE answers (job BLOB PRIMARY KEY, answer BLOB)")
            rows = [(name, json.dumps(value)) for name, value in about.items()]
            self._file.executemany("INSERT INTO about VALUES (?, ?)", rows)
            return
        if not {"about", "answers"} <= tables:
            raise self._refusal("it is a database of something else")
        kept = dict(self._file.execute("SELECT name, value FROM about"))
        for name, value in about.items():
            if kept.get(name) != json.dumps(value):
                was = kept.get(name, "nothing")
                raise self._refusal(f"its {name} is {was}, and not {json.dumps(value)}")

    def _refusal(self, why: str) -> BadArgument:
        if hasattr(self, "_file"):
            self._file.close()
        return BadArgument(f"checkpoint {str(self._path)!r}: {why}; give another file")

    def find(self, key: bytes) -> Found | None:
        """Return the answer to a job, if it is there."""
        row = self._file.execute("SELECT answer FROM answers WHERE job = ?", (key,)).fetchone()
        return None if row is None else _read(row[0])

    def keep(self, key: bytes, found: Found) -> None:
        """Write an answer."""
        self._file.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, _written(found)))

    def __len__(self) -> int:
        return int(self._file.execute("SELECT count(*) FROM answers").fetchone()[0])

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


def _written(found: Found) -> bytes:
    tree = None if found.tree is None else [list(part) for part in found.tree[:5]]
    numbers = [found.total, found.worst, found.lower_bound, found.proven, found.nodes]
    return zlib.compress(json.dumps([tree, numbers, list(found.openings)]).encode())


def _read(blob: bytes) -> Found:
    tree, (total, worst, lower_bound, proven, nodes), left = json.loads(zlib.decompress(blob))
    flat = None
    if tree is not None:
        guesses, first_edge, edge_score, edge_child, edge_size = (array("i", part) for part in tree)
        flat = FlatTree(guesses, first_edge, edge_score, edge_child, edge_size, stuck=-1)
    openings = tuple((guess, bound, exact) for guess, bound, exact in left)
    return Found(flat, total, worst, lower_bound, proven, nodes, openings)
