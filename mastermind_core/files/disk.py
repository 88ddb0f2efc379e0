"""Results in files, written whole or not at all."""

from __future__ import annotations

import gzip
import io
import os
import stat
import zlib
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument, BadFile, reason_of, shown
from mastermind_core.files.documents import LIMIT, from_json, to_json
from mastermind_core.game import Game
from mastermind_core.kernels.shared.ctrl_c import stoppable
from mastermind_core.tree import StrategyLike

_GZIP = b"\x1f\x8b"
_CHUNK = 1 << 20


def save(value: Any, path: str | os.PathLike[str]) -> None:
    """Write a result, a tree or a game to a file that :func:`load` reads.

    The file holds JSON as :func:`to_json` makes it, compressed where the path ends in ".gz". A file
    that was there stays until the new one is complete.

    >>> import tempfile
    >>> from mastermind_core import TwoD, optimal
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(optimal(TwoD(4)), f"{folder}/twod.json")
    ...     print(load(f"{folder}/twod.json").total)
    46
    """
    target = checked_path(path)
    write_whole(target, to_json(value).encode() + b"\n")


def load(
    path: str | os.PathLike[str],
    *,
    game: Game[Any, Any, Any] | None = None,
    strategy: StrategyLike | None = None,
    limit: int = LIMIT,
) -> Any:
    """Return what :func:`save` wrote, checked.

    ``game``, ``strategy`` and ``limit`` are those of :func:`from_json`; the limit counts what is in
    a compressed file. Nothing in the file is run, and no class is made that the package does not
    know.
    """
    source, limit = checked_path(path), whole_number("limit", limit, 1, of=" of bytes")
    text = read_limited(source, limit)
    try:
        return from_json(text, game=game, strategy=strategy, limit=limit)
    except BadFile as error:
        raise BadFile(f"{shown(source.name)}: {error}") from None


def checked_path(path: Any) -> Path:
    """Return a path; what is none is refused."""
    if not isinstance(path, (str, os.PathLike)) or isinstance(os.fspath(path), bytes):
        raise BadArgument(f"path must be the name of a file, not {shown(path)}")
    return Path(path)


@stoppable
def write_whole(target: Path, content: bytes) -> None:
    """Write a file in one go: into a new file beside it, which then takes its name."""
    partial: Path | None = None
    try:
        target = Path(os.path.realpath(target))
        mode = _mode(target)
        partial = target.with_name(f".{target.name[:30]}.{token_hex(8)}.new")
        with partial.open("xb") as file:
            file.write(_packed(content) if target.suffix == ".gz" else content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            partial.chmod(mode)
        partial.replace(target)
        _sync_folder(target.parent)
    except (OSError, ValueError) as error:
        reason = reason_of(error)
        raise BadArgument(f"path {shown(str(target))} cannot be written: {reason}") from None
    finally:
        if partial is not None:
            with suppress(OSError):
                partial.unlink()


def _mode(target: Path) -> int | None:
    """Return the permissions of the file that is there, if there is one."""
    if not target.exists():
        return None
    found = target.stat().st_mode
    if not stat.S_ISREG(found):
        raise IsADirectoryError(0, "it is no file") from None
    return stat.S_IMODE(found)


def _sync_folder(folder: Path) -> None:
    """Make a new name last through a power cut, where the system can."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _packed(content: bytes) -> bytes:
    """Compress, the same content to the same bytes whenever."""
    return gzip.compress(content, mtime=0)


def read_limited(path: Path, limit: int) -> bytes:
    """Return the content of a file, uncompressed, if it is not too long."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadFile(f"{shown(path.name)} is no file")
        with path.open("rb") as raw:
            packed = raw.peek(len(_GZIP))[: len(_GZIP)] == _GZIP
            stream: Any = gzip.GzipFile(fileobj=raw) if packed else raw
            content = io.BytesIO()
            while content.tell() <= limit and (chunk := stream.read(_CHUNK)):
                content.write(chunk)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise BadFile(f"{shown(path.name)} is damaged or cut off: copy it again") from None
    except (OSError, ValueError) as error:
        if isinstance(error, BadFile):
            raise
        reason = reason_of(error)
        raise BadFile(f"{shown(str(path))} cannot be read: {reason}") from None
    if content.tell() > limit:
        raise BadFile(
            f"{shown(path.name)} has over {limit:,} bytes: pass limit= if it is to be trusted"
        )
    return content.getvalue()
