"""One table of solved sets for all processes of a search, in memory or in a checkpoint."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from platform import node
from secrets import token_bytes
from typing import Any, NamedTuple

#: Where the table begins in its file, and bytes that are asked for at most: an address for each,
#: and memory, or space on a disk, for those that are used. Windows wants all of them at once.
FRONT, _MOST, _AT_ONCE = 1 << 22, 1 << 40, 1 << 28

#: Bytes before the token of a file, and in it; of the header of the table, and of an entry.
TOKEN_AT, TOKEN, _HEADER, _ENTRY, _FEWEST = 16, 16, 4096, 32, 1024


#: How files are opened: not for processes that are started, and on Windows byte by byte.
_FLAGS = os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class Shared(NamedTuple):
    """Bytes that other processes of this machine can open under a name.

    The name has the token of the file: another machine may have something else under its path.
    """

    mapped: Any
    name: tuple[str, int, bytes, str, int]


def shared_bytes(count: int) -> Shared | None:
    """Return bytes in memory that other processes can open, None where the system has none."""
    if sys.platform != "linux" or not hasattr(os, "memfd_create"):
        return None
    with suppress(OSError):
        file = os.memfd_create("mastermind_core")
        token = token_bytes(TOKEN)
        with _closed_if_wrong(file):
            os.lseek(file, TOKEN_AT, os.SEEK_SET)
            os.write(file, token)
        return _mapped(file, f"/proc/{os.getpid()}/fd/{file}", count, token)
    return None


def shared_file(path: str, count: int) -> Shared | None:
    """Return bytes of a checkpoint that other processes can open; None where no space is left.

    Its table may have been left by a process that was killed at any moment. Where its size makes no
    sense, the table is emptied.
    """
    with suppress(OSError):
        file = os.open(path, _FLAGS)
        with _closed_if_wrong(file):
            token = _read(file, TOKEN_AT, TOKEN)
            entries = int.from_bytes(_read(file, FRONT, 8), sys.byteorder)
            there = os.fstat(file).st_size - FRONT
            if entries.bit_count() == 1 and _FEWEST <= entries <= (there - _HEADER) // _ENTRY:
                os.lseek(file, FRONT + 8, os.SEEK_SET)
                os.write(file, bytes(56))  # nobody shares it yet, and nobody lets it grow
            else:
                os.truncate(file, FRONT)
                os.lseek(file, FRONT, os.SEEK_SET)
                first = bytes(_HEADER + _FEWEST * _ENTRY)
                if os.write(file, first) < len(first):
                    raise OSError(28, "No space left on device")
        return _mapped(file, os.path.realpath(path), max(count, there), token)
    return None


def opened(name: tuple[str, int, bytes, str, int] | None) -> Shared | None:
    """Open the bytes that another process has made, None where that is not possible.

    Nor is it done for threads of that process: it would hold the bytes as long as it lives.
    """
    if name is None:
        return None
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
    """Map the table of an open file, which is closed with it."""
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
