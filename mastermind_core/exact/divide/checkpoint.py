"""The checkpoint file of a search: its description, its best tree, and its table of solved sets.

The table is the memory of the search, and all processes map it (see ``sharing``), so the file is
complete even if they are killed. A half-written entry has the key of no set.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
import zlib
from array import array
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from operator import index
from os import PathLike
from pathlib import Path
from secrets import token_bytes

from mastermind_core.errors import BadArgument, check_regular, reason_of, shown
from mastermind_core.exact.problem import POOLS
from mastermind_core.game import Game
from mastermind_core.kernels.choose import is_compiled
from mastermind_core.kernels.exact.sharing import FRONT, TOKEN
from mastermind_core.kernels.exact.task import NO_LIMIT, Found, Task
from mastermind_core.kernels.types import FlatTree
from mastermind_core.names import __version__
from mastermind_core.table import ScoreTable

#: The first bytes of a checkpoint, up to its token, and the version of its layout.
_MAGIC = b"mastermind_core\n"
FORMAT = 4

#: The offsets of the description and of the first of two places for a tree: a process may be killed
#: while it writes one.
_ABOUT = len(_MAGIC) + TOKEN
_TREES = 1 << 16
_PLACE = (FRONT - _TREES) // 2

#: Bytes of a number and of a digest in front of each of these, and of an unpacked tree.
_NUMBER = 8
_DIGEST = 16
_LARGEST = 1 << 26

_NONE = "the file is not a checkpoint, or is damaged"
_BUSY = "it is in use: another search writes to it"

#: The files that this process has open: a lock does not exclude the same process.
_open: set[tuple[int, int]] = set()


def description(game: Game, name: bytes, task: Task) -> dict[str, object]:
    """Return the description of a search. A checkpoint with another one is rejected.

    The game is identified by its fingerprint.
    """
    question = task.question
    limit = {} if question.max_cost == NO_LIMIT else {"max_cost": question.max_cost}
    sizes = f"{len(game.guesses):,} x {len(game.secrets):,}"
    return {
        "version": __version__,
        "kernel": "native" if is_compiled() else "reference",
        "game": f"{type(game).__name__} of {sizes} answers {name.hex()}",
        "objective": question.objective,
        "pool": list(POOLS)[question.pool],
        "max_steps": question.max_steps,
        "first_guess": list(question.first),
        **limit,
    }


def fingerprint(table: ScoreTable) -> bytes:
    """Return a digest of all scores, numbered as in results.

    It leaves out names, which may differ between processes, and symmetries: fewer are found in less
    time, and the bounds of a set hold with any of them.
    """
    return blake2b(f"{table.fingerprint()} {table.places}".encode(), digest_size=20).digest()


class Checkpoint:
    """The file of a search with the description ``about``. Any other file is rejected.

    If the file can no longer be written (for example on a full disk), the search continues without
    it, with a warning.
    """

    def __init__(self, path: str | PathLike[str], about: Mapping[str, object]):
        self.path = os.fspath(path)
        about = json.loads(json.dumps({"format": FORMAT, **about}))
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
        try:
            with suppress(FileNotFoundError):
                check_regular(self.path)
                if _identity(Path(self.path).stat()) in _open:  # to close it again would unlock it
                    raise BlockingIOError(0, _BUSY)
            self._file = os.open(self.path, flags, 0o666)
        except (OSError, ValueError) as error:
            raise self._refusal(reason_of(error)) from None
        try:
            _lock(self._file)
        except OSError:
            os.close(self._file)
            raise self._refusal(_BUSY) from None
        self._id = _identity(os.fstat(self._file))
        _open.add(self._id)
        try:
            self._begin(about)
        except BaseException:
            self.__exit__()
            raise

    def _begin(self, about: Mapping[str, object]) -> None:
        if os.fstat(self._file).st_size == 0:
            try:
                self._write(0, _MAGIC + token_bytes(TOKEN) + _sealed(0, json.dumps(about).encode()))
            except OSError as error:
                os.ftruncate(self._file, 0)
                raise self._refusal(reason_of(error)) from None
            return
        kept = None
        if self._read(0, len(_MAGIC)) == _MAGIC:
            with suppress(ValueError, RecursionError):
                kept = json.loads((self._unsealed(_ABOUT, _TREES - _ABOUT) or (0, b""))[1])
        if not isinstance(kept, dict):
            raise self._refusal(_NONE)
        for name in {**about, **kept}:
            if kept.get(name) != about.get(name):
                was = json.dumps(kept.get(name, "nothing"))
                now = json.dumps(about.get(name))
                raise self._refusal(f"its {name} is {was[:200]}, and not {now}")

    def _refusal(self, why: str) -> BadArgument:
        return BadArgument(f"checkpoint {shown(self.path)}: {why}; give another file")

    def find(self, stage: str) -> Found | None:
        """Return the best result that an earlier search stored for a stage."""
        kept = [self._unsealed(_TREES + place * _PLACE, _PLACE) for place in range(2)]
        for _, content in sorted((one for one in kept if one), reverse=True):
            with suppress(ValueError, TypeError, OverflowError, RecursionError, zlib.error):
                found = _unpacked(stage, content)
                if found is not None:
                    return found
        return None

    def keep(self, stage: str, found: Found) -> None:
        """Store the result of a stage. It replaces the older of two."""
        kept = [self._unsealed(_TREES + place * _PLACE, _PLACE) or (0, b"") for place in range(2)]
        place = min(range(2), key=kept.__getitem__)
        tree = None if found.tree is None else [list(part) for part in found.tree[:5]]
        numbers = [found.total, found.worst, found.lower_bound, int(found.proven), found.nodes]
        content = zlib.compress(json.dumps([stage, tree, numbers]).encode())
        if len(content) < _PLACE - _NUMBER - 2 * _DIGEST:
            number = max(kept)[0] + 1
            try:
                self._write(_TREES + place * _PLACE, _sealed(number, content))
            except OSError as error:
                self.lose(reason_of(error))

    def lose(self, why: str) -> None:
        """Warn that the file cannot be written."""
        told = f"checkpoint {shown(self.path)}: {why}; the search goes on without it"
        warnings.warn(told, stacklevel=2)

    def _read(self, at: int, count: int) -> bytes:
        os.lseek(self._file, at, os.SEEK_SET)
        return os.read(self._file, count)

    def _write(self, at: int, content: bytes) -> None:
        os.lseek(self._file, at, os.SEEK_SET)
        if os.write(self._file, content) != len(content):
            raise OSError(28, "No space left on device")

    def _unsealed(self, at: int, most: int) -> tuple[int, bytes] | None:
        """Return a number with its content, or None if the digest does not match."""
        digest = self._read(at, _DIGEST)
        head = self._read(at + _DIGEST, 2 * _NUMBER)
        number, count = (int.from_bytes(head[i : i + _NUMBER]) for i in (0, _NUMBER))
        if count > most:
            return None
        content = self._read(at + _DIGEST + 2 * _NUMBER, count)
        return (number, content) if digest == _sealed(number, content)[:_DIGEST] else None

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, *_: object) -> None:
        _open.discard(self._id)
        os.close(self._file)


def _identity(file: os.stat_result) -> tuple[int, int]:
    return file.st_dev, file.st_ino


def _lock(file: int) -> None:
    """Lock a file while it is open. The lock ends with the process."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file, 1 << 40, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sealed(number: int, content: bytes) -> bytes:
    """Return a number and its content as bytes, after a digest of both."""
    body = number.to_bytes(_NUMBER) + len(content).to_bytes(_NUMBER) + content
    return blake2b(body, digest_size=_DIGEST).digest() + body


def _unpacked(stage: str, content: bytes) -> Found | None:
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(content, _LARGEST)
    if unpacker.unconsumed_tail:
        raise ValueError
    kept, tree, numbers = json.loads(text)
    if kept != stage:
        return None
    flat = None if tree is None else FlatTree._make([*(array("i", part) for part in tree), -1])
    total, worst, lower_bound, proven, nodes = map(index, numbers)
    return Found(flat, total, worst, lower_bound, bool(proven), nodes)
