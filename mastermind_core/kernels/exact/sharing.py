"""One table of solved sets for all processes of a search, in memory or in a checkpoint."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from platform import node
from typing import Any, NamedTuple

#: Offset of the table in its file, and the maximum number of bytes to request. All of them take
#: address space, but only used ones take memory or disk space. Windows commits all at once.
FRONT = 1 << 22
_MOST = 1 << 40
_AT_ONCE = 1 << 28

#: Offset and size of the token of a file; sizes of the table header and of an entry; minimum number
#: of entries.
TOKEN_AT = 16
TOKEN = 16
_HEADER = 4096
_ENTRY = 32
_FEWEST = 1024


#: Flags for opening files: not inherited by child processes, and binary on Windows.
_FLAGS = os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class Shared(NamedTuple):
    """Bytes that other processes of this machine can open by name.

    Attributes:
        mapped: The mapped bytes.
        name: Path, size, token of the file, machine and process id. The token detects another file
            under the same path, such as one on another machine.
    """

    mapped: Any
    name: tuple[str, int, bytes, str, int]


def shared_bytes(count: int) -> Shared | None:
    """Return bytes in memory that other processes can open, None if the system has none.

    Args:
        count: Number of bytes to map.
    """
    if sys.platform != "linux" or not hasattr(os, "memfd_create"):
        return None
    with suppress(OSError):
        file = os.memfd_create("mastermind_core")
        token = os.urandom(TOKEN)
        with _closed_if_wrong(file):
            os.lseek(file, TOKEN_AT, os.SEEK_SET)
            os.write(file, token)
        return _mapped(file, f"/proc/{os.getpid()}/fd/{file}", count, token)
    return None


def shared_file(path: str, count: int) -> Shared | None:
    """Return bytes of a checkpoint that other processes can open, None if no space is left.

    A process that was killed at any moment may have left the table. A table with an invalid size is
    emptied.

    Args:
        path: The file of the checkpoint.
        count: Minimum number of bytes to map.
    """
    with suppress(OSError):
        file = os.open(path, _FLAGS)
        with _closed_if_wrong(file):
            token = _read(file, TOKEN_AT, TOKEN)
            entries = int.from_bytes(_read(file, FRONT, 8), sys.byteorder)
            there = os.fstat(file).st_size - FRONT
            if entries.bit_count() == 1 and _FEWEST <= entries <= (there - _HEADER) // _ENTRY:
                os.lseek(file, FRONT + 8, os.SEEK_SET)
                os.write(file, bytes(56))  # reset: no process shares it or grows it yet
            else:
                os.truncate(file, FRONT)
                os.lseek(file, FRONT, os.SEEK_SET)
                first = bytes(_HEADER + _FEWEST * _ENTRY)
                if os.write(file, first) < len(first):
                    raise OSError(28, "No space left on device")
        return _mapped(file, os.path.realpath(path), max(count, there), token)
    return None


def opened(name: tuple[str, int, bytes, str, int] | None) -> Shared | None:
    """Open the bytes of another process, None if that is impossible.

    Threads of the same process get None too: they would hold the bytes for its lifetime.

    Args:
        name: The name of the shared bytes, or None.
    """
    if name is None:
        return None
    from pathlib import Path  # only workers need it

    path, count, token, machine, process = name
    with suppress(OSError):
        there = process != os.getpid() and machine == node()
        if not there or not stat.S_ISREG(Path(path).stat().st_mode):
            return None
        file = os.open(path, _FLAGS)
        if _read(file, TOKEN_AT, TOKEN) == token:
            return _mapped(file, path, count, token)
        os.close(file)
    return None


@contextmanager
def _closed_if_wrong(file: int) -> Iterator[None]:
    try:
        yield
    except OSError:
        os.close(file)
        raise


def _read(file: int, at: int, count: int) -> bytes:
    os.lseek(file, at, os.SEEK_SET)
    return os.read(file, count)


def _mapped(file: int, path: str, count: int, token: bytes) -> Shared | None:
    """Map the table of an open file, which is closed with the mapping."""
    from mastermind_core.kernels import _native

    name = path, count, token, node(), os.getpid()
    try:
        if sys.platform == "win32":
            from mmap import mmap

            view = mmap(file, FRONT + _AT_ONCE)
            os.close(file)
            return Shared(_native.SharedBytes.of(view, FRONT), name)
        return Shared(_native.SharedBytes(file, FRONT, min(max(count, 1 << 20), _MOST)), name)
    except (MemoryError, OSError):
        return None
