"""What tests compile: built once for all workers and environments of a clone.

It is kept in the cache of pytest, under the digest of all that it is made of.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no such module
    fcntl = None

ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".pytest_cache" / "programs"

#: The C++ compiler, or None.
COMPILER = shutil.which("c++")


def compile_into(folder: Path, *options: str | Path) -> None:
    """Run the compiler in a folder, and say what it says where it fails."""
    command = [COMPILER, *map(str, options)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def built(name: str, parts: Iterable[str | Path], build: Callable[[Path], None]) -> Path:
    """Return the folder of a program, which is built unless another process has built it before.

    Args:
        name: The name of the program.
        parts: Everything that it depends on: strings, files, and folders with their C++ files.
        build: The function that builds it into an empty folder.
    """
    folder = CACHE / f"{name}-{_digest(parts)}"
    CACHE.mkdir(parents=True, exist_ok=True)
    with _alone(CACHE / f"{name}.lock"):
        if not folder.exists():
            new = Path(tempfile.mkdtemp(dir=CACHE))
            try:
                build(new)
                new.rename(folder)
            finally:
                shutil.rmtree(new, ignore_errors=True)
    return folder


def _digest(parts: Iterable[str | Path]) -> str:
    version = subprocess.run([COMPILER, "--version"], capture_output=True, check=True).stdout
    made = sha256(version)
    for part in parts:
        if isinstance(part, str):
            made.update(part.encode() + b"\0")
            continue
        files = [path for end in ("cpp", "hpp") for path in part.rglob(f"*.{end}")]
        for path in sorted(files) if part.is_dir() else [part]:
            made.update(f"{path.relative_to(ROOT)}\0".encode())
            made.update(sha256(path.read_bytes()).digest())
    return made.hexdigest()[:20]


@contextmanager
def _alone(path: Path):
    with path.open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
