"""What there is under a path that somebody typed: a name that no file can have is no file."""

from __future__ import annotations

import os.path
from pathlib import Path


def is_file(path: str | Path) -> bool:
    """Say whether there is such a file; ``Path.is_file`` raises where a name is too long."""
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises


def is_folder(path: str | Path) -> bool:
    """Say whether there is such a folder; ``Path.is_dir`` raises where a name is too long."""
    return os.path.isdir(path)  # noqa: PTH112 - Path.is_dir raises
