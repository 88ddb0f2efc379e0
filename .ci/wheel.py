"""Build the wheel into a folder, with compiled objects kept from build to build.

They are kept in a folder named by the digest of all that they are made of: the sources of the
kernels, how they are built, the interpreter and the compiler. Where any
of these differs, everything is compiled anew; ccache helps, where it is installed.
"""

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: Where there are sources to compile.
FAMILIES = ("agents", "heuristics", "noise", "tables")
COMPILED = ("mastermind_core/kernels", *(f"mastermind_core/{name}/kernels" for name in FAMILIES))
#: What the environment may say of how the kernels are built.
ASKED = ("CC", "CFLAGS", "CMAKE_ARGS", "CMAKE_BUILD_TYPE", "CPPFLAGS", "CXX", "CXXFLAGS", "LDFLAGS")


def compiler() -> str:
    """Return what the compiler says of itself."""
    name = os.environ.get("CXX") or shutil.which("c++") or shutil.which("cl") or ""
    try:
        done = subprocess.run([name, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return f"no {name}"
    return done.stdout


def digest() -> str:
    """Return the digest of everything that compiled objects depend on."""
    made = sha256()
    said = (sys.version, sys.prefix, sysconfig.get_platform(), platform.machine(), compiler())
    for text in (*said, *(f"{name}={os.environ.get(name)}" for name in ASKED)):
        made.update(text.encode() + b"\0")
    found = (path for folder in COMPILED for path in (ROOT / folder).rglob("*"))
    sources = [path for path in found if path.is_file() and path.suffix != ".py"]
    for path in sorted({*sources, ROOT / ".ci" / "requirements" / "build.txt"}):
        if "__pycache__" in path.parts or path.suffix in {".so", ".pyd"}:
            continue
        made.update(str(path.relative_to(ROOT)).encode() + b"\0")
        made.update(sha256(path.read_bytes()).digest())
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    made.update(repr((settings["build-system"], settings["tool"]["scikit-build"])).encode())
    return made.hexdigest()[:20]


def main(wheels: str, kept: str) -> int:
    """Build into ``wheels``; keep objects in ``kept``, and none of other sources."""
    objects = Path(kept) / digest()
    for other in Path(kept).glob("*"):
        if other != objects:
            shutil.rmtree(other, ignore_errors=True)
    launcher = {}
    if shutil.which("ccache"):  # what one clone has compiled another need not
        launcher = {"CMAKE_CXX_COMPILER_LAUNCHER": "ccache"}
        launcher |= {"CCACHE_BASEDIR": str(ROOT.resolve()), "CCACHE_NOHASHDIR": "1"}
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", wheels]
    command += [f"-Cbuild-dir={objects}", str(ROOT)]
    return subprocess.run(command, env={**launcher, **os.environ}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
