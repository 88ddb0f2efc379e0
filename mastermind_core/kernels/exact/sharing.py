"""One table of solved sets for all processes of a search, where the system has files in memory."""

from __future__ import annotations

import os
from typing import Any


def shared_bytes(count: int) -> Any | None:
    """Return memory that other processes can open, None where the system has none for them."""
    if not hasattr(os, "memfd_create"):
        return None
    try:
        file = os.memfd_create("mastermind_core")
    except OSError:
        return None
    try:
        os.truncate(file, count)
    except OSError:
        os.close(file)
        return None
    return _mapped(file)


def name_of(shared: Any) -> str:
    """Return the name by which other processes open it, as long as this one lives."""
    return f"/proc/{os.getpid()}/fd/{shared.file}"


def opened(name: str) -> Any | None:
    """Open the memory that another process has made, None where that is not allowed."""
    try:
        file = os.open(name, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    return _mapped(file)


def _mapped(file: int) -> Any | None:
    from mastermind_core.kernels import _native

    try:
        return _native.SharedBytes(file)  # which closes the file
    except MemoryError:
        return None
