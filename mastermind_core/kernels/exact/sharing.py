"""One table of solved sets for all processes of a search, where the system has files in memory."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

#: Bytes that are asked for at most: an address for each, and memory for those that are used.
_MOST = 1 << 40


class Shared(NamedTuple):
    """Bytes that other processes can open under a name, as long as the one that made them lives.

    It is not kept in a file: where another machine has something else of that name, its ``label``
    is another one.
    """

    mapped: Any
    path: str
    label: str

    @property
    def name(self) -> tuple[str, str]:
        """Return what other processes open it with."""
        return self.path, self.label


def shared_bytes(count: int) -> Shared | None:
    """Return bytes that other processes can open, None where the system has none for them."""
    if sys.platform != "linux" or not hasattr(os, "memfd_create"):
        return None
    label = f"mastermind_core-{token_hex(8)}"
    with suppress(OSError):
        file = os.memfd_create(label)
        try:
            os.truncate(file, min(count, _MOST))
        except OSError:
            os.close(file)
            raise
        return _mapped(file, f"/proc/{os.getpid()}/fd/{file}", label)
    return None


def opened(name: tuple[str, str] | None) -> Shared | None:
    """Open the bytes that another process has made, None where that is not possible.

    Nor is it done for threads of that process: it would hold the bytes as long as it lives.
    """
    if name is None:
        return None
    path, label = name
    with suppress(OSError):
        if path.startswith(f"/proc/{os.getpid()}/") or not _is_of(path, label):
            return None
        file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        if _is_of(f"/proc/self/fd/{file}", label):  # and still is what was looked at
            return _mapped(file, path, label)
        os.close(file)
    return None


def _is_of(path: str, label: str) -> bool:
    return str(Path(path).readlink()).startswith(f"/memfd:{label}")


def _mapped(file: int, path: str, label: str) -> Shared | None:
    from mastermind_core.kernels import _native

    try:
        return Shared(_native.SharedBytes(file), path, label)  # which closes the file
    except MemoryError:
        return None
